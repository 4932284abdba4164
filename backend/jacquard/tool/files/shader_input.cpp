#include <jacquard/library/facade/compile_shader.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/library/frontend/stopped.h>
#include <jacquard/opencl/clang_program.h>
#include <jacquard/spirv/assembly/assemble.h>
#include <jacquard/support/text/near_name.h>
#include <jacquard/tool/files/bounded_glslang.h>
#include <jacquard/tool/files/shader_input.h>

#include <ostream>
#include <utility>

namespace jacquard::driver {

namespace {

// The name of the option in the table of options, which modules and high-level languages share.
constexpr std::string_view kStage = "--stage";

// Prints what was found. False after errors.
bool tell(const Diagnostics& diagnostics, const Streams& streams, ModuleFault* fault) {
    streams.err << diagnostics.render(streams.colour_errors);
    if (diagnostics.has_errors() && fault != nullptr) {
        *fault = driver::stopped<ModuleFault>(diagnostics);
    }
    return !diagnostics.has_errors();
}

} // namespace

bool read_stage(const Arguments& arguments, std::string_view option, const Streams& streams,
                std::optional<nir::Stage>& stage) {
    const std::optional<std::string_view> name = arguments.value(option);
    if (!name) {
        return true;
    }
    const std::string_view word = stage_in_nir(*name);
    if (const auto number = nir::find_number(nir::kStageWords, word.empty() ? *name : word)) {
        stage = static_cast<nir::Stage>(*number);
        return true;
    }
    const std::vector<std::string> words = stage_words();
    std::string all;
    for (const std::string& each : words) {
        all += (all.empty() ? "" : ", ") + each;
    }
    const std::vector<std::string_view> views(words.begin(), words.end());
    const std::string near(near_name(*name, views));
    usage_error(streams, "there is no stage '" + std::string(*name) + "'; there are " + all +
                             (near.empty() ? near : "; did you mean '" + near + "'?"));
    return false;
}

HighLevelShader high_level_shader(const InputFile& file, const Arguments& arguments) {
    HighLevelShader shader;
    shader.name = file.name;
    shader.text = file.content;
    take_language(shader);
    const std::optional<std::string_view> stage = arguments.value(kStage);
    shader.stage = stage ? high_level_stage(*stage) : stage_of_name(file.name);
    shader.entry = arguments.value("--entry").value_or(shader.entry);
    if (const std::optional<std::string_view> target = arguments.value("--target-env")) {
        shader.target = *target;
        shader.may_raise_target = false;
    }
    for (const std::string_view define : arguments.values("-D")) {
        shader.defines.emplace_back(define);
    }
    for (const std::string_view folder : arguments.values("-I")) {
        shader.include_folders.emplace_back(folder);
    }
    for (const std::string_view option : arguments.values(kOpenClOption.name)) {
        shader.options.push_back(std::string(kOpenClOption.name) + std::string(option));
    }
    return shader;
}

bool assemble_module(InputFile& file, const Streams& streams, const Limits& limits,
                     ModuleFault* fault) {
    Diagnostics diagnostics(file.name, file.content, limits.errors);
    std::optional<std::string> module = module_of_assembly(file.content, diagnostics, limits);
    file.source = std::exchange(file.content, module ? std::move(*module) : std::string());
    return tell(diagnostics, streams, fault);
}

bool to_module(InputFile& file, const Arguments& arguments, const Streams& streams,
               const Limits& limits, ModuleFault* fault, const VaryingLocations* linked) {
    // Text that is nothing else might be assembly; the name tells.
    if (detect_form(file.content) != InputForm::assembly) {
        return true;
    }
    if (spirv::is_assembly(file.content)) {
        return assemble_module(file, streams, limits, fault);
    }
    if (!is_high_level(file.name, file.content)) {
        return true;
    }
    HighLevelShader shader = high_level_shader(file, arguments);
    if (linked != nullptr) {
        shader.linked = *linked;
    }
    return replace_by_module(file, shader, streams, limits, fault);
}

bool replace_by_module(InputFile& file, const HighLevelShader& shader, const Streams& streams,
                       const Limits& limits, ModuleFault* fault) {
    Diagnostics diagnostics(file.name, file.content, limits.errors);
    const HighLevelCompiler& compiler = compiler_of(shader, streams.high_level);
    std::string module =
        make_module(shader, BoundedCompiler(compiler, limits), diagnostics, limits);
    file.source = std::exchange(file.content, std::move(module));
    return tell(diagnostics, streams, fault);
}

std::string_view shown_text(const InputFile& file) {
    const InputForm form = detect_form(file.content);
    const bool is_text = form != InputForm::spirv && form != InputForm::words;
    return is_text ? file.content : file.source;
}

std::optional<InputFile> read_shader(const Arguments& arguments, const Streams& streams,
                                     const Limits& limits, int& code) {
    std::optional<nir::Stage> stage;
    if (!read_stage(arguments, kStage, streams, stage)) {
        code = exit_usage;
        return std::nullopt;
    }
    std::optional<InputFile> file = read_input(arguments.operands()[0], streams, limits, code);
    if (file && !to_module(*file, arguments, streams, limits)) {
        code = exit_findings;
        return std::nullopt;
    }
    return file;
}

} // namespace jacquard::driver
