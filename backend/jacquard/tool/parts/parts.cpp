// The module of the tool's optional parts. It and the tool have each a C++ runtime of their own,
// and one of them cannot unwind the functions of the other: no exception leaves the functions that
// stand here.
#include <jacquard/tool/frame/parts.h>

#ifdef JACQUARD_HAS_GLSLANG
#include <jacquard/glsl/linked_glslang.h>
#endif

#include <new>
#include <type_traits>

namespace jacquard::driver {

namespace {

#ifdef JACQUARD_HAS_GLSLANG
class ContainedGlslang final : public HighLevelCompiler {
  public:
    [[nodiscard]] HighLevelResult compile(const HighLevelShader& shader) const override {
        try {
            return linked_glslang().compile(shader);
        } catch (const std::bad_alloc&) {
            HighLevelResult result;
            result.stop = HighLevelStop::memory;
            return result;
        }
    }
    [[nodiscard]] std::string identity() const override { return linked_glslang().identity(); }
};

const HighLevelCompiler* contained_glslang() {
    static const ContainedGlslang compiler;
    return &compiler;
}
#else
const HighLevelCompiler* contained_glslang() {
    return nullptr;
}
#endif

// Returns the result of a function, or nothing and a fault where there is not the memory for it.
template <class Function>
std::invoke_result_t<Function> contained(std::string& fault, const Function& function) {
    try {
        return function();
    } catch (const std::bad_alloc&) {
        fault = "needs more memory than there is";
        return std::nullopt;
    }
}

std::optional<draw::Picture> read_png(std::string_view bytes, std::uint64_t most_pixels,
                                      std::string& fault) {
    return contained(fault, [&] { return draw::read_png(bytes, most_pixels, fault); });
}

std::optional<std::string> write_png(const draw::Picture& picture, bool with_alpha,
                                     std::string& fault) {
    return contained(fault, [&] { return draw::write_png(picture, with_alpha, fault); });
}

std::optional<std::string> unpack(std::string_view packed, std::string& fault) {
    return contained(fault, [&] { return unpack_gzip(packed, fault); });
}

std::optional<std::string> inflate_zlib(std::string_view packed, std::size_t size,
                                        std::string& fault) {
    return contained(fault, [&] { return unpack_zlib(packed, size, fault); });
}

} // namespace

} // namespace jacquard::driver

extern "C" __attribute__((visibility("default"))) const jacquard::driver::ToolParts*
JACQUARD_PARTS_FUNCTION() {
    using namespace jacquard::driver;
    static const ToolParts parts = {
        contained_glslang(), draw::has_png, read_png, write_png, has_gzip, unpack, inflate_zlib};
    return &parts;
}
