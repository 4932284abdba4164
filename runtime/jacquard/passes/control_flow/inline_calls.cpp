#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/passes/inline_calls.h>
#include <jacquard/nir/build/clone.h>
#include <jacquard/nir/build/control_flow_edit.h>
#include <jacquard/passes/util/find_recursion.h>

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

namespace jacquard::nir {
namespace {

// The facts found in the instructions of a function.
struct Described {
    bool is_flat = false; // calls nothing and returns at its end only
    std::uint64_t size = 0;
    std::uint64_t nesting = 0; // of its deepest block
    std::vector<CallInstruction*> calls;
    std::vector<IntrinsicInstruction*> parameters; // load_param
};

struct Callee {
    Described body;
    bool is_visited = false;
    bool is_open = false;         // on the way from the first function to the one at hand
    std::uint64_t calls_left = 0; // calls of it, in all functions
};

using Callees = std::unordered_map<const Function*, Callee>;

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

Described describe(const Function& function) {
    Described described;
    bool returns_early = false;
    for (const Block& block : function.blocks()) {
        ++described.size;
        described.nesting = std::max(described.nesting, nesting_of(block));
        for (Instruction& instruction : block.instructions()) {
            ++described.size;
            if (auto* call = instruction.as<CallInstruction>()) {
                described.calls.push_back(call);
            } else if (const auto* jump = instruction.as<JumpInstruction>()) {
                returns_early |=
                    jump->jump == JumpKind::return_function && &block != function.body.last_block();
            } else if (auto* load = instruction.as<IntrinsicInstruction>();
                       load != nullptr && is_parameter(*load)) {
                described.parameters.push_back(load);
            }
        }
    }
    described.is_flat = described.calls.empty() && !returns_early;
    return described;
}

Described calls_of(const Function& function) {
    Described described;
    for (const Block& block : function.blocks()) {
        for (Instruction& instruction : block.instructions()) {
            if (auto* call = instruction.as<CallInstruction>()) {
                described.calls.push_back(call);
            }
        }
    }
    return described;
}

template <typename Describe>
Callees describe_all(const Shader& shader, Describe&& describe_one) {
    Callees known;
    for (const Function& function : shader.functions()) {
        known[&function].body = describe_one(function);
    }
    for (const Function& function : shader.functions()) {
        for (const CallInstruction* call : known[&function].body.calls) {
            ++known[call->callee].calls_left;
        }
    }
    return known;
}

// Visits functions after all that they call. visit(function, callee) sees what is known of it;
// closes_cycle(function) is told of one that is called while it is still open.
template <typename Visit, typename Cycle>
void visit_callees_first(const Shader& shader, Callees& known, Visit&& visit,
                         Cycle&& closes_cycle) {
    struct Open {
        Function* function;
        Callee* callee;
        std::size_t next_call;
    };
    std::vector<Open> open;
    const auto enter = [&](Function& function, Callee& callee) {
        callee.is_visited = true;
        callee.is_open = true;
        open.push_back({&function, &callee, 0});
    };
    for (Function& root : shader.functions()) {
        if (Callee& callee = known.at(&root); !callee.is_visited) {
            enter(root, callee);
        }
        while (!open.empty()) {
            Open& last = open.back();
            if (last.next_call == last.callee->body.calls.size()) {
                visit(*last.function, *last.callee);
                last.callee->is_open = false;
                open.pop_back();
                continue;
            }
            Function& called = *last.callee->body.calls[last.next_call++]->callee;
            Callee& callee = known.at(&called);
            if (!callee.is_visited) {
                enter(called, callee);
            } else if (callee.is_open) {
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
        known_ = describe_all(shader_, describe);
        for (const auto& [function, callee] : known_) {
            size_ += callee.body.size;
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
        for (CallInstruction* call : caller.body.calls) {
            Callee& callee = known_.at(call->callee);
            if (callee.body.is_flat && size_ + callee.body.size <= limit_ &&
                nesting_of(*call->block) + callee.body.nesting <= nesting_) {
                inline_call(function, *call, callee);
                // Moving a body does not make the code larger; it counts against the limit like a
                // copy all the same, so that the result does not depend on the order of calls.
                size_ += callee.body.size;
                --callee.calls_left;
                changed = true;
            }
        }
        if (changed) {
            tidy_control_flow(function);
            if (caller.calls_left != 0) {
                caller.body = describe(function); // for those that call it
            }
            changed_ = true;
        }
    }

    // The call's block keeps what follows the call. The last call takes the body of the function,
    // the ones before a copy of it.
    void inline_call(Function& caller, CallInstruction& call, const Callee& callee) {
        const bool moves = callee.calls_left == 1 && !call.callee->is_entry;
        ControlFlowList body =
            moves ? take_body(*call.callee, caller) : copy_body(*call.callee, caller);
        for (IntrinsicInstruction* load : callee.body.parameters) {
            SsaDef* value = moves ? &load->value : map_.value(&load->value);
            value->rewrite_uses(call.first_source[load->param_idx()].ssa);
            value->instruction->remove();
        }
        if (JumpInstruction* jump = body.last_block()->jump();
            jump != nullptr && jump->jump == JumpKind::return_function) {
            jump->unlink();
        }
        if (call.origin.exists()) {
            note_call(body, call);
        }
        Block* before = split_before(shader_, *call.block, &call);
        call.remove();
        splice_after(before, body);
    }

    // Lines of the body, and the calls that brought lines there, were brought by this call.
    void note_call(const ControlFlowList& body, const CallInstruction& call) {
        SourceContext& context = shader_.info.source_context;
        std::vector<CallSite>& calls = context.calls;
        std::unordered_map<std::uint32_t, std::uint32_t> through; // by the number within the body
        calls.push_back({call.origin, std::string(call.callee->name)});
        calls.back().at.name = 0;
        through.emplace(0, static_cast<std::uint32_t>(calls.size()));
        const auto number = [&](std::uint32_t inner) {
            std::vector<std::uint32_t> missing;
            while (through.count(inner) == 0) {
                missing.push_back(inner);
                inner = calls[inner - 1].at.call;
            }
            std::uint32_t around = through.at(inner);
            for (auto each = missing.rbegin(); each != missing.rend(); ++each) {
                CallSite copy = calls[*each - 1];
                copy.at.call = around;
                calls.push_back(std::move(copy));
                around = static_cast<std::uint32_t>(calls.size());
                through.emplace(*each, around);
            }
            return around;
        };
        const Block* last = body.last_block();
        for (Block* block = body.first_block();; block = next_block(block)) {
            for (Instruction& instruction : block->instructions()) {
                SourceLine& origin = instruction.origin;
                if (!origin.exists()) {
                    continue;
                }
                SourceLine through_call = origin;
                through_call.call = number(origin.call);
                through_call.sharers = 0;
                context.for_each_sharer(origin, [&](SourceLine other) {
                    other.call = number(other.call);
                    context.share(through_call, other);
                });
                origin = through_call;
            }
            if (block == last) {
                break;
            }
        }
    }

    ControlFlowList copy_body(const Function& callee, Function& caller) {
        map_.forget_copies();
        clone_variables(callee, caller, map_);
        ControlFlowList body;
        clone(shader_, callee.body, body, nullptr, map_);
        return body;
    }

    ControlFlowList take_body(Function& callee, Function& caller) {
        for (Variable& variable : callee.variables()) {
            callee.locals.remove(&variable);
            variable.function = &caller;
            caller.locals.append(&variable);
        }
        number_values(callee);
        const ControlFlowList body = std::exchange(callee.body, {});
        callee.body.append(shader_.make_block(), &callee);
        callee.link_blocks();
        return body;
    }

    // Numbers are of one function, so values that come to another get new ones.
    void number_values(const Function& function) {
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                instruction.for_each_def(
                    [this](SsaDef& value) { value.index = shader_.next_ssa_index++; });
            }
        }
    }

    Shader& shader_;
    std::uint64_t limit_;
    std::uint64_t nesting_;
    std::uint64_t size_ = 0;
    bool changed_ = false;
    CloneMap map_;
    Callees known_;
};

} // namespace

bool inline_calls(Shader& shader, const InlineCallsOptions& options) {
    return shader.may_have_calls() && InlineCalls(shader, options).run();
}

const Function* find_recursion(const Shader& shader) {
    if (!shader.may_have_calls()) {
        return nullptr;
    }
    Callees known = describe_all(shader, calls_of);
    const Function* found = nullptr;
    visit_callees_first(
        shader, known, [](Function&, Callee&) {},
        [&found](const Function& function) { found = found != nullptr ? found : &function; });
    return found;
}

} // namespace jacquard::nir
