// Compiles what is in the editor, and hands the results to the panes. The program and its faults come
// first, then the costs; what takes longer, the page of the view and pictures, has a compiler of its
// own, and is made only while it is looked at.
import { Client, Ended, Refused, Replaced } from './compiler/client';
import type { Compiled, DrawInputs, DrawSettings, Fault, Picture, Program, Shader }
    from './compiler/interface';
import { type CostReport, readReports } from './reports/cost';

export interface SessionEvents {
    faults(faults: readonly Fault[]): void;
    program(program: Program): void;
    costs(reports: readonly CostReport[]): void;
    view(page: string): void;
    drawInputs(inputs: DrawInputs): void;
    /** What the status line says; 'failed' offers to try again. */
    state(text: string, kind: 'busy' | 'done' | 'faults' | 'failed'): void;
    /** What a pane says of itself, where its result could not be made. */
    refused(tab: string, message: string): void;
}

/** A pane whose result is made only while it is seen. */
const LAZY_TABS = new Set(['view', 'draw']);
/** Pictures and pages may take so many times longer than a compile. */
const PATIENCE = 6;

export class Session {
    private tab = '';
    private version = 0;
    private compiledVersion = -1;
    private shownVersions = new Map<string, number>();
    private hints = new Map<string, Promise<string>>();

    constructor(private readonly fast: Client, private readonly slow: Client,
        private readonly shader: () => Shader, private readonly seconds: () => number,
        private readonly events: SessionEvents) {}

    /** The text, or how it is compiled, has changed. */
    changed(): void {
        ++this.version;
        this.slow.cancelWaiting();
        void this.compile(this.version);
    }

    /** Another pane is looked at. */
    look(tab: string): void {
        this.tab = tab;
        this.fillTab();
    }

    async explain(name: string): Promise<string> {
        try {
            const asked = { name, part: this.shader().part };
            return (await this.fast.request('explain', asked, this.seconds())).gives;
        } catch (fault) {
            return fault instanceof Replaced ? '' : (fault as Error).message;
        }
    }

    /** What a word does, in a sentence; kept, since the pointer passes over words often. */
    hint(digits: string): Promise<string> {
        const key = `${this.shader().part} ${digits}`;
        let hint = this.hints.get(key);
        if (hint === undefined) {
            hint = this.explain(digits).then(text =>
                /^\w+:.*$/m.exec(text)?.[0].replace(/ {2,}/, ': ') ?? '');
            this.hints.set(key, hint);
            void hint.then(text => text === '' && this.hints.delete(key));
        }
        return hint;
    }

    async draw(settings: DrawSettings): Promise<{ picture: Picture; milliseconds: number } | null> {
        try {
            const takes = { shader: this.shader(), settings };
            const { gives, milliseconds } = await this.slow.request(
                'draw', takes, PATIENCE * this.seconds());
            return { picture: gives, milliseconds };
        } catch (fault) {
            if (!(fault instanceof Replaced)) {
                this.events.refused('draw', (fault as Error).message);
            }
            return null;
        }
    }

    stopDrawing(): void {
        this.slow.cancel('draw', 'Stopped.');
    }

    private async compile(version: number): Promise<void> {
        const shader = this.shader();
        const begin = performance.now();
        this.events.state('Compiling …', 'busy');
        try {
            const { gives } = await this.fast.request('compile', shader, this.seconds());
            if (version !== this.version) {
                return;
            }
            this.showCompiled(gives, performance.now() - begin);
            if (gives.program === null) {
                return;
            }
            this.compiledVersion = version;
            this.fillTab();
            const costs = await this.fast.request('cost', shader, this.seconds());
            if (version === this.version) {
                this.events.costs(readReports(costs.gives));
            }
        } catch (fault) {
            this.failed(fault as Error, version);
        }
    }

    private showCompiled(compiled: Compiled, milliseconds: number): void {
        this.events.faults(compiled.faults);
        const errors = compiled.faults.filter(fault => fault.severity === 'error').length;
        if (compiled.program === null) {
            this.events.state(errors === 1 ? '1 error' : `${errors} errors`, 'faults');
            return;
        }
        this.events.program(compiled.program);
        this.events.state(`Compiled in ${Math.round(milliseconds)} ms`, 'done');
    }

    private failed(fault: Error, version: number): void {
        if (fault instanceof Replaced || version !== this.version) {
            return;
        }
        if (fault instanceof Refused) {
            this.events.state(fault.message.split('\n')[0] ?? '', 'faults');
            return;
        }
        if (fault instanceof Ended) {
            this.events.state(`${fault.message} The text is kept.`, 'failed');
            return;
        }
        throw fault;
    }

    // Makes what the pane that is seen lacks.
    private fillTab(): void {
        const { tab } = this;
        if (!LAZY_TABS.has(tab) || this.compiledVersion !== this.version
            || this.shownVersions.get(tab) === this.version) {
            return;
        }
        this.shownVersions.set(tab, this.version);
        void (tab === 'view' ? this.makeView(this.version) : this.makeDrawInputs(this.version));
    }

    private async makeView(version: number): Promise<void> {
        await this.make('view', version, async () => {
            this.events.refused('view', 'Making the page …');
            const { gives } = await this.slow.request('view', this.shader(), PATIENCE * this.seconds());
            if (version === this.version) {
                this.events.refused('view', '');
                this.events.view(gives);
            }
        });
    }

    private async makeDrawInputs(version: number): Promise<void> {
        await this.make('draw', version, async () => {
            const { gives } = await this.slow.request('drawInputs', this.shader(), this.seconds());
            if (version === this.version) {
                this.events.drawInputs(gives);
            }
        });
    }

    private async make(tab: string, version: number, work: () => Promise<void>): Promise<void> {
        try {
            await work();
        } catch (fault) {
            if (version === this.version && !(fault instanceof Replaced)) {
                this.shownVersions.delete(tab);
                this.events.refused(tab, (fault as Error).message);
            }
        }
    }
}
