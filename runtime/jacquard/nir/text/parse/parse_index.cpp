#include <jacquard/nir/text/parse/parser_state.h>

#include <bit>
#include <limits>

// Constant indices of intrinsics.
namespace jacquard::nir {

bool Parser::indices(IntrinsicInstruction& intrinsic) {
    if (!token_.is('{') || !same_line()) {
        return true;
    }
    advance();
    const IntrinsicInfo& info = intrinsic.info();
    do {
        unsigned slot = 0;
        while (slot < info.num_indices && !token_.is_word(index_info(info.indices[slot]).name)) {
            ++slot;
        }
        if (slot == info.num_indices) {
            Diagnostic& diagnostic = diagnostics_.error("N103", token_.position,
                                                        std::string(info.name) + " has no index '" +
                                                            std::string(token_.text) + "'");
            std::vector<std::string_view> names;
            for (unsigned i = 0; i < info.num_indices; ++i) {
                names.push_back(index_info(info.indices[i]).name);
            }
            suggest(diagnostic, token_.text, names);
            return false;
        }
        advance();
        if (!expect('=', "and the index's value")) {
            return false;
        }
        const auto value = index_value(info.indices[slot]);
        if (!value) {
            return false;
        }
        intrinsic.indices[slot] = *value;
    } while (accept(','));
    return expect('}', "after the indices");
}

std::optional<std::int64_t> Parser::index_value(IndexKind kind) {
    const IndexInfo& info = index_info(kind);
    const bool numeric = token_.kind == TokenKind::number;
    switch (info.type) {
    case IndexType::signed_number: {
        const Token written = token_;
        const auto given = signed_number("a number");
        if (given && (*given < std::numeric_limits<std::int32_t>::min() ||
                      *given > std::numeric_limits<std::uint32_t>::max())) {
            diagnostics_.error("N102", written.position,
                               "expected a number of 32 bits, found '" + std::string(written.text) +
                                   "'");
            return std::nullopt;
        }
        return given;
    }
    case IndexType::unsigned_number:
        if (kind == IndexKind::write_mask && !numeric) {
            const auto mask = component_mask();
            return mask ? std::optional<std::int64_t>(*mask) : std::nullopt;
        }
        break;
    case IndexType::truth:
        if (accept_word("true")) {
            return 1;
        }
        if (accept_word("false")) {
            return 0;
        }
        unexpected("true or false");
        return std::nullopt;
    case IndexType::alu_type: {
        const auto type = alu_type();
        return type ? std::optional((static_cast<std::int64_t>(type->base) << 8) | type->bit_size)
                    : std::nullopt;
    }
    case IndexType::opcode:
        if (const auto opcode = find_opcode(token_.text)) {
            advance();
            return static_cast<std::int64_t>(*opcode);
        }
        unexpected("an ALU opcode");
        return std::nullopt;
    case IndexType::io_semantics: return io_semantics();
    case IndexType::transform_feedback: return transform_feedback();
    case IndexType::cooperative_matrix: return cooperative_matrix();
    case IndexType::word: {
        if (const auto word = word_of(info.words, info.name)) {
            return *word;
        }
        return std::nullopt;
    }
    case IndexType::word_set: {
        const auto bits = words_of(info.words, info.name);
        return bits ? std::optional<std::int64_t>(*bits) : std::nullopt;
    }
    }
    const auto value = number("a number", 0xffffffff);
    return value ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt;
}

std::optional<std::int64_t> Parser::io_semantics() {
    IoSemantics result;
    const auto semantic = word_of(kSemanticWords, "semantic");
    const auto index = semantic ? number("the semantic's index", 0xffff) : std::nullopt;
    const auto slots = index ? number("the number of slots", 0xff) : std::nullopt;
    if (!slots) {
        return std::nullopt;
    }
    result.semantic = static_cast<Semantic>(*semantic);
    result.semantic_index = static_cast<std::uint16_t>(*index);
    result.num_slots = static_cast<std::uint8_t>(*slots);
    return std::bit_cast<std::int64_t>(result);
}

// Components, buffer and offset of each half: 2 0 16|0 0 0
std::optional<std::int64_t> Parser::transform_feedback() {
    IoTransformFeedback result;
    bool first = true;
    for (auto& part : result.parts) {
        if (!first && !expect('|', "and the other component's place")) {
            return std::nullopt;
        }
        first = false;
        const auto count = number("the number of components", 4);
        const auto buffer = count ? number("the buffer", 0xff) : std::nullopt;
        const auto offset = buffer ? number("the offset", 0xffff) : std::nullopt;
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
std::optional<std::int64_t> Parser::cooperative_matrix() {
    CooperativeMatrix result;
    const auto element = alu_type();
    const auto rows = element ? number("the number of rows", 0xff) : std::nullopt;
    const auto columns = rows ? number("the number of columns", 0xff) : std::nullopt;
    const auto scope = columns ? word_of(kScopeWords, "scope") : std::nullopt;
    const auto use = scope ? word_of(kCooperativeMatrixUseWords, "use of a matrix") : std::nullopt;
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
