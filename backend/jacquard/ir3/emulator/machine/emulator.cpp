#include <jacquard/generated/ir3/roles.h>
#include <jacquard/ir3/emulator/interface/emulator.h>
#include <jacquard/ir3/emulator/machine/machine.h>
#include <jacquard/ir3/emulator/memory/quad_differences.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/isa/disassemble/disassemble.h>
#include <jacquard/support/expression/half.h>

#include <algorithm>
#include <bit>

namespace jacquard::ir3 {

Executable::Executable(std::unique_ptr<Code> code) : code_(std::move(code)) {}
Executable::Executable(Executable&&) noexcept = default;
Executable& Executable::operator=(Executable&&) noexcept = default;
Executable::~Executable() = default;

std::size_t Executable::num_instructions() const {
    return code_->steps.size();
}
Revision Executable::revision() const {
    return code_->revision;
}

bool Executable::has_local_atomics_alone() const {
    return std::none_of(code_->steps.begin(), code_->steps.end(), [this](const Step& step) {
        return step.action == Action::descriptor_atomic || step.action == Action::slot_atomic ||
               (step.action == Action::memory_atomic &&
                opcode_info(code_->revision, step.instruction.opcode).memory ==
                    AddressSpace::global_memory);
    });
}

std::optional<Executable> Executable::prepare(std::span<const std::uint64_t> words,
                                              Revision revision, Fault& fault, const Limits& limits,
                                              unsigned part) {
    if (words.size() > limits.instructions) {
        fault = {FaultKind::too_large, 0, 0, limit_message(Limit::instructions, limits),
                 Limit::instructions};
        return std::nullopt;
    }
    auto code = std::make_unique<Code>();
    code->revision = revision;
    code->part = part;
    code->machine = part != 0 ? machine_facts(revision, part) : machine_facts(revision);
    code->words.assign(words.begin(), words.end());
    code->steps.resize(words.size());
    std::size_t size = 0;
    WordErrata errata(revision, code->machine);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::optional<Instruction> instruction = decode(words[i], revision);
        if (!instruction) {
            errata.add_unknown();
            continue;
        }
        code->steps[i] =
            make_step(*instruction, static_cast<std::uint32_t>(i), revision, code->machine);
        errata.add(*instruction, code->steps[i].effects.idle, code->steps[i].effects.slots);
        size = code->steps[i].action == Action::end ? i + 1 : size;
    }
    // Behind the last end stand padding and constants.
    if (size != 0) {
        code->steps.resize(size);
        code->words.resize(size);
    }
    for (std::size_t i = 0; i < code->steps.size(); ++i) {
        if (code->steps[i].action == Action::invalid) {
            fault = {FaultKind::invalid_word, static_cast<std::uint32_t>(i),
                     static_cast<std::uint32_t>(i),
                     "word " + std::to_string(i) + " '" + disassemble(words[i], revision) +
                         "' is not an instruction of " + std::string(name_of(revision))};
            return std::nullopt;
        }
    }
    code->prepare_aliases();
    for (Step& step : code->steps) {
        prepare_accesses(step, code->machine, code->accesses);
    }
    code->may_move_weights =
        std::any_of(code->steps.begin(), code->steps.end(),
                    [](const Step& step) { return step.action == Action::derivative; });
    code->errata = std::move(errata).find();
    code->mark_errata();
    code->prepare_operations();
    return Executable(std::move(code));
}

void PreparedCode::mark_errata() {
    for (std::size_t i = 0; i < errata.size(); ++i) {
        const WordErratum& erratum = errata[i];
        if (erratum.instruction >= steps.size()) {
            continue;
        }
        Step& step = steps[erratum.instruction];
        // Whether a mark without effect hurts is seen where lanes wait.
        if (erratum.kind == FaultKind::dead_mark) {
            step.has_dead_mark = true;
        } else {
            step.erratum = static_cast<std::int32_t>(i);
            step.is_plain = false;
        }
    }
}

Emulator::Emulator(unsigned lanes, Revision revision, unsigned wave_size)
    : state_(std::make_unique<State>(lanes, revision, wave_size)) {}
