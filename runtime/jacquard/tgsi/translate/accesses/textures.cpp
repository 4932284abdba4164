#include <jacquard/tgsi/translate/accesses/textures.h>
#include <jacquard/tgsi/translate/registers/declared_registers.h>
#include <jacquard/tgsi/translate/registers/faults.h>
#include <jacquard/tgsi/translate/registers/hoisted.h>
#include <jacquard/tgsi/translate/registers/inputs.h>
#include <jacquard/tgsi/translate/registers/operands.h>
#include <jacquard/tgsi/translate/registers/results.h>

#include <algorithm>

// Textures.
namespace jacquard::tgsi {

using nir::Operand;
using nir::SsaDef;
using nir::TextureInstruction;
using nir::TextureOp;
using nir::TextureSourceType;

namespace {

// More than any hardware has.
constexpr std::int32_t kMostTextureUnits = 128;

} // namespace

// A component of a source, packed as in TextureForm.
Operand Textures::read_packed(std::int8_t packed) {
    return operands_.read_source(static_cast<unsigned>(packed) / 4,
                                 static_cast<unsigned>(packed) % 4);
}

// The target an instruction names, or the one its unit's view is declared with.
std::optional<TextureTarget> Textures::texture_target(std::int32_t unit) {
    const TextureTarget written = current().target.value_or(TextureTarget::unknown);
    if (info(written).num_coordinates != 0) {
        return written;
    }
    const Declaration* declared = declared_registers_.find(RegisterFile::sampler_view, unit);
    if (declared != nullptr && declared->target && info(*declared->target).num_coordinates != 0) {
        return declared->target;
    }
    faults_.malformed(current().position, "nothing says which texture target this unit has");
    return std::nullopt;
}

// The texture and the sampler of an instruction. A register may choose among those that are
// declared together.
TextureChoice Textures::choose_texture(const TextureForm& form) {
    const std::span<const Source> sources = program().sources(current());
    const auto number_of = [](const Register& reg) {
        return static_cast<std::uint32_t>(reg.index.relative ? 0 : reg.index.value);
    };
    const auto offset_of = [this](const Register& reg) {
        return reg.index.relative ? operands_.index_value(reg.index) : nullptr;
    };
    TextureChoice choice;
    const Register& texture =
        sources[static_cast<std::size_t>(form.view >= 0 ? form.view : form.sampler)].reg;
    choice.texture = number_of(texture);
    choice.texture_offset = offset_of(texture);
    choice.sampler = choice.texture;
    choice.sampler_offset = choice.texture_offset;
    if (form.view >= 0 && form.sampler >= 0) {
        const Register& sampler = sources[static_cast<std::size_t>(form.sampler)].reg;
        choice.sampler = number_of(sampler);
        choice.sampler_offset = offset_of(sampler);
    }
    choice.first = texture.index.value;
    choice.last = texture.index.value;
    if (texture.index.relative) {
        choice.first = std::max(texture.index.value, 0);
        const Declaration* declared =
            texture.array_id != 0 ? declared_registers_.find_array(texture.file, texture.array_id)
                                  : declared_registers_.find(texture.file, choice.first);
        choice.last = declared != nullptr ? declared->last : choice.first;
        if (choice.last - choice.first >= kMostTextureUnits) {
            faults_.not_supported(texture.position, "choosing among more than " +
                                                        std::to_string(kMostTextureUnits) +
                                                        " textures");
            choice.last = choice.first;
        }
    }
    return choice;
}

void Textures::note_texture_unit(std::int32_t unit, TextureTarget target) {
    std::vector<nir::TextureUnit>& units = shader().info.textures;
    const auto number = static_cast<std::uint32_t>(unit);
    const auto place = std::lower_bound(
        units.begin(), units.end(), number,
        [](const nir::TextureUnit& known, std::uint32_t wanted) { return known.unit < wanted; });
    if (place != units.end() && place->unit == number) {
        return;
    }
    nir::TextureUnit made = {.unit = number,
                             .dim = nir_dim(target),
                             .is_array = info(target).is_array(),
                             .is_shadow = info(target).is_shadow()};
    const Declaration* declared = declared_registers_.find(RegisterFile::sampler_view, unit);
    if (declared != nullptr && declared->num_return_types != 0) {
        switch (declared->return_types[0]) {
        case ReturnType::unorm:
        case ReturnType::snorm:
        case ReturnType::floating: made.type = nir::BaseType::float_type; break;
        case ReturnType::signed_integer: made.type = nir::BaseType::int_type; break;
        case ReturnType::unsigned_integer: made.type = nir::BaseType::uint_type; break;
        }
    }
    units.insert(place, made);
}

// Two arguments cannot share a component; other opcodes give them a source of their own.
bool Textures::check_texture_components(const TextureForm& form, const TextureTargetInfo& target) {
    if (form.operation == TextureOp::txf && target.has_samples && form.sample < 0) {
        faults_.malformed(current().position, std::string(name_of(current().opcode)) +
                                                  " does not say which sample it reads");
        return false;
    }
    if (form.view >= 0) {
        // Each argument has a source of its own, where the opcode has it at all.
        const bool compares = target.is_shadow() && form.operation != TextureOp::txf &&
                              form.operation != TextureOp::txs &&
                              form.operation != TextureOp::lod &&
                              form.operation != TextureOp::texture_samples;
        if (compares && form.comparator < 0) {
            faults_.malformed(
                current().position,
                std::string(name_of(current().opcode)) +
                    " has nothing to compare with, which the target of its view asks for");
            return false;
        }
        return true;
    }
    unsigned taken = (1U << target.num_coordinates) - 1;
    const auto take = [&](int component) {
        const unsigned bit = 1U << component;
        const bool is_free = (taken & bit) == 0;
        taken |= bit;
        return is_free;
    };
    bool good = true;
    if (target.comparator == 4) {
        good = form.comparator >= 0;
    } else if (target.comparator >= 0 && form.operation != TextureOp::txf &&
               form.operation != TextureOp::txs) {
        good = take(target.comparator);
    }
    if (form.operation == TextureOp::txf) {
        const bool has_argument = target.has_samples || (target.has_levels && form.level >= 0);
        good = good && (!has_argument || take(3));
    } else if (form.operation != TextureOp::txs) {
        for (const std::int8_t packed : {form.bias, form.level, form.projector}) {
            if (packed >= 0 && packed < 4) {
                good = good && take(packed);
            }
        }
    }
    if (!good) {
        faults_.malformed(
            current().position,
            std::string(name_of(current().opcode)) +
                " has no component left for all that the target " +
                std::string(name_of(current().target.value_or(TextureTarget::unknown))) + " needs");
    }
    return good;
}

TextureInstruction* Textures::begin_texture(TextureOp op, const TextureChoice& choice,
                                            TextureTarget target) {
    const TextureTargetInfo& facts = info(target);
    TextureInstruction* texture = b().texture(op);
    texture->dim = nir_dim(target);
    texture->is_array = facts.is_array();
    texture->is_shadow = facts.is_shadow();
    texture->texture_index = choice.texture;
    texture->sampler_index = choice.sampler;
    if (choice.texture_offset != nullptr) {
        shader().add_texture_source(texture, TextureSourceType::texture_offset,
                                    choice.texture_offset);
    }
    if (choice.sampler_offset != nullptr) {
        shader().add_texture_source(texture, TextureSourceType::sampler_offset,
                                    choice.sampler_offset);
    }
    const nir::TextureUnit* known = shader().info.texture(static_cast<std::uint32_t>(choice.first));
    texture->dest_type = {known != nullptr ? known->type : nir::BaseType::float_type, 32};
    return texture;
}

void Textures::add_vector(TextureInstruction* texture, TextureSourceType type, unsigned source,
                          unsigned count) {
    std::array<Operand, 4> components;
    for (unsigned c = 0; c < count; ++c) {
        components[c] = operands_.read_source(source, c);
    }
    SsaDef* value = count == 1 ? b().whole(components[0])
                               : b().vec(std::span<const Operand>(components.data(), count));
    shader().add_texture_source(texture, type, value);
}

void Textures::add_coordinates(TextureInstruction* texture, const TextureForm& form,
                               const TextureTargetInfo& target) {
    texture->coord_components = target.num_coordinates;
    SsaDef* divisor = form.projector >= 0 ? b().whole(read_packed(form.projector)) : nullptr;
    const auto projected = [&](const Operand& value) -> Operand {
        return divisor != nullptr ? Operand(b().fdiv(value, divisor)) : value;
    };
    std::array<Operand, 4> components;
    for (unsigned c = 0; c < target.num_coordinates; ++c) {
        const Operand value = operands_.read_source(0, c);
        components[c] = static_cast<int>(c) == target.layer ? value : projected(value);
    }
    SsaDef* coordinate =
        target.num_coordinates == 1
            ? b().whole(components[0])
            : b().vec(std::span<const Operand>(components.data(), target.num_coordinates));
    shader().add_texture_source(texture, TextureSourceType::coord, coordinate);
    if (texture->is_shadow && texture->op != TextureOp::txf && texture->op != TextureOp::lod) {
        const Operand comparator =
            target.comparator == 4 || form.view >= 0
                ? read_packed(form.comparator)
                : operands_.read_source(0, static_cast<unsigned>(target.comparator));
        shader().add_texture_source(texture, TextureSourceType::comparator,
                                    b().whole(projected(comparator)));
    }
}

void Textures::add_level(TextureInstruction* texture, const TextureForm& form,
                         const TextureTargetInfo& target) {
    if (texture->op == TextureOp::txb) {
        shader().add_texture_source(texture, TextureSourceType::bias,
                                    b().whole(read_packed(form.bias)));
    } else if (texture->op == TextureOp::txf_ms) {
        shader().add_texture_source(texture, TextureSourceType::ms_index,
                                    b().whole(read_packed(form.sample)));
    } else if (texture->op == TextureOp::txl ||
               (texture->op == TextureOp::txf && target.has_levels)) {
        // Lookups without derivatives to choose a level read the first, or the one a bias makes.
        const std::int8_t packed = form.level >= 0 ? form.level : form.bias;
        SsaDef* level = packed >= 0 ? b().whole(read_packed(packed)) : hoisted_.constant(0);
        shader().add_texture_source(texture, TextureSourceType::lod, level);
    }
}

bool Textures::add_gather(TextureInstruction* texture, const TextureForm& form) {
    const Source& which = program().sources(current())[static_cast<std::size_t>(form.gathered)];
    if (texture->is_shadow) {
        return true; // the comparison's result is all there is to gather
    }
    if (info(current().opcode).source_types[static_cast<std::size_t>(form.gathered)] ==
        OperandType::sampler_type) {
        texture->component = which.swizzle[0];
        return true;
    }
    if (which.reg.file != RegisterFile::immediate || which.reg.index.relative) {
        faults_.malformed(which.reg.position, "the component to gather must be an immediate");
        return false;
    }
    const Immediate& immediate =
        program().immediates[static_cast<std::size_t>(which.reg.index.value)];
    const std::uint32_t component = immediate.words[which.swizzle[0]];
    if (component > 3) {
        faults_.malformed(which.reg.position,
                          "the component to gather is 0, 1, 2 or 3, and this immediate is " +
                              std::to_string(component));
        return false;
    }
    texture->component = static_cast<std::uint32_t>(component);
    return true;
}

bool Textures::add_offsets(TextureInstruction* texture, const TextureTargetInfo& target) {
    const std::span<const Source> offsets = program().offsets(current());
    if (offsets.empty()) {
        return true;
    }
    const unsigned count = target.num_layer_coordinates();
    if (texture->dim == nir::TextureDim::dim_cube || texture->dim == nir::TextureDim::dim_buf) {
        faults_.malformed(offsets[0].reg.position, "this texture target takes no texel offsets");
        return false;
    }
    if (offsets.size() == 1) {
        std::array<Operand, 4> components;
        for (unsigned c = 0; c < count; ++c) {
            components[c] = operands_.read(offsets[0], c, OperandType::int_type);
        }
        SsaDef* value = count == 1 ? b().whole(components[0])
                                   : b().vec(std::span<const Operand>(components.data(), count));
        shader().add_texture_source(texture, TextureSourceType::offset, value);
        return true;
    }
    if (texture->op != TextureOp::tg4 || offsets.size() != 4) {
        faults_.malformed(offsets[1].reg.position,
                          "a lookup takes one texel offset, and a gather one or four");
        return false;
    }
    texture->has_gather_offsets = true;
    for (std::size_t i = 0; i < 4; ++i) {
        const Register& reg = offsets[i].reg;
        if (reg.file != RegisterFile::immediate || reg.index.relative) {
            faults_.not_supported(reg.position,
                                  "a gather with four offsets that are not immediates");
            return false;
        }
        const Immediate& immediate =
            program().immediates[static_cast<std::size_t>(reg.index.value)];
        for (std::size_t c = 0; c < 2; ++c) {
            const auto value = static_cast<std::int32_t>(immediate.words[offsets[i].swizzle[c]]);
            texture->gather_offsets[i][c] = static_cast<std::int8_t>(std::clamp(value, -128, 127));
        }
    }
    return true;
}

void Textures::translate_texture(const TextureForm& form) {
    const TextureChoice choice = choose_texture(form);
    const auto target = texture_target(choice.first);
    if (!target || !check_texture_components(form, info(*target))) {
        return;
    }
    const TextureTargetInfo& facts = info(*target);
    for (std::int32_t unit = choice.first; unit <= choice.last; ++unit) {
        note_texture_unit(unit, *target);
    }
    if (form.operation == TextureOp::txs) {
        translate_size_query(form, choice, *target);
        return;
    }
    TextureOp op = form.operation;
    if (op == TextureOp::txf && facts.has_samples) {
        op = TextureOp::txf_ms;
    }
    if (program().stage != Stage::fragment) {
        if (op == TextureOp::lod) {
            faults_.malformed(current().position, std::string(name_of(current().opcode)) +
                                                      " is for fragment shaders only");
            return;
        }
        if (op == TextureOp::tex || op == TextureOp::txb) {
            op = TextureOp::txl;
        }
    }
    TextureInstruction* texture = begin_texture(op, choice, *target);
    texture->is_shadow = texture->is_shadow || (form.view >= 0 && form.comparator >= 0);
    if (op != TextureOp::texture_samples) {
        add_coordinates(texture, form, facts);
        add_level(texture, form, facts);
    }
    if (form.ddx >= 0 && form.ddy >= 0) {
        const unsigned count = facts.num_layer_coordinates();
        add_vector(texture, TextureSourceType::ddx, static_cast<unsigned>(form.ddx), count);
        add_vector(texture, TextureSourceType::ddy, static_cast<unsigned>(form.ddy), count);
    }
    if ((op == TextureOp::tg4 && !add_gather(texture, form)) || !add_offsets(texture, facts)) {
        return;
    }
    finish_texture(texture);
}

// Each target of the framebuffer is a texture unit of its own behind those that are declared, and
// is read at the pixel's place.
void Textures::fetch_framebuffer() {
    const Register& output = program().sources(current())[0].reg;
    if (output.file != RegisterFile::output || output.index.relative || output.two_dimensional) {
        faults_.malformed(output.position, "the framebuffer is read through a register of OUT");
        return;
    }
    std::uint32_t unit = 0;
    for (const Declaration& declared : program().declarations) {
        if (declared.file == RegisterFile::sampler || declared.file == RegisterFile::sampler_view) {
            unit = std::max(unit, static_cast<std::uint32_t>(declared.last) + 1);
        }
    }
    unit += static_cast<std::uint32_t>(output.index.value);
    std::vector<nir::TextureUnit>& units = shader().info.textures;
    const auto place = std::find_if(units.begin(), units.end(),
                                    [unit](const auto& known) { return known.unit >= unit; });
    if (place == units.end() || place->unit != unit) {
        units.insert(place, {.unit = unit, .dim = nir::TextureDim::dim_subpass});
    }
    SsaDef* x = b().f2i32(inputs_.load_system_value(Semantic::position, 0));
    SsaDef* y = b().f2i32(inputs_.load_system_value(Semantic::position, 1));
    TextureInstruction* texture = b().texture(TextureOp::txf);
    texture->dim = nir::TextureDim::dim_subpass;
    texture->texture_index = unit;
    texture->sampler_index = unit;
    texture->coord_components = 2;
    shader().add_texture_source(texture, TextureSourceType::coord, b().vec({x, y}));
    shader().add_texture_source(texture, TextureSourceType::lod, hoisted_.constant(0));
    finish_texture(texture);
}

// Size and number of levels are two queries.
void Textures::translate_size_query(const TextureForm& form, const TextureChoice& choice,
                                    TextureTarget target) {
    const TextureTargetInfo& facts = info(target);
    Formula formula(b(), current().destination.write_mask, operands_);
    formula.set_all(0xf, hoisted_.constant(0));
    if (formula.wants(7)) {
        TextureInstruction* size = begin_texture(TextureOp::txs, choice, target);
        size->dest_type = {nir::BaseType::int_type, 32};
        if (facts.has_levels) {
            shader().add_texture_source(size, TextureSourceType::lod,
                                        b().whole(read_packed(form.level)));
        }
        SsaDef* value = b().finish_texture(size);
        for (unsigned c = 0; c < value->num_components; ++c) {
            formula.set(c, channel(value, c));
        }
    }
    if (formula.wants(8) && facts.has_levels) {
        TextureInstruction* levels = begin_texture(TextureOp::query_levels, choice, target);
        levels->dest_type = {nir::BaseType::int_type, 32};
        formula.set(3, b().finish_texture(levels));
    }
    results_.write_results(formula);
}

void Textures::finish_texture(TextureInstruction* texture) {
    if (texture->op == TextureOp::texture_samples) {
        texture->dest_type = {nir::BaseType::int_type, 32};
    } else if (texture->op == TextureOp::lod || texture->is_shadow) {
        texture->dest_type = {nir::BaseType::float_type, 32};
    }
    SsaDef* value = b().finish_texture(texture);
    Formula formula(b(), current().destination.write_mask, operands_);
    for (unsigned c = 0; c < 4; ++c) {
        formula.set(c,
                    c < value->num_components ? channel(value, c) : Operand(hoisted_.constant(0)));
    }
    results_.write_results(formula);
}

} // namespace jacquard::tgsi
