#include <jacquard/driver/compile_spirv.h>
#include <jacquard/driver/judge_recorded.h>
#include <jacquard/driver/load_nir.h>
#include <jacquard/driver/run_nir.h>
#include <jacquard/driver/run_program.h>
#include <jacquard/driver/run_recorded.h>
#include <jacquard/driver/run_recorded_program.h>
#include <jacquard/driver/tool/batch_run.h>
#include <jacquard/driver/tool/input_file.h>
#include <jacquard/driver/tool/input_form.h>
#include <jacquard/spirv/read.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <mutex>
#include <new>
#include <sstream>
#include <system_error>
#include <thread>

namespace jacquard::driver {

namespace {

std::optional<std::string> read_text(const std::string& path, const Limits& limits,
                                     ReadFault& fault) {
    std::istringstream in;
    std::ostringstream none;
    std::optional<InputFile> file = read_file(path, {in, none, none}, limits, fault);
    return file ? std::optional(std::move(file->content)) : std::nullopt;
}

CaseOutcome disagreement(const std::string& path, std::string why) {
    return {path, Agreement::disagree, std::move(why)};
}

// A runner is a ProgramRunner or a NirRunner.
template <typename Runner>
CaseOutcome run_case(const std::string& path, Runner& runner, const Limits& limits) {
    ReadFault unread;
    const std::optional<std::string> text = read_text(path, limits, unread);
    if (!text) {
        return disagreement(path, std::move(unread.message));
    }
    Diagnostics diagnostics(path, *text, limits.errors);
    const CaseFile file = parse_case_file(*text, diagnostics, limits);
    if (diagnostics.has_errors()) {
        return disagreement(path, "the case is malformed: " + diagnostics.all()[0].message);
    }
    CaseOutcome outcome;
    outcome.path = path;
    for (std::size_t i = 0; i < file.runs.size(); ++i) {
        RunResult result;
        std::string fault;
        const auto number = static_cast<unsigned>(i);
        if (!runner.run(file.runs[i], result, fault)) {
            return disagreement(path, "run " + std::to_string(i) + ": " + fault);
        }
        const std::optional<Difference> difference = compare_run(file.runs[i], result, number);
        if (difference && difference->kind > outcome.agreement) {
            outcome.agreement = difference->kind;
            outcome.first_difference = difference->to_string();
        }
    }
    return outcome;
}

template <typename Runner>
void run_cases(const BatchItem& item, Runner* runner, const std::string& fault,
               const Limits& limits, BatchOutcome& outcome) {
    for (const std::string& path : item.case_paths) {
        outcome.cases.push_back(runner == nullptr ? disagreement(path, fault)
                                                  : run_case(path, *runner, limits));
    }
}

// A runner is a RecordedRunner or a RecordedProgramRunner.
template <typename Runner>
CaseOutcome run_recorded(const std::string& line, Runner& runner,
                         const std::vector<VaryingFacts>& outputs) {
    std::string fault;
    const std::optional<RecordedCase> recorded = parse_recorded_case(line, fault);
    if (!recorded) {
        return disagreement({}, "the case is malformed: " + fault);
    }
    const std::string name = "run " + std::to_string(recorded->run);
    RecordedResult result;
    if (!runner.run(*recorded, result, fault)) {
        return disagreement(name, name + ": " + fault);
    }
    CaseOutcome outcome;
    outcome.path = name;
    outcome.agreement = judge(*recorded, result, outputs, outcome.first_difference);
    if (!outcome.first_difference.empty()) {
        outcome.first_difference.insert(0, name + ": ");
    }
    return outcome;
}

template <typename Runner>
void run_all_recorded(const BatchItem& item, Runner* runner, const std::string& fault,
                      const std::vector<VaryingFacts>& outputs, BatchOutcome& outcome) {
    for (const std::string& line : item.recorded) {
        outcome.cases.push_back(runner == nullptr ? disagreement({}, fault)
                                                  : run_recorded(line, *runner, outputs));
    }
}

void process_spirv(const BatchItem& item, const std::string& bytes, const BatchOptions& options,
                   Diagnostics& diagnostics, BatchOutcome& outcome) {
    spirv::TranslateOptions translation;
    translation.precise = options.key.precise;
    SpirvResult result = load_spirv(bytes, translation, diagnostics);
    outcome.status = result.nir.status;
    outcome.reason = result.nir.reason;
    if (outcome.status != CompileStatus::compiled) {
        return;
    }
    if (options.engine == Engine::ir3) {
        CompileResult compiled =
            compile_loaded(result, options.key, diagnostics, nullptr, options.limits);
        outcome.status = compiled.status;
        outcome.reason = std::move(compiled.reason);
        outcome.statistics = compiled.program.statistics;
        if (outcome.status == CompileStatus::compiled && !item.recorded.empty()) {
            std::string fault;
            const std::unique_ptr<RecordedProgramRunner> runner =
                RecordedProgramRunner::prepare(compiled.program, result, fault);
            run_all_recorded(item, runner.get(), fault, result.outputs, outcome);
        }
        return;
    }
    std::string fault;
    const std::unique_ptr<RecordedRunner> runner = RecordedRunner::prepare(result, fault);
    run_all_recorded(item, runner.get(), fault, result.outputs, outcome);
}

void process_by_ir3(const BatchItem& item, const std::string& text, const BatchOptions& options,
                    Diagnostics& diagnostics, BatchOutcome& outcome) {
    CompileResult result = compile_tgsi(text, options.key, diagnostics, nullptr, options.limits);
    outcome.status = result.status;
    outcome.reason = std::move(result.reason);
    if (result.status != CompileStatus::compiled) {
        return;
    }
    outcome.statistics = result.program.statistics;
    if (!item.case_paths.empty()) {
        std::string fault;
        const std::unique_ptr<ProgramRunner> runner =
            ProgramRunner::prepare(result.program, fault, options.limits);
        run_cases(item, runner.get(), fault, options.limits, outcome);
    }
}

void process_by_nir(const BatchItem& item, const std::string& text, const BatchOptions& options,
                    Diagnostics& diagnostics, BatchOutcome& outcome) {
    NirResult result =
        load_nir(text, SourceLanguage::tgsi, options.key.precise, diagnostics, options.limits);
    outcome.status = result.status;
    outcome.reason = std::move(result.reason);
    if (result.status == CompileStatus::compiled && !item.case_paths.empty()) {
        std::string fault;
        const std::unique_ptr<NirRunner> runner =
            NirRunner::prepare(*result.shader, fault, options.limits);
        run_cases(item, runner.get(), fault, options.limits, outcome);
    }
}

// Whether a file whose name is that of a high-level shader holds one.
bool is_source(std::string_view text) {
    return detect_form(text) == InputForm::assembly;
}

void process_high_level(const BatchItem& item, const std::string& text, const BatchOptions& options,
                        BatchOutcome& outcome) {
    HighLevelShader shader = options.high_level_shader;
    shader.name = item.path;
    shader.text = text;
    shader.stage = stage_of_name(item.path);
    shader.hlsl = item.path.ends_with(".hlsl");
    Diagnostics diagnostics(item.name, text, options.limits.errors);
    const HighLevelCompiler& compiler =
        options.high_level != nullptr ? *options.high_level : glslang_program();
    const std::string module = make_module(shader, compiler, diagnostics);
    outcome.messages = diagnostics.render();
    if (module.empty()) {
        outcome.status = CompileStatus::malformed;
        outcome.reason = diagnostics.all()[0].message;
        return;
    }
    Diagnostics of_module(item.name, {}, options.limits.errors);
    process_spirv(item, module, options, of_module, outcome);
    outcome.messages += of_module.render();
}

void process_text(const BatchItem& item, const BatchOptions& options, BatchOutcome& outcome) {
    ReadFault fault;
    const std::optional<std::string> text = read_text(item.path, options.limits, fault);
    if (!text) {
        outcome.status = fault.is_too_large ? CompileStatus::too_large : CompileStatus::failed;
        outcome.reason = fault.is_too_large ? limit_message(Limit::input_bytes, options.limits)
                                            : std::move(fault.message);
        return;
    }
    if (!stage_of_name(item.path).empty() && is_source(*text)) {
        process_high_level(item, *text, options, outcome);
        return;
    }
    if (spirv::is_module(*text)) {
        Diagnostics diagnostics(item.name, {}, options.limits.errors);
        process_spirv(item, *text, options, diagnostics, outcome);
        outcome.messages = diagnostics.render();
        return;
    }
    Diagnostics diagnostics(item.name, *text, options.limits.errors);
    switch (options.engine) {
    case Engine::ir3: process_by_ir3(item, *text, options, diagnostics, outcome); break;
    case Engine::nir: process_by_nir(item, *text, options, diagnostics, outcome); break;
    }
    outcome.messages = diagnostics.render();
}

// Whatever one shader does, the others go on.
BatchOutcome process(const BatchItem& item, const BatchOptions& options) {
    BatchOutcome outcome;
    try {
        process_text(item, options, outcome);
    } catch (const std::bad_alloc&) {
        outcome = {};
        outcome.status = CompileStatus::too_large;
        outcome.reason = "the system has no more memory";
    } catch (const std::exception& fault) {
        outcome = {};
        outcome.reason = fault.what();
    }
    // What the limits refuse is counted with what else is refused.
    if (outcome.status == CompileStatus::too_large) {
        outcome.status = CompileStatus::refused;
    }
    return outcome;
}

// Hands outcomes on in the order of the list. Those that come early are kept.
class OutcomeQueue {
  public:
    OutcomeQueue(const BatchList& list, const OutcomeListener& listener)
        : list_(list), listener_(listener) {}

