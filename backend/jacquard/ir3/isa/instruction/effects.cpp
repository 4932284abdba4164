#include <jacquard/ir3/isa/instruction/effects.h>
#include <jacquard/ir3/isa/instruction/texture_operands.h>

#include <algorithm>

namespace jacquard::ir3 {
namespace {

using Kind = RegisterEffect::Kind;

constexpr unsigned kMaxOperands = 4;

class Description {
  public:
    Description(const Instruction& instruction, Revision revision, const MachineFacts& machine)
        : instruction_(instruction), revision_(revision),
          info_(opcode_info(revision, instruction.opcode)), timing_(timing_of(revision)),
          machine_(machine), sources_{&instruction.src0, &instruction.src1, &instruction.src2,
                                      &instruction.src3},
          destinations_{&instruction.dst, &instruction.dst1, &instruction.dst2, &instruction.dst3} {
    }

    Effects run() {
        describe_timing();
        if (info_.action == Action::move_many) {
            move_many();
        } else if (info_.action == Action::derivative) {
            derivative();
        } else if (info_.action == Action::sample_position) {
            read_registers(instruction_.src0, 0, 1, 0, false);
            write_texel();
        } else if (info_.action == Action::alias) {
            alias();
        } else if (info_.action == Action::sample ||
                   has_property(revision_, instruction_.opcode, property_gradients)) {
            sample();
        } else {
            operate();
        }
        return effects_;
    }

  private:
    void describe_timing() {
        effects_.timing = info_.timing;
        effects_.repeat = instruction_.repeat;
        if (info_.action == Action::move_many) {
            effects_.repeat = static_cast<std::uint8_t>(num_moves() - 1);
        }
        const bool writes_predicate = writes_wave_predicate(instruction_, revision_);
        const bool writes_shared = instruction_.dst.is_shared() || writes_predicate;
        if (writes_shared && machine_.scalar_alu && info_.action != Action::lane_mask) {
            const bool reads_vector =
                std::any_of(sources_.begin(), sources_.end(), [](const Operand* source) {
                    return source->kind == OperandKind::gpr &&
                           source->number < kSharedRegisterFirst;
                });
            effects_.timing = reads_vector ? info_.timing : timing_.of(info_.timing).on_shared;
        }
        effects_.slots = static_cast<std::uint8_t>(std::min(
            timing_.issue_slots(effects_.timing, effects_.repeat, instruction_.nop_count), 255U));
        effects_.reads_late = timing_.of(effects_.timing).reads != ReadTiming::issue;
        effects_.result = timing_.sync_needed(effects_.timing, writes_shared);
        effects_.idle = info_.action == Action::nothing && info_.timing == TimingClass::flow &&
                        (info_.fields & field_target) == 0;
    }

    [[nodiscard]] unsigned num_moves() const {
        unsigned moves = 1;
        for (unsigned i = 0; i < kMaxOperands; ++i) {
            moves = *sources_[i] || *destinations_[i] ? i + 1 : moves;
        }
        return moves;
    }

    // Registers that an operand stands for: 0 is the destination, others are sources.
    [[nodiscard]] unsigned length(unsigned operand) const {
        const VectorLength length = info_.vectors[operand];
        switch (length) {
        case VectorLength::size: return std::max<unsigned>(instruction_.size, 1);
        case VectorLength::size_vec4: return instruction_.size * 4U;
        case VectorLength::type_size: return instruction_.type_size;
        case VectorLength::dimensions: return instruction_.dimensions;
        case VectorLength::place: return instruction_.is_typed ? instruction_.dimensions : 1U;
        case VectorLength::address: return machine_.address_registers;
        default: return static_cast<unsigned>(length);
        }
    }

    // Sources, then results, of each repetition.
    void operate() {
        if (info_.action == Action::varying && instruction_.dst.number >= kNoRegister) {
            return; // It only gives storage back: any weights will do.
        }
        for (unsigned r = 0; r <= instruction_.repeat; ++r) {
            for (unsigned i = 0; i < kMaxOperands; ++i) {
                if (length(i + 1) != 0) {
                    read(*sources_[i], i, sources_[i]->repeat ? r : 0, length(i + 1));
                }
            }
            if (r == 0) {
                read_implied();
            }
            write(instruction_.dst, r, length(0));
        }
    }

