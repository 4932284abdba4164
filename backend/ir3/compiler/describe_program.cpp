#include <jacquard/ir3/compiler/check_workgroup.h>
#include <jacquard/ir3/compiler/describe_program.h>
#include <jacquard/ir3/compiler/fold_workgroup_size.h>
#include <jacquard/ir3/compiler/images_as_textures.h>
#include <jacquard/ir3/compiler/stage_layout.h>

#include <array>

namespace jacquard::ir3 {

namespace {

// What the stages before and after must know.
void describe_stages(const nir::Shader& shader, const CompileOptions& options, Program& program) {
    const nir::Stage stage = shader.info.stage;
    program.feeds = options.feeds;
    program.patches = patch_kind(shader, options.patches);
    if (stage == nir::Stage::tess_control || options.feeds != NextStage::rasteriser) {
        program.stored_bytes = stage_layout(shader, program.patches).bytes;
    }
    if (stage == nir::Stage::tess_control || stage == nir::Stage::geometry) {
        program.vertices_out = vertices_out(shader);
    }
}

} // namespace

std::uint32_t property_of(const nir::Shader& shader, std::string_view name) {
    const nir::ShaderProperty* property = shader.info.property(name);
    return property != nullptr && !property->values.empty() ? property->values[0] : 0;
}

void describe_program(const nir::Shader& shader, const CompileOptions& options, Program& program) {
    program.gpu = options.gpu;
    program.shared_bytes = property_of(shader, "shared_size");
    program.first_image_texture = first_image_texture(shader);
    program.source_files = shader.info.source_files;
    describe_stages(shader, options, program);
    program.wave_size = fixed_wave_size(shader, options);
    if (shader.info.stage == nir::Stage::compute) {
        program.workgroup_size =
            fixed_workgroup_size(shader).value_or(std::array<std::uint32_t, 3>{1, 1, 1});
    }
}

} // namespace jacquard::ir3