    // False when the listener has had enough.
    bool add(std::size_t number, BatchOutcome outcome) {
        const std::lock_guard lock(mutex_);
        early_.emplace(number, std::move(outcome));
        for (auto next = early_.begin(); goes_on_ && next != early_.end() && next->first == next_;
             next = early_.begin()) {
            goes_on_ = listener_(list_.items[next_++], next->second);
            early_.erase(next);
        }
        return goes_on_;
    }

  private:
    const BatchList& list_;
    const OutcomeListener& listener_;
    std::mutex mutex_;
    std::map<std::size_t, BatchOutcome> early_;
    std::size_t next_ = 0;
    bool goes_on_ = true;
};

} // namespace

std::optional<Agreement> BatchOutcome::agreement() const {
    const CaseOutcome* worst = worst_case();
    return worst == nullptr ? std::nullopt : std::optional(worst->agreement);
}

const CaseOutcome* BatchOutcome::worst_case() const {
    const auto worst = std::max_element(
        cases.begin(), cases.end(),
        [](const CaseOutcome& a, const CaseOutcome& b) { return a.agreement < b.agreement; });
    return worst == cases.end() ? nullptr : &*worst;
}

void run_batch(const BatchList& list, const BatchOptions& options,
               const OutcomeListener& listener) {
    OutcomeQueue queue(list, listener);
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < list.items.size(); i = next++) {
            if (!queue.add(i, process(list.items[i], options))) {
                next = list.items.size();
            }
        }
    };
    const std::size_t num_threads = std::min<std::size_t>(options.num_threads, list.items.size());
    std::vector<std::thread> helpers;
    for (std::size_t i = 1; i < num_threads; ++i) {
        try {
            helpers.emplace_back(work);
        } catch (const std::system_error&) {
            break; // the threads that there are do all of it
        }
    }
    work();
    for (std::thread& helper : helpers) {
        helper.join();
    }
}

void add_to_totals(BatchTotals& totals, const BatchOutcome& outcome) {
    ++totals.shaders;
    switch (outcome.status) {
    case CompileStatus::compiled: ++totals.compiled; break;
    case CompileStatus::too_large:
    case CompileStatus::refused: ++totals.refused; break;
    case CompileStatus::malformed: ++totals.malformed; break;
    // The tool has checked the part that it asks for.
    case CompileStatus::unknown_part:
    case CompileStatus::failed: ++totals.failed; break;
    }
    for (const CaseOutcome& result : outcome.cases) {
        ++totals.cases;
        switch (result.agreement) {
        case Agreement::exact: ++totals.exact; break;
        case Agreement::bound: ++totals.bound; break;
        case Agreement::disagree: ++totals.disagree; break;
        }
    }
}

} // namespace jacquard::driver
