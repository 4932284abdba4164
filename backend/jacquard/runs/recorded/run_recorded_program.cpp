#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/runs/case/shared_memory.h>
#include <jacquard/runs/recorded/recorded_values.h>
#include <jacquard/runs/recorded/run_recorded_program.h>

namespace jacquard::driver {

RecordedProgramRunner::RecordedProgramRunner(const ir3::Program& program, const SpirvResult& module,
                                             ir3::Executable executable, ir3::Revision revision,
                                             std::uint64_t maximum_steps)
    : program_(program), module_(module), executable_(std::move(executable)),
      wave_(program, executable_, kCaseLanes), workgroups_(program, executable_, revision) {
    wave_.options().maximum_steps = maximum_steps;
    // Their driver may not have known what is known of the part today.
    wave_.options().check_errata = false;
}

std::unique_ptr<RecordedProgramRunner> RecordedProgramRunner::prepare(const ir3::Program& program,
                                                                      const SpirvResult& module,
                                                                      std::string& fault,
                                                                      std::uint64_t maximum_steps) {
    const std::optional<ir3::Revision> revision = ir3::revision_of_part(program.gpu);
    ir3::Fault reason;
    std::optional<ir3::Executable> executable =
        revision ? ir3::Executable::prepare(program.words, *revision, reason, {}, program.gpu)
                 : std::nullopt;
    if (!executable) {
        fault = revision ? std::move(reason.message) : "there is no such part";
        return nullptr;
    }
    return std::unique_ptr<RecordedProgramRunner>(new RecordedProgramRunner(
        program, module, std::move(*executable), *revision, maximum_steps));
}

bool RecordedProgramRunner::run_workgroups(const RecordedCase& recorded, std::string& fault) {
    ir3::Fault reason;
    const bool ran =
        workgroups_.run(recorded.workgroups, wave_.environment(), wave_.options(), reason);
    reached_ = reason.limit;
    fault = std::move(reason.message);
    return ran;
}

bool RecordedProgramRunner::run_lanes(const RecordedCase& recorded, RecordedResult& result,
                                      std::string& fault) {
    outputs_.assign(std::size_t{num_slots(module_.outputs)} * 4 * kCaseLanes, 0);
    const SlotWords inputs = slot_words(recorded.inputs, module_.inputs, num_slots(module_.inputs));
    LaneMask live;
    if (!wave_.run(inputs, RecordedValues(recorded), outputs_, live, fault)) {
        reached_ = wave_.reached();
        return false;
    }
    result.live_mask = static_cast<std::uint8_t>(live.words[0] & 0xf);
    return true;
}

bool RecordedProgramRunner::run(const RecordedCase& recorded, RecordedResult& result,
                                std::string& fault) {
    wave_.set(recorded);
    reached_ = std::nullopt;
    const bool is_compute = program_.stage == ir3::ShaderStage::compute;
    if (!(is_compute ? run_workgroups(recorded, fault) : run_lanes(recorded, result, fault))) {
        return false;
    }
    result.outputs = outputs_of(recorded.outputs, module_.outputs, outputs_);
    result.storage_buffers = wave_.resources().storage_buffers();
    result.shared = words_of_shared(workgroups_.last_shared());
    for (const auto& [key, image] : recorded.images) {
        if (const Words* content = wave_.resources().images().content(key)) {
            result.images.emplace_back(key, *content);
        }
    }
    return true;
}

} // namespace jacquard::driver
