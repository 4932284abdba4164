#include <jacquard/tool/files/shader_input.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/mcp/tools.h>
#include <jacquard/tool/options/gpu_option.h>
#include <jacquard/tool/options/settings.h>
#include <jacquard/tool/rpc/option_members.h>

#include <algorithm>
#include <array>

namespace jacquard::driver::mcp {

namespace {

constexpr std::array<OptionSpec, 2> kLanguage = {kDefineOption, kTargetOption};

using Options = std::span<const OptionSpec>;

// Options of a command: some by their names, and groups that it shares with others.
std::vector<OptionSpec> options_of(const CommandSpec& command,
                                   std::initializer_list<std::string_view> names,
                                   std::initializer_list<Options> groups = {}) {
    std::vector<OptionSpec> options;
    for (const OptionSpec& option : command.options) {
        if (std::find(names.begin(), names.end(), option.name) != names.end()) {
            options.push_back(option);
        }
    }
    for (const Options group : groups) {
        options.insert(options.end(), group.begin(), group.end());
    }
    return options;
}

std::vector<Tool> make_tools() {
    return {
        {"compile", "Compile a shader", &kCompileCommand, ToolInput::shader,
         options_of(kCompileCommand, {"--gpu", "--print", "--line-marks", "--stats", "--json"},
                    {kSettingsOfCompile, kModuleOptions, kLanguage})},
        {"cost", "Tell what a shader costs", &kCostCommand, ToolInput::shader,
         options_of(
             kCostCommand,
             {"--gpu", "--format", "--advice", "--what-if", "--lines", "--registers", "--trips"},
             {kSettingsOfCost, kModuleOptions, kLanguage})},
        {"opt", "Run passes over a shader", &kOptimiseCommand, ToolInput::shader,
         options_of(kOptimiseCommand,
                    {"--passes", "--pipeline", "--gpu", "--until", "--print-changed"},
                    {kModuleOptions, kLanguage})},
        {"asm", "Assemble", &kAssembleCommand, ToolInput::text,
         options_of(kAssembleCommand, {"--gpu", "--hex"})},
        {"disasm",
         "Disassemble words in hexadecimal",
         &kDisassembleCommand,
         ToolInput::text,
         options_of(kDisassembleCommand, {"--gpu", "--marks"}),
         {"--hex"}},
        {"check", "Check a program's words", &kCheckCommand, ToolInput::text,
         options_of(kCheckCommand, {"--gpu"})},
        {"explain", "Explain a name, a word, a part or an error", &kExplainCommand,
         ToolInput::names, options_of(kExplainCommand, {"--gpu", "--json"})},
        {"isa", "Compare and map revisions", &kIsaCommand, ToolInput::names,
         options_of(kIsaCommand, {"--json"})},
        {"tables", "Search the names in the tables", nullptr, ToolInput::search},
        {"doctor", "Tell which optional parts there are", &kDoctorCommand, ToolInput::nothing,
         options_of(kDoctorCommand, {"--json"})},
    };
}

void append_text(json::Writer& json, std::string_view name, std::string_view description) {
    json.name(name).begin_object().member("type", "string").member("description", description);
    json.end_object();
}

void append_languages(json::Writer& json) {
    json.name(member::kLanguage).begin_object().member("type", "string");
    json.name("enum").begin_array();
    for (const std::string_view language : kLanguageNames) {
        json.string(language);
    }
    json.end_array();
    json.member("description", "of the text, where neither its name nor its beginning tells it");
    json.end_object();
}

void append_operands(json::Writer& json, const CommandSpec& command) {
    constexpr std::size_t kMost = 16;
    json.name(member::kNames).begin_object().member("type", "array");
    json.member("description", command.operands);
    json.name("items").begin_object().member("type", "string").end_object();
    json.member("minItems", static_cast<std::int64_t>(command.min_operands));
    json.member("maxItems", static_cast<std::int64_t>(std::min(command.max_operands, kMost)));
    json.end_object();
}

// The members that tell what the command works on.
void append_input(json::Writer& json, const Tool& tool, bool has_folder) {
    const bool may_be_file = tool.input == ToolInput::shader || tool.input == ToolInput::text;
    switch (tool.input) {
    case ToolInput::nothing: break;
    case ToolInput::shader:
        append_text(json, member::kShader, "the text of the shader");
        append_text(json, member::kName,
                    "its name, such as water.frag or water.vert.hlsl: the ending tells the stage, "
                    "and messages show it");
        append_languages(json);
        break;
    case ToolInput::text: append_text(json, member::kText, "the text"); break;
    case ToolInput::names: append_operands(json, *tool.command); break;
    case ToolInput::search:
        append_text(json, member::kPart,
                    "a part of the names; with nir: in front, as in nir:add, of NIR alone");
        break;
    }
    if (has_folder && may_be_file) {
        append_text(json, member::kFile, "a file of the folder that is served, instead of a text");
    }
}

// The member that a call cannot do without.
std::string_view needed_member(const Tool& tool, bool has_folder) {
    switch (tool.input) {
    case ToolInput::nothing: break;
    case ToolInput::shader: return has_folder ? std::string_view() : member::kShader;
    case ToolInput::text: return has_folder ? std::string_view() : member::kText;
    case ToolInput::names: return member::kNames;
    case ToolInput::search: return member::kPart;
    }
    return {};
}

void append_tool(json::Writer& json, const Tool& tool, bool has_folder) {
    json.begin_object().member("name", tool.name).member("title", tool.title);
    std::string doc = std::string(tool.title) + '.';
    if (tool.command != nullptr) {
        doc += " The command '" + std::string(tool.command->name) +
               "': " + std::string(tool.command->doc);
        std::replace(doc.begin(), doc.end(), '\n', ' ');
    }
    json.member("description", doc);
    json.name("inputSchema").begin_object().member("type", "object");
    json.name("properties").begin_object();
    append_input(json, tool, has_folder);
    rpc::append_properties(json, tool.options);
    json.end_object();
    if (const std::string_view needed = needed_member(tool, has_folder); !needed.empty()) {
        json.name("required").begin_array().string(needed).end_array();
    }
    json.name("additionalProperties").boolean(false).end_object();
    json.name("annotations").begin_object().name("readOnlyHint").boolean(true);
    json.name("idempotentHint").boolean(true).name("openWorldHint").boolean(false).end_object();
    json.end_object();
}

} // namespace

std::span<const Tool> all_tools() {
    static const std::vector<Tool> tools = make_tools();
    return tools;
}

const Tool* find_tool(std::string_view name) {
    const std::span<const Tool> tools = all_tools();
    const auto found = std::find_if(tools.begin(), tools.end(),
                                    [&](const Tool& tool) { return tool.name == name; });
    return found != tools.end() ? &*found : nullptr;
}

std::vector<std::string_view> left_out(const Tool& tool) {
    std::vector<std::string_view> names;
    if (tool.command == nullptr) {
        return names;
    }
    for (const OptionSpec& option : tool.command->options) {
        const auto is_it = [&](const auto& each) { return each.name == option.name; };
        const bool is_given =
            std::find(tool.always.begin(), tool.always.end(), option.name) != tool.always.end();
        if (!is_given && std::none_of(tool.options.begin(), tool.options.end(), is_it)) {
            names.push_back(option.name);
        }
    }
    return names;
}

std::string tool_list(bool has_folder) {
    std::string text;
    json::Writer json(text);
    json.begin_object().name("tools").begin_array();
    for (const Tool& tool : all_tools()) {
        append_tool(json, tool, has_folder);
    }
    json.end_array().end_object();
    return text;
}

} // namespace jacquard::driver::mcp