Emulator::Emulator(Emulator&&) noexcept = default;
Emulator& Emulator::operator=(Emulator&&) noexcept = default;
Emulator::~Emulator() = default;

Wave& Emulator::wave() {
    return state_->core.wave;
}
const Wave& Emulator::wave() const {
    return state_->core.wave;
}

void Emulator::reset() {
    state_->core.wave.clear();
    state_->core.hazards.reset();
    state_->core.has_prefetched = false;
}

void Emulator::mark_written(RegisterLocation location) {
    if (location.number < kSharedRegisterEnd) {
        state_->core.hazards.mark_written(location.number, location.half,
                                          state_->core.wave.all_lanes());
    }
}

void Emulator::prefetch(const TexturePrefetch& prefetch, const Environment& environment) {
    state_->prefetch(prefetch, environment);
}

RunResult Emulator::run(const Executable& program, const Environment& environment,
                        const RunOptions& options, ExecutionObserver* observer) {
    return state_->run(*program.code_, environment, options, observer);
}

RunResult Emulator::run_workgroup(std::span<Emulator> waves, const Executable& program,
                                  std::span<const Environment> environments,
                                  const RunOptions& options, ExecutionObserver* observer) {
    return State::run_workgroup(waves, *program.code_, environments, options, observer);
}

RunResult Emulator::run_concurrently(std::span<Emulator> waves, std::size_t waves_per_group,
                                     const Executable& program,
                                     std::span<const Environment> environments, ConcurrentRun& run,
                                     const RunOptions& options) {
    return State::run_concurrently(waves, waves_per_group, *program.code_, environments, run,
                                   options);
}

// Returns the number of the resource that a descriptor names.
static std::uint32_t number_of(const Environment& environment, unsigned set, unsigned unit) {
    const auto& sets = environment.descriptor_sets;
    return set < sets.size() && unit < sets[set].size() ? sets[set][unit].number : unit;
}

void Emulator::State::prefetch(const TexturePrefetch& prefetch, const Environment& environment) {
    core.has_prefetched = true;
    const unsigned lanes = core.wave.lanes();
    for (unsigned lane = 0; lane < lanes; ++lane) {
        textures::TextureRequest request;
        request.lane = lane;
        request.texture = prefetch.texture;
        request.sampler = prefetch.sampler;
        request.num_coordinates = 2;
        for (unsigned i = 0; i < 2; ++i) {
            const auto coordinate = [&](unsigned of) {
                const std::size_t place = std::size_t{prefetch.source + i} * lanes + of;
                return place < environment.varyings.size() ? environment.varyings[place] : 0;
            };
            request.coordinates[i] = coordinate(lane);
            if ((lane | 3U) < lanes) {
                set_differences(request, i, coordinate);
            }
        }
        if (prefetch.bindless) {
            request.texture = number_of(environment, prefetch.texture_set, prefetch.texture);
            request.sampler = number_of(environment, prefetch.sampler_set, prefetch.sampler);
        }
        const textures::Texel texel = environment.textures != nullptr
                                          ? environment.textures->lookup(request)
                                          : textures::Texel{};
        for (unsigned k = 0; k < 4; ++k) {
            if ((prefetch.write_mask >> k & 1) != 0) {
                const std::uint32_t component = texel.components[k];
                const std::uint32_t word = prefetch.destination.half
                                               ? float_to_half(std::bit_cast<float>(component))
                                               : component;
                core.wave.write(static_cast<std::uint16_t>(prefetch.destination.number + k),
                                prefetch.destination.half, lane, word);
            }
        }
    }
    for (unsigned k = 0; k < 4; ++k) {
        RegisterAccess access;
        access.number = static_cast<std::uint16_t>(prefetch.destination.number + k);
        access.half = prefetch.destination.half;
        access.timing = TimingClass::texture;
        access.instruction = Hazard::kBeforeProgram;
        access.lanes = core.wave.all_lanes();
        if ((prefetch.write_mask >> k & 1) != 0 && access.number < kSharedRegisterEnd) {
            core.hazards.mark_written(access.number, access.half, access.lanes);
            (void)core.hazards.write(access, core.timing.sync_needed(access.timing));
        }
    }
}

} // namespace jacquard::ir3
