#include <jacquard/nir/behaviour.h>
#include <jacquard/nir/builder.h>
#include <jacquard/nir/deref_path.h>
#include <jacquard/nir/system_value_variables.h>
#include <jacquard/nir/variable_uses.h>
#include <jacquard/passes/lower_system_values.h>

#include <algorithm>
#include <bit>
#include <optional>

namespace jacquard::nir {
namespace {

std::optional<IntrinsicOp> system_value(const Variable& variable) {
    return variable.mode == VariableMode::system_value ? system_value_of(variable.semantic)
                                                       : std::nullopt;
}

bool has_width(const IntrinsicInfo& info, unsigned bit_size) {
    return (info.bit_size_mask >> std::countr_zero(bit_size) & 1) != 0;
}

// A whole system value in the shape that a variable has; null where it does not fit.
SsaDef* value_of(Builder& b, IntrinsicOp op, unsigned count, unsigned bit_size) {
    const IntrinsicInfo& info = intrinsic_info(op);
    const unsigned given = info.dest_components != 0 ? info.dest_components : count;
    const unsigned loaded_bits = has_width(info, bit_size) ? bit_size : 32;
    const bool is_truth = bit_size == 1 && loaded_bits == 32;
    if (given < count || !has_width(info, loaded_bits) || (loaded_bits != bit_size && !is_truth)) {
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
        Builder b(shader_, Cursor::before_instruction(&load));
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

    SsaDef* load_of(Builder& b, const Variable& variable) {
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
    SsaDef* load_of(Builder& b, const DerefInstruction& deref) {
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

    // What has just been loaded is derived as one that stood there already would be.
    SsaDef* derive(Builder& b, IntrinsicOp op, SsaDef* value) {
        auto* load = value->instruction->as<IntrinsicInstruction>();
        SsaDef* result = load != nullptr && load->op == op ? derived(b, *load) : nullptr;
        if (result == nullptr) {
            return value;
        }
        load->remove();
        return result;
    }

    SsaDef* derived(Builder& b, const IntrinsicInstruction& load) const {
        if (options_.derive_vertex_id && load.op == IntrinsicOp::load_vertex_id) {
            SsaDef* vertex = &b.load_vertex_id_zero_base()->value;
            return b.iadd(vertex, &b.load_first_vertex()->value);
        }
        return options_.derive_compute ? derived_compute(b, load) : nullptr;
    }

    static SsaDef* derived_compute(Builder& b, const IntrinsicInstruction& load) {
        const unsigned bits = load.value.bit_size;
        const auto widened = [&](SsaDef* value) {
            return bits == value->bit_size ? value : b.u2u64(value);
        };
        const auto size = [&] { return widened(&b.load_workgroup_size()->value); };
        const auto groups = [&] { return widened(&b.load_num_workgroups()->value); };
        const auto global_size = [&] {
            SsaDef* number = groups();
            return b.imul(number, size());
        };
        const auto global_id = [&] {
            SsaDef* group = widened(&b.load_workgroup_id()->value);
            SsaDef* first = b.imul(group, size());
            return b.iadd(first, widened(&b.load_local_invocation_id()->value));
        };
        SsaDef* id = nullptr;
        switch (load.op) {
        case IntrinsicOp::load_global_invocation_id: return global_id();
        case IntrinsicOp::load_global_size: return global_size();
        case IntrinsicOp::load_local_invocation_index:
            id = &b.load_local_invocation_id()->value;
            return flat(b, id, size());
        case IntrinsicOp::load_workgroup_index:
            id = &b.load_workgroup_id()->value;
            return flat(b, id, groups());
        case IntrinsicOp::load_global_invocation_index:
            id = global_id();
            return flat(b, id, global_size());
        default: return nullptr;
        }
    }

    // (z * height + y) * width + x
    static SsaDef* flat(Builder& b, SsaDef* id, SsaDef* size) {
        SsaDef* rows = b.imul(channel(id, 2), channel(size, 1));
        SsaDef* row = b.iadd(rows, channel(id, 1));
        return b.iadd(b.imul(row, channel(size, 0)), channel(id, 0));
    }

    Shader& shader_;
    const LowerSystemValuesOptions& options_;
};

} // namespace

bool lower_system_values(Shader& shader, const LowerSystemValuesOptions& options) {
    bool changed = false;
    for (Function& function : shader.functions()) {
        changed |= LowerSystemValues(shader, options).run(function);
    }
    return changed;
}

} // namespace jacquard::nir
