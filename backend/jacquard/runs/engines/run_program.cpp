#include <jacquard/generated/ir3/slots.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/library/program/slot_meaning.h>
#include <jacquard/runs/case/shared_memory.h>
#include <jacquard/runs/engines/nir_vertices.h>
#include <jacquard/runs/engines/run_program.h>
#include <jacquard/runs/engines/slot_layouts.h>
#include <jacquard/runs/engines/stage_inputs.h>
#include <jacquard/tgsi/program.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

namespace jacquard::driver {

namespace {

// A case tells no perspective: what is linear in space is so in the window.
constexpr std::array<float, kCaseLanes> kReciprocalW = {1.0F, 1.0F, 1.0F, 1.0F};

LaneVectors input_vectors(const CaseRun& run, unsigned index) {
    return index < run.inputs.size() ? run.inputs[index] : LaneVectors{};
}

LaneWords component_of(const LaneVectors& vectors, unsigned component) {
    LaneWords words{};
    for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
        words[lane] = vectors[lane][component];
    }
    return words;
}

// 0 where the run does not say. A vertex number without its base follows from the one with it.
LaneWords system_value(const CaseRun& run, std::string_view name) {
    if (const CaseSystemValue* value = run.find_system_value(name)) {
        return value->lanes;
    }
    LaneWords words{};
    if (name == tgsi::name_of(tgsi::Semantic::sample_mask)) {
        // A lane is a helper if its sample is not covered.
        const LaneWords helper =
            system_value(run, tgsi::name_of(tgsi::Semantic::helper_invocation));
        std::transform(helper.begin(), helper.end(), words.begin(),
                       [](std::uint32_t is_helper) { return is_helper != 0 ? 0U : 1U; });
    }
    if (name == tgsi::name_of(tgsi::Semantic::vertex_id_zero_base)) {
        words = system_value(run, tgsi::name_of(tgsi::Semantic::vertex_id));
        const LaneWords base = system_value(run, tgsi::name_of(tgsi::Semantic::base_vertex));
        std::transform(words.begin(), words.end(), base.begin(), words.begin(), std::minus<>());
    }
    return words;
}

// The program has the arguments of a kernel as its push constants.
bool is_in_push_constants(nir::MemorySpace space) {
    return space == nir::MemorySpace::push_constant || space == nir::MemorySpace::kernel_input;
}

} // namespace

ProgramRunner::ProgramRunner(const ir3::Program& program, ir3::Executable executable,
                             ir3::Revision revision)
    : program_(&program), machine_(ir3::machine_facts(revision)),
      executable_(std::move(executable)), emulator_(kCaseLanes, revision),
      workgroups_(program, executable_, revision), sampler_(program.samplers), chain_(program),
      constants_(std::size_t{machine_.constant_vec4} * 4),
      num_varyings_(varying_components(program)),
      varyings_(std::size_t{num_varyings_} * kCaseLanes),
      flat_varyings_(std::make_unique<bool[]>(num_varyings_)) {}

std::unique_ptr<ProgramRunner> ProgramRunner::prepare(const ir3::Program& program,
                                                      std::string& fault, const Limits& limits,
                                                      std::optional<Limit>* reached) {
    const std::optional<ir3::Revision> revision = ir3::revision_of_part(program.gpu);
    if (!revision) {
        fault = "unknown part " + std::to_string(program.gpu);
        return nullptr;
    }
    ir3::Fault reason;
    try {
        std::optional<ir3::Executable> executable =
            ir3::Executable::prepare(program.words, *revision, reason, limits, program.gpu);
        if (executable) {
            auto runner = std::unique_ptr<ProgramRunner>(
                new ProgramRunner(program, std::move(*executable), *revision));
            runner->maximum_steps_ = limits.steps;
            return runner;
        }
    } catch (const std::bad_alloc&) {
        reason = {ir3::FaultKind::too_large, 0, 0, "the system has no more memory", Limit::memory};
    }
    fault = std::move(reason.message);
    if (reached != nullptr) {
        *reached = reason.limit;
    }
    return nullptr;
}

bool ProgramRunner::run(const CaseRun& run, RunResult& result, std::string& fault,
                        ir3::ExecutionObserver* observer) {
    if (!give_memories(run, fault)) {
        return false;
    }
    resources_.set(run, program_->first_image_texture);
    options_.maximum_steps = maximum_steps_;
    fault_ = {};
    const bool is_done = is_chained(*program_) ? run_stages(run, result, fault, observer)
                                               : run_shader(run, result, fault, observer);
    if (is_done) {
        result.memories = memories_;
        if (run.groups[0] != 0 && bytes_of(nir::MemorySpace::shared).empty()) {
            add_shared(result.memories, workgroups_.last_shared());
        }
        result.images = resources_.images();
    }
    return is_done;
}

