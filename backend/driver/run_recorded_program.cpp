#include <jacquard/driver/run_recorded_program.h>
#include <jacquard/driver/stage_inputs.h>
#include <jacquard/ir3/isa/revision.h>
#include <jacquard/ir3/machine.h>
#include <jacquard/ir3/slots.h>

#include <algorithm>
#include <bit>

namespace jacquard::driver {

namespace {

constexpr std::uint64_t kMostSteps = 200'000'000;
} // namespace

RecordedProgramRunner::RecordedProgramRunner(const ir3::Program& program, const SpirvResult& module,
                                             ir3::Executable executable, ir3::Revision revision)
    : program_(program), module_(module), executable_(std::move(executable)), revision_(revision),
      emulator_(kCaseLanes, revision), workgroups_(program, executable_, revision),
      resources_(program), constants_(std::size_t{ir3::machine_facts(revision).constant_vec4} * 4),
      varyings_(std::size_t{varying_components(program)} * kCaseLanes) {}

std::unique_ptr<RecordedProgramRunner> RecordedProgramRunner::prepare(const ir3::Program& program,
                                                                      const SpirvResult& module,
                                                                      std::string& fault) {
    const std::optional<ir3::Revision> revision = ir3::revision_of_part(program.gpu);
    ir3::Fault reason;
    std::optional<ir3::Executable> executable =
        revision ? ir3::Executable::prepare(program.words, *revision, reason, {}, program.gpu)
                 : std::nullopt;
    if (!executable) {
        fault = revision ? std::move(reason.message) : "there is no such part";
        return nullptr;
    }
    return std::unique_ptr<RecordedProgramRunner>(
        new RecordedProgramRunner(program, module, std::move(*executable), *revision));
}

void RecordedProgramRunner::copy_constants(std::uint32_t const_vec4, const std::uint32_t* words,
                                           std::size_t count) {
    const std::size_t first = std::size_t{const_vec4} * 4;
    for (std::size_t i = 0; i < count && first + i < constants_.size(); ++i) {
        constants_[first + i] = words[i];
    }
}

void RecordedProgramRunner::set_constants(const RecordedCase& recorded) {
    std::fill(constants_.begin(), constants_.end(), 0);
    for (const ir3::MappedConstantBuffer& mapped : program_.constant_buffers) {
        const ir3::Resource* resource =
            ir3::find_resource(program_.resources, ResourceKind::uniform_buffer, mapped.block);
        if (mapped.by_program || resource == nullptr) {
            continue;
        }
        const Words* content =
            elements_of(recorded.uniform_buffers, *resource)[mapped.block - resource->first];
        const std::size_t first = mapped.start / 4;
        const std::size_t end =
            std::min<std::size_t>(mapped.end / 4, content != nullptr ? content->size() : 0);
        if (first < end) {
            copy_constants(mapped.const_vec4, content->data() + first, end - first);
        }
    }
    const ir3::PushConstants& push = program_.push_constants;
    if (!push.by_program) {
        copy_constants(push.const_vec4, recorded.push_constants.data(),
                       std::min<std::size_t>(push.end / 4, recorded.push_constants.size()));
    }
    for (const ir3::DriverParameter& parameter : program_.driver_parameters) {
        if (parameter.name == ir3::slot_info(ir3::Slot::SYSTEM_VALUE_BASE_INSTANCE).name) {
            // The draw's first instance is the run's number.
            constants_[parameter.constant] = recorded.run;
        } else if (parameter.name == ir3::slot_info(ir3::Slot::SYSTEM_VALUE_NUM_WORKGROUPS).name) {
            std::copy(recorded.workgroups.begin(), recorded.workgroups.end(),
                      constants_.begin() + parameter.constant);
        }
    }
    copy_constants(program_.immediates.base_vec4, program_.immediates.values.data(),
                   program_.immediates.values.size());
}

std::uint32_t RecordedProgramRunner::system_value(const ir3::ProgramInput& input,
                                                  unsigned component, unsigned lane,
                                                  const RecordedCase& recorded) const {
    const auto is = [&input](ir3::Slot slot) { return input.name == ir3::slot_info(slot).name; };
    if (is(ir3::Slot::SYSTEM_VALUE_FRAG_COORD)) {
        const std::uint32_t word = input_word(recorded, "FragCoord", component, lane);
        return component < 2 ? units_of_position(word, ir3::machine_facts(revision_).units_of_pixel)
                             : word;
    }
    if (is(ir3::Slot::SYSTEM_VALUE_FRONT_FACE)) {
        const bool is_given = find_key(recorded.inputs, "FrontFacing") != nullptr;
        const bool front = !is_given || input_word(recorded, "FrontFacing", 0, lane) != 0;
        return front ? 0 : 0xffffffff;
    }
    if (is(ir3::Slot::SYSTEM_VALUE_VERTEX_ID) || is(ir3::Slot::SYSTEM_VALUE_VERTEX_ID_ZERO_BASE)) {
        const bool is_given = find_key(recorded.inputs, "VertexIndex") != nullptr;
        return is_given ? input_word(recorded, "VertexIndex", component, lane) : lane;
    }
    return 0; // the first instance, and weights of varyings that come interpolated
}

void RecordedProgramRunner::set_input(const ir3::ProgramInput& input,
                                      const RecordedCase& recorded) {
    for (unsigned component = 0; component < 4; ++component) {
        if ((input.component_mask >> component & 1U) == 0) {
            continue;
        }
        const std::size_t word = (std::size_t{input.index} * 4 + component) * kCaseLanes;
        ir3::RegisterLocation place = input.location;
        place.number = static_cast<std::uint16_t>(place.number + component);
        for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
            std::uint32_t value = word + lane < inputs_.size() ? inputs_[word + lane] : 0;
            if (input.name == ir3::slot_info(ir3::Slot::VARYING_SLOT_PRIMITIVE_ID).name) {
                value = input_word(recorded, "PrimitiveId", component, lane);
            } else if (input.system_value) {
                value = system_value(input, component, lane, recorded);
            }
            if (input.barycentric) {
                const std::size_t at =
                    (std::size_t{input.varying_location} + component) * kCaseLanes + lane;
                if (at < varyings_.size()) {
                    varyings_[at] = value;
                }
            } else if (input.location.exists() && place.number < ir3::Wave::kNumComponents) {
                emulator_.wave().write(place.number, place.half, lane, value);
            }
        }
        if (!input.barycentric && input.location.exists()) {
            emulator_.mark_written(place);
        }
    }
}

