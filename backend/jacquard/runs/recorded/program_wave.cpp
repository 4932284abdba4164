#include <jacquard/generated/ir3/machine.h>
#include <jacquard/generated/ir3/slots.h>
#include <jacquard/runs/engines/stage_inputs.h>
#include <jacquard/runs/recorded/program_wave.h>

#include <algorithm>
#include <bit>

namespace jacquard::driver {

ProgramWave::ProgramWave(const ir3::Program& program, const ir3::Executable& executable,
                         unsigned lanes)
    : program_(program), executable_(executable), lanes_(lanes),
      units_of_pixel_(ir3::machine_facts(executable.revision()).units_of_pixel),
      emulator_(lanes, executable.revision()), resources_(program),
      constants_(std::size_t{ir3::machine_facts(executable.revision()).constant_vec4} * 4),
      varyings_(std::size_t{varying_components(program)} * lanes), reciprocal_w_(lanes, 1.0F) {}

void ProgramWave::copy_constants(std::uint32_t const_vec4, const std::uint32_t* words,
                                 std::size_t count) {
    const std::size_t first = std::size_t{const_vec4} * 4;
    for (std::size_t i = 0; i < count && first + i < constants_.size(); ++i) {
        constants_[first + i] = words[i];
    }
}

void ProgramWave::set_constants(const RecordedCase& recorded) {
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
        } else if (parameter.name == ir3::slot_info(ir3::Slot::SYSTEM_VALUE_SUBGROUP_SIZE).name) {
            constants_[parameter.constant] = std::bit_ceil(lanes_);
        }
    }
    copy_constants(program_.immediates.base_vec4, program_.immediates.values.data(),
                   program_.immediates.values.size());
}

void ProgramWave::set(const RecordedCase& recorded) {
    resources_.set(recorded);
    set_constants(recorded);
    resources_.lay_out(constants_);
    environment_ = {};
    environment_.constants = constants_;
    environment_.shared_constants = recorded.push_constants;
    resources_.bind(environment_);
}

std::uint32_t ProgramWave::system_value(const ir3::ProgramInput& input, unsigned component,
                                        unsigned lane, const PipelineValues& values) const {
    const auto is = [&input](ir3::Slot slot) { return input.name == ir3::slot_info(slot).name; };
    if (is(ir3::Slot::SYSTEM_VALUE_FRAG_COORD)) {
        const std::uint32_t word = values.fragment_position(component, lane);
        return component < 2 ? units_of_position(word, units_of_pixel_) : word;
    }
    if (is(ir3::Slot::SYSTEM_VALUE_FRONT_FACE)) {
        return values.is_front(lane) ? 0 : 0xffffffff;
    }
    if (is(ir3::Slot::SYSTEM_VALUE_VERTEX_ID) || is(ir3::Slot::SYSTEM_VALUE_VERTEX_ID_ZERO_BASE)) {
        return values.vertex(component, lane);
    }
    if (is(ir3::Slot::SYSTEM_VALUE_HELPER_INVOCATION)) {
        return values.is_helper(lane) ? 0xffffffff : 0;
    }
    if (is(ir3::Slot::SYSTEM_VALUE_SAMPLE_MASK_IN)) {
        // There is one sample; it is not covered if the lane is a helper.
        return values.is_helper(lane) ? 0 : 1;
    }
    if (is(ir3::Slot::SYSTEM_VALUE_SAMPLE_POS)) {
        return PipelineValues::sample_position(component);
    }
    if (is(ir3::Slot::SYSTEM_VALUE_INSTANCE_ID)) {
        return values.instance(lane);
    }
    if (const std::optional<bool> is_linear = kind_of_weights(input.name)) {
        return weight_in_quad(reciprocal_w_, *is_linear, component, lane);
    }
    return 0;
}

void ProgramWave::set_input(const ir3::ProgramInput& input, std::span<const std::uint32_t> inputs,
                            const PipelineValues& values) {
    const bool is_primitive =
        input.name == ir3::slot_info(ir3::Slot::VARYING_SLOT_PRIMITIVE_ID).name;
    const bool is_point = input.name == ir3::slot_info(ir3::Slot::VARYING_SLOT_PNTC).name;
    for (unsigned component = 0; component < 4; ++component) {
        if ((input.component_mask >> component & 1U) == 0) {
            continue;
        }
        const std::size_t word = (std::size_t{input.index} * 4 + component) * lanes_;
        const std::size_t varying = (std::size_t{input.varying_location} + component) * lanes_;
        ir3::RegisterLocation place = input.location;
        place.number = static_cast<std::uint16_t>(place.number + component);
        for (unsigned lane = 0; lane < lanes_; ++lane) {
            const std::uint32_t value = is_primitive ? values.primitive(component, lane)
                                        : is_point   ? values.point_coordinate(component, lane)
                                        : input.system_value
                                            ? system_value(input, component, lane, values)
                                        : word + lane < inputs.size() ? inputs[word + lane]
                                                                      : 0;
            if (input.barycentric) {
                if (varying + lane < varyings_.size()) {
                    varyings_[varying + lane] = value;
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

bool ProgramWave::run(std::span<const std::uint32_t> inputs, const PipelineValues& values,
                      std::span<std::uint32_t> outputs, LaneMask& live, std::string& fault) {
    private_.assign(std::size_t{program_.private_bytes} * lanes_, std::byte{0});
    environment_.private_memory.bytes = private_;
    emulator_.reset();
    std::fill(varyings_.begin(), varyings_.end(), 0);
    if (program_.stage == ir3::ShaderStage::fragment) {
        take_reciprocal_w(values, reciprocal_w_);
    }
    for (const ir3::ProgramInput& input : program_.inputs) {
        set_input(input, inputs, values);
    }
    environment_.varyings = varyings_;
    environment_.reciprocal_w = reciprocal_w_;
    environment_.helpers = {};
    for (unsigned lane = 0; lane < lanes_; ++lane) {
        if (values.is_helper(lane)) {
            environment_.helpers.set(lane);
        }
    }
    for (const ir3::TexturePrefetch& prefetch : program_.prefetches) {
        emulator_.prefetch(prefetch, environment_);
    }
    ir3::RunResult outcome = emulator_.run(executable_, environment_, options_);
    reached_ = outcome.fault.limit;
    if (outcome.fault) {
        fault = std::move(outcome.fault.message);
        return false;
    }
    live = outcome.live;
    take_outputs(outputs);
    return true;
}

void ProgramWave::take_outputs(std::span<std::uint32_t> outputs) const {
    for (const ir3::ProgramOutput& output : program_.outputs) {
        for (unsigned i = 0; i < output.num_components && emulator_.wave().has(output, i); ++i) {
            const std::size_t word =
                (std::size_t{output.index} * 4 + output.source_component + i) * lanes_;
            for (unsigned lane = 0; lane < lanes_ && word + lane < outputs.size(); ++lane) {
                outputs[word + lane] = emulator_.wave().read(output, i, lane);
            }
        }
    }
}

} // namespace jacquard::driver
