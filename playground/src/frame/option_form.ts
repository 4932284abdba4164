// The options of a compile, as the tables have them: a field for each.
import type { Option } from '../compiler/interface';
import { make } from './dom';

export type Values = Record<string, string | number | boolean>;

// 'waveSize' is 'wave size'.
function titleOf(name: string): string {
    return name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
}

function fieldOf(option: Option, value: string | number | boolean | undefined): HTMLElement {
    const common = { id: `option-${option.name}`, name: option.name };
    if (option.kind === 'flag') {
        return make('input', { type: 'checkbox', ...common, checked: value === true });
    }
    if (option.values.length > 0) {
        return make('select', common, make('option', { value: '' }, 'default'),
            ...option.values.map(word =>
                make('option', { value: word, selected: word === value }, word)));
    }
    return make('input', {
        type: option.kind === 'number' ? 'number' : 'text', ...common,
        value: value === undefined ? '' : String(value), autocomplete: 'off', spellcheck: 'false',
    });
}

function valueOf(field: Element): string | number | boolean | undefined {
    if (field instanceof HTMLInputElement) {
        if (field.type === 'checkbox') {
            return field.checked || undefined;
        }
        if (field.type === 'number') {
            return Number.isFinite(field.valueAsNumber) ? field.valueAsNumber : undefined;
        }
    }
    return (field as HTMLInputElement | HTMLSelectElement).value.trim() || undefined;
}

/** Fills a place with a field for each option, and calls 'changed' with all that are set. */
export function showOptions(place: HTMLElement, options: readonly Option[], values: Values,
    changed: (values: Values) => void): void {
    const fields = options.map(option => fieldOf(option, values[option.name]));
    place.replaceChildren(...options.map((option, index) => make('div', { class: 'field' },
        make('label', { for: `option-${option.name}` }, titleOf(option.name)), fields[index],
        make('p', { class: 'soft' }, option.doc))));
    const read = (): void => {
        const set = fields.map((field, index): [string, string | number | boolean | undefined] =>
            [(options[index] as Option).name, valueOf(field)]);
        changed(Object.fromEntries(set.filter(
            (entry): entry is [string, string | number | boolean] => entry[1] !== undefined)));
    };
    for (const field of fields) {
        field.addEventListener('input', read);
    }
}
