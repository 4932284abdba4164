#include "function_maker.h"

#include <jacquard/generated/nir/opcodes.h>

#include "textures.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace jacquard::nir {

namespace {

constexpr VariableMode kReferred = VariableMode::function_temp | VariableMode::shader_temp;

} // namespace

Function* add_callee(Choices& choices, Shader& shader, unsigned number) {
    Function* function = shader.add_function("callee" + std::to_string(number));
    std::array<Parameter, 3> parameters;
    for (unsigned i = 0; i < 2; ++i) {
        parameters[i].num_components = static_cast<std::uint8_t>(1 + choices.below(4));
        parameters[i].bit_size = 32;
    }
    parameters[2].num_components = 1;
    parameters[2].bit_size = 32;
    parameters[2].modes = kReferred;
    parameters[2].type = shader.vector_type({BaseType::int_type, 32}, 1 + choices.below(4));
    parameters[2].is_return = choices.one_in(2);
    function->parameters = shader.arena.copy_array(std::span<const Parameter>(parameters));
    return function;
}

FunctionMaker::FunctionMaker(Values& values, Function& function, ShaderParts& parts)
    : values_(values), b_(values.builder()), choices_(values.choices()), function_(function),
      parts_(parts), storage_(values, function, parts.globals, parts.options->has_variables) {}

void FunctionMaker::make_callee(unsigned size) {
    const std::span<const Parameter> parameters = function_.parameters;
    for (std::uint32_t i = 0; i < 2; ++i) {
        SsaDef* value = &b_.load_param(parameters[i].num_components, parameters[i].bit_size)
                             ->set_param_idx(i)
                             ->value;
        values_.know(value, i == 0 ? ValueClass::floats : ValueClass::integers);
    }
    SsaDef* pointer = &b_.load_param(1, 32)->set_param_idx(2)->value;
    DerefInstruction* reference = b_.deref_cast(pointer, kReferred, parameters[2].type);
    storage_.add_reference(reference);
    const unsigned kept = parts_.left - std::min(parts_.left, size);
    parts_.left = std::min(parts_.left, size);
    statements(size);
    parts_.left = kept;
    const unsigned count = parameters[2].type->num_components;
    b_.store_deref(reference, values_.whole(ValueClass::integers, 32, count));
    function_.link_blocks();
}

void FunctionMaker::make_entry() {
    statements(parts_.left);
    if (parts_.machine != nullptr) {
        parts_.machine->finish(values_);
    } else {
        parts_.interface->finish(values_);
    }
    function_.link_blocks();
}

void FunctionMaker::statements(unsigned most) {
    for (unsigned i = 0; i < most && parts_.left > 0; ++i) {
        --parts_.left;
        statement();
    }
}

void FunctionMaker::machine_statement() {
    const bool is_nested = depth_ >= parts_.options->max_depth;
    const unsigned what = choices_.below(32);
    if (what < 2 && !is_nested) {
        branch();
    } else if (what < 4 && !is_nested) {
        choices_.one_in(4) ? loop_once() : loop();
    } else if (what < 6) {
        storage_.use_register();
    } else if (what < 7) {
        choices_.one_in(2) ? values_.move() : values_.undefined();
    } else {
        parts_.machine->statement(values_, depth_ == 0);
    }
}

void FunctionMaker::statement() {
    if (parts_.machine != nullptr) {
        machine_statement();
        return;
    }
    const RandomShaderOptions& options = *parts_.options;
    const bool is_nested = depth_ >= options.max_depth;
    const unsigned what = choices_.below(48);
    if (what < 20) {
        values_.arithmetic();
    } else if (what < 22) {
        parts_.interface->load_input(values_);
    } else if (what < 23) {
        parts_.interface->load_system_value(values_);
    } else if (what < 25) {
        parts_.memory->load_constant_buffer(values_);
    } else if (what < 26) {
        parts_.interface->store_output(values_);
    } else if (what < 28) {
        storage_.use_register();
    } else if (what < 29) {
        storage_.copy_in_parallel();
    } else if (what < 33 && options.has_variables) {
        storage_.use_variable();
    } else if (what < 36 && options.has_memory) {
        parts_.memory->access(values_);
    } else if (what < 37 && options.has_subgroups) {
        exchange();
    } else if (what < 39 && options.has_textures) {
        add_texture(values_, {});
    } else if (what < 40) {
        values_.undefined();
    } else if (what < 41) {
        values_.move();
    } else if (what < 42) {
        switch (choices_.below(4)) {
        case 0: values_.product_and_sum(); break;
        case 1: values_.masks(); break;
        case 2: values_.uniform_product(); break;
        default: values_.inexact_arithmetic(); break;
        }
    } else if (what < 43 && values_.stage() == Stage::fragment && options.has_subgroups) {
        derivative();
    } else if (what < 45 && !is_nested) {
        branch();
    } else if (what < 46 && !is_nested) {
        choices_.one_in(4) ? loop_once() : loop();
    } else if (what < 48 && !parts_.callees.empty()) {
        call();
    } else {
        values_.arithmetic();
    }
}

