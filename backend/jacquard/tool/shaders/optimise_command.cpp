#include <jacquard/explain/explain_pipeline.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/nir/text/parse/parser.h>
#include <jacquard/nir/text/print/printer.h>
#include <jacquard/passes/registry/pass_runner.h>
#include <jacquard/support/text/near_name.h>
#include <jacquard/tgsi/read/parse.h>
#include <jacquard/tgsi/translate/translate.h>
#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/files/shader_input.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/frame/help.h>
#include <jacquard/tool/options/gpu_option.h>
#include <jacquard/tool/options/limit_options.h>
#include <jacquard/tool/options/settings.h>
#include <jacquard/tool/options/spirv_commands.h>
#include <jacquard/tool/shaders/pass_log.h>
#include <jacquard/tool/shaders/run_pipeline.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <ostream>
#include <utility>
#include <vector>

namespace jacquard::driver {

namespace {

std::vector<std::string> pass_names() {
    std::vector<std::string> names;
    for (const nir::PassInfo& pass : nir::all_passes()) {
        names.emplace_back(pass.name);
    }
    return names;
}

std::vector<std::string> pipeline_names() {
    std::vector<std::string> names;
    for (const pipelines::PipelineInfo& pipeline : pipelines::all_pipelines()) {
        if (runs_alone(pipeline)) {
            names.emplace_back(pipeline.name);
        }
    }
    return names;
}

// Returns the names of all passes, those included that only pipelines run.
std::vector<std::string> all_pass_names() {
    std::vector<std::string> names = pass_names();
    for (const pipelines::OwnPassInfo& pass : pipelines::all_own_passes()) {
        names.emplace_back(pass.name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

constexpr std::array<OptionSpec, 7> kOwnOptions = {{
    {"--passes", "LIST", "passes to run, in that order; none by default", false, pass_names},
    {"--pipeline", "NAME",
     "run this pipeline, after what comes before it in a compile, and print the NIR or the machine "
     "graph that it makes",
     false, pipeline_names},
    kGpuOption,
    {"--until", "PASS", "stop after the first run of this pass of the list or the pipeline", false,
     all_pass_names},
    {"--print-changed", "",
     "print to standard error what each pass changed, as differences between texts"},
    {"--time-passes", "", "print to standard error how long each pass took"},
    {"--list", "", "list all passes and pipelines"},
}};
constexpr auto kOptions =
    join_options(kOwnOptions, kModuleOptions, kLanguageOptions, kShaderLimits);

std::unique_ptr<nir::Shader> load_shader(const InputFile& file,
                                         const spirv::TranslateOptions& options,
                                         Diagnostics& diagnostics, const Limits& limits) {
    if (detect_form(file.content) == InputForm::spirv) {
        return translate_module(file, options, diagnostics);
    }
    if (detect_form(file.content) != InputForm::tgsi) {
        return nir::parse(file.content, diagnostics, limits);
    }
    const std::optional<tgsi::Program> program = tgsi::parse(file.content, diagnostics, limits);
    return program
               ? std::move(tgsi::translate_to_nir(*program, {false, limits}, diagnostics).shader)
               : nullptr;
}

// Cuts the list off after the first run of a pass. False, after saying so, where the list has none.
bool cut_after(nir::PassList& passes, std::string_view last, const Streams& streams) {
    std::vector<std::string_view> names;
    for (const nir::PassCall& call : passes.calls) {
        names.push_back(call.pass->name);
    }
    const auto found = std::find(names.begin(), names.end(), last);
    if (found == names.end()) {
        const std::string_view near = near_name(last, names);
        usage_error(streams,
                    "the list of '--passes' has no '" + std::string(last) + '\'' +
                        (near.empty() ? "" : "; did you mean '" + std::string(near) + "'?"));
        return false;
    }
    passes.calls.resize(static_cast<std::size_t>(found - names.begin()) + 1);
    return true;
}

// Runs the passes. False when one broke the shader, was not given what it needs or took too much
// memory, which was said.
bool run_passes(nir::Shader& shader, const nir::PassList& passes, const InputFile& file,
                const Limits& limits, PassLog& log, const Streams& streams) {
    const char* name = "";
    try {
        nir::PassRunner runner(shader, nir::PassRunner::Checks::always);
        runner.watch(&log);
        log.start_with(shader);
        for (const nir::PassCall& call : passes.calls) {
            name = call.pass->name.c_str();
            runner.run(call);
            switch (runner.fault()) {
            case nir::PassRunner::Fault::none: break;
            case nir::PassRunner::Fault::need:
                streams.err << file.name << ": error[D104]: a pass cannot run: " << runner.report();
                return false;
            case nir::PassRunner::Fault::broken:
                streams.err << file.name
                            << ": error[D101]: a pass broke the shader: " << runner.report();
                return false;
            }
        }
        return true;
    } catch (const std::bad_alloc& reason) {
        Diagnostics diagnostics(file.name + ": " + name, {});
        report_out_of_memory(diagnostics, reason, limits);
        streams.err << diagnostics.render(streams.colour_errors);
        return false;
    }
}

// Describes a parameter's default and the numbers it takes.
std::string limits_of(const nir::PassParameter& parameter) {
    const bool has_range = parameter.type == nir::ParameterType::number &&
                           (parameter.low != 0 || parameter.high != ~std::uint32_t{0});
    std::string text(parameter.otherwise);
    if (has_range) {
        text += (text.empty() ? "from " : ", from ") + std::to_string(parameter.low) + " to " +
                std::to_string(parameter.high);
    }
    return text.empty() ? text : " (" + text + ')';
}

void list_passes(std::ostream& out) {
    for (const nir::PassInfo& pass : nir::all_passes()) {
        out << pass.name << ": " << pass.doc << '\n';
        for (const nir::PassParameter& parameter : pass.parameters) {
            out << "    " << usage_of(parameter) << ": " << parameter.doc << limits_of(parameter)
                << '\n';
        }
    }
    out << "\npasses that pipelines alone run:\n";
    for (const pipelines::OwnPassInfo& pass : pipelines::all_own_passes()) {
        out << pass.name << ": " << pass.doc << (pass.is_over_graph ? " (machine graph)" : "")
            << '\n';
    }
    out << "\npipelines:\n";
    for (const pipelines::PipelineInfo& pipeline : pipelines::all_pipelines()) {
        out << pipeline.name << ": " << pipeline.doc << '\n';
    }
}

// The names of the passes, filled into lines.
std::string help_on_passes() {
    std::string names;
    for (const std::string& name : pass_names()) {
        names += name + ' ';
    }
    return "passes; --list says more about them, 'jacquard explain NAME' everything:\n  " +
           paragraph(names, 2);
}

// The pipeline that the arguments ask for; null after it was said that there is none, or that
// something does not go together with it.
const pipelines::PipelineInfo* pipeline_of(const Arguments& arguments, const Streams& streams) {
    const std::string_view name = *arguments.value("--pipeline");
    if (arguments.has("--passes")) {
        usage_error(streams, "'--pipeline' and '--passes' do not go together");
        return nullptr;
    }
    const pipelines::PipelineInfo* pipeline = pipelines::find_pipeline(name);
    if (pipeline == nullptr) {
        usage_error(streams, "there is no pipeline '" + std::string(name) + '\'' +
                                 pipeline_suggestion(name));
        return nullptr;
    }
    if (!runs_alone(*pipeline)) {
        usage_error(streams, "the pipeline '" + std::string(name) + "' runs as part of '" +
                                 std::string(pipeline->context) + "' alone");
        return nullptr;
    }
    const std::vector<std::string_view> passes = passes_of_pipeline(name);
    const auto until = arguments.value("--until");
    if (until && std::find(passes.begin(), passes.end(), *until) == passes.end()) {
        const std::string_view near = near_name(*until, passes);
        usage_error(streams,
                    "the pipeline '" + std::string(name) + "' does not run '" +
                        std::string(*until) + '\'' +
                        (near.empty() ? "" : "; did you mean '" + std::string(near) + "'?"));
        return nullptr;
    }
    return pipeline;
}

// The shader that is to be changed, and what the arguments say of a module.
struct Operand {
    InputFile file;
    spirv::TranslateOptions options;
};

// Returns nothing after a fault, which has been reported; `code` then is the exit code.
std::optional<Operand> read_operand(const Arguments& arguments, const Limits& limits,
                                    const Streams& streams, int& code) {
    std::optional<InputFile> file = read_shader(arguments, streams, limits, code);
    if (!file) {
        return std::nullopt;
    }
    const std::optional<spirv::TranslateOptions> options =
        read_translation(arguments, {}, limits, streams);
    if (!options) {
        code = exit_usage;
        return std::nullopt;
    }
    return Operand{std::move(*file), *options};
}

int run_pipeline_command(const Arguments& arguments, const Streams& streams) {
    const pipelines::PipelineInfo* pipeline = pipeline_of(arguments, streams);
    const std::optional<std::uint32_t> gpu = gpu_of(arguments, streams);
    const std::optional<Limits> limits = limits_of(arguments, streams);
    if (pipeline == nullptr || !gpu || !limits) {
        return exit_usage;
    }
    int code = exit_usage;
    const std::optional<Operand> operand = read_operand(arguments, *limits, streams, code);
    if (!operand) {
        return code;
    }
    PassLog log(arguments.has("--print-changed") ? &streams.err : nullptr,
                arguments.value("--until").value_or(""));
    code = run_pipeline_over(operand->file, *pipeline, *gpu, operand->options, log, streams);
    if (arguments.has("--time-passes")) {
        streams.err << log.times().table();
    }
    return code;
}

int run_optimise(const Arguments& arguments, const Streams& streams) {
    if (arguments.has("--list")) {
        list_passes(streams.out);
        return exit_fine;
    }
    if (arguments.operands().empty()) {
        return usage_error(streams, "'opt' needs FILE");
    }
    if (arguments.has("--pipeline")) {
        return run_pipeline_command(arguments, streams);
    }
    if (arguments.has("--gpu")) {
        return usage_error(streams, "'--gpu' needs '--pipeline': lists of passes are for no part");
    }
    nir::PassList passes = nir::parse_pass_list(arguments.value("--passes").value_or(""));
    for (const std::string& error : passes.errors) {
        usage_error(streams, error + "; 'jacquard opt --list' lists them");
    }
    if (const auto last = arguments.value("--until");
        last && passes.errors.empty() && !cut_after(passes, *last, streams)) {
        return exit_usage;
    }
    const std::optional<Limits> limits = limits_of(arguments, streams);
    int code = exit_usage;
    const std::optional<Operand> operand = passes.errors.empty() && limits
                                               ? read_operand(arguments, *limits, streams, code)
                                               : std::nullopt;
    if (!operand) {
        return code;
    }
    const auto& [file, options] = *operand;
    Diagnostics diagnostics(file.name, shown_text(file), limits->errors);
    const std::unique_ptr<nir::Shader> shader = load_shader(file, options, diagnostics, *limits);
    streams.err << diagnostics.render(streams.colour_errors);
    PassLog log(arguments.has("--print-changed") ? &streams.err : nullptr, {});
    const bool is_done =
        shader != nullptr && run_passes(*shader, passes, file, *limits, log, streams);
    if (shader != nullptr && arguments.has("--time-passes")) {
        streams.err << log.times().table();
    }
    if (!is_done) {
        return exit_findings;
    }
    streams.out << nir::print(*shader);
    return exit_fine;
}

} // namespace

const CommandSpec kOptimiseCommand = {"opt",
                                      "FILE",
                                      0,
                                      1,
                                      "Runs passes, or a pipeline of them, over NIR text, or over "
                                      "TGSI, SPIR-V, GLSL or HLSL after its translation, and "
                                      "prints NIR.",
                                      kOptions,
                                      run_optimise,
                                      help_on_passes,
                                      "jacquard opt examples/transform.vert.tgsi "
                                      "--passes copy_propagation,dead_code\n"
                                      "jacquard opt examples/transform.vert.tgsi "
                                      "--pipeline lowering --gpu 630"};

} // namespace jacquard::driver
