# shellcheck shell=bash
# For the hooks: $jacquard is the tool that the environment names, that stands in PATH, or that the
# wheel brought.
if [ -n "${JACQUARD:-}" ]; then
    jacquard=("$JACQUARD")
elif command -v jacquard >/dev/null; then
    jacquard=(jacquard)
elif python3 -c 'import jacquard.__main__' 2>/dev/null; then
    jacquard=(python3 -m jacquard)
else
    echo "jacquard is not installed, which this hook runs; 'pip install jacquard-shader' is one way" >&2
    exit 1
fi