void FunctionMaker::exchange() {
    const unsigned count = 1 + choices_.below(3);
    SsaDef* value = values_.whole(ValueClass::integers, 32, count);
    const auto keep = [&](IntrinsicInstruction* made, ValueClass kind) {
        values_.know(&made->value, kind);
    };
    switch (choices_.below(10)) {
    case 0:
        keep(b_.ballot(4, 32, values_.whole(ValueClass::truths, 1, 1)), ValueClass::integers);
        break;
    case 1:
        keep(b_.vote_any(1, values_.whole(ValueClass::truths, 1, 1)), ValueClass::truths);
        break;
    case 2:
        keep(b_.vote_all(1, values_.whole(ValueClass::truths, 1, 1)), ValueClass::truths);
        break;
    case 3: {
        IntrinsicInstruction* sum = b_.reduce(count, 32, value);
        keep(sum->set_reduction_op(choices_.one_in(2) ? Opcode::iadd : Opcode::umax),
             ValueClass::integers);
        break;
    }
    case 4:
        keep(b_.inclusive_scan(count, 32, value)->set_reduction_op(Opcode::ixor),
             ValueClass::integers);
        break;
    case 5: keep(b_.shuffle_xor(count, 32, value, values_.index(4)), ValueClass::integers); break;
    case 6: keep(b_.read_first_invocation(count, 32, value), ValueClass::integers); break;
    case 7:
        keep(b_.exclusive_scan(count, 32, value)->set_reduction_op(Opcode::imul),
             ValueClass::integers);
        break;
    case 8:
        keep(b_.quad_broadcast(count, 32, value, b_.imm_int(choices_.below(4))),
             ValueClass::integers);
        break;
    default: keep(b_.quad_swap_horizontal(count, 32, value), ValueClass::integers); break;
    }
}

void FunctionMaker::derivative() {
    if (choices_.one_in(4)) {
        b_.demote_if(values_.whole(ValueClass::truths, 1, 1));
        return;
    }
    const unsigned count = 1 + choices_.below(4);
    SsaDef* value = values_.whole(ValueClass::floats, 32, count);
    IntrinsicInstruction* made =
        choices_.one_in(2) ? b_.ddx_fine(count, 32, value) : b_.ddy_coarse(count, 32, value);
    values_.know(&made->value, ValueClass::floats);
}

void FunctionMaker::branch() {
    if (loop_ != nullptr && choices_.one_in(5)) {
        leave_twice();
        return;
    }
    const std::size_t outer = values_.mark();
    IfNode* node = b_.push_if(values_.whole(ValueClass::truths, 1, 1));
    ++depth_;
    block_of_statements();
    const ValueClass kind = choices_.one_in(2) ? ValueClass::floats : ValueClass::integers;
    const unsigned bits = values_.width_of(kind);
    const unsigned count = 1 + choices_.below(4);
    const bool returns = may_return();
    const bool leaves_then = returns || may_jump();
    SsaDef* then_value = nullptr;
    if (returns) {
        b_.jump(JumpKind::return_function);
    } else if (leaves_then) {
        jump_out();
    } else {
        then_value = values_.whole(kind, bits, count);
    }
    values_.forget_since(outer);
    b_.push_else(node);
    SsaDef* else_value = nullptr;
    if (choices_.below(3) != 0) {
        block_of_statements();
    }
    if (!leaves_then) {
        else_value = values_.whole(kind, bits, count);
    }
    values_.forget_since(outer);
    b_.pop_if(node);
    --depth_;
    if (then_value != nullptr) {
        values_.know(b_.if_phi(node, then_value, else_value), kind);
    }
}

// Two conditions, one after the other, to leave the loop.
void FunctionMaker::leave_twice() {
    for (unsigned i = 0; i < 2; ++i) {
        IfNode* node = b_.push_if(values_.whole(ValueClass::truths, 1, 1));
        b_.jump(JumpKind::break_loop);
        b_.push_else(node);
        b_.pop_if(node);
    }
}

