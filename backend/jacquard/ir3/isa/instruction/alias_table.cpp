#include <jacquard/ir3/isa/instruction/alias_table.h>

#include <algorithm>

namespace jacquard::ir3 {

bool AliasTable::is_entry(const Instruction& instruction, Revision revision) {
    return opcode_info(revision, instruction.opcode).action == Action::alias &&
           instruction.alias_scope == AliasScope::texture;
}

bool AliasTable::is_reader(const Instruction& instruction, Revision revision) {
    return opcode_info(revision, instruction.opcode).category == Category::texture;
}

bool AliasTable::add(const Instruction& alias) {
    const bool is_first = num_entries_ == 0;
    if (is_first) {
        expected_ = static_cast<std::uint8_t>(alias.alias_left + 1);
    }
    if (num_entries_ >= expected_) {
        return false;
    }
    entries_[num_entries_++] = {alias.dst.number, alias.dst.half, alias.alias_reading, alias.src0};
    return is_first || alias.alias_left == 0;
}

void AliasTable::clear() {
    num_entries_ = 0;
    expected_ = 0;
}

const Operand* AliasTable::find(unsigned number, bool half) const {
    const std::span<const Entry> all = entries();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Entry& entry) {
        return entry.number == number && entry.half == half;
    });
    return found == all.end() ? nullptr : &found->source;
}

Effects AliasTable::replace_sources(const Effects& effects) const {
    using Kind = RegisterEffect::Kind;
    Effects result = effects;
    result.clear();
    for (const RegisterEffect& effect : effects.registers()) {
        if (effect.writes || effect.kind != Kind::registers) {
            result.add(effect);
            continue;
        }
        for (unsigned i = 0; i < effect.count; ++i) {
            const unsigned number = static_cast<unsigned>(effect.number) + i;
            const Operand* const source = find(number, effect.half);
            RegisterEffect own = effect;
            own.count = 1;
            own.later = static_cast<std::uint8_t>(effect.slots_later(i));
            own.number = static_cast<std::int16_t>(source != nullptr ? source->number : number);
            if (source == nullptr || source->kind == OperandKind::gpr) {
                result.add(own);
            } else if (source->kind == OperandKind::constant) {
                own.kind = Kind::constants;
                result.add(own);
            }
        }
    }
    return result;
}

} // namespace jacquard::ir3
