#include <jacquard/generated/passes/undef_optimisation.h>
#include <jacquard/nir/analysis/memory/counted_access.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/util/each.h>

namespace jacquard::nir {
namespace {

bool is_undef(const SsaDef& value) {
    return value.instruction->kind == InstructionKind::undef;
}

bool all_undef(const Instruction& instruction) {
    bool result = true;
    instruction.for_each_source(
        [&result](const Source& source) { result &= is_undef(*source.ssa); });
    return result;
}

// Undefined values replace copies and phis whose sources are all undefined.
SsaDef* replacement_of_copy(Shader& shader, Instruction& instruction) {
    const SsaDef& value = *instruction.def();
    if (!all_undef(instruction)) {
        return nullptr;
    }
    UndefInstruction* undef = shader.make_undef(value.num_components, value.bit_size);
    instruction.block->insert_before(instruction.block->first_after_phis(), undef);
    return &undef->value;
}

// The side of a selection that is defined; where the condition is not, the last one.
SsaDef* replacement_of_selection(Shader& shader, AluInstruction& alu) {
    const bool no_condition = is_undef(*alu.first_source[0].ssa);
    const bool no_middle = is_undef(*alu.first_source[1].ssa);
    const bool no_last = is_undef(*alu.first_source[2].ssa);
    if (!no_condition && !no_middle && !no_last) {
        return nullptr;
    }
    const AluSource& taken = alu.first_source[no_last ? 1 : 2];
    Operand operand;
    operand.value = taken.ssa;
    operand.num_components = alu.value.num_components;
    operand.swizzle = taken.swizzle;
    return CoreBuilder(shader, Cursor::before_instruction(&alu)).whole(operand);
}

bool is_undef_component(const SsaDef& value, unsigned c) {
    const auto* alu = value.instruction->as<AluInstruction>();
    if (alu == nullptr || !alu->info().is_copy) {
        return is_undef(value);
    }
    const bool per_component = alu->info().output_components == 0;
    return is_undef(*alu->first_source[per_component ? 0 : c].ssa);
}

bool trim_store(IntrinsicInstruction& store) {
    const IntrinsicInfo& info = store.info();
    if (info.counted_source < 0 || !store.has_write_mask() || info.has_dest || is_counted(store)) {
        return false;
    }
    const SsaDef& value = *store.first_source[info.counted_source].ssa;
    std::uint32_t mask = store.write_mask();
    for (unsigned c = 0; c < value.num_components; ++c) {
        if (is_undef_component(value, c)) {
            mask &= ~(std::uint32_t{1} << c);
        }
    }
    if (mask == store.write_mask()) {
        return false;
    }
    if (mask == 0) {
        store.remove();
    } else {
        store.set_write_mask(mask);
    }
    return true;
}

bool visit(Shader& shader, Instruction& instruction) {
    SsaDef* replacement = nullptr;
    if (instruction.kind == InstructionKind::phi) {
        replacement = replacement_of_copy(shader, instruction);
    } else if (auto* alu = instruction.as<AluInstruction>()) {
        if (alu->info().is_copy) {
            replacement = replacement_of_copy(shader, *alu);
        } else if (alu->info().is_selection) {
            replacement = replacement_of_selection(shader, *alu);
        }
    } else if (auto* store = instruction.as<IntrinsicInstruction>()) {
        return trim_store(*store);
    }
    if (replacement == nullptr) {
        return false;
    }
    instruction.def()->rewrite_uses(replacement);
    instruction.remove();
    return true;
}

} // namespace

bool undef_optimisation(Shader& shader) {
    return change_instructions<Instruction>(
        shader, [&](Instruction& instruction) { return visit(shader, instruction); });
}

} // namespace jacquard::nir
