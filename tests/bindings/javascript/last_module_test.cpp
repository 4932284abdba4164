// The package keeps the module of the last shader, and compiles anew whatever differs from it.
#include "catch.h"
#include "last_module.h"

using namespace jacquard::driver;
using javascript::LastModule;

namespace {

// Counts what is compiled of each text.
class CountingCompiler final : public HighLevelCompiler {
  public:
    HighLevelResult compile(const HighLevelShader& shader) const override {
        ++count;
        HighLevelResult result;
        result.module = shader.name + ":" + std::string(shader.text);
        return result;
    }
    mutable unsigned count = 0;
};

HighLevelShader shader_of(std::string_view text) {
    HighLevelShader shader;
    shader.name = "a.frag";
    shader.stage = "frag";
    shader.text = text;
    return shader;
}

} // namespace

TEST_CASE("the same shader is compiled once, though its text lies elsewhere") {
    const CountingCompiler inner;
    const LastModule compiler(inner);
    const std::string text = "void main() {}";
    const std::string copy = text;
    CHECK(compiler.compile(shader_of(text)).module == "a.frag:void main() {}");
    CHECK(compiler.compile(shader_of(copy)).module == "a.frag:void main() {}");
    CHECK(inner.count == 1);
}

TEST_CASE("whatever a module depends on makes it another shader") {
    std::vector<HighLevelShader> others(9, shader_of("void main() {}"));
    others[0].text = "void main() { }";
    others[1].name = "b.frag";
    others[2].stage = "vert";
    others[3].hlsl = true;
    others[4].entry = "other";
    others[5].target = "opengl";
    others[6].defines = {"A"};
    others[7].options = {"-cl-fast-relaxed-math"};
    others[8].linked = {{"colour", 1}};
    for (const HighLevelShader& other : others) {
        const CountingCompiler inner;
        const LastModule compiler(inner);
        static_cast<void>(compiler.compile(shader_of("void main() {}")));
        static_cast<void>(compiler.compile(other));
        static_cast<void>(compiler.compile(shader_of("void main() {}")));
        CHECK(inner.count == 3);
    }
}

TEST_CASE("what may include files is always compiled, as the files may be other ones") {
    const CountingCompiler inner;
    const LastModule compiler(inner);
    const HighLevelShader shader = shader_of("#include \"a.h\"\nvoid main() {}");
    static_cast<void>(compiler.compile(shader));
    static_cast<void>(compiler.compile(shader));
    CHECK(inner.count == 2);
}
