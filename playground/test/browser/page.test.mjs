// Clicks and types on the built page in a real browser. The compiler is the package that was built
// into it, or, where the variable JACQUARD names the tool and there is no package, its stand-in.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { faultsOfAccess } from './access.mjs';
import { CHROMIUM, hasChromium, launch, SIZES } from './chromium.mjs';
import { serve } from './server.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const folder = process.env.PLAYGROUND ?? join(here, '../../out');
const hasPackage = existsSync(join(folder, 'jacquard/jacquard.mjs'));
const tool = hasPackage ? undefined : process.env.JACQUARD;
const PATIENCE = 60000;

function reasonToSkip() {
    if (!existsSync(join(folder, 'index.html'))) {
        return "the playground is not built: 'npm run build' does";
    }
    if (!hasPackage && tool === undefined) {
        return 'the playground was built without the WebAssembly package';
    }
    return hasChromium() ? false : `there is no ${CHROMIUM}`;
}
const skip = reasonToSkip();

let server;
let browser;
before(async () => {
    if (!skip) {
        server = await serve({ folder, tool });
        browser = await launch();
    }
});
after(async () => {
    await browser?.close();
    server?.close();
});

const GOOD = `#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
layout(push_constant) uniform P { vec4 tint; };
void main() {
    float height = sin(uv.x * 9.0);
    colour = tint * height;
}
`;

// Opens the page in a window of its own and hands it to the steps; faults of the page fail the test.
function on(name, steps, { at = server, hash = '', wait = true, ...options } = {}) {
    test(name, { skip, timeout: 4 * PATIENCE }, async t => {
        const context = await browser.newContext({
            viewport: SIZES.laptop, permissions: ['clipboard-read', 'clipboard-write'], ...options,
        });
        context.setDefaultTimeout(PATIENCE);
        const page = await context.newPage();
        // A busy machine is no compiler that hangs.
        await context.addInitScript(() => {
            try {
                localStorage.setItem('jacquard-playground',
                    localStorage.getItem('jacquard-playground') ?? '{"seconds": 60}');
            } catch {
                // The frame of the view has no store.
            }
        });
        const faults = [];
        page.on('pageerror', fault => faults.push(fault.message));
        try {
            const where = (typeof at === 'function' ? await at(t) : at ?? server).address;
            await page.goto(where + hash);
            if (wait) {
                await costed(page);
            }
            await steps(page, context, where);
            assert.deepEqual(faults, []);
        } finally {
            await context.close();
        }
    });
}

const costs = page => page.evaluate(() => Number(document.body.dataset.costs ?? 0));

// Waits for the costs of a compile that began after there were so many.
async function costed(page, before = 0) {
    await page.waitForFunction(count => Number(document.body.dataset.costs ?? 0) > count, before);
}

async function type(page, text) {
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
}

async function compiled(page, text = GOOD) {
    const before = await costs(page);
    await type(page, text);
    await costed(page, before);
}

const sourceOf = page => page.evaluate(() =>
    [...document.querySelectorAll('.cm-line')].map(line => line.textContent).join('\n'));

on('the first visit shows an example with its words and what each line costs', async page => {
    assert.ok(await page.locator('.rows .row').count() > 10);
    assert.match(await page.locator('#summary').innerText(), /\d+ cycles, bound by /);
    assert.ok(await page.locator('.cost-gutter .cost:visible').count() > 2);
    assert.match(await page.locator('#state').innerText(), /^Compiled in \d+ ms$/);
    assert.match(await page.locator('#version').innerText(), /^Jacquard \d/);
});

on('nothing is asked of any other place', async (page, context, where) => {
    const asked = [];
    context.on('request', request => asked.push(request.url()));
    await page.reload();
    await costed(page);
    await page.locator('#tab-view').click();
    await page.frameLocator('iframe').locator('body').waitFor();
    const elsewhere = asked.filter(url => !url.startsWith(where) && !/^(data|blob|about):/.test(url));
    assert.deepEqual(elsewhere, []);
    assert.ok(asked.length > 4);
});