ir3::Environment ProgramRunner::surroundings(unsigned lanes) {
    ir3::Environment environment;
    environment.constants = constants_;
    environment.varyings = varyings_;
    environment.reciprocal_w = kReciprocalW;
    environment.flat_varyings = {flat_varyings_.get(), num_varyings_};
    environment.uniform_buffers = uniform_buffer_views_;
    environment.textures = &resources_;
    environment.images = &resources_;
    environment.slots = slots_;
    environment.shared_constants = push_constants_;
    environment.local.bytes = bytes_of(nir::MemorySpace::shared);
    environment.global.bytes =
        placed_uniforms_.empty() ? bytes_of(nir::MemorySpace::global) : std::span(placed_uniforms_);
    private_.assign(std::size_t{program_->private_bytes} * lanes, std::byte{0});
    environment.private_memory.bytes = private_;
    return environment;
}

bool ProgramRunner::run_shader(const CaseRun& run, RunResult& result, std::string& fault,
                               ir3::ExecutionObserver* observer) {
    emulator_.reset();
    set_up_constants(run, kCaseLanes);
    std::fill(varyings_.begin(), varyings_.end(), 0);
    for (const ir3::ProgramInput& input : program_->inputs) {
        mark_written(input);
        set_up_input(input, run);
    }
    const ir3::Environment environment = surroundings(kCaseLanes);
    if (run.groups[0] != 0) {
        result.live_mask = 0xf; // lanes of work groups have no place in the mask
        if (!workgroups_.run(run.groups, environment, options_, fault_)) {
            fault = std::move(fault_.message);
            return false;
        }
    } else {
        const LaneMask live = execute(emulator_, environment, fault, observer);
        if (fault_) {
            return false;
        }
        result.live_mask = static_cast<std::uint8_t>(live.words[0] & 0xf);
    }
    collect_outputs(result);
    return true;
}

// Lanes of one wave.
LaneMask ProgramRunner::execute(ir3::Emulator& wave, const ir3::Environment& environment,
                                std::string& fault, ir3::ExecutionObserver* observer) {
    for (const ir3::TexturePrefetch& prefetch : program_->prefetches) {
        wave.prefetch(prefetch, environment);
    }
    ir3::RunResult outcome = wave.run(executable_, environment, options_, observer);
    fault_ = std::move(outcome.fault);
    if (fault_) {
        fault = fault_.message;
    }
    return outcome.live;
}

// Copies, since the program may write them.
bool ProgramRunner::give_memories(const CaseRun& run, std::string& fault) {
    for (const CaseMemory& memory : run.memories) {
        if (memory.space != nir::MemorySpace::ssbo && memory.space != nir::MemorySpace::shared &&
            memory.space != nir::MemorySpace::global && !is_in_push_constants(memory.space)) {
            fault = "the case gives the memory space '" +
                    std::string(nir::memory_space_info(memory.space).name) +
                    "', which only the engine nir has";
            return false;
        }
    }
    memories_ = run.memories;
    slots_.clear();
    push_constants_.clear();
    for (CaseMemory& memory : memories_) {
        if (is_in_push_constants(memory.space) && !memory.buffers.empty()) {
            for (const Vector4& vector : memory.buffers.front()) {
                push_constants_.insert(push_constants_.end(), vector.begin(), vector.end());
            }
        }
        if (memory.space != nir::MemorySpace::ssbo) {
            continue;
        }
        for (std::vector<Vector4>& buffer : memory.buffers) {
            ir3::Descriptor& descriptor = slots_.emplace_back();
            descriptor.kind = ir3::Descriptor::Kind::storage_buffer;
            descriptor.memory.bytes = std::as_writable_bytes(std::span(buffer));
        }
    }
    // A buffer that the case does not give reads as 0, and stores to it are lost.
    ir3::Descriptor empty;
    empty.kind = ir3::Descriptor::Kind::storage_buffer;
    slots_.resize(std::max(slots_.size(), ir3::slot_family::MEMORY_SLOT_IR3.count), empty);
    if (program_->first_image_slot) {
        for (std::size_t slot = *program_->first_image_slot; slot < slots_.size(); ++slot) {
            slots_[slot] = {};
            slots_[slot].kind = ir3::Descriptor::Kind::image;
            slots_[slot].number = static_cast<std::uint32_t>(slot) - *program_->first_image_slot;
        }
    }
    return true;
}

std::span<std::byte> ProgramRunner::bytes_of(nir::MemorySpace space) {
    for (CaseMemory& memory : memories_) {
        if (memory.space == space && !memory.buffers.empty()) {
            return std::as_writable_bytes(std::span(memory.buffers.front()));
        }
    }
    return {};
}

