#include <jacquard/nir/behaviour.h>
#include <jacquard/nir/build/clone.h>
#include <jacquard/nir/build/control_flow_edit.h>
#include <jacquard/passes/inline_calls.h>
#include <jacquard/passes/steps/find_recursion.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace jacquard::nir {
namespace {

// What is known of a function that was visited.
struct Callee {
    bool is_open = false; // on the way from the first function to the one at hand
    bool is_flat = false; // calls nothing and returns at its end only
    std::uint64_t size = 0;
    std::uint64_t nesting = 0; // of its deepest block
    std::vector<CallInstruction*> calls;
    std::vector<IntrinsicInstruction*> parameters; // load_param
};

// Ifs and loops around a block.
std::uint64_t nesting_of(const Block& block) {
    std::uint64_t depth = 0;
    for (const ControlFlowNode* at = block.parent; at->parent != nullptr; at = at->parent) {
        ++depth;
    }
    return depth;
}

bool is_parameter(const IntrinsicInstruction& intrinsic) {
    const VariableAccess* access = variable_access(intrinsic.op);
    return access != nullptr && access->action == VariableAction::parameter;
}

Callee describe(const Function& function) {
    Callee callee;
    bool returns_early = false;
    for (const Block& block : function.blocks()) {
        ++callee.size;
        callee.nesting = std::max(callee.nesting, nesting_of(block));
        for (Instruction& instruction : block.instructions()) {
            ++callee.size;
            if (auto* call = instruction.as<CallInstruction>()) {
                callee.calls.push_back(call);
            } else if (const auto* jump = instruction.as<JumpInstruction>()) {
                returns_early |=
                    jump->jump == JumpKind::return_function && &block != function.body.last_block();
            } else if (auto* load = instruction.as<IntrinsicInstruction>();
                       load != nullptr && is_parameter(*load)) {
                callee.parameters.push_back(load);
            }
        }
    }
    callee.is_flat = callee.calls.empty() && !returns_early;
    return callee;
}

// Visits functions after all that they call. visit(function, callee) sees what is known of it;
// closes_cycle(function) is told of one that is called while it is still open.
template <typename Visit, typename Cycle>
void visit_callees_first(const Shader& shader, std::unordered_map<const Function*, Callee>& known,
                         Visit&& visit, Cycle&& closes_cycle) {
    struct Open {
        Function* function;
        std::size_t next_call;
    };
    std::vector<Open> open;
    const auto enter = [&](Function& function) {
        Callee& callee = known.emplace(&function, describe(function)).first->second;
        callee.is_open = true;
        open.push_back({&function, 0});
    };
    for (Function& root : shader.functions()) {
        if (!known.contains(&root)) {
            enter(root);
        }
        while (!open.empty()) {
            Callee& callee = known.at(open.back().function);
            if (open.back().next_call == callee.calls.size()) {
                visit(*open.back().function, callee);
                callee.is_open = false;
                open.pop_back();
                continue;
            }
            Function& called = *callee.calls[open.back().next_call++]->callee;
            const auto found = known.find(&called);
            if (found == known.end()) {
                enter(called);
            } else if (found->second.is_open) {
                closes_cycle(called);
            }
        }
    }
}

class InlineCalls {
  public:
    InlineCalls(Shader& shader, const InlineCallsOptions& options)
        : shader_(shader), limit_(options.limit), nesting_(options.nesting) {}

    bool run() {
        for (const Function& function : shader_.functions()) {
            size_ += describe(function).size;
        }
        visit_callees_first(
            shader_, known_,
            [this](Function& function, Callee& callee) { visit(function, callee); },
            [](const Function&) {});
        return changed_;
    }

  private:
    void visit(Function& function, Callee& caller) {
        bool changed = false;
        for (CallInstruction* call : caller.calls) {
            const Callee& callee = known_.at(call->callee);
            if (callee.is_flat && size_ + callee.size <= limit_ &&
                nesting_of(*call->block) + callee.nesting <= nesting_) {
                inline_call(function, *call, callee);
                size_ += callee.size;
                changed = true;
            }
        }
        if (changed) {
            tidy_control_flow(function);
            caller = describe(function);
            changed_ = true;
        }
    }

    // The call's block keeps what follows the call.
    void inline_call(Function& caller, CallInstruction& call, const Callee& callee) {
        map_.forget_blocks();
        clone_variables(*call.callee, caller, map_);
        ControlFlowList body;
        clone(shader_, call.callee->body, body, nullptr, map_);
        for (IntrinsicInstruction* load : callee.parameters) {
            SsaDef* copy = map_.value(&load->value);
            copy->rewrite_uses(call.first_source[load->param_idx()].ssa);
            copy->instruction->remove();
        }
        if (JumpInstruction* jump = body.last_block()->jump();
            jump != nullptr && jump->jump == JumpKind::return_function) {
            jump->unlink();
        }
        Block* before = split_before(shader_, *call.block, &call);
        call.remove();
        splice_after(before, body);
    }

    Shader& shader_;
    std::uint64_t limit_;
    std::uint64_t nesting_;
    std::uint64_t size_ = 0;
    bool changed_ = false;
    CloneMap map_;
    std::unordered_map<const Function*, Callee> known_;
};

} // namespace

bool inline_calls(Shader& shader, const InlineCallsOptions& options) {
    return InlineCalls(shader, options).run();
}

const Function* find_recursion(const Shader& shader) {
    std::unordered_map<const Function*, Callee> known;
    const Function* found = nullptr;
    visit_callees_first(
        shader, known, [](Function&, Callee&) {},
        [&found](const Function& function) { found = found != nullptr ? found : &function; });
    return found;
}

} // namespace jacquard::nir
