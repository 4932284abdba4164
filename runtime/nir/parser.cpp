#include <jacquard/nir/parser.h>
#include <jacquard/nir/parser_state.h>
#include <jacquard/nir/validator.h>
#include <jacquard/nir/words.h>
#include <jacquard/support/near_name.h>

#include <algorithm>
#include <charconv>

namespace jacquard::nir {

// Deeper nesting than any compiler makes; it bounds the recursion.
static constexpr unsigned kMaxDepth = 256;

std::unique_ptr<Shader> parse(std::string_view text, Diagnostics& diagnostics) {
    return Parser(text, diagnostics).parse();
}

std::unique_ptr<Shader> Parser::parse() {
    if (!stage()) {
        return nullptr;
    }
    while (token_.kind != TokenKind::end) {
        statement_line_ = token_.position.line;
        if (token_.is_word("function")) {
            function();
        } else {
            header_line();
        }
    }
    resolve_calls();
    shader_->next_ssa_index = highest_value_ + 1;
    if (!diagnostics_.has_errors()) {
        report_violations();
    }
    if (diagnostics_.has_errors()) {
        return nullptr;
    }
    // Numbers far above the count would make every table by number as large as they say.
    if (highest_value_ > 65536 && highest_value_ / 8 > num_values_) {
        shader_->number_values();
    }
    return std::move(shader_);
}

bool Parser::accept(char punctuation) {
    if (!token_.is(punctuation)) {
        return false;
    }
    advance();
    return true;
}

bool Parser::accept_word(std::string_view word) {
    if (!token_.is_word(word)) {
        return false;
    }
    advance();
    return true;
}

bool Parser::expect(char punctuation, std::string_view where) {
    if (accept(punctuation)) {
        return true;
    }
    unexpected("'" + std::string(1, punctuation) + "' " + std::string(where));
    return false;
}

void Parser::unexpected(std::string_view wanted) {
    std::string found = "the end of the text";
    if (token_.kind == TokenKind::value) {
        found = "'%" + std::string(token_.text) + "'";
    } else if (token_.kind != TokenKind::end) {
        found = "'" + std::string(token_.text) + "'";
    }
    fail("N101", "expected " + std::string(wanted) + ", found " + found);
}

void Parser::suggest(Diagnostic& diagnostic, std::string_view written,
                     std::span<const std::string_view> names) {
    // Comparing with every name takes its time; nobody sees what is said past the limit.
    if (diagnostics_.error_count() > Diagnostics::kMaxKept) {
        return;
    }
    const std::string_view near = near_name(written, names);
    if (!near.empty()) {
        diagnostic.notes.push_back({{}, "did you mean '" + std::string(near) + "'?"});
    }
}

// To the line behind the statement at hand, so far as it was read.
void Parser::skip_line() {
    const std::uint32_t line = std::max(last_line_, statement_line_);
    while (token_.kind != TokenKind::end && token_.position.line <= line) {
        advance();
    }
}

std::optional<std::uint64_t> Parser::number(std::string_view what, std::uint64_t limit) {
    if (token_.kind != TokenKind::number) {
        unexpected(what);
        return std::nullopt;
    }
    std::string_view digits = token_.text;
    const bool hex = digits.starts_with("0x");
    digits.remove_prefix(hex ? 2 : 0);
    std::uint64_t value = 0;
    const char* end = digits.data() + digits.size();
    const auto result = std::from_chars(digits.data(), end, value, hex ? 16 : 10);
    if (result.ec != std::errc() || result.ptr != end || value > limit) {
        fail("N102", "expected " + std::string(what) + " up to " + std::to_string(limit) +
                         ", found '" + std::string(token_.text) + "'");
        return std::nullopt;
    }
    advance();
    return value;
}

std::optional<std::int64_t> Parser::signed_number(std::string_view what) {
    if (token_.kind == TokenKind::number && token_.text.starts_with('-')) {
        std::int64_t value = 0;
        const char* end = token_.text.data() + token_.text.size();
        const auto result = std::from_chars(token_.text.data(), end, value);
        if (result.ec != std::errc() || result.ptr != end) {
            fail("N102",
                 "expected " + std::string(what) + ", found '" + std::string(token_.text) + "'");
            return std::nullopt;
        }
        advance();
        return value;
    }
    const auto value = number(what, 0x7fffffffffffffff);
    return value ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt;
}

std::optional<Parser::Shape> Parser::shape() {
    if (token_.kind != TokenKind::number) {
        unexpected("a width, such as 32 or 32x4");
        return std::nullopt;
    }
    Shape result{0, 1};
    const char* at = token_.text.data();
    const char* end = at + token_.text.size();
    auto read = std::from_chars(at, end, result.bit_size);
    if (read.ec == std::errc() && read.ptr != end && *read.ptr == 'x') {
        read = std::from_chars(read.ptr + 1, end, result.num_components);
    }
    if (read.ec != std::errc() || read.ptr != end || !is_valid_bit_size(result.bit_size) ||
        !is_valid_component_count(result.num_components)) {
        fail("N102", "'" + std::string(token_.text) +
                         "' is no shape of a value: 1, 8, 16, 32 or 64 bits, then x and 2 to 5, 8 "
                         "or 16 components");
        return std::nullopt;
    }
    advance();
    return result;
}

std::optional<AluType> Parser::alu_type() {
    if (token_.kind == TokenKind::word) {
        for (std::size_t i = 0; i < kBaseTypeWords.size(); ++i) {
            if (!token_.text.starts_with(kBaseTypeWords[i])) {
                continue;
            }
            const std::string_view width = token_.text.substr(kBaseTypeWords[i].size());
            unsigned bits = 0;
            const char* end = width.data() + width.size();
            const auto read = std::from_chars(width.data(), end, bits);
            if (width.empty() ||
                (read.ec == std::errc() && read.ptr == end && is_valid_bit_size(bits))) {
                advance();
                return AluType{static_cast<BaseType>(i), static_cast<std::uint8_t>(bits)};
            }
        }
    }
    unexpected("a type, such as float32 or uint");
    return std::nullopt;
}

std::optional<std::uint32_t> Parser::word_of(std::span<const EnumWord> words,
                                             std::string_view what) {
    if (token_.kind == TokenKind::word || token_.kind == TokenKind::number) {
        if (const auto found = find_number(words, token_.text)) {
            advance();
            return found;
        }
        std::vector<std::string_view> names;
        for (const EnumWord& entry : words) {
            names.push_back(entry.word);
        }
        Diagnostic& diagnostic = diagnostics_.error("N103", token_.position,
                                                    "there is no " + std::string(what) + " '" +
                                                        std::string(token_.text) + "'");
        suggest(diagnostic, token_.text, names);
        return std::nullopt;
    }
    unexpected(what);
    return std::nullopt;
}

std::optional<std::uint8_t> Parser::component_mask() {
    if (token_.kind == TokenKind::number) {
        const auto bits = number("a mask", 15);
        return bits ? std::optional(static_cast<std::uint8_t>(*bits)) : std::nullopt;
    }
    if (accept_word("none")) {
        return std::uint8_t{0};
    }
    std::uint8_t bits = 0;
    bool good = token_.kind == TokenKind::word;
    for (const char c : good ? token_.text : std::string_view()) {
        const std::size_t at = kShortComponents.find(c);
        good = good && at != std::string_view::npos && (bits >> at) == 0;
        bits = static_cast<std::uint8_t>(bits | (at < 4 ? 1U << at : 0U));
    }
    if (!good) {
        unexpected("a mask of components, such as xyz");
        return std::nullopt;
    }
    advance();
    return bits;
}

std::optional<std::string> Parser::string(std::string_view what) {
    if (token_.kind != TokenKind::string) {
        unexpected(what);
        return std::nullopt;
    }
    std::string text = unquote(token_.text);
    advance();
    return text;
}

std::optional<std::uint32_t> Parser::block_number() {
    if (token_.kind == TokenKind::word && token_.text.size() > 1 && token_.text[0] == 'b') {
        std::uint32_t value = 0;
        const char* end = token_.text.data() + token_.text.size();
        const auto read = std::from_chars(token_.text.data() + 1, end, value);
        if (read.ec == std::errc() && read.ptr == end) {
            advance();
            return value;
        }
    }
    unexpected("a block, such as b3");
    return std::nullopt;
}

bool Parser::stage() {
    if (!accept_word("shader")) {
        unexpected("'shader' and its stage");
        return false;
    }
    const auto stage = word_of(kStageWords, "stage");
    shader_ = std::make_unique<Shader>(static_cast<Stage>(stage.value_or(0)));
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
    while (token_.kind == TokenKind::number && same_line()) {
        const auto value = number("a value", 0xffffffff);
        if (!value) {
            return;
        }
        property.values.push_back(static_cast<std::uint32_t>(*value));
    }
    shader_->info.properties.push_back(std::move(property));
}

void Parser::function() {
    advance();
    const SourcePosition position = token_.position;
    auto name = string("the function's name in quotes");
    if (!name) {
        skip_line();
        return;
    }
    const bool entry = accept_word("entry");
    Function* made = shader_->add_function(*name, entry);
    const auto [other, inserted] = functions_.try_emplace(*name, Named<Function>{made, position});
    if (!inserted) {
        diagnostics_.error("N104", position, "there is another function \"" + *name + "\"")
            .notes.push_back({other->second.position, "it is here"});
    }
    if (!parameters(*made) || !open_brace()) {
        skip_line();
    }
    values_.clear();
    blocks_.clear();
    list(made->body, 1);
    resolve_function(*made);
}

bool Parser::parameters(Function& function) {
    if (!accept('(')) {
        return true;
    }
    std::vector<Parameter> made;
    do {
        const auto each = shape();
        if (!each) {
            return false;
        }
        made.push_back({static_cast<std::uint8_t>(each->num_components),
                        static_cast<std::uint8_t>(each->bit_size)});
    } while (accept(','));
    function.parameters = shader_->arena.copy_array(std::span<const Parameter>(made));
    return expect(')', "after the parameters");
}

bool Parser::open_brace() {
    return expect('{', "here");
}

// Reads the nodes of a list up to its closing brace. The list holds one empty block already, which
// the first block of the text becomes.
void Parser::list(ControlFlowList& body, unsigned depth) {
    ControlFlowNode* parent = body.first->parent;
    if (depth > kMaxDepth) {
        fail("N105", "control flow is nested too deeply");
        // What follows cannot be understood without its nesting.
        while (token_.kind != TokenKind::end) {
            advance();
        }
        return;
    }
    Block* block = nullptr;
    bool first = true;
    for (;;) {
        statement_line_ = token_.position.line;
        if (token_.kind == TokenKind::end) {
            unexpected("'}'");
            return;
        }
        if (token_.is('}')) {
            if (block == nullptr) {
                fail("N106", "a list of control flow ends with a block");
            }
            advance();
            return;
        }
        const bool head = token_.kind == TokenKind::word && token_.text.size() > 1 &&
                          token_.text[0] == 'b' && token_.text[1] >= '0' && token_.text[1] <= '9';
        if (head) {
            if (block != nullptr) {
                fail("N106", "between two blocks stands an if or a loop");
            }
            block = block_head(body, parent, first);
            first = false;
        } else if (block == nullptr) {
            fail("N106", "expected a block, such as b3:");
            block = first ? body.first_block() : shader_->make_block();
            if (!first) {
                body.append(block, parent);
            }
            first = false;
        } else if (token_.is_word("if")) {
            if_node(body, parent, depth);
            block = nullptr;
        } else if (token_.is_word("loop")) {
            loop_node(body, parent, depth);
            block = nullptr;
        } else {
            instruction(*block);
        }
    }
}

Block* Parser::block_head(ControlFlowList& body, ControlFlowNode* parent, bool use_first) {
    Block* block = use_first ? body.first_block() : shader_->make_block();
    if (!use_first) {
        body.append(block, parent);
    }
    const SourcePosition position = token_.position;
    const auto number_of_block = block_number();
    if (!number_of_block) {
        skip_line();
        return block;
    }
    const auto [other, inserted] =
        blocks_.try_emplace(*number_of_block, Named<Block>{block, position});
    if (!inserted) {
        diagnostics_.error("N104", position, "there is another block of this number")
            .notes.push_back({other->second.position, "it is here"});
    }
    if (accept_word("from")) {
        PendingPredecessors pending{block, {}, position};
        while (token_.kind == TokenKind::word && same_line()) {
            const auto from = block_number();
            if (!from) {
                skip_line();
                return block;
            }
            pending.numbers.push_back(*from);
        }
        predecessors_.push_back(std::move(pending));
    }
    if (!expect(':', "after the block's number")) {
        skip_line();
    }
    return block;
}

void Parser::if_node(ControlFlowList& body, ControlFlowNode* parent, unsigned depth) {
    advance();
    IfNode* node = shader_->make_if();
    body.append(node, parent);
    if (!use(node->condition) || !open_brace()) {
        skip_line();
    }
    list(node->then_list, depth + 1);
    if (!accept_word("else")) {
        unexpected("'else'");
        return;
    }
    if (!open_brace()) {
        skip_line();
    }
    list(node->else_list, depth + 1);
}

void Parser::loop_node(ControlFlowList& body, ControlFlowNode* parent, unsigned depth) {
    advance();
    LoopNode* node = shader_->make_loop();
    body.append(node, parent);
    if (!open_brace()) {
        skip_line();
    }
    list(node->body, depth + 1);
}

void Parser::resolve_function(Function& function) {
    for (const PendingUse& pending : uses_) {
        const auto found = values_.find(pending.number);
        if (found == values_.end()) {
            diagnostics_.error("N107", pending.position,
                               "%" + std::to_string(pending.number) + " is not defined");
        } else {
            pending.source->set(found->second.object);
        }
    }
    for (const PendingPhiBlock& pending : phi_blocks_) {
        const auto found = blocks_.find(pending.number);
        if (found == blocks_.end()) {
            diagnostics_.error("N107", pending.position,
                               "there is no block b" + std::to_string(pending.number));
        } else {
            pending.source->predecessor = found->second.object;
        }
    }
    uses_.clear();
    phi_blocks_.clear();
    function.link_blocks();
    check_predecessors();
    take_counts_from_sources(function);
}

// Counts of components that the text leaves to the values that are read.
void Parser::take_counts_from_sources(Function& function) {
    for (Block& block : function.blocks()) {
        for (Instruction& each : block.instructions()) {
            if (auto* intrinsic = each.as<IntrinsicInstruction>()) {
                const int counted = intrinsic->info().counted_source;
                const SsaDef* value = counted >= 0 ? intrinsic->first_source[counted].ssa : nullptr;
                if (value != nullptr) {
                    intrinsic->component_count = value->num_components;
                }
            } else if (auto* texture = each.as<TextureInstruction>()) {
                const TextureSource* coord = texture->source(TextureSourceType::coord);
                if (coord != nullptr && coord->ssa != nullptr) {
                    texture->coord_components = coord->ssa->num_components;
                }
            }
        }
    }
}

// The links follow from the tree; where the text says them too it must be right.
void Parser::check_predecessors() {
    for (const PendingPredecessors& pending : predecessors_) {
        std::vector<const Block*> said;
        for (const std::uint32_t each : pending.numbers) {
            const auto found = blocks_.find(each);
            said.push_back(found != blocks_.end() ? found->second.object : nullptr);
        }
        std::vector<const Block*> actual(pending.block->predecessors().begin(),
                                         pending.block->predecessors().end());
        std::sort(said.begin(), said.end());
        std::sort(actual.begin(), actual.end());
        if (said != actual && !diagnostics_.has_errors()) {
            std::string names;
            for (const Block* block : pending.block->predecessors()) {
                for (const auto& [number_of_block, named] : blocks_) {
                    if (named.object == block) {
                        names += " b" + std::to_string(number_of_block);
                    }
                }
            }
            diagnostics_.error("N108", pending.position,
                               "control comes here from" + (names.empty() ? " nowhere" : names));
        }
    }
    predecessors_.clear();
}

void Parser::resolve_calls() {
    for (const PendingCall& pending : calls_) {
        const auto found = functions_.find(pending.name);
        if (found == functions_.end()) {
            diagnostics_.error("N107", pending.position,
                               "there is no function \"" + pending.name + "\"");
        } else {
            pending.call->callee = found->second.object;
        }
    }
}

void Parser::report_violations() {
    for (const Violation& violation : validate(*shader_)) {
        SourcePosition position;
        if (violation.instruction != nullptr) {
            const auto found = places_.find(violation.instruction);
            position = found != places_.end() ? found->second : SourcePosition{};
        }
        diagnostics_.error("N201", position, violation.message);
    }
}

} // namespace jacquard::nir
