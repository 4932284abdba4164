#include "spirv_mutator/take_module.h"

#include <jacquard/nir/validate/validator.h>
#include <jacquard/spirv/module/print.h>
#include <jacquard/spirv/module/read.h>
#include <jacquard/spirv/translate/translate.h>

#include "fuzzing.h"

#include <string>

namespace jacquard::fuzzing {

bool take_module(std::string_view bytes) {
    Diagnostics diagnostics("fuzz", {});
    const auto module = spirv::read_module(bytes, diagnostics);
    (void)diagnostics.render();
    if (!module) {
        demand(diagnostics.has_errors(), "no module and no error");
        return false;
    }
    (void)spirv::print(*module);
    const spirv::TranslateResult result = spirv::translate_to_nir(*module, {}, diagnostics);
    (void)diagnostics.render();
    if (result.shader == nullptr) {
        demand(diagnostics.has_errors(), "no shader and no error");
        return false;
    }
    const std::string report = nir::validation_report(*result.shader, "translation");
    demand(report.empty(), report);
    return true;
}

} // namespace jacquard::fuzzing
