#pragma once

#include <jacquard/generated/options/tool_options.h>
#include <jacquard/glsl/high_level.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/spirv/translate/translate.h>
#include <jacquard/support/text/diagnostics.h>
#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/frame/command_line.h>
#include <jacquard/tool/options/engine.h>
#include <jacquard/tool/options/schedule_options.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

// Steps that the commands for SPIR-V modules share.
namespace jacquard::driver {

// Prints a module as text. The exit code.
int print_module(const InputFile& file, const Limits& limits, const Streams& streams);

// Returns true if a list of forms names none but those that a module has by itself: spirv, nir.
[[nodiscard]] bool is_form_of_module(std::string_view list);
// Prints the forms in such a list of a module. The exit code.
int show_module(const InputFile& file, std::string_view list,
                const spirv::TranslateOptions& options, const Streams& streams);

// The module as NIR, before any pass. Null when it is not translated; `diagnostics` says why.
[[nodiscard]] std::unique_ptr<nir::Shader> translate_module(const InputFile& file,
                                                            const spirv::TranslateOptions& options,
                                                            Diagnostics& diagnostics);

// Runs the recorded runs of a module in --case, or one in which all is 0, and prints the outputs:
// its machine code for the part `gpu`, or as NIR in work groups of that part. A recorded run has no
// primitives and patches: where the stage takes such, nothing is run and returned, and `as_nir` is
// the module as the text of NIR, which runs with other cases.
[[nodiscard]] std::optional<int> run_module(const InputFile& file, const Arguments& arguments,
                                            Engine engine, std::uint32_t gpu,
                                            const Schedules& schedules, const Limits& limits,
                                            const Streams& streams,
                                            std::optional<InputFile>& as_nir);

} // namespace jacquard::driver
