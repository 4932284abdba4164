#include <jacquard/spirv/print_instruction.h>
#include <jacquard/spirv/source_lines.h>

#include <span>
#include <unordered_map>

namespace jacquard::spirv {

SourceLines source_lines(const Module& module) {
    constexpr std::uint32_t kOperands = 3; // file, line, column
    SourceLines lines;
    std::unordered_map<std::uint32_t, std::uint32_t> numbers; // of files, by their id
    SourceLine at;
    for (std::size_t i = 0; i < module.instructions.size(); ++i) {
        const Instruction& instruction = module.instructions[i];
        const Op op = instruction.op();
        if (op == Op::NoLine || op == Op::FunctionEnd) {
            at = {};
        } else if (op == Op::Line && instruction.num_words > kOperands) {
            const std::span<const std::uint32_t> words = module.operands(instruction);
            const auto [file, is_new] =
                numbers.emplace(words[0], static_cast<std::uint32_t>(lines.files.size()));
            if (is_new) {
                const Instruction* name = module.definition(words[0]);
                const bool is_text = name != nullptr && name->op() == Op::String;
                lines.files.push_back(is_text ? text_of(module.operands(*name)) : std::string());
                lines.origins.resize(module.instructions.size());
            }
            at = {words[1], file->second};
        }
        if (at.exists()) {
            lines.origins[i] = at;
        }
    }
    return lines;
}

} // namespace jacquard::spirv
