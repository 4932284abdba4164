// OpenCL C by two programs: clang makes a module of LLVM of it, and llvm-spirv of the same version
// SPIR-V of that.
#include <jacquard/glsl/child_program.h>
#include <jacquard/glsl/high_level.h>
#include <jacquard/opencl/clang_program.h>
#include <jacquard/opencl/kernel_names.h>
#include <jacquard/platform/paths.h>
#include <jacquard/support/plain_file.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>

namespace jacquard::driver {

namespace {

// Programs that belong together, the newest first.
struct Tools {
    const char* clang;
    const char* llvm_spirv;
};
constexpr std::array<Tools, 2> kTools = {
    {{"clang-15", "llvm-spirv-15"}, {"clang-14", "llvm-spirv-14"}}};
// clang does this with a kernel before it is translated. Its optimisations may make integers of
// widths that SPIR-V has not, of which llvm-spirv makes nothing: then there are none.
struct Passes {
    std::array<const char*, 3> words;
    std::ptrdiff_t count;
};
constexpr std::array<Passes, 2> kPasses = {
    {{{"-O2"}, 1}, {{"-O1", "-Xclang", "-disable-llvm-passes"}, 3}}};

constexpr std::string_view kTranslatorLog = "translator_log";

constexpr std::string_view kMissing =
    "clang and llvm-spirv of the version 14 or 15, which make SPIR-V of OpenCL C, are not there; "
    "on Debian they come with the packages clang-14 and llvm-spirv-14";

HighLevelMessage error(std::string text, std::string_view code) {
    HighLevelMessage message;
    message.text = std::move(text);
    message.code = code;
    return message;
}

// The first pair that is there.
std::optional<Tools> find_tools(const ScratchFolder& scratch) {
    for (const Tools& tools : kTools) {
        const auto is_there = [&](const char* program) {
            const ChildResult run =
                run_child({program, "--version"}, {scratch.file("version"), true, {}});
            return run.end == ChildEnd::ran && run.code == 0;
        };
        if (is_there(tools.llvm_spirv) && is_there(tools.clang)) {
            return tools;
        }
    }
    return std::nullopt;
}

// The path of the folder of a file, with the slash behind it.
std::string folder_of(const std::string& path) {
    return path.substr(0, platform::start_of_name(path));
}

// The text with a line before it that gives it the name by which its user knows it.
std::string named_text(const HighLevelShader& shader) {
    std::string text = "#line 1 \"";
    for (const char letter : shader.name) {
        if (letter == '"' || letter == '\\') {
            text += '\\';
        }
        text += letter == '\n' ? ' ' : letter;
    }
    return text.append("\"\n").append(shader.text);
}

std::vector<std::string> command_line(const Tools& tools, const HighLevelShader& shader,
                                      const Passes& passes, const std::string& source,
                                      const std::string& made) {
    std::vector<std::string> words = {
        tools.clang, "-x", "cl", "-target", "spir64-unknown-unknown", "-Xclang",
        "-finclude-default-header", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops",
        "-fno-discard-value-names", "-fno-caret-diagnostics", "-fno-color-diagnostics",
        // Lines alone, of the file as its user calls it.
        "-gline-tables-only", "-fdebug-prefix-map=" + folder_of(source) + '=', "-emit-llvm", "-c",
        "-o", made};
    words.insert(words.end(), passes.words.begin(), passes.words.begin() + passes.count);
    bool has_standard = false;
    for (const std::string& option : shader.options) {
        has_standard = has_standard || option.starts_with("-cl-std=");
        words.push_back(option);
        if (option == "-cl-std=CL3.0" || option == "-cl-std=cl3.0") {
            // OpenCL C 3.0 need not have them, and clang's header asks for this name.
            words.emplace_back("-D__opencl_c_work_group_collective_functions=1");
        }
    }
    if (!has_standard) {
        words.emplace_back("-cl-std=CL1.2");
    }
    add_macros_and_folders(shader, words);
    words.push_back(source);
    return words;
}

// Reads a number and the colon behind it.
bool take_number(std::string_view& text, std::uint32_t& number) {
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, number);
    if (fault != std::errc() || stop == end || *stop != ':') {
        return false;
    }
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()) + 1);
    return true;
}

// A place as clang writes it in front of a message: "blur.cl:12:5: ".
void take_place(std::string_view& text, HighLevelMessage& message) {
    for (std::size_t colon = text.find(':'); colon != std::string_view::npos;
         colon = text.find(':', colon + 1)) {
        std::string_view rest = text.substr(colon + 1);
        if (take_number(rest, message.line) && take_number(rest, message.column)) {
            message.file = text.substr(0, colon);
            text = rest;
            return;
        }
    }
}

