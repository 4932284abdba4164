#pragma once

#include <jacquard/support/json/json.h>
#include <jacquard/tool/cost/shader/costed_shader.h>

#include <cstddef>
#include <span>
#include <string>

namespace jacquard::driver {

// Who holds the registers where most are held, or at the word that the options name: for the forms
// whose registers keep waves from running, or for all of them if that is asked for. At most so many
// values of each.
[[nodiscard]] std::string cost_registers(std::span<const CostedShader* const> shaders,
                                         const CostOptions& options);

// "register_holders": the same of one form.
void append_registers(json::Writer& json, const CostedShader& shader, const CostOptions& options);

} // namespace jacquard::driver
