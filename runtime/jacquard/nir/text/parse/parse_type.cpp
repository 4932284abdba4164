#include <jacquard/nir/text/parse/parser_state.h>
#include <jacquard/nir/text/print/words.h>

#include <algorithm>
#include <charconv>

// Types and declarations of variables.
namespace jacquard::nir {
const Type* Parser::type() {
    const Type* made = type_without_arrays();
    if (made == nullptr) {
        return nullptr;
    }
    struct Dimension {
        std::uint32_t length;
        std::uint32_t stride;
    };
    std::vector<Dimension> dimensions;
    const SourcePosition position = token_.position;
    while (accept('[')) {
        Dimension each{0, 0};
        if (token_.kind == TokenKind::number) {
            const auto length = number("the number of elements", 0xffffffff);
            if (!length) {
                return nullptr;
            }
            each.length = static_cast<std::uint32_t>(*length);
        }
        if (!explicit_stride(each.stride) || !expect(']', "after the number of elements")) {
            return nullptr;
        }
        dimensions.push_back(each);
        if (dimensions.size() > kMaxTypeDepth) {
            break;
        }
    }
    // The first one written is the outermost.
    for (std::size_t i = dimensions.size(); i > 0 && made != nullptr; --i) {
        made = shader_->array_type(made, dimensions[i - 1].length, dimensions[i - 1].stride);
    }
    if (made == nullptr) {
        diagnostics_.error("N105", position, "types are nested too deeply");
    }
    return made;
}

bool Parser::explicit_stride(std::uint32_t& stride) {
    if (!accept(':')) {
        return true;
    }
    const auto bytes = number("the stride in bytes", 0xffffffff);
    stride = static_cast<std::uint32_t>(bytes.value_or(0));
    return bytes.has_value();
}

const Type* Parser::type_without_arrays() {
    if (accept_word(kVoidWord)) {
        return shader_->void_type();
    }
    if (accept_word(kStructWord)) {
        return structure_by_name();
    }
    if (accept_word(kSamplerWord)) {
        return shader_->sampler_type(accept_word("shadow"));
    }
    const bool texture = token_.is_word(kTextureWord);
    if (texture || token_.is_word(kImageWord)) {
        advance();
        const auto dim = word_of(kTextureDimWords, "shape of textures");
        if (!dim) {
            return nullptr;
        }
        const bool layers = accept_word("array");
        const bool shadow = texture && accept_word("shadow");
        const auto texel = alu_type();
        if (!texel) {
            return nullptr;
        }
        return texture
                   ? shader_->texture_type(static_cast<TextureDim>(*dim), layers, shadow, *texel)
                   : shader_->image_type(static_cast<TextureDim>(*dim), layers, *texel);
    }
    return vector_or_matrix();
}

const Type* Parser::structure_by_name() {
    const SourcePosition position = token_.position;
    const auto name = string("the structure's name in quotes");
    if (!name) {
        return nullptr;
    }
    const Type* found = shader_->find_structure(*name);
    if (found == nullptr) {
        Diagnostic& diagnostic =
            diagnostics_.error("N107", position, "there is no structure \"" + *name + "\"");
        std::vector<std::string_view> names;
        for (const Type* each : shader_->types()) {
            if (each->is_structure()) {
                names.push_back(each->name);
            }
        }
        suggest(diagnostic, *name, names);
    }
    return found;
}

// float32, float32x4, float32x4x3, float32x4x3:16
const Type* Parser::vector_or_matrix() {
    if (token_.kind != TokenKind::word) {
        unexpected("a type, such as float32x4, float32x4x4 or struct \"name\"");
        return nullptr;
    }
    const std::string_view written = token_.text;
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
        fail("N102", "'" + std::string(written) + "' is not a type such as float32, uint16x4 or " +
                         "float32x4x4 of 4 columns");
        return nullptr;
    }
    advance();
    if (!matrix) {
        return shader_->vector_type(scalar, counts[0]);
    }
    std::uint32_t stride = 0;
    if (!explicit_stride(stride)) {
        return nullptr;
    }
    return shader_->matrix_type(scalar, counts[0], counts[1], stride);
}

// struct "name" {member: type @offset, …}
void Parser::structure_line() {
    const SourcePosition position = token_.position;
    const auto name = string("the structure's name in quotes");
    if (!name || !expect('{', "and the members")) {
        return;
    }
    std::vector<StructMember> members;
    std::map<std::string_view, SourcePosition> positions;
    while (!token_.is('}') && begin_item()) {
        const SourcePosition at = token_.position;
        const auto member = member_name();
        const Type* type = member && expect(':', "and the member's type") ? this->type() : nullptr;
        if (type == nullptr) {
            return;
        }
        StructMember made{shader_->arena.copy_string(*member), type, kNoOffset};
        if (accept('@')) {
            const auto offset = number("the member's offset", kNoOffset - 1U);
            if (!offset) {
                return;
            }
            made.offset = static_cast<std::uint32_t>(*offset);
        }
        const auto [other, inserted] = positions.try_emplace(made.name, at);
        if (!inserted) {
            diagnostics_.error("N104", at, "there is another member '" + *member + "'")
                .notes.push_back({other->second, "it is here"});
        }
        members.push_back(made);
        if (!accept(',')) {
            break;
        }
    }
    if (!expect('}', "after the members")) {
        return;
    }
    if (members.size() > kMaxMembers) {
        diagnostics_.error("N102", position,
                           "a structure has at most " + std::to_string(kMaxMembers) + " members");
    } else if (shader_->find_structure(*name) != nullptr) {
        diagnostics_.error("N104", position, "there is another structure \"" + *name + "\"");
    } else if (name->empty()) {
        diagnostics_.error("N102", position, "a structure needs a name");
    } else if (shader_->structure_type(*name, members) == nullptr) {
        diagnostics_.error("N105", position, "types are nested too deeply");
    }
}

