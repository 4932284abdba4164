#include <jacquard/nir/text/parse/parser_state.h>
#include <jacquard/nir/text/print/words.h>
#include <jacquard/support/expression/half.h>

#include <algorithm>
#include <bit>
#include <charconv>

namespace jacquard::nir {

void Parser::instruction(Block& block) {
    const SourcePosition position = token_.position;
    std::optional<Definition> defined;
    Instruction* made = nullptr;
    bool relaxed = false;
    if (token_.kind == TokenKind::value) {
        defined.emplace();
        if (definition(*defined) && expect('=', "after what is defined")) {
            relaxed = accept_word("relaxed");
            made = body(defined);
        }
    } else {
        made = body(defined);
    }
    if (made == nullptr) {
        if (defined) {
            faulty_values_.insert(defined->number);
        }
        skip_line();
        return;
    }
    places_.push_back({made, position});
    made->origin = {position.line};
    if (defined) {
        if (SsaDef* value = made->def()) {
            define(*value, *defined);
            value->relaxed = relaxed;
            if (relaxed && !can_be_relaxed(*made)) {
                diagnostics_.error("N109", position,
                                   "only numbers of 32 bits that are computed or read are relaxed");
            }
        } else {
            diagnostics_.error("N109", position, "this instruction has no result");
        }
    } else if (made->def() != nullptr) {
        diagnostics_.error("N109", position, "the result of this instruction must have a name");
    }
    block.append(made);
    if (token_.kind != TokenKind::end && token_.position.line == last_line_ && !token_.is('}')) {
        unexpected("the end of the line");
        skip_line();
    }
}

bool Parser::definition(Definition& defined) {
    defined.position = token_.position;
    const char* end = token_.text.data() + token_.text.size();
    const auto read = std::from_chars(token_.text.data(), end, defined.number);
    if (read.ec != std::errc() || defined.number > 0xfffffff0U) {
        fail("N102", "the number of a value is too large");
        return false;
    }
    advance();
    if (!expect(':', "and the value's shape")) {
        return false;
    }
    const auto given = shape();
    if (given) {
        defined.shape = *given;
    }
    return given.has_value();
}

void Parser::define(SsaDef& value, const Definition& defined) {
    value.index = defined.number;
    shader_->set_bit_size(value, defined.shape.bit_size);
    if (value.num_components != defined.shape.num_components) {
        diagnostics_.error("N109", defined.position,
                           "the result has " + std::to_string(value.num_components) +
                               " components, not " + std::to_string(defined.shape.num_components));
    }
    highest_value_ = std::max(highest_value_, defined.number);
    ++num_values_;
    const auto [other, inserted] = values_.try_emplace(defined.number, {&value, defined.position});
    if (!inserted) {
        diagnostics_
            .error("N104", defined.position,
                   "%" + std::to_string(defined.number) + " is defined twice")
            .notes.push_back({other->position, "it is defined here too"});
    }
}

Instruction* Parser::body(const std::optional<Definition>& defined) {
    const Shape shape = defined ? defined->shape : Shape{};
    if (token_.kind != TokenKind::word) {
        unexpected("an instruction");
        return nullptr;
    }
    for (std::size_t i = 0; i < kJumpWords.size(); ++i) {
        if (accept_word(kJumpWords[i])) {
            return shader_->make_jump(static_cast<JumpKind>(i));
        }
    }
    if (accept_word("call")) {
        return call();
    }
    if (accept_word("parallel_copy")) {
        return parallel_copy();
    }
    if (defined) {
        if (accept_word("const")) {
            return constant(shape);
        }
        if (accept_word("undef")) {
            return shader_->make_undef(shape.num_components, shape.bit_size);
        }
        if (accept_word("phi")) {
            return phi(shape);
        }
        if (accept_word("texture")) {
            return texture(shape);
        }
        for (std::size_t i = 0; i < kDerefWords.size(); ++i) {
            if (accept_word(kDerefWords[i])) {
                return deref(static_cast<DerefKind>(i));
            }
        }
        const bool exact = accept_word("exact");
        if (const auto opcode = find_opcode(token_.text)) {
            advance();
            return alu(*opcode, exact, shape);
        }
    }
    if (const auto op = find_intrinsic(token_.text)) {
        advance();
        return intrinsic(*op, defined);
    }
    if (find_opcode(token_.text) || token_.is_word("const") || token_.is_word("undef") ||
        token_.is_word("phi") || token_.is_word("texture") || token_.is_word("exact") ||
        std::find(kDerefWords.begin(), kDerefWords.end(), token_.text) != kDerefWords.end()) {
        fail("N109", "the result of '" + std::string(token_.text) + "' must have a name");
        return nullptr;
    }
    std::vector<std::string_view> names;
    for (const OpcodeInfo& info : opcode_infos()) {
        names.push_back(info.name);
    }
    for (const IntrinsicInfo& info : kIntrinsicInfos) {
        names.push_back(info.name);
    }
    names.insert(names.end(), kDerefWords.begin(), kDerefWords.end());
    Diagnostic& diagnostic = diagnostics_.error(
        "N103", token_.position, "there is no instruction '" + std::string(token_.text) + "'");
    suggest(diagnostic, token_.text, names);
    return nullptr;
}

Instruction* Parser::alu(Opcode opcode, bool exact, const Shape& shape) {
    AluInstruction* made = shader_->make_alu(opcode, shape.num_components, shape.bit_size);
    made->exact = exact;
    const OpcodeInfo& info = opcode_info(opcode);
    if (info.output_components != 0) {
        made->value.num_components = info.output_components;
    }
    for (unsigned i = 0; i < made->num_sources; ++i) {
        if (i != 0 && !expect(',', "and another operand")) {
            return nullptr;
        }
        if (!use(made->first_source[i]) ||
            !swizzle(made->first_source[i], made->source_components(i))) {
            return nullptr;
        }
    }
    return made;
}

bool Parser::swizzle(AluSource& source, unsigned count) {
    for (unsigned c = 0; c < kMaxComponents; ++c) {
        source.swizzle[c] = static_cast<std::uint8_t>(c);
    }
    if (!token_.is('.')) {
        return true;
    }
    advance();
    if (token_.kind != TokenKind::word || token_.text.size() != count) {
        unexpected(std::to_string(count) + " components");
        return false;
    }
    for (unsigned c = 0; c < count; ++c) {
        std::size_t at = kShortComponents.find(token_.text[c]);
        if (at == std::string_view::npos) {
            at = kLongComponents.find(token_.text[c]);
        }
        if (at == std::string_view::npos) {
            fail("N102", "'" + std::string(1, token_.text[c]) + "' is not a component");
            return false;
        }
        source.swizzle[c] = static_cast<std::uint8_t>(at);
    }
    advance();
    return true;
}

bool Parser::use(Source& source) {
    if (token_.kind != TokenKind::value) {
        unexpected("a value, such as %3");
        return false;
    }
    const bool good = refer(source, token_);
    advance();
    return good;
}

// Notes that the value a token names is to become what the source reads.
bool Parser::refer(Source& source, const Token& token) {
    std::uint32_t number_of_value = 0;
    const char* end = token.text.data() + token.text.size();
    if (std::from_chars(token.text.data(), end, number_of_value).ec != std::errc()) {
        diagnostics_.error("N102", token.position, "the number of a value is too large");
        return false;
    }
    uses_.push_back({&source, number_of_value, token.position});
    return true;
}

bool Parser::uses(std::span<Source> sources) {
    for (std::size_t i = 0; i < sources.size(); ++i) {
        if ((i != 0 && !expect(',', "and another operand")) || !use(sources[i])) {
            return false;
        }
    }
    return true;
}

Instruction* Parser::intrinsic(IntrinsicOp op, const std::optional<Definition>& defined) {
    const Shape shape = defined ? defined->shape : Shape{};
    const SourcePosition position = token_.position;
    IntrinsicInstruction* made = shader_->make_intrinsic(op, shape.num_components, shape.bit_size);
    if (!named_variables(*made) || !uses(made->sources()) || !indices(*made)) {
        return nullptr;
    }
    if (op == IntrinsicOp::decl_reg && !count_registers(*made, position)) {
        return nullptr;
    }
    return made;
}

Instruction* Parser::constant(const Shape& shape) {
    ConstantInstruction* made = shader_->make_constant(shape.num_components, shape.bit_size);
    for (unsigned c = 0; c < shape.num_components; ++c) {
        if (c != 0 && !expect(',', "and another component")) {
            return nullptr;
        }
        const auto value = constant_component(shape.bit_size);
        if (!value) {
            return nullptr;
        }
        made->values[c] = *value;
    }
    return made;
}

std::optional<ConstantValue> Parser::constant_component(unsigned bit_size) {
    if (bit_size == 1 && accept_word("true")) {
        return constant_from_bits(1, 1);
    }
    if (bit_size == 1 && accept_word("false")) {
        return constant_from_bits(0, 1);
    }
    const bool hex = token_.text.starts_with("0x");
    const bool is_float = token_.kind == TokenKind::number && !hex && bit_size >= 16 &&
                          token_.text.find_first_of(".e") != std::string_view::npos;
    if (!is_float) {
        if (token_.kind == TokenKind::number && token_.text.starts_with('-')) {
            const auto value = signed_number("a number");
            if (value && bit_size < 64 && *value < -(std::int64_t{1} << (bit_size - 1))) {
                fail("N102", "the constant before this does not fit its width");
                return std::nullopt;
            }
            return value ? std::optional(
                               constant_from_bits(static_cast<std::uint64_t>(*value), bit_size))
                         : std::nullopt;
        }
        const auto value = number("a constant", mask_of_bits(bit_size));
        return value ? std::optional(constant_from_bits(*value, bit_size)) : std::nullopt;
    }
    const char* end = token_.text.data() + token_.text.size();
    ConstantValue value;
    std::from_chars_result read{};
    if (bit_size == 64) {
        double number_read = 0;
        read = std::from_chars(token_.text.data(), end, number_read);
        value.u64 = std::bit_cast<std::uint64_t>(number_read);
    } else {
        float number_read = 0;
        read = std::from_chars(token_.text.data(), end, number_read);
        value.u64 =
            bit_size == 16 ? float_to_half(number_read) : std::bit_cast<std::uint32_t>(number_read);
    }
    if (read.ec != std::errc() || read.ptr != end) {
        fail("N102", "'" + std::string(token_.text) + "' is not a number of that width");
        return std::nullopt;
    }
    advance();
    return value;
}

Instruction* Parser::phi(const Shape& shape) {
    PhiInstruction* made = shader_->make_phi(shape.num_components, shape.bit_size);
    while (token_.kind == TokenKind::word && same_line() && begin_item()) {
        const SourcePosition position = token_.position;
        const auto from = block_number();
        if (!from || !expect(':', "and the value from that block")) {
            return nullptr;
        }
        PhiSource* source = shader_->add_phi_source(made, nullptr, nullptr);
        phi_blocks_.push_back({source, *from, position});
        if (!use(*source)) {
            return nullptr;
        }
        if (!accept(',')) {
            break;
        }
    }
    return made;
}

} // namespace jacquard::nir
