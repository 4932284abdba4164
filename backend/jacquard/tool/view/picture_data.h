#pragma once

#include <jacquard/ir3/check/value_flow.h>
#include <jacquard/support/json/json.h>

namespace jacquard::driver::view {

// "pictures" of a page: those of its graphs that Graphviz laid out in time. "flow" has the blocks,
// "uses" by block the words that use one another; what is not there the page lays out itself.
void append_pictures(json::Writer& json, const ir3::ValueFlow& flow);

} // namespace jacquard::driver::view