on('a fault is underlined and listed as one types, and the last listing stays', async page => {
    await compiled(page);
    const rows = await page.locator('.rows .row').count();
    await type(page, GOOD.replace('float height', 'flot height'));
    await page.locator('.cm-lintRange-error').waitFor();
    assert.match(await page.locator('.cm-lintRange-error').innerText(), /^flot/);
    assert.match(await page.locator('#state').innerText(), /error/);
    assert.equal(await page.locator('.rows .row').count(), rows);
    await page.locator('#tab-faults').click();
    assert.match(await page.locator('.faults').innerText(), /6:5.*G102.*flot/s);
    await page.locator('.faults .link').first().click();
    assert.equal(await page.locator('#place').innerText(), 'Line 6');
    await page.locator('.faults .code').first().click();
    await page.locator('#explain pre', { hasText: 'G102' }).waitFor();
    await compiled(page);
    assert.equal(await page.locator('.cm-lintRange-error').count(), 0);
    assert.match(await page.locator('#panel-faults').innerText(), /no fault/);
});

on('words of the listing lead to their lines, and lines to their words', async page => {
    await page.locator('#tab-listing').click();
    await compiled(page);
    const row = page.locator('.rows .row[data-line="6"]').first();
    await row.hover();
    await page.locator('.cm-line.linked', { hasText: 'sin' }).waitFor();
    await page.locator('.hint').waitFor({ state: 'visible' });
    assert.match(await page.locator('.hint').innerText(), /^ir3:/);
    await row.locator('.from').click();
    assert.equal(await page.locator('#place').innerText(), 'Line 6');
    assert.ok(await page.locator('.rows .row.linked').count() > 0);
    await page.locator('.rows .row', { hasText: 'sin' }).first().locator('.text').click();
    const text = page.locator('#explain pre');
    await text.filter({ hasText: 'ir3:sin' }).waitFor();
    assert.match(await text.innerText(), /63 .*59 .*55/s);
    await text.locator('.link', { hasText: 'ir3:sin' }).first().click();
    await text.filter({ hasText: 'revisions' }).waitFor();
    await page.locator('#explain button', { hasText: '←' }).click();
    await text.filter({ hasText: 'operands' }).waitFor();
});

on('the cost has a verdict, lines that lead to the source, and advice', async page => {
    await compiled(page);
    await page.locator('#tab-cost').click();
    const pane = page.locator('#panel-cost');
    assert.match(await pane.locator('.verdict').innerText(), /Bound by .* with \d+ cycles/);
    assert.match(await pane.locator('.lines').innerText(), /line 6/);
    assert.ok(await pane.locator('.advice li').count() > 0);
    await pane.locator('.lines .link', { hasText: 'line 6' }).click();
    assert.equal(await page.locator('#place').innerText(), 'Line 6');
    await pane.locator('summary', { hasText: 'All figures' }).click();
    assert.match(await pane.locator('.figures').innerText(), /issue slots/);
});

on('the page of the view is shown in a frame that can do nothing else', async page => {
    await compiled(page);
    await page.locator('#tab-view').click();
    assert.equal(await page.locator('iframe').getAttribute('sandbox'), 'allow-scripts');
    const frame = page.frameLocator('iframe');
    await frame.locator('.row', { hasText: 'sin' }).first().waitFor();
    await page.locator('#theme').click();
    const theme = await page.evaluate(() => document.documentElement.dataset.theme);
    await frame.locator(`html[data-theme="${theme}"]`).waitFor();
    assert.match(await page.locator('#panel-view a').getAttribute('href'), /^blob:/);
});

const pixel = page => page.evaluate(() => {
    const canvas = document.querySelector('canvas');
    return [...canvas.getContext('2d').getImageData(canvas.width / 4, 9, 1, 1).data].join();
});

