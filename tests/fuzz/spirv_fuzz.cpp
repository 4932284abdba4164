// Any bytes are read; a module prints, and what is translated is valid.
#include <jacquard/nir/validate/validator.h>
#include <jacquard/spirv/print.h>
#include <jacquard/spirv/read.h>
#include <jacquard/spirv/translate.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace jacquard;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    Diagnostics diagnostics("fuzz", {});
    const auto module = spirv::read_module(bytes, diagnostics);
    (void)diagnostics.render();
    if (!module) {
        return diagnostics.has_errors() ? 0 : (std::abort(), 0);
    }
    (void)spirv::print(*module);
    const spirv::TranslateResult result = spirv::translate_to_nir(*module, {}, diagnostics);
    if (result.shader == nullptr) {
        return diagnostics.has_errors() ? 0 : (std::abort(), 0);
    }
    if (!nir::validation_report(*result.shader, "translation").empty()) {
        std::abort();
    }
    return 0;
}
