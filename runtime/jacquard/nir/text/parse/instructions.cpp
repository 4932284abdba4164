#include <jacquard/nir/text/parse/blocks.h>
#include <jacquard/nir/text/parse/calls.h>
#include <jacquard/nir/text/parse/derefs.h>
#include <jacquard/nir/text/parse/indices.h>
#include <jacquard/nir/text/parse/instructions.h>
#include <jacquard/nir/text/parse/places.h>
#include <jacquard/nir/text/parse/textures.h>
#include <jacquard/nir/text/parse/variables.h>
#include <jacquard/nir/text/print/words.h>

#include <algorithm>
#include <string>

namespace jacquard::nir {

void Instructions::finish(Instruction& made, const std::optional<Definition>& defined, bool relaxed,
                          SourcePosition position) {
    if (defined) {
        if (SsaDef* value = made.def()) {
            values_.define(*value, *defined);
            value->relaxed = relaxed;
            if (relaxed && !can_be_relaxed(made)) {
                tokens_.error("N109", position,
                              "only numbers of 32 bits that are computed or read are relaxed");
            }
        } else {
            tokens_.error("N109", position, "this instruction has no result");
        }
    } else if (made.def() != nullptr) {
        tokens_.error("N109", position, "the result of this instruction must have a name");
    }
}

void Instructions::instruction(Block& block) {
    const SourcePosition position = tokens_.at().position;
    std::optional<Definition> defined;
    Instruction* made = nullptr;
    bool relaxed = false;
    if (tokens_.at().kind == TokenKind::value) {
        defined.emplace();
        if (values_.definition(*defined) && tokens_.expect('=', "after what is defined")) {
            relaxed = tokens_.accept_word("relaxed");
            made = body(defined);
        }
    } else {
        made = body(defined);
    }
    if (made == nullptr) {
        if (defined) {
            values_.lose(*defined);
        }
        tokens_.skip_line();
        return;
    }
    places_.add(made, position);
    made->origin = {position.line};
    finish(*made, defined, relaxed, position);
    block.append(made);
    if (!tokens_.at_end() && tokens_.same_line() && !tokens_.at().is('}')) {
        tokens_.unexpected("the end of the line");
        tokens_.skip_line();
    }
}

// An instruction that only defines a value; null where it is none.
std::optional<Instruction*> Instructions::defining_body(const ValueShape& shape) {
    if (tokens_.accept_word("const")) {
        return constant(shape);
    }
    if (tokens_.accept_word("undef")) {
        return shader_.make_undef(shape.num_components, shape.bit_size);
    }
    if (tokens_.accept_word("phi")) {
        return phi(shape);
    }
    if (tokens_.accept_word("texture")) {
        return textures_.texture(shape);
    }
    for (std::size_t i = 0; i < kDerefWords.size(); ++i) {
        if (tokens_.accept_word(kDerefWords[i])) {
            return derefs_.deref(static_cast<DerefKind>(i));
        }
    }
    const bool exact = tokens_.accept_word("exact");
    if (const auto opcode = find_opcode(tokens_.at().text)) {
        tokens_.advance();
        return alu(*opcode, exact, shape);
    }
    return std::nullopt;
}

Instruction* Instructions::no_instruction() {
    if (find_opcode(tokens_.at().text) || tokens_.at().is_word("const") ||
        tokens_.at().is_word("undef") || tokens_.at().is_word("phi") ||
        tokens_.at().is_word("texture") || tokens_.at().is_word("exact") ||
        std::find(kDerefWords.begin(), kDerefWords.end(), tokens_.at().text) != kDerefWords.end()) {
        tokens_.fail("N109",
                     "the result of '" + std::string(tokens_.at().text) + "' must have a name");
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
    Diagnostic& diagnostic =
        tokens_.error("N103", tokens_.at().position,
                      "there is no instruction '" + std::string(tokens_.at().text) + "'");
    tokens_.suggest(diagnostic, tokens_.at().text, names);
    return nullptr;
}

Instruction* Instructions::body(const std::optional<Definition>& defined) {
    const ValueShape shape = defined ? defined->shape : ValueShape{};
    if (tokens_.at().kind != TokenKind::word) {
        tokens_.unexpected("an instruction");
        return nullptr;
    }
    for (std::size_t i = 0; i < kJumpWords.size(); ++i) {
        if (tokens_.accept_word(kJumpWords[i])) {
            return shader_.make_jump(static_cast<JumpKind>(i));
        }
    }
    if (tokens_.accept_word("call")) {
        return calls_.call();
    }
    if (tokens_.accept_word("parallel_copy")) {
        return parallel_copy();
    }
    if (defined) {
        if (const auto made = defining_body(shape)) {
            return *made;
        }
    }
    if (const auto op = find_intrinsic(tokens_.at().text)) {
        tokens_.advance();
        return intrinsic(*op, defined);
    }
    return no_instruction();
}

Instruction* Instructions::alu(Opcode opcode, bool exact, const ValueShape& shape) {
    AluInstruction* made = shader_.make_alu(opcode, shape.num_components, shape.bit_size);
    made->exact = exact;
    const OpcodeInfo& info = opcode_info(opcode);
    if (info.output_components != 0) {
        made->value.num_components = info.output_components;
    }
    for (unsigned i = 0; i < made->num_sources; ++i) {
        if (i != 0 && !tokens_.expect(',', "and another operand")) {
            return nullptr;
        }
        if (!values_.use(made->first_source[i]) ||
            !swizzle(made->first_source[i], made->source_components(i))) {
            return nullptr;
        }
    }
    return made;
}

bool Instructions::swizzle(AluSource& source, unsigned count) {
    for (unsigned c = 0; c < kMaxComponents; ++c) {
        source.swizzle[c] = static_cast<std::uint8_t>(c);
    }
    if (!tokens_.at().is('.')) {
        return true;
    }
    tokens_.advance();
    if (tokens_.at().kind != TokenKind::word || tokens_.at().text.size() != count) {
        tokens_.unexpected(std::to_string(count) + " components");
        return false;
    }
    for (unsigned c = 0; c < count; ++c) {
        std::size_t at = kShortComponents.find(tokens_.at().text[c]);
        if (at == std::string_view::npos) {
            at = kLongComponents.find(tokens_.at().text[c]);
        }
        if (at == std::string_view::npos) {
            tokens_.fail("N102",
                         "'" + std::string(1, tokens_.at().text[c]) + "' is not a component");
            return false;
        }
        source.swizzle[c] = static_cast<std::uint8_t>(at);
    }
    tokens_.advance();
    return true;
}

Instruction* Instructions::intrinsic(IntrinsicOp op, const std::optional<Definition>& defined) {
    const ValueShape shape = defined ? defined->shape : ValueShape{};
    const SourcePosition position = tokens_.at().position;
    IntrinsicInstruction* made = shader_.make_intrinsic(op, shape.num_components, shape.bit_size);
    if (!named_variables(*made) || !values_.uses(made->sources()) || !indices_.indices(*made)) {
        return nullptr;
    }
    if (op == IntrinsicOp::decl_reg && !count_registers(*made, position)) {
        return nullptr;
    }
    return made;
}

bool Instructions::named_variables(IntrinsicInstruction& intrinsic) {
    for (std::size_t i = 0; i < intrinsic.variables().size(); ++i) {
        if (i != 0 && !tokens_.expect(',', "and another variable")) {
            return false;
        }
        const auto variable = variables_.variable_by_name();
        if (!variable) {
            return false;
        }
        intrinsic.first_variable[i] = *variable;
    }
    return intrinsic.variables().empty() || intrinsic.num_sources == 0 ||
           tokens_.expect(',', "and a value");
}

// Counts the registers that `decl_reg` declares, and returns whether the limit allows them.
bool Instructions::count_registers(const IntrinsicInstruction& declaration,
                                   SourcePosition position) {
    const auto elements = static_cast<std::uint64_t>(declaration.num_array_elems());
    const auto components = static_cast<std::uint64_t>(declaration.num_components());
    // Both have 32 bits.
    num_registers_ += std::max<std::uint64_t>(elements, 1) * components;
    return num_registers_ <= tokens_.limits().registers ||
           tokens_.reached(Limit::registers, position);
}

Instruction* Instructions::constant(const ValueShape& shape) {
    ConstantInstruction* made = shader_.make_constant(shape.num_components, shape.bit_size);
    for (unsigned c = 0; c < shape.num_components; ++c) {
        if (c != 0 && !tokens_.expect(',', "and another component")) {
            return nullptr;
        }
        const auto value = parts_.constant_component(shape.bit_size);
        if (!value) {
            return nullptr;
        }
        made->values[c] = *value;
    }
    return made;
}

Instruction* Instructions::phi(const ValueShape& shape) {
    PhiInstruction* made = shader_.make_phi(shape.num_components, shape.bit_size);
    const auto from_block = [&] {
        const SourcePosition position = tokens_.at().position;
        const auto from = parts_.block_number();
        if (!from || !tokens_.expect(':', "and the value from that block")) {
            return false;
        }
        PhiSource* source = shader_.add_phi_source(made, nullptr, nullptr);
        blocks_.come_from(source, *from, position);
        return values_.use(*source);
    };
    if (tokens_.at().kind == TokenKind::word && tokens_.same_line() &&
        !tokens_.list_of_line(from_block)) {
        return nullptr;
    }
    return made;
}

bool Instructions::value_token(Token& token, std::string_view wanted) {
    token = tokens_.at();
    if (tokens_.at().kind != TokenKind::value) {
        tokens_.unexpected(wanted);
        return false;
    }
    tokens_.advance();
    return true;
}

bool Instructions::copy(Copy& each) {
    if (tokens_.accept_word("register")) {
        each.to_register = true;
        if (!value_token(each.register_value, "a register, such as %3")) {
            return false;
        }
    } else if (tokens_.at().kind != TokenKind::value) {
        tokens_.unexpected("a value or 'register'");
        return false;
    } else if (!values_.definition(each.defined)) {
        return false;
    }
    return tokens_.expect('=', "and what is copied") &&
           value_token(each.source, "a value, such as %3");
}

Instruction* Instructions::parallel_copy() {
    std::vector<Copy> given;
    const bool has_any = tokens_.at().kind == TokenKind::value || tokens_.at().is_word("register");
    if (has_any && tokens_.same_line() &&
        !tokens_.list_of_line([&] { return copy(given.emplace_back()); })) {
        return nullptr;
    }
    ParallelCopyInstruction* made = shader_.make_parallel_copy(static_cast<unsigned>(given.size()));
    for (std::size_t i = 0; i < given.size(); ++i) {
        ParallelCopyEntry& entry = made->first_entry[i];
        entry.to_register = given[i].to_register;
        if (!values_.refer(entry.source, given[i].source)) {
            return nullptr;
        }
        if (entry.to_register) {
            if (!values_.refer(entry.register_value, given[i].register_value)) {
                return nullptr;
            }
        } else {
            entry.value.num_components =
                static_cast<std::uint8_t>(given[i].defined.shape.num_components);
            values_.define(entry.value, given[i].defined);
        }
    }
    return made;
}

} // namespace jacquard::nir
