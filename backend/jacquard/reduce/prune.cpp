#include <jacquard/reduce/prune.h>

#include <algorithm>

namespace jacquard::driver {

namespace {

using tgsi::Declaration;
using tgsi::Instruction;
using tgsi::Program;
using tgsi::Register;
using tgsi::RegisterFile;

// Calls visit(Register&) for every register that instructions name.
template <typename Visitor>
void for_each_register(Program& program, Visitor visit) {
    for (Instruction& instruction : program.instructions) {
        if (instruction.has_destination) {
            visit(instruction.destination.reg);
        }
    }
    for (tgsi::Source& source : program.operands) {
        visit(source.reg);
    }
}

void remove_unused_operands(Program& program) {
    std::vector<tgsi::Source> kept;
    for (Instruction& instruction : program.instructions) {
        const auto first = static_cast<std::uint32_t>(kept.size());
        for (unsigned i = 0; i < unsigned{instruction.num_sources} + instruction.num_offsets; ++i) {
            kept.push_back(program.operands[instruction.first_operand + i]);
        }
        instruction.first_operand = first;
    }
    program.operands = std::move(kept);
}

void remove_unused_immediates(Program& program) {
    std::vector<bool> used(program.immediates.size(), false);
    bool all = false;
    for_each_register(program, [&](const Register& reg) {
        for (const tgsi::Index* index : {&reg.index, &reg.dimension}) {
            if (index->relative && index->file == RegisterFile::immediate) {
                used[static_cast<std::size_t>(index->register_index)] = true;
            }
        }
        if (reg.file == RegisterFile::immediate) {
            all = all || reg.index.relative;
            if (!reg.index.relative) {
                used[static_cast<std::size_t>(reg.index.value)] = true;
            }
        }
    });
    if (all) {
        return;
    }
    std::vector<std::int32_t> numbers(used.size());
    std::int32_t next = 0;
    for (std::size_t i = 0; i < used.size(); ++i) {
        numbers[i] = next;
        next += used[i] ? 1 : 0;
    }
    for_each_register(program, [&](Register& reg) {
        for (tgsi::Index* index : {&reg.index, &reg.dimension}) {
            if (index->relative && index->file == RegisterFile::immediate) {
                index->register_index = numbers[static_cast<std::size_t>(index->register_index)];
            }
        }
        if (reg.file == RegisterFile::immediate) {
            reg.index.value = numbers[static_cast<std::size_t>(reg.index.value)];
        }
    });
    std::vector<tgsi::Immediate> kept;
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (used[i]) {
            kept.push_back(program.immediates[i]);
        }
    }
    program.immediates = std::move(kept);
}

// A texture view belongs to the sampler of its number.
bool is_of_file(const Register& reg, RegisterFile file) {
    return reg.file == file ||
           (reg.file == RegisterFile::sampler && file == RegisterFile::sampler_view);
}

bool is_used(Program& program, const Declaration& declared) {
    bool found = false;
    for_each_register(program, [&](const Register& reg) {
        found = found || (is_of_file(reg, declared.file) &&
                          (reg.index.relative || (reg.index.value >= declared.first &&
                                                  reg.index.value <= declared.last)));
        for (const tgsi::Index* index : {&reg.index, &reg.dimension}) {
            found = found || (index->relative && index->file == declared.file);
        }
    });
    return found;
}

} // namespace

void remove_instructions(Program& program, const std::vector<bool>& goes) {
    std::vector<std::uint32_t> numbers(goes.size());
    std::vector<Instruction> kept;
    for (std::size_t i = 0; i < goes.size(); ++i) {
        numbers[i] = static_cast<std::uint32_t>(kept.size());
        if (!goes[i]) {
            kept.push_back(program.instructions[i]);
        }
    }
    for (Instruction& instruction : kept) {
        if (instruction.label) {
            instruction.label = numbers[*instruction.label];
        }
    }
    program.instructions = std::move(kept);
}

void prune(Program& program) {
    remove_unused_operands(program);
    remove_unused_immediates(program);
    std::erase_if(program.declarations,
                  [&](const Declaration& declared) { return !is_used(program, declared); });
}

} // namespace jacquard::driver
