// Makes elements. Whatever a shader or a link holds becomes text and never markup.

type Attributes = Record<string, string | number | boolean | ((event: never) => void) | undefined>;
type Child = Node | string | null | undefined | false;

/** An element; attributes that begin with 'on' are listeners, false and undefined ones are left out. */
export function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, attributes: Attributes = {},
    ...children: Child[]): HTMLElementTagNameMap[Tag] {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === 'function') {
            element.addEventListener(name.slice(2), value as unknown as EventListener);
        } else if (value !== undefined && value !== false) {
            element.setAttribute(name, value === true ? '' : String(value));
        }
    }
    element.append(...children.filter(child => child !== null && child !== undefined && child !== false));
    return element;
}

/** The element of the page that has this id. */
export function byId<Element extends HTMLElement>(id: string): Element {
    const element = document.getElementById(id);
    if (element === null) {
        throw new Error(`the page has no element '${id}'`);
    }
    return element as Element;
}

/** A table whose first row is its head. Columns from 'numbers' on are aligned to the right. */
export function table(caption: string, head: string[], rows: Child[][], numbers = 1): HTMLElement {
    const cell = (tag: 'td' | 'th', index: number, child: Child): HTMLElement =>
        make(tag, {
            class: index >= numbers ? 'number' : undefined, scope: tag === 'th' ? 'col' : undefined,
        }, child);
    return make('table', {},
        make('caption', {}, caption),
        make('thead', {}, make('tr', {}, ...head.map((title, index) => cell('th', index, title)))),
        make('tbody', {}, ...rows.map(row =>
            make('tr', {}, ...row.map((child, index) => cell('td', index, child))))));
}
