#include <jacquard/generated/glsl/dialects.h>
#include <jacquard/glsl/dialect/modernise.h>
#include <jacquard/glsl/dialect/module_names.h>
#include <jacquard/glsl/dialect/opengl_module.h>
#include <jacquard/glsl/dialect/place_messages.h>
#include <jacquard/glsl/dialect/separate_registers.h>
#include <jacquard/glsl/dialect/varying_locations.h>
#include <jacquard/glsl/high_level.h>
#include <jacquard/glsl/hlsl/combined_samplers.h>
#include <jacquard/glsl/hlsl/gather_bias.h>
#include <jacquard/glsl/hlsl/opaque_variables.h>
#include <jacquard/glsl/hlsl/rewrite_hlsl.h>
#include <jacquard/glsl/toy_shader.h>
#include <jacquard/platform/paths.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace jacquard::driver {

namespace {

constexpr std::string_view kOpenClEnding = "cl";

// The stage that a word means; null for others.
const glsl::StageWords* find_stage(std::string_view word) {
    for (const glsl::StageWords& stage : glsl::kStages) {
        if (std::find(stage.words.begin(), stage.words.end(), word) != stage.words.end()) {
            return &stage;
        }
    }
    return nullptr;
}

std::string_view ending(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos || dot < platform::start_of_name(name)
               ? std::string_view()
               : name.substr(dot + 1);
}

std::string_view without_comments(std::string_view text) {
    for (;;) {
        const std::size_t start = text.find_first_not_of(" \t\r\n");
        text.remove_prefix(std::min(start, text.size()));
        std::string_view end;
        if (text.starts_with("//")) {
            end = "\n";
        } else if (text.starts_with("/*")) {
            end = "*/";
        } else {
            return text;
        }
        const std::size_t found = text.find(end, 2);
        text.remove_prefix(found == std::string_view::npos ? text.size() : found + end.size());
    }
}

// A file and a line as glslang writes them at the beginning of a message: "water.frag:12: ".
// Nothing is taken away where there are none.
void take_place(std::string_view& text, HighLevelMessage& message) {
    for (std::size_t colon = text.find(':'); colon != std::string_view::npos;
         colon = text.find(':', colon + 1)) {
        const char* end = text.data() + text.size();
        std::uint32_t line = 0;
        const auto [stop, fault] = std::from_chars(text.data() + colon + 1, end, line);
        if (fault == std::errc() && stop != end && *stop == ':') {
            message.file = text.substr(0, colon);
            message.line = line;
            text.remove_prefix(static_cast<std::size_t>(stop - text.data()) + 1);
            return;
        }
    }
}

std::string_view trimmed(std::string_view text) {
    const std::size_t start = text.find_first_not_of(" \t\r");
    if (start == std::string_view::npos) {
        return {};
    }
    return text.substr(start, text.find_last_not_of(" \t\r") + 1 - start);
}

// Returns true for lines that only count or repeat other messages.
bool is_told_already(std::string_view text) {
    return text.ends_with("No code generated.") || text == "'' : compilation terminated" ||
           text.empty();
}

// Returns true if a message only names a rule of HLSL's grammar that an error before it broke.
bool is_echo(std::string_view text, const std::vector<HighLevelMessage>& messages) {
    constexpr std::string_view kEnd = "' : Expected";
    if (messages.empty() || !messages.back().is_error || !text.starts_with('\'') ||
        !text.ends_with(kEnd) || text.size() <= kEnd.size()) {
        return false;
    }
    const std::string_view rule = text.substr(1, text.size() - kEnd.size() - 1);
    return std::all_of(rule.begin(), rule.end(),
                       [](char c) { return (c >= 'a' && c <= 'z') || c == ' ' || c == '-'; });
}

void report_stop(HighLevelStop stop, std::string_view compiler, const Limits& limits,
                 Diagnostics& diagnostics) {
    const std::string name(compiler);
    switch (stop) {
    case HighLevelStop::nothing: break;
    case HighLevelStop::memory:
        report_limit(diagnostics, {}, Limit::memory, limits)
            .notes.push_back({{},
                              name + " asked for more, as it does for macros that grow with "
                                     "one another"});
        break;
    case HighLevelStop::time:
        diagnostics.error("G104", {}, name + " takes too long, and was ended");
        break;
    case HighLevelStop::crash: diagnostics.error("G105", {}, name + " crashed"); break;
    }
}

// Reports the compiler's messages at the lines that it gives.
void report_lines(const HighLevelShader& shader, const HighLevelResult& result,
                  Diagnostics& diagnostics) {
    for (const HighLevelMessage& message : result.messages) {
        SourcePosition position;
        std::string text = message.text;
        if (message.file == shader.name) {
            position = {message.line, message.column};
        } else if (!message.file.empty()) {
            text = message.file + ':' + std::to_string(message.line) + ": " + text;
        }
        if (message.is_error) {
            diagnostics.error(message.code, position, std::move(text));
        } else {
            diagnostics.warning(message.code, position, std::move(text));
        }
    }
}

// Lines that a shader was given in front of its own.
std::uint32_t lines_in_front(std::string_view whole, std::string_view own) {
    const std::size_t end = whole.find("\n#line 1\n");
    if (whole.empty() || end == std::string_view::npos || own.empty()) {
        return 0;
    }
    return static_cast<std::uint32_t>(
               std::count(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(end), '\n')) +
           2;
}

// Returns true if glslang says of a shader that its target has too old a version of SPIR-V.
bool needs_later_spirv(const HighLevelResult& result) {
    return std::any_of(result.messages.begin(), result.messages.end(), [](const auto& message) {
        return message.is_error && message.text.find("SPIR-V 1.") != std::string::npos;
    });
}

// Compiles a shader for its target, or for the newest where it needs that and may have it.
HighLevelResult compile_for_target(HighLevelShader& shader, const HighLevelCompiler& compiler) {
    HighLevelResult result = compiler.compile(shader);
    if (shader.may_raise_target && shader.target != kNewestTarget && needs_later_spirv(result)) {
        shader.target = kNewestTarget;
        result = compiler.compile(shader);
    }
    return result;
}

HighLevelResult compile_glsl(HighLevelShader shader, std::uint32_t in_front,
                             const HighLevelCompiler& compiler, Diagnostics& diagnostics,
                             const Limits& limits) {
    Diagnostics found(shader.name, shader.text, limits.errors);
    const std::optional<glsl::ModernShader> modern = glsl::modernise(shader, found, limits);
    for (const Diagnostic& each : found.all()) {
        SourcePosition position = each.position;
        position.line -= std::min(position.line, in_front);
        diagnostics.error(each.code, position, each.message).notes = each.notes;
    }
    if (!modern) {
        return {};
    }
    shader.text = modern->text;
    shader.defines = modern->defines;
    HighLevelResult result = compile_for_target(shader, compiler);
    if (shader.target == kOpenGl && glsl::has_plain_uniforms(result.module)) {
        // glslang gathers them in a block where it makes a module for Vulkan.
        shader.target = "vulkan1.0";
        result = compiler.compile(shader);
        glsl::follow_opengl(result.module);
    }
    glsl::report_messages(shader, *modern, compiler, result, in_front, diagnostics);
    if (!result.module.empty()) {
        glsl::restore_names(result.module, *modern);
        glsl::locate_by_name(result.module, *modern, shader.linked);
    }
    return result;
}

HighLevelResult compile_hlsl(HighLevelShader shader, const HighLevelCompiler& compiler,
                             Diagnostics& diagnostics, const Limits& limits) {
    const std::optional<glsl::ModernShader> rewritten =
        glsl::rewrite_hlsl(shader, diagnostics, limits);
    if (!rewritten) {
        return {};
    }
    shader.text = rewritten->text;
    HighLevelResult result = compile_for_target(shader, compiler);
    glsl::report_messages(shader, *rewritten, compiler, result, 0, diagnostics);
    if (!result.module.empty()) {
        glsl::separate_registers(result.module);
        glsl::drop_gather_bias(result.module);
        glsl::resolve_opaque_variables(result.module);
        glsl::combine_samplers(result.module, rewritten->combined);
        glsl::restore_names(result.module, *rewritten);
    }
    return result;
}

} // namespace

