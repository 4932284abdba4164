#include "commands.h"

#include <jacquard/explain/explain.h>
#include <jacquard/generated/version.h>
#include <jacquard/glsl/linked_glslang.h>
#include <jacquard/support/json/json.h>
#include <jacquard/support/plain_file.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/rpc/option_members.h>

#include "last_module.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace jacquard::driver::javascript {

namespace {

// These start processes, or serve a process that does.
constexpr std::array<std::string_view, 5> kNeedProcesses = {"batch", "lsp", "mcp", "merge",
                                                            "reduce"};

bool is_here(const CommandSpec& command) {
    return std::find(kNeedProcesses.begin(), kNeedProcesses.end(), command.name) ==
           kNeedProcesses.end();
}

const CommandSpec* find_command(std::string_view name) {
    const auto all = all_commands();
    const auto found = std::find_if(all.begin(), all.end(), [&](const CommandSpec* each) {
        return each->name == name && is_here(*each);
    });
    return found != all.end() ? *found : nullptr;
}

Answer wrong_use(const std::string& message) {
    return {exit_usage, {}, "jacquard: " + message + '\n'};
}

// The lines of a faulty use of options.
Answer wrong_options(const std::vector<std::string>& faults) {
    Answer answer{exit_usage, {}, {}};
    for (const std::string& fault : faults) {
        answer.err += "jacquard: " + fault + '\n';
    }
    return answer;
}

Answer run_words(const std::vector<std::string_view>& words, std::string_view input) {
    std::istringstream in;
    if (!input.empty()) {
        in.str(read_plain_file(std::string(input)).value_or(std::string()));
    }
    std::ostringstream out;
    std::ostringstream err;
    Streams streams{in, out, err};
    static const LastModule compiler(linked_glslang());
    streams.high_level = &compiler;
    Answer answer;
    answer.code = run_command(words, streams);
    answer.out = out.str();
    answer.err = err.str();
    return answer;
}

} // namespace

Answer run(std::string_view request) {
    json::ParseError error;
    const std::optional<json::Document> document = json::Document::parse(request, error);
    if (!document) {
        return wrong_use(error.message);
    }
    const json::Value call = document->root();
    const std::string_view name = call["command"].string();
    const CommandSpec* const command = find_command(name);
    if (command == nullptr) {
        return wrong_use("there is no command '" + std::string(name) + "' here");
    }
    std::vector<std::string> faults;
    const std::vector<std::string> options =
        rpc::words_of_members(call["options"], command->options, {}, faults);
    if (!faults.empty()) {
        return wrong_options(faults);
    }
    std::vector<std::string_view> words = {command->name};
    words.insert(words.end(), options.begin(), options.end());
    words.emplace_back("--"); // what follows is no option
    for (const json::Value operand : call["operands"]) {
        words.push_back(operand.string());
    }
    return run_words(words, call["input"].string());
}

std::string description() {
    std::string text;
    json::Writer json(text);
    json.begin_object().member("version", JACQUARD_VERSION_STRING);
    json.name("commands").begin_object();
    for (const CommandSpec* const command : all_commands()) {
        if (is_here(*command)) {
            json.name(command->name).begin_object().member("description", command->doc);
            json.name("options").begin_object();
            rpc::append_properties(json, command->options);
            json.end_object().end_object();
        }
    }
    json.end_object().end_object();
    return text;
}

std::string names(std::string_view part) {
    std::string text;
    json::Writer json(text);
    json.begin_array();
    for (const ExplainedName& each : explanations_with(part)) {
        json.begin_object().member("language", each.language).member("name", each.name);
        json.member("text", each.text.substr(0, each.text.find('\n'))).end_object();
    }
    json.end_array();
    return text;
}

} // namespace jacquard::driver::javascript
