#include <jacquard/library/facade/compile_shader.h>
#include <jacquard/library/facade/compile_stages.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/library/program/assembly_text.h>
#include <jacquard/library/program/marked_assembly.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/support/json/json.h>
#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/files/output_file.h>
#include <jacquard/tool/files/shader_input.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/options/gpu_option.h>
#include <jacquard/tool/options/limit_options.h>
#include <jacquard/tool/options/settings.h>
#include <jacquard/tool/options/spirv_commands.h>
#include <jacquard/tool/shaders/compile_output.h>
#include <jacquard/tool/shaders/compile_pipeline.h>
#include <jacquard/tool/shaders/printing_observer.h>

#include <array>
#include <ostream>

namespace jacquard::driver {

namespace {

constexpr std::array<std::string_view, 5> kForms = {"tgsi", "spirv", "nir", "ir3", "asm"};

constexpr std::array<OptionSpec, 11> kOwnOptions = {{
    kGpuOption,
    {"-o", "OUT", "write the raw words (little-endian, 64 bits each) instead of printing assembly"},
    {"--header", "OUT.json", "write the program's header: what must be set up to run the words"},
    {"--print", "LIST", "print intermediate forms: tgsi,spirv,nir,ir3,asm", false,
     words_of<kForms>},
    {"--line-marks", "",
     "print assembly with the source line of each instruction, as Compiler Explorer reads it",
     true},
    {"--dot", "FILE", "write the machine graph before register assignment as Graphviz text"},
    {"--dot-after", "PASS", "the pass after which --dot draws", true},
    {"--keep-locations", "",
     "of several stages: varyings keep their locations, for stages that another compiler made",
     true},
    {"--check", "", "let the compiler check its own output, as it does by default", true},
    {"--stats", "", "print statistics of the program"},
    {"--json", "", "print the result as one JSON value"},
}};
constexpr auto kOptions =
    join_options(kOwnOptions, kSettingsOfCompile, kModuleOptions, kLanguageOptions, kShaderLimits);

std::string json_result(const CompileResult& result, std::string_view file, const Arguments& args) {
    std::string text;
    json::Writer json(text);
    json.begin_object();
    append_result(json, result, file, !args.has("-o"));
    json.end_object();
    return text + '\n';
}

int run_compile(const Arguments& arguments, const Streams& streams) {
    const std::optional<std::uint32_t> gpu = gpu_of(arguments, streams);
    if (!gpu) {
        return exit_usage;
    }
    PrintingObserver observer(streams.out);
    const std::optional<std::string_view> list = arguments.value("--print");
    const bool json = arguments.has("--json");
    const bool marks_lines = arguments.has("--line-marks");
    const bool prints_assembly = !list && !json && !arguments.has("-o") && !marks_lines;
    if (marks_lines && (json || list)) {
        return usage_error(streams, "--line-marks prints assembly in a form of its own and cannot "
                                    "be combined with --json or --print");
    }
    std::string unknown;
    if ((list || prints_assembly) && !observer.select(list.value_or("asm"), unknown)) {
        return usage_error(streams, "--print does not know '" + unknown + '\'' +
                                        suggestion(unknown, kForms) +
                                        "; it takes a list of tgsi, spirv, nir, ir3, asm");
    }
    if (arguments.has("--dot")) {
        observer.draw_after(arguments.value("--dot-after"));
    }
    const std::optional<Limits> limits = limits_of(arguments, streams);
    VariantKey key{*gpu};
    if (!limits || !read_settings(arguments, streams, key)) {
        return exit_usage;
    }
    const std::optional<spirv::TranslateOptions> translation =
        read_translation(arguments, key, *limits, streams);
    if (arguments.has("--keep-locations") && arguments.operands().size() == 1) {
        return usage_error(streams,
                           "--keep-locations is for several stages, and there is one file");
    }
    if (translation && arguments.operands().size() > 1) {
        return compile_pipeline(arguments, streams, key, *translation, *limits);
    }
    int code = exit_usage;
    std::optional<InputFile> file =
        translation ? read_input(arguments.operands()[0], streams, *limits, code) : std::nullopt;
    if (!file) {
        return code;
    }
    take_pipeline(file->pipeline, key);
    ModuleFault fault;
    if (!to_module(*file, arguments, streams, *limits, &fault)) {
        if (json) {
            const CompileResult result = {fault.status, {}, fault.reason};
            streams.out << json_result(result, file->name, arguments);
        }
        return exit_findings;
    }
    const InputForm form = detect_form(file->content);
    if (form == InputForm::spirv && list && is_form_of_module(*list)) {
        if (json) {
            return usage_error(streams, "--print " + std::string(*list) +
                                            " ends before the module is compiled, and --json "
                                            "tells what came of that");
        }
        return show_module(*file, *list, *translation, streams);
    }
    Diagnostics diagnostics(file->name, shown_text(*file), limits->errors);
    const bool observes = list || prints_assembly || arguments.has("--dot");
    CompileObserver* shown = observes ? &observer : nullptr;
    const CompileResult result =
        compile_shader(file->content, form, *translation, key, diagnostics, shown, *limits);
    streams.err << diagnostics.render(streams.colour_errors);
    if (json) {
        streams.out << json_result(result, file->name, arguments);
    }
    if (result.status != CompileStatus::compiled) {
        return exit_findings;
    }
    if (arguments.has("--dot") && observer.graph().empty()) {
        return usage_error(streams, "no graph was drawn; the passes are " + observer.pass_names());
    }
    const auto write = [&](std::string_view option, const std::string& content) {
        const std::optional<std::string_view> path = arguments.value(option);
        return !path || write_output(*path, content, streams);
    };
    if (!write("-o", bytes_from_words(result.program.words)) ||
        !write("--header", write_program_header(result.program, 2) + '\n') ||
        !write("--dot", observer.graph())) {
        return exit_usage;
    }
    if (marks_lines) {
        streams.out << marked_assembly(result.program, file->name);
    }
    if (arguments.has("--stats") && !json) {
        const bool as_comment = observer.wants(CompileStage::assembly) || marks_lines;
        print_statistics(result.program.statistics, as_comment ? "; " : "", streams.out);
    }
    return exit_fine;
}

} // namespace

const CommandSpec kCompileCommand = {
    "compile",
    "FILE...",
    1,
    kMostStages,
    "Compiles a shader to machine code. FILE is GLSL, HLSL, a SPIR-V module, TGSI, or NIR "
    "text (its first word is 'shader'). "
    "Without -o the program is printed as assembly, its header as directives. "
    "Several files are the stages of one pipeline, which are fitted to each other; -o and --header "
    "then write a file for each, with the stage in its name.",
    kOptions,
    run_compile,
    nullptr,
    "jacquard compile examples/transform.vert.tgsi --gpu 630 --stats\n"
    "jacquard compile examples/lit_texture.frag.tgsi --print nir,asm"};

} // namespace jacquard::driver