bool is_high_level(std::string_view name, std::string_view content) {
    const std::string_view last = ending(name);
    return last == "glsl" || last == "hlsl" || is_opencl(name) || !stage_of_name(name).empty() ||
           without_comments(content).starts_with("#version");
}

bool is_opencl(std::string_view name) {
    return ending(name) == kOpenClEnding;
}

void take_language(HighLevelShader& shader) {
    shader.hlsl = ending(shader.name) == "hlsl";
    shader.opencl = is_opencl(shader.name);
}

std::string_view stage_of_name(std::string_view name) {
    const std::string_view last = ending(name);
    if (last == "glsl" || last == "hlsl") {
        return stage_of_name(name.substr(0, name.size() - last.size() - 1));
    }
    // File names must end with glslang's words, because other endings may belong to other
    // languages.
    const glsl::StageWords* stage = find_stage(last);
    return stage != nullptr && stage->glslang == last ? last : std::string_view();
}

std::string_view high_level_stage(std::string_view word) {
    const glsl::StageWords* stage = find_stage(word);
    return stage != nullptr ? stage->glslang : std::string_view();
}

std::string_view stage_in_nir(std::string_view word) {
    const glsl::StageWords* stage = find_stage(word);
    return stage != nullptr ? stage->nir : std::string_view();
}

