// Starts Debian's Chromium without anything that calls home.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

export const SIZES = {
    phone: { width: 360, height: 740 },
    tablet: { width: 768, height: 1024 },
    small: { width: 1024, height: 700 },
    laptop: { width: 1440, height: 900 },
    wide: { width: 1920, height: 1080 },
};

export function hasChromium() {
    return existsSync(CHROMIUM);
}

export function launch() {
    return chromium.launch({
        executablePath: CHROMIUM, headless: true,
        args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking',
            '--disable-component-update', '--disable-sync'],
    });
}
