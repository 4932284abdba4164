// In the tool these functions take the place of those in draw/png_file.cpp and gzip_file.cpp, which
// its module has.
#include <jacquard/tool/frame/parts.h>

#include <dlfcn.h>
#include <filesystem>

namespace jacquard::driver {

namespace {

struct LoadedParts {
    ToolParts parts;
    std::string fault; // empty: all functions are there

    LoadedParts() {
        std::error_code error;
        const std::filesystem::path tool = std::filesystem::read_symlink("/proc/self/exe", error);
        const std::filesystem::path path = tool.parent_path() / JACQUARD_PARTS_PATH;
        // It is never unloaded: who asked for a part may hold what is of it.
        void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        void* const function =
            module != nullptr ? dlsym(module, JACQUARD_PARTS_FUNCTION_NAME) : nullptr;
        if (function == nullptr) {
            const char* const reason = dlerror();
            fault = "the tool's module of optional parts cannot be loaded: " +
                    (reason != nullptr ? std::string(reason) : path.string());
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

} // namespace jacquard::driver
