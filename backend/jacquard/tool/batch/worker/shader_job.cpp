#include <jacquard/generated/options/take_settings.h>
#include <jacquard/library/facade/compile_shader.h>
#include <jacquard/library/facade/compile_spirv.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/library/frontend/stopped.h>
#include <jacquard/opencl/clang_program.h>
#include <jacquard/passes/registry/apply_state.h>
#include <jacquard/runs/engines/run_nir.h>
#include <jacquard/runs/engines/run_program.h>
#include <jacquard/runs/recorded/judge_recorded.h>
#include <jacquard/runs/recorded/module_case.h>
#include <jacquard/runs/recorded/run_recorded.h>
#include <jacquard/runs/recorded/run_recorded_program.h>
#include <jacquard/spirv/assembly/assemble.h>
#include <jacquard/spirv/module/read.h>
#include <jacquard/support/sha256.h>
#include <jacquard/tool/batch/source/shader_text.h>
#include <jacquard/tool/batch/worker/shader_job.h>
#include <jacquard/tool/files/input_file.h>

#include <exception>
#include <new>

namespace jacquard::driver {

namespace {

// A shader, its cases, and what is done with both.
struct Work {
    const BatchItem& item;
    const ShaderJob& job;
    const ShaderCases& cases;
    VariantKey key; // with the state of the item
};

CaseOutcome disagreement(std::string why) {
    return {Agreement::disagree, std::move(why)};
}

// Returns nothing after a fault, which `outcome` then describes.
std::optional<CaseFile> read_case(const std::string& path, const Limits& limits,
                                  CaseOutcome& outcome) {
    ReadFault unread;
    const std::optional<std::string> text = read_text(path, limits, unread);
    if (!text) {
        outcome = disagreement(std::move(unread.message));
        return std::nullopt;
    }
    Diagnostics diagnostics(path, *text, limits.errors);
    CaseFile file = parse_case_file(*text, diagnostics, limits);
    if (diagnostics.has_errors()) {
        outcome = disagreement("the case is malformed: " + diagnostics.all()[0].message);
        return std::nullopt;
    }
    return file;
}

// A runner is a ProgramRunner, a NirRunner or a ModuleCaseRunner.
template <typename Runner>
CaseOutcome run_case(const CaseFile& file, Runner&& runner) {
    CaseOutcome outcome;
    for (std::size_t i = 0; i < file.runs.size(); ++i) {
        RunResult result;
        std::string fault;
        const auto number = static_cast<unsigned>(i);
        if (!runner.run(file.runs[i], result, fault)) {
            return disagreement("run " + std::to_string(i) + ": " + fault);
        }
        const std::optional<Difference> difference =
            compare_run(file.runs[i], result, number, file.places);
        if (difference && difference->kind > outcome.agreement) {
            outcome.agreement = difference->kind;
            outcome.first_difference = difference->to_string();
        }
    }
    return outcome;
}

template <typename Runner>
void run_cases(const ShaderCases& cases, Runner* runner, const std::string& fault,
               const Limits& limits, BatchOutcome& outcome) {
    for (const std::string& path : cases.paths) {
        CaseOutcome& made = outcome.cases.emplace_back();
        const std::optional<CaseFile> file = read_case(path, limits, made);
        if (file) {
            made = is_of_module(*file) ? disagreement(std::string(kOnlyOfModules))
                   : runner == nullptr ? disagreement(fault)
                                       : run_case(*file, *runner);
        }
    }
}

// A runner is a RecordedRunner or a RecordedProgramRunner.
template <typename Runner>
CaseOutcome run_recorded(const std::string& line, Runner& runner,
                         const std::vector<VaryingFacts>& outputs) {
    std::string fault;
    const std::optional<RecordedCase> recorded = parse_recorded_case(line, fault);
    if (!recorded) {
        return disagreement("the case is malformed: " + fault);
    }
    const std::string name = "run " + std::to_string(recorded->run);
    RecordedResult result;
    if (!runner.run(*recorded, result, fault)) {
        return disagreement(name + ": " + fault);
    }
    CaseOutcome outcome;
    outcome.agreement = judge(*recorded, result, outputs, outcome.first_difference);
    if (!outcome.first_difference.empty()) {
        outcome.first_difference.insert(0, name + ": ");
    }
    return outcome;
}

template <typename Runner>
void run_all_recorded(const ShaderCases& cases, Runner* runner, const std::string& fault,
                      const std::vector<VaryingFacts>& outputs, BatchOutcome& outcome) {
    for (const std::string& line : cases.recorded) {
        outcome.cases.push_back(runner == nullptr ? disagreement(fault)
                                                  : run_recorded(line, *runner, outputs));
    }
}

// A module with what its text cases say of it, and a program where the job takes machine code.
struct LoadedModule {
    SpirvResult module;
    CompileResult compiled;
    [[nodiscard]] bool is_done(Engine engine) const {
        return module.nir.status == CompileStatus::compiled &&
               (engine == Engine::nir || compiled.status == CompileStatus::compiled);
    }
};

LoadedModule load_module(const Work& work, const std::string& bytes, const CaseFile* file,
                         Diagnostics& diagnostics) {
    spirv::TranslateOptions translation;
    ir3::take_settings(work.key, translation);
    translation.limits = work.job.limits;
    translation.entry = work.item.entry;
    if (file != nullptr) {
        add_headings(*file, translation);
    }
    LoadedModule loaded{load_spirv(bytes, translation, diagnostics), {}};
    if (work.job.engine == Engine::ir3 && loaded.module.nir.status == CompileStatus::compiled) {
        loaded.compiled =
            compile_loaded(loaded.module, work.key, diagnostics, nullptr, work.job.limits);
    }
    return loaded;
}

// Calls use(runner, fault) with the runner of a loaded module; null after the fault.
template <typename Use>
void with_runner(const Work& work, const LoadedModule& loaded, Use&& use) {
    std::string fault;
    if (work.job.engine == Engine::ir3) {
        const std::unique_ptr<RecordedProgramRunner> runner = RecordedProgramRunner::prepare(
            loaded.compiled.program, loaded.module, fault, work.job.module_steps);
        use(runner.get(), fault);
        return;
    }
    const std::unique_ptr<RecordedRunner> runner =
        RecordedRunner::prepare(loaded.module, fault, work.job.module_steps);
    if (runner != nullptr) {
        runner->set_part({work.key.gpu, work.key.wave_size});
    }
    use(runner.get(), fault);
}

CaseOutcome run_text_case(const Work& work, const CaseFile& file, const LoadedModule& loaded) {
    CaseOutcome outcome;
    with_runner(work, loaded, [&](auto* runner, const std::string& fault) {
        if (runner == nullptr) {
            outcome = disagreement(fault);
        } else {
            outcome =
                run_case(file, ModuleCaseRunner(*runner, file, loaded.module.nir.shader->info));
        }
    });
    return outcome;
}

// A case that chooses an entry point or sets constants makes a shader of its own of the module.
void run_text_cases(const Work& work, const std::string& bytes, const LoadedModule& plain,
                    BatchOutcome& outcome) {
    for (const std::string& path : work.cases.paths) {
        CaseOutcome made;
        const std::optional<CaseFile> file = read_case(path, work.job.limits, made);
        const bool is_own =
            file && (!file->entry.empty() || file->stage || !file->specialisations.empty());
        if (is_own) {
            Diagnostics diagnostics(work.item.name, {}, work.job.limits.errors);
            const LoadedModule own = load_module(work, bytes, &*file, diagnostics);
            made = own.is_done(work.job.engine)
                       ? run_text_case(work, *file, own)
                       : disagreement(own.module.nir.status != CompileStatus::compiled
                                          ? own.module.nir.reason
                                          : own.compiled.reason);
        } else if (file) {
            made = run_text_case(work, *file, plain);
        }
        outcome.cases.push_back(std::move(made));
    }
}

void process_spirv(const Work& work, const std::string& bytes, Diagnostics& diagnostics,
                   BatchOutcome& outcome) {
    LoadedModule loaded = load_module(work, bytes, nullptr, diagnostics);
    outcome.status = loaded.module.nir.status;
    outcome.reason = loaded.module.nir.reason;
    if (outcome.status == CompileStatus::compiled && work.job.engine == Engine::ir3) {
        outcome.status = loaded.compiled.status;
        outcome.reason = loaded.compiled.reason;
        outcome.statistics = loaded.compiled.program.statistics;
    }
    if (outcome.status != CompileStatus::compiled) {
        return;
    }
    if (!work.cases.recorded.empty()) {
        with_runner(work, loaded, [&](auto* runner, const std::string& fault) {
            run_all_recorded(work.cases, runner, fault, loaded.module.outputs, outcome);
        });
    }
    run_text_cases(work, bytes, loaded, outcome);
}

void process_by_ir3(const Work& work, const std::string& text, Diagnostics& diagnostics,
                    BatchOutcome& outcome) {
    CompileResult result = compile_tgsi(text, work.key, diagnostics, nullptr, work.job.limits);
    outcome.status = result.status;
    outcome.reason = std::move(result.reason);
    if (result.status != CompileStatus::compiled) {
        return;
    }
    outcome.statistics = result.program.statistics;
    if (!work.cases.paths.empty()) {
        std::string fault;
        const std::unique_ptr<ProgramRunner> runner =
            ProgramRunner::prepare(result.program, fault, work.job.limits);
        run_cases(work.cases, runner.get(), fault, work.job.limits, outcome);
    }
}

void process_by_nir(const Work& work, const std::string& text, Diagnostics& diagnostics,
                    BatchOutcome& outcome) {
    NirResult result =
        load_nir(text, SourceLanguage::tgsi, work.key.precise, diagnostics, work.job.limits);
    outcome.status = result.status;
    outcome.reason = std::move(result.reason);
    if (result.status == CompileStatus::compiled && !work.cases.paths.empty()) {
        std::string fault;
        const std::unique_ptr<NirRunner> runner =
            NirRunner::prepare(*result.shader, fault, work.job.limits);
        if (runner != nullptr) {
            runner->set_part({work.key.gpu, work.key.wave_size});
        }
        run_cases(work.cases, runner.get(), fault, work.job.limits, outcome);
    }
}

// Returns the stage that the manifest says, or else the name.
std::string_view stage_of(const BatchItem& item) {
    return item.stage.empty() ? stage_of_name(item.path) : item.stage;
}

void process_high_level(const Work& work, const std::string& text, BatchOutcome& outcome) {
    HighLevelShader shader = work.job.high_level_shader;
    shader.name = work.item.path;
    shader.text = text;
    shader.stage = stage_of(work.item);
    shader.entry = work.item.entry.empty() ? shader.entry : work.item.entry;
    take_language(shader);
    shader.defines.insert(shader.defines.end(), work.item.defines.begin(), work.item.defines.end());
    Diagnostics diagnostics(work.item.name, text, work.job.limits.errors);
    const HighLevelCompiler& compiler = compiler_of(shader, work.job.high_level);
    const std::string module = make_module(shader, compiler, diagnostics, work.job.limits);
    if (module.empty()) {
        outcome = stopped<BatchOutcome>(diagnostics);
        return;
    }
    Diagnostics of_module(work.item.name, {}, work.job.limits.errors);
    process_spirv(work, module, of_module, outcome);
}

void process_text(const Work& work, const std::string& text, BatchOutcome& outcome) {
    const bool says_stage = !work.item.stage.empty() && is_high_level(work.item.path, text);
    if ((says_stage || is_high_level_file(work.item.path, text)) && !spirv::is_assembly(text)) {
        process_high_level(work, text, outcome);
        return;
    }
    if (spirv::is_module(text)) {
        Diagnostics diagnostics(work.item.name, {}, work.job.limits.errors);
        process_spirv(work, text, diagnostics, outcome);
        return;
    }
    Diagnostics diagnostics(work.item.name, text, work.job.limits.errors);
    if (detect_form(text) == InputForm::assembly && spirv::is_assembly(text)) {
        if (const auto module = module_of_assembly(text, diagnostics, work.job.limits)) {
            process_spirv(work, *module, diagnostics, outcome);
        } else {
            outcome = stopped<BatchOutcome>(diagnostics);
        }
        return;
    }
    switch (work.job.engine) {
    case Engine::ir3: process_by_ir3(work, text, diagnostics, outcome); break;
    case Engine::nir: process_by_nir(work, text, diagnostics, outcome); break;
    }
}

// The sum over all that the outcome depends on. Nothing where that is not known: files that are
// included, and another program's work.
std::optional<std::string> cache_key(const Work& work, const std::string& text,
                                     const PipelineFacts& pipeline) {
    const std::optional<std::string> front_end =
        work.job.cache
            ? identity_of_front_end(work.item.path, text, work.job.high_level,
                                    work.job.high_level_shader.include_folders, work.job.limits)
            : std::nullopt;
    if (!front_end) {
        return std::nullopt;
    }
    Sha256 sum;
    sum.add_field(work.job.cache_identity).add_field(*front_end);
    sum.add_field(stage_of(work.item)).add_field(work.item.entry).add_field(work.item.state);
    sum.add_field(pipeline.text());
    sum.add_field(work.item.path.ends_with(".hlsl") ? "hlsl" : "").add_field(text);
    for (const std::string& define : work.item.defines) {
        sum.add_field("define").add_field(define);
    }
    for (const std::string& path : work.cases.paths) {
        ReadFault fault;
        const std::optional<std::string> content = read_text(path, work.job.limits, fault);
        if (!content) {
            return std::nullopt;
        }
        sum.add_field("case").add_field(*content);
    }
    for (const std::string& line : work.cases.recorded) {
        sum.add_field("recorded").add_field(line);
    }
    return sum.hex();
}

// Returns true if the outcome would be the same another time.
bool is_settled(const BatchOutcome& outcome) {
    return outcome.status == CompileStatus::compiled || outcome.status == CompileStatus::refused ||
           outcome.status == CompileStatus::malformed;
}

void process(Work& work, BatchOutcome& outcome) {
    ReadFault fault;
    const std::optional<InputFile> file = read_shader_file(work.item.path, work.job.limits, fault);
    if (!file) {
        outcome.status = fault.is_too_large ? CompileStatus::too_large : fault.status;
        outcome.reason = fault.is_too_large     ? limit_message(Limit::input_bytes, work.job.limits)
                         : fault.reason.empty() ? std::move(fault.message)
                                                : std::move(fault.reason);
        return;
    }
    take_pipeline(file->pipeline, work.key);
    const std::optional<std::string> key = cache_key(work, file->content, file->pipeline);
    if (key) {
        const std::optional<std::string> stored = work.job.cache->find(*key);
        if (std::optional<BatchOutcome> known = stored ? unpack_outcome(*stored) : std::nullopt) {
            outcome = std::move(*known);
            return;
        }
    }
    process_text(work, file->content, outcome);
    if (key && is_settled(outcome)) {
        work.job.cache->store(*key, pack_outcome(outcome));
    }
}

} // namespace

BatchOutcome process_shader(const BatchItem& item, const ShaderJob& job) {
    static const ShaderCases kNone;
    const ShaderCases* cases = job.cases.of(item.path);
    BatchOutcome outcome;
    try {
        VariantKey key = job.key;
        if (!item.state.empty()) {
            key.state = nir::parse_state(item.state).state;
        }
        Work work{item, job, cases != nullptr ? *cases : kNone, key};
        process(work, outcome);
    } catch (const std::bad_alloc&) {
        outcome = {};
        outcome.status = CompileStatus::too_large;
        outcome.reason = "the system has no more memory";
    } catch (const std::exception& fault) {
        outcome = {};
        outcome.reason = fault.what();
    }
    // A shader that the limits refuse is counted with the other refused ones.
    if (outcome.status == CompileStatus::too_large) {
        outcome.status = CompileStatus::refused;
    }
    return outcome;
}

} // namespace jacquard::driver
