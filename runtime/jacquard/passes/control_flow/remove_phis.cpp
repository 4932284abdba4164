#include <jacquard/generated/passes/remove_phis.h>
#include <jacquard/nir/analysis/dominance.h>
#include <jacquard/passes/util/each.h>

#include <algorithm>
#include <vector>

namespace jacquard::nir {
namespace {

bool equal_constants(const SsaDef& a, const SsaDef& b) {
    const std::span<const ConstantValue> x = constant_components(a);
    const std::span<const ConstantValue> y = constant_components(b);
    return !x.empty() && x.size() == y.size() &&
           std::equal(x.begin(), x.end(), y.begin(),
                      [](ConstantValue l, ConstantValue r) { return l.u64 == r.u64; });
}

bool is_undefined(const SsaDef& value) {
    return value.instruction->kind == InstructionKind::undef;
}

class PhiRemoval {
  public:
    explicit PhiRemoval(Function& function) : function_(function), shader_(*function.shader) {}

    bool run() {
        for (Block& block : function_.blocks()) {
            for (Instruction* at = block.first; at != nullptr && at->kind == InstructionKind::phi;
                 at = at->next) {
                pending_.push_back(static_cast<PhiInstruction*>(at));
            }
        }
        // From the end of the vector, so the first phis of the text come first.
        std::reverse(pending_.begin(), pending_.end());
        bool changed = false;
        while (!pending_.empty()) {
            PhiInstruction* phi = pending_.back();
            pending_.pop_back();
            changed |= phi->block != nullptr && visit(*phi);
        }
        return changed;
    }

  private:
    bool visit(PhiInstruction& phi) {
        SsaDef* same = nullptr;
        SsaDef* undefined = nullptr;
        bool is_one_value = true;
        for (const PhiSource* source = phi.first_source; source != nullptr; source = source->next) {
            SsaDef* value = source->ssa;
            if (value == &phi.value || value == same) {
                continue;
            }
            if (is_undefined(*value)) {
                undefined = value;
            } else if (same == nullptr) {
                same = value;
            } else if (equal_constants(*same, *value)) {
                is_one_value = false;
            } else {
                return false;
            }
        }
        if (same == nullptr) {
            same = undefined;
        } else if (!is_one_value || (undefined != nullptr && !is_available(*same, phi))) {
            same = copy_of_constant(*same, *phi.block);
        }
        if (same == nullptr) {
            return false;
        }
        for (const Source& use : phi.value.uses()) {
            Instruction* user = use.instruction();
            if (user != nullptr && user != &phi && user->kind == InstructionKind::phi) {
                pending_.push_back(user->as<PhiInstruction>());
            }
        }
        phi.value.rewrite_uses(same);
        phi.remove();
        return true;
    }

    bool is_available(const SsaDef& value, const PhiInstruction& phi) {
        if (!has_dominance_) {
            compute_dominance(function_);
            has_dominance_ = true;
        }
        return value.instruction->block != phi.block &&
               value.instruction->block->dominates(phi.block);
    }

    SsaDef* copy_of_constant(const SsaDef& value, Block& block) {
        const std::span<const ConstantValue> components = constant_components(value);
        if (components.empty()) {
            return nullptr;
        }
        ConstantInstruction* copy =
            shader_.make_constant(static_cast<unsigned>(components.size()), value.bit_size);
        std::copy(components.begin(), components.end(), copy->values);
        block.insert_before(block.first_after_phis(), copy);
        return &copy->value;
    }

    Function& function_;
    Shader& shader_;
    bool has_dominance_ = false;
    std::vector<PhiInstruction*> pending_;
};

} // namespace

bool remove_phis(Shader& shader) {
    return change_functions<PhiRemoval>(shader);
}

} // namespace jacquard::nir
