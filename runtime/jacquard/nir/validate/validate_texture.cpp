#include <jacquard/nir/analysis/memory/deref_path.h>
#include <jacquard/nir/validate/validate_texture.h>

namespace jacquard::nir {
namespace {

using Faults = std::vector<std::string>;

void check_sources(const TextureInstruction& texture, Faults& faults) {
    for (unsigned i = 0; i < texture.num_sources; ++i) {
        const TextureSource& source = texture.first_source[i];
        const TextureSourceInfo& info = texture_source_info(source.type);
        const std::string name(info.name);
        if (texture.source(source.type) != &source) {
            faults.push_back("there are two sources " + name);
        }
        const unsigned wanted = texture.source_size(i);
        if (wanted != 0 && source.ssa->num_components != wanted) {
            faults.push_back("the source " + name + " has " +
                             std::to_string(source.ssa->num_components) + " components, not " +
                             std::to_string(wanted));
        }
        if (info.operations != 0 &&
            (info.operations >> static_cast<unsigned>(texture.op) & 1) == 0) {
            faults.push_back(std::string(texture_op_info(texture.op).name) + " has no source " +
                             name);
        }
        if (source.ssa->bit_size == 1) {
            faults.push_back("the source " + name + " is a boolean");
        }
    }
    for (std::uint32_t missing = texture_op_info(texture.op).needed_sources, type = 0; missing != 0;
         missing >>= 1, ++type) {
        if ((missing & 1) != 0 && texture.source(static_cast<TextureSourceType>(type)) == nullptr) {
            faults.push_back(
                std::string(texture_op_info(texture.op).name) + " needs a source " +
                std::string(texture_source_info(static_cast<TextureSourceType>(type)).name));
        }
    }
}

void check_shadow(const TextureInstruction& texture, Faults& faults) {
    const bool compares = texture.source(TextureSourceType::comparator) != nullptr;
    if (compares && !texture.is_shadow) {
        faults.emplace_back("only a shadow lookup has a comparator");
    }
    if (texture.is_shadow && !compares && !texture.is_query()) {
        faults.emplace_back("a shadow lookup needs a comparator");
    }
    if (texture.is_new_style_shadow && !texture.is_shadow) {
        faults.emplace_back("only the result of a comparison has one component");
    }
}

void check_gather(const TextureInstruction& texture, Faults& faults) {
    if (texture.op == TextureOp::tg4) {
        if (texture.component > 3) {
            faults.emplace_back("there is no such component to gather");
        }
        if (texture.has_gather_offsets && texture.source(TextureSourceType::offset) != nullptr) {
            faults.emplace_back("offsets are given twice");
        }
    } else if (texture.component != 0 || texture.has_gather_offsets ||
               texture.is_gather_implicit_lod) {
        faults.emplace_back("only a gather has a component, offsets of its own or an implicit lod");
    }
}

bool names_kind(const DerefInstruction& deref, TextureSourceType source) {
    const TypeKind kind = deref.type != nullptr ? deref.type->kind : TypeKind::void_type;
    // A texture may be sampled with a state of its own.
    return kind == TypeKind::texture ||
           (kind == TypeKind::sampler && source == TextureSourceType::sampler_deref);
}

// A texture or sampler is named by a dereference, a handle or an index and what is added to it.
void check_name(const TextureInstruction& texture, TextureSourceType deref_type,
                TextureSourceType handle, TextureSourceType offset, Faults& faults) {
    const std::string name(texture_source_info(deref_type).name);
    const TextureSource* source = texture.source(deref_type);
    if (source == nullptr) {
        return;
    }
    if (texture.source(handle) != nullptr || texture.source(offset) != nullptr) {
        faults.push_back("beside " + name + " stands neither a handle nor an index");
    }
    const DerefInstruction* deref = deref_of(*source);
    if (deref == nullptr) {
        faults.push_back("the source " + name + " is not a dereference");
    } else if (!names_kind(*deref, deref_type)) {
        faults.push_back("the source " + name + " names a " +
                         (deref->type != nullptr ? print(*deref->type) : "nothing"));
    }
}

void check_result(const TextureInstruction& texture, Faults& faults) {
    if (texture.value.num_components != texture.dest_size()) {
        faults.push_back("the result has " + std::to_string(texture.value.num_components) +
                         " components, not " + std::to_string(texture.dest_size()));
    }
    if (texture.dest_type.bit_size != 0 && texture.dest_type.bit_size != texture.value.bit_size) {
        faults.push_back("the result has " + std::to_string(texture.value.bit_size) +
                         " bits, but its type says " + std::to_string(texture.dest_type.bit_size));
    }
    if (texture.is_sparse && texture.is_query()) {
        faults.emplace_back("a query has no residency code");
    }
}

} // namespace

void check_texture(const TextureInstruction& texture, Faults& faults) {
    check_sources(texture, faults);
    check_shadow(texture, faults);
    check_gather(texture, faults);
    check_name(texture, TextureSourceType::texture_deref, TextureSourceType::texture_handle,
               TextureSourceType::texture_offset, faults);
    check_name(texture, TextureSourceType::sampler_deref, TextureSourceType::sampler_handle,
               TextureSourceType::sampler_offset, faults);
    if (texture.source(TextureSourceType::coord) != nullptr) {
        const unsigned least =
            texture_dim_info(texture.dim).coord_components + (texture.is_array ? 1U : 0U);
        if (texture.coord_components < least) {
            faults.push_back("the coordinate has " + std::to_string(texture.coord_components) +
                             " components, but the shape needs " + std::to_string(least));
        }
    }
    check_result(texture, faults);
}

} // namespace jacquard::nir
