#include <jacquard/spirv/module/operand_walk.h>
#include <jacquard/spirv/module/print_instruction.h>

namespace jacquard::spirv {

namespace {

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char letter : text) {
        if (letter == '"' || letter == '\\') {
            result += '\\';
        }
        result += letter;
    }
    return result + '"';
}

std::string print_mask(OperandKind kind, std::uint32_t mask) {
    if (mask == 0) {
        const Enumerant* none = find_enumerant(kind, 0);
        return none != nullptr ? std::string(none->name) : "0";
    }
    std::string text;
    for (std::uint32_t left = mask; left != 0; left &= left - 1) {
        const Enumerant* name = find_enumerant(kind, left & (~left + 1));
        text += text.empty() ? "" : "|";
        text += name != nullptr ? std::string(name->name) : std::to_string(left & (~left + 1));
    }
    return text;
}

// The type that a number of the instruction has: its own, or that of what a switch looks at.
std::uint32_t number_type(const Module& module, const Instruction& instruction) {
    if (instruction.op() != Op::Switch || instruction.num_words < 2) {
        return instruction.type;
    }
    const Instruction* selector = module.definition(module.words[instruction.word + 1]);
    return selector != nullptr ? selector->type : 0;
}

std::string print_extended(const Module& module, std::uint32_t word) {
    const Instruction* import = module.definition(module.words[word - 1]);
    if (import != nullptr && import->op() == Op::ExtInstImport) {
        const InstructionInfo* info =
            find_instruction(extended_set(text_of(module.operands(*import))), module.words[word]);
        if (info != nullptr) {
            return std::string(info->name);
        }
    }
    return std::to_string(module.words[word]);
}

std::string print_operand(const Module& module, const Instruction& instruction,
                          const Operand& operand, const IdNames& names) {
    const std::span<const std::uint32_t> words =
        std::span(module.words).subspan(operand.first, operand.count);
    switch (operand.kind) {
    case OperandKind::type_operand:
    case OperandKind::result_operand:
    case OperandKind::id_operand:
    case OperandKind::scope_id_operand:
    case OperandKind::semantics_id_operand: return print_id(words[0], names);
    case OperandKind::integer_operand: return std::to_string(words[0]);
    case OperandKind::text_operand: return quoted(text_of(words));
    case OperandKind::number_operand:
        return print_number(module, number_type(module, instruction), words);
    case OperandKind::instruction_operand: return print_extended(module, operand.first);
    case OperandKind::opcode_operand: {
        const InstructionInfo* info = find_instruction(words[0]);
        return info != nullptr ? std::string(info->name) : std::to_string(words[0]);
    }
    default: break;
    }
    if (enumeration(operand.kind).is_mask) {
        return print_mask(operand.kind, words[0]);
    }
    const Enumerant* name = find_enumerant(operand.kind, words[0]);
    return name != nullptr ? std::string(name->name) : std::to_string(words[0]);
}

} // namespace

std::string print_id(std::uint32_t id, const IdNames& names) {
    return '%' + (id < names.size() && !names[id].empty() ? names[id] : std::to_string(id));
}

std::string print_instruction(const Module& module, const Instruction& instruction,
                              const IdNames& names) {
    OperandWalk walk(module);
    // The operands that a truncated instruction has are printed, too.
    static_cast<void>(walk.take_apart(instruction));
    std::string text = "Op" + std::string(instruction.info->name);
    for (const Operand& operand : walk.operands()) {
        if (operand.kind == OperandKind::result_operand) {
            text.insert(0, print_id(module.words[operand.first], names) + " = ");
        } else {
            text += ' ' + print_operand(module, instruction, operand, names);
        }
    }
    return text;
}

} // namespace jacquard::spirv
