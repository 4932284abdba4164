#pragma once

#include <jacquard/ir3/emulator/core/machine_state.h>
#include <jacquard/ir3/emulator/core/operand_access.h>
#include <jacquard/ir3/emulator/machine/alu_unit.h>
#include <jacquard/ir3/emulator/machine/control_unit.h>
#include <jacquard/ir3/emulator/machine/hazard_checks.h>
#include <jacquard/ir3/emulator/machine/lane_unit.h>
#include <jacquard/ir3/emulator/machine/operation_unit.h>
#include <jacquard/ir3/emulator/machine/varying_unit.h>
#include <jacquard/ir3/emulator/memory/alias_unit.h>
#include <jacquard/ir3/emulator/memory/constant_unit.h>
#include <jacquard/ir3/emulator/memory/descriptor_unit.h>
#include <jacquard/ir3/emulator/memory/element_access.h>
#include <jacquard/ir3/emulator/memory/late_loads.h>
#include <jacquard/ir3/emulator/memory/memory_unit.h>
#include <jacquard/ir3/emulator/memory/slot_unit.h>
#include <jacquard/ir3/emulator/memory/texture_unit.h>

#include <span>

namespace jacquard::ir3 {

// A machine that executes one wave.
//
// Within an instruction the order is: flags are taken, the hazard model sees all reads and writes,
// then it is executed.
struct Emulator::State {
    State(unsigned lanes, Revision revision, unsigned wave_size)
        : core(lanes, revision, wave_size) {}

    RunResult run(const Executable::Code& code, const Environment& environment,
                  const RunOptions& options, ExecutionObserver* observer);
    static RunResult run_workgroup(std::span<Emulator> waves, const Executable::Code& code,
                                   std::span<const Environment> environments,
                                   const RunOptions& options, ExecutionObserver* observer);
    static RunResult run_concurrently(std::span<Emulator> waves, std::size_t waves_per_group,
                                      const Executable::Code& code,
                                      std::span<const Environment> environments, ConcurrentRun& run,
                                      const RunOptions& options);

    void prefetch(const TexturePrefetch& prefetch, const Environment& environment);

    MachineState core;

  private:
    using Stop = MachineState::Stop;

    // `run`: the wave shares memory with others that run at the same time, and is `agent` of them.
    void start(const Executable::Code& code, const Environment& environment,
               const RunOptions& options, ConcurrentRun* run = nullptr, unsigned agent = 0);
    // Executes instructions until the wave stops or has a fault.
    void go_on(ExecutionObserver* observer);
    RunResult finish();
    bool execute(const Step& step);
    bool execute_barrier();
    bool execute_fence(const Step& step);

    OperandAccess operands_{core};
    ControlUnit control_{core, operands_};
    HazardChecks checks_{core};
    AluUnit alu_{core, operands_};
    LaneUnit exchange_{core, operands_, control_};
    VaryingUnit varyings_{core, operands_};
    OperationUnit operations_{core, operands_, varyings_};
    LateLoads late_loads_{core, operands_};
    ElementAccess elements_{core, late_loads_};
    MemoryUnit memory_{core, operands_, late_loads_, elements_};
    DescriptorUnit descriptors_{core, operands_, late_loads_, elements_};
    SlotUnit slots_{core, operands_, late_loads_, elements_, descriptors_};
    ConstantUnit constants_{core, operands_, descriptors_};
    AliasUnit aliases_{core, operands_};
    TextureUnit textures_{core, operands_, aliases_, elements_, descriptors_};
    std::uint64_t first_slot_ = 0;
    std::uint64_t maximum_steps_ = 0;
};

} // namespace jacquard::ir3
