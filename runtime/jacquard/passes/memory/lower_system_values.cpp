#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/nir/system_value_lowerings.h>
#include <jacquard/generated/passes/lower_system_values.h>
#include <jacquard/nir/analysis/memory/deref_path.h>
#include <jacquard/nir/analysis/memory/variable_uses.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/nir/ir/system_value_variables.h>
#include <jacquard/nir/ir/width_mask.h>

#include <algorithm>
#include <optional>

namespace jacquard::nir {
namespace {

std::optional<IntrinsicOp> system_value(const Variable& variable) {
    return variable.mode == VariableMode::system_value ? system_value_of(variable.semantic)
                                                       : std::nullopt;
}

// A whole system value in the shape that a variable has; null where it does not fit.
SsaDef* value_of(CoreBuilder& b, IntrinsicOp op, unsigned count, unsigned bit_size) {
    const IntrinsicInfo& info = intrinsic_info(op);
    const unsigned given = info.dest_components != 0 ? info.dest_components : count;
    const unsigned loaded_bits = mask_allows(info.bit_size_mask, bit_size) ? bit_size : 32;
    const bool is_truth = bit_size == 1 && loaded_bits == 32;
    if (given < count || !mask_allows(info.bit_size_mask, loaded_bits) ||
        (loaded_bits != bit_size && !is_truth)) {
        return nullptr;
    }
    SsaDef* value = &b.intrinsic(op, given, loaded_bits, {})->value;
    if (given > count) {
        Operand part = value;
        part.num_components = static_cast<std::uint8_t>(count);
        value = b.mov(part);
    }
    return is_truth ? b.ine(value, b.imm_int(0)) : value;
}

class LowerSystemValues {
  public:
    LowerSystemValues(Shader& shader, const LowerSystemValuesOptions& options)
        : shader_(shader), options_(options) {}

    bool run(Function& function) {
        bool changed = false;
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                if (auto* load = instruction.as<IntrinsicInstruction>()) {
                    changed |= visit(*load);
                }
            }
        }
        if (changed) {
            remove_unused_derefs(function);
        }
        return changed;
    }

  private:
    bool visit(IntrinsicInstruction& load) {
        CoreBuilder b(shader_, Cursor::before_instruction(&load));
        SsaDef* value = nullptr;
        const VariableAccess* access = variable_access(load.op);
        if (access == nullptr) {
            value = derived(b, load);
        } else if (access->is_load() && access->is_by_name()) {
            value = load_of(b, *load.variables()[0]);
        } else if (access->is_load()) {
            DerefInstruction* deref = deref_of(load.first_source[access->deref_source]);
            value = deref != nullptr ? load_of(b, *deref) : nullptr;
        }
        if (value == nullptr) {
            return false;
        }
        load.value.rewrite_uses(value);
        load.remove();
        return true;
    }

    SsaDef* load_of(CoreBuilder& b, const Variable& variable) {
        const auto op = system_value(variable);
        const Type& type = *variable.type->without_arrays();
        if (!op || !type.is_vector_or_scalar()) {
            return nullptr;
        }
        // Levels of tessellation are arrays of scalars.
        const auto count = static_cast<unsigned>(
            std::min<std::uint64_t>(variable.type->scalar_count, kMaxComponents));
        SsaDef* value = value_of(b, *op, count, type.scalar.bit_size);
        return value != nullptr ? derive(b, *op, value) : nullptr;
    }

    // A variable, a component of a vector or an element of an array of scalars.
    SsaDef* load_of(CoreBuilder& b, const DerefInstruction& deref) {
        if (deref.deref == DerefKind::var) {
            return load_of(b, *deref.variable);
        }
        const DerefInstruction* parent = deref.parent_deref();
        if (deref.deref != DerefKind::array || parent == nullptr ||
            parent->deref != DerefKind::var || !deref.type->is_scalar()) {
            return nullptr;
        }
        SsaDef* whole = load_of(b, *parent->variable);
        if (whole == nullptr) {
            return nullptr;
        }
        const auto constant = constant_components(*deref.index.ssa);
        if (!constant.empty()) {
            return constant[0].u64 < whole->num_components ? b.mov(channel(whole, constant[0].u32))
                                                           : b.undef(1, whole->bit_size);
        }
        SsaDef* index = deref.index.ssa;
        SsaDef* picked = b.mov(channel(whole, whole->num_components - 1U));
        for (unsigned c = whole->num_components - 1U; c-- > 0;) {
            picked =
                b.bcsel(b.ieq(index, b.imm_int(c, index->bit_size)), channel(whole, c), picked);
        }
        return picked;
    }

    // Lowers a load created here like one that was already in the shader.
    SsaDef* derive(CoreBuilder& b, IntrinsicOp op, SsaDef* value) {
        auto* load = value->instruction->as<IntrinsicInstruction>();
        SsaDef* result = load != nullptr && load->op == op ? derived(b, *load) : nullptr;
        if (result == nullptr) {
            return value;
        }
        load->remove();
        return result;
    }

    [[nodiscard]] bool is_asked_for(SystemValueGroup group) const {
        switch (group) {
        case SystemValueGroup::derive_compute: return options_.derive_compute;
        case SystemValueGroup::derive_vertex_id: return options_.derive_vertex_id;
        }
        return false;
    }

    SsaDef* derived(CoreBuilder& b, const IntrinsicInstruction& load) const {
        DerivedValues values(*this, b);
        return values.derived(load.op, load.value.bit_size);
    }

    // Reads values for lowerings: a load of the given one, widened, or a derived one.
    class DerivedValues final : public SystemValueReader {
      public:
        DerivedValues(const LowerSystemValues& pass, CoreBuilder& b) : pass_(pass), b_(b) {}

        // Null where nothing tells how it is derived, or that is not asked for.
        SsaDef* derived(IntrinsicOp op, unsigned bit_size) {
            const SystemValueLowering lowering = system_value_lowering(op);
            return lowering.make != nullptr && pass_.is_asked_for(lowering.group)
                       ? lowering.make(b_, *this, bit_size)
                       : nullptr;
        }
        // The recursion ends, since no system value is computed from itself.
        SsaDef* value(IntrinsicOp op, unsigned bit_size) override {
            if (SsaDef* made = derived(op, bit_size)) {
                return made;
            }
            const IntrinsicInfo& info = intrinsic_info(op);
            const unsigned given = mask_allows(info.bit_size_mask, bit_size) ? bit_size : 32;
            SsaDef* loaded = &b_.intrinsic(op, info.dest_components, given, {})->value;
            return given == bit_size ? loaded : b_.u2u64(loaded);
        }

      private:
        const LowerSystemValues& pass_;
        CoreBuilder& b_;
    };

    Shader& shader_;
    const LowerSystemValuesOptions& options_;
};

} // namespace

bool lower_system_values(Shader& shader, const LowerSystemValuesOptions& options) {
    const auto may_read_one = [](IntrinsicOp op) {
        const VariableAccess* access = variable_access(op);
        return access != nullptr ? access->is_load() : system_value_lowering(op).make != nullptr;
    };
    if (!shader.may_have_intrinsic(may_read_one)) {
        return false;
    }
    bool changed = false;
    for (Function& function : shader.functions()) {
        changed |= LowerSystemValues(shader, options).run(function);
    }
    return changed;
}

} // namespace jacquard::nir
