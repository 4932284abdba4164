// Follows what is outstanding along the paths of a program.
//
// What is known at the beginning of a block is joined from all blocks before it, and a block is
// done over when that has become more. It only ever grows, so a finding of an early round is one of
// the last round, too.

#include <jacquard/generated/ir3/slots.h>
#include <jacquard/ir3/check/check_program.h>
#include <jacquard/ir3/check/checked_code.h>
#include <jacquard/ir3/check/findings.h>
#include <jacquard/ir3/check/path_state.h>
#include <jacquard/ir3/check/program_flow.h>

#include <algorithm>
#include <limits>

namespace jacquard::ir3 {

namespace {

constexpr Sync without(Sync flags, Sync taken) {
    return static_cast<Sync>(static_cast<unsigned>(flags) & ~static_cast<unsigned>(taken));
}

class Checker {
  public:
    Checker(const Program& program, Revision revision, const CheckOptions& options)
        : program_(program), options_(options),
          findings_(program.words, revision, options.maximum_findings),
          code_(program, revision, options, findings_),
          state_(code_.timing(), code_.machine().merged_registers) {}

    std::vector<Fault> run() {
        blocks_ = find_flow(code_, options_.lanes_may_part, findings_);
        if (blocks_.empty()) {
            findings_.add(FaultKind::control_flow, 0, " is missing: the program has no end");
            return std::move(findings_).sorted();
        }
        entries_.resize(blocks_.size());
        pending_.assign(blocks_.size(), false);
        check_header();
        enter_program();
        while (again_) {
            again_ = false;
            for (std::size_t i = 0; i < blocks_.size(); ++i) {
                if (pending_[i] && entries_[i].visited) {
                    pending_[i] = false;
                    walk(i);
                }
            }
        }
        return std::move(findings_).sorted();
    }

  private:
    // Checks that the part supports what the header asks for before the program begins.
    void check_header() {
        const MachineFacts& machine = code_.machine();
        if (program_.prefetches.size() > machine.texture_prefetches) {
            findings_.add(
                FaultKind::unsupported, 0,
                " comes after " +
                    counted(static_cast<unsigned>(program_.prefetches.size()), "texture lookup") +
                    ", and this part does " + std::to_string(machine.texture_prefetches) +
                    " before a program");
        }
        const auto counts_base = [](const ProgramInput& input) {
            return input.system_value && input.name == slot_info(Slot::SYSTEM_VALUE_VERTEX_ID).name;
        };
        if (machine.vertex_ids_from_zero &&
            std::any_of(program_.inputs.begin(), program_.inputs.end(), counts_base)) {
            findings_.add(FaultKind::register_range, 0,
                          " finds no vertex number that counts the base vertex on this part");
        }
    }

    // Enters into the state which registers the header says are written when the program begins.
    void enter_program() {
        state_.enter({});
        for (const ProgramInput& input : program_.inputs) {
            for (unsigned i = 0; i < 4 && input.location.exists(); ++i) {
                if ((input.component_mask >> i & 1U) != 0) {
                    begin_with(input.location, i, [&](const PathAccess& access) {
                        state_.mark_written(access.number, access.half);
                    });
                }
            }
        }
        for (const ProgramArray& array : program_.arrays) {
            for (unsigned i = 0; i < array.length && !options_.arrays_are_set; ++i) {
                begin_with(array.location, i, [&](const PathAccess& access) {
                    state_.mark_written(access.number, access.half);
                });
            }
        }
        for (const TexturePrefetch& prefetch : program_.prefetches) {
            for (unsigned i = 0; i < 4; ++i) {
                if ((prefetch.write_mask >> i & 1U) != 0) {
                    begin_with(prefetch.destination, i, [&](const PathAccess& access) {
                        (void)state_.write(access, code_.timing().sync_needed(access.timing));
                    });
                }
            }
        }
        state_.finish();
        (void)state_.leave_to(entries_[0], true);
        pending_[0] = true;
    }

    template <typename Visit>
    void begin_with(RegisterLocation location, unsigned component, Visit&& visit) {
        PathAccess access;
        access.instruction = Hazard::kBeforeProgram;
        access.timing = TimingClass::texture;
        access.number = static_cast<std::uint16_t>(location.number + component);
        access.half = location.half;
        if (access.number < kSharedRegisterEnd) {
            visit(access);
        }
    }

    void walk(std::size_t index) {
        const FlowBlock& block = blocks_[index];
        state_.enter(entries_[index]);
        for (std::uint32_t i = block.first; i < block.end; ++i) {
            step(i, code_.instructions()[i]);
        }
        state_.finish();
        for (const std::uint32_t next : block.successors) {
            go_on(index, next, true);
        }
        for (const std::uint32_t next : block.others) {
            go_on(index, next, false);
        }
    }

    void go_on(std::size_t from, std::uint32_t to, bool lanes_go_on) {
        if (state_.leave_to(entries_[to], lanes_go_on)) {
            pending_[to] = true;
            again_ = again_ || to <= from;
        }
    }

