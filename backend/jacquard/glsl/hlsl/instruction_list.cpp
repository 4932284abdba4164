#include <jacquard/glsl/hlsl/instruction_list.h>

#include <algorithm>

namespace jacquard::driver::glsl {

namespace {

// Returns the words of an instruction that may be operands with a number, which has no result in
// front of them in common with another instruction: literals are left out.
std::span<const std::uint32_t> operand_ids(const Words& instruction) {
    const std::span<const std::uint32_t> words(instruction);
    switch (op_of(words)) {
    case Op::Line:
    case Op::Name:
    case Op::MemberName:
    case Op::Decorate:
    case Op::MemberDecorate:
    case Op::Constant:
    case Op::SpecConstant:
    case Op::Source:
    case Op::SourceContinued:
    case Op::String: return {};
    case Op::CompositeExtract: return words.subspan(3, 1);
    case Op::CompositeInsert:
    case Op::VectorShuffle: return words.subspan(3, 2);
    case Op::ExtInst: return words.subspan(5);
    case Op::Switch: return words.subspan(1, 1);
    default: return words.subspan(1);
    }
}

} // namespace

InstructionList::InstructionList(std::string_view module) {
    const Words words = words_of(module);
    if (words.empty()) {
        return;
    }
    header.assign(words.begin(), words.begin() + spirv::kHeaderWords);
    for_each_instruction(words, [&](std::span<const std::uint32_t> instruction) {
        instructions.emplace_back(instruction.begin(), instruction.end());
        switch (op_of(instruction)) {
        case Op::TypeImage:
        case Op::TypeSampler:
        case Op::TypeSampledImage: opaque.insert(instruction[1]); break;
        case Op::TypeArray:
        case Op::TypeRuntimeArray:
            if (opaque.count(instruction[2]) != 0) {
                opaque.insert(instruction[1]);
            } else if (mixed.count(instruction[2]) != 0) {
                mixed.insert(instruction[1]);
            }
            break;
        case Op::TypeStruct:
            if (std::any_of(instruction.begin() + 2, instruction.end(), [&](std::uint32_t member) {
                    return opaque.count(member) != 0 || mixed.count(member) != 0;
                })) {
                mixed.insert(instruction[1]);
            }
            break;
        case Op::TypePointer:
            pointers[instruction[1]] = {static_cast<spirv::StorageClass>(instruction[2]),
                                        instruction[3]};
            break;
        default: break;
        }
    });
}

std::string InstructionList::bytes() const {
    Words words = header;
    for (const Words& instruction : instructions) {
        words.insert(words.end(), instruction.begin(), instruction.end());
    }
    return bytes_of(words);
}

std::unordered_set<std::uint32_t> InstructionList::used() const {
    std::unordered_set<std::uint32_t> used;
    for (const Words& instruction : instructions) {
        if (instruction.empty()) {
            continue;
        }
        std::span<const std::uint32_t> ids = operand_ids(instruction);
        if (op_of(instruction) == Op::Load) {
            ids = ids.subspan(2); // a load uses what it loads from, not its own number
        }
        used.insert(ids.begin(), ids.end());
    }
    return used;
}

void InstructionList::forget(const std::set<std::uint32_t>& ids) {
    for (Words& instruction : instructions) {
        if (instruction.empty()) {
            continue;
        }
        const Op op = op_of(instruction);
        if ((op == Op::Name || op == Op::Decorate) && ids.count(instruction[1]) != 0) {
            instruction.clear();
        }
    }
}

} // namespace jacquard::driver::glsl
