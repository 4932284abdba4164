// Lines of the source that the listing points at.
import { RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

export const showLinkedLines = StateEffect.define<readonly number[]>();

const linked = Decoration.line({ class: 'linked' });

export const linkedLines = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(lines, transaction) {
        let current = lines.map(transaction.changes);
        for (const effect of transaction.effects) {
            if (effect.is(showLinkedLines)) {
                const builder = new RangeSetBuilder<Decoration>();
                for (const line of [...effect.value].sort((one, other) => one - other)) {
                    if (line >= 1 && line <= transaction.state.doc.lines) {
                        const { from } = transaction.state.doc.line(line);
                        builder.add(from, from, linked);
                    }
                }
                current = builder.finish();
            }
        }
        return current;
    },
    provide: field => EditorView.decorations.from(field),
});
