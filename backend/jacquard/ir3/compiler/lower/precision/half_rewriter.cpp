#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/ir3/compiler/lower/precision/half_rewriter.h>
#include <jacquard/support/expression/half.h>

#include <array>
#include <span>

namespace jacquard::nir::narrowing {

bool HalfRewriter::rewrite() {
    bool changed = false;
    halves_.assign(candidates_.num_values(), nullptr);
    for (const Node& node : nodes_) {
        if (node.narrow && node.kind == Kind::phi) {
            PhiInstruction* half = shader_.make_phi(1, 16);
            half->origin = node.value->instruction->origin;
            node.value->instruction->block->insert_before(node.value->instruction, half);
            halves_[node.value->index] = &half->value;
            changed = true;
        }
    }
    for (const Node& node : nodes_) {
        if (node.narrow && node.kind != Kind::phi) {
            make_half(node);
            changed = true;
        }
    }
    for (const Node& node : nodes_) {
        if (node.narrow && node.kind == Kind::phi) {
            fill_phi(*node.value);
        }
    }
    for (const Node& node : nodes_) {
        if (node.narrow) {
            hand_over(node);
        }
    }
    for (const Node& node : nodes_) {
        if (node.narrow) {
            node.value->instruction->for_each_source([](Source& source) { source.set(nullptr); });
        }
    }
    for (const Node& node : nodes_) {
        if (node.narrow) {
            node.value->instruction->remove();
        }
    }
    return changed;
}

void HalfRewriter::make_half(const Node& node) {
    auto& alu = static_cast<AluInstruction&>(*node.value->instruction);
    CoreBuilder b(shader_, Cursor::before_instruction(&alu));
    b.origin = alu.origin;
    std::array<Operand, 4> sources;
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        const AluSource& source = alu.sources()[i];
        if (node.kind == Kind::selection && i == 0) {
            sources[i] = channel(source.ssa, source.swizzle[0]);
        } else {
            sources[i] = half_of(b, *source.ssa, source.swizzle[0]);
        }
    }
    halves_[node.value->index] = b.alu(alu.opcode, std::span(sources.data(), alu.num_sources));
}

Operand HalfRewriter::half_of(CoreBuilder& b, SsaDef& value, unsigned component) {
    if (SsaDef* half = halves_[value.index]) {
        return half;
    }
    const auto constants = constant_components(value);
    if (!constants.empty()) {
        return b.imm_bits(float_to_half(constants[component].f32), 16);
    }
    SsaDef*& converted = converted_[{&value, component}];
    if (converted == nullptr) {
        CoreBuilder behind(shader_, behind_of(value));
        behind.origin = value.instruction->origin;
        converted = behind.alu(core::f2f16, {channel(&value, component)});
    }
    return converted;
}

Cursor HalfRewriter::behind_of(const SsaDef& value) {
    Instruction* maker = value.instruction;
    return maker->kind == InstructionKind::phi ? Cursor::after_phis(maker->block)
                                               : Cursor::after_instruction(maker);
}

void HalfRewriter::fill_phi(SsaDef& value) {
    auto& phi = static_cast<PhiInstruction&>(*value.instruction);
    auto& half = static_cast<PhiInstruction&>(*halves_[value.index]->instruction);
    for (PhiSource* source = phi.first_source; source != nullptr; source = source->next) {
        CoreBuilder b(shader_, Cursor::before_jump(source->predecessor));
        shader_.add_phi_source(&half, source->predecessor, half_of(b, *source->ssa, 0).value);
    }
}

void HalfRewriter::hand_over(const Node& node) {
    SsaDef* half = halves_[node.value->index];
    if (node.value->bit_size == 1) {
        node.value->rewrite_uses(half);
        return;
    }
    SsaDef* wide = nullptr;
    for (Source& use : node.value->uses()) {
        const Instruction* reader = use.instruction();
        const Node* other = reader != nullptr && reader->def() != nullptr
                                ? candidates_.node_of(*reader->def())
                                : nullptr;
        if (other != nullptr && other->narrow) {
            continue; // which goes
        }
        if (wide == nullptr) {
            CoreBuilder behind(shader_, behind_of(*half));
            behind.origin = half->instruction->origin;
            wide = behind.alu(core::f2f32, {half});
        }
        use.set(wide);
    }
}

} // namespace jacquard::nir::narrowing
