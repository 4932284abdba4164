#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/generated/passes/variables_to_registers.h>
#include <jacquard/nir/analysis/memory/variable_uses.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/util/each.h>

#include <optional>
#include <vector>

namespace jacquard::nir {
namespace {

constexpr std::uint64_t kMaxRegisterScalars = 65536;

// The vector that arrays and matrices are made of; null where structures are in between.
const Type* vector_in(const Type* type) {
    while (type->has_elements()) {
        type = type->element;
    }
    return type->is_vector_or_scalar() ? type : nullptr;
}

// The element of a register array that a dereference names, and the component of a vector.
struct RegisterPlace {
    SsaDef* handle = nullptr; // null: no register
    SsaDef* index = nullptr;  // null: no array, or all of it is in `base`
    std::uint32_t base = 0;
    const DerefInstruction* component = nullptr; // selects in a vector
    bool is_outside = false;
};

// Returns true if an index is below a number whatever it is computed from.
bool is_below(const SsaDef& index, std::uint64_t number) {
    const auto* alu = index.instruction->as<AluInstruction>();
    if (alu == nullptr || index.num_components != 1) {
        return false;
    }
    const auto constant_of = [alu](unsigned i) -> std::optional<std::uint64_t> {
        const auto given = constant_components(*alu->sources()[i].ssa);
        const unsigned component = alu->sources()[i].swizzle[0];
        return given.empty() ? std::nullopt
                             : std::optional(given[component].u64 &
                                             mask_of_bits(alu->sources()[i].ssa->bit_size));
    };
    for (unsigned i = 0; i < 2; ++i) {
        const bool is_limit = alu->opcode == core::umin || alu->opcode == core::iand;
        const auto limit = is_limit ? constant_of(i) : std::nullopt;
        if (limit && *limit < number) {
            return true;
        }
    }
    return false;
}

class VariablesToRegisters {
  public:
    VariablesToRegisters(Function& function, const VariableUses& uses)
        : function_(function), shader_(*function.shader), uses_(uses) {}

    bool run() {
        registers_.assign(shader_.num_variables(), nullptr);
        CoreBuilder b(shader_, Cursor::after_phis(function_.first_block()));
        bool any = false;
        for (Variable& variable : function_.variables()) {
            if (const Type* vector = register_type(variable)) {
                const bool is_array = variable.type->has_elements();
                registers_[variable.index] =
                    b.decl_register(vector->num_components, vector->scalar.bit_size,
                                    is_array ? static_cast<unsigned>(variable.type->scalar_count /
                                                                     vector->num_components)
                                             : 0);
                any = true;
            }
        }
        if (!any) {
            return false;
        }
        for (Block& block : function_.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                visit(instruction);
            }
        }
        remove_unused_derefs(function_);
        for (Variable& variable : function_.variables()) {
            if (registers_[variable.index] != nullptr) {
                shader_.remove_variable(&variable);
            }
        }
        return true;
    }

  private:
    [[nodiscard]] const Type* register_type(const Variable& variable) const {
        const VariableUse& use = uses_.of(variable);
        const bool plain = !use.is_complex && !use.is_copied && variable.initializer.empty();
        const std::uint64_t count = variable.type->scalar_count;
        return plain && count != 0 && count <= kMaxRegisterScalars ? vector_in(variable.type)
                                                                   : nullptr;
    }

    void visit(Instruction& instruction) {
        if (auto* deref = instruction.as<DerefInstruction>()) {
            see(*deref);
            return;
        }
        auto* intrinsic = instruction.as<IntrinsicInstruction>();
        const VariableAccess* access =
            intrinsic != nullptr ? variable_access(intrinsic->op) : nullptr;
        if (access == nullptr || !(access->is_load() || access->is_store())) {
            return;
        }
        const RegisterPlace place =
            access->is_by_name() ? place_of(*intrinsic->variables()[0])
                                 : place_of(*intrinsic->first_source[access->deref_source].ssa);
        if (access->is_load()) {
            load(*intrinsic, place);
        } else {
            store(*intrinsic, place, intrinsic->first_source[access->value_source].ssa,
                  intrinsic->has_write_mask() ? intrinsic->write_mask()
                                              : (1U << intrinsic->component_count) - 1);
        }
    }

    [[nodiscard]] RegisterPlace place_of(const Variable& variable) const {
        RegisterPlace place;
        place.handle = registers_[variable.index];
        return place;
    }

    [[nodiscard]] RegisterPlace place_of(const SsaDef& value) const {
        return value.index < places_.size() ? places_[value.index] : RegisterPlace{};
    }

    // Indices of the levels of an array are summed up as the dereferences come along.
    void see(const DerefInstruction& deref) {
        RegisterPlace place;
        if (deref.deref == DerefKind::var) {
            place = place_of(*deref.variable);
        } else if (deref.deref == DerefKind::array && deref.parent_deref() != nullptr) {
            place = place_of(*deref.parent.ssa);
            if (place.handle != nullptr) {
                select(place, deref, *deref.parent_deref()->type);
            }
        }
        if (place.handle != nullptr) {
            if (deref.value.index >= places_.size()) {
                places_.resize(deref.value.index + std::size_t{1});
            }
            places_[deref.value.index] = place;
        }
    }

