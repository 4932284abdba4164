#include <jacquard/amber/script/word.h>
#include <jacquard/library/facade/compile_shader.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/runs/case/case_file.h>
#include <jacquard/runs/case/declared_outputs.h>
#include <jacquard/runs/engines/run_nir.h>
#include <jacquard/runs/engines/run_program.h>
#include <jacquard/support/hex.h>
#include <jacquard/tool/files/case_input.h>
#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/files/shader_input.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/frame/trace.h>
#include <jacquard/tool/options/engine.h>
#include <jacquard/tool/options/gpu_option.h>
#include <jacquard/tool/options/limit_options.h>
#include <jacquard/tool/options/schedule_options.h>
#include <jacquard/tool/options/settings.h>
#include <jacquard/tool/options/spirv_commands.h>
#include <jacquard/tool/shaders/run_launch.h>
#include <jacquard/tool/shaders/run_scripts.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <string>

namespace jacquard::driver {

namespace {

constexpr std::array<OptionSpec, 7> kOwnOptions = {{
    kGpuOption,
    kEngineOption,
    {"--case", "CASE", "the case file with inputs and constants; without one, all are 0"},
    {"--header", "H", "the header of a program given as raw words"},
    {"--trace", "", "print every instruction that is executed and what it wrote"},
    {"--link", "", "of scripts, fit the stages of each draw to each other, as `compile` does",
     true},
    {"--json", "", "of scripts, print a JSON value a line"},
}};
constexpr auto kOptions =
    join_options(kOwnOptions, kLaunchOptions, kSettingsOfRun, kScheduleOptions, kModuleOptions,
                 kLanguageOptions, kRunLimits);

// FILE, unless it was read already.
std::optional<InputFile> read_once(const std::optional<InputFile>& read, const Arguments& arguments,
                                   const Limits& limits, const Streams& streams, int& code) {
    return read ? read : read_input(arguments.operands()[0], streams, limits, code);
}

// The program that FILE holds or that its shader compiles to; `declared` receives the outputs of a
// TGSI shader. Nothing when there is none; the exit code then is `code` and everything has been
// said.
std::optional<ir3::Program> load_program(std::vector<CaseOutput>& declared,
                                         const std::optional<InputFile>& read,
                                         const Arguments& arguments, std::uint32_t gpu,
                                         const Limits& limits, const Streams& streams, int& code) {
    const std::optional<InputFile> file = read_once(read, arguments, limits, streams, code);
    if (!file) {
        return std::nullopt;
    }
    const std::optional<std::string_view> header_path = arguments.value("--header");
    if (!header_path) {
        const InputForm form = detect_form(file->content);
        if (form == InputForm::words) {
            code = usage_error(streams, "'" + file->name +
                                            "' is not a shader; a program of raw words needs "
                                            "--header");
            return std::nullopt;
        }
        Diagnostics diagnostics(file->name, file->content, limits.errors);
        VariantKey key = ir3::settings_as_written();
        key.gpu = gpu;
        if (!read_settings(arguments, streams, key)) {
            code = exit_usage;
            return std::nullopt;
        }
        CompileResult result =
            compile_shader(file->content, form, {}, key, diagnostics, nullptr, limits);
        streams.err << diagnostics.render(streams.colour_errors);
        code = exit_findings;
        if (result.status != CompileStatus::compiled) {
            return std::nullopt;
        }
        if (form == InputForm::tgsi) {
            declared = declared_outputs(file->content, limits);
        }
        return std::move(result.program);
    }
    const std::optional<InputFile> header = read_input(*header_path, streams, limits, code);
    if (!header) {
        return std::nullopt;
    }
    code = exit_findings;
    Diagnostics diagnostics(header->name, header->content, limits.errors);
    std::optional<ir3::Program> program = read_program_header(header->content, diagnostics, limits);
    streams.err << diagnostics.render(streams.colour_errors);
    if (!program) {
        return std::nullopt;
    }
    std::optional<std::vector<std::uint64_t>> words = words_from_bytes(file->content);
    if (!words) {
        streams.err << file->name << ": error[D202]: " << file->content.size()
                    << " bytes are not a whole number of 64-bit words\n";
        return std::nullopt;
    }
    program->words = std::move(*words);
    if (arguments.has("--gpu")) {
        program->gpu = gpu;
    }
    return program;
}

// The case of a shader that is no module.
constexpr std::string_view kNumberedInNir =
    "a geometry or tessellation control shader runs as NIR, where resources have the numbers that "
    "`compile --print nir` shows, not SET.BINDING";

std::optional<CaseFile> numbered_case(const Arguments& arguments, bool may_name_modules,
                                      const Limits& limits, const Streams& streams, int& code) {
    const std::optional<std::string_view> path = arguments.value("--case");
    if (!path) {
        CaseFile empty;
        empty.runs.emplace_back();
        return empty;
    }
    std::optional<CaseFile> file = load_case(*path, limits, streams, code);
    if (file && (may_name_modules ? !file->places.empty() : is_of_module(*file))) {
        streams.err << *path
                    << ": error[C119]: " << (may_name_modules ? kNumberedInNir : kOnlyOfModules)
                    << '\n';
        code = exit_findings;
        return std::nullopt;
    }
    return file;
}

std::string text_of_run(const CaseRun& run, const RunResult& result) {
    std::string text = "run\nMASK " + hex(result.live_mask, 1) + '\n';
    for (const CaseOutput& output : result.outputs) {
        for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
            if (output.vertex && (output.given >> lane & 1) == 0) {
                continue; // the lane emits no such vertex
            }
            text += "OUT " + std::to_string(output.index) + ' ' + output.semantic + ' ' +
                    std::to_string(output.semantic_index);
            if (output.vertex) {
                text += " vertex " + std::to_string(*output.vertex);
            }
            text += " lane " + std::to_string(lane);
            for (const std::uint32_t component : output.lanes[lane]) {
                text += ' ';
                append_hex(text, component, 8);
            }
            text += '\n';
        }
    }
    return text + print_changes(run, result.memories, result.images);
}

// A fault of the program, or the limit that was reached; `code` is that of a fault.
std::string text_of_fault(const Arguments& arguments, std::string_view code,
                          const std::string& fault, std::optional<Limit> reached) {
    const std::string file(arguments.operands()[0]);
    std::string text = file + ": error[" + std::string(reached ? info(*reached).code : code) +
                       "]: " + fault + '\n';
    if (reached) {
        text += file + ": note: " + std::string(info(*reached).option) + " sets the limit\n";
    }
    return text;
}

// Runs all cases in the orders that the arguments ask for; run(case, result, fault) does one.
template <typename Runner, typename Run>
int run_cases(const CaseFile& cases, Runner& runner, const Schedules& schedules,
              const Arguments& arguments, const Streams& streams, Run&& run_one) {
    for (const CaseRun& run : cases.runs) {
        const int code = run_schedules(schedules, streams, exit_findings,
                                       [&](std::optional<std::uint64_t> seed, std::string& text) {
                                           runner.set_seed(seed);
                                           RunResult result;
                                           std::string fault;
                                           const bool is_fine = run_one(run, result, fault);
                                           text = is_fine ? text_of_run(run, result)
                                                          : text_of_fault(arguments, "D204", fault,
                                                                          runner.reached());
                                           return is_fine;
                                       });
        if (code != exit_fine || !streams.out) {
            return code;
        }
    }
    return exit_fine;
}

int run_by_ir3(const CaseFile& cases, const std::optional<InputFile>& read,
               const Arguments& arguments, std::uint32_t gpu, const Schedules& schedules,
               const Limits& limits, const Streams& streams) {
    if (schedules.seed && arguments.has("--trace")) {
        return usage_error(streams, "only a run without --seed and --schedules is traced");
    }
    int code = exit_fine;
    std::vector<CaseOutput> declared;
    const std::optional<ir3::Program> program =
        load_program(declared, read, arguments, gpu, limits, streams, code);
    if (!program) {
        return code;
    }
    std::string fault;
    std::optional<Limit> reached;
    const std::unique_ptr<ProgramRunner> runner =
        ProgramRunner::prepare(*program, fault, limits, &reached);
    if (runner == nullptr) {
        streams.err << text_of_fault(arguments, "D203", fault, reached);
        return exit_findings;
    }
    TracePrinter trace(*program, streams.out);
    return run_cases(cases, *runner, schedules, arguments, streams,
                     [&](const CaseRun& run, RunResult& result, std::string& reason) {
                         const bool is_fine = runner->run(
                             run, result, reason, arguments.has("--trace") ? &trace : nullptr);
                         add_unwritten(result.outputs, declared);
                         return is_fine;
                     });
}

int run_by_nir(const CaseFile& cases, const std::optional<InputFile>& read,
               const Arguments& arguments, std::uint32_t gpu, const Schedules& schedules,
               const Limits& limits, const Streams& streams) {
    int code = exit_fine;
    const std::optional<InputFile> file = read_once(read, arguments, limits, streams, code);
    if (!file) {
        return code;
    }
    const InputForm form = detect_form(file->content);
    if (form == InputForm::words) {
        return usage_error(streams,
                           "'" + file->name + "' is not a shader, which engine 'nir' needs");
    }
    if (arguments.has("--trace")) {
        return usage_error(streams, "only engine 'ir3' traces");
    }
    Diagnostics diagnostics(file->name, file->content, limits.errors);
    NirResult loaded;
    VariantKey key;
    if (!read_settings(arguments, streams, key)) {
        return exit_usage;
    }
    if (form == InputForm::assembly) {
        report_no_shader(diagnostics);
    } else {
        loaded = load_nir(file->content,
                          form == InputForm::tgsi ? SourceLanguage::tgsi : SourceLanguage::nir,
                          key.precise, diagnostics, limits);
        apply_state(loaded, key, diagnostics);
    }
    streams.err << diagnostics.render(streams.colour_errors);
    if (loaded.status != CompileStatus::compiled) {
        return exit_findings;
    }
    std::string fault;
    std::optional<Limit> reached;
    const std::unique_ptr<NirRunner> runner =
        NirRunner::prepare(*loaded.shader, fault, limits, &reached);
    if (runner == nullptr) {
        streams.err << text_of_fault(arguments, "D203", fault, reached);
        return exit_findings;
    }
    runner->set_part({gpu, key.wave_size});
    return run_cases(cases, *runner, schedules, arguments, streams,
                     [&](const CaseRun& run, RunResult& result, std::string& reason) {
                         if (!runner->run(run, result, reason)) {
                             return false;
                         }
                         if (form == InputForm::tgsi) {
                             drop_undeclared(result.outputs,
                                             declared_outputs(file->content, limits));
                         }
                         return true;
                     });
}

// The exit code of a SPIR-V module, or of what becomes one; nothing where FILE is none, or one that
// runs as NIR, which `as_nir` then is. Standard input is read once, so it is never a module here.
std::optional<int> run_if_module(const Arguments& arguments, Engine engine, std::uint32_t gpu,
                                 const Schedules& schedules, const Limits& limits,
                                 const Streams& streams, std::optional<InputFile>& as_nir) {
    const std::string_view path = arguments.operands()[0];
    ReadFault ignored;
    std::optional<InputFile> file =
        path == "-" ? std::nullopt : read_file(path, streams, limits, ignored);
    if (!file) {
        return std::nullopt;
    }
    if (!to_module(*file, arguments, streams, limits)) {
        return exit_findings;
    }
    const bool is_launched = arguments.has(kLaunchOption.name);
    if (detect_form(file->content) != InputForm::spirv) {
        return is_launched ? std::optional(usage_error(streams, '\'' + file->name +
                                                                    "' is no module, and only "
                                                                    "kernels of modules are "
                                                                    "launched"))
                           : std::nullopt;
    }
    if (is_launched) {
        return run_launch(*file, arguments, engine, gpu, schedules, limits, streams);
    }
    return run_module(*file, arguments, engine, gpu, schedules, limits, streams, as_nir);
}

int run_run(const Arguments& arguments, const Streams& streams) {
    const std::optional<std::uint32_t> gpu = gpu_of(arguments, streams);
    const std::optional<Engine> engine = engine_of(arguments, streams);
    const std::optional<Limits> limits = limits_of(arguments, streams);
    const std::optional<Schedules> schedules = schedules_of(arguments, streams);
    if (!gpu || !engine || !limits || !schedules) {
        return exit_usage;
    }
    if (const std::optional<int> code =
            run_if_scripts(arguments, *engine, *gpu, *limits, streams)) {
        return *code;
    }
    for (const std::string_view option : {"--json", "--link"}) {
        if (arguments.has(option)) {
            return usage_error(streams, std::string(option) + " is for scripts, and '" +
                                            std::string(arguments.operands()[0]) + "' is none");
        }
    }
    std::optional<InputFile> as_nir;
    if (const std::optional<int> code =
            run_if_module(arguments, *engine, *gpu, *schedules, *limits, streams, as_nir)) {
        return *code;
    }
    int code = exit_fine;
    const std::optional<CaseFile> cases =
        numbered_case(arguments, as_nir.has_value(), *limits, streams, code);
    if (!cases) {
        return code;
    }
    return *engine == Engine::nir
               ? run_by_nir(*cases, as_nir, arguments, *gpu, *schedules, *limits, streams)
               : run_by_ir3(*cases, as_nir, arguments, *gpu, *schedules, *limits, streams);
}

std::string refused_in_scripts() {
    std::string text = "Scripts are refused for these parts of the language:\n";
    for (const amber::RefusedPart& part : amber::refused_parts()) {
        text += "  " + std::string(part.name) + ": " + std::string(part.reason) + '\n';
    }
    return text;
}

} // namespace

const CommandSpec kRunCommand = {
    "run",
    "FILE...",
    1,
    kMaxScripts,
    "Executes a shader, or a program of raw words with its header, for the runs of a case file. "
    "Prints for each run the lanes still live and the outputs of all lanes. Compares nothing. "
    "Scripts of Amber (.amber) are run with what they expect: each that fails or is refused is "
    "named, and at the end they are counted.",
    kOptions,
    run_run,
    refused_in_scripts,
    "jacquard run examples/transform.vert.tgsi --case examples/transform.vert.case"};

} // namespace jacquard::driver