std::vector<std::string> stage_words() {
    std::vector<std::string> words;
    for (const glsl::StageWords& stage : glsl::kStages) {
        words.insert(words.end(), stage.words.begin(), stage.words.end());
    }
    return words;
}

void add_macros_and_folders(const HighLevelShader& shader, std::vector<std::string>& words) {
    for (const std::string& define : shader.defines) {
        words.push_back("-D" + define);
    }
    const std::string beside =
        platform::text_of_path(platform::plain_path(shader.name).parent_path());
    words.push_back("-I" + (beside.empty() ? std::string(".") : beside));
    for (const std::string& folder : shader.include_folders) {
        words.push_back("-I" + folder);
    }
}

std::vector<HighLevelMessage> read_glslang_log(std::string_view log) {
    std::vector<HighLevelMessage> messages;
    bool has_errors = false;
    while (!log.empty()) {
        const std::size_t end = std::min(log.find('\n'), log.size() - 1);
        std::string_view line = trimmed(log.substr(0, end));
        log.remove_prefix(end + 1);
        constexpr std::string_view kError = "ERROR: ";
        constexpr std::string_view kWarning = "WARNING: ";
        HighLevelMessage message;
        if (line.starts_with(kError)) {
            line.remove_prefix(kError.size());
        } else if (line.starts_with(kWarning)) {
            line.remove_prefix(kWarning.size());
            message.is_error = false;
        } else {
            continue;
        }
        take_place(line, message);
        // Linking fails after a failed compilation; a message about it would add nothing.
        const bool only_follows =
            message.file.empty() && trimmed(line).starts_with("Linking ") && has_errors;
        has_errors = has_errors || message.is_error;
        message.text = trimmed(line);
        // glslang has names of its own for the methods of HLSL.
        constexpr std::string_view kMethod = "'__BI_";
        if (message.text.starts_with(kMethod)) {
            message.text.erase(1, kMethod.size() - 1);
        }
        if (!only_follows && !is_told_already(message.text) && !is_echo(message.text, messages)) {
            messages.push_back(std::move(message));
        }
    }
    return messages;
}

std::string make_module(const HighLevelShader& given, const HighLevelCompiler& compiler,
                        Diagnostics& diagnostics, const Limits& limits) {
    HighLevelShader shader = given;
    std::string whole;
    const bool is_glsl = !shader.hlsl && !shader.opencl;
    if (is_glsl && draw::is_toy_shader(shader.text)) {
        whole = draw::wrap_toy_shader(shader.text);
        shader.text = whole;
        shader.stage = high_level_stage("fragment");
        shader.entry = "main";
    }
    if (shader.stage.empty() && !shader.opencl) {
        diagnostics.error("G101", {},
                          "the stage is not known: give it by --stage, or in the file's name, as "
                          "in water.frag or water.frag.hlsl");
        return {};
    }
    HighLevelResult result;
    if (shader.opencl) {
        result = compiler.compile(shader);
        report_lines(shader, result, diagnostics);
    } else if (shader.hlsl) {
        result = compile_hlsl(std::move(shader), compiler, diagnostics, limits);
    } else {
        result = compile_glsl(std::move(shader), lines_in_front(whole, given.text), compiler,
                              diagnostics, limits);
    }
    const std::string_view name = given.opencl ? "clang" : "glslang";
    report_stop(result.stop, name, limits, diagnostics);
    if (result.module.empty() && !diagnostics.has_errors()) {
        diagnostics.error("G103", {},
                          std::string(name) + " made nothing of it and does not say why");
    }
    return diagnostics.has_errors() ? std::string() : std::move(result.module);
}

} // namespace jacquard::driver