    void select(RegisterPlace& place, const DerefInstruction& deref, const Type& parent) {
        const auto constant = constant_components(*deref.index.ssa);
        place.is_outside |= !constant.empty() && constant[0].u64 >= parent.num_elements();
        if (parent.is_vector_or_scalar()) {
            place.component = &deref;
            return;
        }
        const auto step = static_cast<std::uint32_t>(deref.type->scalar_count /
                                                     vector_in(&parent)->num_components);
        if (!constant.empty()) {
            place.base += place.is_outside ? 0 : constant[0].u32 * step;
            return;
        }
        CoreBuilder b(shader_, Cursor::after_instruction(const_cast<DerefInstruction*>(&deref)));
        SsaDef* index = deref.index.ssa;
        // Outside of the array there are other values.
        if (!is_below(*index, parent.num_elements())) {
            index = b.umin(index, b.imm_int(parent.num_elements() - 1, index->bit_size));
        }
        if (step != 1) {
            index = b.imul(index, b.imm_int(step, index->bit_size));
        }
        place.index = place.index == nullptr ? index : b.iadd(place.index, index);
    }

    SsaDef* load_whole(CoreBuilder& b, const RegisterPlace& place) const {
        const auto& declaration = *place.handle->instruction->as<IntrinsicInstruction>();
        const unsigned count = declaration.num_components();
        const unsigned bits = declaration.bit_size();
        IntrinsicInstruction* load =
            place.index == nullptr ? b.load_reg(count, bits, place.handle)
                                   : b.load_reg_indirect(count, bits, place.handle, place.index);
        return &load->set_base(place.base)->value;
    }

    static void store_whole(CoreBuilder& b, const RegisterPlace& place, SsaDef* value,
                            std::uint32_t mask) {
        IntrinsicInstruction* store = place.index == nullptr
                                          ? b.store_reg(value, place.handle)
                                          : b.store_reg_indirect(value, place.handle, place.index);
        store->set_base(place.base)->set_write_mask(mask);
    }

    // Component `at` of a vector; the last one where there are fewer.
    static SsaDef* pick(CoreBuilder& b, SsaDef* vector, SsaDef* at) {
        if (const auto constant = constant_components(*at); !constant.empty()) {
            return b.mov(channel(vector, constant[0].u32));
        }
        SsaDef* result = b.mov(channel(vector, vector->num_components - 1U));
        for (unsigned c = vector->num_components - 1U; c-- > 0;) {
            result = b.bcsel(b.ieq(at, b.imm_int(c, at->bit_size)), channel(vector, c), result);
        }
        return result;
    }

    void load(IntrinsicInstruction& access, const RegisterPlace& place) {
        if (place.handle == nullptr) {
            return;
        }
        CoreBuilder b(shader_, Cursor::before_instruction(&access));
        SsaDef* value = nullptr;
        if (place.is_outside) {
            value = b.undef(access.value.num_components, access.value.bit_size);
        } else {
            value = load_whole(b, place);
            if (place.component != nullptr) {
                value = pick(b, value, place.component->index.ssa);
            }
        }
        access.value.rewrite_uses(value);
        access.remove();
    }

    void store(IntrinsicInstruction& access, const RegisterPlace& place, SsaDef* value,
               std::uint32_t mask) {
        if (place.handle == nullptr) {
            return;
        }
        CoreBuilder b(shader_, Cursor::before_instruction(&access));
        if (!place.is_outside && place.component != nullptr) {
            store_component(b, place, value);
        } else if (!place.is_outside) {
            store_whole(b, place, value, mask);
        }
        access.remove();
    }

    void store_component(CoreBuilder& b, const RegisterPlace& place, SsaDef* value) const {
        const auto& declaration = *place.handle->instruction->as<IntrinsicInstruction>();
        const unsigned count = declaration.num_components();
        SsaDef* at = place.component->index.ssa;
        if (const auto constant = constant_components(*at); !constant.empty()) {
            store_whole(b, place, b.spread(value, count), 1U << constant[0].u32);
            return;
        }
        std::array<Operand, kMaxComponents> components;
        SsaDef* held = load_whole(b, place);
        for (unsigned c = 0; c < count; ++c) {
            SsaDef* here = b.ieq(at, b.imm_int(c, at->bit_size));
            components[c] = b.bcsel(here, value, channel(held, c));
        }
        store_whole(b, place, b.vec(std::span<const Operand>(components.data(), count)),
                    (1U << count) - 1);
    }

    Function& function_;
    Shader& shader_;
    const VariableUses& uses_;
    std::vector<SsaDef*> registers_;    // by variable
    std::vector<RegisterPlace> places_; // by value
};

} // namespace

bool variables_to_registers(Shader& shader) {
    if (!shader.has_locals()) {
        return false;
    }
    const VariableUses uses(shader, VariableMode::function_temp);
    return change_functions<VariablesToRegisters>(shader, uses);
}

} // namespace jacquard::nir
