#include <jacquard/spirv/translate/control_flow/jumps.h>
#include <jacquard/spirv/translate/control_flow/phis.h>
#include <jacquard/spirv/translate/pointers/named_places.h>

// Jumps out of loops of NIR.
namespace jacquard::spirv {

nir::Variable* Jumps::truth_variable(std::string_view name) {
    nir::Variable* made = shader().add_local(
        context().function(), shader().scalar_type({nir::BaseType::bool_type, 1}), name);
    // False where the function begins.
    const nir::Cursor before = b().cursor;
    b().cursor = nir::Cursor::before_instruction(context().anchor());
    set_truth(made, false);
    b().cursor = before;
    return made;
}

void Jumps::set_truth(nir::Variable* variable, bool value) {
    b().store_deref(named_places_.variable(*variable), b().imm_bool(value));
}

void Jumps::push_frame(std::uint32_t break_label, std::uint32_t continue_label) {
    FlowFrame& frame = frames_.emplace_back();
    frame.break_label = break_label;
    frame.continue_label = continue_label;
    frame.loop = b().push_loop();
}

// Closes the innermost loop. What was left to get further out goes on.
void Jumps::pop_frame() {
    b().pop_loop(frames_.back().loop);
    frames_.pop_back();
    for (std::size_t i = frames_.size(); i-- > 0;) {
        for (const bool is_continue : {false, true}) {
            FlowFrame& frame = frames_[i];
            bool& was_asked = is_continue ? frame.continue_was_asked : frame.break_was_asked;
            if (!was_asked) {
                continue;
            }
            nir::Variable* flag = is_continue ? frame.continue_flag : frame.break_flag;
            const bool is_there = i + 1 == frames_.size();
            nir::IfNode* node = b().push_if(b().load_deref(named_places_.variable(*flag)));
            if (is_there) {
                set_truth(flag, false);
                was_asked = false;
            }
            b().jump(is_there && is_continue ? nir::JumpKind::continue_loop
                                             : nir::JumpKind::break_loop);
            b().pop_if(node);
        }
    }
}

bool Jumps::is_jump_target(std::uint32_t label) const {
    for (const FlowFrame& frame : frames_) {
        if (frame.break_label == label || frame.continue_label == label) {
            return true;
        }
    }
    return false;
}

// False where the label is no place that encloses the block at hand.
bool Jumps::jump_to(std::uint32_t label) {
    for (std::size_t i = frames_.size(); i-- > 0;) {
        const FlowFrame& frame = frames_[i];
        if (frame.break_label != label && frame.continue_label != label) {
            continue;
        }
        const bool is_continue = frame.continue_label == label;
        if (is_continue && frame.header != 0) {
            phis_.store_phis(label, frame.header);
        }
        jump_from(i, is_continue);
        return true;
    }
    return false;
}

void Jumps::jump_from(std::size_t i, bool is_continue) {
    if (i + 1 == frames_.size()) {
        b().jump(is_continue ? nir::JumpKind::continue_loop : nir::JumpKind::break_loop);
        return;
    }
    nir::Variable*& flag = is_continue ? frames_[i].continue_flag : frames_[i].break_flag;
    if (flag == nullptr) {
        nir::Variable* made = truth_variable(is_continue ? "continues" : "breaks");
        flag = made;
    }
    (is_continue ? frames_[i].continue_was_asked : frames_[i].break_was_asked) = true;
    set_truth(flag, true);
    b().jump(nir::JumpKind::break_loop);
}

} // namespace jacquard::spirv
