// A picture of what a fragment shader computes: the emulator runs its words for each pixel. A small
// picture comes first, since it is there at once; the one of the size asked for follows when nothing
// has changed for a moment.
import type { DrawInputs, DrawSettings, Picture } from '../compiler/interface';
import { make } from '../frame/dom';
import { pictureOf, shaped } from './pictures';
import { Sliders, isTime } from './sliders';

export interface DrawEvents {
    /** Draws; null if the text has changed meanwhile or cannot be drawn. */
    draw(settings: DrawSettings): Promise<{ picture: Picture; milliseconds: number } | null>;
    stop(): void;
}

const SIZES = [64, 128, 256, 512];
const FIRST_SIZE = 64;
const REST = 350;

export class DrawPane {
    readonly sliders: Sliders;
    private readonly canvas = make('canvas', {
        width: 256, height: 256, role: 'img', 'aria-label': 'The picture that the shader computes',
    });
    private readonly size = make('select', { id: 'draw-size' },
        ...SIZES.map(size => make('option', { value: size, selected: size === 256 }, `${size} × ${size}`)));
    private readonly note = make('p', { class: 'soft', role: 'status' });
    private readonly fields = make('div', { class: 'sliders' });
    private readonly textures = make('div', { class: 'textures' });
    private readonly play = make('button', {
        type: 'button', 'aria-pressed': false, hidden: true, onclick: () => this.switchPlay(),
    }, 'Play');
    private readonly stop = make('button', {
        type: 'button', disabled: true, onclick: () => this.events.stop(),
    }, 'Stop');
    private inputs: DrawInputs = { uniforms: [], textures: [] };
    private readonly given = new Map<string, Picture>();
    private standard: Promise<Picture> | null = null;
    private timer: ReturnType<typeof setTimeout> | undefined;
    private isPlaying = false;
    private round = 0;

    constructor(parent: HTMLElement, private readonly events: DrawEvents) {
        this.sliders = new Sliders(this.fields, () => this.redraw());
        this.size.addEventListener('change', () => this.redraw());
        const save = make('button', { type: 'button', onclick: () => this.save() }, 'Save');
        parent.append(
            make('div', { class: 'pane-head' },
                make('label', { for: 'draw-size' }, 'Size'), this.size, this.play, this.stop, save),
            make('div', { class: 'drawing' },
                make('div', { class: 'picture' }, this.canvas, this.note),
                make('div', { class: 'inputs' }, this.fields, this.textures)));
    }

    show(inputs: DrawInputs): void {
        this.inputs = inputs;
        this.sliders.show(inputs.uniforms);
        this.play.hidden = !inputs.uniforms.some(uniform => isTime(uniform.name));
        this.textures.replaceChildren(...inputs.textures.map(({ name, shape }) => {
            const file = make('input', { type: 'file', accept: 'image/*', id: `texture-${name}` });
            file.addEventListener('change', () => void this.take(name, file.files?.[0]));
            return make('p', {}, make('label', { for: file.id }, name,
                make('span', { class: 'soft' }, ` ${shape}`)), file);
        }));
        if (inputs.uniforms.length + inputs.textures.length === 0) {
            this.textures.append(make('p', { class: 'soft' }, 'The shader has no uniforms and no textures.'));
        }
        this.redraw();
    }

    say(text: string): void {
        this.note.textContent = text;
    }

    /** Stops what moves by itself, as when the pane is no longer seen. */
    rest(): void {
        ++this.round;
        clearTimeout(this.timer);
        if (this.isPlaying) {
            this.switchPlay();
        }
    }

    redraw(): void {
        if (!this.isPlaying) {
            void this.paint(++this.round);
        }
    }

    private async paint(round: number): Promise<void> {
        clearTimeout(this.timer);
        const size = Number(this.size.value);
        await this.paintAt(Math.min(FIRST_SIZE, size), round);
        if (round === this.round && size > FIRST_SIZE) {
            this.timer = setTimeout(() => void this.paintAt(size, round), REST);
        }
    }

    private async paintAt(size: number, round: number): Promise<boolean> {
        this.stop.disabled = false;
        const drawn = await this.events.draw({
            width: size, height: size, uniforms: this.sliders.chosen(this.inputs.uniforms),
            textures: await this.bound(),
        });
        this.stop.disabled = true;
        if (drawn === null || round !== this.round) {
            return drawn !== null;
        }
        const { width, height, pixels } = drawn.picture;
        this.canvas.width = width;
        this.canvas.height = height;
        this.canvas.getContext('2d')?.putImageData(
            new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
        this.canvas.dataset.drawn = String(Number(this.canvas.dataset.drawn ?? 0) + 1);
        this.say(`${width} × ${height} in ${Math.round(drawn.milliseconds)} ms`);
        return true;
    }

    private async bound(): Promise<DrawSettings['textures']> {
        if (this.inputs.textures.length === 0) {
            return [];
        }
        this.standard ??= fetch('cloth.png').then(response => response.blob()).then(pictureOf);
        const standard = await this.standard;
        return this.inputs.textures.map(({ name, shape }) =>
            ({ place: name, ...shaped(this.given.get(name) ?? standard, shape) }));
    }

    private async take(name: string, file: File | undefined): Promise<void> {
        if (file === undefined) {
            return;
        }
        try {
            this.given.set(name, await pictureOf(file));
            this.redraw();
        } catch {
            this.say(`${file.name} is no picture that this browser can read.`);
        }
    }

    private switchPlay(): void {
        this.isPlaying = !this.isPlaying;
        this.play.setAttribute('aria-pressed', String(this.isPlaying));
        this.play.textContent = this.isPlaying ? 'Pause' : 'Play';
        if (this.isPlaying) {
            void this.animate();
        } else {
            this.redraw();
        }
    }

    private async animate(): Promise<void> {
        const time = this.inputs.uniforms.find(uniform => isTime(uniform.name));
        if (time === undefined) {
            return;
        }
        const round = ++this.round;
        const begin = performance.now() - 1000 * (this.sliders.values[time.name]?.[0] ?? 0);
        while (this.isPlaying && round === this.round) {
            this.sliders.set(time.name, 0, (performance.now() - begin) / 1000);
            if (!await this.paintAt(FIRST_SIZE, round)) {
                break;
            }
        }
    }

    private save(): void {
        this.canvas.toBlob(blob => {
            if (blob !== null) {
                const link = make('a', { href: URL.createObjectURL(blob), download: 'shader.png' });
                link.click();
                URL.revokeObjectURL(link.href);
            }
        });
    }
}