void ProgramRunner::set_up_constants(const CaseRun& run, unsigned lanes) {
    std::fill(constants_.begin(), constants_.end(), 0);
    uniform_buffers_.assign(run.constants.size(), {});
    uniform_buffer_views_.clear();
    for (std::size_t i = 0; i < run.constants.size(); ++i) {
        for (const Vector4& vector : run.constants[i]) {
            uniform_buffers_[i].insert(uniform_buffers_[i].end(), vector.begin(), vector.end());
        }
        uniform_buffer_views_.emplace_back(uniform_buffers_[i]);
    }
    for (const ir3::MappedConstantBuffer& mapped : program_->constant_buffers) {
        if (mapped.block >= uniform_buffers_.size()) {
            continue;
        }
        const std::vector<std::uint32_t>& words = uniform_buffers_[mapped.block];
        const std::size_t first = mapped.start / 4;
        const std::size_t end = std::min<std::size_t>(mapped.end / 4, words.size());
        for (std::size_t i = first, at = std::size_t{mapped.const_vec4} * 4;
             i < end && at < constants_.size(); ++i, ++at) {
            constants_[at] = words[i];
        }
    }
    if (const ir3::PushConstants& push = program_->push_constants; !push.by_program) {
        const std::size_t first = std::size_t{push.const_vec4} * 4;
        const std::size_t count = std::min<std::size_t>(push.end / 4, push_constants_.size());
        for (std::size_t i = 0; i < count && first + i < constants_.size(); ++i) {
            constants_[first + i] = push_constants_[i];
        }
    }
    for (const ir3::DriverParameter& parameter : program_->driver_parameters) {
        const CaseSystemValue* value = run.find_system_value(case_name_of_slot(parameter.name));
        const bool counts_groups =
            run.groups[0] != 0 &&
            parameter.name == ir3::slot_info(ir3::Slot::SYSTEM_VALUE_NUM_WORKGROUPS).name;
        if (counts_groups) {
            for (std::size_t i = 0;
                 i < run.groups.size() && parameter.constant + i < constants_.size(); ++i) {
                constants_[parameter.constant + i] = run.groups[i];
            }
        } else if (value != nullptr) {
            // All lanes have the same.
            for (std::size_t i = 0; i < std::min<std::size_t>(parameter.num_components, 4) &&
                                    parameter.constant + i < constants_.size();
                 ++i) {
                constants_[parameter.constant + i] =
                    i == 0 ? value->lanes[0] : value->more[i - 1][0];
            }
        } else if (parameter.name == ir3::slot_info(ir3::Slot::SYSTEM_VALUE_SUBGROUP_SIZE).name &&
                   parameter.constant < constants_.size()) {
            constants_[parameter.constant] = std::bit_ceil(lanes);
        }
    }
    lay_out_slots(*program_, constants_, slots_);
    tell_samples(*program_, constants_, resources_);
    placed_uniforms_ = place_uniform_buffers(*program_, constants_, uniform_buffer_views_,
                                             ir3::Environment{}.global_address);
    std::size_t at = std::size_t{program_->immediates.base_vec4} * 4;
    for (const std::uint32_t value : program_->immediates.values) {
        if (at < constants_.size()) {
            constants_[at++] = value;
        }
    }
}

// The hardware sets the registers even if the run gives no value.
void ProgramRunner::mark_written(const ir3::ProgramInput& input) {
    for (unsigned component = 0; component < 4 && input.location.exists(); ++component) {
        if (((input.component_mask >> component) & 1) != 0) {
            ir3::RegisterLocation location = input.location;
            location.number = static_cast<std::uint16_t>(location.number + component);
            emulator_.mark_written(location);
        }
    }
}

void ProgramRunner::set_up_input(const ir3::ProgramInput& input, const CaseRun& run) {
    if (input.barycentric) {
        set_up_varying(input, run);
        return;
    }
    const std::optional<SlotMeaning> meaning = meaning_of_slot(input.name);
    if (!meaning) {
        if (const std::optional<bool> is_linear = kind_of_weights(input.name)) {
            set_up_weights(input, *is_linear);
            return;
        }
        const CaseSystemValue* value = run.find_system_value(case_name_of_slot(input.name));
        if (value != nullptr) {
            write_lanes(input, 0, value->lanes);
        }
        return;
    }
    if (!input.location.exists()) {
        return;
    }
    if (!input.system_value) {
        const LaneVectors vectors = input_vectors(run, input.index);
        for (unsigned component = 0; component < 4; ++component) {
            if (((input.component_mask >> component) & 1) != 0) {
                write_lanes(input, component, component_of(vectors, component));
            }
        }
    } else if (meaning->semantic == "POSITION") {
        set_up_fragment_position(input, run);
    } else if (meaning->semantic == "FACE") {
        set_up_facing(input, run);
    } else {
        if ((input.component_mask & 1) != 0) {
            write_lanes(input, 0, system_value(run, meaning->semantic));
        }
        const CaseSystemValue* value = run.find_system_value(meaning->semantic);
        for (unsigned component = 1; value != nullptr && component < 4; ++component) {
            if (((input.component_mask >> component) & 1) != 0) {
                write_lanes(input, component, value->more[component - 1]);
            }
        }
    }
}

