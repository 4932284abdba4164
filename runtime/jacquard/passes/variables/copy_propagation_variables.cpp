#include <jacquard/generated/passes/copy_propagation_variables.h>
#include <jacquard/nir/analysis/memory/variable_events.h>
#include <jacquard/nir/build/core_builder.h>

#include <map>
#include <vector>

namespace jacquard::nir {
namespace {

// One component of a value, which a scalar of a variable holds.
struct Known {
    const Variable* variable = nullptr;
    SsaDef* value = nullptr;
    std::uint8_t component = 0;

    friend bool operator==(const Known&, const Known&) = default;
};

// Memory that may have changed: scalars of a variable, or all of some kinds of memory.
struct Written {
    VariablePlace place;
    VariableMode modes = VariableMode::nothing;
};

// Walks the tree of control flow. What is known when an if or loop begins holds behind it too, save
// what something within writes; what is learned within holds there only. A loop forgets all that
// its body writes before it begins; where a store in a loop turns out to write what is there, that
// was too much, and the function is walked again.
class CopyPropagation {
  public:
    explicit CopyPropagation(Shader& shader) : shader_(shader), tracked_(shader) {}

    bool run() {
        for (Function& function : shader_.functions()) {
            do {
                loop_writes_less_ = false;
                walk(function.body);
                known_.take_all([](const Scalars&) {});
            } while (loop_writes_less_);
        }
        return changed_;
    }

  private:
    using Scalars = std::map<std::uint64_t, Known>;

    struct Undo {
        const Variable* variable;
        std::uint64_t scalar;
        Known old;
    };

    // Nesting is limited where shaders come from.
    void walk(const ControlFlowList& list) {
        for (ControlFlowNode* node = list.first; node != nullptr; node = node->next) {
            if (auto* block = node->as<Block>()) {
                for (Instruction& instruction : block->instructions()) {
                    visit(instruction);
                }
            } else if (auto* branch = node->as<IfNode>()) {
                const std::size_t first_write = writes_.size();
                walk_apart(branch->then_list);
                walk_apart(branch->else_list);
                forget_writes_since(first_write);
            } else if (auto* loop = node->as<LoopNode>()) {
                const std::size_t first_write = writes_.size();
                collect_writes(*loop);
                forget_writes_since(first_write);
                const std::size_t logged = writes_.size();
                ++loop_depth_;
                walk_apart(loop->body);
                --loop_depth_;
                writes_.resize(logged);
            }
        }
    }

    void walk_apart(const ControlFlowList& list) {
        const std::size_t mark = undo_.size();
        ++depth_;
        walk(list);
        --depth_;
        while (undo_.size() > mark) {
            const Undo& undo = undo_.back();
            set(*undo.variable, undo.scalar, undo.old);
            undo_.pop_back();
        }
    }

    void set(const Variable& variable, std::uint64_t scalar, Known known) {
        if (known.value != nullptr) {
            known_[variable][scalar] = known;
        } else {
            known_[variable].erase(scalar);
        }
    }

    void collect_writes(const LoopNode& loop) {
        const Block* end = loop.block_after();
        for (Block* block = loop.header(); block != end; block = next_block(block)) {
            for (Instruction& instruction : block->instructions()) {
                if (auto* deref = instruction.as<DerefInstruction>()) {
                    places_.see(*deref);
                    continue;
                }
                const VariableEvent event = variable_event(instruction, places_);
                if (event.kind == VariableEventKind::store ||
                    event.kind == VariableEventKind::copy) {
                    writes_.push_back({event.place, VariableMode::nothing});
                } else if (event.kind == VariableEventKind::forget) {
                    writes_.push_back({{}, event.modes});
                }
            }
        }
    }

    // Writes of a nested list stay in the log for the list around it.
    void forget_writes_since(std::size_t first) {
        for (std::size_t i = first; i < writes_.size(); ++i) {
            const Written written = writes_[i];
            forget(written.place);
            forget(written.modes);
        }
        if (depth_ == 0) {
            writes_.resize(first);
        }
    }

    void visit(Instruction& instruction) {
        if (auto* deref = instruction.as<DerefInstruction>()) {
            places_.see(*deref);
            return;
        }
        const VariableEvent event = variable_event(instruction, places_);
        switch (event.kind) {
        case VariableEventKind::none: break;
        case VariableEventKind::load: load(event); break;
        case VariableEventKind::store: store(event); break;
        case VariableEventKind::copy: copy(event); break;
        case VariableEventKind::forget:
            forget(event.modes);
            log({{}, event.modes});
            break;
        }
    }

    void log(const Written& written) {
        if (depth_ != 0) {
            writes_.push_back(written);
        }
    }

    [[nodiscard]] bool is_known_exactly(const VariablePlace& place) const {
        return tracked_.contains(place.variable) && place.is_exact;
    }

