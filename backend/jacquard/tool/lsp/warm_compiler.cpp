#include <jacquard/tool/lsp/warm_compiler.h>

namespace jacquard::driver::lsp {

namespace {

// The line that tells the version of a shader: it alone decides what glslang knows beforehand.
std::string version_line(std::string_view text) {
    constexpr std::string_view kVersion = "#version ";
    const std::size_t start = text.find(kVersion);
    if (start == std::string_view::npos) {
        return {};
    }
    const std::string_view line = text.substr(start, text.find_first_of("\r\n", start) - start);
    const std::size_t end =
        line.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789 ", kVersion.size());
    return std::string(line.substr(0, end)) + '\n';
}

} // namespace

bool WarmCompiler::prepare(const HighLevelShader& shader) const {
    const std::string version = shader.hlsl ? std::string() : version_line(shader.text);
    std::string key = shader.stage + ' ' + shader.target + ' ' + version;
    key += shader.hlsl ? "hlsl" : "glsl";
    if (inner_.identity().empty() || !ready_.insert(key).second) {
        return false; // a program of its own keeps nothing
    }
    const std::string text = version + "void main() {}\n";
    HighLevelShader least;
    least.name = "empty";
    least.text = text;
    least.stage = shader.stage;
    least.hlsl = shader.hlsl;
    least.target = shader.target;
    static_cast<void>(inner_.compile(least));
    return true;
}

HighLevelResult WarmCompiler::compile(const HighLevelShader& shader, const Limits& limits) const {
    if (prepare(shader)) {
        kept_.forget();
    }
    return kept_.compile(shader, limits);
}

} // namespace jacquard::driver::lsp
