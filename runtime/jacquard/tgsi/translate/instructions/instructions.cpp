#include <jacquard/tgsi/translate/accesses/memory.h>
#include <jacquard/tgsi/translate/accesses/textures.h>
#include <jacquard/tgsi/translate/flow/control_flow_map.h>
#include <jacquard/tgsi/translate/flow/flow.h>
#include <jacquard/tgsi/translate/flow/regions.h>
#include <jacquard/tgsi/translate/flow/scopes.h>
#include <jacquard/tgsi/translate/instructions/instructions.h>
#include <jacquard/tgsi/translate/instructions/lanes.h>
#include <jacquard/tgsi/translate/instructions/register_stack.h>
#include <jacquard/tgsi/translate/instructions/stages.h>
#include <jacquard/tgsi/translate/registers/faults.h>
#include <jacquard/tgsi/translate/registers/hoisted.h>
#include <jacquard/tgsi/translate/registers/operands.h>
#include <jacquard/tgsi/translate/registers/outputs.h>
#include <jacquard/tgsi/translate/registers/results.h>

// The choice of the function that translates an instruction.
namespace jacquard::tgsi {

using nir::SsaDef;

namespace {

// The instructions that calls may add to a program, so that a short text cannot make a large one.
constexpr std::uint32_t kMostCalledInstructions = 1U << 17;

} // namespace

void Instructions::translate_instruction(const Instruction& instruction) {
    context().set_current(instruction);
    b().origin = {instruction.position.line};
    b().exact = context().is_precise() || instruction.precise;
    const OpcodeTranslation& translation = translation_of(instruction.opcode);
    if (!translation.is_for(program().stage)) {
        wrong_stage(translation);
        return;
    }
    switch (translation.kind) {
    case Translation::later:
        faults_.not_supported(instruction.position, info(instruction.opcode).later);
        break;
    case Translation::formula: results_.translate_formula(); break;
    case Translation::intrinsic: results_.translate_intrinsic(translation.intrinsic); break;
    case Translation::texture: textures_.translate_texture(*translation.texture); break;
    case Translation::action: translate_action(translation); break;
    case Translation::control_flow: flow_.translate_block(); break;
    case Translation::jump: flow_.translate_jump(translation.jump); break;
    }
}

// An opcode that other stages know.
void Instructions::wrong_stage(const OpcodeTranslation& translation) {
    faults_.malformed(current().position, std::string(name_of(current().opcode)) + " is for " +
                                              Faults::stages_text(translation.stages) + " only");
}

void Instructions::translate_action(const OpcodeTranslation& translation) {
    switch (translation.action) {
    case Action::nothing: break;
    case Action::end:
        if (!scopes_.is_dead()) {
            outputs_.finish_outputs();
        }
        if (scopes_.empty()) {
            has_ended_ = true;
        } else {
            b().jump(nir::JumpKind::return_function);
            scopes_.set_dead(true);
        }
        break;
    case Action::fetch_framebuffer: textures_.fetch_framebuffer(); break;
    case Action::discard: b().terminate(); break;
    case Action::discard_if_negative: discard_if_negative(); break;
    case Action::demote: b().demote(); break;
    case Action::read_helper: lanes_.write_truth(&b().is_helper_invocation(1)->value); break;
    case Action::interpolate_at_centroid:
    case Action::interpolate_at_sample:
    case Action::interpolate_at_offset: stages_.interpolate(translation.action); break;
    case Action::push: register_stack_.push_register(); break;
    case Action::pop: register_stack_.pop_register(); break;
    case Action::emit_vertex: stages_.emit_vertex(); break;
    case Action::end_primitive: stages_.end_primitive(); break;
    case Action::load_memory: memory_.load_memory(); break;
    case Action::store_memory: memory_.store_memory(); break;
    case Action::atomic_memory: memory_.change_memory(translation); break;
    case Action::query_memory: memory_.query_memory(); break;
    case Action::order_memory: memory_.order_memory(); break;
    case Action::order_resource: memory_.order_resource(); break;
    case Action::wait_for_workgroup: memory_.wait_for_workgroup(); break;
    case Action::read_clock:
        results_.write_value(&b().shader_clock()->set_memory_scope(nir::Scope::subgroup)->value);
        break;
    case Action::ballot:
        results_.write_value(&b().ballot(2, 32, results_.condition())->value);
        break;
    case Action::vote: lanes_.vote(translation.intrinsic); break;
    }
}

void Instructions::discard_if_negative() {
    const Source& source = program().sources(current())[0];
    SsaDef* zero = hoisted_.constant(0);
    SsaDef* any = nullptr;
    unsigned tested = 0;
    for (unsigned c = 0; c < 4; ++c) {
        // A component that stands twice in the swizzle is tested once.
        if ((tested >> source.swizzle[c] & 1) != 0) {
            continue;
        }
        tested |= 1U << source.swizzle[c];
        SsaDef* negative = b().flt(operands_.read_source(0, c), zero);
        any = any == nullptr ? negative : b().ior(any, negative);
    }
    b().terminate_if(any);
}

// Instructions from first to last; a call goes to its subroutine and comes back.
void Instructions::translate_instructions() {
    const auto count = static_cast<std::uint32_t>(program().instructions.size());
    const auto has_stopped = [this] { return has_ended_ || faults_.has_stopped(); };
    for (context().set_position(0); context().position() < count && !has_stopped();
         context().set_position(context().position() + 1)) {
        const Instruction& instruction = program().instructions[context().position()];
        const OpcodeInfo& opcode = info(instruction.opcode);
        regions_.meet_regions();
        if (opcode.opens == BlockKind::subroutine_block) {
            context().set_position(
                control_flow_map_.end_of(context().position())); // built where it is called
            continue;
        }
        if (scopes_.is_dead() && opcode.closes == 0 && !is_label(instruction) &&
            instruction.opcode != Opcode::end) {
            if (opcode.opens != BlockKind::none) {
                context().set_position(control_flow_map_.end_of(context().position()));
            }
            continue;
        }
        if (scopes_.has_calls() && ++called_instructions_ > kMostCalledInstructions) {
            faults_.not_supported(instruction.position,
                                  "calling subroutines that make the program longer than " +
                                      std::to_string(kMostCalledInstructions) + " instructions");
            return;
        }
        translate_instruction(instruction);
    }
}

bool Instructions::is_label(const Instruction& instruction) {
    const OpcodeTranslation& translation = translation_of(instruction.opcode);
    return translation.kind == Translation::jump &&
           (translation.jump == Jump::case_jump || translation.jump == Jump::default_jump);
}

} // namespace jacquard::tgsi
