// Inputs that need no varying: the reader has the number or computes the uniform itself, or reads
// another component with the same value.
//
// Before: both stages name outputs and inputs by slots. After: of components that all have one
// constant, one uniform or one value, the reader loads at most one. What the writer stores is left
// to be removed by the pass that drops outputs.

#include <jacquard/library/link/passes.h>
#include <jacquard/library/link/uniform_copies.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/nir/build/operand_list.h>
#include <jacquard/passes/util/copies.h>
#include <jacquard/support/hex.h>

#include <algorithm>
#include <optional>
#include <tuple>

namespace jacquard::driver {

namespace {

using nir::IntrinsicInstruction;

// The value that all vertices have in a component, or that another component has, too.
struct KnownInput {
    std::optional<std::uint64_t> constant;
    std::optional<nir::OneComponent> uniform; // of the writer
    std::optional<VaryingComponent> same;
};

class TakeOver {
  public:
    explicit TakeOver(StagePair& pair)
        : pair_(pair), written_(written_components(pair.writer)),
          read_(read_components(pair.reader)), copies_(pair) {}

    bool run() {
        for (const auto& [component, read] : read_) {
            if (is_plain(component) && !read.is_open) {
                find(component, read);
            }
        }
        bool changed = false;
        for (const auto& [component, read] : read_) {
            for (IntrinsicInstruction* load : read.loads) {
                if (load->block != nullptr && load->value.has_uses()) {
                    changed = replace(*load) || changed;
                }
            }
        }
        return changed;
    }

  private:
    void find(const VaryingComponent& component, const ReadComponent& read) {
        const auto found = written_.find(component);
        if (found == written_.end()) {
            if (width_of(read) <= 32) {
                known_[component].constant = 0;
                note(pair_, LinkAction::unwritten, component);
            }
            return;
        }
        const WrittenComponent& written = found->second;
        if (written.is_open || width_of(written) != width_of(read)) {
            return;
        }
        if (const std::optional<std::uint64_t> constant = constant_of(written)) {
            known_[component].constant = constant;
            note(pair_, LinkAction::constant, component,
                 "0x" + hex(*constant, width_of(written) / 4));
            return;
        }
        if (written.stores.size() != 1) {
            return;
        }
        const nir::OneComponent value = value_of(written.stores[0]);
        if (copies_.can_copy(value)) {
            known_[component].uniform = value;
            note(pair_, LinkAction::uniform, component);
            return;
        }
        // A geometry shader may emit a vertex between two stores of one value.
        if (pair_.writer.info.stage == nir::Stage::geometry) {
            return;
        }
        // The store has to run whenever the other one does.
        const Origin origin{value.value, value.component, written.stores[0].store->block,
                            read.interpolation, read.location};
        for (const auto& [other, first] : origins_) {
            if (other == origin) {
                known_[component].same = first;
                note(pair_, LinkAction::same, component, name_of(first));
                return;
            }
        }
        origins_.emplace_back(origin, component);
    }

    static unsigned width_of(const ReadComponent& read) { return read.loads[0]->value.bit_size; }
    static unsigned width_of(const WrittenComponent& written) {
        return written.stores[0].value->bit_size;
    }

    static nir::OneComponent value_of(const StoredValue& stored) {
        return nir::copied_component({stored.value, stored.component});
    }

    static std::optional<std::uint64_t> constant_of(const WrittenComponent& written) {
        std::optional<std::uint64_t> constant;
        for (const StoredValue& stored : written.stores) {
            const nir::OneComponent value = value_of(stored);
            const auto components = nir::constant_components(*value.value);
            if (components.empty()) {
                return std::nullopt;
            }
            const std::uint64_t bits = components[value.component].u64 &
                                       (~std::uint64_t{0} >> (64 - value.value->bit_size));
            if (constant && *constant != bits) {
                return std::nullopt;
            }
            constant = bits;
        }
        return constant;
    }

    // The components that a load reads, in order; each is one of one slot.
    [[nodiscard]] std::vector<VaryingComponent> components_of(const IntrinsicInstruction& load) {
        std::vector<VaryingComponent> components;
        for (const auto& [component, read] : read_) {
            if (std::find(read.loads.begin(), read.loads.end(), &load) != read.loads.end()) {
                components.push_back(component);
            }
        }
        return components;
    }

    bool replace(IntrinsicInstruction& load) {
        const std::vector<VaryingComponent> components = components_of(load);
        const auto is_known = [&](const auto& component) { return known_.contains(component); };
        if (components.size() != load.value.num_components ||
            std::none_of(components.begin(), components.end(), is_known)) {
            return false;
        }
        nir::CoreBuilder b(pair_.reader, nir::Cursor::before_instruction(&load));
        b.origin = load.origin;
        const std::vector<nir::IoSlot>& listed = pair_.reader.info.inputs;
        nir::OperandList parts;
        for (const VaryingComponent& component : components) {
            const auto known = known_.find(component);
            if (known == known_.end()) {
                parts.add(&access_like(b, load, nullptr, listed, component)->value);
            } else if (known->second.constant) {
                parts.add(b.imm_bits(*known->second.constant, load.value.bit_size));
            } else if (known->second.uniform) {
                parts.add(copies_.copy(*known->second.uniform));
            } else {
                parts.add(&access_like(b, load, nullptr, listed, *known->second.same)->value);
            }
        }
        load.value.rewrite_uses(b.vec(parts.all()));
        load.remove();
        return true;
    }

    struct Origin {
        const SsaDef* value;
        unsigned component;
        const nir::Block* block;
        nir::Interpolation interpolation;
        nir::InterpolationLocation location;

        friend bool operator==(const Origin&, const Origin&) = default;
    };

    StagePair& pair_;
    WrittenComponents written_;
    ReadComponents read_;
    std::map<VaryingComponent, KnownInput> known_;
    std::vector<std::pair<Origin, VaryingComponent>> origins_;
    UniformCopies copies_;
};

} // namespace

bool take_over_inputs(nir::Shader& /*reader*/, StagePair& pair) {
    return TakeOver(pair).run();
}

} // namespace jacquard::driver
