#include <jacquard/generated/nir/behaviour.h>

#include <algorithm>

// A wave among others that run at the same time: what memory may do then, and where it stops.
namespace jacquard::nir::interpreter {

namespace {

// One load of so many is done late.
constexpr std::uint32_t kLateIn = 2;
// Bytes of the widest component.
constexpr std::uint64_t kMostLoadedBytes = 8;

// Whom a barrier orders memory with; nothing where a wave is alone.
std::optional<FenceReach> reach_of(Scope scope) {
    if (scope < Scope::workgroup) {
        return std::nullopt;
    }
    return scope == Scope::workgroup ? FenceReach::group : FenceReach::device;
}

bool has(MemorySemantics semantics, MemorySemantics wanted) {
    return (semantics & wanted) != MemorySemantics::nothing;
}

bool overlap(std::uint64_t first, std::uint64_t size, std::uint64_t other,
             std::uint64_t other_size) {
    return first < other + other_size && other < first + size;
}

} // namespace

std::uint64_t Wave::load_weakly(MemorySpace space, const std::byte* from, unsigned bytes) {
    finish_loads_of(from, bytes);
    return concurrent_->memory.load(agent_, kinds_of(space), from, bytes);
}

void Wave::store_weakly(MemorySpace space, std::byte* to, unsigned bytes, std::uint64_t value) {
    finish_loads_of(to, bytes);
    concurrent_->memory.store(agent_, kinds_of(space), to, bytes, value);
}

ImageAnswer Wave::access_image_weakly(const ImageRequest& request) {
    constexpr auto kKinds = static_cast<std::uint32_t>(VariableMode::image);
    Images& images = *environment->images;
    const WeakTexels::Place place = {request.image,          request.coordinates[0],
                                     request.coordinates[1], request.coordinates[2],
                                     request.coordinates[3], request.sample,
                                     request.level};
    ImageRequest load = request;
    load.action = ImageAction::load;
    switch (request.action) {
    case ImageAction::load: {
        ImageAnswer answer = images.access(request);
        answer.components = concurrent_->texels.load(agent_, kKinds, place, answer.components);
        return answer;
    }
    case ImageAction::store:
    case ImageAction::atomic: {
        const ImageAnswer before = images.access(load);
        ImageAnswer answer = images.access(request);
        const auto change =
            request.action == ImageAction::store ? &WeakTexels::store : &WeakTexels::change;
        (concurrent_->texels.*change)(agent_, kKinds, place, before.components,
                                      images.access(load).components);
        return answer;
    }
    default: return images.access(request);
    }
}

bool Wave::begin_load(const Step& step) {
    concurrent_->order.begin_instruction(agent_);
    if (!concurrent_->order.one_in(kLateIn)) {
        return false;
    }
    late_loads_.push_back({result(step), {}});
    return true;
}

// The load at hand is the last one. Those before it of the same bytes must not see what is newer
// than what it sees.
void Wave::load_late(const LaneMask& load_lanes, unsigned component, MemorySpace space,
                     const std::byte* from, unsigned bytes) {
    LateLoad load = std::move(late_loads_.back());
    late_loads_.pop_back();
    finish_loads_of(from, bytes);
    load.components.push_back({load_lanes, component, space, from, bytes});
    late_loads_.push_back(std::move(load));
}

void Wave::finish_load(const LateLoad& load) {
    concurrent_->order.begin_instruction(agent_);
    for (const LateComponent& late : load.components) {
        const std::uint64_t bits =
            concurrent_->memory.load(agent_, kinds_of(late.space), late.from, late.bytes);
        late.lanes.for_each([&](unsigned lane) { write(load.to, late.component, lane, bits); });
    }
}

void Wave::finish_loads() {
    for (const LateLoad& load : late_loads_) {
        finish_load(load);
    }
    late_loads_.clear();
}

void Wave::finish_loads_of(const std::byte* at, unsigned bytes) {
    const auto address = reinterpret_cast<std::uintptr_t>(at);
    std::erase_if(late_loads_, [&](const LateLoad& load) {
        const bool is_same = std::any_of(
            load.components.begin(), load.components.end(), [&](const LateComponent& late) {
                return overlap(address, bytes, reinterpret_cast<std::uintptr_t>(late.from),
                               late.bytes);
            });
        if (is_same) {
            finish_load(load);
        }
        return is_same;
    });
}

void Wave::finish_loads_used_by(const Step& step) {
    std::erase_if(late_loads_, [&](const LateLoad& load) {
        const bool is_used = uses(step, load.to);
        if (is_used) {
            finish_load(load);
        }
        return is_used;
    });
}

// Whether a step may read or write a value. What is not looked into may.
bool Wave::uses(const Step& step, const Place& place) const {
    const std::uint64_t size = std::uint64_t{place.bytes} * place.num_components;
    const auto touches = [&](std::uint64_t offset, std::uint64_t rows) {
        return overlap(place.offset, size, offset, rows * kMostLoadedBytes);
    };
    const auto touches_place = [&](const Place& other) {
        return touches(other.offset, other.num_components);
    };
    switch (step.kind) {
    case StepKind::lanes:
        for (std::uint32_t i = step.first; i < step.first + step.second; ++i) {
            const LaneCall& call = program->lane_calls[i];
            const std::size_t end = i + 1 < program->lane_calls.size()
                                        ? program->lane_calls[i + 1].first_array
                                        : program->arrays.size();
            for (std::size_t array = call.first_array; array < end; ++array) {
                if (touches(program->arrays[array], call.rows)) {
                    return true;
                }
            }
        }
        return false;
    case StepKind::copy:
    case StepKind::blend: return touches(step.first, step.rows) || touches(step.second, step.rows);
    case StepKind::fixed: return false; // asked for each of them
    case StepKind::call_handler: {
        const auto* intrinsic = step.instruction->as<IntrinsicInstruction>();
        // Barriers are among the effects, and finish themselves what they order.
        if (intrinsic == nullptr || (behaviour_kind(intrinsic->op) != BehaviourKind::memory &&
                                     behaviour_kind(intrinsic->op) != BehaviourKind::effect)) {
            return true;
        }
        bool is_used = intrinsic->def() != nullptr && touches_place(result(step));
        for (unsigned i = 0; i < intrinsic->num_sources; ++i) {
            is_used = is_used || touches_place(source(step, i));
        }
        return is_used;
    }
    case StepKind::if_begin: return touches(step.second, 1);
    case StepKind::evaluate: return true;
    default: return false;
    }
}

std::uint64_t Wave::access_fixed_one_by_one(const Step& step, std::uint64_t count) {
    const FixedAccess* const first = &program->fixed_accesses[step.first];
    // A batch that was left in its middle goes on there.
    const std::uint64_t before = std::exchange(num_fixed_done_, 0);
    for (std::uint64_t i = before; i < count; ++i) {
        const FixedAccess& access = first[i];
        std::erase_if(late_loads_, [&](const LateLoad& load) {
            const bool is_used =
                overlap(load.to.offset, std::uint64_t{load.to.bytes} * load.to.num_components,
                        access.place.offset, access.place.num_components * kMostLoadedBytes);
            if (is_used) {
                finish_load(load);
            }
            return is_used;
        });
        const std::uint64_t left = access_fixed(&access, 1);
        if (is_switching && i + 1 < count) {
            num_fixed_done_ = i + 1;
            --step_;
            return count - i - 1;
        }
        if (is_switching) {
            return 0;
        }
        if (left != 0) {
            return count - i;
        }
    }
    return 0;
}

bool Wave::may_go_on() {
    is_switching = concurrent_->schedule.switches();
    return !is_switching;
}

bool Wave::meet_barrier(const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const std::optional<FenceReach> reach = reach_of(intrinsic.memory_scope());
    const MemorySemantics semantics = intrinsic.memory_semantics();
    const auto modes = static_cast<std::uint32_t>(intrinsic.memory_modes());
    const bool waits = intrinsic.execution_scope() >= Scope::workgroup;
    if (reach && semantics != MemorySemantics::nothing) {
        finish_loads();
    }
    if (reach && has(semantics, MemorySemantics::acquire) && !waits) {
        concurrent_->order.acquire(agent_, modes, *reach);
    }
    if (reach && has(semantics, MemorySemantics::release)) {
        concurrent_->order.release(agent_, modes, *reach);
    }
    if (!waits) {
        return may_go_on();
    }
    LaneMask wanted = all - halted - terminated;
    for (std::uint32_t i = 0; i < num_activations_; ++i) {
        wanted = wanted - activations_[i].returned;
    }
    if ((wanted - active).any()) {
        return fail(FaultKind::barrier, step, "some lanes reach it while others wait elsewhere");
    }
    barrier_ = step.instruction;
    is_waiting = true;
    return false;
}

// Whatever others released before they came is seen, as on the machines: a barrier() of GLSL behind
// a memoryBarrierBuffer() names no buffers itself.
void Wave::leave_barrier() {
    constexpr std::uint32_t kAllKinds = ~std::uint32_t{0};
    const auto& intrinsic = *barrier_->as<IntrinsicInstruction>();
    const std::optional<FenceReach> reach = reach_of(intrinsic.memory_scope());
    if (reach && has(intrinsic.memory_semantics(), MemorySemantics::acquire)) {
        concurrent_->order.acquire(agent_, kAllKinds, *reach);
    }
    barrier_ = nullptr;
}

} // namespace jacquard::nir::interpreter
