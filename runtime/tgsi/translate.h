#pragma once

#include <jacquard/nir/shader.h>
#include <jacquard/tgsi/program.h>

#include <optional>

namespace jacquard::tgsi {

struct TranslateOptions {
    // Marks every ALU instruction exact: nothing may be fused, reordered or approximated.
    bool precise = false;
};

enum class TranslateStatus : std::uint8_t {
    translated,
    malformed,     // a fault in the shader that its text form does not show
    not_supported, // a good shader that uses a form which is not translated yet
};

struct TranslateResult {
    TranslateStatus status = TranslateStatus::malformed;
    std::optional<nir::Shader> shader; // when translated
};

// A NIR shader that computes what a checked program says. Each reason against it is an error in
// `diagnostics` with its place; a form that is not supported yet says so in its message
// ("… not supported yet").
[[nodiscard]] TranslateResult
translate_to_nir(const Program& program, const TranslateOptions& options, Diagnostics& diagnostics);

} // namespace jacquard::tgsi
