#include <jacquard/spirv/module/operand_walk.h>

namespace jacquard::spirv {

bool OperandWalk::fail(std::string message) {
    fault_ = std::move(message);
    return false;
}

bool OperandWalk::fail_as_newer(std::string message) {
    is_newer_ = true;
    return fail(std::move(message));
}

void OperandWalk::add(OperandKind kind, std::uint32_t count) {
    operands_.push_back({kind, at_, count});
    at_ += count;
}

std::uint32_t OperandWalk::type_of(std::uint32_t id) const {
    const Instruction* definition = module_.definition(id);
    return definition != nullptr ? definition->type : 0;
}

std::uint32_t OperandWalk::words_of_number(std::uint32_t type) const {
    const Instruction* definition = module_.definition(type);
    if (definition == nullptr ||
        (definition->op() != Op::TypeInt && definition->op() != Op::TypeFloat) ||
        definition->num_words < 3) {
        return 0;
    }
    const std::uint32_t width = module_.words[definition->word + 2];
    return width == 0 || width > 64 ? 0 : (width + 31) / 32;
}

bool OperandWalk::take_apart(const Instruction& instruction) {
    instruction_ = &instruction;
    at_ = instruction.word + 1;
    end_ = instruction.word + instruction.num_words;
    operands_.clear();
    fault_.clear();
    is_newer_ = false;
    if (!take_list(operands_of(*instruction.info))) {
        return false;
    }
    return words_left() == 0 ||
           fail("it has " + std::to_string(words_left()) + " words more than its operands take");
}

bool OperandWalk::take_list(std::span<const OperandSpec> specs) {
    for (const OperandSpec& spec : specs) {
        if (!take(spec)) {
            return false;
        }
    }
    return true;
}

bool OperandWalk::take(const OperandSpec& spec) {
    switch (spec.quantity) {
    case Quantity::one: return take_one(spec.kind);
    case Quantity::optional: return words_left() == 0 || take_one(spec.kind);
    case Quantity::any: break;
    }
    while (words_left() != 0) {
        if (!take_one(spec.kind)) {
            return false;
        }
    }
    return true;
}

bool OperandWalk::take_one(OperandKind kind) {
    if (words_left() == 0) {
        return fail("it ends before its operands do");
    }
    switch (kind) {
    case OperandKind::type_operand:
    case OperandKind::result_operand:
    case OperandKind::id_operand:
    case OperandKind::scope_id_operand:
    case OperandKind::semantics_id_operand:
    case OperandKind::integer_operand: add(kind, 1); return true;
    case OperandKind::text_operand: return take_text();
    case OperandKind::number_operand: return take_number(instruction_->type);
    case OperandKind::instruction_operand: return take_extended();
    case OperandKind::opcode_operand: return take_inner_instruction();
    case OperandKind::integer_id_pair_operand: {
        const std::uint32_t selector = module_.words[instruction_->word + 1];
        return take_number(type_of(selector)) && take_one(OperandKind::id_operand);
    }
    case OperandKind::id_integer_pair_operand:
        return take_one(OperandKind::id_operand) && take_one(OperandKind::integer_operand);
    case OperandKind::id_id_pair_operand:
        return take_one(OperandKind::id_operand) && take_one(OperandKind::id_operand);
    default: return take_name(kind);
    }
}

bool OperandWalk::take_text() {
    const std::size_t count = text_words(std::span(module_.words).subspan(at_, end_ - at_));
    if (count == 0) {
        return fail("a text does not end within it");
    }
    add(OperandKind::text_operand, static_cast<std::uint32_t>(count));
    return true;
}

bool OperandWalk::take_number(std::uint32_t type) {
    const std::uint32_t count = words_of_number(type);
    if (count == 0) {
        return fail("its number is of no integer or float type of at most 64 bits");
    }
    if (words_left() < count) {
        return fail("it ends within a number");
    }
    add(OperandKind::number_operand, count);
    return true;
}

bool OperandWalk::take_name(OperandKind kind) {
    const std::uint32_t value = module_.words[at_];
    const EnumerationInfo& info = enumeration(kind);
    if (!info.is_mask) {
        const Enumerant* name = find_enumerant(kind, value);
        if (name == nullptr && !info.only_informs) {
            return fail_as_newer("no " + std::string(info.name) + " has the number " +
                                 std::to_string(value));
        }
        add(kind, 1);
        return name == nullptr || take_list(operands_of(*name));
    }
    add(kind, 1);
    for (std::uint32_t left = value; left != 0; left &= left - 1) {
        const Enumerant* name = find_enumerant(kind, left & (~left + 1));
        if (name == nullptr) {
            return fail_as_newer("no " + std::string(info.name) + " has the bit " +
                                 std::to_string(left & (~left + 1)));
        }
        if (!take_list(operands_of(*name))) {
            return false;
        }
    }
    return true;
}

bool OperandWalk::take_extended() {
    add(OperandKind::instruction_operand, 1);
    // The set stands before the number.
    const Instruction* import = module_.definition(module_.words[at_ - 2]);
    if (import == nullptr || import->op() != Op::ExtInstImport) {
        return fail("its set is not an OpExtInstImport");
    }
    const std::string name = text_of(module_.operands(*import));
    const std::span<const InstructionInfo> set = extended_set(name);
    if (set.empty()) {
        return true;
    }
    const std::uint32_t number = module_.words[at_ - 1];
    const InstructionInfo* info = find_instruction(set, number);
    if (info == nullptr) {
        return is_non_semantic(name) ||
               fail_as_newer("the set " + name + " has no instruction " + std::to_string(number));
    }
    return take_list(operands_of(*info));
}

bool OperandWalk::take_inner_instruction() {
    const std::uint32_t number = module_.words[at_];
    const InstructionInfo* info = find_instruction(number);
    if (info == nullptr) {
        return fail_as_newer("no instruction has the number " + std::to_string(number));
    }
    add(OperandKind::opcode_operand, 1);
    for (const OperandSpec& spec : operands_of(*info)) {
        const bool is_head =
            spec.kind == OperandKind::type_operand || spec.kind == OperandKind::result_operand;
        // A literal or another operation inside would need facts that are not here.
        if (spec.kind == OperandKind::opcode_operand || spec.kind == OperandKind::number_operand ||
            spec.kind == OperandKind::instruction_operand ||
            spec.kind == OperandKind::integer_id_pair_operand) {
            return fail("Op" + std::string(info->name) + " is not an operation of constants");
        }
        if (!is_head && !take(spec)) {
            return false;
        }
    }
    return true;
}

} // namespace jacquard::spirv
