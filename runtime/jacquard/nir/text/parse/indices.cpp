#include <jacquard/nir/text/parse/fields.h>
#include <jacquard/nir/text/parse/indices.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <string_view>
#include <vector>

namespace jacquard::nir {

bool Indices::indices(IntrinsicInstruction& intrinsic) {
    if (!tokens_.at().is('{') || !tokens_.same_line()) {
        return true;
    }
    tokens_.advance();
    const IntrinsicInfo& info = intrinsic.info();
    std::vector<std::string_view> names;
    for (unsigned i = 0; i < info.num_indices; ++i) {
        names.push_back(index_info(info.indices[i]).name);
    }
    return read_fields(tokens_, {info.name, "an index", names}, [&](const Token& name) {
        const auto slot = static_cast<std::size_t>(
            std::find(names.begin(), names.end(), name.text) - names.begin());
        const auto value = tokens_.expect('=', "and the index's value")
                               ? index_value(info.indices[slot])
                               : std::nullopt;
        intrinsic.indices[slot] = value.value_or(0);
        return value.has_value();
    });
}

std::optional<std::int64_t> Indices::index_value(IndexKind kind) {
    const IndexInfo& info = index_info(kind);
    const bool numeric = tokens_.at().kind == TokenKind::number;
    switch (info.type) {
    case IndexType::signed_number:
        return parts_.signed_number("a number", std::numeric_limits<std::int32_t>::min(),
                                    std::numeric_limits<std::uint32_t>::max());
    case IndexType::unsigned_number:
        if (kind == IndexKind::write_mask && !numeric) {
            const auto mask = parts_.component_mask();
            return mask ? std::optional<std::int64_t>(*mask) : std::nullopt;
        }
        break;
    case IndexType::truth:
        if (tokens_.accept_word("true")) {
            return 1;
        }
        if (tokens_.accept_word("false")) {
            return 0;
        }
        tokens_.unexpected("true or false");
        return std::nullopt;
    case IndexType::alu_type: {
        const auto type = parts_.alu_type();
        return type ? std::optional((static_cast<std::int64_t>(type->base) << 8) | type->bit_size)
                    : std::nullopt;
    }
    case IndexType::opcode: {
        const auto opcode = parts_.opcode();
        return opcode ? std::optional(static_cast<std::int64_t>(*opcode)) : std::nullopt;
    }
    case IndexType::io_semantics: return io_semantics();
    case IndexType::transform_feedback: return transform_feedback();
    case IndexType::cooperative_matrix: return cooperative_matrix();
    case IndexType::word: {
        if (const auto word = parts_.word_of(info.words, info.name)) {
            return *word;
        }
        return std::nullopt;
    }
    case IndexType::word_set: {
        const auto bits = parts_.words_of(info.words, info.name);
        return bits ? std::optional<std::int64_t>(*bits) : std::nullopt;
    }
    }
    const auto value = parts_.number("a number", 0xffffffff);
    return value ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt;
}

std::optional<std::int64_t> Indices::io_semantics() {
    IoSemantics result;
    const auto semantic = parts_.word_of(kSemanticWords, "semantic");
    const auto index = semantic ? parts_.number("the semantic's index", 0xffff) : std::nullopt;
    const auto slots = index ? parts_.number("the number of slots", 0xff) : std::nullopt;
    if (!slots) {
        return std::nullopt;
    }
    result.semantic = static_cast<Semantic>(*semantic);
    result.semantic_index = static_cast<std::uint16_t>(*index);
    result.num_slots = static_cast<std::uint8_t>(*slots);
    return std::bit_cast<std::int64_t>(result);
}

// Components, buffer and offset of each half: 2 0 16|0 0 0
std::optional<std::int64_t> Indices::transform_feedback() {
    IoTransformFeedback result;
    bool first = true;
    for (auto& part : result.parts) {
        if (!first && !tokens_.expect('|', "and the other component's place")) {
            return std::nullopt;
        }
        first = false;
        const auto count = parts_.number("the number of components", 4);
        const auto buffer = count ? parts_.number("the buffer", 0xff) : std::nullopt;
        const auto offset = buffer ? parts_.number("the offset", 0xffff) : std::nullopt;
        if (!offset) {
            return std::nullopt;
        }
        part.num_components = static_cast<std::uint8_t>(*count);
        part.buffer = static_cast<std::uint8_t>(*buffer);
        part.offset = static_cast<std::uint16_t>(*offset);
    }
    return std::bit_cast<std::int64_t>(result);
}

// Element, rows, columns, scope and use: float16 16 8 subgroup a
std::optional<std::int64_t> Indices::cooperative_matrix() {
    CooperativeMatrix result;
    const auto element = parts_.alu_type();
    const auto rows = element ? parts_.number("the number of rows", 0xff) : std::nullopt;
    const auto columns = rows ? parts_.number("the number of columns", 0xff) : std::nullopt;
    const auto scope = columns ? parts_.word_of(kScopeWords, "scope") : std::nullopt;
    const auto use =
        scope ? parts_.word_of(kCooperativeMatrixUseWords, "use of a matrix") : std::nullopt;
    if (!use) {
        return std::nullopt;
    }
    result.element = *element;
    result.rows = static_cast<std::uint8_t>(*rows);
    result.columns = static_cast<std::uint8_t>(*columns);
    result.scope = static_cast<Scope>(*scope);
    result.use = static_cast<CooperativeMatrixUse>(*use);
    return std::bit_cast<std::int64_t>(result);
}

} // namespace jacquard::nir
