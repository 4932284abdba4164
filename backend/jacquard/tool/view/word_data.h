#pragma once

#include <jacquard/ir3/check/value_flow.h>
#include <jacquard/support/json/json.h>
#include <jacquard/tool/cost/shader/costed_shader.h>
#include <jacquard/tool/view/line_table.h>

namespace jacquard::driver::view {

// Describes how pictures of graphs are laid out.
enum class PictureLayout : std::uint8_t {
    graphviz, // by Graphviz where that is there, else by the page
    page,
};

// "words", "blocks", "uses", "steps" and "pictures" of a page, of a shader with a report.
void append_word_data(json::Writer& json, const CostedShader& shader, OriginTable& origins,
                      PictureLayout layout);

} // namespace jacquard::driver::view
