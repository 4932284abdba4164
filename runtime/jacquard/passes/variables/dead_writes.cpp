#include <jacquard/generated/passes/dead_writes.h>
#include <jacquard/nir/analysis/memory/variable_events.h>

#include <map>
#include <unordered_map>

namespace jacquard::nir {
namespace {

class DeadWrites {
  public:
    explicit DeadWrites(Shader& shader) : shader_(shader), tracked_(shader) {}

    bool run() {
        for (Function& function : shader_.functions()) {
            for (Block& block : function.blocks()) {
                visit_events(block, places_, [this](const VariableEvent& event) { visit(event); });
                if (block.successors[0] == function.end_block) {
                    end_of(function);
                }
                unread_.take_all([](const Scalars&) {});
            }
        }
        return changed_;
    }

  private:
    // A scalar that was stored and has not been read since.
    struct Unread {
        IntrinsicInstruction* store;
        std::uint32_t component;
    };
    using Scalars = std::map<std::uint64_t, Unread>;

    void visit(const VariableEvent& event) {
        switch (event.kind) {
        case VariableEventKind::none: break;
        case VariableEventKind::load: read(event.place); break;
        case VariableEventKind::copy:
            read(event.copied);
            overwrite(event.place);
            break;
        case VariableEventKind::store: store(event); break;
        case VariableEventKind::forget: forget(event.modes); break;
        }
    }

    // The scalars of a place that wait for a read.
    template <typename Visit>
    void for_each_unread(const VariablePlace& place, Visit&& visit) {
        Scalars* scalars = unread_.find(place.variable);
        if (scalars == nullptr) {
            return;
        }
        for (auto at = scalars->lower_bound(place.first);
             at != scalars->end() && at->first < place.end();) {
            visit(at->second);
            at = scalars->erase(at);
        }
    }

    void read(const VariablePlace& place) {
        for_each_unread(place, [](const Unread&) {});
    }

    void overwrite(const VariablePlace& place) {
        if (place.is_exact) {
            for_each_unread(place, [this](const Unread& old) { drop(old); });
        }
    }

    void store(const VariableEvent& event) {
        if (!tracked_.contains(event.place.variable) || !event.place.is_exact) {
            return;
        }
        Scalars& scalars = unread_[*event.place.variable];
        for (std::uint32_t c = 0; c < event.value->num_components; ++c) {
            if ((event.write_mask >> c & 1) == 0) {
                continue;
            }
            const auto [at, is_new] = scalars.try_emplace(event.place.first + c);
            if (!is_new) {
                drop(at->second);
            }
            at->second = {event.instruction, c};
        }
    }

    void drop(const Unread& old) {
        if (!old.store->has_write_mask()) {
            // store_var writes everything or nothing: it goes with its last component.
            std::uint32_t& left =
                whole_stores_.try_emplace(old.store, mask_of(*old.store)).first->second;
            left &= ~(1U << old.component);
            if (left == 0) {
                remove(*old.store);
            }
            return;
        }
        old.store->set_write_mask(old.store->write_mask() & ~(1U << old.component));
        changed_ = true;
        if (old.store->write_mask() == 0) {
            remove(*old.store);
        }
    }

    static std::uint32_t mask_of(const IntrinsicInstruction& store) {
        return (1U << store.component_count) - 1;
    }

    void remove(IntrinsicInstruction& store) {
        store.remove();
        changed_ = true;
    }

    void forget(VariableMode modes) {
        unread_.take(modes, [](const Scalars&) {});
    }

    void end_of(const Function& function) {
        const auto drop_all = [this](const Scalars& scalars) {
            for (const auto& [scalar, unread] : scalars) {
                drop(unread);
            }
        };
        unread_.take(TrackedVariables::modes_dying_with(function), drop_all);
    }

    Shader& shader_;
    TrackedVariables tracked_;
    VariablePlaces places_;
    PerVariable<Scalars> unread_;
    std::unordered_map<const IntrinsicInstruction*, std::uint32_t> whole_stores_;
    bool changed_ = false;
};

} // namespace

bool dead_writes(Shader& shader) {
    return DeadWrites(shader).run();
}

} // namespace jacquard::nir