    Known held(const VariablePlace& place, std::uint64_t c) {
        const Scalars* scalars = known_.find(place.variable);
        if (scalars == nullptr) {
            return {};
        }
        const auto found = scalars->find(place.first + c);
        return found != scalars->end() ? found->second : Known{};
    }

    void learn(const VariablePlace& place, std::uint64_t c, Known known) {
        if (depth_ != 0) {
            undo_.push_back({place.variable, place.first + c, held(place, c)});
        }
        set(*place.variable, place.first + c, known);
    }

    void load(const VariableEvent& event) {
        if (!is_known_exactly(event.place)) {
            return;
        }
        SsaDef& value = event.instruction->value;
        std::array<Operand, kMaxComponents> components;
        bool complete = true;
        for (unsigned c = 0; c < value.num_components; ++c) {
            const Known known = held(event.place, c);
            if (known.value == nullptr || known.value->bit_size != value.bit_size) {
                complete = false;
                break;
            }
            components[c] = channel(known.value, known.component);
        }
        if (complete) {
            CoreBuilder b(shader_, Cursor::before_instruction(event.instruction));
            value.rewrite_uses(gather(b, components, value.num_components));
            event.instruction->remove();
            changed_ = true;
            return;
        }
        for (std::uint8_t c = 0; c < value.num_components; ++c) {
            learn(event.place, c, {event.place.variable, &value, c});
        }
    }

    // The components as one value; the value they come from where they are all of it.
    static SsaDef* gather(CoreBuilder& b, std::span<const Operand> components, unsigned count) {
        SsaDef* first = components[0].value;
        bool whole = first->num_components == count;
        for (unsigned c = 0; c < count; ++c) {
            whole = whole && components[c].value == first && components[c].swizzle[0] == c;
        }
        return whole ? first : b.vec(components.first(count));
    }

    void store(const VariableEvent& event) {
        if (!tracked_.contains(event.place.variable)) {
            return;
        }
        if (!event.place.is_exact) {
            forget(event.place);
            log({event.place, VariableMode::nothing});
            return;
        }
        bool is_there = true;
        for (std::uint8_t c = 0; c < event.value->num_components; ++c) {
            if ((event.write_mask >> c & 1) != 0) {
                is_there =
                    is_there && held(event.place, c) == Known{event.place.variable, event.value, c};
            }
        }
        if (is_there) {
            event.instruction->remove();
            changed_ = true;
            loop_writes_less_ = loop_writes_less_ || loop_depth_ != 0;
            return;
        }
        for (std::uint8_t c = 0; c < event.value->num_components; ++c) {
            if ((event.write_mask >> c & 1) != 0) {
                learn(event.place, c, {event.place.variable, event.value, c});
            }
        }
        log({event.place, VariableMode::nothing});
    }

    void copy(const VariableEvent& event) {
        std::array<Known, kMaxComponents> copied{};
        const std::uint64_t count = event.place.count;
        const bool short_copy = is_known_exactly(event.copied) && is_known_exactly(event.place) &&
                                count <= kMaxComponents && count == event.copied.count;
        for (std::uint64_t c = 0; short_copy && c < count; ++c) {
            copied[c] = held(event.copied, c);
        }
        forget(event.place);
        for (std::uint64_t c = 0; short_copy && c < count; ++c) {
            if (copied[c].value != nullptr) {
                learn(event.place, c, {event.place.variable, copied[c].value, copied[c].component});
            }
        }
        log({event.place, VariableMode::nothing});
    }

    void forget(const VariablePlace& place) {
        Scalars* scalars = known_.find(place.variable);
        if (scalars == nullptr) {
            return;
        }
        for (auto at = scalars->lower_bound(place.first);
             at != scalars->end() && at->first < place.end();) {
            if (depth_ != 0) {
                undo_.push_back({place.variable, at->first, at->second});
            }
            at = scalars->erase(at);
        }
    }

    void forget(VariableMode modes) {
        known_.take(modes, [this](const Scalars& scalars) {
            for (const auto& [scalar, known] : scalars) {
                if (depth_ != 0) {
                    undo_.push_back({known.variable, scalar, known});
                }
            }
        });
    }

    Shader& shader_;
    TrackedVariables tracked_;
    VariablePlaces places_;
    PerVariable<Scalars> known_;
    std::vector<Undo> undo_;
    std::vector<Written> writes_;
    unsigned depth_ = 0; // of lists within the function's own
    unsigned loop_depth_ = 0;
    bool changed_ = false;
    bool loop_writes_less_ = false;
};

} // namespace

bool copy_propagation_variables(Shader& shader) {
    return CopyPropagation(shader).run();
}

} // namespace jacquard::nir
