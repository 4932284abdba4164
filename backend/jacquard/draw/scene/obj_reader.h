#pragma once

#include <jacquard/draw/scene/mesh.h>
#include <jacquard/support/text/diagnostics.h>

#include <string_view>

namespace jacquard::driver::draw {

// The triangles of a Wavefront .obj file: its lines `v`, `vt`, `vn` and `f`. Faces of more corners
// become fans; names, groups, materials, points and lines are passed over. Normals that the file
// does not have are made from the triangles. Faults (codes P301 ...) go to `diagnostics`, which was
// made from the text; the mesh is to be used only when there are none.
[[nodiscard]] Mesh read_obj(std::string_view text, Diagnostics& diagnostics);

} // namespace jacquard::driver::draw
