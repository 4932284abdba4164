#include <jacquard/generated/passes/split_wide_variables.h>
#include <jacquard/nir/analysis/memory/variable_access.h>
#include <jacquard/nir/analysis/memory/variable_uses.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/util/each.h>

#include <array>
#include <vector>

namespace jacquard::nir {
namespace {

class SplitWideVariables {
  public:
    explicit SplitWideVariables(Shader& shader) : shader_(shader), uses_(shader) {}

    bool run(Function& function) {
        is_split_.clear();
        return change_types(function) &&
               change_instructions<Instruction>(function, [this](Instruction& instruction) {
                   auto* deref = instruction.as<DerefInstruction>();
                   auto* access = instruction.as<IntrinsicInstruction>();
                   if (deref != nullptr) {
                       see(*deref);
                   } else if (access != nullptr) {
                       visit(*access);
                   }
                   return true;
               });
    }

  private:
    bool change_types(Function& function) {
        bool changed = false;
        for (Variable& variable : function.variables()) {
            const VariableUse& use = uses_.of(variable);
            if (!use.is_complex && !use.is_copied && variable.initializer.empty() &&
                is_wide(*variable.type)) {
                variable.type = in_words(variable.type);
                changed = true;
            }
        }
        return changed;
    }

    // Returns true if a type holds 64-bit scalars alone, in arrays, matrices and vectors.
    static bool is_wide(const Type& type) {
        return type.has_elements() ? is_wide(*type.element)
                                   : type.is_vector_or_scalar() && type.scalar.bit_size == 64;
    }

    // A scalar becomes a pair of words, a vector an array of them.
    const Type* in_words(const Type* type) {
        if (type->has_elements()) {
            return shader_.array_type(in_words(type->element), type->num_elements());
        }
        const Type* pair = shader_.vector_type({BaseType::uint_type, 32}, 2);
        return type->num_components == 1 ? pair : shader_.array_type(pair, type->num_components);
    }

    // Parents are up to date before their children.
    void see(DerefInstruction& deref) {
        const Type* type = deref.deref == DerefKind::var     ? deref.variable->type
                           : deref.parent_deref() == nullptr ? nullptr
                           : is_split(*deref.parent.ssa)     ? deref.parent_deref()->type->element
                                                             : nullptr;
        if (type == nullptr || type == deref.type) {
            return;
        }
        deref.type = type;
        if (deref.value.index >= is_split_.size()) {
            is_split_.resize(deref.value.index + std::size_t{1});
        }
        is_split_[deref.value.index] = true;
    }

    [[nodiscard]] bool is_split(const SsaDef& value) const {
        return value.index < is_split_.size() && is_split_[value.index];
    }

    void visit(IntrinsicInstruction& access) {
        const VariableAccess* kind = deref_access(access);
        if (kind == nullptr || !(kind->is_load() || kind->is_store()) ||
            !is_split(*access.first_source[kind->deref_source].ssa)) {
            return;
        }
        auto& deref =
            *access.first_source[kind->deref_source].ssa->instruction->as<DerefInstruction>();
        CoreBuilder b(shader_, Cursor::before_instruction(&access));
        if (kind->is_load()) {
            load(b, access, deref);
        } else {
            store(b, access, deref, access.first_source[kind->value_source].ssa);
        }
        access.remove();
    }

    // The pair of words that a component is.
    static DerefInstruction* pair_of(CoreBuilder& b, DerefInstruction& whole, unsigned component) {
        return whole.type->has_elements() ? b.deref_array(&whole, component) : &whole;
    }

    static void load(CoreBuilder& b, IntrinsicInstruction& access, DerefInstruction& whole) {
        std::array<Operand, kMaxComponents> values;
        const unsigned count = access.value.num_components;
        for (unsigned c = 0; c < count; ++c) {
            IntrinsicInstruction* words = b.load_deref(2, 32, &pair_of(b, whole, c)->value);
            words->set_access(access.access());
            values[c] = b.pack_64_2x32(&words->value);
        }
        access.value.rewrite_uses(b.vec(std::span<const Operand>(values.data(), count)));
    }

    static void store(CoreBuilder& b, const IntrinsicInstruction& access, DerefInstruction& whole,
                      SsaDef* value) {
        for (unsigned c = 0; c < value->num_components; ++c) {
            if ((access.write_mask() >> c & 1) != 0) {
                SsaDef* words = b.unpack_64_2x32(channel(value, c));
                b.store_deref(&pair_of(b, whole, c)->value, words)
                    ->set_write_mask(3)
                    ->set_access(access.access());
            }
        }
    }

    Shader& shader_;
    VariableUses uses_;
    std::vector<bool> is_split_; // dereferences, by value
};

} // namespace

bool split_wide_variables(Shader& shader) {
    SplitWideVariables splitting(shader);
    bool changed = false;
    for (Function& function : shader.functions()) {
        changed |= splitting.run(function);
    }
    return changed;
}

} // namespace jacquard::nir
