// What keeps people from using a page: controls without names, texts that hardly stand out, ids that
// are there twice, and focus that cannot be seen. The function runs within the page.
export function faultsOfAccess() {
    const LEAST_CONTRAST = 4.5;
    const faults = [];
    const say = (element, what) => {
        const name = element.id || element.className || element.tagName;
        faults.push(`${element.tagName.toLowerCase()} '${String(name).slice(0, 40)}': ${what}`);
    };
    const isSeen = element => element.checkVisibility({ visibilityProperty: true })
        && element.closest(
            '.summary.is-old, .is-old > .panel:not(#panel-faults), [aria-hidden=true]') === null;

    const nameOf = element => {
        const labelled = element.getAttribute('aria-labelledby');
        const label = [...element.labels ?? []].map(each => each.textContent).join(' ');
        return (element.getAttribute('aria-label') ?? (labelled === null
            ? '' : document.getElementById(labelled)?.textContent)
            ?? '') || label || element.title || element.textContent.trim();
    };
    for (const element of document.querySelectorAll(
        'button, input, select, a[href], iframe, dialog, [role=tab], [role=tabpanel], [role=listbox], [role=separator], canvas, summary')) {
        if (isSeen(element) && nameOf(element) === '') {
            say(element, 'has no name');
        }
    }

    const ids = [...document.querySelectorAll('[id]')].map(element => element.id);
    for (const id of new Set(ids.filter((each, index) => ids.indexOf(each) !== index))) {
        faults.push(`the id ${id} is there twice`);
    }
    for (const element of document.querySelectorAll('[aria-controls]')) {
        if (document.getElementById(element.getAttribute('aria-controls')) === null) {
            say(element, 'controls what is not there');
        }
    }

    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const over = (colour, under) => {
        canvas.fillStyle = `rgb(${under.join(' ')})`;
        canvas.fillRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const groundOf = element => {
        const chain = [];
        for (let each = element; each !== null; each = each.parentElement) {
            chain.unshift(getComputedStyle(each).backgroundColor);
        }
        return chain.reduce((under, colour) => over(colour, under), [255, 255, 255]);
    };
    const light = colour => {
        const [red, green, blue] = colour.map(value => value / 255)
            .map(value => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const seen = new Set();
    for (const element of document.querySelectorAll('body *')) {
        const hasText = [...element.childNodes].some(node =>
            node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '');
        if (!hasText || !isSeen(element) || element.matches(':disabled, option, optgroup')
            || element.closest('.hidden, noscript, script, style, .cm-announced') !== null) {
            continue;
        }
        const ground = groundOf(element);
        const ink = over(getComputedStyle(element).color, ground);
        const [low, high] = [light(ink), light(ground)].sort((one, other) => one - other);
        const contrast = (high + 0.05) / (low + 0.05);
        const key = `${ink} ${ground}`;
        if (contrast < LEAST_CONTRAST && !seen.has(key)) {
            seen.add(key);
            say(element, `'${element.textContent.trim().slice(0, 20)}' has a contrast of ${contrast.toFixed(2)}`);
        }
    }

    if (document.documentElement.lang === '' || document.title === '') {
        faults.push('the page has no language or no title');
    }
    if (document.querySelectorAll('h1').length !== 1) {
        faults.push('the page has not exactly one heading of the first rank');
    }
    return faults;
}
