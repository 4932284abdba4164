// The JavaScript interface of Jacquard: the commands of its tool, run in WebAssembly over files in
// memory. Every call gives what the tool prints for the same files and options, byte for byte.

import type {
    AssembleOptions, CommandName, CommandOptions, CompileOptions, CostOptions, DisassembleOptions,
    DrawOptions, ExplainOptions, RunOptions, ViewOptions,
} from './options.js';

export * from './options.js';

export type Severity = 'error' | 'warning' | 'note';

// A line or a column that is not known is 0; otherwise both count from 1, columns in bytes of UTF-8.
export interface Diagnostic {
    severity: Severity;
    code: string; // such as T102, which explain() takes; empty where the message has none
    file: string; // the name of the source, or of another file; empty for faults of the call
    line: number;
    column: number;
    message: string;
    notes: string[]; // such as "did you mean 'MOV'?"
    excerpt: string; // the line at fault and a mark below it, as the tool shows them; may be empty
}

// A fault of an input is no exception: `ok` is false then, and `diagnostics` say what and where.
export interface Result {
    ok: boolean;
    exitCode: number; // 0 fine, 1 findings, 2 wrong use of an option or a limit
    text: string; // the answer, as the tool prints it
    diagnostics: Diagnostic[];
    messages: string; // the diagnostics as the tool prints them
    files: Record<string, Uint8Array>; // what the command wrote, by names
}

export interface JsonResult<T> extends Result {
    json: T | null; // the answer parsed; null where there is none
}

// What a name must end in, where the text itself does not tell the language: .vert .frag .comp .geom
// .tesc .tese .glsl .hlsl .spvasm .tgsi .nir .ir3, and stages before .hlsl, as in water.frag.hlsl.
// A SPIR-V module is told by its first word.
export type Content = string | Uint8Array;

export interface Source {
    content: Content;
    name?: string; // for messages; 'shader' otherwise. A path without '..' and a leading '/'
    files?: Record<string, Content>; // other files by path: what #include or an option names
}

// A text or bytes alone are a source without a name.
export type SourceLike = Content | Source;

export interface CompiledProgram {
    shader: string;
    status: string; // 'compiled', 'refused' or 'malformed'
    reason: string | null;
    statistics: Record<string, number> | null;
    header: Record<string, unknown> | null; // what must be set up to run the words
    words: string[] | null; // 16 hexadecimal digits each
}

export interface Verdict {
    bound_by: string;
    cycles: number;
    busy: number;
    alone: number;
}

export interface Finding {
    finding: string;
    line: string;
    number: number;
    text: string;
    reason: string;
    mend: string;
    gain: number | null;
    [member: string]: unknown;
}

// A line of the source with what it costs and the words that it became.
export interface CostLine {
    line: string; // 'water.frag:12'
    number: number;
    text: string;
    cycles: number;
    words: { index: number; text: string; cycles: number }[];
    [member: string]: unknown;
}

// A report for one part and one form of a shader. 'jacquard cost --schema' says all of it.
export interface CostReport {
    file: string;
    gpu: number;
    form: string; // 'main' or 'bin'
    status: string; // 'compiled', 'refused' or 'malformed'
    stage: string;
    schema: number;
    verdict?: Verdict;
    findings?: Finding[];
    lines?: CostLine[];
    [member: string]: unknown;
}

export interface Explanation {
    language?: string; // 'nir', 'tgsi', 'spirv', 'ir3', 'error', ...
    name?: string;
    text: string;
    [member: string]: unknown;
}

export interface Part {
    part: number;
    name: string;
    revision: string;
    names: string[]; // names of products
    chips: string[];
    facts: Record<string, number | boolean>;
    [member: string]: unknown;
}

// An option as the tables have it.
export interface OptionDescription {
    description: string;
    type: string | string[]; // as in JSON Schema
    enum?: string[];
    items?: { type: string; examples?: string[] };
}

export interface Picture {
    width: number;
    height: number;
    pixels: Uint8ClampedArray; // red, green, blue, alpha, row after row from above, as ImageData has it
}

export interface DrawResult extends Result {
    picture: Picture | null;
}

export interface Call {
    operands?: string[];
    options?: Record<string, unknown>; // members of CommandOptions[...]
    files?: Record<string, Content>; // files that operands and options name
    input?: Content; // the standard input, which '-' names
}

export interface LoadOptions {
    // The module, where jacquard.wasm does not lie beside jacquard.mjs: an address, its bytes, or
    // compiled.
    wasm?: string | URL | BufferSource | WebAssembly.Module;
}

// Calls of one object run one after the other, each within the thread that made it: a page that must
// not stand still makes them in a worker. A promise is rejected when the arguments have wrong types,
// or with a JacquardError when WebAssembly itself failed; the next call then has a fresh instance.
export interface Jacquard {
    readonly version: string;

    // The listing as assembly, which assemble() takes.
    compile(source: SourceLike, options?: CompileOptions): Promise<Result>;
    // The words, the header and the statistics.
    compileProgram(source: SourceLike, options?: CompileOptions): Promise<JsonResult<CompiledProgram>>;

    // A table, or what the option `format` or `markdown` says.
    cost(source: SourceLike, options?: CostOptions): Promise<Result>;
    // A report for each part of `gpus` and each form, with verdict, findings and lines.
    costReport(source: SourceLike, options?: CostOptions): Promise<JsonResult<CostReport[]>>;

    // `text` is a page of HTML that needs nothing else. Without `layout`, it lays out its graphs itself.
    view(source: SourceLike, options?: ViewOptions): Promise<Result>;

    // Raw words, a text that holds such (a crash dump), or a module of SPIR-V. `hex`: words in digits,
    // one a line.
    disassemble(source: SourceLike, options?: DisassembleOptions): Promise<Result>;
    // `text` has the words in digits; `words` the raw bytes, 8 a word, little-endian, or null.
    assemble(source: SourceLike, options?: AssembleOptions): Promise<Result & { words: Uint8Array | null }>;

    // A name of any language, an error code, a part, or a word of 16 hexadecimal digits.
    explain(name: string | string[], options?: ExplainOptions): Promise<JsonResult<Explanation[]>>;
    // Every name of the tables that has this in it, each with the first line of its explanation.
    // With 'nir:' in front, of that language alone; '' gives all.
    names(part?: string): Promise<{ name: string; text: string }[]>;

    // Executes a shader for the runs of a case (a text), or a kernel with the options `launch` and `arg`.
    run(source: SourceLike, options?: RunOptions & { caseText?: string }): Promise<Result>;
    // Pixels that a fragment shader gives. Textures are files of the source in PAM form, which pam()
    // makes of pixels: {texture: ['wood=wood.pam']}.
    draw(source: SourceLike, options?: DrawOptions): Promise<DrawResult>;

    parts(): Promise<Part[]>;
    // The options of a command by their names here.
    options(command: CommandName): Promise<Record<string, OptionDescription>>;

    // Any command of the tool.
    command<Name extends CommandName>(
        name: Name, call?: Call & { options?: CommandOptions[Name] }): Promise<Result>;
}

// WebAssembly trapped, or has no more memory. `message` says which.
export class JacquardError extends Error {}

export function load(options?: LoadOptions): Promise<Jacquard>;

// The bytes of a PAM file of pixels, four bytes each.
export function pam(picture: { width: number; height: number; pixels: ArrayLike<number> }): Uint8Array;
