#include <jacquard/driver/load_nir.h>
#include <jacquard/driver/run_nir.h>
#include <jacquard/driver/run_program.h>
#include <jacquard/driver/tool/batch_run.h>
#include <jacquard/driver/tool/input_file.h>

#include <algorithm>
#include <atomic>
#include <sstream>
#include <thread>

namespace jacquard::driver {

namespace {

std::optional<std::string> read_text(const std::string& path, std::string& message) {
    std::istringstream in;
    std::ostringstream none;
    std::optional<InputFile> file = read_file(path, {in, none, none}, message);
    return file ? std::optional(std::move(file->content)) : std::nullopt;
}

CaseOutcome disagreement(const std::string& path, std::string why) {
    return {path, Agreement::disagree, std::move(why)};
}

// A runner is a ProgramRunner or a NirRunner.
template <typename Runner>
CaseOutcome run_case(const std::string& path, Runner& runner) {
    std::string message;
    const std::optional<std::string> text = read_text(path, message);
    if (!text) {
        return disagreement(path, std::move(message));
    }
    Diagnostics diagnostics(path, *text);
    const CaseFile file = parse_case_file(*text, diagnostics);
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
               BatchOutcome& outcome) {
    for (const std::string& path : item.case_paths) {
        outcome.cases.push_back(runner == nullptr ? disagreement(path, fault)
                                                  : run_case(path, *runner));
    }
}

void process_by_ir3(const BatchItem& item, const std::string& text, const VariantKey& key,
                    Diagnostics& diagnostics, BatchOutcome& outcome) {
    CompileResult result = compile_tgsi(text, key, diagnostics);
    outcome.status = result.status;
    outcome.reason = std::move(result.reason);
    if (result.status != CompileStatus::compiled) {
        return;
    }
    outcome.statistics = result.program.statistics;
    if (!item.case_paths.empty()) {
        std::string fault;
        const std::unique_ptr<ProgramRunner> runner = ProgramRunner::prepare(result.program, fault);
        run_cases(item, runner.get(), fault, outcome);
    }
}

void process_by_nir(const BatchItem& item, const std::string& text, const VariantKey& key,
                    Diagnostics& diagnostics, BatchOutcome& outcome) {
    NirResult result = load_nir(text, SourceLanguage::tgsi, key.precise, diagnostics);
    outcome.status = result.status;
    outcome.reason = std::move(result.reason);
    if (result.status == CompileStatus::compiled && !item.case_paths.empty()) {
        std::string fault;
        const std::unique_ptr<NirRunner> runner = NirRunner::prepare(*result.shader, fault);
        run_cases(item, runner.get(), fault, outcome);
    }
}

BatchOutcome process(const BatchItem& item, const VariantKey& key, Engine engine) {
    BatchOutcome outcome;
    const std::optional<std::string> text = read_text(item.path, outcome.reason);
    if (!text) {
        return outcome;
    }
    Diagnostics diagnostics(item.name, *text);
    switch (engine) {
    case Engine::ir3: process_by_ir3(item, *text, key, diagnostics, outcome); break;
    case Engine::nir: process_by_nir(item, *text, key, diagnostics, outcome); break;
    }
    outcome.messages = diagnostics.render();
    return outcome;
}

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

std::vector<BatchOutcome> run_batch(const BatchList& list, const VariantKey& key, Engine engine,
                                    unsigned num_threads) {
    std::vector<BatchOutcome> outcomes(list.items.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < outcomes.size(); i = next++) {
            outcomes[i] = process(list.items[i], key, engine);
        }
    };
    const std::size_t helpers =
        std::min<std::size_t>(num_threads, outcomes.size()) - (outcomes.empty() ? 0 : 1);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < helpers; ++i) {
        threads.emplace_back(work);
    }
    work();
    for (std::thread& thread : threads) {
        thread.join();
    }
    return outcomes;
}

BatchTotals total_of(std::span<const BatchOutcome> outcomes) {
    BatchTotals totals;
    totals.shaders = outcomes.size();
    for (const BatchOutcome& outcome : outcomes) {
        switch (outcome.status) {
        case CompileStatus::compiled: ++totals.compiled; break;
        case CompileStatus::refused: ++totals.refused; break;
        case CompileStatus::malformed: ++totals.malformed; break;
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
    return totals;
}

} // namespace jacquard::driver
