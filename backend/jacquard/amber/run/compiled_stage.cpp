#include <jacquard/amber/run/compiled_stage.h>
#include <jacquard/amber/script/shader_module.h>
#include <jacquard/generated/options/take_settings.h>
#include <jacquard/library/link/link_stages.h>

#include <utility>
#include <vector>

namespace jacquard::driver::amber {

namespace {

// Tells the faults of a stage where the script attaches it.
void tell(const Diagnostics& found, CompileStatus status, const Script& script,
          const Attachment& attachment, Diagnostics& diagnostics) {
    const std::string name = "shader '" + script.shaders[attachment.shader].name + "': ";
    const bool is_refused = status == CompileStatus::refused;
    for (const Diagnostic& fault : found.all()) {
        if (fault.severity == Severity::error) {
            diagnostics.error(is_refused ? "M201" : "M302", attachment.position,
                              name + fault.message);
        }
    }
    if (!found.has_errors()) {
        diagnostics.error("M302", attachment.position, name + std::string(to_string(status)));
    }
}

} // namespace

std::unique_ptr<CompiledStage> load_stage(const Script& script, const Attachment& attachment,
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
    if (stage->module.nir.status != CompileStatus::compiled) {
        tell(found, stage->module.nir.status, script, attachment, diagnostics);
        return nullptr;
    }
    return stage;
}

bool compile_stage(CompiledStage& stage, const Script& script, const Attachment& attachment,
                   const RunOptions& options, Diagnostics& diagnostics) {
    if (!options.is_machine) {
        return true;
    }
    VariantKey key = options;
    if (stage.module.nir.shader->info.stage != nir::Stage::compute) {
        key.wave_size = 0; // which is of work groups
    }
    Diagnostics found(diagnostics.file_name(), {}, options.limits.errors);
    CompileResult compiled = compile_loaded(stage.module, key, found, nullptr, options.limits);
    stage.program = std::move(compiled.program);
    if (compiled.status != CompileStatus::compiled) {
        tell(found, compiled.status, script, attachment, diagnostics);
    }
    return compiled.status == CompileStatus::compiled;
}

bool link_loaded_stages(std::span<CompiledStage* const> stages, const RunOptions& options,
                        SourcePosition position, Diagnostics& diagnostics) {
    std::vector<LinkedStage> linked;
    for (CompiledStage* stage : stages) {
        linked.push_back(
            {std::move(stage->module.nir.shader), std::move(stage->module.resources), {}});
    }
    const std::string fault = link_stages(linked, {options.gpu, false, {}});
    for (std::size_t i = 0; i < stages.size(); ++i) {
        stages[i]->module.nir.shader = std::move(linked[i].shader);
        stages[i]->module.resources = std::move(linked[i].resources);
    }
    if (!fault.empty()) {
        diagnostics.error("M302", position, "a pass broke a shader: " + fault);
    }
    return fault.empty();
}

} // namespace jacquard::driver::amber
