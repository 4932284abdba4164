#include <jacquard/generated/passes/combine_stores.h>
#include <jacquard/nir/analysis/memory/variable_access.h>
#include <jacquard/nir/analysis/memory/variable_events.h>
#include <jacquard/nir/build/core_builder.h>

#include <map>
#include <vector>

namespace jacquard::nir {
namespace {

class CombineStores {
  public:
    explicit CombineStores(Shader& shader) : shader_(shader), tracked_(shader) {}

    bool run() {
        for (Function& function : shader_.functions()) {
            for (Block& block : function.blocks()) {
                visit_events(block, places_, [this](const VariableEvent& event) { visit(event); });
                open_.take_all([this](const Vectors& vectors) { close_all(vectors); });
            }
        }
        return changed_;
    }

  private:
    using Stores = std::vector<IntrinsicInstruction*>; // to one vector, in order
    using Vectors = std::map<std::uint64_t, Stores>;   // by first scalar

    void visit(const VariableEvent& event) {
        switch (event.kind) {
        case VariableEventKind::none: break;
        case VariableEventKind::load: close(event.place); break;
        case VariableEventKind::copy:
            close(event.copied);
            close(event.place);
            break;
        case VariableEventKind::store: store(event); break;
        case VariableEventKind::forget: forget(event.modes); break;
        }
    }

    void store(const VariableEvent& event) {
        if (!tracked_.contains(event.place.variable)) {
            return;
        }
        const bool is_vector = event.place.is_exact &&
                               accesses_deref(*event.instruction, VariableAction::store) &&
                               event.place.count == event.value->num_components;
        Vectors& vectors = open_[*event.place.variable];
        const auto same = vectors.find(event.place.first);
        const bool continues = is_vector && same != vectors.end() &&
                               same->second.front()->component_count == event.place.count;
        if (!continues) {
            close(event.place);
        }
        if (is_vector) {
            vectors[event.place.first].push_back(event.instruction);
        }
    }

    // Vectors have up to kMaxComponents scalars, so one that overlaps starts that far in front.
    void close(const VariablePlace& place) {
        Vectors* vectors = open_.find(place.variable);
        if (vectors == nullptr) {
            return;
        }
        const std::uint64_t from =
            place.first < kMaxComponents ? 0 : place.first - kMaxComponents + 1;
        for (auto at = vectors->lower_bound(from);
             at != vectors->end() && at->first < place.end();) {
            close(at->second);
            at = vectors->erase(at);
        }
    }

    void forget(VariableMode modes) {
        open_.take(modes, [this](const Vectors& vectors) { close_all(vectors); });
    }

    void close_all(const Vectors& vectors) {
        for (const auto& [first, stores] : vectors) {
            close(stores);
        }
    }

    void close(const Stores& stores) {
        if (stores.size() < 2) {
            return;
        }
        IntrinsicInstruction& last = *stores.back();
        const unsigned count = last.component_count;
        CoreBuilder b(shader_, Cursor::before_instruction(&last));
        std::array<Operand, kMaxComponents> components;
        std::uint32_t mask = 0;
        for (const IntrinsicInstruction* store : stores) {
            for (unsigned c = 0; c < count; ++c) {
                if ((store->write_mask() >> c & 1) != 0) {
                    components[c] = channel(store->first_source[1].ssa, c);
                }
            }
            mask |= store->write_mask();
        }
        SsaDef* undef = nullptr;
        for (unsigned c = 0; c < count; ++c) {
            if ((mask >> c & 1) == 0) {
                undef = undef != nullptr ? undef : b.undef(1, last.first_source[1].ssa->bit_size);
                components[c] = undef;
            }
        }
        last.first_source[1].set(b.vec(std::span<const Operand>(components.data(), count)));
        last.set_write_mask(mask);
        for (IntrinsicInstruction* store : stores) {
            if (store != &last) {
                store->remove();
            }
        }
        changed_ = true;
    }

    Shader& shader_;
    TrackedVariables tracked_;
    VariablePlaces places_;
    PerVariable<Vectors> open_;
    bool changed_ = false;
};

} // namespace

bool combine_stores(Shader& shader) {
    return CombineStores(shader).run();
}

} // namespace jacquard::nir
