#include "texture_forms.h"

#include <array>
#include <cstdint>
#include <optional>

namespace jacquard::facts {

using nir::CoreBuilder;
using nir::TextureInstruction;
using nir::TextureOp;
using nir::TextureSourceType;

namespace {

constexpr std::uint32_t bit(TextureSourceType type) {
    return 1U << static_cast<unsigned>(type);
}

struct TextureChoice {
    nir::Stage stage = nir::Stage::fragment;
    nir::TextureDim dim = nir::TextureDim::dim_2d;
    bool is_array = false;
    bool is_shadow = false;
    std::uint32_t sources = 0;  // bit by type, beyond those that the operation needs
    bool has_variables = false; // arrays of textures and samplers, of which one is computed
    // The source with a value of its own.
    std::optional<TextureSourceType> other;
};

// One element of an array of eight textures with samplers, or of bare samplers.
nir::SsaDef* element(CoreBuilder& b, const TextureInstruction& texture, TextureSourceType type,
                     unsigned which) {
    nir::Shader& shader = b.shader();
    const bool is_sampler = type == TextureSourceType::sampler_deref;
    const nir::Type* one = is_sampler ? shader.sampler_type(texture.is_shadow)
                                      : shader.texture_type(texture.dim, texture.is_array,
                                                            texture.is_shadow, texture.dest_type);
    nir::Variable* variable =
        shader.add_variable(nir::VariableMode::uniform, shader.array_type(one, 8), "textures");
    variable->binding = is_sampler ? 1 : 0;
    return &b.deref_array(b.deref_var(variable), unknown_value(b, which, 1))->value;
}

using Change = std::function<void(TextureInstruction&)>;

unsigned width_of(const TextureInstruction& texture, TextureSourceType type) {
    switch (nir::texture_source_info(type).size) {
    case nir::TextureSourceSize::coordinate: return texture.coord_components;
    case nir::TextureSourceSize::offset:
    case nir::TextureSourceSize::derivative:
        return texture.coord_components - (texture.is_array ? 1U : 0U);
    default: return 1;
    }
}

Form texture_form(TextureOp op, const TextureChoice& choice, const Change& change = {}) {
    return shader_around(choice.stage, 1, [&](CoreBuilder& b) -> nir::Instruction* {
        TextureInstruction* texture = b.texture(op);
        texture->dim = choice.dim;
        texture->is_array = choice.is_array;
        texture->is_shadow = choice.is_shadow;
        texture->dest_type = {nir::BaseType::float_type, 32};
        if (change) {
            change(*texture);
        }
        std::uint32_t sources = choice.sources | nir::texture_op_info(op).needed_sources;
        texture->coord_components = static_cast<std::uint8_t>(
            nir::texture_dim_info(texture->dim).coord_components + (texture->is_array ? 1U : 0U));
        if (texture->is_shadow && !texture->is_query()) {
            sources |= bit(TextureSourceType::comparator);
        }
        for (unsigned i = 0; i < nir::kNumTextureSourceTypes; ++i) {
            const auto type = static_cast<TextureSourceType>(i);
            if ((sources & bit(type)) != 0) {
                const unsigned number = 1 + i + (choice.other == type ? 1 : 0);
                const bool is_variable = type == TextureSourceType::texture_deref ||
                                         type == TextureSourceType::sampler_deref;
                b.shader().add_texture_source(
                    texture, type,
                    is_variable ? element(b, *texture, type, number)
                                : unknown_value(b, number, width_of(*texture, type)));
            }
        }
        b.finish_texture(texture, texture->dest_type.bit_size);
        return texture;
    });
}

struct Flag {
    const char* name;
    bool TextureInstruction::*field;
};
constexpr std::array<Flag, 8> kFlags = {{
    {"is_array", &TextureInstruction::is_array},
    {"is_shadow", &TextureInstruction::is_shadow},
    {"is_new_style_shadow", &TextureInstruction::is_new_style_shadow},
    {"is_sparse", &TextureInstruction::is_sparse},
    {"is_gather_implicit_lod", &TextureInstruction::is_gather_implicit_lod},
    {"array_is_lowered_cube", &TextureInstruction::array_is_lowered_cube},
    {"texture_non_uniform", &TextureInstruction::texture_non_uniform},
    {"sampler_non_uniform", &TextureInstruction::sampler_non_uniform},
}};

std::vector<Variation> variations_of(TextureOp op, const TextureChoice& choice) {
    std::vector<Variation> variations;
    const auto add = [&](const std::string& fact, std::string value, const Change& change) {
        variations.push_back({"texture." + fact, std::move(value),
                              [op, choice, change] { return texture_form(op, choice, change); }});
    };
    for (const Flag& flag : kFlags) {
        add(flag.name, "other", [field = flag.field](TextureInstruction& texture) {
            texture.*field = !(texture.*field);
        });
    }
    for (unsigned value = 1; value < 4; ++value) {
        add("texture_index", std::to_string(value),
            [value](TextureInstruction& texture) { texture.texture_index = value; });
        add("sampler_index", std::to_string(value),
            [value](TextureInstruction& texture) { texture.sampler_index = value; });
        add("component", std::to_string(value), [value](TextureInstruction& texture) {
            texture.component = static_cast<std::uint8_t>(value);
        });
        add("backend_flags", std::to_string(value),
            [value](TextureInstruction& texture) { texture.backend_flags = value; });
    }
    add("gather_offsets", "four", [](TextureInstruction& texture) {
        texture.has_gather_offsets = true;
        texture.gather_offsets = {{{1, 2}, {3, -4}, {0, 5}, {-1, 1}}};
    });
    for (const nir::EnumWord& dim : nir::kTextureDimWords) {
        if (dim.number == static_cast<std::uint32_t>(choice.dim)) {
            continue;
        }
        add("dim", std::string(dim.word), [number = dim.number](TextureInstruction& texture) {
            texture.dim = static_cast<nir::TextureDim>(number);
        });
    }
    for (const nir::AluType type :
         {nir::AluType{nir::BaseType::uint_type, 32}, nir::AluType{nir::BaseType::int_type, 32},
          nir::AluType{nir::BaseType::float_type, 16}}) {
        add("dest_type", std::to_string(type.bit_size),
            [type](TextureInstruction& texture) { texture.dest_type = type; });
    }
    for (unsigned i = 0; i < nir::kNumTextureSourceTypes; ++i) {
        const auto type = static_cast<TextureSourceType>(i);
        const bool is_implied = type == TextureSourceType::comparator && choice.is_shadow;
        const bool is_needed = is_implied ||
                               (nir::texture_op_info(op).needed_sources & bit(type)) != 0 ||
                               (choice.has_variables && (choice.sources & bit(type)) != 0);
        TextureChoice other = choice;
        if (is_needed) {
            other.other = type; // the operation is not there without it
        } else {
            other.sources ^= bit(type);
        }
        variations.push_back({"texture_source." + std::string(nir::texture_source_info(type).name),
                              is_needed ? "other" : "there",
                              [op, other] { return texture_form(op, other); }});
    }
    return variations;
}

} // namespace

std::vector<Subject> texture_subjects(TextureOp op) {
    std::vector<Subject> subjects;
    for (const nir::Stage stage : {nir::Stage::fragment, nir::Stage::compute}) {
        for (const nir::TextureDim dim : {nir::TextureDim::dim_2d, nir::TextureDim::dim_3d,
                                          nir::TextureDim::dim_cube, nir::TextureDim::dim_ms}) {
            for (const bool is_shadow : {false, true}) {
                for (unsigned form = 0; form < 6; ++form) {
                    const bool is_array = (form & 1U) != 0;
                    // The number of the texture may be one that nobody knows.
                    const std::uint32_t computed = (form & 2U) != 0
                                                       ? bit(TextureSourceType::texture_offset) |
                                                             bit(TextureSourceType::sampler_offset)
                                                       : 0;
                    const bool has_variables = (form & 4U) != 0;
                    const std::uint32_t sampler = nir::texture_op_info(op).needs_sampler
                                                      ? bit(TextureSourceType::sampler_deref)
                                                      : 0;
                    const std::uint32_t sources =
                        has_variables ? bit(TextureSourceType::texture_deref) | sampler : computed;
                    const TextureChoice choice = {stage,   dim,           is_array, is_shadow,
                                                  sources, has_variables, {}};
                    Subject subject;
                    subject.name = "texture." + std::string(nir::texture_op_info(op).name);
                    subject.form = std::string(nir::name_of(stage)) + ", " +
                                   std::string(nir::texture_dim_info(dim).name) +
                                   (is_array ? ", array" : "") + (is_shadow ? ", shadow" : "") +
                                   (computed != 0 ? ", computed number" : "") +
                                   (has_variables ? ", variables" : "");
                    subject.plain = [op, choice] { return texture_form(op, choice); };
                    subject.variations = [op, choice] { return variations_of(op, choice); };
                    subjects.push_back(std::move(subject));
                }
            }
        }
    }
    return subjects;
}

} // namespace jacquard::facts
