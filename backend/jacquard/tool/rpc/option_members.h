#pragma once

#include <jacquard/support/json/json.h>
#include <jacquard/tool/frame/command_line.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Options of commands as members of JSON objects, by the tables of options.
namespace jacquard::driver::rpc {

// The name of the member that stands for an option: targetEnv for --target-env, defines for -D.
[[nodiscard]] std::string member_name(const OptionSpec& option);

// The arguments of a command that the members of an object stand for. Members that are null are as
// if they were not there, and members that are none of the options or have a value of another kind
// go to `faults`, each as a sentence.
[[nodiscard]] std::vector<std::string> words_of_members(json::Value object,
                                                        std::span<const OptionSpec> options,
                                                        std::span<const std::string_view> others,
                                                        std::vector<std::string>& faults);

// Writes the members as properties of a JSON schema, without the object around them.
void append_properties(json::Writer& json, std::span<const OptionSpec> options);

} // namespace jacquard::driver::rpc
