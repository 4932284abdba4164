#include <jacquard/nir/text/parse/parser_state.h>
#include <jacquard/nir/text/print/words.h>

#include <algorithm>

// The lines before the first function: what the shader is and what surrounds it.
namespace jacquard::nir {

bool Parser::stage() {
    if (!accept_word("shader")) {
        unexpected("'shader' and its stage");
        return false;
    }
    const auto stage = word_of(kStageWords, "stage");
    shader_ = std::make_unique<Shader>(static_cast<Stage>(stage.value_or(0)));
    shader_->arena.charge_to(std::make_shared<MemoryBudget>(limits_.memory));
    return stage.has_value();
}

void Parser::header_line() {
    const SourcePosition start = token_.position;
    if (accept_word("name")) {
        name_line();
    } else if (accept_word("float_controls")) {
        float_controls_line();
    } else if (accept_word("input")) {
        io_line(shader_->info.inputs);
    } else if (accept_word("output")) {
        io_line(shader_->info.outputs);
    } else if (accept_word("constant_buffer")) {
        constant_buffer_line();
    } else if (accept_word("texture")) {
        texture_line();
    } else if (accept_word("property")) {
        property_line();
    } else if (accept_word(kStructWord)) {
        structure_line();
    } else if (accept_word("decl_var")) {
        variable_line(nullptr);
    } else {
        unexpected("a line of the header or a function");
    }
    if (token_.kind != TokenKind::end && token_.position.line == start.line) {
        if (!diagnostics_.has_errors()) {
            unexpected("the end of the line");
        }
        skip_line();
    }
}

void Parser::name_line() {
    if (auto name = string("the shader's name in quotes")) {
        shader_->info.name = std::move(*name);
    }
}

void Parser::float_controls_line() {
    while (token_.kind == TokenKind::word && same_line()) {
        const auto* found =
            std::find_if(kFloatControlWords.begin(), kFloatControlWords.end(),
                         [this](const FloatControlWord& each) { return each.word == token_.text; });
        if (found == kFloatControlWords.end()) {
            Diagnostic& diagnostic =
                diagnostics_.error("N103", token_.position,
                                   "there is no float control '" + std::string(token_.text) + "'");
            std::vector<std::string_view> names;
            for (const FloatControlWord& each : kFloatControlWords) {
                names.push_back(each.word);
            }
            suggest(diagnostic, token_.text, names);
            return;
        }
        found->set(shader_->info.float_controls);
        advance();
    }
}

void Parser::io_line(std::vector<IoSlot>& slots) {
    IoSlot slot;
    const auto semantic = word_of(kSemanticWords, "semantic");
    const auto index = semantic ? number("the semantic's index", 0xffffffff) : std::nullopt;
    if (!index) {
        return;
    }
    slot.semantic = static_cast<Semantic>(*semantic);
    slot.semantic_index = static_cast<std::uint32_t>(*index);
    while (token_.kind == TokenKind::word && same_line()) {
        if (accept_word("invariant")) {
            slot.invariant = true;
        } else if (accept_word("mask")) {
            const auto mask = component_mask();
            if (!mask) {
                return;
            }
            slot.mask = *mask;
        } else if (const auto mode = find_number(kInterpolationWords, token_.text)) {
            slot.interpolation = static_cast<Interpolation>(*mode);
            advance();
        } else if (const auto place = find_number(kInterpolationLocationWords, token_.text)) {
            slot.location = static_cast<InterpolationLocation>(*place);
            advance();
        } else {
            unexpected("an interpolation, a location, 'invariant' or 'mask'");
            return;
        }
    }
    slots.push_back(slot);
}

void Parser::constant_buffer_line() {
    const auto index = number("the buffer's number", 0xffffffff);
    if (!index || !accept_word("size")) {
        if (index) {
            unexpected("'size'");
        }
        return;
    }
    if (const auto size = number("the number of vec4", 0xffffffff)) {
        shader_->info.constant_buffers.push_back(
            {static_cast<std::uint32_t>(*index), static_cast<std::uint32_t>(*size)});
    }
}

void Parser::texture_line() {
    TextureUnit unit;
    const auto number_of_unit = number("the unit's number", 0xffffffff);
    const auto dim = number_of_unit ? word_of(kTextureDimWords, "shape of textures") : std::nullopt;
    if (!dim) {
        return;
    }
    unit.unit = static_cast<std::uint32_t>(*number_of_unit);
    unit.dim = static_cast<TextureDim>(*dim);
    unit.is_array = accept_word("array");
    unit.is_shadow = accept_word("shadow");
    if (const auto type = alu_type()) {
        unit.type = type->base;
        shader_->info.textures.push_back(unit);
    }
}

void Parser::property_line() {
    auto name = string("the property's name in quotes");
    if (!name) {
        return;
    }
    ShaderProperty property{std::move(*name), {}};
    while (token_.kind == TokenKind::number && same_line() && begin_item()) {
        const auto value = number("a value", 0xffffffff);
        if (!value) {
            return;
        }
        property.values.push_back(static_cast<std::uint32_t>(*value));
    }
    shader_->info.properties.push_back(std::move(property));
}

} // namespace jacquard::nir
