#include <jacquard/library/facade/compile_spirv.h>

namespace jacquard::driver {

CompileResult compile_loaded(SpirvResult& loaded, const VariantKey& key, Diagnostics& diagnostics,
                             CompileObserver* observer, const Limits& limits) {
    if (loaded.nir.status != CompileStatus::compiled) {
        CompileResult result;
        result.status = loaded.nir.status;
        result.reason = loaded.nir.reason;
        return result;
    }
    return compile_prepared(*loaded.nir.shader, key, diagnostics, observer, limits,
                            loaded.resources);
}

SpirvProgram compile_spirv(std::string_view bytes, const spirv::TranslateOptions& translation,
                           const VariantKey& key, Diagnostics& diagnostics,
                           CompileObserver* observer, const Limits& limits) {
    SpirvProgram program;
    spirv::TranslateOptions limited = translation;
    limited.limits = limits;
    program.module = load_spirv(bytes, limited, diagnostics, listener_of(observer));
    program.compiled = compile_loaded(program.module, key, diagnostics, observer, limits);
    return program;
}

} // namespace jacquard::driver