void ProgramRunner::set_up_weights(const ir3::ProgramInput& input, bool is_linear) {
    for (unsigned component = 0; component < 2; ++component) {
        LaneWords words{};
        for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
            words[lane] = weight_in_quad(kReciprocalW, is_linear, component, lane);
        }
        if (((input.component_mask >> component) & 1) != 0 && input.location.exists()) {
            write_lanes(input, component, words);
        }
    }
}

void ProgramRunner::set_up_varying(const ir3::ProgramInput& input, const CaseRun& run) {
    LaneVectors vectors = input_vectors(run, input.index);
    // Some system values arrive like varyings that no stage wrote.
    const CaseSystemValue* value = run.find_system_value(case_name_of_slot(input.name));
    for (unsigned lane = 0; value != nullptr && lane < kCaseLanes; ++lane) {
        vectors[lane] = {value->lanes[lane]};
    }
    for (unsigned component = 0; component < 4; ++component) {
        const std::size_t place = std::size_t{input.varying_location} + component;
        if (((input.component_mask >> component) & 1) != 0 && place < num_varyings_) {
            flat_varyings_[place] = input.flat;
        }
        const std::size_t at = (std::size_t{input.varying_location} + component) * kCaseLanes;
        if (((input.component_mask >> component) & 1) != 0 && at + kCaseLanes <= varyings_.size()) {
            const LaneWords words = component_of(vectors, component);
            std::copy(words.begin(), words.end(),
                      varyings_.begin() + static_cast<std::ptrdiff_t>(at));
        }
    }
}

void ProgramRunner::set_up_fragment_position(const ir3::ProgramInput& input, const CaseRun& run) {
    LaneVectors vectors = input_vectors(run, input.index);
    if (run.has_fragment_position) {
        for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
            vectors[lane] = position_of_lane(run.fragment_position, lane);
        }
    }
    for (unsigned component = 0; component < 4; ++component) {
        LaneWords words = component_of(vectors, component);
        if (component < 2) {
            std::transform(words.begin(), words.end(), words.begin(), [this](std::uint32_t word) {
                return units_of_position(word, machine_.units_of_pixel);
            });
        }
        if (((input.component_mask >> component) & 1) != 0) {
            write_lanes(input, component, words);
        }
    }
}

// The hardware's register is 0 for front faces and all ones for back faces.
void ProgramRunner::set_up_facing(const ir3::ProgramInput& input, const CaseRun& run) {
    LaneWords words = component_of(input_vectors(run, input.index), 0);
    for (std::uint32_t& word : words) {
        const bool front = run.has_facing ? run.front_facing : std::bit_cast<float>(word) > 0.0F;
        word = front ? 0 : 0xffffffffU;
    }
    write_lanes(input, 0, words);
}

void ProgramRunner::write_lanes(const ir3::ProgramInput& input, unsigned component,
                                const LaneWords& words) {
    ir3::RegisterLocation location = input.location;
    location.number = static_cast<std::uint16_t>(location.number + component);
    if (location.number >= ir3::Wave::kNumComponents) {
        return;
    }
    for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
        emulator_.wave().write(location.number, location.half, lane, words[lane]);
    }
}

void ProgramRunner::collect_outputs(RunResult& result) const {
    result.outputs.clear();
    for (const ir3::ProgramOutput& output : program_->outputs) {
        auto found = std::find_if(
            result.outputs.begin(), result.outputs.end(),
            [&](const CaseOutput& collected) { return collected.index == output.index; });
        if (found == result.outputs.end()) {
            const std::optional<SlotMeaning> meaning = meaning_of_slot(output.name);
            CaseOutput collected;
            collected.index = output.index;
            collected.semantic =
                meaning ? meaning->semantic
                : output.name == ir3::slot_info(ir3::Slot::GS_VERTEX_FLAGS_IR3).name
                    ? kVertexFlags
                    : std::string_view(output.name);
            collected.semantic_index = meaning ? meaning->semantic_index : 0;
            collected.given = 0xf;
            result.outputs.push_back(std::move(collected));
            found = result.outputs.end() - 1;
        }
        for (unsigned i = 0; i < output.num_components && output.source_component + i < 4; ++i) {
            for (unsigned lane = 0; lane < kCaseLanes && emulator_.wave().has(output, i); ++lane) {
                found->lanes[lane][output.source_component + i] =
                    emulator_.wave().read(output, i, lane);
            }
        }
    }
}

} // namespace jacquard::driver
