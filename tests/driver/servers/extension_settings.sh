#!/bin/sh
# The settings in the package of the extension for VS Code are those that the server has.
# extension_settings.sh JACQUARD
if ! command -v node >/dev/null; then
    echo "skipped: node is not installed (Debian: nodejs)"
    exit 77
fi
exec node "$(dirname "$0")/../../../editors/vscode/scripts/settings.mjs" --check "$1"
