#include <jacquard/generated/passes/lower_variable_copies.h>
#include <jacquard/nir/analysis/memory/variable_access.h>
#include <jacquard/nir/analysis/memory/variable_uses.h>
#include <jacquard/passes/util/each.h>
#include <jacquard/passes/util/expand_copy.h>

namespace jacquard::nir {
namespace {

// The progress of one side of a copy, from its root to its leaf.
struct Side {
    std::span<DerefInstruction* const> rest; // steps still to be made
    DerefInstruction* at = nullptr;

    [[nodiscard]] bool is_at_wildcard() const {
        return !rest.empty() && rest.front()->deref == DerefKind::array_wildcard;
    }
    // Makes the steps up to the next wildcard or the leaf.
    void advance(CoreBuilder& b) {
        while (!rest.empty() && !is_at_wildcard()) {
            at = b.deref_like(at, *rest.front());
            rest = rest.subspan(1);
        }
    }
    [[nodiscard]] Side element(CoreBuilder& b, SsaDef* index) const {
        return {rest.subspan(1), b.deref_array(at, index)};
    }
};

class LowerCopy {
  public:
    LowerCopy(Shader& shader, IntrinsicInstruction& copy)
        : b_(shader, Cursor::before_instruction(&copy)), copy_(copy) {}

    bool run() {
        DerefInstruction* to = deref_of(copy_.first_source[0]);
        DerefInstruction* from = deref_of(copy_.first_source[1]);
        if (to == nullptr || from == nullptr || to->type->contains_opaque) {
            return false;
        }
        const DerefPath to_path(*to);
        const DerefPath from_path(*from);
        const std::uint64_t count = scalars_of(to_path);
        if (count != scalars_of(from_path) || count > kMaxCopiedScalars) {
            return false;
        }
        if (count == 0) {
            // Elements of nothing, however many.
        } else if (has_wildcard(to_path)) {
            expand({to_path.steps().subspan(1), to_path.root()},
                   {from_path.steps().subspan(1), from_path.root()});
        } else {
            copy_parts(to, from);
        }
        remove_with_derefs(copy_);
        return true;
    }

  private:
    static bool has_wildcard(const DerefPath& path) {
        for (const DerefInstruction* step : path.steps()) {
            if (step->deref == DerefKind::array_wildcard) {
                return true;
            }
        }
        return false;
    }

    // All scalars that are copied; at the end of the numbers where there are too many.
    static std::uint64_t scalars_of(const DerefPath& path) {
        std::uint64_t count = path.leaf()->type->scalar_count;
        for (const DerefInstruction* step : path.steps()) {
            if (step->deref == DerefKind::array_wildcard && count <= kMaxCopiedScalars) {
                count *= step->parent_deref()->type->num_elements();
            }
        }
        return count;
    }

    // Paths are as short as types are deep.
    void expand(Side to, Side from) {
        to.advance(b_);
        from.advance(b_);
        if (!to.is_at_wildcard() || !from.is_at_wildcard()) {
            copy_parts(to.at, from.at);
            return;
        }
        for (std::uint32_t i = 0; i < to.at->type->num_elements(); ++i) {
            SsaDef* index = b_.imm_int(i);
            const Side element = to.element(b_, index);
            expand(element, from.element(b_, index));
        }
    }

    void copy_parts(DerefInstruction* to, DerefInstruction* from) {
        expand_copy(b_, to, from, true, [this](DerefInstruction* part, DerefInstruction* source) {
            IntrinsicInstruction* load = b_.load_deref(
                source->type->num_components, source->type->scalar.bit_size, &source->value);
            load->set_access(copy_.src_access());
            b_.store_deref(&part->value, &load->value)
                ->set_access(copy_.dst_access())
                ->set_write_mask((1U << load->value.num_components) - 1);
        });
    }

    CoreBuilder b_;
    IntrinsicInstruction& copy_;
};

} // namespace

bool lower_variable_copies(Shader& shader) {
    if (!shader.may_have(IntrinsicOp::copy_deref)) {
        return false;
    }
    bool changed = false;
    for (Function& function : shader.functions()) {
        const auto lower = [&](IntrinsicInstruction& copy) {
            return accesses_deref(copy, VariableAction::copy) && LowerCopy(shader, copy).run();
        };
        changed |= change_instructions<IntrinsicInstruction>(function, lower);
    }
    return changed;
}

} // namespace jacquard::nir
