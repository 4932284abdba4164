#include <jacquard/draw/scene/obj_reader.h>

#include "catch.h"

#include <random>

using namespace jacquard;
using namespace jacquard::driver::draw;

namespace {

constexpr std::string_view kSquare = "# a square\n"
                                     "o square\n"
                                     "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\n"
                                     "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
                                     "f 1/1 2/2 3/3 -1/-1 # the last of each\n";

std::string faults_of(std::string_view text) {
    Diagnostics diagnostics("mesh.obj", text);
    (void)read_obj(text, diagnostics);
    std::string found;
    for (const Diagnostic& fault : diagnostics.all()) {
        found += std::to_string(fault.position.line) + ':' + std::to_string(fault.position.column) +
                 ' ' + fault.code + ' ' + fault.message + '\n';
        for (const DiagnosticNote& note : fault.notes) {
            found += "  " + note.message + '\n';
        }
    }
    return found;
}

} // namespace

TEST_CASE("a face of four corners becomes two triangles, with the normals that it lacks") {
    Diagnostics diagnostics("mesh.obj", kSquare);
    const Mesh mesh = read_obj(kSquare, diagnostics);
    CHECK(diagnostics.render() == "");
    REQUIRE(mesh.vertices.size() == 4);
    using Triangles = std::vector<std::array<std::uint32_t, 3>>;
    CHECK(mesh.triangles == Triangles{{0, 1, 2}, {0, 2, 3}});
    CHECK(mesh.vertices[3].position == std::array<float, 3>{-1.0F, 1.0F, 0.0F});
    CHECK(mesh.vertices[3].uv == std::array<float, 2>{0.0F, 1.0F});
    for (const MeshVertex& vertex : mesh.vertices) {
        CHECK(vertex.normal == std::array<float, 3>{0.0F, 0.0F, 1.0F});
    }
}

TEST_CASE("corners that are alike are one vertex, and given normals stay") {
    constexpr std::string_view kText = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 1\nvn 0 1 0\n"
                                       "f 1//1 2//1 3//1\nf 2//1 4//1 3//1\n";
    Diagnostics diagnostics("mesh.obj", kText);
    const Mesh mesh = read_obj(kText, diagnostics);
    CHECK(mesh.vertices.size() == 4);
    CHECK(mesh.vertices[0].normal == std::array<float, 3>{0.0F, 1.0F, 0.0F});
}

TEST_CASE("every fault of an .obj file is told at its place, several in one run") {
    CHECK(faults_of("v 0 0 zero\n"
                    "v 1 0\n"
                    "vx 1 2 3\n"
                    "v 0 1 0\n"
                    "f 1 2\n"
                    "f 1 2 4\n"
                    "f 1/2/3/4 2 3\n"
                    "f 0 one 3\n") == "1:7 P302 'zero' is not a finite number\n"
                                      "2:1 P303 'v' needs 3 numbers, and there are 2\n"
                                      "3:1 P301 no line begins with 'vx'\n"
                                      "  did you mean 'v'?\n"
                                      "5:1 P303 a face needs 3 corners, and there are 2\n"
                                      "6:7 P304 there is no vertex 4; so far there are 3\n"
                                      "7:5 P304 there is no texture coordinate 2; so far there "
                                      "are 0\n"
                                      "7:7 P304 there is no normal 3; so far there are 0\n"
                                      "7:9 P304 a corner has no more than three numbers: 1/2/3\n"
                                      "8:3 P304 there is no vertex 0; so far there are 3\n"
                                      "8:5 P304 a corner is written 1, 1/2, 1//3 or 1/2/3, and "
                                      "'one' is not a number\n");
    CHECK(faults_of("v 0 0 0\n") == "0:0 P306 the file has no faces\n");
    CHECK(faults_of("v 1e99 0 inf\nf 1 1 1\n") == "1:3 P302 '1e99' is not a finite number\n"
                                                  "1:10 P302 'inf' is not a finite number\n");
}

TEST_CASE("a face without end is refused before it takes memory") {
    std::string text = "v 0 0 0\nf";
    for (unsigned i = 0; i < 300; ++i) {
        text += " 1";
    }
    CHECK(faults_of(text) == "2:515 P305 a face has more than 256 corners\n");
}

TEST_CASE("changed bytes of an .obj file give triangles of vertices that are there, or faults") {
    std::mt19937 random(1);
    unsigned good = 0;
    for (unsigned i = 0; i < 20000; ++i) {
        std::string text(kSquare);
        for (unsigned changes = 1 + random() % 4; changes != 0; --changes) {
            const std::size_t at = random() % text.size();
            switch (random() % 4) {
            case 0: text.erase(at, 1 + random() % 8); break;
            case 1: text.insert(at, text.substr(random() % text.size(), random() % 12)); break;
            case 2: text[at] = static_cast<char>('-' + random() % 13); break;
            default: text[at] = static_cast<char>(random()); break;
            }
            text += text.empty() ? "f" : "";
        }
        Diagnostics diagnostics("mesh.obj", text);
        const Mesh mesh = read_obj(text, diagnostics);
        if (diagnostics.has_errors()) {
            continue;
        }
        ++good;
        for (const std::array<std::uint32_t, 3>& corners : mesh.triangles) {
            for (const std::uint32_t corner : corners) {
                if (corner >= mesh.vertices.size()) {
                    FAIL("change " << i << " gives the vertex " << corner);
                }
            }
        }
    }
    CHECK(good > 1000);
    CHECK(good < 19000);
}
