#include <jacquard/ir3/isa/instruction/missing_features.h>
#include <jacquard/ir3/isa/instruction/operand.h>

namespace jacquard::ir3 {

namespace {

class Asker {
  public:
    Asker(const Instruction& instruction, Revision revision, const MachineFacts& machine)
        : instruction_(instruction), revision_(revision), machine_(machine),
          info_(opcode_info(revision, instruction.opcode)) {}

    [[nodiscard]] std::string_view missing() const {
        for (const std::string_view what : {of_counts(), of_predicates(), of_flow(), of_varyings(),
                                            of_textures(), of_memory(), of_arithmetic()}) {
            if (!what.empty()) {
                return what;
            }
        }
        return {};
    }

  private:
    [[nodiscard]] bool has(OpcodeProperty property) const {
        return has_property(revision_, instruction_.opcode, property);
    }

    [[nodiscard]] std::string_view of_counts() const {
        return instruction_.nop_count != 0 && !machine_.alu_nop_count ? "(nopN)" : "";
    }

    static bool is_predicate(const Operand& operand) {
        return operand.kind == OperandKind::gpr && operand.number >= kPredicateRegister &&
               operand.number < kNoRegister;
    }

    [[nodiscard]] std::string_view of_predicates() const {
        const bool by_logic = is_predicate(instruction_.dst) && has(property_predicate_logic);
        return by_logic && !machine_.predicate_logic ? "predicates made by logic" : "";
    }

    [[nodiscard]] std::string_view of_flow() const {
        switch (info_.action) {
        case Action::branch_or:
        case Action::branch_and:
            if (!machine_.two_predicate_branches) {
                return "a second predicate";
            }
            break;
        case Action::predicate_true:
        case Action::predicate_false:
        case Action::predicate_end:
            if (!machine_.predicated_execution) {
                return "predicated execution";
            }
            break;
        default: break;
        }
        const bool far = (info_.fields & field_target) != 0 &&
                         !fits_bits(instruction_.target, -int{machine_.branch_offset_bits});
        return far ? "branches as far as this" : "";
    }

    [[nodiscard]] std::string_view of_varyings() const {
        if (info_.action == Action::varying && instruction_.repeat != 0 &&
            !machine_.repeats_varyings) {
            return "(rptN) for varyings";
        }
        const bool loads = info_.action == Action::varying_load;
        return loads && !machine_.flat_varying && !machine_.loads_flat_varyings
                   ? "loads of varyings"
                   : "";
    }

    [[nodiscard]] std::string_view of_textures() const {
        if (info_.category != Category::texture) {
            return {};
        }
        if (info_.action == Action::derivative) {
            return has(property_fine) && !machine_.fine_derivatives ? "fine derivatives" : "";
        }
        if (has(property_sample_index) && !machine_.fetches_samples) {
            return "fetches of samples";
        }
        if (instruction_.by_descriptor && !machine_.bindless_descriptors &&
            is_bindless(instruction_.descriptor_mode)) {
            return "bindless descriptors";
        }
        if (instruction_.is_projected && (!machine_.divides_coordinates || instruction_.is_3d)) {
            return "a division of these coordinates";
        }
        const bool gathers = info_.lookup == LookupKind::gather;
        const bool floats =
            instruction_.type == DataType::f32 || instruction_.type == DataType::f16;
        return gathers && !floats && machine_.gathers_as_stored ? "gathers of integers as they are"
                                                                : "";
    }

    [[nodiscard]] std::string_view of_memory() const {
        const bool is_private = info_.memory == AddressSpace::private_memory;
        return is_private && !machine_.private_memory ? "private memory" : "";
    }

    [[nodiscard]] std::string_view of_arithmetic() const {
        const bool counts_wide = has(property_counts_bits) && !instruction_.src0.half;
        return counts_wide && !machine_.wide_bit_count ? "a count of 32 bits" : "";
    }

    static bool is_bindless(DescriptorMode mode) {
        return (kBindlessModes >> static_cast<unsigned>(mode) & 1U) != 0;
    }

    const Instruction& instruction_;
    Revision revision_;
    const MachineFacts& machine_;
    const OpcodeInfo& info_;
};

} // namespace

std::string_view missing_feature(const Instruction& instruction, Revision revision,
                                 const MachineFacts& machine) {
    return Asker(instruction, revision, machine).missing();
}

} // namespace jacquard::ir3