    void move_many() {
        const unsigned moves = num_moves();
        // An operand that stands alone is the first of a vector.
        for (unsigned i = 0; i < moves; ++i) {
            const bool own = bool{*sources_[i]};
            read_registers(own ? *sources_[i] : *sources_[0], own ? 0 : i, 1, i, false);
        }
        for (unsigned i = 0; i < moves; ++i) {
            const bool own = bool{*destinations_[i]};
            write_registers(own ? *destinations_[i] : *destinations_[0], own ? 0 : i, 1, i);
        }
    }

    // An alias's operand is read by the instruction that names the register. Only an alias for a
    // colour reads its constant at once.
    void alias() {
        if (instruction_.alias_scope == AliasScope::render_target) {
            read(instruction_.src0, 0, 0, 1);
        }
    }

    void derivative() {
        if (has_property(revision_, instruction_.opcode, property_fine) &&
            !instruction_.is_projected) {
            return; // The first of a pair; the second gives the result.
        }
        for_each_component([&](unsigned k) { read_registers(instruction_.src0, k, 1, k, false); });
        write_texel();
    }

    void sample() {
        if (instruction_.dst.number >= kNoRegister) {
            return; // It only brings descriptors near: any coordinates will do.
        }
        const TextureOperands operands = texture_operands(instruction_, revision_);
        if (operands.first_length != 0) {
            read_registers(instruction_.src0, 0, operands.first_length, 0, false);
        }
        if (operands.second_length != 0) {
            read_registers(instruction_.src1, 0, operands.second_length, 0, false);
        }
        if (instruction_.src2) {
            read_registers(instruction_.src2, 0, 2, 0, false);
        }
        write_texel();
    }

    void write_texel() {
        for_each_component([&](unsigned k) { write_registers(instruction_.dst, k, 1, 0); });
    }

    template <typename Visit>
    void for_each_component(Visit&& visit) const {
        for (unsigned k = 0; k < 4; ++k) {
            if ((instruction_.write_mask >> k & 1) != 0) {
                visit(k);
            }
        }
    }

    // Adds the registers that are read without an operand.
    void read_implied() {
        if (info_.action == Action::predicate_true || info_.action == Action::predicate_false) {
            read_special(kPredicateRegister, 0);
        }
        if (fills_constants(timing_.of(info_.timing).result) &&
            instruction_.dst.kind != OperandKind::constant) {
            read_special(kAddressRegister1, 0);
        }
        if (has_property(revision_, instruction_.opcode, property_reads_destination)) {
            const unsigned count = length(0);
            read_registers(instruction_.dst, count > 1 ? 1 : 0, std::max(count - 1, 1U), 0, false);
        }
    }

    void read(const Operand& source, unsigned index, unsigned stepped, unsigned count) {
        switch (source.kind) {
        case OperandKind::none:
        case OperandKind::immediate:
        case OperandKind::table_immediate: return;
        case OperandKind::gpr: read_registers(source, stepped, count, stepped, index == 2); return;
        case OperandKind::constant: {
            RegisterEffect effect = RegisterEffect::of(Kind::constants, source.number + stepped);
            effect.count = static_cast<std::uint16_t>(count);
            effects_.add(effect);
            return;
        }
        case OperandKind::relative_gpr:
        case OperandKind::relative_constant:
            read_special(kAddressRegister, 0);
            effects_.add(relative(source, stepped));
            return;
        }
    }

    static RegisterEffect relative(const Operand& operand, unsigned stepped) {
        const Kind kind = operand.kind == OperandKind::relative_gpr ? Kind::relative_registers
                                                                    : Kind::relative_constants;
        return RegisterEffect::of(kind, static_cast<unsigned>(operand.value) + stepped,
                                  operand.half);
    }

    void read_registers(const Operand& first, unsigned step, unsigned count, unsigned later,
                        bool third_source) {
        const unsigned number = first.number + step;
        if (number >= kNoRegister) {
            return;
        }
        if (number >= kAddressRegister) {
            read_special(number, later);
            return;
        }
        RegisterEffect effect = registers(number, count, first.half);
        effect.third_source = third_source;
        effect.later = static_cast<std::uint8_t>(later);
        effects_.add(effect);
    }

