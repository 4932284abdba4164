#include <jacquard/ir3/compiler/options/target.h>
#include <jacquard/ir3/target/occupancy.h>

namespace jacquard::ir3 {

void Target::set_wave_size(std::uint32_t lanes) {
    wave_size = lanes;
    if (lanes > machine.wave_lanes) {
        WaveNeeds needs;
        needs.wave_size = lanes;
        limit_registers(needs, machine);
    }
}

std::optional<Target> find_target(const CompileOptions& options) {
    const std::optional<Revision> revision = revision_of_part(options.gpu);
    if (!revision) {
        return std::nullopt;
    }
    Target target;
    target.gpu = options.gpu;
    target.revision = *revision;
    target.machine =
        options.machine != nullptr ? *options.machine : machine_facts(*revision, options.gpu);
    target.set_wave_size(options.wave_size);
    return target;
}

} // namespace jacquard::ir3
