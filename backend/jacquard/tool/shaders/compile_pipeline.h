#pragma once

#include <jacquard/library/facade/compiler.h>
#include <jacquard/spirv/translate/translate_options.h>
#include <jacquard/support/text/limits.h>
#include <jacquard/tool/frame/command_line.h>

namespace jacquard::driver {

// The command `compile` with several files, which are the stages of one pipeline: prints or writes
// the program of each, fitted to the others. The exit code; what is wrong has been said.
[[nodiscard]] int compile_pipeline(const Arguments& arguments, const Streams& streams,
                                   const VariantKey& key,
                                   const spirv::TranslateOptions& translation,
                                   const Limits& limits);

} // namespace jacquard::driver
