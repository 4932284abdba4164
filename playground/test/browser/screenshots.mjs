// Takes pictures of the page in five sizes, light and dark, for people to look at:
//
//   node test/screenshots.mjs FOLDER [--tool JACQUARD] [--out BUILT]
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, SIZES } from './chromium.mjs';
import { serve } from './server.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const value = name => process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined;
const folder = process.argv[2] ?? 'screenshots';
mkdirSync(folder, { recursive: true });

const server = await serve({ folder: value('--out') ?? join(here, '../../out'), tool: value('--tool') });
const browser = await launch();
const panes = (value('--panes') ?? 'listing,cost,view,draw,faults').split(',');
const wanted = value('--sizes')?.split(',') ?? Object.keys(SIZES);
for (const name of wanted) {
    for (const colorScheme of (value('--themes') ?? 'light,dark').split(',')) {
        const context = await browser.newContext({ viewport: SIZES[name], colorScheme });
        const page = await context.newPage();
        page.on('pageerror', fault => console.log(`${name}: ${fault.message}`));
        page.on('console', message => message.type() === 'error' && console.log(message.text()));
        await page.goto(server.address);
        await page.waitForFunction(() => document.body.dataset.costs !== undefined);
        const isPhone = await page.locator('.switch').isVisible();
        if (isPhone) {
            await page.screenshot({ path: join(folder, `${name}-${colorScheme}-source.png`) });
            await page.locator('[data-show=results]').click();
        }
        for (const pane of panes) {
            await page.locator(`#tab-${pane}`).click();
            if (pane === 'draw') {
                await page.waitForSelector('canvas[data-drawn]');
            }
            await page.waitForTimeout(pane === 'view' ? 1500 : 300);
            await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${pane}.png`) });
        }
        await context.close();
    }
}
await browser.close();
server.close();