    void read_special(unsigned number, unsigned later) {
        RegisterEffect effect = RegisterEffect::of(Kind::special, number);
        effect.later = static_cast<std::uint8_t>(later);
        effects_.add(effect);
    }

    void write(const Operand& destination, unsigned repetition, unsigned count) {
        switch (destination.kind) {
        case OperandKind::gpr: {
            // Only the first register of a vector that is read as well is written.
            const bool first_only =
                has_property(revision_, instruction_.opcode, property_reads_destination);
            // A mask of lanes counts as written with its last word.
            const bool at_end = info_.action == Action::lane_mask;
            write_registers(destination, repetition, first_only ? 1 : count,
                            at_end ? instruction_.repeat : repetition);
            return;
        }
        case OperandKind::relative_gpr: {
            read_special(kAddressRegister, 0);
            RegisterEffect effect = relative(destination, repetition);
            effect.writes = true;
            // Every element counts as written with the last one.
            effect.later = instruction_.repeat;
            effects_.add(effect);
            return;
        }
        case OperandKind::constant:
            write_constants(Kind::constants, destination.number, count);
            return;
        default:
            if (fills_constants(timing_.of(info_.timing).result)) {
                write_constants(Kind::relative_constants, 0, count);
            }
        }
    }

    void write_constants(Kind kind, unsigned number, unsigned count) {
        RegisterEffect effect = RegisterEffect::of(kind, number);
        effect.writes = true;
        effect.count = static_cast<std::uint16_t>(count);
        effects_.add(effect);
    }

    void write_registers(const Operand& first, unsigned step, unsigned count, unsigned later) {
        const unsigned number = first.number + step;
        if (number >= kNoRegister) {
            return;
        }
        if (writes_wave_predicate(instruction_, revision_)) {
            RegisterEffect effect =
                RegisterEffect::of(Kind::special, kPredicateRegister + (number - kAddressRegister));
            effect.writes = true;
            effect.with_flag = true;
            effects_.add(effect);
            return;
        }
        RegisterEffect effect = registers(number, count, first.half);
        effect.writes = true;
        effect.later = static_cast<std::uint8_t>(later);
        if (number >= kAddressRegister) {
            effect.kind = number <= kAddressRegister1 || number >= kPredicateRegister
                              ? Kind::special
                              : Kind::missing;
            // In an early preamble a1.x is loaded by another path, which (r) tells.
            effect.with_flag = number == kAddressRegister1 && instruction_.src0.repeat;
        }
        effects_.add(effect);
    }

    [[nodiscard]] RegisterEffect registers(unsigned number, unsigned count, bool half) const {
        const unsigned general = (half ? machine_.half_registers : machine_.full_registers) * 4U;
        const unsigned shared = kSharedRegisterFirst + machine_.shared_registers * (half ? 8U : 4U);
        const bool exists =
            number + count <= (number < kSharedRegisterFirst
                                   ? general
                                   : std::min<unsigned>(shared, kSharedRegisterEnd));
        RegisterEffect effect =
            RegisterEffect::of(exists ? Kind::registers : Kind::missing, number, half);
        effect.count = static_cast<std::uint8_t>(count);
        return effect;
    }

    const Instruction& instruction_;
    Revision revision_;
    const OpcodeInfo& info_;
    const Timing& timing_;
    const MachineFacts& machine_;
    std::array<const Operand*, kMaxOperands> sources_;
    std::array<const Operand*, kMaxOperands> destinations_;
    Effects effects_;
};

} // namespace

bool writes_wave_predicate(const Instruction& instruction, Revision revision) {
    const Operand& dst = instruction.dst;
    return opcode_info(revision, instruction.opcode).category == Category::two_sources &&
           dst.kind == OperandKind::gpr && dst.number >= kAddressRegister &&
           dst.number < kPredicateRegister;
}

Effects effects_of(const Instruction& instruction, Revision revision, const MachineFacts& machine) {
    return Description(instruction, revision, machine).run();
}

} // namespace jacquard::ir3
