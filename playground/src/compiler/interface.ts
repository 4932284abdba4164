// What the page asks of a compiler, and what it gets back. The worker answers with the package; the
// tests may put another compiler behind the same interface. Everything here is plain data, since it
// is sent between threads.

export interface Part {
    name: string;
    revision: string;
}

/** An option of a compile, as the table of options has it. */
export interface Option {
    name: string;
    kind: 'flag' | 'number' | 'text' | 'texts';
    doc: string;
    values: string[];
}

export interface Tables {
    version: string;
    parts: Part[];
    defaultPart: string;
    /** What a compile may be told beside part and stage. */
    options: Option[];
}

/** A shader, and how it is to be compiled. Language and stage are those of languages.ts. */
export interface Shader {
    text: string;
    language: string;
    /** Empty where the text itself tells it. */
    stage: string;
    part: string;
    options: Record<string, string | number | boolean>;
}

/**
 * A fault of the text. Lines and columns count from 1, columns in bytes; line 0 means the whole
 * text. Below the line, the excerpt has a mark as long as what is wrong.
 */
export interface Fault {
    severity: 'error' | 'warning' | 'note';
    code: string;
    line: number;
    column: number;
    message: string;
    notes: string[];
    excerpt: string;
}

/** A machine word: its 16 digits, and its text, which may begin with a label. */
export interface Word {
    digits: string;
    text: string;
}

export interface Program {
    stage: string;
    /** Lines that say what a driver sets up, each begins with '@'. */
    directives: string[];
    words: Word[];
    statistics: Record<string, number>;
}

export interface Compiled {
    program: Program | null;
    faults: Fault[];
}

/** A variable that a picture can be drawn with, under the name by which it is set. */
export interface Uniform {
    name: string;
    /** For people to read, such as vec2. */
    type: string;
    components: number;
    kind: 'float' | 'int' | 'bool';
}

export interface TexturePlace {
    name: string;
    /** As the tool calls shapes of textures: 2d, array, cube or 3d. */
    shape: string;
}

/** What a picture of a shader depends on. */
export interface DrawInputs {
    uniforms: Uniform[];
    textures: TexturePlace[];
}

export interface Picture {
    width: number;
    height: number;
    /** Red, green, blue and alpha, a byte each, from the upper left. */
    pixels: Uint8ClampedArray;
}

export interface DrawSettings {
    width: number;
    height: number;
    uniforms: Record<string, number[]>;
    /** The options are those of the tool, such as shape=cube. */
    textures: { place: string; options: string[]; picture: Picture }[];
}

/** Every request to a compiler, with what it takes and what it gives. */
export interface Requests {
    tables: { takes: null; gives: Tables };
    compile: { takes: Shader; gives: Compiled };
    /** Each line is a JSON value: the report of one form of the shader. */
    cost: { takes: Shader; gives: string };
    /** A page of its own. */
    view: { takes: Shader; gives: string };
    /** What the tables say of a name, or of a word of 16 digits. */
    explain: { takes: { name: string; part: string }; gives: string };
    drawInputs: { takes: Shader; gives: DrawInputs };
    draw: { takes: { shader: Shader; settings: DrawSettings }; gives: Picture };
    /** The text of a SPIR-V module, or of machine words. */
    disassemble: { takes: { bytes: Uint8Array; part: string }; gives: string };
}

export type RequestName = keyof Requests;

/** A fault of the request itself, such as a shader that cannot be drawn; its message is for people. */
export class RequestFault extends Error {}

/** A compiler, as the worker has it. Each method may throw a RequestFault. */
export type Compiler = {
    [Name in RequestName]: (takes: Requests[Name]['takes']) => Promise<Requests[Name]['gives']>;
};
