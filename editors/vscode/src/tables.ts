// Starts the language server of tables for each folder that is a checkout of Jacquard.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';

const SECTION = 'jacquard.tables';
const CHANGES = 'jacquard.tables.whatChanges';

const clients = new Map<string, LanguageClient>();

async function startIn(folder: vscode.WorkspaceFolder): Promise<void> {
    const generators = join(folder.uri.fsPath, 'generators');
    if (!existsSync(join(generators, 'jacquard_gen', 'lsp', 'server.py'))) {
        return;
    }
    const settings = vscode.workspace.getConfiguration(SECTION, folder);
    const generated = settings.get<string>('generated');
    const args = ['-m', 'jacquard_gen', 'lsp',
        ...(generated ? ['--generated', join(folder.uri.fsPath, generated)] : [])];
    const command = settings.get<string>('python') || 'python3';
    const pattern = new vscode.RelativePattern(folder, 'defs/**/*.yaml');
    const client = new LanguageClient(SECTION, 'Jacquard tables',
        { command, args, options: { cwd: generators } },
        {
            documentSelector: [{ language: 'yaml', scheme: 'file', pattern: `${pattern.baseUri.fsPath}/defs/**/*.yaml` }],
            synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher(pattern) },
            workspaceFolder: folder,
        });
    clients.set(folder.uri.toString(), client);
    await client.start();
}

// Shows what the tables that are open would change, entry by entry, as they are not saved yet.
async function showChanges(): Promise<void> {
    const active = vscode.window.activeTextEditor?.document.uri;
    const folder = active && vscode.workspace.getWorkspaceFolder(active);
    const client = folder && clients.get(folder.uri.toString());
    if (!client) {
        void vscode.window.showInformationMessage('This is no table of a checkout of Jacquard.');
        return;
    }
    const content = await client.sendRequest<string>('workspace/executeCommand', { command: CHANGES });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content }));
}

export async function startTables(context: vscode.ExtensionContext): Promise<void> {
    context.subscriptions.push(
        vscode.commands.registerCommand('jacquard.tables.showChanges', showChanges));
    for (const folder of vscode.workspace.workspaceFolders ?? []) {
        await startIn(folder);
    }
}

export async function stopTables(): Promise<void> {
    await Promise.all([...clients.values()].map(client => client.stop()));
    clients.clear();
}
