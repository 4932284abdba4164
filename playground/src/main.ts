// The page: puts the editor, the panes and the compiler together.
import { Client } from './compiler/client';
import type { Option, Shader, Tables } from './compiler/interface';
import { detectLanguage, detectStage, languages, ofFileName, stages } from './compiler/languages';
import { startWorker } from './compiler/start_worker';
import { SourceEditor } from './editor/source_editor';
import { byId, make } from './frame/dom';
import { type Example, ExampleMenu } from './frame/examples';
import { showOptions } from './frame/option_form';
import { makeSplitter } from './frame/splitter';
import { Tabs } from './frame/tabs';
import { followTheme, switchTheme } from './frame/theme';
import { CostPane } from './panes/cost_pane';
import { DrawPane } from './panes/draw_pane';
import { ExplainPane } from './panes/explain_pane';
import { FaultPane } from './panes/fault_pane';
import { ListingPane } from './panes/listing_pane';
import { ViewPane } from './panes/view_pane';
import { lineCosts, verdictOf, wordLines, amount } from './reports/cost';
import type { CostReport } from './reports/cost';
import { Session } from './session';
import { OpenDocument, type Text } from './store/document';
import { DamagedLink, type Shared, readLink, writeLink } from './store/link';
import { keepSettings, loadSettings } from './store/settings';

/** The tool reads up to 64 MiB; an editor and an address have less room. */
const MOST_FILE_BYTES = 4 << 20;
/** The tables are asked for once, and nothing works without them. */
const TABLE_SECONDS = 60;
const SPIRV_MAGIC = [0x07230203, 0x03022307];

const settings = loadSettings();
const language = byId<HTMLSelectElement>('language');
const stage = byId<HTMLSelectElement>('stage');
const part = byId<HTMLSelectElement>('part');
const state = byId('state');
const summary = byId('summary');
const retry = byId<HTMLButtonElement>('retry');
const banner = byId('banner');

/** The part that was asked for before the compiler had told which there are. */
let wantedPart = '';
let options: Shader['options'] = {};
let described: Option[] = [];
/** The hash that the address has because of this page itself. */
let ownHash = location.hash;
let isLinkShown = false;

// ---- what the controls say

function chosenLanguage(): string {
    return language.value || detectLanguage(editor.text);
}

function chosenStage(): string {
    const needsStage = languages.find(each => each.id === chosenLanguage())?.needsStage;
    return needsStage ? stage.value || detectStage(editor.text) : '';
}

function shader(): Shader {
    return {
        text: editor.text, language: chosenLanguage(), stage: chosenStage(), part: part.value, options,
    };
}

function openText(): Text {
    return {
        source: editor.text, language: language.value, stage: stage.value, part: part.value,
    };
}

function title(text: string, name: string): string {
    return text.length > 1 ? text.replace(/_/g, ' ').replace(/^./, letter => letter.toUpperCase()) : name;
}

// The first entry of both lists says what was recognised.
function showRecognised(): void {
    const found = languages.find(each => each.id === detectLanguage(editor.text));
    const foundStage = detectStage(editor.text);
    (language.options[0] as HTMLOptionElement).textContent = `Auto: ${found?.title ?? ''}`;
    (stage.options[0] as HTMLOptionElement).textContent = `Auto: ${title(foundStage, foundStage)}`;
    stage.disabled = chosenStage() === '';
    stage.title = stage.disabled ? 'The text itself tells its stage' : 'Stage';
}

function say(message: string): void {
    banner.hidden = message === '';
    (banner.firstElementChild as HTMLElement).textContent = message;
}

// ---- the editor and what is open

const opened = new OpenDocument(openText, () =>
    say('This browser has no room for drafts: copy the source before you leave.'));

const editor = new SourceEditor(byId('source'), '', {
    changed() {
        if (isLinkShown) {
            // The text is no longer that of the link.
            isLinkShown = false;
            history.replaceState(null, '', location.pathname + location.search);
            ownHash = '';
        }
        opened.typed();
        textChanged();
    },
    moved(line) {
        byId('place').textContent = `Line ${line}`;
        listing.linkLine(line);
    },
    asked: word => void explainName(word),
    dropped: file => void openFile(file),
});