bool RecordedProgramRunner::run_workgroups(const RecordedCase& recorded, std::string& fault) {
    ir3::RunOptions options;
    options.maximum_steps = kMostSteps;
    ir3::Fault reason;
    const bool ran = workgroups_.run(recorded.workgroups, environment_, options, reason);
    fault = std::move(reason.message);
    return ran;
}

bool RecordedProgramRunner::run_lanes(const RecordedCase& recorded, RecordedResult& result,
                                      std::string& fault) {
    private_.assign(std::size_t{program_.private_bytes} * kCaseLanes, std::byte{0});
    environment_.private_memory.bytes = private_;
    emulator_.reset();
    std::fill(varyings_.begin(), varyings_.end(), 0);
    inputs_ = slot_words(recorded.inputs, module_.inputs, num_slots(module_.inputs));
    for (const ir3::ProgramInput& input : program_.inputs) {
        set_input(input, recorded);
    }
    environment_.varyings = varyings_;
    for (const ir3::TexturePrefetch& prefetch : program_.prefetches) {
        emulator_.prefetch(prefetch, environment_);
    }
    ir3::RunOptions options;
    options.maximum_steps = kMostSteps;
    ir3::RunResult outcome = emulator_.run(executable_, environment_, options);
    if (outcome.fault) {
        fault = std::move(outcome.fault.message);
        return false;
    }
    result.live_mask = static_cast<std::uint8_t>(outcome.live & 0xf);
    take_outputs();
    return true;
}

void RecordedProgramRunner::take_outputs() {
    outputs_.assign(std::size_t{num_slots(module_.outputs)} * 4 * kCaseLanes, 0);
    for (const ir3::ProgramOutput& output : program_.outputs) {
        for (unsigned i = 0; i < output.num_components && output.location.exists(); ++i) {
            const auto number = static_cast<std::uint16_t>(output.location.number + i);
            const std::size_t word =
                (std::size_t{output.index} * 4 + output.source_component + i) * kCaseLanes;
            for (unsigned lane = 0; lane < kCaseLanes && word + lane < outputs_.size(); ++lane) {
                outputs_[word + lane] = emulator_.wave().read(number, output.location.half, lane);
            }
        }
    }
}

bool RecordedProgramRunner::run(const RecordedCase& recorded, RecordedResult& result,
                                std::string& fault) {
    resources_.set(recorded);
    set_constants(recorded);
    environment_ = {};
    environment_.constants = constants_;
    environment_.shared_constants = recorded.push_constants;
    resources_.bind(environment_);
    const bool is_compute = program_.stage == ir3::ShaderStage::compute;
    if (!(is_compute ? run_workgroups(recorded, fault) : run_lanes(recorded, result, fault))) {
        return false;
    }
    result.outputs = outputs_of(recorded.outputs, module_.outputs, outputs_);
    result.storage_buffers = resources_.storage_buffers();
    for (const auto& [key, words] : recorded.images_after) {
        if (const Words* content = resources_.images().content(key)) {
            result.images.emplace_back(key, *content);
        }
    }
    return true;
}

} // namespace jacquard::driver
