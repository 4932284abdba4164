#pragma once

#include <jacquard/ir3/cost/cost_report.h>
#include <jacquard/library/facade/compiler.h>
#include <jacquard/spirv/translate/translate_options.h>
#include <jacquard/tool/advice/advisor.h>
#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/frame/command_line.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// A file as it was given, for those who show lines of it.
struct CostSource {
    std::string name;
    std::string text;                     // empty where it is no text
    bool high_level = false;              // lines are those that the module made of it names
    std::vector<std::size_t> line_starts; // in the text, by line - 1

    void find_lines();
};

// The text may be empty; `is_module` says that a module was made of it.
[[nodiscard]] std::shared_ptr<const CostSource> make_cost_source(std::string name, std::string text,
                                                                 bool is_module);

// One form of a shader for one part, and what it costs.
struct CostedShader {
    std::shared_ptr<const CostSource> source;
    std::uint32_t gpu = 0;
    bool binning = false; // for the pass that sorts primitives; else the one that renders
    CompileStatus status = CompileStatus::failed;
    std::string reason;   // why there is no report
    ir3::Program program; // where there is one
    std::optional<ir3::CostReport> report;
    bool advised = false; // `findings` were looked for
    std::vector<advice::Finding> findings;
    std::vector<advice::WhatIfResult> what_ifs;

    [[nodiscard]] std::string_view form() const { return binning ? "binning" : "main"; }
};

inline constexpr std::size_t kShownLines = 10;

// Describes how files are to be read and compiled.
struct CostOptions {
    std::vector<std::uint32_t> gpus;
    bool gpus_are_given = false; // otherwise assembly tells its own
    VariantKey key;              // but for its part
    spirv::TranslateOptions translation;
    Limits limits;
    std::optional<ir3::Program> header;  // of raw words
    CompileObserver* observer = nullptr; // of the form that renders, where something is compiled
    bool advises = false;
    std::size_t most_tried_words = advice::kMostTriedWords; // as AdvisedShader has it
    std::vector<const advice::WhatIf*> what_ifs;
    std::vector<ir3::LineRounds> rounds; // of loops, as the user knows them
    // Source lines that a table shows.
    std::size_t shown_lines = kShownLines;
    bool tells_reasons = false;                     // of all findings, in a table
    bool tells_registers = false;                   // who holds them, of every form
    std::optional<std::uint32_t> registers_at_word; // not where most are held
    // The work items of a launch that is costed as a whole.
    std::optional<std::array<std::uint32_t, 3>> grid;
};

// Returns true if a line is one of the file that was given.
[[nodiscard]] bool is_of_source(const CostedShader& shader, const SourceLine& line);

// "ripple.frag:12" or "line 12", and the text of that line where it is known.
[[nodiscard]] std::string line_name(const CostedShader& shader, const SourceLine& line);
[[nodiscard]] std::string_view line_text(const CostedShader& shader, const SourceLine& line);

// The name of a function as the source has it: "shade" of "@shade(vf3;f1;".
[[nodiscard]] std::string function_label(std::string_view name);

// A word of the program as text.
[[nodiscard]] std::string word_text(const CostedShader& shader, std::uint32_t word);

} // namespace jacquard::driver
