// Stores outputs at the end of the entry point.
//
// Before: links are right; the entry point returns at its end only. After: an output of components
// of one width at a known place is stored once, in the last block; what was stored earlier waits in
// declared registers.

#include <jacquard/ir3/compiler/lower/gather_outputs.h>
#include <jacquard/ir3/target/components.h>
#include <jacquard/nir/build/core_builder.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace jacquard::ir3 {

namespace {

using nir::IntrinsicInstruction;

class Gathering {
  public:
    explicit Gathering(nir::Shader& shader) : shader_(shader) {}

    bool run() {
        if (shader_.entry == nullptr) {
            return false;
        }
        collect();
        bool changed = false;
        for (auto first = stores_.begin(); first != stores_.end();) {
            const std::int64_t base = (*first)->base();
            const auto end = std::find_if(
                first, stores_.end(), [base](const auto* store) { return store->base() != base; });
            const Stores stores(&*first, static_cast<std::size_t>(end - first));
            if (!is_late(stores) && is_plain(stores)) {
                gather(stores);
                changed = true;
            }
            first = end;
        }
        return changed;
    }

  private:
    using Stores = std::span<IntrinsicInstruction* const>;

    // By the number of the output, those of one in the order of the program.
    void collect() {
        stores_.reserve(shader_.info.outputs.size());
        for (nir::Block& block : shader_.entry->blocks()) {
            for (nir::Instruction& instruction : block.instructions()) {
                auto* store = instruction.as<IntrinsicInstruction>();
                if (store != nullptr && store->op == nir::IntrinsicOp::store_output) {
                    stores_.push_back(store);
                }
            }
        }
        const auto by_number = [](const auto* a, const auto* b) { return a->base() < b->base(); };
        if (!std::is_sorted(stores_.begin(), stores_.end(), by_number)) {
            std::stable_sort(stores_.begin(), stores_.end(), by_number);
        }
    }

    bool is_late(const Stores& stores) const {
        return stores.size() == 1 && stores[0]->block == shader_.entry->body.last;
    }

    static bool is_plain(const Stores& stores) {
        for (const IntrinsicInstruction* store : stores) {
            const nir::SsaDef& value = *store->sources()[0].ssa;
            const auto end = static_cast<std::int64_t>(store->component()) + value.num_components;
            if (value.bit_size != stores[0]->sources()[0].ssa->bit_size || end > kComponents ||
                nir::constant_components(*store->sources()[1].ssa).empty()) {
                return false;
            }
        }
        return true;
    }

    // The components of the slot that some of the stores write.
    static unsigned components_of(const Stores& stores) {
        unsigned written = 0;
        for (const IntrinsicInstruction* store : stores) {
            written |= static_cast<unsigned>(store->write_mask()) << store->component();
        }
        return written;
    }

    void gather(const Stores& stores) {
        nir::Block* first = shader_.entry->first_block();
        const unsigned bits = stores[0]->sources()[0].ssa->bit_size;
        nir::CoreBuilder b(shader_, nir::Cursor::after_phis(first));
        std::array<nir::SsaDef*, kComponents> places{};
        const unsigned written = components_of(stores);
        for (std::size_t i = 0; i < kComponents; ++i) {
            places[i] = (written >> i & 1) != 0 ? b.decl_register(1, bits) : nullptr;
        }
        for (IntrinsicInstruction* store : stores) {
            b.cursor = nir::Cursor::before_instruction(store);
            nir::SsaDef* value = store->sources()[0].ssa;
            for (unsigned i = 0; i < value->num_components; ++i) {
                if ((store->write_mask() >> i & 1) != 0) {
                    const auto to = static_cast<std::size_t>(store->component()) + i;
                    nir::SsaDef* part = b.whole(nir::channel(value, i));
                    b.store_reg(part, places[to])->set_write_mask(1);
                }
            }
        }
        IntrinsicInstruction* last = stores.back();
        nir::Block* end = shader_.entry->body.last_block();
        b.cursor = nir::Cursor::before_jump(end);
        std::array<nir::Operand, kComponents> parts{};
        nir::SsaDef* const nothing = written + 1 != 1U << kComponents ? b.undef(1, bits) : nullptr;
        for (std::size_t i = 0; i < kComponents; ++i) {
            parts[i] = places[i] != nullptr ? &b.load_reg(1, bits, places[i])->value : nothing;
        }
        nir::SsaDef* whole = b.vec(parts);
        nir::SsaDef* zero = b.imm_int(0);
        for (IntrinsicInstruction* store : stores) {
            store->remove();
        }
        last->sources()[0].set(whole);
        last->sources()[1].set(zero);
        last->component_count = kComponents;
        last->set_component(0);
        last->set_write_mask(written);
        b.insert(last);
    }

    nir::Shader& shader_;
    std::vector<IntrinsicInstruction*> stores_;
};

} // namespace

bool gather_outputs(nir::Shader& shader) {
    return Gathering(shader).run();
}

} // namespace jacquard::ir3
