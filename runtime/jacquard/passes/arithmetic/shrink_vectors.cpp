#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/generated/passes/shrink_vectors.h>
#include <jacquard/nir/analysis/memory/counted_access.h>
#include <jacquard/nir/build/core_builder.h>

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace jacquard::nir {
namespace {

using Mask = std::uint32_t;
using Map = std::array<std::uint8_t, kMaxComponents>;

constexpr Mask all_components(unsigned count) {
    return (Mask{1} << count) - 1;
}

// The least vector size that holds `count` components.
unsigned vector_size(unsigned count) {
    while (!is_valid_component_count(count)) {
        ++count;
    }
    return count;
}

bool is_per_component(const AluInstruction& alu) {
    return alu.info().output_components == 0;
}

bool is_vector_of_scalars(const AluInstruction& alu) {
    return alu.info().is_copy && !is_per_component(alu);
}

// Loads of any number of components that start where an index says.
bool is_shortened_load(const IntrinsicInstruction& load) {
    const IntrinsicInfo& info = load.info();
    return info.has_dest && info.dest_components == 0 && info.can_eliminate &&
           info.counted_source < 0 && !is_counted(load) &&
           (load.has_component() || load.has_align_mul() || load.has_io_semantics());
}

// First finds what is read of each value, from the instructions with effects backwards; a value
// whose components are read by one thing after the other is visited again when more are, which
// happens at most as often as it has components.
class ShrinkVectors {
  public:
    explicit ShrinkVectors(Shader& shader) : shader_(shader) {}

    bool run() {
        read_.assign(std::size_t{shader_.next_ssa_index}, 0);
        bool changed = false;
        for (Function& function : shader_.functions()) {
            read_.assign(read_.size(), 0);
            find_reads(function);
            changed |= shrink(function);
        }
        return changed;
    }

  private:
    void find_reads(Function& function) {
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                if (is_root(instruction)) {
                    instruction.for_each_source([this](Source& source) { need_all(*source.ssa); });
                }
            }
            if (block.next != nullptr) {
                if (auto* branch = block.next->as<IfNode>()) {
                    need_all(*branch->condition.ssa);
                }
            }
        }
        propagate();
        keep_dead_readers(function);
    }

    void propagate() {
        while (!pending_.empty()) {
            SsaDef* value = pending_.back();
            pending_.pop_back();
            visit(*value);
        }
    }

    // A phi that nobody reads still has the shape of its sources, and arithmetic that nobody reads
    // still names components of its own.
    void keep_dead_readers(Function& function) {
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                const bool reads_parts = instruction.kind == InstructionKind::phi ||
                                         instruction.kind == InstructionKind::alu;
                if (reads_parts && read_[instruction.def()->index] == 0) {
                    need_all(*instruction.def());
                }
            }
        }
        propagate();
    }

    // Any other instruction than arithmetic and phis reads its sources completely, whether its
    // result is needed or not.
    static bool is_root(const Instruction& instruction) {
        return instruction.kind != InstructionKind::alu && instruction.kind != InstructionKind::phi;
    }

    void need_all(SsaDef& value) { need(value, all_components(value.num_components)); }

    void need(SsaDef& value, Mask components) {
        Mask& now = read_[value.index];
        if ((components & ~now) != 0) {
            now |= components;
            pending_.push_back(&value);
        }
    }

    void visit(SsaDef& value) {
        const Mask mask = read_[value.index];
        if (auto* alu = value.instruction->as<AluInstruction>()) {
            for (unsigned i = 0; i < alu->num_sources; ++i) {
                visit_source(*alu, i, mask);
            }
        } else if (auto* phi = value.instruction->as<PhiInstruction>()) {
            for (PhiSource* source = phi->first_source; source != nullptr; source = source->next) {
                need(*source->ssa, mask);
            }
        }
    }

    void visit_source(AluInstruction& alu, unsigned i, Mask mask) {
        if (is_vector_of_scalars(alu) && (mask >> i & 1) == 0) {
            return;
        }
        const bool follows = alu.info().source_components[i] == 0;
        const AluSource& source = alu.first_source[i];
        Mask components = 0;
        for (unsigned c = 0; c < alu.source_components(i); ++c) {
            if (!follows || (mask >> c & 1) != 0) {
                components |= Mask{1} << source.swizzle[c];
            }
        }
        need(*source.ssa, components);
    }

    // Phis come first: what they read is picked by arithmetic, which follows when its source is
    // shortened in turn.
    bool shrink(Function& function) {
        std::vector<PhiInstruction*> phis;
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                auto* phi = instruction.as<PhiInstruction>();
                if (phi == nullptr) {
                    break;
                }
                if (is_too_long(phi->value)) {
                    pick_sources(*phi);
                    phis.push_back(phi);
                }
            }
        }
        for (PhiInstruction* phi : phis) {
            keep(phi->value, read_[phi->value.index]);
        }
        bool changed = !phis.empty();
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                changed |= shrink(instruction);
            }
        }
        for (AluInstruction* pick : picks_) {
            if (is_whole(*pick)) {
                pick->value.rewrite_uses(pick->first_source[0].ssa);
                pick->remove();
            }
        }
        picks_.clear();
        return changed;
    }

    // Values that this pass made have no entry in read_.
    [[nodiscard]] bool is_partly_read(const SsaDef& value) const {
        return value.index < read_.size() && read_[value.index] != 0 &&
               read_[value.index] != all_components(value.num_components);
    }

    [[nodiscard]] bool is_too_long(const SsaDef& value) const {
        return is_partly_read(value) &&
               vector_size(static_cast<unsigned>(std::popcount(read_[value.index]))) <
                   value.num_components;
    }

    bool shrink(Instruction& instruction) {
        SsaDef* value = instruction.def();
        if (value == nullptr || !is_partly_read(*value)) {
            return false;
        }
        const Mask mask = read_[value->index];
        if (auto* load = instruction.as<IntrinsicInstruction>()) {
            return is_shortened_load(*load) && shorten_load(*load, mask);
        }
        if (!is_too_long(*value)) {
            return false;
        }
        if (auto* alu = instruction.as<AluInstruction>()) {
            if (is_vector_of_scalars(*alu)) {
                shorten_vector(*alu, mask);
                return true;
            }
            return is_per_component(*alu) && shorten_alu(*alu, mask);
        }
        if (auto* constant = instruction.as<ConstantInstruction>()) {
            const Map old = keep(*value, mask);
            for (unsigned c = 0; c < value->num_components; ++c) {
                constant->values[c] = constant->values[old[c]];
            }
            return true;
        }
        if (instruction.kind == InstructionKind::undef) {
            keep(*value, mask);
            return true;
        }
        return false;
    }

    // The components in `mask`, and some others where no vector is that small.
    static Mask kept_components(Mask mask) {
        const unsigned size = vector_size(static_cast<unsigned>(std::popcount(mask)));
        for (unsigned c = 0; static_cast<unsigned>(std::popcount(mask)) < size; ++c) {
            mask |= Mask{1} << c;
        }
        return mask;
    }

    // Gives a value the components to be kept only; its arithmetic users follow. What comes back
    // says where each component was.
    static Map keep(SsaDef& value, Mask mask) {
        mask = kept_components(mask);
        Map now{};
        std::uint8_t at = 0;
        for (std::uint8_t c = 0; c < value.num_components; ++c) {
            if ((mask >> c & 1) != 0) {
                now[c] = at++;
            }
        }
        value.num_components = at;
        for (Source& use : value.uses()) {
            auto* alu =
                use.instruction() != nullptr ? use.instruction()->as<AluInstruction>() : nullptr;
            if (alu != nullptr) {
                for (std::uint8_t& component : static_cast<AluSource&>(use).swizzle) {
                    component = now[component % kMaxComponents];
                }
            }
        }
        return places(mask);
    }

    // The numbers of the components in a mask.
    static Map places(Mask mask) {
        Map old{};
        std::uint8_t at = 0;
        for (std::uint8_t c = 0; c < kMaxComponents; ++c) {
            if ((mask >> c & 1) != 0) {
                old[at++] = c;
            }
        }
        return old;
    }

    bool shorten_alu(AluInstruction& alu, Mask mask) {
        const Map old = keep(alu.value, mask);
        for (unsigned i = 0; i < alu.num_sources; ++i) {
            if (alu.info().source_components[i] == 0) {
                AluSource& source = alu.first_source[i];
                const auto before = source.swizzle;
                for (unsigned c = 0; c < alu.value.num_components; ++c) {
                    source.swizzle[c] = before[old[c]];
                }
            }
        }
        return true;
    }

    void shorten_vector(AluInstruction& alu, Mask mask) {
        const Map old = keep(alu.value, mask);
        std::array<Operand, kMaxComponents> scalars;
        const unsigned count = alu.value.num_components;
        for (unsigned c = 0; c < count; ++c) {
            const AluSource& source = alu.first_source[old[c]];
            scalars[c].value = source.ssa;
            scalars[c].num_components = 1;
            scalars[c].swizzle[0] = source.swizzle[0];
        }
        CoreBuilder b(shader_, Cursor::before_instruction(&alu));
        SsaDef* shorter =
            count == 1 ? b.mov(scalars[0]) : b.vec(std::span<const Operand>(scalars.data(), count));
        alu.value.rewrite_uses(shorter);
        alu.remove();
    }

    // Done for all phis before any of them gets shorter, since they read each other.
    void pick_sources(PhiInstruction& phi) {
        const Mask mask = kept_components(read_[phi.value.index]);
        const Map old = places(mask);
        for (PhiSource* source = phi.first_source; source != nullptr; source = source->next) {
            AluInstruction* pick = shader_.make_alu(
                core::mov, static_cast<unsigned>(std::popcount(mask)), phi.value.bit_size);
            pick->first_source[0].set(source->ssa);
            std::copy(old.begin(), old.end(), pick->first_source[0].swizzle.begin());
            CoreBuilder(shader_, Cursor::before_jump(source->predecessor)).insert(pick);
            source->set(&pick->value);
            picks_.push_back(pick);
        }
    }

    // The end is cut off; the start too where an index says which component comes first. Users
    // with components that nobody reads may name what is gone: they get the first one for it.
    static bool shorten_load(IntrinsicInstruction& load, Mask mask) {
        SsaDef& value = load.value;
        const bool counts_components = load.has_component() && value.bit_size <= 32;
        const auto first = counts_components ? static_cast<unsigned>(std::countr_zero(mask)) : 0U;
        const unsigned count = vector_size(static_cast<unsigned>(std::bit_width(mask)) - first);
        if (count >= value.num_components) {
            return false;
        }
        value.num_components = static_cast<std::uint8_t>(count);
        load.component_count = value.num_components;
        if (first != 0) {
            load.set_component(load.component() + first);
        }
        for (Source& use : value.uses()) {
            for (std::uint8_t& component : static_cast<AluSource&>(use).swizzle) {
                const bool is_kept = component >= first && component - first < count;
                component = is_kept ? static_cast<std::uint8_t>(component - first) : 0;
            }
        }
        return true;
    }

    static bool is_whole(const AluInstruction& pick) {
        const AluSource& source = pick.first_source[0];
        bool whole = source.ssa->num_components == pick.value.num_components;
        for (unsigned c = 0; c < pick.value.num_components && whole; ++c) {
            whole = source.swizzle[c] == c;
        }
        return whole;
    }

    Shader& shader_;
    std::vector<Mask> read_; // by value
    std::vector<SsaDef*> pending_;
    std::vector<AluInstruction*> picks_; // the sources of phis, made here
};

} // namespace

bool shrink_vectors(Shader& shader) {
    return ShrinkVectors(shader).run();
}

} // namespace jacquard::nir
