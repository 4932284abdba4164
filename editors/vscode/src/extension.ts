// Starts the language server of shaders and that of tables, and hands the settings of the section "jacquard" on to it.
import * as vscode from 'vscode';
import { startTables, stopTables } from './tables';
import { LanguageClient, LanguageClientOptions, ServerOptions } from 'vscode-languageclient/node';

const SECTION = 'jacquard';
const LANGUAGES = ['glsl', 'hlsl', 'spvasm', 'tgsi', 'nir', 'ir3'];
// Settings of the extension itself, which the server does not know.
const OWN = ['path', 'trace', 'tables'];

let client: LanguageClient | undefined;

// Values that the user set; what is left alone is for the server to decide.
function settings(): Record<string, unknown> {
    const all = vscode.workspace.getConfiguration(SECTION);
    const given: Record<string, unknown> = {};
    for (const name of Object.keys(all)) {
        const found = OWN.includes(name) ? undefined : all.inspect(name);
        const value = found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
        if (value !== undefined && value !== null) {
            given[name] = value;
        }
    }
    return given;
}

async function start(): Promise<void> {
    const command = vscode.workspace.getConfiguration(SECTION).get<string>('path') || SECTION;
    const server: ServerOptions = { command, args: ['lsp'] };
    const options: LanguageClientOptions = {
        documentSelector: LANGUAGES.map(language => ({ language })),
        initializationOptions: settings(),
    };
    client = new LanguageClient(SECTION, 'Jacquard', server, options);
    await client.start();
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
    context.subscriptions.push(vscode.workspace.onDidChangeConfiguration(async event => {
        if (event.affectsConfiguration(`${SECTION}.path`)) {
            await client?.stop();
            await start();
        } else if (event.affectsConfiguration(SECTION)) {
            await client?.sendNotification('workspace/didChangeConfiguration',
                { settings: { [SECTION]: settings() } });
        }
    }));
    await startTables(context);
    await start();
}

export async function deactivate(): Promise<void> {
    await stopTables();
    await client?.stop();
}
