// In the tool these functions take the place of those in draw/png_file.cpp and gzip_file.cpp, which
// its module has.
#include <jacquard/platform/module.h>
#include <jacquard/platform/paths.h>
#include <jacquard/tool/frame/parts.h>

namespace jacquard::driver {

namespace {

struct LoadedParts {
    ToolParts parts;
    std::string fault; // empty: all functions are there

    LoadedParts() {
        const std::filesystem::path tool = platform::plain_path(platform::own_program());
        const std::string path = platform::text_of_path(tool.parent_path() / JACQUARD_PARTS_PATH);
        std::string reason;
        void* const function =
            platform::function_of_module(path, JACQUARD_PARTS_FUNCTION_NAME, reason);
        if (function == nullptr) {
            fault = "the tool's module of optional parts cannot be loaded: " + reason;
            return;
        }
        parts = *reinterpret_cast<ToolPartsFunction*>(function)();
    }
};

const LoadedParts& loaded() {
    static const LoadedParts parts;
    return parts;
}

class LoadedGlslang final : public HighLevelCompiler {
  public:
    [[nodiscard]] HighLevelResult compile(const HighLevelShader& shader) const override {
        const HighLevelCompiler* glslang = loaded().parts.glslang;
        return (glslang != nullptr ? *glslang : glslang_program()).compile(shader);
    }
    [[nodiscard]] std::string identity() const override {
        const HighLevelCompiler* glslang = loaded().parts.glslang;
        return glslang != nullptr ? glslang->identity() : std::string();
    }
};

} // namespace

const HighLevelCompiler& loaded_glslang() {
    static const LoadedGlslang compiler;
    return compiler;
}

bool draw::has_png() {
    return loaded().fault.empty() && loaded().parts.has_png();
}

std::optional<draw::Picture> draw::read_png(std::string_view bytes, std::uint64_t most_pixels,
                                            std::string& fault) {
    if (!loaded().fault.empty()) {
        fault = loaded().fault;
        return std::nullopt;
    }
    return loaded().parts.read_png(bytes, most_pixels, fault);
}

std::optional<std::string> draw::write_png(const Picture& picture, bool with_alpha,
                                           std::string& fault) {
    if (!loaded().fault.empty()) {
        fault = loaded().fault;
        return std::nullopt;
    }
    return loaded().parts.write_png(picture, with_alpha, fault);
}

bool has_gzip() {
    return loaded().fault.empty() && loaded().parts.has_gzip();
}

std::optional<std::string> unpack_gzip(std::string_view packed, std::string& fault) {
    if (!loaded().fault.empty()) {
        fault = "is compressed; " + loaded().fault;
        return std::nullopt;
    }
    return loaded().parts.unpack_gzip(packed, fault);
}

std::optional<std::string> unpack_zlib(std::string_view packed, std::size_t size,
                                       std::string& fault) {
    if (!loaded().fault.empty()) {
        fault = loaded().fault;
        return std::nullopt;
    }
    return loaded().parts.unpack_zlib(packed, size, fault);
}

} // namespace jacquard::driver
