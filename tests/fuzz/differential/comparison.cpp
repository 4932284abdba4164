#include "comparison.h"

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/frontend/pipeline.h>
#include <jacquard/nir/build/clone.h>
#include <jacquard/nir/text/parse/parser.h>
#include <jacquard/nir/validate/validator.h>
#include <jacquard/passes/registry/apply_state.h>
#include <jacquard/runs/engines/run_program.h>
#include <jacquard/tgsi/read/parse.h>
#include <jacquard/tgsi/translate/translate.h>

#include "crash_report.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace jacquard::fuzz {

using driver::CaseRun;
using driver::CompileStatus;

namespace {

// Returns true if coordinates of fetches are made those of the base level, or of the columns of
// samples, which random ones are too large for: what does not lie in a texture is lost, and the
// textures of runs have no bounds unless these give them. Samples of textures that runs give are
// fetched within them.
bool loses_coordinates(const nir::Shader& shader, std::uint32_t gpu,
                       std::span<const CaseRun> runs) {
    const std::optional<ir3::Revision> revision = ir3::revision_of_part(gpu);
    if (!revision) {
        return false;
    }
    const ir3::MachineFacts& machine = ir3::machine_facts(*revision, gpu);
    const bool has_textures = !runs.empty() && !runs.front().textures.empty();
    const auto is_moved = [&](const nir::TextureInstruction& texture) {
        return texture.op == nir::TextureOp::txf_ms
                   ? !machine.fetches_samples && !has_textures
                   : texture.op == nir::TextureOp::txf && machine.fetches_at_base_level &&
                         texture.source(nir::TextureSourceType::lod) != nullptr;
    };
    for (const nir::Function& function : shader.functions()) {
        for (const nir::Block& block : function.blocks()) {
            for (const nir::Instruction& instruction : block.instructions()) {
                const auto* texture = instruction.as<nir::TextureInstruction>();
                if (texture != nullptr && is_moved(*texture)) {
                    return true;
                }
            }
        }
    }
    return false;
}

std::string first_error(const Diagnostics& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        if (diagnostic.severity == Severity::error) {
            return diagnostic.message;
        }
    }
    return "no error was reported";
}

Failure failure(FailureKind kind, std::string what, std::uint32_t gpu = 0, std::size_t run = 0) {
    return {kind, gpu, run, std::move(what), {}, {}};
}

class RuleCounter final : public driver::CompileObserver {
  public:
    explicit RuleCounter(std::span<std::uint64_t> counts) : counts_(counts) {}
    [[nodiscard]] bool wants(driver::CompileStage /*stage*/) const override { return false; }
    void show(driver::CompileStage /*stage*/, std::string_view /*title*/,
              std::string_view /*text*/) override {}
    [[nodiscard]] std::span<std::uint64_t> rule_counts() override { return counts_; }

  private:
    std::span<std::uint64_t> counts_;
};

} // namespace

