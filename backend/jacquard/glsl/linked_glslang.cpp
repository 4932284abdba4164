#include <jacquard/glsl/linked_glslang.h>
#include <jacquard/library/facade/build_identity.h>
#include <jacquard/platform/paths.h>
#include <jacquard/support/plain_file.h>

#include <filesystem>
#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace jacquard::driver {

namespace {

constexpr int kVersionWithoutDirective = 110;

// Files that a shader includes: beside the one that asks, then in the folders.
class FolderIncluder final : public glslang::TShader::Includer {
  public:
    explicit FolderIncluder(const std::vector<std::string>& folders) : folders_(folders) {}

    IncludeResult* includeLocal(const char* name, const char* from, std::size_t depth) override {
        const std::filesystem::path beside =
            platform::plain_path(from).parent_path() / platform::plain_path(name);
        IncludeResult* found = read(beside);
        return found != nullptr ? found : includeSystem(name, from, depth);
    }

    IncludeResult* includeSystem(const char* name, const char* /*from*/,
                                 std::size_t /*depth*/) override {
        for (const std::string& folder : folders_) {
            if (IncludeResult* found =
                    read(platform::plain_path(folder) / platform::plain_path(name))) {
                return found;
            }
        }
        return nullptr;
    }

    void releaseInclude(IncludeResult* result) override {
        if (result != nullptr) {
            const std::unique_ptr<std::string> content(static_cast<std::string*>(result->userData));
            const std::unique_ptr<IncludeResult> released(result);
        }
    }

  private:
    static IncludeResult* read(const std::filesystem::path& path) {
        std::optional<std::string> text = read_plain_file(platform::text_of_path(path));
        if (!text) {
            return nullptr;
        }
        auto content = std::make_unique<std::string>(std::move(*text));
        auto result = std::make_unique<IncludeResult>(path.generic_string(), content->data(),
                                                      content->size(), content.get());
        // Both belong to glslang until releaseInclude().
        static_cast<void>(content.release());
        return result.release();
    }

    const std::vector<std::string>& folders_;
};

struct Target {
    std::string_view name;
    glslang::EShClient client;
    glslang::EShTargetClientVersion client_version;
    glslang::EShTargetLanguageVersion spirv;
};

constexpr Target kTargets[] = {
    {"vulkan1.0", glslang::EShClientVulkan, glslang::EShTargetVulkan_1_0,
     glslang::EShTargetSpv_1_0},
    {"vulkan1.1", glslang::EShClientVulkan, glslang::EShTargetVulkan_1_1,
     glslang::EShTargetSpv_1_3},
    {"vulkan1.2", glslang::EShClientVulkan, glslang::EShTargetVulkan_1_2,
     glslang::EShTargetSpv_1_5},
    {"vulkan1.3", glslang::EShClientVulkan, glslang::EShTargetVulkan_1_3,
     glslang::EShTargetSpv_1_6},
    {"opengl", glslang::EShClientOpenGL, glslang::EShTargetOpenGL_450, glslang::EShTargetSpv_1_0},
};

EShLanguage stage_of(std::string_view word) {
    return word == "vert"   ? EShLangVertex
           : word == "tesc" ? EShLangTessControl
           : word == "tese" ? EShLangTessEvaluation
           : word == "geom" ? EShLangGeometry
           : word == "comp" ? EShLangCompute
                            : EShLangFragment;
}

std::string preamble_of(const std::vector<std::string>& defines) {
    std::string text;
    for (const std::string& define : defines) {
        const std::size_t equals = define.find('=');
        text += "#define " + define.substr(0, equals);
        text += equals == std::string::npos ? "" : ' ' + define.substr(equals + 1);
        text += '\n';
    }
    return text;
}

// This is the state that glslang shares between all shaders of a process. It is made for the first
// shader, since that takes time.
struct Process {
    Process() { glslang::InitializeProcess(); }
    ~Process() { glslang::FinalizeProcess(); }
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
};

class LinkedGlslang final : public HighLevelCompiler {
  public:
    // It is part of the file that this code is in.
    [[nodiscard]] std::string identity() const override { return build_identity(); }
    [[nodiscard]] HighLevelResult compile(const HighLevelShader& source) const override {
        static const Process process;
        const Target* target = nullptr;
        for (const Target& each : kTargets) {
            target = each.name == source.target ? &each : target;
        }
        if (target == nullptr) {
            return failed("there is no target '" + source.target +
                          "'; there are vulkan1.0 to vulkan1.3 and opengl");
        }
        const EShLanguage stage = stage_of(source.stage);
        const glslang::EShSource language =
            source.hlsl ? glslang::EShSourceHlsl : glslang::EShSourceGlsl;
        const char* text = source.text.data();
        const int length = static_cast<int>(source.text.size());
        const char* name = source.name.c_str();
        const std::string preamble = preamble_of(source.defines);
        const bool is_vulkan = target->client == glslang::EShClientVulkan;

        glslang::TShader shader(stage);
        shader.setStringsWithLengthsAndNames(&text, &length, &name, 1);
        shader.setPreamble(preamble.c_str());
        shader.setEnvInput(language, stage, target->client, is_vulkan ? 100 : 450);
        shader.setEnvClient(target->client, target->client_version);
        shader.setEnvTarget(glslang::EShTargetSpv, target->spirv);
        shader.setAutoMapBindings(true);
        shader.setAutoMapLocations(true);
        shader.setEntryPoint(source.entry.c_str());
        shader.setSourceEntryPoint(source.hlsl ? source.entry.c_str() : "main");
        if (is_vulkan) {
            shader.setEnvInputVulkanRulesRelaxed();
        }
        unsigned rules = EShMsgSpvRules | EShMsgDebugInfo;
        rules |= is_vulkan ? EShMsgVulkanRules : 0U;
        rules |= source.hlsl ? EShMsgReadHlsl : 0U;
        const auto messages = static_cast<EShMessages>(rules);
        FolderIncluder includer(source.include_folders);

        HighLevelResult result;
        const bool is_parsed = shader.parse(GetDefaultResources(), kVersionWithoutDirective, false,
                                            messages, includer);
        result.messages = read_glslang_log(shader.getInfoLog());
        if (!is_parsed) {
            return result;
        }
        glslang::TProgram program;
        program.addShader(&shader);
        const bool is_linked = program.link(messages) && program.mapIO();
        for (HighLevelMessage& message : read_glslang_log(program.getInfoLog())) {
            result.messages.push_back(std::move(message));
        }
        if (!is_linked) {
            return result;
        }
        glslang::SpvOptions options;
        options.generateDebugInfo = true;
        std::vector<unsigned> words;
        glslang::GlslangToSpv(*program.getIntermediate(stage), words, &options);
        result.module.assign(reinterpret_cast<const char*>(words.data()), words.size() * 4);
        return result;
    }
};

} // namespace

const HighLevelCompiler& linked_glslang() {
    static const LinkedGlslang compiler;
    return compiler;
}

} // namespace jacquard::driver
