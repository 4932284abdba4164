// A gutter with the cycles of each line. While one types, the numbers move with their lines.
import { RangeSet, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { GutterMarker, gutter } from '@codemirror/view';
import { type LineCost, amount } from '../reports/cost';

export const showCosts = StateEffect.define<readonly LineCost[]>();

class CostMarker extends GutterMarker {
    constructor(private readonly cost: LineCost) {
        super();
    }

    override eq(other: CostMarker): boolean {
        return other.cost.cycles === this.cost.cycles && other.cost.heat === this.cost.heat
            && other.cost.waits === this.cost.waits;
    }

    override toDOM(): HTMLElement {
        const { cycles, issue, waits, heat } = this.cost;
        const element = document.createElement('span');
        element.className = 'cost';
        element.textContent = amount(cycles);
        element.title = `${amount(cycles)} cycles: ${amount(issue)} issuing, `
            + `${amount(waits)} in which others wait`;
        element.style.setProperty('--heat', heat.toFixed(3));
        return element;
    }
}

const field = StateField.define<RangeSet<CostMarker>>({
    create: () => RangeSet.empty,
    update(markers, transaction) {
        let current = markers.map(transaction.changes);
        for (const effect of transaction.effects) {
            if (effect.is(showCosts)) {
                const builder = new RangeSetBuilder<CostMarker>();
                for (const cost of effect.value) {
                    if (cost.line <= transaction.state.doc.lines) {
                        const { from } = transaction.state.doc.line(cost.line);
                        builder.add(from, from, new CostMarker(cost));
                    }
                }
                current = builder.finish();
            }
        }
        return current;
    },
});

class Spacer extends GutterMarker {
    override toDOM(): HTMLElement {
        const element = document.createElement('span');
        element.className = 'cost';
        element.textContent = '0000';
        return element;
    }
}

export const costGutter = [
    field,
    gutter({
        class: 'cost-gutter',
        markers: view => view.state.field(field),
        initialSpacer: () => new Spacer(),
    }),
];
