#include <jacquard/ir3/compiler/compiler.h>
#include <jacquard/ir3/compiler/graph/print_graph.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/library/frontend/pipeline.h>
#include <jacquard/library/frontend/stopped.h>
#include <jacquard/library/frontend/within_memory.h>
#include <jacquard/library/program/assembly_text.h>
#include <jacquard/nir/text/parse/parser.h>
#include <jacquard/nir/text/print/printer.h>
#include <jacquard/nir/validate/validator.h>
#include <jacquard/tgsi/print.h>
#include <jacquard/tgsi/read/parse.h>
#include <jacquard/tgsi/translate/translate.h>

#include <functional>
#include <memory>
#include <utility>

namespace jacquard::driver {

namespace {

// Hands a compilation's stages to the observer, each printed only when it is wanted.
class Presenter final : public ir3::PassObserver {
  public:
    explicit Presenter(CompileObserver* observer) : observer_(observer) {}

    void show_tgsi(const tgsi::Program& program) const {
        if (wants(CompileStage::tgsi)) {
            observer_->show(CompileStage::tgsi, "parsed", tgsi::print(program));
        }
    }

    void show_nir(std::string_view title, const nir::Shader& shader) const {
        if (wants(CompileStage::nir)) {
            show(CompileStage::nir, title,
                 [&](auto&... origins) { return nir::print(shader, origins...); });
        }
    }

    void show_assembly(const ir3::Program& program) const {
        if (wants(CompileStage::assembly)) {
            observer_->show(CompileStage::assembly, "program", assembly_text(program));
        }
    }

    void after_pass(std::string_view pass, const ir3::Graph& graph) override {
        if (wants(CompileStage::ir3)) {
            show(CompileStage::ir3, pass,
                 [&](auto&... origins) { return ir3::print_graph(graph, origins...); });
        }
        if (observer_ != nullptr && observer_->wants_graph()) {
            observer_->show_graph(pass, ir3::draw_graph(graph));
        }
    }

    void after_lowering(std::string_view pass, const nir::Shader& shader) override {
        show_nir(pass, shader);
    }

    // Returns the observer for the backend, or null if no one observes.
    [[nodiscard]] ir3::PassObserver* backend_observer() {
        const bool looks = wants(CompileStage::ir3) || wants(CompileStage::nir) ||
                           (observer_ != nullptr && observer_->wants_graph());
        return looks ? this : nullptr;
    }

    [[nodiscard]] std::span<std::uint64_t> rule_counts() const {
        return observer_ != nullptr ? observer_->rule_counts() : std::span<std::uint64_t>();
    }

    [[nodiscard]] PassListener listener() const { return listener_of(observer_); }

  private:
    [[nodiscard]] bool wants(CompileStage stage) const {
        return observer_ != nullptr && observer_->wants(stage);
    }

    // print() gives the text, print(origins) the same with where its lines come from.
    template <typename Print>
    void show(CompileStage stage, std::string_view title, Print&& print) const {
        if (!observer_->wants_origins()) {
            observer_->show(stage, title, print());
            return;
        }
        std::vector<SourceLine> origins;
        const std::string text = print(origins);
        observer_->take_origins(origins);
        observer_->show(stage, title, text);
    }

