#pragma once

#include <jacquard/nir/validate/validator.h>

#include "tgsi_test.h"

#include <memory>

namespace jacquard::tgsi {

// The NIR of a program, which must be good.
inline std::unique_ptr<nir::Shader> translated(std::string_view text,
                                               TranslateOptions options = {}) {
    const Program program = read(text);
    Diagnostics diagnostics("test", text);
    TranslateResult result = translate_to_nir(program, options, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(result.status == TranslateStatus::translated);
    CHECK(nir::validation_report(*result.shader, "translation") == "");
    return std::move(result.shader);
}

// What is wrong with a program that can be read and not be translated.
inline std::string faults_of_translation(std::string_view text) {
    const Program program = read(text);
    Diagnostics diagnostics("test", text);
    const TranslateResult result = translate_to_nir(program, {}, diagnostics);
    CHECK(result.status == TranslateStatus::malformed);
    return found(diagnostics);
}

} // namespace jacquard::tgsi
