// Measures how long the built page takes to load and to compile again after a letter was typed:
//
//   node test/browser/times.mjs [--tool JACQUARD] [--rounds N]
//
// Times are medians, in milliseconds, of the machine as it is; nothing fails for being slow.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, SIZES } from './chromium.mjs';
import { serve } from './server.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const value = name => process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined;
const rounds = Number(value('--rounds') ?? 9);
const median = list => [...list].sort((one, other) => one - other)[list.length >> 1];

// A fragment shader of a hundred lines, none of which can be left out.
function hundredLines() {
    const body = Array.from({ length: 90 }, (_, index) =>
        `    v = v.yzwx * ${(1 + index / 90).toFixed(3)} + tint * ${(index / 7).toFixed(2)};`);
    return ['#version 450', 'layout(location = 0) in vec2 uv;', 'layout(location = 0) out vec4 colour;',
        'layout(push_constant) uniform P { vec4 tint; };', '', 'void main() {', '    vec4 v = uv.xyxy;',
        ...body, '    colour = fract(v);', '}', ''].join('\n');
}

const server = await serve({ folder: value('--out') ?? join(here, '../../out'), tool: value('--tool') });
const browser = await launch();
const loads = [];
let page;
for (let round = 0; round < rounds; ++round) {
    await page?.context().close();
    page = await (await browser.newContext({ viewport: SIZES.laptop })).newPage();
    await page.goto(server.address, { waitUntil: 'commit' });
    loads.push(await page.waitForFunction(() => document.querySelector('#state')?.dataset.kind === 'done'
        && performance.now()).then(handle => handle.jsonValue()));
}
console.log(`loaded and compiled the first example: ${Math.round(median(loads))} ms`);

const count = name => page.evaluate(each => Number(document.body.dataset[each] ?? 0), name);
async function again(text, kind) {
    const before = await count('costs');
    await page.evaluate(() => {
        window.typedAt = performance.now();
    });
    await page.keyboard.insertText(text);
    await page.waitForFunction(old => Number(document.body.dataset.costs) > old, before);
    return page.evaluate(each => Number(document.body.dataset[each]) - window.typedAt, kind);
}
await page.locator('#tab-listing').click();
await page.locator('.cm-content').click();
await page.keyboard.press('Control+a');
await again(hundredLines(), 'costsAt');
const [listings, costs] = [[], []];
for (let round = 0; round < rounds; ++round) {
    await page.keyboard.press('Control+End');
    costs.push(await again(`// ${round}\n`, 'costsAt'));
    listings.push(await page.evaluate(() => Number(document.body.dataset.listingAt) - window.typedAt));
}
console.log(`100 lines again, until the listing: ${Math.round(median(listings))} ms`);
console.log(`100 lines again, until the costs:   ${Math.round(median(costs))} ms`);
await browser.close();
server.close();
