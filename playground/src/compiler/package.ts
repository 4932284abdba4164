// The compiler of this page: the WebAssembly package that lies in the folder 'jacquard' beside it.
import { type Compiled, type Compiler, type DrawInputs, type Fault, type Option, RequestFault,
    type Shader, type Tables } from './interface';
import { fileName } from './languages';
import { programOf } from '../reports/program';
import { constantsOf, inputsOfModule } from '../reports/draw_inputs';

// What is used here of the package's own interface, jacquard.d.ts.
interface Diagnostic extends Omit<Fault, 'notes'> {
    file: string;
    notes: string[];
}
interface Result {
    ok: boolean;
    exitCode: number;
    text: string;
    diagnostics: Diagnostic[];
    messages: string;
}
interface Source {
    content: string | Uint8Array;
    name?: string;
    files?: Record<string, string | Uint8Array>;
}
type Options = Record<string, unknown>;
interface OptionDescription {
    description: string;
    type: string | string[];
    enum?: string[];
}
interface Package {
    readonly version: string;
    compile(source: Source, options?: Options): Promise<Result>;
    cost(source: Source, options?: Options): Promise<Result>;
    view(source: Source, options?: Options): Promise<Result>;
    disassemble(source: Source, options?: Options): Promise<Result>;
    assemble(source: Source, options?: Options): Promise<Result>;
    command(name: string, call: { operands: string[]; options: Options }): Promise<Result>;
    draw(source: Source, options?: Options): Promise<Result & {
        picture: { width: number; height: number; pixels: Uint8ClampedArray } | null;
    }>;
    parts(): Promise<{ name: string; revision: string }[]>;
    options(command: string): Promise<Record<string, OptionDescription>>;
}
interface Module {
    load(): Promise<Package>;
    pam(picture: { width: number; height: number; pixels: ArrayLike<number> }): Uint8Array;
}

// Options that the page has other controls for, or that name files and outputs.
const OWN_CONTROLS = /^(gpu|stage|output|header|print|dot|dotAfter|stats|json|lineMarks|include|check|max[A-Z].*|cl|targetEnv)$/;

function sourceOf(shader: Shader): Source {
    return { content: shader.text, name: fileName(shader.language, shader.stage) };
}

const described = new Map<string, Record<string, OptionDescription>>();

async function optionsOfCommand(jacquard: Package, command: string):
    Promise<Record<string, OptionDescription>> {
    const known = described.get(command) ?? await jacquard.options(command);
    described.set(command, known);
    return known;
}

// What a command is told: the options of the compile that it has, too.
async function optionsFor(jacquard: Package, command: string, shader: Shader): Promise<Options> {
    const known = await optionsOfCommand(jacquard, command);
    const chosen = Object.entries(shader.options).filter(([name]) => name in known).map(
        ([name, value]) => [name, optionKind(known[name] as OptionDescription) === 'texts'
            ? String(value).split(/[\s,]+/).filter(Boolean) : value]);
    return {
        ['gpus' in known ? 'gpus' : 'gpu']: shader.part,
        ...Object.fromEntries(chosen) as Options,
    };
}

// A fault of another file than the shader is told at no line, and says its own place.
function faultsOf(result: Result, name: string | undefined): Fault[] {
    return result.diagnostics.map(({ file, ...fault }) => {
        const isHere = file === name || file === '';
        return isHere ? fault : {
            ...fault, line: 0, column: 0, message: `${file}:${fault.line}: ${fault.message}`,
        };
    });
}

// The answer of a command, or what it says instead.
function textOf(result: Result): string {
    if (!result.ok && result.text === '') {
        throw new RequestFault(result.messages.trim() || `exit code ${result.exitCode}`);
    }
    return result.text;
}

// Assembly is compiled already: its words are the program.
async function assembled(jacquard: Package, shader: Shader): Promise<Compiled> {
    const source = sourceOf(shader);
    const result = await jacquard.assemble(source, { gpu: shader.part });
    return {
        program: result.ok ? programOf(shader.text, result.text) : null,
        faults: faultsOf(result, source.name),
    };
}

