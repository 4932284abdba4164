#include <jacquard/library/facade/compile_spirv.h>
#include <jacquard/library/frontend/load_spirv.h>
#include <jacquard/nir/text/print/printer.h>
#include <jacquard/platform/paths.h>
#include <jacquard/runs/case/case_texels.h>
#include <jacquard/runs/recorded/module_case.h>
#include <jacquard/runs/recorded/run_recorded.h>
#include <jacquard/runs/recorded/run_recorded_program.h>
#include <jacquard/spirv/module/print.h>
#include <jacquard/spirv/module/read.h>
#include <jacquard/support/hex.h>
#include <jacquard/tool/files/case_input.h>
#include <jacquard/tool/files/recorded_file.h>
#include <jacquard/tool/files/shader_input.h>
#include <jacquard/tool/options/settings.h>
#include <jacquard/tool/options/spirv_commands.h>

#include <algorithm>
#include <bit>
#include <ostream>

namespace jacquard::driver {

namespace {

std::string slots_text(const nir::ShaderInfo& info, const std::vector<std::uint32_t>& words) {
    std::string text;
    for (std::size_t slot = 0; slot < info.outputs.size(); ++slot) {
        for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
            text += "OUT " + std::to_string(slot) + ' ' +
                    std::string(nir::name_of(info.outputs[slot].semantic)) + ' ' +
                    std::to_string(info.outputs[slot].semantic_index) + " lane " +
                    std::to_string(lane);
            for (unsigned c = 0; c < 4; ++c) {
                text += ' ';
                append_hex(text, words[(slot * 4 + c) * kCaseLanes + lane], 8);
            }
            text += '\n';
        }
    }
    return text;
}

// The vectors of a buffer that the run changed, as lines of a case have them.
void append_changes(std::string& text, const std::string& buffer, const Words& before,
                    const Words& after) {
    constexpr std::size_t kVector = 4;
    for (std::size_t first = 0; first < after.size(); first += kVector) {
        const std::size_t count = std::min(kVector, after.size() - first);
        const auto begin = after.begin() + static_cast<std::ptrdiff_t>(first);
        if (first + count <= before.size() &&
            std::equal(begin, begin + static_cast<std::ptrdiff_t>(count),
                       before.begin() + static_cast<std::ptrdiff_t>(first))) {
            continue;
        }
        text += "MEMORY " + buffer + ' ' + std::to_string(first / kVector);
        for (std::size_t i = first; i < first + kVector; ++i) {
            text += ' ';
            append_hex(text, i < after.size() ? after[i] : 0, 8); // a line has whole vectors
        }
        text += '\n';
    }
}

void append_texels(std::string& text, const std::string& key, const RecordedTexture& before,
                   const Words& texels) {
    RecordedTexture after = before;
    after.texels = texels;
    for (std::size_t i = 0; i < after.num_texels(); ++i) {
        if (texel_of(after, i) != texel_of(before, i)) {
            append_texel(text, "IMAGE " + key, after, i);
        }
    }
}

// The contents of buffers, shared memory and images after the run.
std::string changes_text(const RecordedCase& recorded, const RecordedResult& computed) {
    std::string text;
    for (const auto& [key, words] : computed.storage_buffers) {
        const Words* before = find_key(recorded.storage_buffers, key);
        append_changes(text, key == kGlobalKey ? key : "ssbo " + key,
                       before != nullptr ? *before : Words(), words);
    }
    append_changes(text, "shared", Words(computed.shared.size(), 0), computed.shared);
    for (const auto& [key, texels] : computed.images) {
        if (const RecordedTexture* before = find_key(recorded.images, key)) {
            append_texels(text, key, *before, texels);
        }
    }
    return text;
}

// A run of a module; nothing where it is malformed, which `fault` explains.
struct GivenRun {
    std::optional<RecordedCase> recorded;
    std::string fault;
};

// The recorded runs that name the module, by the end of its path.
std::vector<GivenRun> runs_of(const InputFile& file, std::string_view path, const Streams& streams,
                              const Limits& limits, std::vector<std::string>& faults) {
    std::vector<GivenRun> runs;
    const std::string name = platform::with_slashes(file.name);
    const std::optional<std::string> text = read_recorded_file(path, streams, limits, faults);
    for (std::size_t start = 0; text && start < text->size();) {
        const std::size_t end = std::min(text->find('\n', start), text->size());
        const std::string_view line = std::string_view(*text).substr(start, end - start);
        start = end + 1;
        const std::string_view module = module_of_recorded(line);
        const bool is_it =
            !module.empty() && name.ends_with(module) &&
            (name.size() == module.size() || name[name.size() - module.size() - 1] == '/');
        if (is_it) {
            GivenRun& run = runs.emplace_back();
            run.recorded = parse_recorded_case(line, run.fault);
        }
    }
    if (runs.empty() && faults.empty()) {
        faults.push_back('\'' + std::string(path) + "' holds no run of '" + file.name + '\'');
    }
    return runs;
}

// The runs of a text case. What it says of the module is added to the options.
std::optional<std::vector<GivenRun>> runs_of_text(std::string_view path, const Limits& limits,
                                                  const Streams& streams,
                                                  spirv::TranslateOptions& options, int& code) {
    const std::optional<CaseFile> file = load_case(path, limits, streams, code);
    if (!file) {
        return std::nullopt;
    }
    add_headings(*file, options);
    std::vector<GivenRun> runs;
    for (const CaseRun& each : file->runs) {
        GivenRun& run = runs.emplace_back();
        run.recorded = recorded_of(*file, each, run.fault);
    }
    return runs;
}

// The runs that --case gives, or one in which all is 0. Nothing after a fault; `code` then is the
// exit code.
std::optional<std::vector<GivenRun>> given_runs(const InputFile& file, const Arguments& arguments,
                                                const Limits& limits, const Streams& streams,
                                                spirv::TranslateOptions& options, int& code) {
    const std::optional<std::string_view> path = arguments.value("--case");
    if (!path) {
        return std::vector<GivenRun>{{RecordedCase(), {}}};
    }
    if (!is_recorded_file(*path)) {
        return runs_of_text(*path, limits, streams, options, code);
    }
    std::vector<std::string> faults;
    std::vector<GivenRun> runs = runs_of(file, *path, streams, limits, faults);
    if (!faults.empty()) {
        code = usage_error(streams, faults[0]);
        return std::nullopt;
    }
    return runs;
}

// Returns true for the stages whose lanes have the vertices of a primitive or patch each.
bool takes_primitives(const nir::Shader& shader) {
    return shader.info.stage == nir::Stage::geometry ||
           shader.info.stage == nir::Stage::tess_control;
}

// A runner is a RecordedRunner or a RecordedProgramRunner; null after `fault`.
template <typename Runner>
int run_all(Runner* runner, const std::vector<GivenRun>& runs, const SpirvResult& module,
            std::string& fault, const InputFile& file, const Schedules& schedules,
            const Streams& streams) {
    const auto text_of = [&](std::string_view code, std::optional<Limit> reached = std::nullopt) {
        std::string text = file.name + ": error[" +
                           std::string(reached ? info(*reached).code : code) + "]: " + fault + '\n';
        if (reached) {
            text +=
                file.name + ": note: " + std::string(info(*reached).option) + " sets the limit\n";
        }
        return text;
    };
    if (runner == nullptr) {
        streams.err << text_of("D203");
        return exit_findings;
    }
    for (const GivenRun& given : runs) {
        const std::optional<RecordedCase>& recorded = given.recorded;
        fault = given.fault;
        const int code =
            run_schedules(schedules, streams, exit_findings,
                          [&](std::optional<std::uint64_t> seed, std::string& text) {
                              runner->set_seed(seed);
                              RecordedResult computed;
                              if (!recorded || !runner->run(*recorded, computed, fault)) {
                                  text =
                                      text_of("D204", recorded ? runner->reached() : std::nullopt);
                                  return false;
                              }
                              text = "run\nMASK " + hex(computed.live_mask, 1) + '\n' +
                                     slots_text(module.nir.shader->info, runner->output_words()) +
                                     changes_text(*recorded, computed);
                              return true;
                          });
        if (code != exit_fine) {
            return code;
        }
    }
    return exit_fine;
}

} // namespace

