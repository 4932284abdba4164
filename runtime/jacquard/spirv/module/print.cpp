#include <jacquard/spirv/module/id_names.h>
#include <jacquard/spirv/module/print.h>
#include <jacquard/spirv/module/source_lines.h>
#include <jacquard/support/text/line_origins.h>

#include <algorithm>

namespace jacquard::spirv {

namespace {

// Opcodes begin in this column.
constexpr std::size_t kColumn = 15;

std::string header(const Module& module) {
    const std::uint32_t tool = module.generator >> 16;
    const std::string_view name = tool_name(tool);
    std::string text = "; SPIR-V\n; Version: ";
    text += std::to_string(module.version >> 16 & 0xff) + '.' +
            std::to_string(module.version >> 8 & 0xff);
    text += "\n; Generator: ";
    text += name.empty() ? "Unknown(" + std::to_string(tool) + ')' : std::string(name);
    text += "; " + std::to_string(module.generator & 0xffff);
    text += "\n; Bound: " + std::to_string(module.bound);
    text += "\n; Schema: " + std::to_string(module.schema) + '\n';
    return text;
}

// Calls before(index, text) as each instruction's line begins.
template <typename Before>
std::string print(const Module& module, const PrintOptions& options, Before&& before_line) {
    const IdNames names = options.friendly_names ? name_ids(module) : IdNames();
    std::string text = header(module);
    for (std::size_t i = 0; i < module.instructions.size(); ++i) {
        const Instruction& instruction = module.instructions[i];
        before_line(i, text);
        const std::string line = print_instruction(module, instruction, names);
        const std::size_t before =
            instruction.result != 0 ? print_id(instruction.result, names).size() + 3 : 0;
        text.append(before < kColumn ? kColumn - before : 0, ' ');
        text += line + '\n';
    }
    return text;
}

} // namespace

std::string print(const Module& module, const PrintOptions& options) {
    return print(module, options, [](std::size_t, const std::string&) {});
}

std::string print(const Module& module, std::vector<SourceLine>& origins) {
    const SourceLines lines = source_lines(module);
    LineOrigins marks;
    std::string text = print(module, {}, [&](std::size_t i, const std::string& so_far) {
        marks.mark(so_far, lines.of(i));
    });
    origins = marks.take(text);
    return text;
}

std::vector<SourceLine> lines_of_text(const Module& module) {
    std::vector<SourceLine> lines(module.instructions.size());
    std::uint32_t line = 1;
    std::size_t counted = 0;
    (void)print(module, {}, [&](std::size_t i, const std::string& so_far) {
        const auto start = so_far.begin() + static_cast<std::ptrdiff_t>(counted);
        line += static_cast<std::uint32_t>(std::count(start, so_far.end(), '\n'));
        counted = so_far.size();
        lines[i].line = line;
    });
    return lines;
}

} // namespace jacquard::spirv
