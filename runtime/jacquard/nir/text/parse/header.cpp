#include <jacquard/nir/text/parse/header.h>
#include <jacquard/nir/text/parse/types.h>
#include <jacquard/nir/text/parse/variables.h>
#include <jacquard/nir/text/print/words.h>

#include <algorithm>
#include <utility>

namespace jacquard::nir {

void Header::header_line() {
    const SourcePosition start = tokens_.at().position;
    if (tokens_.at().is_word("name")) {
        given_.give("name");
        tokens_.advance();
        name_line();
    } else if (tokens_.accept_word("float_controls")) {
        float_controls_line();
    } else if (tokens_.accept_word("input")) {
        io_line(shader_.info.inputs);
    } else if (tokens_.accept_word("output")) {
        io_line(shader_.info.outputs);
    } else if (tokens_.accept_word("constant_buffer")) {
        constant_buffer_line();
    } else if (tokens_.accept_word("texture")) {
        texture_line();
    } else if (tokens_.accept_word("property")) {
        property_line();
    } else if (tokens_.accept_word(kStructWord)) {
        types_.structure_line();
    } else if (tokens_.accept_word("decl_var")) {
        variables_.variable_line(nullptr);
    } else {
        tokens_.unexpected("a line of the header or a function");
    }
    tokens_.end_line(start.line);
}

void Header::name_line() {
    if (auto name = parts_.string("the shader's name in quotes")) {
        shader_.info.name = std::move(*name);
    }
}

void Header::float_controls_line() {
    while (tokens_.at().kind == TokenKind::word && tokens_.same_line()) {
        const auto* found = std::find_if(
            kFloatControlWords.begin(), kFloatControlWords.end(),
            [this](const FloatControlWord& each) { return each.word == tokens_.at().text; });
        if (found == kFloatControlWords.end()) {
            Diagnostic& diagnostic =
                tokens_.error("N103", tokens_.at().position,
                              "there is no float control '" + std::string(tokens_.at().text) + "'");
            std::vector<std::string_view> names;
            for (const FloatControlWord& each : kFloatControlWords) {
                names.push_back(each.word);
            }
            tokens_.suggest(diagnostic, tokens_.at().text, names);
            return;
        }
        found->set(shader_.info.float_controls);
        tokens_.advance();
    }
}

// A word behind the index of an input or output.
bool Header::io_fact(IoSlot& slot, GivenFields& given) {
    if (tokens_.at().is_word("invariant")) {
        given.give("invariant");
        tokens_.advance();
        slot.invariant = true;
    } else if (tokens_.at().is_word("mask")) {
        given.give("mask");
        tokens_.advance();
        const auto mask = parts_.component_mask();
        if (!mask) {
            return false;
        }
        slot.mask = *mask;
    } else if (const auto mode = find_number(kInterpolationWords, tokens_.at().text)) {
        given.give("interpolation");
        slot.interpolation = static_cast<Interpolation>(*mode);
        tokens_.advance();
    } else if (const auto place = find_number(kInterpolationLocationWords, tokens_.at().text)) {
        given.give("location");
        slot.location = static_cast<InterpolationLocation>(*place);
        tokens_.advance();
    } else {
        tokens_.unexpected("an interpolation, a location, 'invariant' or 'mask'");
        return false;
    }
    return true;
}

void Header::io_line(std::vector<IoSlot>& slots) {
    IoSlot slot;
    const auto semantic = parts_.word_of(kSemanticWords, "semantic");
    const auto index = semantic ? parts_.number("the semantic's index", 0xffffffff) : std::nullopt;
    if (!index) {
        return;
    }
    slot.semantic = static_cast<Semantic>(*semantic);
    slot.semantic_index = static_cast<std::uint32_t>(*index);
    GivenFields given(tokens_);
    while (tokens_.at().kind == TokenKind::word && tokens_.same_line()) {
        if (!io_fact(slot, given)) {
            return;
        }
    }
    slots.push_back(slot);
}

void Header::constant_buffer_line() {
    const auto index = parts_.number("the buffer's number", 0xffffffff);
    if (!index || !tokens_.accept_word("size")) {
        if (index) {
            tokens_.unexpected("'size'");
        }
        return;
    }
    if (const auto size = parts_.number("the number of vec4", 0xffffffff)) {
        shader_.info.constant_buffers.push_back(
            {static_cast<std::uint32_t>(*index), static_cast<std::uint32_t>(*size)});
    }
}

void Header::texture_line() {
    TextureUnit unit;
    const auto number_of_unit = parts_.number("the unit's number", 0xffffffff);
    const auto dim =
        number_of_unit ? parts_.word_of(kTextureDimWords, "shape of textures") : std::nullopt;
    if (!dim) {
        return;
    }
    unit.unit = static_cast<std::uint32_t>(*number_of_unit);
    unit.dim = static_cast<TextureDim>(*dim);
    unit.is_array = tokens_.accept_word("array");
    unit.is_shadow = tokens_.accept_word("shadow");
    if (const auto type = parts_.alu_type()) {
        unit.type = type->base;
        shader_.info.textures.push_back(unit);
    }
}

void Header::property_line() {
    auto name = parts_.string("the property's name in quotes");
    if (!name) {
        return;
    }
    ShaderProperty property{std::move(*name), {}};
    while (tokens_.at().kind == TokenKind::number && tokens_.same_line() && tokens_.begin_item()) {
        const auto value = parts_.number("a value", 0xffffffff);
        if (!value) {
            return;
        }
        property.values.push_back(static_cast<std::uint32_t>(*value));
    }
    shader_.info.properties.push_back(std::move(property));
}

} // namespace jacquard::nir