std::string_view name_of(FailureKind kind) {
    static constexpr std::array<std::string_view, 7> kNames = {"malformed",
                                                               "invalid",
                                                               "the compiler failed",
                                                               "the interpreter faults",
                                                               "the words cannot be run",
                                                               "the machine code faults",
                                                               "the results differ"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::string kind_of_message(std::string_view message) {
    std::string kind;
    std::string word;
    bool has_digit = false;
    bool is_quoted = false;
    for (const char c : std::string(message) + ' ') {
        if (c == '\'') {
            is_quoted = !is_quoted;
        } else if (is_quoted) {
            continue;
        } else if (c != ' ') {
            word += c;
            has_digit = has_digit || std::isdigit(static_cast<unsigned char>(c)) != 0;
            continue;
        }
        if (!has_digit) {
            kind += word + ' ';
        }
        word.clear();
        has_digit = false;
    }
    return kind;
}

bool Failure::is_like(const Failure& other) const {
    return kind == other.kind && gpu == other.gpu &&
           (kind == FailureKind::difference ||
            kind_of_message(what) == kind_of_message(other.what));
}

std::string Failure::kind_text() const {
    std::string text(name_of(kind));
    return kind == FailureKind::difference ? text : text + ": " + kind_of_message(what);
}

std::string Failure::to_string() const {
    std::string text(name_of(kind));
    if (gpu != 0) {
        text += " on " + std::to_string(gpu);
    }
    return text + ": " + what;
}

namespace {

LoadedSubject load_plain(const Subject& subject) {
    LoadedSubject loaded;
    Diagnostics diagnostics("random", subject.text);
    if (subject.language == driver::SourceLanguage::nir) {
        loaded.shader = nir::parse(subject.text, diagnostics);
        if (loaded.shader == nullptr) {
            loaded.failure = failure(FailureKind::malformed, first_error(diagnostics));
        }
        return loaded;
    }
    std::optional<tgsi::Program> program = tgsi::parse(subject.text, diagnostics);
    if (!program) {
        loaded.failure = failure(FailureKind::malformed, first_error(diagnostics));
        return loaded;
    }
    loaded.program = std::make_unique<tgsi::Program>(std::move(*program));
    tgsi::TranslateResult translated =
        tgsi::translate_to_nir(*loaded.program, {.precise = subject.precise}, diagnostics);
    switch (translated.status) {
    case tgsi::TranslateStatus::translated: loaded.shader = std::move(translated.shader); break;
    case tgsi::TranslateStatus::not_supported:
    case tgsi::TranslateStatus::too_large: loaded.refusal = first_error(diagnostics); break;
    case tgsi::TranslateStatus::malformed:
        loaded.failure = failure(FailureKind::malformed, first_error(diagnostics));
        break;
    }
    return loaded;
}

} // namespace

LoadedSubject load(const Subject& subject) {
    const AtWork at_work(subject.text);
    LoadedSubject loaded = load_plain(subject);
    if (loaded.shader != nullptr && subject.state != nir::ShaderState{}) {
        loaded.in_state = nir::clone(*loaded.shader);
        const std::string report =
            nir::apply_state(*loaded.in_state, subject.state, {true, subject.precise});
        if (!report.empty()) {
            loaded.failure = failure(FailureKind::invalid, report);
        }
    }
    return loaded;
}

std::optional<Failure> Comparison::check(const Subject& subject, std::span<CaseRun> runs,
                                         Coverage& coverage) const {
    return check(subject, load(subject), runs, coverage);
}

std::optional<Failure> Comparison::check(const Subject& subject, const LoadedSubject& loaded,
                                         std::span<CaseRun> runs, Coverage& coverage) const {
    const AtWork at_work(subject.text);
    ++coverage.programs;
    if (loaded.failure) {
        return loaded.failure;
    }
    if (loaded.shader == nullptr) {
        coverage.refused += gpus_.size();
        coverage.refusals[loaded.refusal] += gpus_.size();
        return std::nullopt;
    }
    std::string fault;
    const nir::Shader& reference = loaded.in_state != nullptr ? *loaded.in_state : *loaded.shader;
    const std::unique_ptr<Judge> judge =
        Judge::prepare(reference, subject.precise, fault, subject.wave_size);
    if (judge == nullptr || !judge->expect(runs, fault)) {
        return failure(FailureKind::interpreter_fault, fault);
    }
    const std::unique_ptr<nir::Shader> prepared = nir::clone(*loaded.shader);
    const std::string report = driver::run_pipeline(*prepared, {});
    if (!report.empty()) {
        return failure(FailureKind::invalid, report);
    }
    bool is_compiled = false;
    for (const std::uint32_t gpu : gpus_) {
        std::optional<Failure> found =
            check_part(*prepared, subject, gpu, runs, *judge, coverage, is_compiled);
        if (found) {
            return found;
        }
    }
    if (is_compiled) {
        coverage.note(*loaded.shader);
        if (loaded.program != nullptr) {
            coverage.note(*loaded.program);
        }
    }
    return std::nullopt;
}

std::optional<Failure> Comparison::check_part(nir::Shader& prepared, const Subject& subject,
                                              std::uint32_t gpu, std::span<CaseRun> runs,
                                              Judge& judge, Coverage& coverage,
                                              bool& is_compiled) const {
    // The last part may have the shader itself.
    const std::unique_ptr<nir::Shader> own = gpu == gpus_.back() ? nullptr : nir::clone(prepared);
    const bool is_judged = !loses_coordinates(prepared, gpu, runs);
    Diagnostics diagnostics;
    RuleCounter counter(coverage.rules);
    driver::VariantKey key{gpu, subject.precise, true};
    key.state = subject.state;
    key.wave_size = subject.wave_size;
    const driver::CompileResult compiled =
        driver::compile_prepared(own != nullptr ? *own : prepared, key, diagnostics, &counter);
    switch (compiled.status) {
    case CompileStatus::compiled: break;
    case CompileStatus::refused:
    case CompileStatus::too_large:
        ++coverage.refused;
        ++coverage.refusals[kind_of_message(compiled.reason)];
        return std::nullopt;
    case CompileStatus::malformed:
    case CompileStatus::unknown_part: return failure(FailureKind::malformed, compiled.reason, gpu);
    case CompileStatus::failed: return failure(FailureKind::compiler_failed, compiled.reason, gpu);
    }
    std::string fault;
    const std::unique_ptr<driver::ProgramRunner> runner =
        driver::ProgramRunner::prepare(compiled.program, fault);
    if (runner == nullptr) {
        return failure(FailureKind::no_words, fault, gpu);
    }
    ++coverage.compiled;
    const ir3::ProgramStatistics& figures = compiled.program.statistics;
    coverage.spilled += figures.spill_stores + figures.spill_loads != 0 ? 1 : 0;
    coverage.spill_accesses += figures.spill_stores + figures.spill_loads;
    coverage.beyond_registers += figures.beyond_registers;
    is_compiled = true;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        driver::RunResult computed;
        if (!runner->run(runs[i], computed, fault)) {
            return failure(FailureKind::emulator_fault, fault, gpu, i);
        }
        if (!is_judged) {
            ++coverage.not_judged;
            continue;
        }
        ++coverage.runs;
        const auto difference =
            judge.judge(runs[i], computed, static_cast<unsigned>(i), coverage.agreements);
        if (difference) {
            Failure found = failure(FailureKind::difference, difference->to_string(), gpu, i);
            found.place = difference->place;
            if (!difference->in_mask && found.place.empty()) {
                found.output = difference->output;
            }
            return found;
        }
    }
    return std::nullopt;
}

std::string Comparison::refusal_of(const nir::Shader& shader, std::uint32_t gpu, bool precise) {
    const std::unique_ptr<nir::Shader> own = nir::clone(shader);
    std::string report = driver::run_pipeline(*own, {});
    if (!report.empty()) {
        return report;
    }
    Diagnostics diagnostics;
    const driver::CompileResult compiled =
        driver::compile_prepared(*own, {gpu, precise}, diagnostics);
    return compiled.status == CompileStatus::compiled ? std::string() : compiled.reason;
}

} // namespace jacquard::fuzz