    void step(std::uint32_t index, const CheckedInstruction& instruction) {
        const TimingClassInfo& timing = code_.timing().of(instruction.timing);
        const Sync carried = (instruction.sync_short ? Sync::ss : Sync::none) |
                             (instruction.sync_long ? Sync::sy : Sync::none);
        WaveState& wave = state_.wave();
        wave.required = without(wave.required, carried);
        if (!instruction.idle) {
            if (wave.required != Sync::none) {
                findings_.required_flag(index, wave.required, wave.required_by);
            }
            wave.required = timing.after;
            wave.required_by = index;
        }
        if (without(timing.requires_flags, carried) != Sync::none) {
            findings_.required_flag(index, timing.requires_flags, index);
        }
        state_.take_flags(instruction.sync_short, instruction.sync_long);
        for (const RegisterEffect& effect : code_.effects(instruction)) {
            apply(index, instruction, effect);
        }
        if (instruction.reads_late) {
            read_late(index, instruction);
        }
        if (instruction.action == Action::end) {
            read_outputs(index, instruction);
        }
        state_.pass_slots(instruction.slots);
    }

    [[nodiscard]] PathAccess access_of(std::uint32_t index, const CheckedInstruction& instruction,
                                       const RegisterEffect& effect, unsigned component) const {
        PathAccess access;
        access.instruction = index;
        access.timing = instruction.timing;
        access.number = static_cast<std::uint16_t>(effect.number + static_cast<int>(component));
        access.half = effect.half;
        access.third_source = effect.third_source;
        access.maybe = effect.kind == RegisterEffect::Kind::relative_registers;
        access.slot = state_.slot() + effect.slots_later(component);
        return access;
    }

    void apply(std::uint32_t index, const CheckedInstruction& instruction,
               const RegisterEffect& effect) {
        switch (effect.kind) {
        case RegisterEffect::Kind::registers:
        case RegisterEffect::Kind::relative_registers:
            if (effect.writes && effect.count == 0) {
                state_.mark_all_written();
            }
            for (unsigned i = 0; i < effect.count; ++i) {
                const PathAccess access = access_of(index, instruction, effect, i);
                if (effect.writes) {
                    const bool shared = access.number >= kSharedRegisterFirst;
                    const bool late = shared && instruction.result == Sync::none;
                    report(index, state_.write(access, late ? Sync::ss : instruction.result));
                } else {
                    report(index, state_.read(access));
                    expect_written(access);
                }
            }
            break;
        case RegisterEffect::Kind::special: {
            const PathAccess access = access_of(index, instruction, effect, 0);
            if (effect.writes) {
                state_.write_special(access, effect.with_flag);
            } else {
                report(index, state_.read_special(access));
                expect_written(access);
            }
            break;
        }
        case RegisterEffect::Kind::constants:
            use_constants(index, instruction, effect, effect.number, effect.number + effect.count);
            break;
        case RegisterEffect::Kind::relative_constants:
            use_constants(index, instruction, effect, 0, std::numeric_limits<int>::max());
            break;
        case RegisterEffect::Kind::missing: break; // found already
        }
    }

    void use_constants(std::uint32_t index, const CheckedInstruction& instruction,
                       const RegisterEffect& effect, int first, int end) {
        if (effect.writes) {
            state_.write_constants(first, end, index, instruction.result);
        } else {
            report(index, state_.read_constants(first, end));
        }
    }

    void read_late(std::uint32_t index, const CheckedInstruction& instruction) {
        for (const RegisterEffect& effect : code_.effects(instruction)) {
            const bool in_file = effect.kind == RegisterEffect::Kind::registers ||
                                 effect.kind == RegisterEffect::Kind::relative_registers;
            for (unsigned i = 0; in_file && !effect.writes && i < effect.count; ++i) {
                state_.read_late(access_of(index, instruction, effect, i));
            }
        }
    }

    // The next stage reads these registers after the program. Lanes that were killed need not have
    // written them.
    void read_outputs(std::uint32_t index, const CheckedInstruction& instruction) {
        for (const ProgramOutput& output : program_.outputs) {
            for (unsigned i = 0; i < output.num_components; ++i) {
                if (!output.is_in_register(i)) {
                    continue;
                }
                const RegisterEffect effect = RegisterEffect::of(
                    RegisterEffect::Kind::registers, output.location.number, output.location.half);
                const PathAccess access = access_of(index, instruction, effect, i);
                if (access.number < kSharedRegisterEnd) {
                    report(index, state_.read(access));
                }
            }
        }
    }

    void expect_written(const PathAccess& access) {
        if (!options_.header_is_known || state_.is_written(access.number, access.half)) {
            return;
        }
        Hazard hazard;
        hazard.kind = Hazard::Kind::unwritten;
        hazard.number = access.number;
        hazard.half = access.half;
        hazard.other_instruction = access.instruction;
        report(access.instruction, hazard);
    }

    void report(std::uint32_t index, const Hazards& hazards) {
        report(index, hazards.pending);
        report(index, hazards.other);
    }

    void report(std::uint32_t index, const Hazard& hazard) {
        if (hazard.kind != Hazard::Kind::none) {
            findings_.add(hazard, index);
        }
    }

    const Program& program_;
    const CheckOptions& options_;
    Findings findings_;
    CheckedCode code_;
    PathState state_;
    std::vector<FlowBlock> blocks_;
    std::vector<PathEntry> entries_; // by block
    std::vector<bool> pending_;      // blocks to be done over
    bool again_ = true;
};

} // namespace

std::vector<Fault> check_program(const Program& program, Revision revision,
                                 const CheckOptions& options) {
    return Checker(program, revision, options).run();
}

} // namespace jacquard::ir3
