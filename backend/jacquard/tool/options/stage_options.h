#pragma once

#include <jacquard/generated/options/tool_options.h>
#include <jacquard/library/facade/compiler.h>
#include <jacquard/tool/frame/command_line.h>

#include <functional>
#include <string_view>

namespace jacquard::driver {

// Reads the options of a compile. Returns false, with an error printed, when they ask for what does
// not exist.
[[nodiscard]] bool read_stage_options(const Arguments& arguments, const Streams& streams,
                                      VariantKey& key);

// Calls take(name, text) for each of the options, with what the key says.
void tell_stage_options(const VariantKey& key,
                        const std::function<void(std::string_view, std::string_view)>& take);

} // namespace jacquard::driver
