// The editor: CodeMirror with the languages of shaders, faults underlined, and the cost of each line
// in a gutter. It knows nothing of the compiler.
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting }
    from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorSelection, EditorState, type Extension } from '@codemirror/state';
import { EditorView, drawSelection, dropCursor, highlightActiveLine, highlightSpecialChars, keymap,
    lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import ir3Grammar from '../../../editors/vscode/syntaxes/ir3.json';
import nirGrammar from '../../../editors/vscode/syntaxes/nir.json';
import spirvGrammar from '../../../editors/vscode/syntaxes/spvasm.json';
import tgsiGrammar from '../../../editors/vscode/syntaxes/tgsi.json';
import type { Fault } from '../compiler/interface';
import type { LineCost } from '../reports/cost';
import { lineStarts, rangeOf } from '../reports/faults';
import { costGutter, showCosts } from './cost_gutter';
import { languageOf } from './grammar';
import { linkedLines, showLinkedLines } from './linked_lines';
import { glslLanguage, hlslLanguage } from './shading_languages';

const LANGUAGES: Record<string, Extension> = {
    glsl: glslLanguage,
    hlsl: hlslLanguage,
    spirv: languageOf('spirv', spirvGrammar),
    tgsi: languageOf('tgsi', tgsiGrammar),
    nir: languageOf('nir', nirGrammar),
    ir3: languageOf('ir3', ir3Grammar),
};

// Colours are those of the page, which light and dark set.
const COLOURS = HighlightStyle.define([
    { tag: [tags.keyword, tags.modifier, tags.controlKeyword], color: 'var(--keyword)' },
    { tag: [tags.typeName, tags.standard(tags.variableName)], color: 'var(--type)' },
    { tag: [tags.number, tags.bool, tags.atom], color: 'var(--number)' },
    { tag: tags.string, color: 'var(--string)' },
    { tag: [tags.comment, tags.lineComment, tags.blockComment], color: 'var(--comment)' },
    { tag: [tags.meta, tags.processingInstruction], color: 'var(--flag)' },
    { tag: [tags.function(tags.variableName), tags.labelName], color: 'var(--accent)' },
    { tag: tags.special(tags.variableName), color: 'var(--register)' },
]);

export interface EditorEvents {
    changed(): void;
    /** The line that the cursor is on, from 1. */
    moved(line: number): void;
    /** A name that the reader asks about, by Ctrl and a click or a key. */
    asked(word: string): void;
    dropped(file: File): void;
}

export class SourceEditor {
    private readonly view: EditorView;
    private readonly language = new Compartment();

    constructor(parent: HTMLElement, text: string, private readonly events: EditorEvents) {
        this.view = new EditorView({ parent, state: this.stateOf(text) });
    }

    get text(): string {
        return this.view.state.doc.toString();
    }

    /** Puts another text in place of all that is there; undo does not lead back into the old one. */
    replace(text: string, language: string): void {
        this.view.setState(this.stateOf(text));
        this.setLanguage(language);
    }

    setLanguage(language: string): void {
        this.view.dispatch({
            effects: this.language.reconfigure(LANGUAGES[language] ?? LANGUAGES.glsl as Extension),
        });
    }

    showFaults(faults: readonly Fault[]): void {
        const { text } = this;
        const starts = lineStarts(text);
        const shown = faults.map((fault): Diagnostic => ({
            ...rangeOf(fault, text, starts),
            severity: fault.severity === 'note' ? 'info' : fault.severity,
            message: [`${fault.message} [${fault.code}]`, ...fault.notes].join('\n'),
        }));
        this.view.dispatch(setDiagnostics(this.view.state, shown));
    }

    showCosts(costs: readonly LineCost[]): void {
        this.view.dispatch({ effects: showCosts.of(costs) });
    }

    /** Marks the lines that something elsewhere on the page is about. */
    linkLines(lines: readonly number[]): void {
        this.view.dispatch({ effects: showLinkedLines.of(lines) });
    }

    goTo(line: number, focus = true): void {
        const at = this.view.state.doc.line(Math.min(Math.max(1, line), this.view.state.doc.lines));
        this.view.dispatch({
            selection: EditorSelection.cursor(at.from),
            effects: EditorView.scrollIntoView(at.from, { y: 'center' }),
        });
        if (focus) {
            this.view.focus();
        }
    }

    focus(): void {
        this.view.focus();
    }

    private wordAt(position: number): string {
        const line = this.view.state.doc.lineAt(position);
        for (const match of line.text.matchAll(/[A-Za-z_][\w.]*/g)) {
            const begin = line.from + match.index;
            if (begin <= position && position <= begin + match[0].length) {
                return match[0].replace(/\.+$/, '');
            }
        }
        return '';
    }

    private ask(position: number): boolean {
        const word = this.wordAt(position);
        if (word !== '') {
            this.events.asked(word);
        }
        return word !== '';
    }

    private stateOf(text: string): EditorState {
        return EditorState.create({
            doc: text,
            extensions: [
                costGutter, lineNumbers(), linkedLines, highlightSpecialChars(), history(),
                drawSelection(), dropCursor(), indentOnInput(), bracketMatching(), indentUnit.of('    '),
                highlightActiveLine(), highlightSelectionMatches(), search({ top: true }), lintGutter(),
                syntaxHighlighting(COLOURS), this.language.of(LANGUAGES.glsl as Extension),
                EditorView.contentAttributes.of({
                    'aria-label': 'Source', spellcheck: 'false', autocapitalize: 'off',
                    autocorrect: 'off', translate: 'no',
                }),
                keymap.of([
                    { key: 'F1', run: view => this.ask(view.state.selection.main.head) },
                    ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...lintKeymap, indentWithTab,
                ]),
                EditorView.updateListener.of(update => {
                    if (update.docChanged) {
                        this.events.changed();
                    }
                    if (update.selectionSet || update.docChanged) {
                        const head = update.state.selection.main.head;
                        this.events.moved(update.state.doc.lineAt(head).number);
                    }
                }),
                EditorView.domEventHandlers({
                    click: (event, view) => {
                        const position = view.posAtCoords({ x: event.clientX, y: event.clientY });
                        return (event.ctrlKey || event.metaKey) && position !== null
                            && this.ask(position);
                    },
                    drop: event => {
                        const file = event.dataTransfer?.files[0];
                        if (file !== undefined) {
                            event.preventDefault();
                            this.events.dropped(file);
                        }
                        return file !== undefined;
                    },
                }),
            ],
        });
    }
}
