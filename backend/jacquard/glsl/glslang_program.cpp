// glslang as a program: the shader goes in by a file of its own, the module comes out by another.
#include <jacquard/glsl/child_program.h>
#include <jacquard/glsl/dialect/module_names.h>
#include <jacquard/glsl/high_level.h>
#include <jacquard/support/plain_file.h>

#include <cerrno>
#include <cstring>

namespace jacquard::driver {

namespace {

constexpr const char* kProgram = "glslangValidator";

std::vector<std::string> command_line(const HighLevelShader& shader, const std::string& source,
                                      const std::string& module) {
    std::vector<std::string> words = {kProgram, "-S", shader.stage, "-g",           "--aml",
                                      "--amb",  "-o", module,       "--target-env", shader.target};
    if (shader.target.starts_with("vulkan")) {
        words.emplace_back("-R");
    }
    if (shader.hlsl) {
        words.insert(words.end(), {"-D", "-e", shader.entry});
    } else if (shader.entry != "main") {
        words.insert(words.end(), {"-e", shader.entry, "--source-entrypoint", "main"});
    }
    add_macros_and_folders(shader, words);
    words.push_back(source);
    return words;
}

class GlslangProgram final : public HighLevelCompiler {
  public:
    [[nodiscard]] HighLevelResult compile(const HighLevelShader& shader) const override {
        const ScratchFolder scratch;
        if (!scratch.exists()) {
            return failed("no folder for glslang's files can be made: " +
                          std::string(std::strerror(errno)));
        }
        // Names in the module are right where the file itself is read; standard input is none.
        const bool is_file =
            read_plain_file(shader.name).value_or("") == shader.text && !shader.text.empty();
        const std::string source = is_file ? shader.name : scratch.file("shader." + shader.stage);
        const std::string module = scratch.file("module.spv");
        const std::string log = scratch.file("log");
        if (!is_file && !write_file(source, shader.text)) {
            return failed("a file for glslang cannot be written: " +
                          std::string(std::strerror(errno)));
        }
        const ChildResult run = run_child(command_line(shader, source, module), {log, true, {}});
        // A program that is not there may show only as the child's exit.
        if (run.end != ChildEnd::ran) {
            return failed(run.fault == ENOENT
                              ? std::string(kProgram) +
                                    " is not there, which makes SPIR-V of GLSL and HLSL; on Debian "
                                    "it comes with the package glslang-tools"
                              : std::string(kProgram) + " cannot run: " + std::strerror(run.fault));
        }
        HighLevelResult result;
        const std::string told = read_plain_file(log).value_or("");
        result.messages = read_glslang_log(told);
        if (run.code < 0) {
            // A program without memory says so before it aborts.
            result.stop = told.find("bad_alloc") != std::string::npos ? HighLevelStop::memory
                                                                      : HighLevelStop::crash;
            return result;
        }
        result.module = read_plain_file(module).value_or("");
        if (!is_file) {
            glsl::rename_file(result.module, source, shader.name);
        }
        for (HighLevelMessage& message : result.messages) {
            if (message.file == source) {
                message.file = shader.name;
            }
        }
        return result;
    }
};

} // namespace

const HighLevelCompiler& glslang_program() {
    static const GlslangProgram program;
    return program;
}

} // namespace jacquard::driver
