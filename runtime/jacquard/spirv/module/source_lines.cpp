#include <jacquard/spirv/module/print_instruction.h>
#include <jacquard/spirv/module/source_lines.h>

#include <algorithm>
#include <span>
#include <unordered_map>

namespace jacquard::spirv {

namespace {

bool speaks_of_lines(std::span<const InstructionInfo> set) {
    return std::any_of(set.begin(), set.end(), [](const InstructionInfo& info) {
        return info.handling == Handling::debug_line;
    });
}

const InstructionInfo* extended_instruction(const Module& module, std::uint32_t set,
                                            std::uint32_t number) {
    const Instruction* import = module.definition(set);
    return import != nullptr && import->op() == Op::ExtInstImport
               ? find_instruction(extended_set(text_of(module.operands(*import))), number)
               : nullptr;
}

} // namespace

LineMarks::LineMarks(const Module& module) : module_(module) {
    for (const Instruction& instruction : module.instructions) {
        if (instruction.op() == Op::ExtInstImport &&
            speaks_of_lines(extended_set(text_of(module.operands(instruction))))) {
            sets_.push_back(instruction.result);
        } else if (instruction.op() == Op::Function) {
            break; // imports stand before
        }
    }
}

LineMark LineMarks::of(const Instruction& instruction) const {
    const Op op = instruction.op();
    if (op == Op::NoLine || op == Op::FunctionEnd) {
        return {LineMark::Kind::no_line};
    }
    const std::span<const std::uint32_t> words = module_.operands(instruction);
    if (op == Op::Line && words.size() >= 3) {
        return {LineMark::Kind::line, words[0], words[1], words[2]};
    }
    if (instruction.info->handling == Handling::extended && !sets_.empty() && words.size() >= 2 &&
        is_debug_information(words[0])) {
        return of_debug_information(instruction);
    }
    return {};
}

bool LineMarks::is_debug_information(std::uint32_t set) const {
    return std::find(sets_.begin(), sets_.end(), set) != sets_.end();
}

// Operands: the set, the number, the source, first and last line, first and last column.
LineMark LineMarks::of_debug_information(const Instruction& instruction) const {
    const std::span<const std::uint32_t> words = module_.operands(instruction);
    const InstructionInfo* info = extended_instruction(module_, words[0], words[1]);
    if (info != nullptr && info->handling == Handling::debug_no_line) {
        return {LineMark::Kind::no_line};
    }
    if (info == nullptr || info->handling != Handling::debug_line || words.size() < 7) {
        return {};
    }
    return {LineMark::Kind::line, file_of(words[2]), constant(words[3]), constant(words[5])};
}

std::uint32_t LineMarks::file_of(std::uint32_t source) const {
    const Instruction* definition = module_.definition(source);
    if (definition == nullptr || definition->info->handling != Handling::extended) {
        return 0;
    }
    const std::span<const std::uint32_t> words = module_.operands(*definition);
    if (words.size() < 3 || !is_debug_information(words[0])) {
        return 0;
    }
    const InstructionInfo* info = extended_instruction(module_, words[0], words[1]);
    return info != nullptr && info->handling == Handling::debug_source ? words[2] : 0;
}

std::uint32_t LineMarks::constant(std::uint32_t id) const {
    const Instruction* definition = module_.definition(id);
    if (definition == nullptr || definition->op() != Op::Constant) {
        return 0;
    }
    const std::span<const std::uint32_t> words = module_.operands(*definition);
    return words.empty() ? 0 : words[0];
}

SourceLines source_lines(const Module& module) {
    const LineMarks marks(module);
    SourceLines lines;
    std::unordered_map<std::uint32_t, std::uint32_t> numbers; // of files, by their id
    SourceLine at;
    for (std::size_t i = 0; i < module.instructions.size(); ++i) {
        const Instruction& instruction = module.instructions[i];
        const LineMark mark =
            LineMarks::may_be_of(instruction.op()) ? marks.of(instruction) : LineMark{};
        if (mark.kind == LineMark::Kind::no_line) {
            at = {};
        } else if (mark.kind == LineMark::Kind::line) {
            const auto [file, is_new] =
                numbers.emplace(mark.file, static_cast<std::uint32_t>(lines.files.size()));
            if (is_new) {
                const Instruction* name = module.definition(mark.file);
                const bool is_text = name != nullptr && name->op() == Op::String;
                lines.files.push_back(is_text ? text_of(module.operands(*name)) : std::string());
                lines.origins.resize(module.instructions.size());
            }
            at = {mark.line, file->second};
        }
        if (at.exists()) {
            lines.origins[i] = at;
        }
    }
    return lines;
}

} // namespace jacquard::spirv
