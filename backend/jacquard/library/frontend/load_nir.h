#pragma once

#include <jacquard/library/frontend/variant.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/support/api.h>
#include <jacquard/support/text/diagnostics.h>
#include <jacquard/support/text/limits.h>

#include <memory>
#include <string>
#include <string_view>

JACQUARD_BEGIN_API

namespace jacquard::driver {

struct NirResult {
    CompileStatus status = CompileStatus::failed;
    std::unique_ptr<nir::Shader> shader; // when compiled
    std::string reason;                  // the first error's message; empty when compiled
};

enum class SourceLanguage : std::uint8_t { tgsi, nir };

// Loads a shader as the backend takes it: translated if it is TGSI, and through the pipeline that
// all targets want. `precise` marks every instruction of TGSI exact. Limits are as for
// compile_tgsi().
[[nodiscard]] NirResult load_nir(std::string_view text, SourceLanguage language, bool precise,
                                 Diagnostics& diagnostics, const Limits& limits = {});

// Gives a shader that was loaded the meaning that the state of a key asks for, as compiling it for
// the key does.
void apply_state(NirResult& loaded, const VariantKey& key, Diagnostics& diagnostics);

} // namespace jacquard::driver

JACQUARD_END_API
