// Folds copies into the instructions that read them.
//
// Before: values reach their readers through movs, absneg and splits of collects as translation and
// selection made them, and every constant and immediate is the source of a mov.
// After: a source that can hold what was copied holds it: constants, immediates (inline, or in the
// constant file when they have no inline form), relative constants, other values with abs and neg.
// A clamp that only one sum, product or the like feeds has become that instruction's (sat). Copies
// without readers are left for dead code elimination.

#include <jacquard/generated/ir3/roles.h>
#include <jacquard/generated/pipelines/propagate_copies.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/support/expression/half.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>

namespace jacquard::ir3 {

namespace {

constexpr std::uint32_t kFloatSign = 0x80000000;

// A copy of all bits of its source, or one that changes the sign.
bool is_copy(const Node& node) {
    if (node.kind != NodeKind::machine ||
        (node.info->properties & (property_copy | property_sign_change)) == 0 || node.saturate ||
        !node.dst.is_ssa()) {
        return false;
    }
    return is_machine_with(node, property_copy) ? node.source_type == node.type
                                                : node.dst.half == node.sources()[0].half;
}

// The source that takes the place of one when it looks through its definition, and the meaning that
// its modifiers then have.
struct Composition {
    Register source;
    ModifierMeaning meaning{};
};

// The modifiers of source `i` of the node applied to those of the source of its definition, a copy
// of whatever kind. Nothing when they mean different things: the sign of a float, of an integer and
// every bit are not one another's opposite.
std::optional<Composition> compose(const Node& node, std::size_t i, const Node& definition,
                                   std::size_t copied) {
    const Register& outer = node.sources()[i];
    const Register& inner = definition.sources()[copied];
    Composition result{inner, {}};
    if (!inner.has_modifier() && !outer.has_modifier()) {
        return result;
    }
    result.meaning =
        inner.has_modifier() ? modifier_meaning(definition, copied) : modifier_meaning(node, i);
    if (outer.has_modifier() && modifier_meaning(node, i) != result.meaning) {
        return std::nullopt;
    }
    result.source = with_modifiers_of(outer, inner);
    return result;
}

class CopyPropagation {
  public:
    CopyPropagation(Graph& graph, const MachineFacts& machine) : graph_(graph), machine_(machine) {}

    void run() {
        for (Block& block : graph_.blocks) {
            for (Node* node : block.nodes) {
                visit(*node);
                if (node->is_machine(role::kEnd)) {
                    for (std::size_t i = 0; i < graph_.outputs.size(); ++i) {
                        graph_.outputs[i].node = node->sources()[i].definition;
                    }
                }
            }
        }
    }

  private:
    void visit(Node& node) {
        if (node.kind != NodeKind::machine || node.opcode == role::kEnd) {
            for (std::size_t i = 0; i < node.sources().size(); ++i) {
                (void)follow_values(node, i);
            }
            return;
        }
        std::uint32_t constants = 0; // sources that are copies of constants
        for (std::size_t i = 0; i < node.sources().size(); ++i) {
            constants |= std::uint32_t{follow_values(node, i)} << i;
        }
        fold_clamp(node);
        // A multiply-add reads no constant in the middle: exchange the factors when that helps.
        if ((constants & 3) == 2 && may_exchange_factors(node)) {
            std::swap(node.sources()[0], node.sources()[1]);
            constants ^= 3;
        }
        for (; constants != 0; constants &= constants - 1) {
            fold_constant(node, static_cast<std::size_t>(std::countr_zero(constants)));
        }
        fold_predicate(node);
    }

    void replace(Register& source, const Register& by) {
        if (counts_uses()) {
            --uses_[source.definition->serial];
            if (by.is_ssa()) {
                ++uses_[by.definition->serial];
            }
        }
        source = by;
    }

    // "Is this truth value not 0" is the comparison that makes it, written to a predicate.
    void fold_predicate(Node& node) {
        if (node.dst.kind != RegisterKind::predicate || node.opcode != role::kCompare ||
            node.condition != Condition::ne || node.sources()[0].has_modifier() ||
            !node.sources()[0].is_ssa() || node.sources()[1].kind != RegisterKind::immediate ||
            node.sources()[1].value != 0) {
            return;
        }
        const Node& definition = *node.sources()[0].definition;
        if (definition.kind != NodeKind::machine || definition.block != node.block ||
            definition.address != nullptr || !may_write_predicate(definition)) {
            return;
        }
        graph_.set_opcode(node, definition.opcode);
        node.condition = definition.condition;
        graph_.copy_sources(definition, node);
        if (counts_uses()) {
            --uses_[definition.serial];
            for_each_ssa_source(node, [this](const Node* source) { ++uses_[source->serial]; });
        }
    }

