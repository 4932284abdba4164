#include <jacquard/ir3/compiler/select/resources/array_constants.h>
#include <jacquard/ir3/compiler/select/selection.h>

#include <algorithm>

namespace jacquard::ir3 {

ArrayConstants::ArrayConstants(const nir::Block& first_block) : first_block_(first_block) {
    for (const nir::Instruction& instruction : first_block.instructions()) {
        const auto* access = instruction.as<nir::IntrinsicInstruction>();
        if (access == nullptr) {
            continue;
        }
        if (access->op == nir::IntrinsicOp::load_reg ||
            access->op == nir::IntrinsicOp::load_reg_indirect) {
            fills_[access->sources()[0].ssa].is_read = true;
        } else if (access->op == nir::IntrinsicOp::store_reg) {
            Fill& fill = fills_[access->sources()[1].ssa];
            fill.is_stored_after_read = fill.is_stored_after_read || fill.is_read;
            fill.stores.push_back(access);
        }
    }
}

// In the first block alone, at known elements.
bool ArrayConstants::is_filled_first(const nir::SsaDef& declaration) const {
    const auto uses = declaration.uses();
    return std::all_of(uses.begin(), uses.end(), [&](const nir::Source& use) {
        const nir::Instruction* user = use.instruction();
        const auto* access = user != nullptr ? user->as<nir::IntrinsicInstruction>() : nullptr;
        return access != nullptr && access->op != nir::IntrinsicOp::store_reg_indirect &&
               (access->op != nir::IntrinsicOp::store_reg || user->block == &first_block_);
    });
}

std::optional<std::vector<std::uint32_t>> ArrayConstants::values_of(const nir::SsaDef& declaration,
                                                                    std::size_t elements,
                                                                    std::size_t components) const {
    if (!is_filled_first(declaration)) {
        return std::nullopt;
    }
    std::vector<std::uint32_t> values(elements * components, 0);
    const auto found = fills_.find(&declaration);
    if (found == fills_.end()) {
        return values;
    }
    if (found->second.is_stored_after_read) {
        return std::nullopt;
    }
    for (const nir::IntrinsicInstruction* store : found->second.stores) {
        const std::int64_t element = store->base();
        if (element < 0 || static_cast<std::size_t>(element) >= elements) {
            return std::nullopt;
        }
        const nir::SsaDef& value = *store->sources()[0].ssa;
        for (unsigned i = 0; i < value.num_components && i < components; ++i) {
            if ((store->write_mask() >> i & 1) == 0) {
                continue;
            }
            const ScalarValue scalar = Selection::resolve({&value, i});
            if (!Selection::is_constant(scalar)) {
                return std::nullopt;
            }
            values[static_cast<std::size_t>(element) * components + i] =
                static_cast<std::uint32_t>(Selection::constant_bits(scalar));
        }
    }
    return values;
}

} // namespace jacquard::ir3