    CompileObserver* observer_;
};

CompileResult broken(std::string message, Diagnostics& diagnostics) {
    diagnostics.error("D101", {}, message);
    CompileResult result;
    result.reason = std::move(message);
    return result;
}

// Returns true if there is the part; false after a diagnostic.
bool knows_part(std::uint32_t part, Diagnostics& diagnostics) {
    if (ir3::revision_of_part(part)) {
        return true;
    }
    diagnostics.error("D103", {}, "there is no part " + std::to_string(part));
    return false;
}

ir3::CompileOptions options_of(const VariantKey& key, Presenter& presenter,
                               std::span<const ir3::Resource> resources = {}) {
    ir3::CompileOptions options;
    static_cast<ir3::CompileSettings&>(options) = key;
    options.is_simplified = true;
    options.observer = presenter.backend_observer();
    options.resources = resources;
    options.rule_counts = presenter.rule_counts();
    return options;
}

CompileResult result_of(std::optional<ir3::Program>&& program, const Diagnostics& diagnostics,
                        Presenter& presenter) {
    if (!program) {
        return stopped<CompileResult>(diagnostics);
    }
    presenter.show_assembly(*program);
    CompileResult result;
    result.status = CompileStatus::compiled;
    result.program = std::move(*program);
    return result;
}

// Compiles the front end's NIR of a text to machine code.
CompileResult compile_read(std::unique_ptr<nir::Shader> shader, std::string_view text,
                           SourceLanguage language, const VariantKey& key, const Limits& limits,
                           Diagnostics& diagnostics, Presenter& presenter) {
    std::string report = run_pipeline(shader, presenter.listener());
    if (!report.empty()) {
        return broken("a pass broke the shader: " + report, diagnostics);
    }
    const auto read_again = [&] {
        Diagnostics told; // of what was told the first time
        NirResult loaded = load_nir(text, language, key.precise, told, limits);
        if (loaded.shader != nullptr) {
            loaded.shader->arena.charge_to(std::make_shared<MemoryBudget>(limits.memory));
        }
        return std::move(loaded.shader);
    };
    return result_of(ir3::compile(std::move(shader), std::cref(read_again),
                                  options_of(key, presenter), diagnostics),
                     diagnostics, presenter);
}

// Returns the result of `compile`, or too_large if it runs out of memory.
template <typename Compile>
CompileResult within_limits(Diagnostics& diagnostics, const Limits& limits, Compile&& compile) {
    auto result = within_memory(diagnostics, limits, compile);
    return result ? std::move(*result) : stopped<CompileResult>(diagnostics);
}

} // namespace

std::uint64_t varyings_read_by(const ir3::Program& fragment) {
    std::uint64_t slots = 0;
    for (const ir3::ProgramInput& input : fragment.inputs) {
        if (input.barycentric && input.slot < 64) {
            slots |= std::uint64_t{1} << input.slot;
        }
    }
    return slots;
}

std::string_view to_string(CompileStage stage) {
    switch (stage) {
    case CompileStage::tgsi: return "tgsi";
    case CompileStage::nir: return "nir";
    case CompileStage::ir3: return "ir3";
    case CompileStage::assembly: return "asm";
    }
    return {};
}

PassListener listener_of(CompileObserver* observer) {
    if (observer == nullptr || !observer->wants(CompileStage::nir)) {
        return {};
    }
    return [observer](std::string_view pass, const nir::Shader& shader) {
        Presenter(observer).show_nir(pass, shader);
    };
}

CompileResult compile_tgsi(std::string_view text, const VariantKey& key, Diagnostics& diagnostics,
                           CompileObserver* observer, const Limits& limits) {
    return within_limits(diagnostics, limits, [&] {
        if (!knows_part(key.gpu, diagnostics)) {
            return stopped<CompileResult>(diagnostics);
        }
        Presenter presenter(observer);
        std::optional<tgsi::Program> program = tgsi::parse(text, diagnostics, limits);
        if (!program) {
            return stopped<CompileResult>(diagnostics);
        }
        presenter.show_tgsi(*program);
        tgsi::TranslateResult translated =
            tgsi::translate_to_nir(*program, {key.precise, limits}, diagnostics);
        program.reset();
        if (translated.status != tgsi::TranslateStatus::translated) {
            return stopped<CompileResult>(diagnostics);
        }
        presenter.show_nir("translated", *translated.shader);
#ifndef NDEBUG
        std::string report = nir::validation_report(*translated.shader, "translation");
        if (!report.empty()) {
            return broken("the translation is not a valid shader: " + report, diagnostics);
        }
#endif
        return compile_read(std::move(translated.shader), text, SourceLanguage::tgsi, key, limits,
                            diagnostics, presenter);
    });
}

CompileResult compile_nir(std::string_view text, const VariantKey& key, Diagnostics& diagnostics,
                          CompileObserver* observer, const Limits& limits) {
    return within_limits(diagnostics, limits, [&] {
        if (!knows_part(key.gpu, diagnostics)) {
            return stopped<CompileResult>(diagnostics);
        }
        Presenter presenter(observer);
        std::unique_ptr<nir::Shader> shader = nir::parse(text, diagnostics, limits);
        if (shader == nullptr) {
            return stopped<CompileResult>(diagnostics);
        }
        presenter.show_nir("parsed", *shader);
        return compile_read(std::move(shader), text, SourceLanguage::nir, key, limits, diagnostics,
                            presenter);
    });
}

namespace {

// Calls ir3::compile() with the options of the key; `shader` are the arguments before the options.
template <typename... Shader>
CompileResult compile_for_key(const VariantKey& key, Diagnostics& diagnostics,
                              CompileObserver* observer, const Limits& limits,
                              std::span<const ir3::Resource> resources, Shader&&... shader) {
    return within_limits(diagnostics, limits, [&] {
        if (!knows_part(key.gpu, diagnostics)) {
            return stopped<CompileResult>(diagnostics);
        }
        Presenter presenter(observer);
        return result_of(ir3::compile(std::forward<Shader>(shader)...,
                                      options_of(key, presenter, resources), diagnostics),
                         diagnostics, presenter);
    });
}

} // namespace

CompileResult compile_prepared(nir::Shader& shader, const VariantKey& key, Diagnostics& diagnostics,
                               CompileObserver* observer, const Limits& limits,
                               std::span<const ir3::Resource> resources) {
    return compile_for_key(key, diagnostics, observer, limits, resources, shader);
}

CompileResult compile_prepared(std::unique_ptr<nir::Shader> shader,
                               const std::function<std::unique_ptr<nir::Shader>()>& remake,
                               const VariantKey& key, Diagnostics& diagnostics,
                               CompileObserver* observer, const Limits& limits,
                               std::span<const ir3::Resource> resources) {
    return compile_for_key(key, diagnostics, observer, limits, resources, std::move(shader),
                           remake);
}

} // namespace jacquard::driver