    bool may_write_predicate(const Node& node) const {
        if (is_comparison(node)) {
            return true;
        }
        return machine_.predicate_logic && node.is_truth &&
               is_machine_with(node, property_predicate_logic);
    }

    // Looks through everything whose result is another SSA value. Whether the source is a copy of a
    // constant then, wherever that stands.
    bool follow_values(Node& node, std::size_t i) {
        while (node.sources()[i].is_ssa()) {
            const Register& source = node.sources()[i];
            const Node* copy = source.definition;
            std::size_t copied = 0;
            if (copy->kind == NodeKind::split) {
                copied = copy->offset;
                copy = copy->sources()[0].definition;
                if (copy->kind != NodeKind::collect) {
                    return false;
                }
            } else if (!is_copy(*copy)) {
                return false;
            }
            const Register& inner = copy->sources()[copied];
            if (!inner.is_ssa()) {
                return copy == source.definition && inner.kind != RegisterKind::array;
            }
            const std::optional<Composition> through = compose(node, i, *copy, copied);
            if (!through || through->source.half != source.half ||
                !takes_modifiers(node, i, *through)) {
                return false;
            }
            replace(node.sources()[i], through->source);
        }
        return false;
    }

    static bool takes_modifiers(const Node& node, std::size_t i, const Composition& through) {
        if (!through.source.has_modifier()) {
            return true;
        }
        return node.kind == NodeKind::machine && node.opcode != role::kEnd &&
               source_takes_modifiers(node, i, through.source, through.meaning);
    }

    // Replaces a source that is a copy of a constant by the constant.
    void fold_constant(Node& node, std::size_t i) {
        const Node& definition = *node.sources()[i].definition;
        const std::optional<Composition> through = compose(node, i, definition, 0);
        if (!through || through->source.half != node.sources()[i].half) {
            return;
        }
        const Register& candidate = through->source;
        if (candidate.kind == RegisterKind::immediate) {
            fold_immediate(node, i, *through);
            return;
        }
        if (!takes_modifiers(node, i, *through)) {
            return;
        }
        if (candidate.kind == RegisterKind::relative_constant) {
            if (node.address != nullptr && node.address != definition.address) {
                return;
            }
            if (definition.block != node.block) {
                return;
            }
        }
        if (source_may_be(node, i, candidate)) {
            replace(node.sources()[i], candidate);
            if (candidate.kind == RegisterKind::relative_constant) {
                node.address = definition.address;
            }
        }
    }

    void fold_immediate(Node& node, std::size_t i, const Composition& through) {
        if (through.source.half) {
            fold_half_immediate(node, i, through);
            return;
        }
        const std::uint32_t bits = modified(through);
        const Register inline_form = inline_immediate(node, i, bits);
        if (source_may_be(node, i, inline_form)) {
            replace(node.sources()[i], inline_form);
            return;
        }
        Register constant = constant_source(0);
        if (!source_may_be(node, i, constant)) {
            return;
        }
        if (graph_.immediate_constant(bits, constant.number)) {
            replace(node.sources()[i], constant);
        }
    }

    void fold_half_immediate(Node& node, std::size_t i, const Composition& through) {
        if (reads_float(node, i)) {
            fold_half_float(node, i, through);
            return;
        }
        // Small integers are the same whatever their sign is taken for.
        constexpr std::int32_t kMostHalf = 0x1ff;
        if (!through.source.has_modifier() && through.source.value >= 0 &&
            through.source.value <= kMostHalf && source_may_be(node, i, through.source)) {
            replace(node.sources()[i], through.source);
            return;
        }
        // Instructions with three sources read the low half of a word of the constant file.
        Register constant = constant_source(0);
        constant.half = true;
        if (opcode_info(node).category == Category::three_sources &&
            !through.source.has_modifier() && source_may_be(node, i, constant) &&
            graph_.immediate_constant(static_cast<std::uint32_t>(through.source.value) & 0xffffU,
                                      constant.number)) {
            replace(node.sources()[i], constant);
        }
    }

