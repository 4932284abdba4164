#include <jacquard/nir/text/parse/textures.h>
#include <jacquard/nir/text/parse/values.h>

#include <algorithm>

namespace jacquard::nir {

bool Textures::sources(std::vector<Given>& given) {
    while (tokens_.at().kind == TokenKind::word && tokens_.begin_item()) {
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
        if (!tokens_.accept(',')) {
            break;
        }
    }
    if (given.size() > kNumTextureSourceTypes) {
        tokens_.fail("N102", "one source of each type is enough");
        return false;
    }
    return true;
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
                const auto value = parts_.signed_number("an offset");
                if (!value || *value < -128 || *value > 127) {
                    return false;
                }
                part = static_cast<std::int8_t>(*value);
            }
        }
    }
    return true;
}

bool Textures::texture_fields(TextureInstruction& texture) {
    if (!tokens_.expect('{', "and the fields of the instruction")) {
        return false;
    }
    do {
        if (tokens_.accept_word(kDestTypeWord)) {
            const auto type = tokens_.expect('=', "here") ? parts_.alu_type() : std::nullopt;
            if (!type) {
                return false;
            }
            texture.dest_type = *type;
            continue;
        }
        const Token word = tokens_.at();
        const auto* flag =
            std::find_if(kTextureFlags.begin(), kTextureFlags.end(),
                         [&word](const TextureFlag& each) { return word.is_word(each.word); });
        if (flag != kTextureFlags.end()) {
            texture.*flag->field = true;
            tokens_.advance();
            if (!texture_offsets(texture, *flag)) {
                return false;
            }
            continue;
        }
        const auto* field =
            std::find_if(kTextureNumbers.begin(), kTextureNumbers.end(),
                         [&word](const TextureNumber& each) { return word.is_word(each.word); });
        if (field == kTextureNumbers.end()) {
            tokens_.unexpected("a field of a texture instruction");
            return false;
        }
        tokens_.advance();
        const auto value = tokens_.expect('=', "and a number")
                               ? parts_.number("a number", field->most)
                               : std::nullopt;
        if (!value) {
            return false;
        }
        texture.*field->field = static_cast<std::uint32_t>(*value);
    } while (tokens_.accept(','));
    return tokens_.expect('}', "after the fields");
}

} // namespace jacquard::nir