int print_module(const InputFile& file, const Limits& limits, const Streams& streams) {
    Diagnostics diagnostics(file.name, shown_text(file), limits.errors);
    const std::optional<spirv::Module> module =
        spirv::read_module(file.content, diagnostics, limits);
    streams.err << diagnostics.render(streams.colour_errors);
    if (!module) {
        return exit_findings;
    }
    streams.out << spirv::print(*module);
    return exit_fine;
}

std::unique_ptr<nir::Shader> translate_module(const InputFile& file,
                                              const spirv::TranslateOptions& options,
                                              Diagnostics& diagnostics) {
    const std::optional<spirv::Module> module =
        spirv::read_module(file.content, diagnostics, options.limits);
    return module ? std::move(spirv::translate_to_nir(*module, options, diagnostics).shader)
                  : nullptr;
}

bool is_form_of_module(std::string_view list) {
    return list == "spirv" || list == "nir" || list == "spirv,nir" || list == "nir,spirv";
}

int show_module(const InputFile& file, std::string_view list,
                const spirv::TranslateOptions& options, const Streams& streams) {
    const Limits& limits = options.limits;
    for (std::size_t start = 0; start <= list.size();) {
        const std::size_t end = std::min(list.find(',', start), list.size());
        const std::string_view form = list.substr(start, end - start);
        start = end + 1;
        if (form == "spirv") {
            if (const int code = print_module(file, limits, streams); code != exit_fine) {
                return code;
            }
            continue;
        }
        Diagnostics diagnostics(file.name, shown_text(file), limits.errors);
        const SpirvResult result = load_spirv(file.content, options, diagnostics);
        streams.err << diagnostics.render(streams.colour_errors);
        if (result.nir.status != CompileStatus::compiled) {
            return exit_findings;
        }
        streams.out << nir::print(*result.nir.shader);
    }
    return exit_fine;
}