let shownLanguage = '';

function textChanged(): void {
    showRecognised();
    if (chosenLanguage() !== shownLanguage) {
        shownLanguage = chosenLanguage();
        editor.setLanguage(shownLanguage);
    }
    outdate(true);
    if (part.value !== '') {
        session.changed(); // until then, the compiler is still being loaded
    }
}

function choosePart(name: string): void {
    if ([...part.options].some(each => each.value === name)) {
        part.value = name;
    } else {
        say(`The compiler knows no part '${name}'; ${part.value} is chosen.`);
    }
}

function open(text: Text, tab = ''): void {
    language.value = text.language;
    stage.value = text.stage;
    if (part.options.length === 0) {
        wantedPart = text.part;
    } else if (text.part !== '') {
        choosePart(text.part);
    }
    shownLanguage = text.language || detectLanguage(text.source);
    editor.replace(text.source, shownLanguage);
    if (tab !== '') {
        tabs.choose(tab);
    }
    textChanged();
}

function openExample(example: Example): void {
    opened.begin();
    setOptions({});
    leaveLink();
    const { language: known, stage: knownStage } = ofFileName(example.file);
    open({
        source: example.source, part: part.value,
        // What the text tells by itself is left to it, so that another text may follow.
        language: known === detectLanguage(example.source) ? '' : known,
        stage: knownStage === detectStage(example.source) ? '' : knownStage,
    }, example.tab);
}