    // Reads of a half from the constant file narrow the float that stands there.
    void fold_half_float(Node& node, std::size_t i, const Composition& through) {
        constexpr std::uint32_t kHalfSign = 0x8000;
        constexpr std::uint32_t kHalfExponent = 0x7c00;
        if (through.meaning != ModifierMeaning::float_sign && through.source.has_modifier()) {
            return;
        }
        auto half = static_cast<std::uint32_t>(through.source.value) & 0xffffU;
        half = through.source.absolute ? half & ~kHalfSign : half;
        half = through.source.negate ? half ^ kHalfSign : half;
        const auto entry =
            std::find_if(kFloatTable.begin(), kFloatTable.end(), [half](const auto& candidate) {
                return candidate.f16 == half || candidate.f16 == (half ^ kHalfSign);
            });
        if (entry != kFloatTable.end()) {
            Register number = immediate_source(entry->f32, true);
            number.negate = entry->f16 != half;
            if (source_takes_modifiers(node, i, number, ModifierMeaning::float_sign) &&
                source_may_be(node, i, number)) {
                replace(node.sources()[i], number);
                return;
            }
        }
        const std::uint32_t exponent = half & kHalfExponent;
        Register constant = constant_source(0);
        constant.half = true;
        // Whether a number near zero survives being narrowed is not known.
        if (exponent == kHalfExponent || (exponent == 0 && half != 0) ||
            !source_may_be(node, i, constant)) {
            return;
        }
        const auto bits =
            std::bit_cast<std::uint32_t>(half_to_float(static_cast<std::uint16_t>(half)));
        if (graph_.immediate_constant(bits, constant.number)) {
            replace(node.sources()[i], constant);
        }
    }

    // The bits of an immediate after its modifiers.
    static std::uint32_t modified(const Composition& through) {
        auto bits = static_cast<std::uint32_t>(through.source.value);
        const bool negates = through.source.negate;
        const bool has_sign = (bits & kFloatSign) != 0;
        switch (through.meaning) {
        case ModifierMeaning::float_sign:
            bits = through.source.absolute ? bits & ~kFloatSign : bits;
            return negates ? bits ^ kFloatSign : bits;
        case ModifierMeaning::integer_sign:
            bits = through.source.absolute && has_sign ? 0U - bits : bits;
            return negates ? 0U - bits : bits;
        case ModifierMeaning::inversion: return negates ? ~bits : bits;
        }
        return bits;
    }

    // Floats stand in a table without signs.
    static Register inline_immediate(const Node& node, std::size_t i, std::uint32_t bits) {
        Register result = immediate_source(bits);
        if (reads_float(node, i) && (bits & kFloatSign) != 0) {
            Register negated = immediate_source(bits ^ kFloatSign);
            negated.negate = true;
            if (source_takes_modifiers(node, i, negated, ModifierMeaning::float_sign)) {
                return negated;
            }
        }
        return result;
    }

    void fold_clamp(Node& node) {
        if (!node.is_machine(role::kSaturate) || !node.saturate) {
            return;
        }
        const Register& first = node.sources()[0];
        const Register& second = node.sources()[1];
        if (!first.is_ssa() || first.definition != second.definition || first.has_modifier() ||
            second.has_modifier() || first.definition->block != node.block ||
            !can_saturate(*first.definition) || first.definition->dst.half != node.dst.half ||
            !has_no_other_reader(*first.definition, node)) {
            return;
        }
        Node& definition = *first.definition;
        definition.saturate = true;
        graph_.set_opcode(node, role::kCopy);
        node.saturate = false;
        node.num_sources = 1;
        set_move_type(node, node.dst.half);
    }

    // Uses are counted when it is first asked for them, and kept right from then on.
    [[nodiscard]] bool counts_uses() const { return !uses_.empty(); }

    bool has_no_other_reader(const Node& value, const Node& reader) {
        if (!counts_uses()) {
            count_uses();
        }
        return uses_[value.serial] == reader.sources().size();
    }

    void count_uses() {
        uses_.assign(graph_.num_serials(), 0);
        for (Block& block : graph_.blocks) {
            for (Node* node : block.nodes) {
                for_each_ssa_source(*node, [this](const Node* source) { ++uses_[source->serial]; });
                for (const Node* dependency : node->dependencies()) {
                    ++uses_[dependency->serial];
                }
            }
        }
    }

    Graph& graph_;
    const MachineFacts& machine_;
    PoolVector<std::uint32_t> uses_{graph_.pool()}; // by serial
};

} // namespace

void propagate_copies(Graph& graph, const MachineFacts& machine) {
    CopyPropagation(graph, machine).run();
}

} // namespace jacquard::ir3
