#include <jacquard/generated/ir3/modes.h>
#include <jacquard/generated/ir3/slots.h>
#include <jacquard/ir3/compiler/contract/check_workgroup.h>
#include <jacquard/ir3/compiler/contract/fold_workgroup_size.h>
#include <jacquard/ir3/compiler/contract/images_as_textures.h>
#include <jacquard/ir3/compiler/contract/shader_property.h>
#include <jacquard/ir3/compiler/contract/stage_layout.h>
#include <jacquard/ir3/compiler/select/describe_program.h>
#include <jacquard/nir/ir/feedback.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace jacquard::ir3 {

namespace {

// Describes the inputs and outputs for the previous and the next stage.
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

// Describes what the driver must know of the whole shader and cannot see in its code.
void describe_modes(const nir::Shader& shader, Program& program) {
    for (const nir::ShaderProperty& property : shader.info.properties) {
        const PropertyInfo* info = find_property(property.name);
        if (info != nullptr && info->use == PropertyUse::header && !property.values.empty()) {
            program.modes.push_back({std::string(info->mode), property.values[0]});
        }
    }
}

void describe_feedback(const nir::Shader& shader, Program& program) {
    const nir::ShaderProperty* property = shader.info.property(nir::kFeedbackProperty);
    if (property == nullptr) {
        return;
    }
    nir::FeedbackWords each{};
    const std::vector<std::uint32_t>& words = property->values;
    for (std::size_t i = 0; i + each.size() <= words.size(); i += each.size()) {
        std::copy_n(words.begin() + static_cast<std::ptrdiff_t>(i), each.size(), each.begin());
        const auto [semantic, index, component, count, buffer, offset, stride, stream] = each;
        const SlotInfo* slot =
            find_slot(SlotKind::varying, static_cast<nir::Semantic>(semantic), index);
        if (slot != nullptr) {
            program.feedback.push_back(
                {std::string(std::string_view(slot->name)), static_cast<std::uint8_t>(component),
                 static_cast<std::uint8_t>(count), buffer, offset, stride, stream});
        }
    }
}

} // namespace

void describe_program(const nir::Shader& shader, const CompileOptions& options,
                      const Target& target, Program& program) {
    program.gpu = target.gpu;
    program.shared_bytes = property_of(shader, "shared_size");
    program.first_image_texture = first_image_texture(shader);
    program.source_files = shader.info.source_files;
    program.source_context = shader.info.source_context;
    describe_stages(shader, options, program);
    describe_modes(shader, program);
    describe_feedback(shader, program);
    if (const nir::ShaderProperty* taken = shader.info.property(nir::kArgumentsProperty)) {
        program.arguments = nir::arguments_of(taken->values);
    }
    program.wave_size = fixed_wave_size(shader, target);
    if (shader.info.stage == nir::Stage::compute) {
        program.workgroup_size =
            fixed_workgroup_size(shader).value_or(std::array<std::uint32_t, 3>{1, 1, 1});
    }
}

} // namespace jacquard::ir3
