#include <jacquard/generated/ir3/parts.h>
#include <jacquard/ir3/compiler/options/compile_options.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/ir3/target/occupancy.h>

namespace jacquard::ir3 {

MachineFacts machine_of(const CompileOptions& options) {
    MachineFacts machine = options.machine != nullptr
                               ? *options.machine
                               : machine_facts(*revision_of_part(options.gpu), options.gpu);
    if (options.wave_size > machine.wave_lanes) {
        WaveNeeds needs;
        needs.wave_size = options.wave_size;
        limit_registers(needs, machine);
    }
    return machine;
}

} // namespace jacquard::ir3
