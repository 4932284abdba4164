#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/passes/lower_indirect_registers.h>
#include <jacquard/nir/build/core_builder.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::nir {
namespace {

// Each access becomes as many instructions as there are elements.
constexpr std::uint64_t kMostElements = 4096;

bool is_lowered(const IntrinsicInstruction& declaration, unsigned max_elements) {
    const auto num_elements = static_cast<std::uint64_t>(declaration.num_array_elems());
    if (num_elements == 0 || num_elements > std::min<std::uint64_t>(max_elements, kMostElements)) {
        return false;
    }
    for (const Source& use : declaration.value.uses()) {
        const Instruction* user = use.instruction();
        const auto* intrinsic = user != nullptr ? user->as<IntrinsicInstruction>() : nullptr;
        const RegisterAccess* access =
            intrinsic != nullptr ? register_access(intrinsic->op) : nullptr;
        if (access == nullptr || access->register_source < 0 ||
            &use != &intrinsic->first_source[access->register_source]) {
            return false;
        }
    }
    return true;
}

class ArrayOfRegisters {
  public:
    ArrayOfRegisters(Shader& shader, IntrinsicInstruction& declaration)
        : shader_(shader), declaration_(declaration) {
        CoreBuilder b(shader, Cursor::before_instruction(&declaration));
        const auto num_elements = static_cast<std::size_t>(declaration.num_array_elems());
        elements_.reserve(num_elements);
        for (std::size_t i = 0; i < num_elements; ++i) {
            elements_.push_back(
                b.decl_register(declaration.num_components(), declaration.bit_size()));
        }
    }

    void lower() {
        while (declaration_.value.has_uses()) {
            auto& access =
                static_cast<IntrinsicInstruction&>(*declaration_.value.first_use->instruction());
            lower_access(access);
            access.remove();
        }
        declaration_.remove();
    }

  private:
    void lower_access(IntrinsicInstruction& access) {
        CoreBuilder b(shader_, Cursor::before_instruction(&access));
        const RegisterAccess& what = *register_access(access.op);
        SsaDef* index = what.index_source >= 0 ? index_of(b, access, what.index_source) : nullptr;
        if (what.action == RegisterAction::load) {
            access.value.rewrite_uses(index != nullptr ? load_indirect(b, access, index)
                                                       : load_direct(b, access));
        } else if (index != nullptr) {
            store_indirect(b, access, index);
        } else {
            store_direct(b, access);
        }
    }

    [[nodiscard]] bool is_inside(std::int64_t element) const {
        return element >= 0 && static_cast<std::uint64_t>(element) < elements_.size();
    }

    static SsaDef* value_of(const IntrinsicInstruction& access) {
        return access.first_source[register_access(access.op)->value_source].ssa;
    }

    static SsaDef* index_of(CoreBuilder& b, const IntrinsicInstruction& access,
                            std::int8_t source) {
        SsaDef* index = access.first_source[source].ssa;
        return access.base() == 0 ? index
                                  : b.iadd(index, b.imm_int(access.base(), index->bit_size));
    }

    SsaDef* load(CoreBuilder& b, const IntrinsicInstruction& access, SsaDef* element) const {
        return &b.load_reg(declaration_.num_components(), declaration_.bit_size(), element)
                    ->set_legacy_fabs(access.legacy_fabs())
                    ->set_legacy_fneg(access.legacy_fneg())
                    ->value;
    }

    static void store(CoreBuilder& b, const IntrinsicInstruction& access, SsaDef* value,
                      SsaDef* element) {
        b.store_reg(value, element)
            ->set_write_mask(access.write_mask())
            ->set_legacy_fsat(access.legacy_fsat());
    }

    SsaDef* load_direct(CoreBuilder& b, const IntrinsicInstruction& access) const {
        return is_inside(access.base())
                   ? load(b, access, elements_[static_cast<std::size_t>(access.base())])
                   : b.undef(access.value.num_components, access.value.bit_size);
    }

    void store_direct(CoreBuilder& b, const IntrinsicInstruction& access) const {
        if (is_inside(access.base())) {
            store(b, access, value_of(access), elements_[static_cast<std::size_t>(access.base())]);
        }
    }

    // Neighbours are joined, then pairs of them, until one value is left. The test is "below the
    // second's first element", so that any number of elements will do.
    SsaDef* load_indirect(CoreBuilder& b, const IntrinsicInstruction& access, SsaDef* index) const {
        struct Part {
            SsaDef* value;
            std::size_t first;
        };
        std::vector<Part> parts;
        for (std::size_t i = 0; i < elements_.size(); ++i) {
            parts.push_back({load(b, access, elements_[i]), i});
        }
        while (parts.size() > 1) {
            std::size_t kept = 0;
            for (std::size_t i = 0; i < parts.size(); i += 2, ++kept) {
                Part part = parts[i];
                if (i + 1 < parts.size()) {
                    SsaDef* below =
                        b.ult(index, b.imm_int(static_cast<std::int64_t>(parts[i + 1].first),
                                               index->bit_size));
                    part.value = b.bcsel(below, part.value, parts[i + 1].value);
                }
                parts[kept] = part;
            }
            parts.resize(kept);
        }
        return parts[0].value;
    }

    void store_indirect(CoreBuilder& b, const IntrinsicInstruction& access, SsaDef* index) const {
        SsaDef* value = value_of(access);
        if (access.legacy_fsat()) {
            value = b.fsat(value);
        }
        for (std::size_t i = 0; i < elements_.size(); ++i) {
            SsaDef* held = &b.load_reg(value->num_components, value->bit_size, elements_[i])->value;
            SsaDef* here = b.ieq(index, b.imm_int(static_cast<std::int64_t>(i), index->bit_size));
            b.store_reg(b.bcsel(here, value, held), elements_[i])
                ->set_write_mask(access.write_mask());
        }
    }

    Shader& shader_;
    IntrinsicInstruction& declaration_;
    std::vector<SsaDef*> elements_;
};

} // namespace

bool lower_indirect_registers(Shader& shader, const LowerIndirectRegistersOptions& options) {
    bool changed = false;
    for (Function& function : shader.functions()) {
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                auto* declaration = instruction.as<IntrinsicInstruction>();
                if (declaration != nullptr && declaration->op == IntrinsicOp::decl_reg &&
                    is_lowered(*declaration, options.max_elements)) {
                    ArrayOfRegisters(shader, *declaration).lower();
                    changed = true;
                }
            }
        }
    }
    return changed;
}

} // namespace jacquard::nir
