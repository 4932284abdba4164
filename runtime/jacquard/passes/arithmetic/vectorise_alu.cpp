#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/generated/passes/vectorise_alu.h>
#include <jacquard/nir/build/core_builder.h>

#include <algorithm>
#include <array>
#include <unordered_map>

namespace jacquard::nir {
namespace {

bool is_constant(const AluSource& source) {
    return source.ssa->instruction->kind == InstructionKind::constant;
}

bool can_grow(const AluInstruction& alu) {
    const OpcodeInfo& info = alu.info();
    if (info.output_components != 0 || info.is_copy || alu.num_sources == 0) {
        return false;
    }
    bool reads_values = false;
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        reads_values |= info.source_components[i] == 0 && !is_constant(alu.first_source[i]);
    }
    return reads_values;
}

// Instructions are alike when a vector instruction could compute both.
struct Likeness {
    const AluInstruction* alu;
};

struct HashOfLikeness {
    std::size_t operator()(const Likeness& key) const {
        const AluInstruction& alu = *key.alu;
        std::size_t hash = static_cast<std::size_t>(alu.opcode) * 2 + (alu.exact ? 1 : 0);
        for (const AluSource& source : alu.sources()) {
            const std::size_t part =
                is_constant(source) ? source.ssa->bit_size : source.ssa->index + std::size_t{65};
            hash = (hash ^ part) * 0x9e3779b97f4a7c15U;
            hash ^= hash >> 29;
        }
        return hash;
    }
};

struct Alike {
    bool operator()(const Likeness& x, const Likeness& y) const {
        const AluInstruction& a = *x.alu;
        const AluInstruction& b = *y.alu;
        if (a.opcode != b.opcode || a.exact != b.exact || a.value.bit_size != b.value.bit_size) {
            return false;
        }
        for (unsigned i = 0; i < a.num_sources; ++i) {
            if (!alike(a, b, i)) {
                return false;
            }
        }
        return true;
    }

  private:
    static bool alike(const AluInstruction& a, const AluInstruction& b, unsigned i) {
        const AluSource& x = a.first_source[i];
        const AluSource& y = b.first_source[i];
        if (a.info().source_components[i] == 0) {
            return x.ssa == y.ssa ||
                   (is_constant(x) && is_constant(y) && x.ssa->bit_size == y.ssa->bit_size);
        }
        return x.ssa == y.ssa &&
               std::equal(x.swizzle.begin(), x.swizzle.begin() + a.source_components(i),
                          y.swizzle.begin());
    }
};

class VectoriseAlu {
  public:
    VectoriseAlu(Shader& shader, const VectoriseAluOptions& options)
        : shader_(shader), options_(options) {}

    // Users are visited after what they use, so that whole chains grow in one walk.
    bool run() {
        bool changed = false;
        for (Function& function : shader_.functions()) {
            for (Block& block : function.blocks()) {
                growing_.clear();
                for (Instruction& instruction : block.instructions()) {
                    auto* alu = instruction.as<AluInstruction>();
                    if (alu != nullptr && can_grow(*alu)) {
                        changed |= place(*alu);
                    }
                }
            }
        }
        return changed;
    }

  private:
    [[nodiscard]] unsigned limit_of(const AluInstruction& alu) const {
        if (options_.bit_size != 0 && alu.value.bit_size != options_.bit_size) {
            return 1;
        }
        const unsigned limit = options_.components_of != nullptr
                                   ? options_.components_of(alu, options_.callback_data)
                                   : options_.max_components;
        return std::min(limit, kMaxComponents);
    }

    bool place(AluInstruction& alu) {
        const auto [entry, is_new] = growing_.try_emplace(Likeness{&alu}, &alu);
        if (is_new) {
            return false;
        }
        AluInstruction& vector = *entry->second;
        const unsigned sum = vector.value.num_components + alu.value.num_components;
        if (sum > limit_of(alu) || !is_valid_component_count(sum)) {
            entry->second = &alu;
            return false;
        }
        join(vector, alu);
        return true;
    }

    // The vector stands first, where all that both read is there already.
    void join(AluInstruction& vector, AluInstruction& alu) {
        const unsigned first = vector.value.num_components;
        const unsigned count = alu.value.num_components;
        keep_shape_of_readers(vector);
        for (unsigned i = 0; i < vector.num_sources; ++i) {
            if (vector.info().source_components[i] == 0) {
                join_source(vector, vector.first_source[i], first, alu.first_source[i], count);
            }
        }
        vector.value.num_components = static_cast<std::uint8_t>(first + count);
        redirect_readers(alu, vector, first);
        shader_.info.source_context.share(vector.origin, alu.origin);
        alu.remove();
    }

    void join_source(AluInstruction& vector, AluSource& into, unsigned first,
                     const AluSource& added, unsigned count) {
        if (into.ssa == added.ssa) {
            std::copy_n(added.swizzle.begin(), count, into.swizzle.begin() + first);
            return;
        }
        ConstantInstruction* constant = shader_.make_constant(first + count, into.ssa->bit_size);
        const auto left = constant_components(*into.ssa);
        const auto right = constant_components(*added.ssa);
        for (unsigned c = 0; c < first; ++c) {
            constant->values[c] = left[into.swizzle[c]];
        }
        for (unsigned c = 0; c < count; ++c) {
            constant->values[first + c] = right[added.swizzle[c]];
        }
        vector.block->insert_before(&vector, constant);
        into.set(&constant->value);
        for (unsigned c = 0; c < first + count; ++c) {
            into.swizzle[c] = static_cast<std::uint8_t>(c);
        }
    }

    static bool picks_components(const Source& use) {
        const Instruction* user = use.instruction();
        return user != nullptr && user->kind == InstructionKind::alu;
    }

    // Readers of the whole value get a copy of the components that it had.
    void keep_shape_of_readers(AluInstruction& vector) {
        pick(vector.value, vector, vector.value, 0);
    }

    void redirect_readers(AluInstruction& alu, AluInstruction& vector, unsigned first) {
        pick(alu.value, vector, vector.value, first);
        for (Source& use : alu.value.uses()) {
            auto& source = static_cast<AluSource&>(use);
            source.set(&vector.value);
            for (std::uint8_t& component : source.swizzle) {
                component = static_cast<std::uint8_t>((component + first) % kMaxComponents);
            }
        }
    }

    // Gives the readers of `value` that take it whole a copy of that many components of `from`.
    void pick(SsaDef& value, AluInstruction& behind, SsaDef& from, unsigned first) {
        AluInstruction* copy = nullptr;
        for (Source& use : value.uses()) {
            if (picks_components(use)) {
                continue;
            }
            if (copy == nullptr) {
                copy = shader_.make_alu(core::mov, value.num_components, value.bit_size);
                for (unsigned c = 0; c < value.num_components; ++c) {
                    copy->first_source[0].swizzle[c] = static_cast<std::uint8_t>(first + c);
                }
            }
            use.set(&copy->value);
        }
        if (copy != nullptr) {
            copy->first_source[0].set(&from);
            behind.block->insert_after(&behind, copy);
        }
    }

    Shader& shader_;
    const VectoriseAluOptions& options_;
    std::unordered_map<Likeness, AluInstruction*, HashOfLikeness, Alike> growing_;
};

} // namespace

bool vectorise_alu(Shader& shader, const VectoriseAluOptions& options) {
    return VectoriseAlu(shader, options).run();
}

} // namespace jacquard::nir
