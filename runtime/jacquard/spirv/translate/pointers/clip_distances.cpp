#include <jacquard/spirv/translate/pointers/clip_distances.h>

namespace jacquard::spirv {

namespace {

// No location of a module reaches this one.
constexpr std::int32_t kClipLocation = 1000;

} // namespace

void ClipDistances::place(nir::Variable& variable, bool is_after_clip_distances) {
    const bool is_input = variable.mode == nir::VariableMode::shader_in;
    variable.location = kClipLocation;
    (is_after_clip_distances ? cull_distances_ : clip_distances_)[is_input ? 1 : 0] = &variable;
}

void ClipDistances::note_use(const nir::Variable& variable) {
    for (std::size_t i = 0; i < clip_distances_.size(); ++i) {
        are_clip_distances_used_[i] |= clip_distances_[i] == &variable;
    }
}

void ClipDistances::finish() {
    for (unsigned i = 0; i < 2; ++i) {
        nir::Variable* clip = clip_distances_[i];
        nir::Variable* cull = cull_distances_[i];
        if (clip == nullptr || cull == nullptr || !are_clip_distances_used_[i]) {
            continue;
        }
        const nir::Type* type = clip->type;
        if (clip->per_vertex && type->is_array_type()) {
            type = type->element;
        }
        const std::uint32_t count = type->length;
        cull->location = kClipLocation + static_cast<std::int32_t>(count / 4);
        cull->component = count % 4;
        cull->semantic_index = count / 4;
    }
}

} // namespace jacquard::spirv