std::optional<int> run_module(const InputFile& file, const Arguments& arguments, Engine engine,
                              std::uint32_t gpu, const Schedules& schedules, const Limits& limits,
                              const Streams& streams, std::optional<InputFile>& as_nir) {
    VariantKey key = ir3::settings_as_written();
    if (!read_settings(arguments, streams, key)) {
        return exit_usage;
    }
    std::optional<spirv::TranslateOptions> options =
        read_translation(arguments, key, limits, streams);
    int code = exit_usage;
    const std::optional<std::vector<GivenRun>> runs =
        options ? given_runs(file, arguments, limits, streams, *options, code) : std::nullopt;
    if (!runs) {
        return code;
    }
    Diagnostics diagnostics(file.name, shown_text(file), limits.errors);
    SpirvResult result = load_spirv(file.content, *options, diagnostics);
    if (result.nir.status == CompileStatus::compiled && takes_primitives(*result.nir.shader)) {
        streams.err << diagnostics.render(streams.colour_errors);
        as_nir = InputFile{file.name, nir::print(*result.nir.shader)};
        return std::nullopt;
    }
    CompileResult compiled;
    const bool is_machine = engine == Engine::ir3;
    if (!is_machine) {
        apply_state(result.nir, key, diagnostics);
    } else if (result.nir.status == CompileStatus::compiled) {
        key.gpu = gpu;
        compiled = compile_loaded(result, key, diagnostics, nullptr, limits);
    }
    streams.err << diagnostics.render(streams.colour_errors);
    if (result.nir.status != CompileStatus::compiled ||
        (is_machine && compiled.status != CompileStatus::compiled)) {
        return exit_findings;
    }
    std::string fault;
    const std::uint64_t steps =
        arguments.has(info(Limit::steps).option) ? limits.steps : kMostModuleSteps;
    if (is_machine) {
        const auto runner = RecordedProgramRunner::prepare(compiled.program, result, fault, steps);
        return run_all(runner.get(), *runs, result, fault, file, schedules, streams);
    }
    const auto runner = RecordedRunner::prepare(result, fault, steps);
    if (runner != nullptr) {
        runner->set_part({gpu, key.wave_size});
    }
    return run_all(runner.get(), *runs, result, fault, file, schedules, streams);
}

} // namespace jacquard::driver
