#pragma once

#include <jacquard/nir/ir/shader.h>
#include <jacquard/spirv/module/module.h>
#include <jacquard/spirv/translate/translate_options.h>
#include <jacquard/support/text/diagnostics.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::spirv {

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
