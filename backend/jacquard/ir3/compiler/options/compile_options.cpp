#include <jacquard/generated/ir3/parts.h>
#include <jacquard/ir3/compiler/options/compile_options.h>
#include <jacquard/ir3/isa/instruction/revision.h>

#include <algorithm>

namespace jacquard::ir3 {

MachineFacts machine_of(const CompileOptions& options) {
    MachineFacts machine = options.machine != nullptr
                               ? *options.machine
                               : machine_facts(*revision_of_part(options.gpu), options.gpu);
    if (options.wave_size > machine.wave_lanes && machine.merged_registers) {
        const int most = machine.wave_vec4 / 2;
        machine.full_registers =
            static_cast<std::uint16_t>(std::min<int>(machine.full_registers, most));
        machine.half_registers =
            static_cast<std::uint16_t>(std::min<int>(machine.half_registers, most * 2));
    }
    return machine;
}

} // namespace jacquard::ir3