std::optional<std::string> Parser::member_name() {
    if (token_.kind == TokenKind::string) {
        return string("a member");
    }
    if (token_.kind != TokenKind::word) {
        unexpected("a member's name");
        return std::nullopt;
    }
    std::string name(token_.text);
    advance();
    return name;
}

std::optional<std::uint32_t> Parser::words_of(std::span<const EnumWord> words,
                                              std::string_view what) {
    std::uint32_t bits = 0;
    do {
        const auto word = word_of(words, what);
        if (!word) {
            return std::nullopt;
        }
        bits |= *word;
    } while (accept('|'));
    return bits;
}

// decl_var mode type "name" {fields}
void Parser::variable_line(Function* function) {
    const SourcePosition mode_position = token_.position;
    const auto mode = word_of(kVariableModeWords, "mode of variables");
    if (!mode) {
        return;
    }
    const bool local = *mode == static_cast<std::uint32_t>(VariableMode::function_temp);
    if (local != (function != nullptr)) {
        diagnostics_.error("N110", mode_position,
                           local ? "a variable of mode function_temp stands in a function"
                                 : "a variable of a function has the mode function_temp");
        return;
    }
    const Type* type = this->type();
    const SourcePosition position = token_.position;
    const auto name = type != nullptr ? string("the variable's name in quotes") : std::nullopt;
    if (!name) {
        return;
    }
    if (name->empty()) {
        diagnostics_.error("N102", position, "a variable needs a name");
        return;
    }
    if (const auto other = variables_.find(*name); other != variables_.end()) {
        diagnostics_.error("N104", position, "there is another variable \"" + *name + "\"")
            .notes.push_back({other->second.position, "it is here"});
        return;
    }
    Variable* made = local ? shader_->add_local(function, type, *name)
                           : shader_->add_variable(static_cast<VariableMode>(*mode), type, *name);
    variables_.emplace(made->name, Named<Variable>{made, position});
    if (token_.is('{') && same_line()) {
        advance();
        variable_fields(*made);
    }
}

bool Parser::variable_fields(Variable& variable) {
    do {
        if (!variable_field(variable)) {
            return false;
        }
    } while (accept(','));
    return expect('}', "after the fields");
}

bool Parser::variable_field(Variable& variable) {
    for (const VariableFlag& flag : kVariableFlags) {
        if (accept_word(flag.word)) {
            variable.*flag.field = true;
            return true;
        }
    }
    const Token word = token_;
    std::vector<std::string_view> names = {"location", "semantic", "interpolation",
                                           "place",    "access",   "initializer"};
    for (const VariableNumber& each : kVariableNumbers) {
        names.push_back(each.word);
    }
    if (word.kind != TokenKind::word ||
        std::find(names.begin(), names.end(), word.text) == names.end()) {
        for (const VariableFlag& flag : kVariableFlags) {
            names.push_back(flag.word);
        }
        Diagnostic& diagnostic = diagnostics_.error(
            "N103", word.position, "a variable has no field '" + std::string(word.text) + "'");
        suggest(diagnostic, word.text, names);
        return false;
    }
    advance();
    if (!expect('=', "and the field's value")) {
        return false;
    }
    for (const VariableNumber& each : kVariableNumbers) {
        if (word.text == each.word) {
            const auto value = number("a number", 0xffffffff);
            variable.*each.field = static_cast<std::uint32_t>(value.value_or(0));
            return value.has_value();
        }
    }
    if (word.text == "initializer") {
        return initializer(variable);
    }
    std::optional<std::uint64_t> value;
    if (word.text == "location") {
        value = number("a location", 0x7fffffff);
        variable.location = static_cast<std::int32_t>(value.value_or(0));
    } else if (word.text == "semantic") {
        const auto semantic = word_of(kSemanticWords, "semantic");
        value = semantic ? number("the semantic's index", 0xffffffff) : std::nullopt;
        variable.semantic = static_cast<Semantic>(semantic.value_or(0));
        variable.semantic_index = static_cast<std::uint32_t>(value.value_or(0));
    } else if (word.text == "interpolation") {
        value = word_of(kInterpolationWords, "interpolation");
        variable.interpolation = static_cast<Interpolation>(value.value_or(0));
    } else if (word.text == "place") {
        value = word_of(kInterpolationLocationWords, "place in the pixel");
        variable.interpolation_location = static_cast<InterpolationLocation>(value.value_or(0));
    } else {
        value = words_of(kAccessWords, "access");
        variable.access = static_cast<Access>(value.value_or(0));
    }
    return value.has_value();
}

// The widths follow from the type, so a list that is too long ends the reading.
bool Parser::initializer(Variable& variable) {
    const SourcePosition position = token_.position;
    if (!expect('[', "and the scalars")) {
        return false;
    }
    std::vector<ConstantValue> values;
    ScalarWalk walk(variable.type);
    do {
        const unsigned bit_size = walk.next_bit_size();
        if (bit_size == 0) {
            break;
        }
        const auto value = constant_component(bit_size);
        if (!value) {
            return false;
        }
        values.push_back(*value);
    } while (accept(','));
    if (values.size() != variable.type->scalar_count || !token_.is(']')) {
        diagnostics_.error("N102", position,
                           "a variable of this type is made of " +
                               std::to_string(variable.type->scalar_count) + " scalars");
        return false;
    }
    variable.initializer = shader_->arena.copy_array(std::span<const ConstantValue>(values));
    return expect(']', "after the scalars");
}

} // namespace jacquard::nir
