#include <jacquard/nir/text/parse/places.h>
#include <jacquard/nir/text/parse/types.h>
#include <jacquard/nir/text/print/words.h>

#include <algorithm>
#include <charconv>
#include <map>

namespace jacquard::nir {

const Type* Types::type() {
    const SourcePosition start = tokens_.at().position;
    const Type* made = type_without_arrays();
    if (made == nullptr) {
        return nullptr;
    }
    struct Dimension {
        std::uint32_t length;
        std::uint32_t stride;
    };
    std::vector<Dimension> dimensions;
    const SourcePosition position = tokens_.at().position;
    while (tokens_.accept('[')) {
        Dimension each{0, 0};
        if (tokens_.at().kind == TokenKind::number) {
            const auto length = parts_.number("the number of elements", 0xffffffff);
            if (!length) {
                return nullptr;
            }
            each.length = static_cast<std::uint32_t>(*length);
        }
        if (!explicit_stride(each.stride) || !tokens_.expect(']', "after the number of elements")) {
            return nullptr;
        }
        dimensions.push_back(each);
        if (dimensions.size() > kMaxTypeDepth) {
            break;
        }
    }
    // The first one written is the outermost.
    for (std::size_t i = dimensions.size(); i > 0 && made != nullptr; --i) {
        made = shader_.array_type(made, dimensions[i - 1].length, dimensions[i - 1].stride);
        places_.add(made, start);
    }
    if (made == nullptr) {
        tokens_.error("N105", position, "types are nested too deeply");
    }
    return made;
}

bool Types::explicit_stride(std::uint32_t& stride) {
    if (!tokens_.accept(':')) {
        return true;
    }
    const auto bytes = parts_.number("the stride in bytes", 0xffffffff);
    stride = static_cast<std::uint32_t>(bytes.value_or(0));
    return bytes.has_value();
}

const Type* Types::type_without_arrays() {
    if (tokens_.accept_word(kVoidWord)) {
        return shader_.void_type();
    }
    if (tokens_.accept_word(kStructWord)) {
        return structure_by_name();
    }
    if (tokens_.accept_word(kSamplerWord)) {
        return shader_.sampler_type(tokens_.accept_word("shadow"));
    }
    const bool texture = tokens_.at().is_word(kTextureWord);
    if (texture || tokens_.at().is_word(kImageWord)) {
        tokens_.advance();
        const auto dim = parts_.word_of(kTextureDimWords, "shape of textures");
        if (!dim) {
            return nullptr;
        }
        const bool layers = tokens_.accept_word("array");
        const bool shadow = texture && tokens_.accept_word("shadow");
        const auto texel = parts_.alu_type();
        if (!texel) {
            return nullptr;
        }
        return texture ? shader_.texture_type(static_cast<TextureDim>(*dim), layers, shadow, *texel)
                       : shader_.image_type(static_cast<TextureDim>(*dim), layers, *texel);
    }
    return vector_or_matrix();
}

const Type* Types::structure_by_name() {
    const SourcePosition position = tokens_.at().position;
    const auto name = parts_.string("the structure's name in quotes");
    if (!name) {
        return nullptr;
    }
    const Type* found = shader_.types.find_structure(*name);
    if (found == nullptr) {
        Diagnostic& diagnostic =
            tokens_.error("N107", position, "there is no structure \"" + *name + "\"");
        std::vector<std::string_view> names;
        for (const Type* each : shader_.types.all()) {
            if (each->is_structure()) {
                names.push_back(each->name);
            }
        }
        tokens_.suggest(diagnostic, *name, names);
    }
    return found;
}

// float32, float32x4, float32x4x3, float32x4x3:16
const Type* Types::vector_or_matrix() {
    if (tokens_.at().kind != TokenKind::word) {
        tokens_.unexpected("a type, such as float32x4, float32x4x4 or struct \"name\"");
        return nullptr;
    }
    const std::string_view written = tokens_.at().text;
    const auto* word =
        std::find_if(kBaseTypeWords.begin(), kBaseTypeWords.end(),
                     [written](std::string_view each) { return written.starts_with(each); });
    AluType scalar;
    unsigned counts[2] = {1, 0};
    bool good = word != kBaseTypeWords.end();
    if (good) {
        scalar.base = static_cast<BaseType>(word - kBaseTypeWords.begin());
        const char* at = written.data() + word->size();
        const char* end = written.data() + written.size();
        unsigned bits = 0;
        const auto read = std::from_chars(at, end, bits);
        good = read.ec == std::errc() && is_valid_bit_size(bits);
        scalar.bit_size = static_cast<std::uint8_t>(good ? bits : 0);
        at = read.ptr;
        for (unsigned& count : counts) {
            if (good && at != end) {
                const auto each = *at == 'x'
                                      ? std::from_chars(at + 1, end, count)
                                      : std::from_chars_result{at, std::errc::invalid_argument};
                good = each.ec == std::errc() && count != 0;
                at = each.ptr;
            }
        }
        good = good && at == end && is_valid_scalar(scalar);
    }
    const bool matrix = counts[1] != 0;
    if (!good || (matrix ? counts[0] > 4 || counts[1] > 4 : !is_valid_component_count(counts[0]))) {
        tokens_.fail("N102", "'" + std::string(written) +
                                 "' is not a type such as float32, uint16x4 or " +
                                 "float32x4x4 of 4 columns");
        return nullptr;
    }
    tokens_.advance();
    if (!matrix) {
        return shader_.vector_type(scalar, counts[0]);
    }
    std::uint32_t stride = 0;
    if (!explicit_stride(stride)) {
        return nullptr;
    }
    return shader_.matrix_type(scalar, counts[0], counts[1], stride);
}

bool Types::members(std::vector<StructMember>& members) {
    std::map<std::string_view, SourcePosition> positions;
    const auto member_of_list = [&] {
        const SourcePosition at = tokens_.at().position;
        const auto member = parts_.member_name();
        const Type* type =
            member && tokens_.expect(':', "and the member's type") ? this->type() : nullptr;
        if (type == nullptr) {
            return false;
        }
        StructMember made{shader_.arena.copy_string(*member), type, kNoOffset};
        if (tokens_.accept('@')) {
            const auto offset = parts_.number("the member's offset", kNoOffset - 1U);
            if (!offset) {
                return false;
            }
            made.offset = static_cast<std::uint32_t>(*offset);
        }
        const auto [other, inserted] = positions.try_emplace(made.name, at);
        if (!inserted) {
            tokens_.error("N104", at, "there is another member '" + *member + "'")
                .notes.push_back({other->second, "it is here"});
        }
        members.push_back(made);
        return true;
    };
    const bool good = tokens_.at().is('}') ||
                      tokens_.list([&] { return tokens_.begin_item() && member_of_list(); });
    return good && tokens_.expect('}', "after the members");
}

void Types::structure_line() {
    const SourcePosition position = tokens_.at().position;
    const auto name = parts_.string("the structure's name in quotes");
    if (!name || !tokens_.expect('{', "and the members")) {
        return;
    }
    std::vector<StructMember> members;
    if (!this->members(members)) {
        return;
    }
    if (members.size() > kMaxMembers) {
        tokens_.error("N102", position,
                      "a structure has at most " + std::to_string(kMaxMembers) + " members");
    } else if (shader_.types.find_structure(*name) != nullptr) {
        tokens_.error("N104", position, "there is another structure \"" + *name + "\"");
    } else if (name->empty()) {
        tokens_.error("N102", position, "a structure needs a name");
    } else if (const Type* made = shader_.structure_type(*name, members); made != nullptr) {
        places_.add(made, position);
    } else {
        tokens_.error("N105", position, "types are nested too deeply");
    }
}

} // namespace jacquard::nir
