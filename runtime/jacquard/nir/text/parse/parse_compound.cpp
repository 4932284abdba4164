#include <jacquard/nir/text/parse/parser_state.h>
#include <jacquard/nir/text/print/words.h>

#include <algorithm>

// Instructions whose sources are named or counted by the text: textures, calls, parallel copies.
namespace jacquard::nir {

Instruction* Parser::texture(const Shape& shape) {
    const auto op = word_of(kTextureOpWords, "texture operation");
    const auto dim = op ? word_of(kTextureDimWords, "shape of textures") : std::nullopt;
    if (!dim) {
        return nullptr;
    }
    struct Given {
        TextureSourceType type;
        Token value;
    };
    std::vector<Given> given;
    while (token_.kind == TokenKind::word && begin_item()) {
        const auto type = word_of(kTextureSourceTypeWords, "source of a texture instruction");
        if (!type) {
            return nullptr;
        }
        given.push_back({static_cast<TextureSourceType>(*type), token_});
        if (token_.kind != TokenKind::value) {
            unexpected("a value, such as %3");
            return nullptr;
        }
        advance();
        if (!accept(',')) {
            break;
        }
    }
    if (given.size() > kNumTextureSourceTypes) {
        fail("N102", "one source of each type is enough");
        return nullptr;
    }
    TextureInstruction* made =
        shader_->make_texture(static_cast<TextureOp>(*op), static_cast<unsigned>(given.size()));
    made->dim = static_cast<TextureDim>(*dim);
    for (std::size_t i = 0; i < given.size(); ++i) {
        made->first_source[i].type = given[i].type;
        if (!refer(made->first_source[i], given[i].value)) {
            return nullptr;
        }
    }
    if (!texture_fields(*made)) {
        return nullptr;
    }
    shader_->finish_texture(made, shape.bit_size);
    return made;
}

// The offsets that follow the flag, if any do.
bool Parser::texture_offsets(TextureFields& fields, const TextureFlag& flag) {
    for (const TextureOffsets& offsets : kTextureOffsets) {
        if (offsets.flag != flag.field) {
            continue;
        }
        for (auto& offset : fields.*offsets.field) {
            for (std::int8_t& part : offset) {
                const auto value = signed_number("an offset");
                if (!value || *value < -128 || *value > 127) {
                    return false;
                }
                part = static_cast<std::int8_t>(*value);
            }
        }
    }
    return true;
}

bool Parser::texture_fields(TextureInstruction& texture) {
    if (!expect('{', "and the fields of the instruction")) {
        return false;
    }
    do {
        if (accept_word(kDestTypeWord)) {
            const auto type = expect('=', "here") ? alu_type() : std::nullopt;
            if (!type) {
                return false;
            }
            texture.dest_type = *type;
            continue;
        }
        const Token word = token_;
        const auto* flag =
            std::find_if(kTextureFlags.begin(), kTextureFlags.end(),
                         [&word](const TextureFlag& each) { return word.is_word(each.word); });
        if (flag != kTextureFlags.end()) {
            texture.*flag->field = true;
            advance();
            if (!texture_offsets(texture, *flag)) {
                return false;
            }
            continue;
        }
        const auto* field =
            std::find_if(kTextureNumbers.begin(), kTextureNumbers.end(),
                         [&word](const TextureNumber& each) { return word.is_word(each.word); });
        if (field == kTextureNumbers.end()) {
            unexpected("a field of a texture instruction");
            return false;
        }
        advance();
        const auto value =
            expect('=', "and a number") ? number("a number", field->most) : std::nullopt;
        if (!value) {
            return false;
        }
        texture.*field->field = static_cast<std::uint32_t>(*value);
    } while (accept(','));
    return expect('}', "after the fields");
}

Instruction* Parser::call() {
    const SourcePosition position = token_.position;
    auto name = string("the function's name in quotes");
    if (!name) {
        return nullptr;
    }
    std::vector<Token> arguments;
    while (token_.kind == TokenKind::value && same_line() && begin_item()) {
        arguments.push_back(token_);
        advance();
        if (!accept(',')) {
            break;
        }
    }
    if (arguments.size() > 255) {
        fail("N102", "a call has at most 255 arguments");
        return nullptr;
    }
    CallInstruction* made = shader_->make_call(nullptr, static_cast<unsigned>(arguments.size()));
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (!refer(made->first_source[i], arguments[i])) {
            return nullptr;
        }
    }
    calls_.push_back({made, std::move(*name), position});
    return made;
}

Instruction* Parser::parallel_copy() {
    struct Given {
        bool to_register = false;
        Definition defined;
        Token register_value;
        Token source;
    };
    std::vector<Given> given;
    while ((token_.kind == TokenKind::value || token_.is_word("register")) && same_line() &&
           begin_item()) {
        Given each;
        if (accept_word("register")) {
            each.to_register = true;
            each.register_value = token_;
            if (token_.kind != TokenKind::value) {
                unexpected("a register, such as %3");
                return nullptr;
            }
            advance();
        } else if (!definition(each.defined)) {
            return nullptr;
        }
        if (!expect('=', "and what is copied")) {
            return nullptr;
        }
        each.source = token_;
        if (token_.kind != TokenKind::value) {
            unexpected("a value, such as %3");
            return nullptr;
        }
        advance();
        given.push_back(each);
        if (!accept(',')) {
            break;
        }
    }
    ParallelCopyInstruction* made =
        shader_->make_parallel_copy(static_cast<unsigned>(given.size()));
    for (std::size_t i = 0; i < given.size(); ++i) {
        ParallelCopyEntry& entry = made->first_entry[i];
        entry.to_register = given[i].to_register;
        if (!refer(entry.source, given[i].source)) {
            return nullptr;
        }
        if (entry.to_register) {
            if (!refer(entry.register_value, given[i].register_value)) {
                return nullptr;
            }
        } else {
            entry.value.num_components =
                static_cast<std::uint8_t>(given[i].defined.shape.num_components);
            define(entry.value, given[i].defined);
        }
    }
    return made;
}

} // namespace jacquard::nir
