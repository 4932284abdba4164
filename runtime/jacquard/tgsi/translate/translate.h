#pragma once

#include <jacquard/nir/ir/shader.h>
#include <jacquard/support/api.h>
#include <jacquard/support/text/limits.h>
#include <jacquard/tgsi/program.h>

#include <memory>

JACQUARD_BEGIN_API

namespace jacquard::tgsi {

struct TranslateOptions {
    // Marks every ALU instruction exact: nothing may be fused, reordered or approximated.
    bool precise = false;
    Limits limits = {};
};

enum class TranslateStatus : std::uint8_t {
    translated,
    malformed,     // a fault in the shader that its text form does not show
    not_supported, // a good shader that uses a form which is not translated yet
    too_large,     // a limit was reached
};

struct TranslateResult {
    TranslateStatus status = TranslateStatus::malformed;
    std::unique_ptr<nir::Shader> shader; // when translated
};

// A NIR shader that computes what a checked program says. Each reason against it is an error in
// `diagnostics` with its place; a form that is not supported yet says so in its message
// ("… not supported yet"). The memory of the result, and of all that is made of it later, is
// counted against the limit: where that is reached later, BudgetExceeded is thrown.
//
// The result holds scalar instructions. Temporaries, addresses and outputs are declared registers
// of one component; where a register chooses an index they are arrays of one component. Outputs are
// stored once, at the end. info.inputs[i] and info.outputs[i] are IN[i] and OUT[i].
[[nodiscard]] TranslateResult
translate_to_nir(const Program& program, const TranslateOptions& options, Diagnostics& diagnostics);

} // namespace jacquard::tgsi

JACQUARD_END_API
