#include <jacquard/nir/text/parse/fields.h>
#include <jacquard/nir/text/parse/textures.h>
#include <jacquard/nir/text/parse/values.h>

#include <limits>
#include <string_view>
#include <vector>

namespace jacquard::nir {
namespace {

std::vector<std::string_view> texture_field_names() {
    std::vector<std::string_view> names = {kDestTypeWord};
    append_words(names, kTextureFlags);
    append_words(names, kTextureNumbers);
    return names;
}

} // namespace

bool Textures::sources(std::vector<Given>& given) {
    if (tokens_.at().kind != TokenKind::word || !tokens_.same_line()) {
        return true;
    }
    GivenFields types(tokens_);
    return tokens_.list_of_line([&] {
        types.give(tokens_.at().text);
        const auto type =
            parts_.word_of(kTextureSourceTypeWords, "source of a texture instruction");
        if (!type) {
            return false;
        }
        given.push_back({static_cast<TextureSourceType>(*type), tokens_.at()});
        if (tokens_.at().kind != TokenKind::value) {
            tokens_.unexpected("a value, such as %3");
            return false;
        }
        tokens_.advance();
        return true;
    });
}

Instruction* Textures::texture(const ValueShape& shape) {
    const auto op = parts_.word_of(kTextureOpWords, "texture operation");
    const auto dim = op ? parts_.word_of(kTextureDimWords, "shape of textures") : std::nullopt;
    if (!dim) {
        return nullptr;
    }
    std::vector<Given> given;
    if (!sources(given)) {
        return nullptr;
    }
    if (given.size() > kNumTextureSourceTypes) {
        return nullptr; // some are given twice, which was reported
    }
    TextureInstruction* made =
        shader_.make_texture(static_cast<TextureOp>(*op), static_cast<unsigned>(given.size()));
    made->dim = static_cast<TextureDim>(*dim);
    for (std::size_t i = 0; i < given.size(); ++i) {
        made->first_source[i].type = given[i].type;
        if (!values_.refer(made->first_source[i], given[i].value)) {
            return nullptr;
        }
    }
    if (!texture_fields(*made)) {
        return nullptr;
    }
    shader_.finish_texture(made, shape.bit_size);
    return made;
}

// The offsets that follow the flag, if any do.
bool Textures::texture_offsets(TextureFields& fields, const TextureFlag& flag) {
    for (const TextureOffsets& offsets : kTextureOffsets) {
        if (offsets.flag != flag.field) {
            continue;
        }
        for (auto& offset : fields.*offsets.field) {
            for (std::int8_t& part : offset) {
                using Limits = std::numeric_limits<std::int8_t>;
                const auto value = parts_.signed_number("an offset", Limits::min(), Limits::max());
                if (!value) {
                    return false;
                }
                part = static_cast<std::int8_t>(*value);
            }
        }
    }
    return true;
}

bool Textures::texture_fields(TextureInstruction& texture) {
    static const std::vector<std::string_view> names = texture_field_names();
    if (!tokens_.expect('{', "and the fields of the instruction")) {
        return false;
    }
    return read_fields(tokens_, {"a texture instruction", "a field", names},
                       [&](const Token& name) { return texture_field(texture, name.text); });
}

bool Textures::texture_field(TextureInstruction& texture, std::string_view name) {
    if (name == kDestTypeWord) {
        const auto type = tokens_.expect('=', "and a type") ? parts_.alu_type() : std::nullopt;
        texture.dest_type = type.value_or(AluType{});
        return type.has_value();
    }
    for (const TextureFlag& flag : kTextureFlags) {
        if (flag.word == name) {
            texture.*flag.field = true;
            return texture_offsets(texture, flag);
        }
    }
    for (const TextureNumber& field : kTextureNumbers) {
        if (field.word == name) {
            const auto value = tokens_.expect('=', "and a number")
                                   ? parts_.number("a number", field.most)
                                   : std::nullopt;
            texture.*field.field = static_cast<std::uint32_t>(value.value_or(0));
            return value.has_value();
        }
    }
    return false;
}

} // namespace jacquard::nir
