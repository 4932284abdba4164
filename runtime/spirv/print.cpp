#include <jacquard/spirv/id_names.h>
#include <jacquard/spirv/print.h>

namespace jacquard::spirv {

namespace {

// Where opcodes begin.
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

} // namespace

std::string print(const Module& module, const PrintOptions& options) {
    const IdNames names = options.friendly_names ? name_ids(module) : IdNames();
    std::string text = header(module);
    for (const Instruction& instruction : module.instructions) {
        const std::string line = print_instruction(module, instruction, names);
        const std::size_t before =
            instruction.result != 0 ? print_id(instruction.result, names).size() + 3 : 0;
        text.append(before < kColumn ? kColumn - before : 0, ' ');
        text += line + '\n';
    }
    return text;
}

} // namespace jacquard::spirv
