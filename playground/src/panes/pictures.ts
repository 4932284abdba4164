// Pictures that a shader may read: one that is there from the start, and those that the reader gives.
import type { Picture } from '../compiler/interface';

/** Larger pictures are made smaller: the emulator reads texels one by one. */
const MOST_PIXELS = 1024;
const LAYERS = 4;
const FACES = 6;

/** The pixels of a file that the browser can show. */
export async function pictureOf(blob: Blob): Promise<Picture> {
    const image = await createImageBitmap(blob);
    const scale = Math.min(1, MOST_PIXELS / Math.max(image.width, image.height));
    const width = Math.max(1, Math.round(image.width * scale));
    const height = Math.max(1, Math.round(image.height * scale));
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.drawImage(image, 0, 0, width, height);
    return { width, height, pixels: context.getImageData(0, 0, width, height).data };
}

function stacked(picture: Picture, count: number, isSquare: boolean): Picture {
    const side = Math.min(picture.width, picture.height);
    const [width, height] = isSquare ? [side, side] : [picture.width, picture.height];
    const pixels = new Uint8ClampedArray(width * height * count * 4);
    for (let copy = 0; copy < count; ++copy) {
        for (let row = 0; row < height; ++row) {
            const begin = row * picture.width * 4;
            pixels.set(picture.pixels.subarray(begin, begin + width * 4), (copy * height + row) * width * 4);
        }
    }
    return { width, height: height * count, pixels };
}

/** A picture as a texture of that shape needs it, with the options that say so. */
export function shaped(picture: Picture, shape: string): { picture: Picture; options: string[] } {
    switch (shape) {
    case 'cube':
        return { picture: stacked(picture, FACES, true), options: ['shape=cube'] };
    case 'array':
    case '3d':
        return {
            picture: stacked(picture, LAYERS, false), options: [`shape=${shape}`, `layers=${LAYERS}`],
        };
    default:
        return { picture, options: [] };
    }
}