async function openFile(file: File): Promise<void> {
    if (file.size > MOST_FILE_BYTES) {
        say(`${file.name} has ${file.size} bytes; the editor takes up to ${MOST_FILE_BYTES >> 20} MiB.`);
        return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    const magic = bytes.length >= 4 ? new DataView(bytes.buffer).getUint32(0, true) : 0;
    const isText = !bytes.includes(0);
    let source = '';
    try {
        source = isText ? new TextDecoder('utf-8', { fatal: true }).decode(bytes)
            : (await client.request('disassemble', { bytes, part: part.value }, settings.seconds)).gives;
    } catch (fault) {
        say(`${file.name} was not opened, and the source is as it was. ${(fault as Error).message}`);
        return;
    }
    opened.begin();
    leaveLink();
    const known = ofFileName(file.name);
    open({
        source, part: part.value, stage: isText ? known.stage : '',
        language: isText ? known.language : SPIRV_MAGIC.includes(magic) ? 'spirv' : 'ir3',
    });
    opened.typed();
    say(isText ? '' : `${file.name} is binary; the editor shows its text.`);
}

// ---- links

function leaveLink(): void {
    if (location.hash !== '') {
        history.replaceState(null, '', location.pathname + location.search);
    }
    ownHash = '';
    isLinkShown = false;
}

function setOptions(values: Shader['options']): void {
    options = values;
    const badge = byId('options').querySelector<HTMLElement>('.badge') as HTMLElement;
    const count = Object.keys(values).length;
    badge.hidden = count === 0;
    badge.textContent = String(count);
}

function openShared(shared: Shared): void {
    opened.begin();
    setOptions(shared.options);
    Object.assign(drawing.sliders.values, shared.uniforms);
    open(shared, shared.tab);
    ownHash = location.hash;
    isLinkShown = true;
}

/** False if the address holds no link that can be read. */
async function openAddress(): Promise<boolean> {
    try {
        const shared = await readLink(location.hash);
        if (shared !== null) {
            openShared(shared);
        }
        return shared !== null;
    } catch (fault) {
        if (!(fault instanceof DamagedLink)) {
            throw fault;
        }
        say(`The link is damaged: ${fault.message}. What was here before is still here.`);
        leaveLink();
        return false;
    }
}

async function share(): Promise<void> {
    const hash = await writeLink({
        ...openText(), part: part.value, tab: tabs.current, options,
        uniforms: drawing.sliders.values,
    });
    history.replaceState(null, '', hash);
    ownHash = hash;
    isLinkShown = true;
    try {
        await navigator.clipboard.writeText(location.href);
        say(`The link is copied: ${location.href.length} letters, which hold the whole source.`);
    } catch {
        say('The link is in the address of this page: copy it from there.');
    }
}

// ---- results

let reports: readonly CostReport[] = [];

function outdate(isOld: boolean): void {
    byId('panels').classList.toggle('is-old', isOld);
    summary.classList.toggle('is-old', isOld);
}

function showSummary(): void {
    const report = reports.find(each => each.form === 'main') ?? reports[0];
    if (report === undefined) {
        return;
    }
    const verdict = verdictOf(report);
    const facts: [string, string][] = [
        [`${amount(verdict?.cycles)} cycles,`, `bound by ${verdict?.binds ?? ''}`],
        [amount(report.instructions.total), 'instructions'],
        [amount(report.registers.overall), 'registers'],
        [amount(report.waves.waves), 'waves'],
    ];
    summary.replaceChildren(...facts.flatMap(([value, name]) =>
        [make('span', {}, make('strong', {}, value), ` ${name}`)]));
}

const client = new Client(startWorker);
const session = new Session(client, new Client(startWorker), shader, () => settings.seconds, {
    faults(faults) {
        editor.showFaults(faults);
        faultPane.show(faults);
        const errors = faults.filter(fault => fault.severity === 'error').length;
        tabs.setBadge('faults', faults.length > 0 ? String(faults.length) : '',
            `${faults.length} faults`);
        byId('tab-faults').classList.toggle('has-errors', errors > 0);
    },
    program(program) {
        listing.show(program);
        outdate(false);
        document.body.dataset.listingAt = String(performance.now());
    },
    costs(all) {
        reports = all;
        const main = all.find(report => report.form === 'main') ?? all[0];
        if (main !== undefined) {
            editor.showCosts(lineCosts(main));
            listing.showLines(wordLines(main));
            costPane.show(all);
            showSummary();
        }
        // The tests wait for these, and measure them.
        document.body.dataset.costs = String(Number(document.body.dataset.costs ?? 0) + 1);
        document.body.dataset.costsAt = String(performance.now());
    },
    view: page => viewPane.show(page),
    drawInputs: inputs => drawing.show(inputs),
    state(text, kind) {
        state.textContent = text;
        state.dataset.kind = kind;
        retry.hidden = kind !== 'failed';
    },
    refused(tab, message) {
        (tab === 'view' ? viewPane : drawing).say(message);
    },
});

const follow = (line: number): void => {
    if (line > 0) {
        showOnPhone('source');
        editor.goTo(line);
    }
};

// ---- explanations

const drawer = byId('explain');
const explanation = new ExplainPane(drawer, name => session.explain(name), () => closeDrawer());
let beforeDrawer: HTMLElement | null = null;

function closeDrawer(): void {
    drawer.hidden = true;
    beforeDrawer?.focus();
}

async function explainName(name: string): Promise<void> {
    if (drawer.hidden) {
        beforeDrawer = document.activeElement as HTMLElement | null;
        drawer.hidden = false;
    }
    showOnPhone('results');
    listing.reveal();
    await explanation.ask(name);
}

// ---- panes and tabs

const listing = new ListingPane(byId('panel-listing'), {
    asked: digits => void explainName(digits),
    pointed: lines => editor.linkLines(lines),
    followed: follow,
    hint: digits => session.hint(digits),
});
const costPane = new CostPane(byId('panel-cost'), follow);
const viewPane = new ViewPane(byId('panel-view'));
const drawing = new DrawPane(byId('panel-draw'), {
    draw: wanted => session.draw(wanted), stop: () => session.stopDrawing(),
});
const faultPane = new FaultPane(byId('panel-faults'), {
    followed: fault => follow(fault.line), asked: code => void explainName(code),
});

const tabs = new Tabs(byId('tabs'), [
    { id: 'listing', title: 'Listing', panel: byId('panel-listing') },
    { id: 'cost', title: 'Cost', panel: byId('panel-cost') },
    { id: 'view', title: 'View', panel: byId('panel-view') },
    { id: 'draw', title: 'Draw', panel: byId('panel-draw') },
    { id: 'faults', title: 'Faults', panel: byId('panel-faults') },
], id => {
    if (id !== 'draw') {
        drawing.rest();
    }
    settings.tab = id;
    keepSettings(settings);
    session.look(id);
});

// On a phone, one of the two is seen at a time.
function showOnPhone(which: 'source' | 'results'): void {
    document.body.dataset.shown = which;
    for (const button of document.querySelectorAll<HTMLElement>('[data-show]')) {
        button.setAttribute('aria-pressed', String(button.dataset.show === which));
    }
}

// ---- the frame

const menu = new ExampleMenu(byId('examples'), {
    opened: openExample,
    continued(draft) {
        opened.continue(draft);
        leaveLink();
        open(draft);
    },
    drafts: () => opened.drafts.list(),
});

const KEYS: readonly [string, string, (() => void)?][] = [
    ['Alt+1 … Alt+5', 'listing, cost, view, draw, faults'],
    ['Alt+0', 'the source', () => { showOnPhone('source'); editor.focus(); }],
    ['F1', 'explain the word at the cursor; in the source also Ctrl and a click'],
    ['Alt+E', 'look up a name', () => {
        if (drawer.hidden) {
            beforeDrawer = document.activeElement as HTMLElement | null;
            drawer.hidden = false;
        }
        showOnPhone('results');
        explanation.focus();
    }],
    ['Esc', 'close the explanation'],
    ['F8, Shift+F8', 'next and previous fault, in the source'],
    ['Ctrl+F', 'find and replace, in the source'],
    ['↑ ↓ Enter l', 'in the listing: move, explain the word, go to its line'],
    ['Esc, then Tab', 'leave the editor; Tab alone indents'],
    ['Alt+S', 'copy a link', () => void share()],
    ['Alt+T', 'light or dark', switchTheme],
    ['?', 'this list, outside of the source', () => byId<HTMLDialogElement>('dialog-help').showModal()],
];

function onKey(event: KeyboardEvent): void {
    const isTyping = event.target instanceof Element
        && event.target.closest('input, select, textarea, .cm-content') !== null;
    if (event.key === 'Escape' && !drawer.hidden
        && !(event.target instanceof Element && event.target.closest('.cm-editor, dialog'))) {
        closeDrawer();
    } else if (event.key === '?' && !isTyping) {
        byId<HTMLDialogElement>('dialog-help').showModal();
    } else if (event.altKey && !event.ctrlKey && !event.metaKey) {
        const digit = Number(/^Digit([1-5])$/.exec(event.code)?.[1] ?? 0);
        const named = KEYS.find(([keys]) => keys === `Alt+${event.code.replace(/^(Key|Digit)/, '')}`)?.[2];
        const tab = ['listing', 'cost', 'view', 'draw', 'faults'][digit - 1];
        if (tab !== undefined) {
            event.preventDefault();
            tabs.choose(tab);
            showOnPhone('results');
            byId(`tab-${tab}`).focus();
        } else if (named !== undefined) {
            event.preventDefault();
            named();
        }
    }
}

function showTables(tables: Tables): void {
    const revisions = new Map<string, HTMLOptGroupElement>();
    for (const { name, revision } of tables.parts) {
        const group = revisions.get(revision) ?? make('optgroup', { label: revision });
        revisions.set(revision, group);
        group.append(make('option', { value: name }, /^\d/.test(name) ? `a${name}` : name));
    }
    const wanted = part.value || wantedPart || settings.part;
    part.replaceChildren(...[...revisions].sort(([one], [other]) => other.localeCompare(one))
        .map(([, group]) => group));
    part.value = tables.defaultPart;
    if (wanted !== '') {
        choosePart(wanted);
    }
    described = tables.options;
    byId('version').textContent = `Jacquard ${tables.version}`;
}

function listen(): void {
    for (const control of [language, stage]) {
        control.addEventListener('change', () => {
            opened.typed();
            textChanged();
        });
    }
    part.addEventListener('change', () => {
        settings.part = part.value;
        keepSettings(settings);
        textChanged();
    });
    retry.addEventListener('click', () => void load());
    byId('share').addEventListener('click', () => void share());
    byId('theme').addEventListener('click', switchTheme);
    byId('help').addEventListener('click', () => byId<HTMLDialogElement>('dialog-help').showModal());
    const showForm = (): void => showOptions(byId('option-fields'), [...described, {
        name: 'seconds', kind: 'number', values: [],
        doc: 'of this page: seconds after which a compile is ended',
    }], { ...options, seconds: settings.seconds }, ({ seconds, ...values }) => {
        settings.seconds = Number(seconds) > 0 ? Number(seconds) : settings.seconds;
        keepSettings(settings);
        setOptions(values);
        textChanged();
    });
    byId('options').addEventListener('click', () => {
        showForm();
        byId<HTMLDialogElement>('dialog-options').showModal();
    });
    byId('options-reset').addEventListener('click', () => {
        setOptions({});
        showForm();
        textChanged();
    });
    const file = byId<HTMLInputElement>('file');
    byId('open').addEventListener('click', () => file.click());
    file.addEventListener('change', () => {
        const chosen = file.files?.[0];
        file.value = '';
        if (chosen !== undefined) {
            void openFile(chosen);
        }
    });
    banner.querySelector('button')?.addEventListener('click', () => say(''));
    window.addEventListener('hashchange', () => {
        if (location.hash !== ownHash) {
            void openAddress();
        }
    });
    // A file that misses the editor must not replace the page.
    window.addEventListener('dragover', event => event.preventDefault());
    window.addEventListener('drop', event => {
        event.preventDefault();
        const dropped = event.dataTransfer?.files[0];
        if (dropped !== undefined && !event.defaultPrevented) {
            void openFile(dropped);
        }
    });
    document.addEventListener('keydown', onKey);
    for (const button of document.querySelectorAll<HTMLElement>('[data-show]')) {
        button.addEventListener('click', () =>
            showOnPhone(button.dataset.show === 'source' ? 'source' : 'results'));
    }
}

function fillFrame(): void {
    language.append(make('option', { value: '' }, 'Auto'), ...languages.map(each =>
        make('option', { value: each.id }, each.title)));
    stage.append(make('option', { value: '' }, 'Auto'), ...stages.map(each =>
        make('option', { value: each.stage }, title(each.stage, each.stage))));
    byId('keys').append(...KEYS.map(([keys, text]) =>
        make('div', {}, make('dt', {}, make('kbd', {}, keys)), make('dd', {}, text))));
    makeSplitter(byId('splitter'), byId('frame'));
    followTheme(theme => viewPane.setTheme(theme));
    showOnPhone('source');
}

/** Asks the compiler for its tables, and compiles what is open. */
async function load(): Promise<void> {
    retry.hidden = true;
    try {
        showTables((await client.request('tables', null, TABLE_SECONDS)).gives);
        textChanged();
    } catch (fault) {
        state.textContent = `${(fault as Error).message} The text is kept.`;
        state.dataset.kind = 'failed';
        retry.hidden = false;
    }
}

async function begin(): Promise<void> {
    fillFrame();
    listen();
    const tables = load();
    const examples = await (await fetch('examples.json')).json() as Example[];
    menu.show(examples);
    const last = opened.last();
    tabs.choose(settings.tab);
    if (!await openAddress()) {
        if (last !== null) {
            opened.continue(last);
            open(last);
        } else if (examples[0] !== undefined) {
            openExample(examples[0]);
        }
    }
    await tables;
}

void begin();
