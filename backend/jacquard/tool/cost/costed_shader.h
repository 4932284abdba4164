#pragma once

#include <jacquard/ir3/cost/cost_report.h>
#include <jacquard/library/facade/compiler.h>
#include <jacquard/spirv/translate/translate_options.h>
#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/frame/command_line.h>

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
    std::string text;        // empty where it is no text
    bool high_level = false; // lines are those that the module made of it names
};

// One form of a shader for one part, and what it costs.
struct CostedShader {
    std::shared_ptr<const CostSource> source;
    std::uint32_t gpu = 0;
    bool binning = false; // for the pass that sorts primitives; else the one that renders
    CompileStatus status = CompileStatus::failed;
    std::string reason;   // why there is no report
    ir3::Program program; // where there is one
    std::optional<ir3::CostReport> report;

    [[nodiscard]] std::string_view form() const { return binning ? "binning" : "main"; }
};

// Describes how files are to be read and compiled.
struct CostOptions {
    std::vector<std::uint32_t> gpus;
    bool gpus_are_given = false; // otherwise assembly tells its own
    VariantKey key;              // but for its part
    spirv::TranslateOptions translation;
    Limits limits;
    std::optional<ir3::Program> header;  // of raw words
    CompileObserver* observer = nullptr; // of the form that renders, where something is compiled
};

// The forms of a file, part by part. `original` is what was read, `file` the same or the module
// that was made of it. Faults go to the error stream, each once.
[[nodiscard]] std::vector<CostedShader> cost_of_file(const InputFile& original,
                                                     const InputFile& file,
                                                     const CostOptions& options,
                                                     const Streams& streams);

// Returns the forms of a file of which there are no costs, one for each part, so that the file can
// be seen among others.
[[nodiscard]] std::vector<CostedShader> without_costs(std::string name, const CostOptions& options,
                                                      CompileStatus status,
                                                      const std::string& reason);

// Returns true if a line is one of the file that was given.
[[nodiscard]] bool is_of_source(const CostedShader& shader, const SourceLine& line);

// "ripple.frag:12" or "line 12", and the text of that line where it is known.
[[nodiscard]] std::string line_name(const CostedShader& shader, const SourceLine& line);
[[nodiscard]] std::string_view line_text(const CostedShader& shader, const SourceLine& line);

// A word of the program as text.
[[nodiscard]] std::string word_text(const CostedShader& shader, std::uint32_t word);

} // namespace jacquard::driver
