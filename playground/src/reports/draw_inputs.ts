// Which values a picture of a shader depends on: the uniforms and textures of a module, from its
// text, and the constants of other shaders, which have numbers and no names.
import type { DrawInputs, TexturePlace, Uniform } from '../compiler/interface';

interface Type {
    opcode: string;
    operands: string[];
}

const BLOCK_CLASSES = new Set(['Uniform', 'PushConstant', 'UniformConstant']);
const MOST_UNIFORMS = 64;

interface Names {
    types: Map<string, Type>;
    names: Map<string, string>;
    memberNames: Map<string, string>;
    constants: Map<string, number>;
    buffers: Set<string>;
    variables: { id: string; pointer: string; storage: string }[];
}

function unquoted(text: string | undefined): string {
    return text?.replace(/^"|"$/g, '') ?? '';
}

function read(text: string): Names {
    const found: Names = {
        types: new Map(), names: new Map(), memberNames: new Map(), constants: new Map(),
        buffers: new Set(), variables: [],
    };
    // Strings may have several lines, as the source that a module keeps does.
    for (const match of text.matchAll(
        /^\s*(?:(%\S+)\s*=\s*)?(Op\w+)((?:[^\S\n]+(?:"(?:[^"\\]|\\[^])*"|[^\s"]+))*)/gm)) {
        const [, id = '', opcode = '', rest = ''] = match;
        const operands = rest.match(/"(?:[^"\\]|\\[^])*"|\S+/g) ?? [];
        const [first = '', second = '', third] = operands;
        if (opcode.startsWith('OpType')) {
            found.types.set(id, { opcode, operands });
        } else if (opcode === 'OpName') {
            found.names.set(first, unquoted(second));
        } else if (opcode === 'OpMemberName') {
            found.memberNames.set(`${first} ${second}`, unquoted(third));
        } else if (opcode === 'OpConstant') {
            found.constants.set(id, Number(second));
        } else if (opcode === 'OpDecorate' && second === 'BufferBlock') {
            found.buffers.add(first);
        } else if (opcode === 'OpVariable') {
            found.variables.push({ id, pointer: first, storage: second });
        } else if (opcode === 'OpFunction') {
            break; // what follows are no declarations
        }
    }
    return found;
}

const SCALARS: Record<string, { kind: Uniform['kind']; name: string; vector: string }> = {
    OpTypeFloat: { kind: 'float', name: 'float', vector: 'vec' },
    OpTypeInt: { kind: 'int', name: 'int', vector: 'ivec' },
    OpTypeBool: { kind: 'bool', name: 'bool', vector: 'bvec' },
};

class Collector {
    readonly uniforms: Uniform[] = [];
    readonly textures: TexturePlace[] = [];

    constructor(private readonly module: Names) {}

    // Adds what a type is made of, under the path by which the tool sets it.
    add(path: string, typeId: string): void {
        const type = this.module.types.get(typeId);
        if (type === undefined || this.uniforms.length >= MOST_UNIFORMS) {
            return;
        }
        const [inner = '', count = ''] = type.operands;
        switch (type.opcode) {
        case 'OpTypeStruct':
            type.operands.forEach((member, index) => {
                const name = this.module.memberNames.get(`${typeId} ${index}`) ?? '';
                this.add(path === '' ? name : `${path}.${name}`, member);
            });
            break;
        case 'OpTypeArray': {
            const length = this.module.constants.get(count) ?? 0;
            for (let index = 0; index < Math.min(length, MOST_UNIFORMS); ++index) {
                this.add(`${path}[${index}]`, inner);
            }
            break;
        }
        default:
            this.addValue(path, type);
        }
    }

    addTexture(name: string, typeId: string): void {
        const type = this.module.types.get(typeId);
        if (type?.opcode === 'OpTypeSampledImage') {
            this.addTexture(name, type.operands[0] ?? '');
        } else if (type?.opcode === 'OpTypeImage') {
            const [, dimension = '2D', , arrayed] = type.operands;
            const shape = arrayed === '1' ? 'array' : dimension.toLowerCase();
            this.textures.push({ name, shape });
        }
    }

    private addValue(path: string, type: Type): void {
        const [inner = '', count = ''] = type.operands;
        const scalar = SCALARS[type.opcode];
        if (scalar !== undefined) {
            this.uniforms.push({ name: path, type: scalar.name, components: 1, kind: scalar.kind });
            return;
        }
        const column = this.module.types.get(inner);
        const base = column === undefined ? undefined : SCALARS[column.opcode];
        if (type.opcode === 'OpTypeVector' && base !== undefined) {
            this.uniforms.push({
                name: path, type: base.vector + count, components: Number(count), kind: base.kind,
            });
        } else if (type.opcode === 'OpTypeMatrix') {
            const rows = Number(column?.operands[1] ?? 0);
            this.uniforms.push({
                name: path, type: `mat${count}x${rows}`, components: Number(count) * rows,
                kind: 'float',
            });
        }
    }
}

/** What the text of a SPIR-V module says of its uniforms and textures. */
export function inputsOfModule(text: string): DrawInputs {
    const module = read(text);
    const collector = new Collector(module);
    for (const { id, pointer, storage } of module.variables) {
        const target = module.types.get(pointer)?.operands[1] ?? '';
        if (!BLOCK_CLASSES.has(storage) || module.buffers.has(target)) {
            continue;
        }
        const name = module.names.get(id) ?? '';
        const isBlock = module.types.get(target)?.opcode === 'OpTypeStruct';
        if (isBlock) {
            collector.add('', target);
        } else {
            collector.addTexture(name, target);
        }
    }
    return { uniforms: collector.uniforms, textures: collector.textures };
}

/** The constants that a driver uploads for a program, and its textures, from its directives. */
export function constantsOf(directives: readonly string[]): DrawInputs {
    const uniforms: Uniform[] = [];
    const textures: TexturePlace[] = [];
    for (const directive of directives) {
        const constants = /^@constants buffer (\d+) bytes (\d+)\.\.(\d+)/.exec(directive);
        const sampler = /^@sampler (\d+) (\S+)/.exec(directive);
        if (constants !== null) {
            const buffer = constants[1] === '0' ? '' : `[${constants[1]}]`;
            const [from, to] = [Number(constants[2]) >> 4, Number(constants[3]) >> 4];
            for (let row = from; row < Math.min(to, from + MOST_UNIFORMS); ++row) {
                uniforms.push({
                    name: `CONST${buffer}[${row}]`, type: 'vec4', components: 4, kind: 'float',
                });
            }
        } else if (sampler !== null) {
            textures.push({
                name: sampler[1] as string, shape: (sampler[2] as string).toLowerCase(),
            });
        }
    }
    return { uniforms, textures };
}
