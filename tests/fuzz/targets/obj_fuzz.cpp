// Any text is read as an .obj file; a good one gives triangles of vertices that are there, which
// lie on a picture wherever they are.
#include <jacquard/draw/scene/obj_reader.h>
#include <jacquard/draw/scene/triangles.h>

#include "fuzzing.h"

#include <bit>

using namespace jacquard;
using namespace jacquard::fuzzing;
using namespace jacquard::driver;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = text_of(data, size);
    Diagnostics diagnostics("fuzz.obj", text, kSmall.errors);
    const draw::Mesh mesh = draw::read_obj(text, diagnostics);
    (void)diagnostics.render();
    if (diagnostics.has_errors()) {
        return 0;
    }
    draw::ShadedVertices vertices;
    vertices.words_each = 4;
    for (const draw::MeshVertex& vertex : mesh.vertices) {
        // The last texture coordinate is w.
        for (const float value :
             {vertex.position[0], vertex.position[1], vertex.position[2], vertex.uv[1]}) {
            vertices.words.push_back(std::bit_cast<std::uint32_t>(value));
        }
    }
    for (const std::array<std::uint32_t, 3>& corners : mesh.triangles) {
        for (const std::uint32_t corner : corners) {
            demand(corner < mesh.vertices.size(), "a corner that is not there");
        }
    }
    constexpr std::array<std::uint8_t, 1> kFlat = {0};
    constexpr std::uint32_t kSide = 16384;
    const draw::TriangleList list =
        draw::place_triangles(vertices, mesh.triangles, kFlat, kSide, kSide, draw::Cull::none);
    for (const draw::Triangle& triangle : list.triangles) {
        for (const std::size_t word : triangle.vertex) {
            demand(word + 4 <= list.words.size(), "a vertex that is not there");
        }
    }
    return 0;
}
