#pragma once

#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/runs/case/case_file.h>

#include "coverage.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace jacquard::fuzz {

// A shader and how it is to be compiled.
struct Subject {
    driver::SourceLanguage language = driver::SourceLanguage::tgsi;
    std::string text;
    bool precise = true;
    nir::ShaderState state = {}; // beside the shader
    std::uint32_t wave_size = 0; // lanes of a full wave; 0: as it suits part and program
};

enum class FailureKind : std::uint8_t {
    malformed,         // the parser, the translation or the backend calls it faulty
    invalid,           // the validator does not like what was made of it
    compiler_failed,   // a fault of the compiler
    interpreter_fault, // the shader cannot be run, or faults
    no_words,          // the emulator does not take the words
    emulator_fault,    // the machine code faults
    difference,        // both ran and say different things
};
[[nodiscard]] std::string_view name_of(FailureKind kind);

// A message without what is quoted and without words that have digits: the numbers of instructions
// and registers.
[[nodiscard]] std::string kind_of_message(std::string_view message);

struct Failure {
    FailureKind kind{};
    std::uint32_t gpu = 0; // 0: on every part
    std::size_t run = 0;   // the run that shows it
    std::string what;
    std::optional<unsigned> output = {}; // that differs, where one does
    std::string place = {};              // in memory, where that is what differs

    // Returns true if the other one is likely to be the same fault.
    [[nodiscard]] bool is_like(const Failure& other) const;
    // One line.
    [[nodiscard]] std::string to_string() const;
    // The same for all failures that are like it, on whatever part.
    [[nodiscard]] std::string kind_text() const;
};

// The results of a front end for a shader.
struct LoadedSubject {
    std::unique_ptr<nir::Shader> shader;    // right after translation; null: see the others
    std::unique_ptr<nir::Shader> in_state;  // with the meaning of the state; null: there is none
    std::unique_ptr<tgsi::Program> program; // of TGSI
    std::string refusal;                    // a form that is not supported
    std::optional<Failure> failure;
};
[[nodiscard]] LoadedSubject load(const Subject& subject);

// Runs shaders in the interpreter as the front end made them, compiles them for some parts, and
// compares what the emulator makes of the words.
class Comparison {
  public:
    explicit Comparison(std::vector<std::uint32_t> gpus) : gpus_(std::move(gpus)) {}

    [[nodiscard]] std::span<const std::uint32_t> gpus() const { return gpus_; }

    // The first failure. What is expected is filled in in the runs; coverage takes what was seen.
    [[nodiscard]] std::optional<Failure> check(const Subject& subject, const LoadedSubject& loaded,
                                               std::span<driver::CaseRun> runs,
                                               Coverage& coverage) const;
    // The same from the text.
    [[nodiscard]] std::optional<Failure>
    check(const Subject& subject, std::span<driver::CaseRun> runs, Coverage& coverage) const;

    // Returns why a part refuses the shader; empty when it does not. Failures count as refusals.
    [[nodiscard]] static std::string refusal_of(const nir::Shader& shader, std::uint32_t gpu,
                                                bool precise);

  private:
    [[nodiscard]] std::optional<Failure> check_part(nir::Shader& prepared, const Subject& subject,
                                                    std::uint32_t gpu,
                                                    std::span<driver::CaseRun> runs, Judge& judge,
                                                    Coverage& coverage, bool& is_compiled) const;

    std::vector<std::uint32_t> gpus_;
};

} // namespace jacquard::fuzz