// Seldom, and not from the entry, which still has its outputs to write.
bool FunctionMaker::may_return() {
    return !function_.is_entry && choices_.one_in(3);
}

// Leaves the round or the loop; phis of the loop's head get what they are at the round's start,
// plus one for the counter, so every round counts.
void FunctionMaker::jump_out() {
    if (loop_->counter == nullptr || choices_.one_in(2)) {
        b_.jump(JumpKind::break_loop);
        return;
    }
    Block* from = b_.cursor.block;
    SsaDef* counted = b_.iadd(loop_->counter, b_.imm_int(1));
    SsaDef* carried =
        values_.whole(loop_->kind, loop_->carried->bit_size, loop_->carried->num_components);
    loop_->continues.push_back({from, counted, carried});
    b_.jump(JumpKind::continue_loop);
}

void FunctionMaker::loop() {
    Shader& shader = b_.shader();
    const std::size_t outer = values_.mark();
    OpenLoop open;
    open.kind = choices_.one_in(2) ? ValueClass::floats : ValueClass::integers;
    const unsigned bits = values_.width_of(open.kind);
    const unsigned count = 1 + choices_.below(3);
    SsaDef* start = values_.whole(open.kind, bits, count);
    Block* before = b_.cursor.block;
    LoopNode* node = b_.push_loop();
    PhiInstruction* counter = shader.make_phi(1, 32);
    PhiInstruction* carried = shader.make_phi(count, bits);
    b_.insert(counter);
    b_.insert(carried);
    shader.add_phi_source(counter, before, values_.zero());
    shader.add_phi_source(carried, before, start);
    open.counter = &counter->value;
    open.carried = &carried->value;
    OpenLoop* around = std::exchange(loop_, &open);
    ++depth_;
    // Another number of rounds for each lane, but not many.
    SsaDef* most = choices_.one_in(2)
                       ? b_.imm_int(1 + choices_.below(5))
                       : static_cast<SsaDef*>(b_.iadd(values_.index(4), b_.imm_int(1)));
    SsaDef* done = b_.uge(&counter->value, most);
    IfNode* exit = b_.push_if(done);
    b_.jump(JumpKind::break_loop);
    b_.push_else(exit);
    b_.pop_if(exit);
    values_.know(&counter->value, ValueClass::integers);
    values_.know(&carried->value, open.kind);
    block_of_statements();
    SsaDef* next = values_.whole(open.kind, bits, count);
    SsaDef* counted = b_.iadd(&counter->value, b_.imm_int(1));
    Block* last = b_.cursor.block;
    shader.add_phi_source(counter, last, counted);
    shader.add_phi_source(carried, last, next);
    for (const Continue& continued : open.continues) {
        shader.add_phi_source(counter, continued.from, continued.counter);
        shader.add_phi_source(carried, continued.from, continued.carried);
    }
    values_.forget_since(outer);
    loop_ = around;
    --depth_;
    b_.pop_loop(node);
    values_.know(&counter->value, ValueClass::integers);
    values_.know(&carried->value, open.kind);
}

// A loop that nothing goes back in: what breaks leave of it.
void FunctionMaker::loop_once() {
    const std::size_t outer = values_.mark();
    OpenLoop open;
    LoopNode* node = b_.push_loop();
    OpenLoop* around = std::exchange(loop_, &open);
    ++depth_;
    block_of_statements();
    b_.jump(JumpKind::break_loop);
    values_.forget_since(outer);
    loop_ = around;
    --depth_;
    b_.pop_loop(node);
}

void FunctionMaker::call() {
    const auto count = static_cast<std::uint32_t>(parts_.callees.size());
    Function* callee = parts_.callees[choices_.below(count)];
    const std::span<const Parameter> parameters = callee->parameters;
    SsaDef* first = values_.whole(ValueClass::floats, 32, parameters[0].num_components);
    SsaDef* second = values_.whole(ValueClass::integers, 32, parameters[1].num_components);
    Variable* result = b_.shader().add_local(&function_, parameters[2].type, "result");
    DerefInstruction* reference = b_.deref_var(result);
    const unsigned components = parameters[2].type->num_components;
    b_.store_deref(reference, values_.whole(ValueClass::integers, 32, components));
    const std::array<SsaDef*, 3> arguments = {first, second, &reference->value};
    b_.call(callee, arguments);
    values_.know(b_.load_deref(reference), ValueClass::integers);
}

} // namespace jacquard::nir
