#include <jacquard/glsl/toy_shader.h>

#include "catch.h"

using namespace jacquard::driver::draw;

TEST_CASE("a shader in the form of Shadertoy defines mainImage() and no main()") {
    CHECK(is_toy_shader("void mainImage(out vec4 c, in vec2 p) { c = vec4(1.0); }"));
    CHECK(is_toy_shader("float f() { return 1.0; }\nvoid  mainImage (out vec4 c, in vec2 p) {}"));
    CHECK(!is_toy_shader("void mainImage(out vec4 c, in vec2 p) {}\nvoid main() {}"));
    CHECK(!is_toy_shader("// void mainImage(out vec4 c, in vec2 p) {}\nvoid main() {}"));
    CHECK(!is_toy_shader("/* void mainImage( */ float mainImage;"));
    CHECK(is_toy_shader("void mainImage(out vec4 c, in vec2 p) {} // void main() {}"));
    CHECK(!is_toy_shader(""));
}

TEST_CASE("lines of the user's own text keep their numbers in the wrapped one") {
    const std::string text = "void mainImage(out vec4 c, in vec2 p) { c = vec4(iTime); }\n";
    const std::string wrapped = wrap_toy_shader(text);
    CHECK(wrapped.starts_with("#version 450\n"));
    CHECK(wrapped.find("\n#line 1\n" + text + "\nvoid main() {\n") != std::string::npos);
    CHECK(wrapped.find("    float iTime;\n") != std::string::npos);
    CHECK(wrapped.find("uniform sampler2D iChannel3;\n") != std::string::npos);
}

TEST_CASE("what the text declares itself is not declared again") {
    const std::string wrapped =
        wrap_toy_shader("#version 300 es\nuniform float iTime;\nuniform vec3 iResolution, iMouse;\n"
                        "uniform sampler2D iChannel0;\n"
                        "void mainImage(out vec4 c, in vec2 p) { c = vec4(1.0); }\n");
    CHECK(wrapped.find("    float iTime;\n") == std::string::npos);
    CHECK(wrapped.find("    vec4 iMouse;\n") == std::string::npos);
    CHECK(wrapped.find("    int iFrame;\n") != std::string::npos);
    CHECK(wrapped.find("uniform sampler2D iChannel0;\n") ==
          wrapped.rfind("uniform sampler2D iChannel0;\n"));
    // Its length stays, so that columns do.
    CHECK(wrapped.find("#line 1\n//ersion 300 es\n") != std::string::npos);
}
