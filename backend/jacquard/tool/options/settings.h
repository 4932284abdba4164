#pragma once

#include <jacquard/generated/options/tool_options.h>
#include <jacquard/library/facade/compiler.h>
#include <jacquard/spirv/translate/translate_options.h>
#include <jacquard/tool/frame/command_line.h>

#include <functional>
#include <optional>
#include <string_view>

// Settings are what the arguments of a command ask of a compile, by the table of options.
namespace jacquard::driver {

// Reads the options of a compile. Returns false, with an error printed, when they ask for what does
// not exist.
[[nodiscard]] bool read_settings(const Arguments& arguments, const Streams& streams,
                                 VariantKey& key);

// Calls take(name, text) for each of the options, with what the key says.
void tell_settings(const VariantKey& key,
                   const std::function<void(std::string_view, std::string_view)>& take);

// Reads the options of modules; the translation is told of the settings what it must know. Returns
// nothing when the arguments are malformed; that has been said.
[[nodiscard]] std::optional<spirv::TranslateOptions> read_translation(const Arguments& arguments,
                                                                      const VariantKey& key,
                                                                      const Limits& limits,
                                                                      const Streams& streams);

} // namespace jacquard::driver