async function compiled(jacquard: Package, shader: Shader): Promise<Compiled> {
    if (shader.language === 'ir3') {
        return assembled(jacquard, shader);
    }
    const source = sourceOf(shader);
    const options = await optionsFor(jacquard, 'compile', shader);
    const result = await jacquard.compile(source, { ...options, stats: true });
    const faults = faultsOf(result, source.name);
    if (!result.ok) {
        return { program: null, faults };
    }
    const words = await jacquard.assemble({ content: result.text }, { gpu: shader.part });
    return { program: programOf(result.text, words.text), faults };
}

async function drawInputs(jacquard: Package, shader: Shader): Promise<DrawInputs> {
    const source = sourceOf(shader);
    const options = await optionsFor(jacquard, 'compile', shader);
    if (shader.language === 'tgsi' || shader.language === 'nir') {
        const text = textOf(await jacquard.compile(source, options));
        return constantsOf(programOf(text, '').directives);
    }
    if (shader.language === 'ir3') {
        throw new RequestFault('Assembly is not drawn; shaders are.');
    }
    return inputsOfModule(textOf(await jacquard.compile(source, { ...options, print: 'spirv' })));
}

function optionKind(described: OptionDescription): Option['kind'] {
    const types = [described.type].flat();
    if (types.includes('boolean')) {
        return 'flag';
    }
    if (types.includes('array')) {
        return 'texts';
    }
    return types.includes('integer') ? 'number' : 'text';
}

async function tables(jacquard: Package): Promise<Tables> {
    const known = await optionsOfCommand(jacquard, 'compile');
    const parts = await jacquard.parts();
    return {
        version: jacquard.version,
        parts: parts.map(({ name, revision }) => ({ name, revision })),
        defaultPart: /(\d+) by default/.exec(known.gpu?.description ?? '')?.[1]
            ?? parts[0]?.name ?? '',
        options: Object.entries(known)
            .filter(([name]) => !OWN_CONTROLS.test(name))
            .map(([name, option]) => ({
                name, kind: optionKind(option), doc: option.description, values: option.enum ?? [],
            })),
    };
}

/** Loads the package. Fails where it is not there, or does not run. */
export async function openCompiler(): Promise<Compiler> {
    const address = new URL('jacquard/jacquard.mjs', self.location.href).href;
    const module = await import(address) as Module;
    const jacquard = await module.load();
    return {
        tables: () => tables(jacquard),
        compile: shader => compiled(jacquard, shader),
        async cost(shader) {
            const options = await optionsFor(jacquard, 'cost', shader);
            return textOf(await jacquard.cost(sourceOf(shader), { ...options, format: 'json' }));
        },
        async view(shader) {
            return textOf(await jacquard.view(
                sourceOf(shader), await optionsFor(jacquard, 'view', shader)));
        },
        async explain({ name, part }) {
            return textOf(await jacquard.command(
                'explain', { operands: [name], options: { gpu: part } }));
        },
        drawInputs: shader => drawInputs(jacquard, shader),
        async draw({ shader, settings }) {
            const files = settings.textures.map(({ picture }, index) =>
                [`texture${index}.pam`, module.pam(picture)] as const);
            const result = await jacquard.draw(
                { ...sourceOf(shader), files: Object.fromEntries(files) }, {
                    ...await optionsFor(jacquard, 'draw', shader),
                    size: `${settings.width}x${settings.height}`,
                    set: Object.entries(settings.uniforms).map(
                        ([name, numbers]) => `${name}=${numbers.join(',')}`),
                    texture: settings.textures.map(({ place, options }, index) =>
                        [`${place}=texture${index}.pam`, ...options].join(',')),
                });
            if (result.picture === null) {
                throw new RequestFault(result.messages.trim() || 'There is no picture.');
            }
            return result.picture;
        },
        async disassemble({ bytes, part }) {
            return textOf(await jacquard.disassemble({ content: bytes }, { gpu: part }));
        },
    };
}