on('a picture is drawn, and follows the sliders', async page => {
    await compiled(page);
    await page.locator('#tab-draw').click();
    await page.locator('canvas[data-drawn]').waitFor();
    const before = await pixel(page);
    assert.equal(await page.locator('.slider').count(), 4);
    await page.getByLabel('tint.x, as a number').fill('3');
    await page.waitForFunction(old => {
        const canvas = document.querySelector('canvas');
        return [...canvas.getContext('2d').getImageData(canvas.width / 4, 9, 1, 1).data].join() !== old;
    }, before);
    assert.equal(await page.getByLabel('tint.x', { exact: true }).inputValue(), '3');
    const drawn = await page.locator('canvas').getAttribute('data-drawn');
    await page.getByLabel('tint.y', { exact: true }).focus();
    await page.keyboard.press('Home');
    await page.waitForFunction(old => document.querySelector('canvas').dataset.drawn !== old, drawn);
});

on('what cannot be drawn says why', async page => {
    await page.locator('#tab-draw').click();
    await page.locator('canvas[data-drawn]').waitFor();
    await compiled(page, 'VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n  0: MOV OUT[0], IN[0]\n  1: END\n');
    await page.locator('.picture p', { hasText: /fragment|draw|stage/i }).waitFor();
});

on('a link brings text, part, options and pane to another browser', async (page, context, where) => {
    await compiled(page);
    await page.locator('#part').selectOption('740');
    await page.locator('#tab-cost').click();
    await page.locator('#options').click();
    await page.getByLabel('precise', { exact: true }).check();
    await page.locator('#dialog-options .main').click();
    await page.locator('#share').click();
    await page.locator('#banner', { hasText: 'copied' }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(link.startsWith(`${where}#1.`));
    const other = await (await browser.newContext()).newPage();
    await other.goto(link);
    await costed(other);
    assert.equal(await sourceOf(other), GOOD);
    assert.equal(await other.locator('#part').inputValue(), '740');
    assert.equal(await other.locator('#options .badge').innerText(), '1');
    assert.equal(await other.locator('#tab-cost').getAttribute('aria-selected'), 'true');
    await other.context().close();
    await type(page, `${GOOD}// more\n`);
    await page.waitForFunction(() => location.hash === '');
});

on('a damaged link says so and keeps what is there', async (page, context, where) => {
    await compiled(page);
    await page.waitForTimeout(400);
    await page.goto(`${where}#1.eJyrVkrLz1eyUkpKLFKqBQAdegQ0AAAA`);
    await page.locator('#banner', { hasText: 'The link is damaged' }).waitFor();
    assert.equal(await sourceOf(page), GOOD);
    await page.goto(`${where}?again#what`);
    await page.locator('#banner', { hasText: 'does not begin as links do' }).waitFor();
    await costed(page);
    assert.equal(await sourceOf(page), GOOD);
});

on('what was typed comes back after the page was closed, and after an example', async page => {
    await compiled(page);
    await page.reload();
    await costed(page);
    assert.equal(await sourceOf(page), GOOD);
    await type(page, `${GOOD}// the last words`);
    await page.reload(); // at once
    await costed(page);
    assert.equal(await sourceOf(page), `${GOOD}// the last words`);
    const example = await page.locator('#examples option', { hasText: 'A lit texture' }).getAttribute('value');
    await page.locator('#examples').selectOption(example);
    await page.locator('.cm-line', { hasText: 'RSQ' }).first().waitFor();
    assert.equal(await page.locator('#stage').isDisabled(), true);
    await page.locator('#examples').focus();
    const draft = await page.locator('#examples optgroup[label="Typed before"] option').first().getAttribute('value');
    await page.locator('#examples').selectOption(draft);
    await page.locator('.cm-line', { hasText: 'the last words' }).waitFor();
});

on('each example compiles', async page => {
    const values = await page.locator('#examples option[value^=example]').evaluateAll(
        all => all.map(option => option.value));
    assert.ok(values.length > 8);
    for (const value of values) {
        const before = await costs(page);
        await page.locator('#examples').selectOption(value);
        await costed(page, before);
        assert.equal(await page.locator('.faults .error').count(), 0, value);
        assert.ok(await page.locator('#panel-listing .rows .row').count() > 2, value);
    }
});

// A module whose entry point returns at once.
function smallModule() {
    const op = (code, ...operands) => [((operands.length + 1) << 16) | code, ...operands];
    const main = [0x6e69616d, 0]; // the letters of "main"
    return [
        0x07230203, 0x00010300, 0, 5, 0,
        ...op(17, 1), ...op(14, 0, 1), // OpCapability Shader, OpMemoryModel Logical GLSL450
        ...op(15, 5, 1, ...main), ...op(16, 1, 17, 1, 1, 1), // OpEntryPoint, OpExecutionMode LocalSize
        ...op(19, 2), ...op(33, 3, 2), // OpTypeVoid, OpTypeFunction
        ...op(54, 2, 1, 0, 3), ...op(248, 4), ...op(253), ...op(56),
    ];
}

on('a module is opened as its text', async page => {
    const buffer = Buffer.from(new Uint32Array(smallModule()).buffer);
    await page.locator('#file').setInputFiles({ name: 'small.spv', mimeType: '', buffer });
    await page.locator('.cm-line', { hasText: 'OpMemoryModel Logical GLSL450' }).waitFor();
    assert.equal(await page.locator('#language').inputValue(), 'spirv');
    await page.locator('#banner', { hasText: 'binary' }).waitFor();
    const text = await sourceOf(page);
    const large = Buffer.alloc((4 << 20) + 1, 32);
    await page.locator('#file').setInputFiles({ name: 'large.frag', mimeType: '', buffer: large });
    await page.locator('#banner', { hasText: 'takes up to 4 MiB' }).waitFor();
    assert.equal(await sourceOf(page), text);
});

on('a file that is dropped is opened by its name', async page => {
    await page.evaluate(source => {
        const data = new DataTransfer();
        data.items.add(new File([source], 'water.vert.hlsl'));
        document.querySelector('.cm-content').dispatchEvent(
            new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, 'float4 main(float4 p : POSITION) : SV_Position { return p * 2; }\n');
    await page.locator('.cm-line', { hasText: 'SV_Position' }).waitFor();
    assert.equal(await page.locator('#language').inputValue(), 'hlsl');
    assert.equal(await page.locator('#stage').inputValue(), 'vertex');
});

on('all of it is reached by keys', async page => {
    await compiled(page);
    await page.keyboard.press('Alt+1');
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-cost');
    assert.equal(await page.locator('#panel-cost').isVisible(), true);
    await page.keyboard.press('Home');
    await page.locator('.rows').focus();
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.locator('.rows [aria-selected=true]').getAttribute('data-index'), '1');
    await page.keyboard.press('Enter');
    await page.locator('#explain pre', { hasText: 'operands' }).waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#explain').isVisible(), false);
    assert.equal(await page.evaluate(() => document.activeElement.className), 'rows');
    await page.keyboard.press('Alt+e');
    await page.keyboard.type('T102');
    await page.keyboard.press('Enter');
    await page.locator('#explain pre', { hasText: 'There is no instruction of that name' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('#splitter').focus();
    const width = (await page.locator('#source-pane').boundingBox()).width;
    await page.keyboard.press('ArrowRight');
    assert.ok((await page.locator('#source-pane').boundingBox()).width > width);
    await page.keyboard.press('?');
    await page.locator('#dialog-help', { hasText: 'Alt+1' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+0');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.closest('.cm-editor')), null);
});

on('F1 in the source explains the word at the cursor', async page => {
    await compiled(page, 'FRAG\nDCL OUT[0], COLOR\nIMM[0] FLT32 {0, 1, 0, 1}\n  0: MOV OUT[0], IMM[0]\n  1: END\n');
    await page.locator('.cm-line', { hasText: 'MOV' }).click({ position: { x: 50, y: 8 } });
    await page.keyboard.press('F1');
    await page.locator('#explain pre', { hasText: 'tgsi:MOV' }).waitFor();
});

on('light and dark follow the system until one chooses', async page => {
    const has = theme => page.locator(`html[data-theme=${theme}]`).waitFor();
    await has('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await has('dark');
    await page.locator('#theme').click();
    await has('light');
    await page.reload();
    await has('light');
});

on('on a phone, source and results take turns and nothing is cut off', async page => {
    assert.equal(await page.locator('.cm-content').isVisible(), true);
    assert.equal(await page.locator('#results').isVisible(), false);
    await page.locator('[data-show=results]').click();
    for (const pane of ['cost', 'view', 'draw', 'faults', 'listing']) {
        await page.locator(`#tab-${pane}`).click();
        assert.equal(await page.locator(`#panel-${pane}`).isVisible(), true);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), SIZES.phone.width);
    }
    await page.locator('.rows .row').nth(2).click();
    await page.locator('#explain pre', { hasText: 'ir3:' }).waitFor();
}, { viewport: SIZES.phone, hasTouch: true, isMobile: true });

for (const colorScheme of ['light', 'dark']) {
    on(`names, contrast and order are accessible (${colorScheme})`, async page => {
        await type(page, GOOD.replace('float height', 'flot height'));
        await page.locator('.cm-lintRange-error').waitFor();
        for (const pane of ['faults', 'cost', 'draw', 'view', 'listing']) {
            await page.locator(`#tab-${pane}`).click();
            assert.deepEqual(await page.evaluate(faultsOfAccess), [], pane);
        }
        await page.locator('.rows .row').first().click();
        await page.locator('#explain pre', { hasText: 'ir3:' }).waitFor();
        assert.deepEqual(await page.evaluate(faultsOfAccess), [], 'explanation');
        for (const dialog of ['options', 'help']) {
            await page.locator(`#${dialog}`).click();
            assert.deepEqual(await page.evaluate(faultsOfAccess), [], dialog);
            await page.keyboard.press('Escape');
        }
    }, { colorScheme });
}

// The package with a compiler in front of it that hangs and fails on demand.
async function faultyServer(t) {
    const faulty = await serve({
        folder, tool, change: (path, relative) => {
            if (relative === '/jacquard/jacquard.mjs') {
                return join(here, 'faulty/hangs.mjs');
            }
            return relative !== '/jacquard/jacquard.real.mjs' ? path : hasPackage
                ? join(folder, 'jacquard/jacquard.mjs') : join(here, 'standin/jacquard.mjs');
        },
    });
    t.after(() => faulty.close());
    return faulty;
}

on('a compile that takes too long is ended, and the next one works', async page => {
    await page.locator('#options').click();
    await page.locator('#option-seconds').fill('1');
    await page.locator('#dialog-options .main').click();
    await type(page, `${GOOD}// hang`);
    await page.locator('#state', { hasText: 'took longer than 1 s and was ended. The text is kept.' }).waitFor();
    assert.equal(await sourceOf(page), `${GOOD}// hang`);
    await page.locator('#options').click();
    await page.locator('#option-seconds').fill('30');
    await page.locator('#dialog-options .main').click();
    await compiled(page);
}, { at: faultyServer });

on('a compiler that fails keeps the text and says what happened', async page => {
    await type(page, `${GOOD}// trap`);
    await page.locator('#state', { hasText: 'The compiler failed: unreachable The text is kept.' }).waitFor();
    assert.equal(await page.locator('#retry').isVisible(), true);
    assert.equal(await sourceOf(page), `${GOOD}// trap`);
    await compiled(page);
    assert.equal(await page.locator('#retry').isVisible(), false);
}, { at: faultyServer });

on('without the package, the page says so and still keeps what is typed', async page => {
    await page.locator('#state', { hasText: 'The compiler could not be loaded' }).waitFor();
    await type(page, GOOD);
    await page.waitForTimeout(400);
    await page.reload();
    await page.locator('#state', { hasText: 'The compiler could not be loaded' }).waitFor();
    assert.equal(await sourceOf(page), GOOD);
}, {
    wait: false,
    async at(t) {
        const bare = await serve({
            folder, change: (path, relative) => relative.startsWith('/jacquard/') ? '/none' : path,
        });
        t.after(() => bare.close());
        return bare;
    },
});
