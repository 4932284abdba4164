// Control flow of random programs: every loop counts its rounds, so that it ends.

#include "program_maker.h"

#include <algorithm>

namespace jacquard::tgsi {

namespace {

constexpr unsigned kMostNested = 3;

} // namespace

void ProgramMaker::flow_statement() {
    const unsigned what = choices_.below(16);
    const bool may_nest = depth_ < kMostNested && left_ > 0;
    if (what < 4 && !loops_.empty()) {
        leave();
    } else if (what < 5 && num_subroutines_ > first_callable_) {
        call(any_of(menu_.jumping(Jump::call_jump)));
    } else if (what < 6 && choices_.one_in(4) && return_early()) {
        return;
    } else if (!may_nest) {
        compute_any();
    } else if (what < 11) {
        const Opcode opener = any_of(menu_.opening(BlockKind::if_block));
        choose(opener, choices_.one_in(2));
    } else if (what < 14) {
        loop();
    } else if (what < 15) {
        select(any_of(menu_.opening(BlockKind::switch_block)));
    } else if (!menu_.jumping(Jump::branch_jump).empty() && choices_.one_in(3) &&
               branch(any_of(menu_.jumping(Jump::branch_jump)))) {
        return;
    } else if (choices_.one_in(2)) {
        repeat(any_of(menu_.opening(BlockKind::rep_block)));
    } else {
        count(any_of(menu_.opening(BlockKind::for_block)));
    }
}

void ProgramMaker::block() {
    ++depth_;
    const bool was_together = is_together_;
    is_together_ = false;
    statements(1 + choices_.below(4));
    is_together_ = was_together;
    is_dead_ = false;
    --depth_;
}

// Returns a source for an opcode with a condition: the result of a comparison, or any bits.
Source ProgramMaker::condition_for(Opcode opcode) {
    const OperandType type = info(opcode).source_types[0];
    if (choices_.one_in(3)) {
        return registers_.source(type);
    }
    Opcode comparison = any_of(menu_.comparisons);
    for (unsigned i = 0; i < 4 && is_float(info(comparison).destination_type) != is_float(type);
         ++i) {
        comparison = any_of(menu_.comparisons);
    }
    const OpcodeInfo& facts = info(comparison);
    const std::array<Source, 2> sources = {registers_.source(facts.source_types[0]),
                                           registers_.source(facts.source_types[1])};
    const unsigned component = choices_.below(4);
    emit(comparison, component_to(registers_.scratch(), component), sources);
    Source truth = component_of(registers_.scratch(), component);
    truth.negate = choices_.one_in(6);
    truth.absolute = choices_.one_in(8);
    return truth;
}

void ProgramMaker::choose(Opcode opener, bool has_else) {
    const Source condition = condition_for(opener);
    emit(opener, std::nullopt, {condition});
    block();
    if (has_else) {
        emit(else_opcode(), std::nullopt, {});
        block();
    }
    emit(closer_of(BlockKind::if_block), std::nullopt, {});
}

// 0 … 7, as a number that lanes may not agree about or one that all know.
Source ProgramMaker::small_count(bool is_float) {
    if (choices_.one_in(3)) {
        const unsigned rounds = choices_.below(5);
        return component_of(is_float
                                ? registers_.immediate({0, 0x3f800000, 0x40000000, 0x40800000}).reg
                                : registers_.immediate({0, 1, 2, 4}).reg,
                            std::min(rounds, 3U));
    }
    const Destination scratch = component_to(registers_.scratch(), 0);
    const Source given = registers_.scalar(OperandType::uint_type);
    emit(Opcode::and_, scratch,
         {given, component_of(registers_.immediate({3, 7, 5, 1}).reg, choices_.below(4))});
    if (is_float) {
        emit(Opcode::u2f, scratch, {component_of(registers_.scratch(), 0)});
    }
    return component_of(registers_.scratch(), 0);
}

void ProgramMaker::loop() {
    const Register counter = registers_.reserve();
    const Source small = registers_.immediate({0, 1, 2, 4});
    emit(Opcode::mov, component_to(counter, 1), {small_count(false)});
    emit(Opcode::mov, component_to(counter, 0), {component_of(small.reg, 0)});
    const bool ends_late = choices_.one_in(4);
    const auto check = [&] {
        const Register scratch = registers_.scratch();
        emit(Opcode::usge, component_to(scratch, 0),
             {component_of(counter, 0), component_of(counter, 1)});
        emit(Opcode::uif, std::nullopt, {component_of(scratch, 0)});
        emit(Opcode::brk, std::nullopt, {});
        emit(closer_of(BlockKind::if_block), std::nullopt, {});
        emit(Opcode::uadd, component_to(counter, 0),
             {component_of(counter, 0), component_of(small.reg, 1)});
    };
    emit(any_of(menu_.opening(BlockKind::loop_block)), std::nullopt, {});
    if (!ends_late) {
        check();
    }
    loops_.push_back({BlockKind::loop_block, !ends_late});
    if (registers_.has_arrays() && choices_.one_in(3)) {
        carry_in_array();
    } else {
        block();
    }
    loops_.pop_back();
    if (ends_late) {
        check();
    }
    emit(closer_of(BlockKind::loop_block), std::nullopt, {});
}

// A round that reads what the one before it has left in an array, which may be read nowhere else.
void ProgramMaker::carry_in_array() {
    const Destination seen = registers_.destination(OperandType::uint_type);
    emit(Opcode::mov, seen, {source_of(registers_.array_element())});
    registers_.note_written(seen.reg);
    block();
    const Destination left = whole(registers_.array_element());
    emit(Opcode::mov, left, {registers_.source(OperandType::uint_type)});
}

void ProgramMaker::repeat(Opcode opener) {
    const Source rounds = small_count(true);
    emit(opener, std::nullopt, {rounds});
    loops_.push_back({BlockKind::rep_block, true});
    block();
    loops_.pop_back();
    emit(closer_of(BlockKind::rep_block), std::nullopt, {});
}

// x is the index, y the number of rounds, z the step.
void ProgramMaker::count(Opcode opener) {
    if (std::any_of(loops_.begin(), loops_.end(),
                    [](const OpenLoop& loop) { return loop.kind == BlockKind::for_block; }) ||
        in_subroutine_) {
        repeat(any_of(menu_.opening(BlockKind::rep_block))); // the counter is taken
        return;
    }
    const Register start = registers_.reserve();
    emit(Opcode::mov, component_to(start, 1), {small_count(true)});
    emit(Opcode::mov, component_to(start, 0), {small_count(true)});
    emit(Opcode::mov, component_to(start, 2),
         {component_of(registers_.immediate({0, 0x3f800000, 0x40000000, 0x40800000}).reg,
                       choices_.below(4))});
    const Destination counter = whole(registers_.loop_counter());
    emit(opener, counter, {source_of(start)});
    loops_.push_back({BlockKind::for_block, true});
    block();
    loops_.pop_back();
    const Opcode closer = closer_of(BlockKind::for_block);
    emit(closer, info(closer).num_destinations != 0 ? std::optional(counter) : std::nullopt, {});
}

void ProgramMaker::select(Opcode opener) {
    Source selector = registers_.scalar(OperandType::uint_type);
    if (!choices_.one_in(4)) {
        emit(Opcode::and_, component_to(registers_.scratch(), 0),
             {selector, component_of(registers_.immediate({0, 1, 2, 3}).reg, 3)});
        selector = component_of(registers_.scratch(), 0);
    }
    emit(opener, std::nullopt, {selector});
    loops_.push_back({BlockKind::switch_block, false});
    const unsigned num_groups = 1 + choices_.below(4);
    const unsigned default_at = choices_.below(num_groups + 2);
    for (unsigned group = 0; group < num_groups; ++group) {
        if (group == default_at) {
            emit(any_of(menu_.jumping(Jump::default_jump)), std::nullopt, {});
        } else {
            const Source label =
                choices_.one_in(8)
                    ? registers_.scalar(OperandType::uint_type)
                    : component_of(registers_.immediate({0, 1, 2, 3}).reg, group % 4);
            emit(any_of(menu_.jumping(Jump::case_jump)), std::nullopt, {label});
        }
        if (choices_.one_in(8)) {
            continue; // the next label begins the same group
        }
        block();
        if (!choices_.one_in(3)) {
            emit(Opcode::brk, std::nullopt, {});
        }
    }
    loops_.pop_back();
    emit(closer_of(BlockKind::switch_block), std::nullopt, {});
}

// Leaves the loop or program, mostly under a condition.
void ProgramMaker::leave() {
    if (choices_.one_in(12)) {
        jump_out();
        is_dead_ = true;
        return;
    }
    const Opcode opener = any_of(menu_.opening(BlockKind::if_block));
    const Source condition = condition_for(opener);
    emit(opener, std::nullopt, {condition});
    if (choices_.one_in(2)) {
        compute_any();
    }
    jump_out();
    if (choices_.one_in(4)) {
        emit(else_opcode(), std::nullopt, {});
        compute_any();
    }
    emit(closer_of(BlockKind::if_block), std::nullopt, {});
}

void ProgramMaker::jump_out() {
    // The nearest loop of the text decides whether the next round may begin; a switch is none.
    const auto loop = std::find_if(loops_.rbegin(), loops_.rend(), [](const OpenLoop& open) {
        return open.kind != BlockKind::switch_block;
    });
    if (loop != loops_.rend() && loop->may_continue && choices_.one_in(2)) {
        emit(any_of(menu_.jumping(Jump::continue_jump)), std::nullopt, {});
        return;
    }
    const Opcode opcode = any_of(menu_.jumping(Jump::break_jump));
    if (info(opcode).num_sources != 0 && loops_.back().kind != BlockKind::switch_block) {
        const Source condition = condition_for(opcode);
        emit(opcode, std::nullopt, {condition});
        return;
    }
    emit(Opcode::brk, std::nullopt, {});
}

bool ProgramMaker::return_early() {
    if (menu_.jumping(Jump::return_jump).empty()) {
        return false;
    }
    const Opcode opener = any_of(menu_.opening(BlockKind::if_block));
    const Source condition = condition_for(opener);
    emit(opener, std::nullopt, {condition});
    emit(any_of(menu_.jumping(Jump::return_jump)), std::nullopt, {});
    emit(closer_of(BlockKind::if_block), std::nullopt, {});
    have_left_ = have_left_ || !in_subroutine_;
    return true;
}

// Forward over a few statements, or once back to them. In a switch nothing may branch.
bool ProgramMaker::branch(Opcode opcode) {
    const bool is_in_switch = std::any_of(loops_.begin(), loops_.end(), [](const OpenLoop& open) {
        return open.kind == BlockKind::switch_block;
    });
    if (is_in_switch) {
        return false;
    }
    const auto next = [&] { return static_cast<std::uint32_t>(program_.instructions.size()); };
    const Source given = registers_.source(info(opcode).source_types[0]);
    const Opcode opener = any_of(menu_.opening(BlockKind::if_block));
    if (choices_.one_in(2)) {
        const Source condition = condition_for(opener);
        emit(opener, std::nullopt, {condition});
        emit(opcode, std::nullopt, {given});
        const std::uint32_t number = next() - 1;
        emit(closer_of(BlockKind::if_block), std::nullopt, {});
        block();
        program_.instructions[number].label = next();
        emit(Opcode::nop, std::nullopt, {});
        return true;
    }
    const Register counter = registers_.reserve();
    const Source small = registers_.immediate({0, 1, 2, 4});
    emit(Opcode::mov, component_to(counter, 0), {component_of(small.reg, 0)});
    const std::uint32_t label = next();
    emit(Opcode::uadd, component_to(counter, 0),
         {component_of(counter, 0), component_of(small.reg, 1)});
    block();
    const Register scratch = registers_.scratch();
    emit(Opcode::uslt, component_to(scratch, 0),
         {component_of(counter, 0), component_of(small.reg, 2 + choices_.below(2))});
    emit(Opcode::uif, std::nullopt, {component_of(scratch, 0)});
    emit(opcode, std::nullopt, {given});
    program_.instructions[next() - 1].label = label;
    emit(closer_of(BlockKind::if_block), std::nullopt, {});
    return true;
}

void ProgramMaker::call(Opcode opcode) {
    const unsigned subroutine =
        first_callable_ + choices_.below(num_subroutines_ - first_callable_);
    if (info(opcode).num_sources != 0) {
        const Source condition = condition_for(opcode);
        emit(opcode, std::nullopt, {condition});
    } else {
        emit(opcode, std::nullopt, {});
    }
    calls_.push_back({program_.instructions.size() - 1, subroutine});
    have_left_ = true; // perhaps, in there
}

// Writes the subroutines after the end of the program.
void ProgramMaker::subroutines() {
    in_subroutine_ = true;
    for (unsigned i = 0; i < num_subroutines_; ++i) {
        const bool is_called = std::any_of(calls_.begin(), calls_.end(),
                                           [i](const Call& call) { return call.subroutine == i; });
        if (!is_called) {
            continue;
        }
        const auto label = static_cast<std::uint32_t>(program_.instructions.size());
        for (const Call& call : calls_) {
            if (call.subroutine == i) {
                program_.instructions[call.instruction].label = label;
            }
        }
        first_callable_ = i + 1;
        left_ = is_sample_ ? 0 : 1 + choices_.below(6);
        emit(Opcode::bgnsub, std::nullopt, {});
        depth_ = 1;
        is_dead_ = false;
        is_together_ = false;
        statements(left_);
        emit(Opcode::endsub, std::nullopt, {});
    }
}

bool ProgramMaker::write_block(BlockKind kind, Opcode opcode) {
    if (kind == BlockKind::none || kind == BlockKind::else_block) {
        // It closes something: write what it closes.
        for (const auto& [opened, openers] : menu_.openers) {
            if ((info(opcode).closes & mask_of(opened)) != 0) {
                return write_block(opened, openers.front());
            }
        }
        return false;
    }
    switch (kind) {
    case BlockKind::if_block: choose(opcode, true); return true;
    case BlockKind::loop_block: loop(); return true;
    case BlockKind::rep_block: repeat(opcode); return true;
    case BlockKind::for_block: count(opcode); return true;
    case BlockKind::switch_block: select(opcode); return true;
    case BlockKind::subroutine_block: call(any_of(menu_.jumping(Jump::call_jump))); return true;
    default: return false;
    }
}

bool ProgramMaker::write_jump(Opcode opcode) {
    switch (translation_of(opcode).jump) {
    case Jump::case_jump:
    case Jump::default_jump: select(any_of(menu_.opening(BlockKind::switch_block))); return true;
    case Jump::call_jump: call(opcode); return true;
    case Jump::branch_jump: return branch(opcode);
    case Jump::return_jump: return return_early();
    case Jump::break_jump:
    case Jump::continue_jump: break;
    }
    emit(any_of(menu_.opening(BlockKind::loop_block)), std::nullopt, {});
    if (info(opcode).num_sources != 0) {
        const Source condition = condition_for(opcode);
        emit(opcode, std::nullopt, {condition});
    } else {
        emit(Opcode::uif, std::nullopt, {registers_.scalar(OperandType::uint_type)});
        emit(opcode, std::nullopt, {});
        emit(closer_of(BlockKind::if_block), std::nullopt, {});
    }
    emit(Opcode::brk, std::nullopt, {});
    emit(closer_of(BlockKind::loop_block), std::nullopt, {});
    return true;
}

} // namespace jacquard::tgsi
