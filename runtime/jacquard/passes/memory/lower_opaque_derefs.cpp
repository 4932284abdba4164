#include <jacquard/generated/passes/lower_opaque_derefs.h>
#include <jacquard/nir/analysis/memory/deref_path.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/util/each.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace jacquard::nir {
namespace {

// Elements of the innermost type that a type holds.
std::uint64_t num_resources(const Type* type) {
    return type->is_array_type() ? type->length * num_resources(type->element) : 1;
}

struct Number {
    std::uint32_t constant = 0;
    SsaDef* added = nullptr;         // null: nothing
    Access access = Access::nothing; // the variable's flags for all accesses
};

// The number of what a path from a variable names; nothing where it comes from elsewhere.
std::optional<Number> number_of(CoreBuilder& b, DerefInstruction& deref) {
    const DerefPath path(deref);
    if (path.variable() == nullptr) {
        return std::nullopt;
    }
    Number number;
    number.constant = path.variable()->binding;
    number.access = path.variable()->access;
    for (DerefInstruction* step : path.steps().subspan(1)) {
        if (step->deref != DerefKind::array) {
            return std::nullopt;
        }
        const auto stride = static_cast<std::uint32_t>(num_resources(step->type));
        if (const auto* index = step->index.ssa->instruction->as<ConstantInstruction>()) {
            number.constant += index->values[0].u32 * stride;
            continue;
        }
        SsaDef* index = step->index.ssa;
        if (index->bit_size != 32) {
            index = b.u2u32(index);
        }
        SsaDef* scaled = stride == 1 ? index : b.imul(index, b.imm_int(stride));
        number.added = number.added == nullptr ? scaled : b.iadd(number.added, scaled);
    }
    return number;
}

bool lower_source(Shader& shader, TextureInstruction& texture, TextureSourceType from,
                  TextureSourceType offset, std::uint32_t& index) {
    const int i = texture.source_index(from);
    DerefInstruction* deref =
        i < 0 ? nullptr : deref_of(texture.sources()[static_cast<unsigned>(i)]);
    if (deref == nullptr) {
        return false;
    }
    CoreBuilder b(shader, Cursor::before_instruction(&texture));
    const std::optional<Number> number = number_of(b, *deref);
    if (!number) {
        return false;
    }
    shader.remove_texture_source(&texture, static_cast<unsigned>(i));
    index = number->constant;
    if (number->added != nullptr) {
        shader.add_texture_source(&texture, offset, number->added);
    }
    return true;
}

bool lower_image(Shader& shader, IntrinsicInstruction& access) {
    constexpr std::string_view kDeref = "image_deref_";
    const std::string_view name = access.info().name;
    if (!name.starts_with(kDeref)) {
        return false;
    }
    const std::optional<IntrinsicOp> op =
        find_intrinsic("image_" + std::string(name.substr(kDeref.size())));
    DerefInstruction* deref = deref_of(access.sources()[0]);
    if (!op || deref == nullptr) {
        return false;
    }
    CoreBuilder b(shader, Cursor::before_instruction(&access));
    const std::optional<Number> number = number_of(b, *deref);
    if (!number) {
        return false;
    }
    SsaDef* index = b.imm_int(number->constant);
    if (number->added != nullptr) {
        index = b.iadd(number->added, index);
    }
    std::array<SsaDef*, kMaxIntrinsicSources> sources{index};
    for (unsigned i = 1; i < access.num_sources; ++i) {
        sources[i] = access.sources()[i].ssa;
    }
    IntrinsicInstruction* made = b.intrinsic(*op, access.component_count, access.value.bit_size,
                                             std::span(sources).first(access.num_sources));
    for (unsigned slot = 0; slot < access.info().num_indices; ++slot) {
        const IndexKind kind = access.info().indices[slot];
        const unsigned place = made->info().index_slot[static_cast<std::size_t>(kind)];
        if (place != 0) {
            made->indices[place - 1] = access.indices[slot];
        }
    }
    made->set_access(made->access() | number->access);
    if (access.def() != nullptr) {
        access.value.rewrite_uses(&made->value);
    }
    access.remove();
    return true;
}

bool is_opaque(const Variable& variable) {
    return variable.type->contains_opaque;
}

} // namespace

bool lower_opaque_derefs(Shader& shader) {
    if (std::none_of(shader.variables().begin(), shader.variables().end(), is_opaque) &&
        !shader.has_locals()) {
        return false;
    }
    return change_instructions<Instruction>(shader, [&](Instruction& instruction) {
        if (auto* texture = instruction.as<TextureInstruction>()) {
            const bool names_texture =
                lower_source(shader, *texture, TextureSourceType::texture_deref,
                             TextureSourceType::texture_offset, texture->texture_index);
            const bool names_sampler =
                lower_source(shader, *texture, TextureSourceType::sampler_deref,
                             TextureSourceType::sampler_offset, texture->sampler_index);
            return names_texture || names_sampler;
        }
        auto* access = instruction.as<IntrinsicInstruction>();
        return access != nullptr && lower_image(shader, *access);
    });
}

} // namespace jacquard::nir
