#include <jacquard/nir/text/parse/blocks.h>
#include <jacquard/nir/text/parse/control_flow.h>
#include <jacquard/nir/text/parse/instructions.h>
#include <jacquard/nir/text/parse/places.h>
#include <jacquard/nir/text/parse/values.h>
#include <jacquard/support/text/letters.h>

namespace jacquard::nir {

bool ControlFlow::is_block_head() const {
    return tokens_.at().kind == TokenKind::word && tokens_.at().text.size() > 1 &&
           tokens_.at().text[0] == 'b' && is_digit(tokens_.at().text[1]);
}

Block* ControlFlow::add_block(ControlFlowList& body, ControlFlowNode* parent, bool use_first) {
    Block* const block = use_first ? body.first_block() : shader_.make_block();
    if (!use_first) {
        body.append(block, parent);
    }
    return block;
}

void ControlFlow::list(ControlFlowList& body, std::uint64_t depth) {
    ControlFlowNode* parent = body.first->parent;
    // It bounds the recursion.
    if (depth > tokens_.limits().nesting) {
        tokens_.reached(Limit::nesting, tokens_.at().position);
        return;
    }
    Block* block = nullptr;
    bool first = true;
    for (;;) {
        tokens_.begin_statement();
        if (tokens_.at().kind == TokenKind::end || !tokens_.begin_item()) {
            tokens_.unexpected("'}'");
            return;
        }
        if (tokens_.at().is('}')) {
            if (block == nullptr) {
                tokens_.fail("N106", "control flow must end with a block");
            }
            tokens_.advance();
            return;
        }
        if (is_block_head()) {
            if (block != nullptr) {
                tokens_.fail("N106", "two blocks need an if or a loop between them");
            }
            block = add_block(body, parent, first);
            blocks_.head(*block);
            first = false;
        } else if (block == nullptr) {
            tokens_.fail("N106", "expected a block, such as b3:");
            block = add_block(body, parent, first);
            first = false;
        } else if (tokens_.at().is_word("if")) {
            if_node(body, parent, depth);
            block = nullptr;
        } else if (tokens_.at().is_word("loop")) {
            loop_node(body, parent, depth);
            block = nullptr;
        } else {
            instructions_.instruction(*block);
        }
    }
}

void ControlFlow::if_node(ControlFlowList& body, ControlFlowNode* parent, std::uint64_t depth) {
    IfNode* node = shader_.make_if();
    places_.add(node, tokens_.at().position);
    tokens_.advance();
    body.append(node, parent);
    if (!values_.use(node->condition) || !open_brace()) {
        tokens_.skip_line();
    }
    list(node->then_list, depth + 1);
    if (!tokens_.accept_word("else")) {
        tokens_.unexpected("'else'");
        return;
    }
    if (!open_brace()) {
        tokens_.skip_line();
    }
    list(node->else_list, depth + 1);
}

void ControlFlow::loop_node(ControlFlowList& body, ControlFlowNode* parent, std::uint64_t depth) {
    tokens_.advance();
    LoopNode* node = shader_.make_loop();
    body.append(node, parent);
    if (!open_brace()) {
        tokens_.skip_line();
    }
    list(node->body, depth + 1);
}

} // namespace jacquard::nir
