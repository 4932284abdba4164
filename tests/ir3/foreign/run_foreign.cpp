#include "run_foreign.h"

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/target/workgroup_waves.h>
#include <jacquard/support/expression/half.h>
#include <jacquard/support/hex.h>

#include <algorithm>
#include <bit>

namespace jacquard::driver {

namespace {

constexpr unsigned kWords = 4; // of a vec4
constexpr std::uint64_t kMostSteps = 20'000'000;

// Offsets of the driver parameters of compute programs from the first.
enum ComputeParameter : std::size_t { num_workgroups = 0, local_size = 8 };
// And of vertex programs.
enum VertexParameter : std::size_t { base_instance = 2 };

// The sizes of the memory for outputs of stages before the rasteriser, and of the buffers for
// tessellation.
constexpr std::size_t kStageBytes = std::size_t{32} * 1024;
constexpr std::size_t kGlobalBytes = std::size_t{128} * 1024;

} // namespace

std::unique_ptr<ForeignRunner> ForeignRunner::prepare(const ForeignProgram& program,
                                                      std::string& reason) {
    const auto revision = ir3::revision_of_part(program.gpu);
    if (!revision) {
        reason = "no revision has the part " + std::to_string(program.gpu);
        return nullptr;
    }
    ir3::Fault fault;
    std::optional<ir3::Executable> executable =
        ir3::Executable::prepare(program.words, *revision, fault, {}, program.gpu);
    if (!executable) {
        reason = std::move(fault.message);
        return nullptr;
    }
    auto runner =
        std::unique_ptr<ForeignRunner>(new ForeignRunner(program, std::move(*executable)));
    runner->options_.maximum_steps = kMostSteps;
    // Their driver may not have known what is known of the part today.
    runner->options_.check_errata = false;
    return runner;
}

void ForeignRunner::set_constants(const RecordedCase& recorded) {
    const ir3::MachineFacts& machine = ir3::machine_facts(executable_.revision());
    constants_.assign(std::size_t{machine.constant_vec4} * kWords, 0);
    for (const ir3::ImmediateConstants& given : program_.immediates) {
        const std::size_t first = std::size_t{given.base_vec4} * kWords;
        for (std::size_t i = 0; i < given.values.size() && first + i < constants_.size(); ++i) {
            constants_[first + i] = given.values[i];
        }
    }
    // Push constants lie here where the program does not copy them.
    const std::size_t first_push_constant = std::size_t{machine.shared_constant_vec4} * kWords;
    for (std::size_t i = 0; i < recorded.push_constants.size(); ++i) {
        if (first_push_constant != 0 && first_push_constant + i < constants_.size()) {
            constants_[first_push_constant + i] = recorded.push_constants[i];
        }
    }
    set_driver_constants(recorded);
    set_primitive_constants();
    environment_.constants = constants_;
    environment_.shared_constants = recorded.push_constants;
}

void ForeignRunner::put_driver_parameters(const RecordedCase& recorded,
                                          std::span<std::uint32_t> words) const {
    const auto put = [&](std::size_t i, std::uint32_t value) {
        if (i < words.size()) {
            words[i] = value;
        }
    };
    if (program_.stage == "compute") {
        for (std::size_t c = 0; c < 3; ++c) {
            put(ComputeParameter::num_workgroups + c, recorded.workgroups[c]);
            put(ComputeParameter::local_size + c, recorded.local_size[c]);
        }
    } else if (program_.stage == "vertex") {
        // The draw's first instance is the run's number.
        put(VertexParameter::base_instance, recorded.run);
    }
}

// The driver gives its parameters in the constant file, or in a buffer that the program loads.
void ForeignRunner::set_driver_constants(const RecordedCase& recorded) {
    constexpr std::size_t kBufferWords = 1024;
    constexpr std::int64_t kMostBuffers = 64;
    const std::int64_t place = program_.fact("driver_param", -1);
    const std::size_t first = static_cast<std::size_t>(std::max<std::int64_t>(place, 0)) * kWords;
    if (place >= 0 && first < constants_.size()) {
        put_driver_parameters(recorded, std::span(constants_).subspan(first));
    }
    driver_buffers_.clear();
    driver_views_.clear();
    const std::int64_t parameters = program_.fact("driver_params_ubo", -1);
    std::int64_t num_buffers = program_.fact("num_ubos");
    for (const char* buffer :
         {"consts_ubo", "driver_params_ubo", "primitive_param_ubo", "primitive_map_ubo"}) {
        num_buffers = std::max(num_buffers, program_.fact(buffer, -1) + 1);
    }
    num_buffers = std::clamp<std::int64_t>(num_buffers, 0, kMostBuffers);
    for (std::int64_t i = 0; i < num_buffers; ++i) {
        driver_buffers_.emplace_back(kBufferWords);
        if (i == parameters) {
            put_driver_parameters(recorded, driver_buffers_.back());
        }
    }
    driver_views_.assign(driver_buffers_.begin(), driver_buffers_.end());
    environment_.uniform_buffers = driver_views_;
}

// Strides of vertices, and addresses, as far as what is computed means nothing.
void ForeignRunner::set_primitive_constants() {
    constexpr std::uint32_t kStride = 64;
    const auto put = [&](std::string_view fact, std::size_t count, std::uint32_t step) {
        const std::int64_t place = program_.fact(fact, -1);
        for (std::size_t i = 0; i < count && place >= 0; ++i) {
            const std::size_t at = static_cast<std::size_t>(place) * kWords + i;
            if (at < constants_.size()) {
                constants_[at] = static_cast<std::uint32_t>(i) * step;
            }
        }
        return place;
    };
    (void)put("primitive_map", 32, 4);
    const std::int64_t place = put("primitive_param", 4, kStride);
    const std::array<std::uint32_t, 4> addresses = {
        static_cast<std::uint32_t>(kGlobalAddress), 0,
        static_cast<std::uint32_t>(kGlobalAddress + kGlobalBytes / 2), 0};
    const std::size_t first =
        static_cast<std::size_t>(std::max<std::int64_t>(place, 0) + 1) * kWords;
    if (place >= 0 && first + addresses.size() <= constants_.size() &&
        program_.stage.starts_with("tess")) {
        std::copy(addresses.begin(), addresses.end(),
                  constants_.begin() + static_cast<std::ptrdiff_t>(first));
    }
}

bool ForeignRunner::set_up(const RecordedCase& recorded, std::string& reason) {
    environment_ = {};
    const ir3::MachineFacts machine = ir3::machine_facts(executable_.revision(), program_.gpu);
    // Drivers of 2025 gave bytes a view of their own where the preamble loads constants, and
    // nowhere else.
    const bool has_byte_views = machine.byte_storage && machine.preamble_loads_constants;
    if (!descriptors_.set(recorded, has_byte_views, reason)) {
        return false;
    }
    environment_.descriptor_sets = descriptors_.sets();
    environment_.textures = &descriptors_;
    environment_.images = &descriptors_;
    stage_.assign(invents_ ? kStageBytes : 0, std::byte{});
    global_.assign(invents_ ? kGlobalBytes : 0, std::byte{});
    environment_.stage.bytes = stage_;
    environment_.global.bytes = invents_ ? std::span(global_) : descriptors_.global_memory();
    environment_.global_address = kGlobalAddress;
    local_.assign(invents_ ? kStageBytes : 0, std::byte{});
    environment_.local.bytes = local_;
    set_constants(recorded);
    return program_.stage != "fragment" || set_varyings(recorded, reason);
}

bool ForeignRunner::finish(ir3::RunResult outcome, std::string& reason) {
    fault_ = outcome.fault.kind;
    reason = std::move(outcome.fault.message);
    return fault_ == ir3::FaultKind::none;
}

bool ForeignRunner::run_lanes(const RecordedCase& recorded, RecordedResult& result,
                              std::string& reason) {
    waves_.clear();
    waves_.emplace_back(kCaseLanes, executable_.revision());
    ir3::Emulator& emulator = waves_.front();
    if (!set_registers(recorded, emulator, {}, reason)) {
        return false;
    }
    private_.assign(1, std::vector<std::byte>(
                           static_cast<std::size_t>(program_.fact("pvtmem_size")) * kCaseLanes));
    environment_.private_memory.bytes = private_[0];
    for (ir3::TexturePrefetch prefetch : program_.prefetches) {
        const ir3::Descriptor* texture = descriptors_.find(0, prefetch.texture);
        if (texture == nullptr || texture->kind != ir3::Descriptor::Kind::texture) {
            reason = "the case does not give the texture of a prefetch";
            return false;
        }
        prefetch.texture = static_cast<std::uint8_t>(texture->number);
        emulator.prefetch(prefetch, environment_);
    }
    ir3::RunResult outcome = emulator.run(executable_, environment_, options_);
    result.live_mask = static_cast<std::uint8_t>(outcome.live.words[0] & 0xf);
    return finish(std::move(outcome), reason);
}

bool ForeignRunner::run_workgroups(const RecordedCase& recorded, std::string& reason) {
    const std::array<std::uint32_t, 3>& size = recorded.local_size;
    const std::array<std::uint32_t, 3>& groups = recorded.workgroups;
    const std::uint32_t invocations = size[0] * size[1] * size[2];
    const std::uint32_t base = ir3::machine_facts(executable_.revision(), program_.gpu).wave_lanes;
    const ir3::WorkgroupWaves layout(invocations,
                                     program_.fact("double_threadsize") != 0 ? 2 * base : base);
    waves_.clear();
    for (std::uint32_t wave = 0; wave < layout.count(); ++wave) {
        waves_.emplace_back(layout.lanes(wave), executable_.revision(), layout.size());
    }
    const auto num_waves = static_cast<unsigned>(waves_.size());
    descriptors_.watch(num_waves);
    environment_.descriptor_sets = descriptors_.sets();
    local_.assign(static_cast<std::size_t>(program_.fact("shared_size")), std::byte{});
    const auto private_size = static_cast<std::size_t>(program_.fact("pvtmem_size"));
    private_.assign(num_waves, std::vector<std::byte>(private_size * layout.size()));
    std::vector<ir3::Environment> environments(num_waves);
    for (std::uint32_t g = 0; g < groups[0] * groups[1] * groups[2]; ++g) {
        ir3::MemoryWatch watch(local_.size(), num_waves, false);
        descriptors_.begin_workgroup();
        for (unsigned i = 0; i < num_waves; ++i) {
            WaveNumbers numbers;
            numbers.group = {g % groups[0], g / groups[0] % groups[1], g / (groups[0] * groups[1])};
            numbers.first = layout.first(i);
            if (!set_registers(recorded, waves_[i], numbers, reason)) {
                return false;
            }
            environments[i] = environment_;
            environments[i].wave = i;
            environments[i].runs_preamble = i == 0 && g == 0;
            environments[i].local = {local_, &watch};
            environments[i].private_memory.bytes = private_[i];
        }
        if (!finish(ir3::Emulator::run_workgroup(waves_, executable_, environments, options_),
                    reason)) {
            return false;
        }
    }
    return true;
}

bool ForeignRunner::run(const RecordedCase& recorded, RecordedResult& result, std::string& reason) {
    result = {};
    fault_ = ir3::FaultKind::none;
    if (!invents_ && program_.fact("constant_data_size") != 0) {
        reason = "constants of the shader itself, which the facts do not give";
        return false;
    }
    if (!set_up(recorded, reason)) {
        return false;
    }
    if (recorded.stage == "compute") {
        if (!run_workgroups(recorded, reason)) {
            return false;
        }
    } else {
        if (!run_lanes(recorded, result, reason)) {
            return false;
        }
        collect(recorded, result);
    }
    result.storage_buffers = descriptors_.storage_buffers();
    result.images = descriptors_.images();
    return true;
}

// The outputs that the case has, from the registers where the program left them.
void ForeignRunner::collect(const RecordedCase& recorded, RecordedResult& result) const {
    const ir3::Wave& wave = waves_.front().wave();
    for (const auto& recorded_output : recorded.outputs) {
        const std::string& key = recorded_output.first;
        const LaneWordLists& lanes = recorded_output.second;
        const std::size_t dot = std::min(key.find('.'), key.size());
        const auto location = parse_number<std::uint32_t>(std::string_view(key).substr(0, dot));
        const unsigned first =
            dot == key.size()
                ? 0
                : parse_number<unsigned>(std::string_view(key).substr(dot + 1)).value_or(0);
        const auto found =
            std::find_if(program_.outputs.begin(), program_.outputs.end(),
                         [&](const ForeignProgram::Output& output) {
                             const bool is_fragment = program_.stage == "fragment";
                             const auto number =
                                 number_behind(output.name, is_fragment ? "FRAG_RESULT_DATA"
                                                                        : "VARYING_SLOT_VAR");
                             return (location && number == location) ||
                                    (key == "Position" && output.name == "VARYING_SLOT_POS") ||
                                    (key == "PointSize" && output.name == "VARYING_SLOT_PSIZ") ||
                                    (key == "FragDepth" && output.name == "FRAG_RESULT_DEPTH");
                         });
        // The program has no output that the module never writes.
        LaneWordLists made;
        if (found == program_.outputs.end()) {
            result.outputs.emplace_back(key, std::move(made));
            continue;
        }
        for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
            for (std::size_t i = 0; i < lanes[lane].size(); ++i) {
                const auto component = static_cast<unsigned>(first + i);
                ir3::Wave::ColorComponent value;
                const std::size_t color = std::size_t{kWords} * location.value_or(0) + component;
                if ((found->constant_components >> component & 1) != 0 &&
                    color < wave.colors.size()) {
                    value = wave.colors[color];
                } else if (found->location.exists()) {
                    const auto number =
                        static_cast<std::uint16_t>(found->location.number + component);
                    value.half = found->location.half;
                    value.bits = wave.read(number, value.half, lane);
                } else {
                    break;
                }
                const float number = half_to_float(static_cast<std::uint16_t>(value.bits));
                made[lane].push_back(value.half ? std::bit_cast<std::uint32_t>(number)
                                                : value.bits);
            }
        }
        result.outputs.emplace_back(key, std::move(made));
    }
}

} // namespace jacquard::driver
