#include <jacquard/spirv/module/print_instruction.h>
#include <jacquard/spirv/module/report.h>
#include <jacquard/spirv/module/source_lines.h>

namespace jacquard::spirv {

namespace {

constexpr std::size_t kLongestText = 160;

} // namespace

std::string source_place(const Module& module, const Instruction& instruction) {
    const LineMarks marks(module);
    const Instruction* first = module.instructions.data();
    for (const Instruction* at = &instruction; at != first;) {
        --at;
        const LineMark mark = marks.of(*at);
        if (mark.kind == LineMark::Kind::no_line) {
            break;
        }
        if (mark.kind == LineMark::Kind::nothing) {
            continue;
        }
        const Instruction* file = module.definition(mark.file);
        const std::string name =
            file != nullptr && file->op() == Op::String ? text_of(module.operands(*file)) : "";
        const std::string column = mark.column != 0 ? ':' + std::to_string(mark.column) : "";
        return name + ':' + std::to_string(mark.line) + column;
    }
    return {};
}

Diagnostic& report(Diagnostics& diagnostics, std::string_view code, const Module& module,
                   const Instruction& instruction, std::string_view message) {
    if (diagnostics.is_full()) {
        return diagnostics.error(code, {}, {}); // only counted
    }
    std::string text = print_instruction(module, instruction);
    if (text.size() > kLongestText) {
        text.resize(kLongestText);
        text += "...";
    }
    std::string whole = "word " + std::to_string(instruction.word) + ": ";
    whole.append(message).append(": ").append(text);
    Diagnostic& made = diagnostics.error(code, {}, std::move(whole));
    const std::string place = source_place(module, instruction);
    if (!place.empty()) {
        made.notes.push_back({{}, "it comes from " + place});
    }
    return made;
}

} // namespace jacquard::spirv
