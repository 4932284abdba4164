#include <jacquard/tgsi/translate/flow/control_flow_map.h>
#include <jacquard/tgsi/translate/flow/scopes.h>
#include <jacquard/tgsi/translate/flow/switches.h>
#include <jacquard/tgsi/translate/registers/hoisted.h>
#include <jacquard/tgsi/translate/registers/operands.h>

// Switches.
namespace jacquard::tgsi {

using nir::JumpKind;
using nir::SsaDef;

// Returns whether each label can be compared when the walk reaches it: it must be a constant, and
// DEFAULT, which depends on all others, must be the last label.
bool Switches::compares_in_turn() {
    bool has_default = false;
    for (std::uint32_t label = control_flow_map_.first_label(context().position());
         label != ControlFlowMap::kNone; label = control_flow_map_.next_label(label)) {
        const Instruction& at = program().instructions[label];
        if (has_default) {
            return false;
        }
        has_default = translation_of(at.opcode).jump == Jump::default_jump;
        if (!has_default && program().sources(at)[0].reg.file != RegisterFile::immediate) {
            return false;
        }
    }
    return true;
}

// Compares all labels before anything runs.
std::vector<SsaDef*> Switches::compare_labels(const FlowScope& scope) {
    const Instruction& opener = current();
    std::vector<SsaDef*> matches;
    SsaDef* any = nullptr;
    for (std::uint32_t label = control_flow_map_.first_label(context().position());
         label != ControlFlowMap::kNone; label = control_flow_map_.next_label(label)) {
        context().set_current(program().instructions[label]);
        SsaDef* match = nullptr;
        if (translation_of(current().opcode).jump == Jump::case_jump) {
            match = b().ieq(scope.selector, operands_.read_source(0, 0));
            any = any == nullptr ? match : b().ior(any, match);
        }
        matches.push_back(match);
    }
    context().set_current(opener);
    for (SsaDef*& match : matches) {
        match = match == nullptr ? no_match(any) : match;
    }
    return matches;
}

SsaDef* Switches::no_match(SsaDef* any) {
    return any == nullptr ? b().imm_bool(true) : b().inot(any);
}

void Switches::open_switch() {
    const nir::Operand selector = operands_.read_source(0, 0);
    FlowScope& scope = scopes_.push_scope(BlockKind::switch_block);
    scope.selector = selector;
    if (!compares_in_turn()) {
        scope.matches = compare_labels(scope);
    }
    scope.loop = b().push_loop();
    scope.has_exit = true;
    scopes_.note_scope(scope, 1);
    scopes_.set_dead(true); // until the first label
}

// Returns whether the selector matches the current label.
SsaDef* Switches::match_of_label(FlowScope& scope) {
    if (!scope.matches.empty()) {
        return scope.matches[scope.num_labels_seen++];
    }
    if (translation_of(current().opcode).jump == Jump::default_jump) {
        return no_match(scope.any_match);
    }
    SsaDef* match = b().ieq(scope.selector, operands_.read_source(0, 0));
    scope.any_match = scope.any_match == nullptr ? match : b().ior(scope.any_match, match);
    return match;
}

void Switches::translate_label() {
    FlowScope& scope = scopes_.back();
    close_group(scope);
    SsaDef* match = match_of_label(scope);
    scope.entry = scope.entry == nullptr ? match : b().ior(scope.entry, match);
    if (control_flow_map_.next_label(context().position()) == context().position() + 1) {
        return; // the next label begins the same group
    }
    scope.branch = b().push_if(scope.entry);
    scopes_.set_dead(false);
}

// Ends a group of labels. If control flow reaches its end, it falls into the next group.
void Switches::close_group(FlowScope& scope) {
    if (scope.branch == nullptr) {
        return;
    }
    b().pop_if(scope.branch);
    scope.entry = nullptr;
    if (!scopes_.is_dead()) {
        SsaDef* no = hoisted_.truth(false);
        scope.entry = b().if_phi(scope.branch, hoisted_.truth(true), no);
    }
    scope.branch = nullptr;
    scopes_.set_dead(true);
}

void Switches::close_switch(FlowScope& scope) {
    close_group(scope);
    b().jump(JumpKind::break_loop);
    b().pop_loop(scope.loop);
    scopes_.set_dead(false);
}

} // namespace jacquard::tgsi
