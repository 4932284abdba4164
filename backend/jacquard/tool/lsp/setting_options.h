#pragma once

#include <jacquard/tool/cost/shader/cost_options.h>
#include <jacquard/tool/files/shader_input.h>
#include <jacquard/tool/options/gpu_option.h>

#include <array>

namespace jacquard::driver::lsp {

// The options that the command has, and, as members of an object, the settings of an editor.
inline constexpr auto kSettingOptions =
    join_options(std::array<OptionSpec, 1>{kGpuListOption}, kSettingsOfCost, kModuleOptions,
                 kLanguageOptions, kShaderLimits);

} // namespace jacquard::driver::lsp
