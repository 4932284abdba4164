// Sliders for the uniforms of a shader. A slider has a range that suits most shaders; the number
// beside it takes any value, and the range grows with it.
import type { Uniform } from '../compiler/interface';
import { make } from '../frame/dom';

export interface Range {
    least: number;
    most: number;
    step: number;
    start: number;
}

/** What the tool gives by itself to shaders of pictures: no slider is needed. */
const GIVEN = /^i(Resolution|Mouse|Date|TimeDelta|FrameRate|Frame|SampleRate|ChannelTime|ChannelResolution)\b/;

export function isTime(name: string): boolean {
    return /(^|[._])i?time$/i.test(name);
}

/** The range in which the values of a uniform most likely are. */
export function rangeOf(uniform: Uniform): Range {
    if (uniform.kind === 'bool') {
        return { least: 0, most: 1, step: 1, start: 1 };
    }
    if (uniform.kind === 'int') {
        return { least: 0, most: 16, step: 1, start: 1 };
    }
    if (isTime(uniform.name)) {
        return { least: 0, most: 10, step: 0.01, start: 0 };
    }
    return { least: 0, most: 1, step: 0.001, start: 0.5 };
}

/** The values with which a uniform begins; a matrix is one that changes nothing. */
export function startOf(uniform: Uniform): number[] {
    const matrix = /^mat(\d)x(\d)$/.exec(uniform.type);
    const rows = Number(matrix?.[2] ?? 0);
    const { start } = rangeOf(uniform);
    return Array.from({ length: uniform.components }, (_, index) =>
        matrix === null ? start : Number(Math.floor(index / rows) === index % rows));
}

export function hasSlider(uniform: Uniform): boolean {
    return !GIVEN.test(uniform.name);
}

const LETTERS = 'xyzw';

export class Sliders {
    readonly values: Record<string, number[]> = {};
    private shape = '';

    constructor(private readonly parent: HTMLElement, private readonly changed: () => void) {}

    /** Makes the sliders of these uniforms. Values of names that were there before stay. */
    show(uniforms: readonly Uniform[]): void {
        const shown = uniforms.filter(hasSlider);
        const shape = JSON.stringify(shown);
        if (shape === this.shape) {
            return;
        }
        this.shape = shape;
        this.parent.replaceChildren(...shown.map(uniform => this.group(uniform)));
    }

    /** What is to be set: values of the uniforms that are shown. */
    chosen(uniforms: readonly Uniform[]): Record<string, number[]> {
        return Object.fromEntries(uniforms.filter(hasSlider).map(uniform =>
            [uniform.name, this.values[uniform.name] ?? startOf(uniform)]));
    }

    /** Sets a value from outside, such as the time. */
    set(name: string, index: number, value: number): void {
        const list = this.values[name];
        if (list === undefined) {
            return;
        }
        list[index] = value;
        const row = [...this.parent.querySelectorAll<HTMLElement>('.slider')]
            .find(each => each.dataset.name === name && each.dataset.index === String(index));
        row?.querySelectorAll('input').forEach(input => {
            input.value = String(Number(value.toFixed(3)));
        });
    }

    private group(uniform: Uniform): HTMLElement {
        const known = this.values[uniform.name];
        const values = known?.length === uniform.components ? known : startOf(uniform);
        this.values[uniform.name] = values;
        return make('fieldset', {}, make('legend', {}, uniform.name,
            make('span', { class: 'soft' }, ` ${uniform.type}`)),
        ...values.map((_, index) => this.slider(uniform, values, index)));
    }

    private slider(uniform: Uniform, values: number[], index: number): HTMLElement {
        const range = rangeOf(uniform);
        const letter = uniform.components === 1 ? ''
            : uniform.components <= 4 ? LETTERS[index] as string : String(index);
        const label = letter === '' ? uniform.name : `${uniform.name}.${letter}`;
        const value = values[index] as number;
        const common = {
            step: range.step, value, 'aria-label': label,
        };
        const slide = make('input', {
            type: 'range', min: Math.min(range.least, value), max: Math.max(range.most, value), ...common,
        });
        const number = make('input', {
            type: 'number', ...common, step: 'any', 'aria-label': `${label}, as a number`,
        });
        slide.value = String(value);
        slide.addEventListener('input', () => {
            number.value = slide.value;
            values[index] = Number(slide.value);
            this.changed();
        });
        number.addEventListener('input', () => {
            const typed = number.valueAsNumber;
            if (Number.isFinite(typed)) {
                slide.min = String(Math.min(Number(slide.min), typed));
                slide.max = String(Math.max(Number(slide.max), typed));
                slide.value = String(typed);
                values[index] = typed;
                this.changed();
            }
        });
        return make('div', { class: 'slider', 'data-name': uniform.name, 'data-index': index },
            make('span', { class: 'letter', 'aria-hidden': true }, letter), slide, number);
    }
}
