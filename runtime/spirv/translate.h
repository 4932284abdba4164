#pragma once

#include <jacquard/nir/shader.h>
#include <jacquard/spirv/module.h>
#include <jacquard/support/diagnostics.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::spirv {

// A value for a specialisation constant; its bits are cut to the width of the constant.
struct Specialisation {
    std::uint32_t id = 0; // that of the decoration SpecId
    std::uint64_t bits = 0;
};

struct TranslateOptions {
    std::string entry;               // empty: the first of the stage
    std::optional<nir::Stage> stage; // nothing: that of the entry
    std::vector<Specialisation> specialisations;
    // Marks every ALU instruction exact: nothing may be fused, reordered or approximated.
    bool precise = false;
    // Where the module names no lines of a source, instructions come from the lines of the text
    // that print() makes of it.
    bool lines_of_text = false;
};

enum class TranslateStatus : std::uint8_t {
    translated,
    malformed,     // a fault that only shows where the module is translated
    not_supported, // a good module that uses something which is not translated yet
};

struct TranslateResult {
    TranslateStatus status = TranslateStatus::malformed;
    std::unique_ptr<nir::Shader> shader; // when translated
};

// A NIR shader that computes what an entry point of the module says. Each reason against it is an
// error in `diagnostics` with its word and text; what is not supported says so.
//
// Inputs, outputs, buffers, images and samplers become variables with the locations, sets and
// bindings of the module, and functions functions. Built-in inputs that NIR loads by an intrinsic
// are loaded where the entry begins.
[[nodiscard]] TranslateResult
translate_to_nir(const Module& module, const TranslateOptions& options, Diagnostics& diagnostics);

} // namespace jacquard::spirv
