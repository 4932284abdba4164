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

// Returns how often a text has a word.
inline std::size_t count_of(std::string_view word, std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = text.find(word); at != std::string_view::npos;
         at = text.find(word, at + 1)) {
        ++count;
    }
    return count;
}

} // namespace jacquard::tgsi
