#include <jacquard/amber/run/compiled_stage.h>
#include <jacquard/amber/script/shader_module.h>
#include <jacquard/generated/options/take_settings.h>

namespace jacquard::driver::amber {

std::unique_ptr<CompiledStage> compile_stage(const Script& script, const Attachment& attachment,
                                             const RunOptions& options, Diagnostics& diagnostics) {
    const ShaderSource& shader = script.shaders[attachment.shader];
    const HighLevelCompiler& compiler =
        options.compiler != nullptr ? *options.compiler : glslang_program();
    const std::optional<std::string> bytes =
        make_module(shader, attachment.entry, compiler, options.limits, diagnostics);
    if (!bytes) {
        return nullptr;
    }
    spirv::TranslateOptions translation;
    translation.entry = attachment.entry;
    translation.stage = attachment.stage;
    ir3::take_settings(options, translation);
    translation.limits = options.limits;
    for (const SpecialisedConstant& constant : attachment.constants) {
        translation.specialisations.push_back({constant.id, constant.bits});
    }
    Diagnostics found(diagnostics.file_name(), {}, options.limits.errors);
    auto stage = std::make_unique<CompiledStage>();
    stage->module = load_spirv(*bytes, translation, found);
    CompileStatus status = stage->module.nir.status;
    if (status == CompileStatus::compiled && options.is_machine) {
        VariantKey key = options;
        if (stage->module.nir.shader->info.stage != nir::Stage::compute) {
            key.wave_size = 0; // which is of work groups
        }
        CompileResult compiled = compile_loaded(stage->module, key, found, nullptr, options.limits);
        status = compiled.status;
        stage->program = std::move(compiled.program);
    }
    if (status == CompileStatus::compiled) {
        return stage;
    }
    const bool is_refused = status == CompileStatus::refused;
    for (const Diagnostic& fault : found.all()) {
        if (fault.severity == Severity::error) {
            diagnostics.error(is_refused ? "M201" : "M302", attachment.position,
                              "shader '" + shader.name + "': " + fault.message);
        }
    }
    if (!found.has_errors()) {
        diagnostics.error("M302", attachment.position,
                          "shader '" + shader.name + "': " + std::string(to_string(status)));
    }
    return nullptr;
}

} // namespace jacquard::driver::amber