class ClangProgram final : public HighLevelCompiler {
  public:
    [[nodiscard]] HighLevelResult compile(const HighLevelShader& shader) const override {
        const ScratchFolder scratch;
        if (!scratch.exists()) {
            return failed("no folder for clang's files can be made: " +
                              std::string(std::strerror(errno)),
                          "G110");
        }
        const std::optional<Tools> tools = find_tools(scratch);
        if (!tools) {
            return failed(std::string(kMissing), "G110");
        }
        const std::string source = scratch.file("kernel.cl");
        if (!write_file(source, named_text(shader))) {
            return failed(
                "a file for clang cannot be written: " + std::string(std::strerror(errno)), "G110");
        }
        HighLevelResult result;
        for (const Passes& passes : kPasses) {
            result = attempt(*tools, scratch, passes, source, shader);
            if (!result.module.empty() || has_errors(result)) {
                break;
            }
        }
        if (result.module.empty() && !has_errors(result) && result.stop == HighLevelStop::nothing) {
            result.messages.push_back(error(translator_fault(*tools, scratch), "G109"));
        }
        return result;
    }

  private:
    static bool has_errors(const HighLevelResult& result) {
        return std::any_of(result.messages.begin(), result.messages.end(),
                           [](const HighLevelMessage& each) { return each.is_error; });
    }

    static HighLevelResult attempt(const Tools& tools, const ScratchFolder& scratch,
                                   const Passes& passes, const std::string& source,
                                   const HighLevelShader& shader) {
        HighLevelResult result;
        const std::string made = scratch.file("kernel.bc");
        const std::string log = scratch.file("log");
        const ChildResult run =
            run_child(command_line(tools, shader, passes, source, made), {log, true, {}});
        result.messages = read_clang_log(read_plain_file(log).value_or(""));
        for (HighLevelMessage& message : result.messages) {
            message.file = message.file == source ? shader.name : message.file;
        }
        if (run.end != ChildEnd::ran || run.code < 0) {
            result.stop = HighLevelStop::crash;
        } else if (run.code == 0) {
            translate(tools, scratch, made, shader, result);
        }
        return result;
    }

    // Makes SPIR-V of what clang made. Nothing where llvm-spirv does not.
    static void translate(const Tools& tools, const ScratchFolder& scratch, const std::string& made,
                          const HighLevelShader& shader, HighLevelResult& result) {
        const std::string module = scratch.file("kernel.spv");
        const ChildResult run = run_child({tools.llvm_spirv, made, "-o", module},
                                          {scratch.file(kTranslatorLog), true, {}});
        if (run.end != ChildEnd::ran || run.code != 0) {
            return;
        }
        result.module = read_plain_file(module).value_or("");
        const bool names_one = shader.entry != HighLevelShader().entry;
        // The reader of a module that cannot be read says why.
        const std::optional<std::vector<std::string>> kernels = kernel_names(result.module);
        const std::string fault =
            kernels ? fault_of_choice(names_one ? shader.entry : std::string(), *kernels)
                    : std::string();
        if (!fault.empty()) {
            result.messages.push_back(error(fault, "G111"));
        }
    }

    // Returns the fault that llvm-spirv told of last.
    static std::string translator_fault(const Tools& tools, const ScratchFolder& scratch) {
        std::string told = read_plain_file(scratch.file(kTranslatorLog)).value_or("");
        told = told.substr(0, told.find('\n'));
        return std::string(tools.llvm_spirv) + " makes no SPIR-V of it" +
               (told.empty() ? told : ": " + told);
    }
};

} // namespace

std::vector<HighLevelMessage> read_clang_log(std::string_view log) {
    std::vector<HighLevelMessage> messages;
    while (!log.empty()) {
        const std::size_t end = std::min(log.find('\n'), log.size() - 1);
        std::string_view line = log.substr(0, end);
        log.remove_prefix(end + 1);
        HighLevelMessage message;
        message.code = "G109";
        take_place(line, message);
        for (const std::string_view kind : {"fatal error: ", "error: ", "warning: "}) {
            const std::size_t at = line.find(kind);
            // Faults of no file have the name of the program in front.
            const bool is_told =
                line.starts_with("clang") || at == std::min(line.find_first_not_of(' '), at);
            if (at == std::string_view::npos || !is_told) {
                continue;
            }
            message.is_error = kind != "warning: ";
            message.text = line.substr(at + kind.size());
            messages.push_back(message);
            break;
        }
    }
    return messages;
}

const HighLevelCompiler& clang_program() {
    static const ClangProgram program;
    return program;
}

const HighLevelCompiler& compiler_of(const HighLevelShader& shader,
                                     const HighLevelCompiler* glslang) {
    if (shader.opencl) {
        return clang_program();
    }
    return glslang != nullptr ? *glslang : glslang_program();
}

} // namespace jacquard::driver
