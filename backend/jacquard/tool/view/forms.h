#pragma once

#include <jacquard/library/facade/compiler.h>
#include <jacquard/support/text/source_line.h>
#include <jacquard/tool/cost/shader/costed_shader.h>
#include <jacquard/tool/view/form_changes.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

// The forms that a shader goes through, as texts whose lines know where they come from.
namespace jacquard::driver::view {

// A form after one step.
struct Form {
    std::string title; // the pass that has just run
    std::string text;
    std::vector<SourceLine> origins; // by line of the text
};

// Forms of one language, in their order.
struct Column {
    std::string_view id;
    std::string_view title;
    std::string language; // for those who colour text: glsl, hlsl, tgsi, spirv, nir, graph, asm
    std::vector<Form> forms;
    std::size_t left_out = 0; // forms that there were
};

// Keeps the forms that the compiler shows. Of very large ones the last takes the place of the one
// before it, save the first; and where many have been printed most of those that follow are not.
class FormCollector final : public CompileObserver {
  public:
    // Collects the forms after these passes alone, or after all if none is named. At most
    // `most_bytes` are kept.
    FormCollector(std::vector<std::string> passes, std::uint64_t most_bytes)
        : passes_(std::move(passes)), most_bytes_(most_bytes) {}

    [[nodiscard]] bool wants(CompileStage stage) const override;
    [[nodiscard]] bool wants_origins() const override { return true; }
    void take_origins(std::span<const SourceLine> origins) override {
        origins_.assign(origins.begin(), origins.end());
    }
    void show(CompileStage stage, std::string_view title, std::string_view text) override;

    // Passes that were shown, each once.
    [[nodiscard]] const std::vector<std::string>& seen() const { return seen_; }
    // Returns what the printed forms changed, also where they are not kept.
    [[nodiscard]] const FormChanges& changes() const { return changes_; }
    [[nodiscard]] Column take_nir() {
        return {"nir", "NIR", "nir", std::move(nir_), nir_left_out_};
    }
    [[nodiscard]] Column take_graphs() {
        return {"graph", "Machine graph", "graph", std::move(graphs_), graphs_left_out_};
    }

  private:
    [[nodiscard]] bool keeps(std::string_view title) const;

    std::vector<std::string> passes_;
    std::vector<std::string> seen_;
    std::vector<SourceLine> origins_;
    std::vector<Form> nir_;
    std::vector<Form> graphs_;
    FormChanges changes_;
    std::uint64_t most_bytes_;
    std::uint64_t bytes_ = 0;   // of what is kept
    std::uint64_t printed_ = 0; // bytes in all
    // Counts the requests since the last full form, and the forms of each kind that were skipped.
    mutable std::size_t asked_late_ = 0;
    mutable std::size_t nir_left_out_ = 0;
    mutable std::size_t graphs_left_out_ = 0;
};

// The source as it was given; no form where it is no text. `language` is empty for machine code.
[[nodiscard]] Column source_column(const CostedShader& shader, std::string_view language);

// A module as text; nothing where it cannot be read.
[[nodiscard]] Column module_column(std::string_view module);

} // namespace jacquard::driver::view
