#include "catch.h"
#include "contains.h"
#include "driver/servers/served.h"
#include "driver/tool_runner.h"

#ifdef JACQUARD_HAS_GLSLANG

namespace {

const std::string kSaved =
    R"({"jsonrpc":"2.0","method":"textDocument/didSave","params":{"textDocument":{"uri":"a"}}})";

std::string start(const std::string& folder) {
    return R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{},"rootUri":)" +
           json_text("file://" + folder) + R"(,"initializationOptions":{"include":["common"]}}})";
}

} // namespace

TEST_CASE("Files that a shader includes may go, come back, and be wrong") {
    const TemporaryFolder folder("vanishing");
    folder.write("common/light.glsl", "vec4 light() { return vec4(1.0); }\n");
    const std::string shader = "#version 450\n"
                               "#extension GL_GOOGLE_include_directive : require\n"
                               "#include <light.glsl>\n"
                               "layout(location = 0) out vec4 colour;\n"
                               "void main() { colour = light(); }\n";
    const std::string uri = "file://" + (folder / "a.frag");
    ServedEditor editor;
    editor.send({start(folder / "")});
    CHECK(contains(editor.send({did_open(uri, shader)})[0], "\"diagnostics\": []"));

    std::filesystem::remove(folder / "common/light.glsl");
    CHECK(contains(editor.send({kSaved})[0], "\"line\": 2"));

    folder.write("common/light.glsl", "vec4 light() { return vec4(one); }\n");
    const std::string faulty = editor.send({kSaved})[0];
    CHECK(contains(faulty, "\"line\": 2"));
    CHECK(contains(faulty, "light.glsl:1:28: 'one' : undeclared identifier"));

    std::filesystem::remove_all(folder / "common");
    CHECK(contains(editor.send({kSaved})[0], "there is no file 'light.glsl'"));
}

#endif
