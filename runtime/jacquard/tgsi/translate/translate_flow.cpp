// Control flow. Blocks of the text become ifs and loops; a switch becomes a loop that runs once, so
// that a break may leave it from anywhere, with an if for each group of labels. Subroutines are
// built where they are called. What a jump cannot reach in one step it asks for in a register that
// is looked at behind each loop it leaves.

#include <jacquard/tgsi/translate/translator.h>

#include <algorithm>

namespace jacquard::tgsi {

using nir::JumpKind;
using nir::SsaDef;

namespace {

// What stands in a scope may need some ifs of its own.
constexpr std::uint64_t kOwnNesting = 3;

// What calls may add to a program, so that a short text cannot ask for a large one.
constexpr std::uint32_t kMostCalledInstructions = 1U << 17;

} // namespace

// Instructions from first to last; a call goes to its subroutine and comes back.
void Translator::translate_instructions() {
    const auto count = static_cast<std::uint32_t>(program_.instructions.size());
    for (position_ = 0; position_ < count && !has_stopped(); ++position_) {
        const Instruction& instruction = program_.instructions[position_];
        const OpcodeInfo& opcode = info(instruction.opcode);
        meet_regions();
        if (opcode.opens == BlockKind::subroutine_block) {
            position_ = map_.end_of(position_); // built where it is called
            continue;
        }
        if (is_dead_ && opcode.closes == 0 && !is_label(instruction) &&
            instruction.opcode != Opcode::end) {
            if (opcode.opens != BlockKind::none) {
                position_ = map_.end_of(position_);
            }
            continue;
        }
        if (!calls_.empty() && ++called_instructions_ > kMostCalledInstructions) {
            not_supported(instruction.position,
                          "calling subroutines that make the program longer than " +
                              std::to_string(kMostCalledInstructions) + " instructions");
            return;
        }
        translate_instruction(instruction);
    }
}

bool Translator::is_label(const Instruction& instruction) {
    const OpcodeTranslation& translation = translation_of(instruction.opcode);
    return translation.kind == Translation::jump &&
           (translation.jump == Jump::case_jump || translation.jump == Jump::default_jump);
}

StoragePlace Translator::place() {
    return {*declare_,          anchor_,          b(), scalars_, num_conditional_ != 0,
            num_repeated_ != 0, map_.has_blocks()};
}

FlowScope& Translator::push_scope(BlockKind kind) {
    std::uint64_t depth = kOwnNesting;
    for (const nir::ControlFlowNode* at = b().cursor.block->parent; at != nullptr;
         at = at->parent) {
        ++depth;
    }
    if (std::max<std::uint64_t>(depth, scopes_.size()) > options_.limits.nesting) {
        reached(Limit::nesting);
    }
    FlowScope& scope = scopes_.emplace_back();
    scope.kind = kind;
    return scope;
}

void Translator::note_scope(const FlowScope& scope, int change) {
    const bool is_conditional = scope.branch != nullptr || scope.loop != nullptr;
    const bool is_repeated =
        scope.loop != nullptr && (scope.is_repeated() || scope.region != nullptr);
    num_conditional_ += is_conditional ? change : 0;
    num_repeated_ += is_repeated ? change : 0;
}

SsaDef* Translator::condition() {
    Formula formula(b(), 1, *this);
    formula_of(current_->opcode)(formula);
    return b().whole(formula.result(0));
}

// Something that control flow keeps.
Translator::Scalar* Translator::add_scalar(SsaDef* initial) {
    auto* scalar = arena_.make<Scalar>();
    scalars_.declare(*scalar, initial);
    return scalar;
}

void Translator::set(Scalar& scalar, SsaDef* value) {
    scalars_.write(b().cursor.block, scalar, value);
}

SsaDef* Translator::get(Scalar& scalar) {
    return scalars_.read(*shader_, b().cursor.block, scalar);
}

// A truth; false when the program begins.
Translator::Scalar* Translator::add_flag() {
    return add_scalar(hoisted_truth(false));
}

void Translator::translate_block() {
    const OpcodeInfo& opcode = info(current_->opcode);
    if (opcode.closes != 0) {
        close_block(opcode.opens == BlockKind::else_block);
    }
    switch (opcode.opens) {
    case BlockKind::none:
    case BlockKind::else_block:
    case BlockKind::subroutine_block: break;
    case BlockKind::if_block: {
        SsaDef* taken = condition();
        FlowScope& scope = push_scope(opcode.opens);
        scope.branch = b().push_if(taken);
        note_scope(scope, 1);
        break;
    }
    case BlockKind::loop_block: {
        FlowScope& scope = push_scope(opcode.opens);
        scope.loop = b().push_loop();
        note_scope(scope, 1);
        break;
    }
    case BlockKind::rep_block: open_repeat(); break;
    case BlockKind::for_block: open_counting(); break;
    case BlockKind::switch_block: open_switch(); break;
    }
}

void Translator::close_block(bool has_else) {
    FlowScope& scope = scopes_.back();
    switch (scope.kind) {
    case BlockKind::if_block:
        if (has_else) {
            scope.kind = BlockKind::else_block;
            scope.then_is_dead = is_dead_;
            is_dead_ = false;
            b().push_else(scope.branch);
            return;
        }
        b().pop_if(scope.branch);
        is_dead_ = false;
        break;
    case BlockKind::else_block:
        b().pop_if(scope.branch);
        is_dead_ = is_dead_ && scope.then_is_dead;
        break;
    case BlockKind::loop_block:
    case BlockKind::rep_block:
    case BlockKind::for_block:
        b().pop_loop(scope.loop);
        is_dead_ = !scope.has_exit;
        break;
    case BlockKind::switch_block: close_switch(scope); break;
    case BlockKind::subroutine_block: close_call(); return;
    case BlockKind::none: break;
    }
    note_scope(scope, -1);
    const FlowScope closed = std::move(scope);
    scopes_.pop_back();
    go_on_leaving(closed);
}

// Returns and next rounds that were asked for inside of a loop that is closed now.
void Translator::go_on_leaving(const FlowScope& closed) {
    go_on_with(closed.pending);
    if (closed.return_is_pending) {
        nir::IfNode* asked = b().push_if(get(*scopes_[calls_.back()].return_flag));
        FlowScope& around = *innermost_loop();
        around.return_is_pending = around.kind != BlockKind::subroutine_block;
        around.has_exit = true;
        b().jump(JumpKind::break_loop);
        b().pop_if(asked);
    }
    if (closed.continue_is_pending) {
        Scalar& flag = continue_flag();
        nir::IfNode* asked = b().push_if(get(flag));
        FlowScope& around = *innermost_loop();
        if (around.is_repeated()) {
            set_flag(flag, false);
            b().jump(JumpKind::continue_loop);
        } else {
            around.continue_is_pending = true;
            around.has_exit = true;
            b().jump(JumpKind::break_loop);
        }
        b().pop_if(asked);
    }
}

// What asks for the next round of the innermost loop of the text.
Translator::Scalar& Translator::continue_flag() {
    std::size_t i = scopes_.size() - 1;
    while (!scopes_[i].is_repeated()) {
        --i;
    }
    Scalar*& flag = scopes_[i].continue_flag;
    flag = flag == nullptr ? add_flag() : flag;
    return *flag;
}

// The innermost block that is a loop in NIR; null when there is none.
FlowScope* Translator::innermost_loop() {
    for (std::size_t i = scopes_.size(); i-- > 0;) {
        if (scopes_[i].loop != nullptr) {
            return &scopes_[i];
        }
    }
    return nullptr;
}

// REP: a counter that is looked at where the body begins, as CONT comes there too.
void Translator::open_repeat() {
    SsaDef* count = b().f2i32(read_source(0, 0));
    FlowScope& scope = push_scope(BlockKind::rep_block);
    Scalar& counter = *add_scalar(anchor_);
    set(counter, count);
    scope.loop = b().push_loop();
    scope.has_exit = true;
    note_scope(scope, 1);
    SsaDef* left = get(counter);
    break_if(b().ige(hoisted_constant(0), left));
    set(counter, b().iadd(left, hoisted_constant(~0U)));
}

// BGNFOR: x is the index, y how often to go on, z the step; ENDFOR's steps are made where the body
// begins, in every round but the first.
void Translator::open_counting() {
    const Destination& loop = current_->destination;
    std::array<SsaDef*, 3> start{};
    for (unsigned c = 0; c < 3; ++c) {
        start[c] = b().ffloor(read_source(0, c));
    }
    for (unsigned c = 0; c < 3; ++c) {
        write(loop, c, start[c]);
    }
    Scalar& is_next = *add_flag();
    set_flag(is_next, false);
    FlowScope& scope = push_scope(BlockKind::for_block);
    scope.loop = b().push_loop();
    scope.has_exit = true;
    note_scope(scope, 1);
    nir::IfNode* next = b().push_if(get(is_next));
    const nir::Operand step = read_register(loop.reg, 2);
    write(loop, 0, b().fadd(read_register(loop.reg, 0), step));
    write(loop, 1, b().fadd(read_register(loop.reg, 1), b().imm_float(-1.0)));
    b().pop_if(next);
    set_flag(is_next, true);
    break_if(b().inot(b().flt(hoisted_constant(0), read_register(loop.reg, 1))));
}

void Translator::break_if(SsaDef* leaves) {
    nir::IfNode* node = b().push_if(leaves);
    b().jump(JumpKind::break_loop);
    b().pop_if(node);
}

// Whether each label can be compared where it stands: it is a constant, and DEFAULT, which must
// know of all others, is the last one.
bool Translator::compares_in_turn() {
    bool has_default = false;
    for (std::uint32_t label = map_.first_label(position_); label != ControlFlowMap::kNone;
         label = map_.next_label(label)) {
        const Instruction& at = program_.instructions[label];
        if (has_default) {
            return false;
        }
        has_default = translation_of(at.opcode).jump == Jump::default_jump;
        if (!has_default && program_.sources(at)[0].reg.file != RegisterFile::immediate) {
            return false;
        }
    }
    return true;
}

// Compares all labels before anything runs.
std::vector<SsaDef*> Translator::compare_labels(const FlowScope& scope) {
    const Instruction* opener = current_;
    std::vector<SsaDef*> matches;
    SsaDef* any = nullptr;
    for (std::uint32_t label = map_.first_label(position_); label != ControlFlowMap::kNone;
         label = map_.next_label(label)) {
        current_ = &program_.instructions[label];
        SsaDef* match = nullptr;
        if (translation_of(current_->opcode).jump == Jump::case_jump) {
            match = b().ieq(scope.selector, read_source(0, 0));
            any = any == nullptr ? match : b().ior(any, match);
        }
        matches.push_back(match);
    }
    current_ = opener;
    for (SsaDef*& match : matches) {
        match = match == nullptr ? no_match(any) : match;
    }
    return matches;
}

SsaDef* Translator::no_match(SsaDef* any) {
    return any == nullptr ? b().imm_bool(true) : b().inot(any);
}

void Translator::open_switch() {
    const nir::Operand selector = read_source(0, 0);
    FlowScope& scope = push_scope(BlockKind::switch_block);
    scope.selector = selector;
    if (!compares_in_turn()) {
        scope.matches = compare_labels(scope);
    }
    scope.loop = b().push_loop();
    scope.has_exit = true;
    note_scope(scope, 1);
    is_dead_ = true; // until the first label
}

// Whether the selector matches the label at hand.
SsaDef* Translator::match_of_label(FlowScope& scope) {
    if (!scope.matches.empty()) {
        return scope.matches[scope.num_labels_seen++];
    }
    if (translation_of(current_->opcode).jump == Jump::default_jump) {
        return no_match(scope.any_match);
    }
    SsaDef* match = b().ieq(scope.selector, read_source(0, 0));
    scope.any_match = scope.any_match == nullptr ? match : b().ior(scope.any_match, match);
    return match;
}

void Translator::translate_label() {
    FlowScope& scope = scopes_.back();
    close_group(scope);
    SsaDef* match = match_of_label(scope);
    scope.entry = scope.entry == nullptr ? match : b().ior(scope.entry, match);
    if (map_.next_label(position_) == position_ + 1) {
        return; // the next label begins the same group
    }
    scope.branch = b().push_if(scope.entry);
    is_dead_ = false;
}

// What ran to its end falls into the next group.
void Translator::close_group(FlowScope& scope) {
    if (scope.branch == nullptr) {
        return;
    }
    b().pop_if(scope.branch);
    scope.entry = nullptr;
    if (!is_dead_) {
        scope.entry = b().if_phi(scope.branch, hoisted_truth(true), hoisted_truth(false));
    }
    scope.branch = nullptr;
    is_dead_ = true;
}

SsaDef* Translator::hoisted_truth(bool value) {
    SsaDef*& known = truths_[value ? 1 : 0];
    if (known == nullptr) {
        known = hoist([value](nir::CoreBuilder& entry) { return entry.imm_bool(value); });
    }
    return known;
}

void Translator::close_switch(FlowScope& scope) {
    close_group(scope);
    b().jump(JumpKind::break_loop);
    b().pop_loop(scope.loop);
    is_dead_ = false;
}

} // namespace jacquard::tgsi
