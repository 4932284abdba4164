#pragma once

#include <jacquard/support/json/json.h>
#include <jacquard/tool/cost/shader/costed_shader.h>
#include <jacquard/tool/view/line_table.h>

namespace jacquard::driver::view {

// "verdict", "findings", "costs" of source lines, and "register_holders" of a page.
void append_verdict_data(json::Writer& json, const CostedShader& shader, OriginTable& origins);

} // namespace jacquard::driver::view
