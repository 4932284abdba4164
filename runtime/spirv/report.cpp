#include <jacquard/spirv/print_instruction.h>
#include <jacquard/spirv/report.h>

namespace jacquard::spirv {

namespace {

constexpr std::size_t kLongestText = 160;

} // namespace

std::string source_place(const Module& module, const Instruction& instruction) {
    // The last OpLine of the same block holds.
    const Instruction* first = module.instructions.data();
    for (const Instruction* at = &instruction; at != first;) {
        --at;
        const Op op = at->op();
        if (op == Op::NoLine || op == Op::FunctionEnd) {
            break;
        }
        if (op != Op::Line || at->num_words < 4) {
            continue;
        }
        const std::uint32_t* words = &module.words[at->word];
        const Instruction* file = module.definition(words[1]);
        const std::string name =
            file != nullptr && file->op() == Op::String ? text_of(module.operands(*file)) : "";
        return name + ':' + std::to_string(words[2]) + ':' + std::to_string(words[3]);
    }
    return {};
}

void report(Diagnostics& diagnostics, std::string_view code, const Module& module,
            const Instruction& instruction, std::string_view message) {
    if (diagnostics.is_full()) {
        diagnostics.error(code, {}, {}); // only counted
        return;
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
}

} // namespace jacquard::spirv
