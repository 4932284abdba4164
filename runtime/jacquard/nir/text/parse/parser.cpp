#include <jacquard/nir/text/parse/parser.h>
#include <jacquard/nir/text/parse/parser_state.h>
#include <jacquard/nir/validate/validator.h>

#include <algorithm>
#include <functional>

namespace jacquard::nir {

std::unique_ptr<Shader> parse(std::string_view text, Diagnostics& diagnostics,
                              const Limits& limits) {
    if (text.size() > limits.input_bytes) {
        report_limit(diagnostics, {}, Limit::input_bytes, limits);
        return nullptr;
    }
    try {
        return Parser(text, diagnostics, limits).parse();
    } catch (const std::bad_alloc& reason) {
        report_out_of_memory(diagnostics, reason, limits);
        return nullptr;
    }
}

std::unique_ptr<Shader> Parser::parse() {
    if (!stage()) {
        return nullptr;
    }
    while (token_.kind != TokenKind::end && begin_item()) {
        statement_line_ = token_.position.line;
        if (token_.is_word("function")) {
            function();
        } else {
            header_line();
        }
    }
    if (stopped_) {
        return nullptr;
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
    locals(*made);
    list(made->body, 0);
    resolve_function(*made);
}

bool Parser::parameters(Function& function) {
    if (!accept('(')) {
        return true;
    }
    std::vector<Parameter> made;
    do {
        const auto each = begin_item() ? parameter() : std::nullopt;
        if (!each) {
            return false;
        }
        made.push_back(*each);
    } while (accept(','));
    function.parameters = shader_->arena.copy_array(std::span<const Parameter>(made));
    return expect(')', "after the parameters");
}

// 32x4, or what a reference may point at: reference function_temp float32x4, with reference:64 for
// one whose value has 64 bits. `return` for the reference that takes the result.
std::optional<Parameter> Parser::parameter() {
    Parameter made;
    made.is_return = token_.is_word("return");
    if (!made.is_return && !token_.is_word("reference")) {
        const auto given = shape();
        if (!given) {
            return std::nullopt;
        }
        made.num_components = static_cast<std::uint8_t>(given->num_components);
        made.bit_size = static_cast<std::uint8_t>(given->bit_size);
        return made;
    }
    advance();
    made.num_components = 1;
    made.bit_size = 32;
    if (accept(':')) {
        const auto given = shape();
        if (!given) {
            return std::nullopt;
        }
        made.bit_size = static_cast<std::uint8_t>(given->bit_size);
    }
    const auto modes = words_of(kVariableModeWords, "mode of variables");
    made.type = modes ? type() : nullptr;
    if (made.type == nullptr) {
        return std::nullopt;
    }
    made.modes = static_cast<VariableMode>(*modes);
    return made;
}

// Declarations of a function's variables, before its first block.
void Parser::locals(Function& function) {
    while (token_.is_word("decl_var") && begin_item()) {
        statement_line_ = token_.position.line;
        advance();
        variable_line(&function);
        if (token_.kind != TokenKind::end && token_.position.line == statement_line_) {
            if (!diagnostics_.has_errors()) {
                unexpected("the end of the line");
            }
            skip_line();
        }
    }
}

bool Parser::open_brace() {
    return expect('{', "here");
}

// Reads the nodes of a list up to its closing brace. The list holds one empty block already, which
// the first block of the text becomes.
void Parser::list(ControlFlowList& body, std::uint64_t depth) {
    ControlFlowNode* parent = body.first->parent;
    // It bounds the recursion.
    if (depth > limits_.nesting) {
        reached(Limit::nesting, token_.position);
        return;
    }
    Block* block = nullptr;
    bool first = true;
    for (;;) {
        statement_line_ = token_.position.line;
        if (token_.kind == TokenKind::end || !begin_item()) {
            unexpected("'}'");
            return;
        }
        if (token_.is('}')) {
            if (block == nullptr) {
                fail("N106", "control flow must end with a block");
            }
            advance();
            return;
        }
        const bool head = token_.kind == TokenKind::word && token_.text.size() > 1 &&
                          token_.text[0] == 'b' && token_.text[1] >= '0' && token_.text[1] <= '9';
        if (head) {
            if (block != nullptr) {
                fail("N106", "two blocks need an if or a loop between them");
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
    const auto [other, inserted] = blocks_.try_emplace(*number_of_block, {block, position});
    if (!inserted) {
        diagnostics_.error("N104", position, "there is another block with this number")
            .notes.push_back({other->position, "it is here"});
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

void Parser::if_node(ControlFlowList& body, ControlFlowNode* parent, std::uint64_t depth) {
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

void Parser::loop_node(ControlFlowList& body, ControlFlowNode* parent, std::uint64_t depth) {
    advance();
    LoopNode* node = shader_->make_loop();
    body.append(node, parent);
    if (!open_brace()) {
        skip_line();
    }
    list(node->body, depth + 1);
}

void Parser::resolve_function(Function& function) {
    if (stopped_) {
        return;
    }
    for (const PendingUse& pending : uses_) {
        const Named<SsaDef>* found = values_.find(pending.number);
        if (found == nullptr) {
            // The line that defines it has a fault of its own, which was told.
            if (faulty_values_.contains(pending.number)) {
                continue;
            }
            diagnostics_.error("N107", pending.position,
                               "%" + std::to_string(pending.number) + " is not defined");
        } else {
            pending.source->set(found->object);
        }
    }
    for (const PendingPhiBlock& pending : phi_blocks_) {
        const Named<Block>* found = blocks_.find(pending.number);
        if (found == nullptr) {
            diagnostics_.error("N107", pending.position,
                               "there is no block b" + std::to_string(pending.number));
        } else {
            pending.source->predecessor = found->object;
        }
    }
    uses_.clear();
    phi_blocks_.clear();
    faulty_values_.clear();
    resolve_derefs();
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
            const Named<Block>* found = blocks_.find(each);
            said.push_back(found != nullptr ? found->object : nullptr);
        }
        std::vector<const Block*> actual(pending.block->predecessors().begin(),
                                         pending.block->predecessors().end());
        std::sort(said.begin(), said.end());
        std::sort(actual.begin(), actual.end());
        if (said != actual && !diagnostics_.has_errors()) {
            std::string names;
            for (const Block* block : pending.block->predecessors()) {
                blocks_.for_each([&](std::uint32_t number_of_block, const Named<Block>& named) {
                    if (named.object == block) {
                        names += " b" + std::to_string(number_of_block);
                    }
                });
            }
            diagnostics_.error("N108", pending.position,
                               "control reaches this block from" +
                                   (names.empty() ? " nowhere" : names));
        }
    }
    predecessors_.clear();
}

// Counts the registers that `decl_reg` declares, and returns whether the limit allows them.
bool Parser::count_registers(const IntrinsicInstruction& declaration, SourcePosition position) {
    const auto elements = static_cast<std::uint64_t>(declaration.num_array_elems());
    const auto components = static_cast<std::uint64_t>(declaration.num_components());
    // Both have 32 bits.
    num_registers_ += std::max<std::uint64_t>(elements, 1) * components;
    return num_registers_ <= limits_.registers || reached(Limit::registers, position);
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
    const std::vector<Violation> violations = validate(*shader_);
    if (violations.empty()) {
        return;
    }
    const std::less<> before;
    std::sort(places_.begin(), places_.end(),
              [&](const Place& a, const Place& b) { return before(a.instruction, b.instruction); });
    for (const Violation& violation : violations) {
        const auto found = std::lower_bound(places_.begin(), places_.end(), violation.instruction,
                                            [&](const Place& a, const Instruction* wanted) {
                                                return before(a.instruction, wanted);
                                            });
        const bool is_known = found != places_.end() && found->instruction == violation.instruction;
        diagnostics_.error("N201", is_known ? found->position : SourcePosition{},
                           violation.message);
    }
}

} // namespace jacquard::nir
