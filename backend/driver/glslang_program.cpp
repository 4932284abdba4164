// glslang as a program: the shader goes in by a file of its own, the module comes out by another.
#include <jacquard/driver/high_level.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

extern "C" char** environ;

namespace jacquard::driver {

namespace {

constexpr const char* kProgram = "glslangValidator";

// A folder of our own, which goes with the object.
class ScratchFolder {
  public:
    ScratchFolder() {
        std::error_code fault;
        std::string pattern =
            (std::filesystem::temp_directory_path(fault) / "jacquard-XXXXXX").string();
        if (!fault && mkdtemp(pattern.data()) != nullptr) {
            path_ = pattern;
        }
    }
    ~ScratchFolder() {
        std::error_code ignored;
        if (!path_.empty()) {
            std::filesystem::remove_all(path_, ignored);
        }
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    [[nodiscard]] bool exists() const { return !path_.empty(); }
    [[nodiscard]] std::string file(std::string_view name) const {
        return path_ + '/' + std::string(name);
    }

  private:
    std::string path_;
};

std::string content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream content;
    content << file.rdbuf();
    return file ? content.str() : std::string();
}

bool write(const std::string& path, std::string_view content) {
    std::ofstream file(path, std::ios::binary);
    file << content;
    file.close();
    return !file.fail();
}

// Runs the program, with what it prints in a file. 0, or the number of the fault that kept it from
// running.
int run(std::vector<std::string>& words, const std::string& log) {
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    pid_t child = 0;
    const int fault = posix_spawnp(&child, kProgram, &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (fault != 0) {
        return fault;
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

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
    for (const std::string& define : shader.defines) {
        words.push_back("-D" + define);
    }
    // What the shader includes is looked for beside it first, though it is read from elsewhere.
    const std::string beside = std::filesystem::path(shader.name).parent_path().string();
    words.push_back("-I" + (beside.empty() ? std::string(".") : beside));
    for (const std::string& folder : shader.include_folders) {
        words.push_back("-I" + folder);
    }
    words.push_back(source);
    return words;
}

HighLevelResult failed(std::string text) {
    HighLevelResult result;
    result.messages.push_back({true, {}, 0, std::move(text)});
    return result;
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
        const bool is_file = content_of(shader.name) == shader.text && !shader.text.empty();
        const std::string source = is_file ? shader.name : scratch.file("shader." + shader.stage);
        const std::string module = scratch.file("module.spv");
        const std::string log = scratch.file("log");
        if (!is_file && !write(source, shader.text)) {
            return failed("a file for glslang cannot be written: " +
                          std::string(std::strerror(errno)));
        }
        std::vector<std::string> words = command_line(shader, source, module);
        const int fault = run(words, log);
        // A program that is not there may show only as the child's exit.
        if (fault != 0) {
            return failed(fault == ENOENT
                              ? std::string(kProgram) +
                                    " is not there, which makes SPIR-V of GLSL and HLSL; on Debian "
                                    "it comes with the package glslang-tools"
                              : std::string(kProgram) + " cannot run: " + std::strerror(fault));
        }
        HighLevelResult result;
        result.module = content_of(module);
        result.messages = read_glslang_log(content_of(log));
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
