#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/interpreter/wave/weak_access.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace jacquard::nir::interpreter {

namespace {

// One load of so many is done late.
constexpr std::uint32_t kLateIn = 2;
// Bytes of the widest component.
constexpr std::uint64_t kMostLoadedBytes = 8;

bool overlap(std::uint64_t first, std::uint64_t size, std::uint64_t other,
             std::uint64_t other_size) {
    return first < other + other_size && other < first + size;
}

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

} // namespace

std::uint64_t WeakAccess::load(MemorySpace space, const std::byte* from, unsigned bytes) {
    finish_loads_of(from, bytes);
    return run_->memory.load(agent_, kinds_of(space), from, bytes);
}

void WeakAccess::store(MemorySpace space, std::byte* to, unsigned bytes, std::uint64_t value) {
    finish_loads_of(to, bytes);
    run_->memory.store(agent_, kinds_of(space), to, bytes, value);
}

bool WeakAccess::begin_load(const Step& step) {
    run_->order.begin_instruction(agent_);
    if (!run_->order.one_in(kLateIn)) {
        return false;
    }
    late_loads_.push_back({values_.result(step), {}});
    return true;
}

// The load at hand is the last one. Those before it of the same bytes must not see what is newer
// than what it sees.
void WeakAccess::load_late(const LaneMask& load_lanes, unsigned component, MemorySpace space,
                           const std::byte* from, unsigned bytes) {
    LateLoad load = std::move(late_loads_.back());
    late_loads_.pop_back();
    finish_loads_of(from, bytes);
    load.components.push_back({load_lanes, component, space, from, bytes});
    late_loads_.push_back(std::move(load));
}

template <typename IsAsked>
void WeakAccess::finish_loads_if(const IsAsked& is_asked) {
    std::erase_if(late_loads_, [&](const LateLoad& load) {
        if (!is_asked(load)) {
            return false;
        }
        run_->order.begin_instruction(agent_);
        for (const LateComponent& late : load.components) {
            const std::uint64_t bits =
                run_->memory.load(agent_, kinds_of(late.space), late.from, late.bytes);
            late.lanes.for_each(
                [&](unsigned lane) { values_.write(load.to, late.component, lane, bits); });
        }
        return true;
    });
}

void WeakAccess::finish_loads() {
    finish_loads_if([](const LateLoad& /*load*/) { return true; });
}

void WeakAccess::finish_loads_of(const std::byte* at, unsigned bytes) {
    const auto address = reinterpret_cast<std::uintptr_t>(at);
    finish_loads_if([&](const LateLoad& load) {
        return std::any_of(
            load.components.begin(), load.components.end(), [&](const LateComponent& late) {
                return overlap(address, bytes, reinterpret_cast<std::uintptr_t>(late.from),
                               late.bytes);
            });
    });
}

void WeakAccess::begin_step(const Step& step) {
    run_->order.begin_instruction(agent_);
    finish_loads_if([&](const LateLoad& load) { return uses(step, load.to); });
}

// Whether a step may read or write a value. What is not looked into may.
bool WeakAccess::uses(const Step& step, const Place& place) const {
    const std::uint64_t size = std::uint64_t{place.bytes} * place.num_components;
    const auto touches = [&](std::uint64_t offset, std::uint64_t rows) {
        return overlap(place.offset, size, offset, rows * kMostLoadedBytes);
    };
    const auto touches_place = [&](const Place& other) {
        return touches(other.offset, other.num_components);
    };
    const ProgramData& program = *values_.program;
    switch (step.kind) {
    case StepKind::lanes:
        for (std::uint32_t i = step.first; i < step.first + step.second; ++i) {
            const LaneCall& call = program.lane_calls[i];
            const std::size_t end = i + 1 < program.lane_calls.size()
                                        ? program.lane_calls[i + 1].first_array
                                        : program.arrays.size();
            for (std::size_t array = call.first_array; array < end; ++array) {
                if (touches(program.arrays[array], call.rows)) {
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
        bool is_used = intrinsic->def() != nullptr && touches_place(values_.result(step));
        for (unsigned i = 0; i < intrinsic->num_sources; ++i) {
            is_used = is_used || touches_place(values_.source(step, i));
        }
        return is_used;
    }
    case StepKind::if_begin: return touches(step.second, 1);
    case StepKind::evaluate: return true;
    default: return false;
    }
}

void WeakAccess::finish_loads_used_at(const Place& place) {
    finish_loads_if([&](const LateLoad& load) {
        return overlap(load.to.offset, std::uint64_t{load.to.bytes} * load.to.num_components,
                       place.offset, place.num_components * kMostLoadedBytes);
    });
}

textures::ImageTexel WeakAccess::access_image(textures::StorageImages& images,
                                              const textures::ImageRequest& request) {
    return textures::access_weakly(images, request, run_->texels, agent_,
                                   static_cast<std::uint32_t>(VariableMode::image));
}

void WeakAccess::come_to_barrier(const IntrinsicInstruction& barrier, bool waits) {
    const std::optional<FenceReach> reach = reach_of(barrier.memory_scope());
    const MemorySemantics semantics = barrier.memory_semantics();
    const auto modes = static_cast<std::uint32_t>(barrier.memory_modes());
    if (reach && semantics != MemorySemantics::nothing) {
        finish_loads();
    }
    if (reach && has(semantics, MemorySemantics::acquire) && !waits) {
        run_->order.acquire(agent_, modes, *reach);
    }
    if (reach && has(semantics, MemorySemantics::release)) {
        run_->order.release(agent_, modes, *reach);
    }
}

// Whatever others released before they came is seen, as on the machines: a barrier() of GLSL behind
// a memoryBarrierBuffer() names no buffers itself.
void WeakAccess::leave_barrier(const IntrinsicInstruction& barrier) {
    constexpr std::uint32_t kAllKinds = ~std::uint32_t{0};
    const std::optional<FenceReach> reach = reach_of(barrier.memory_scope());
    if (reach && has(barrier.memory_semantics(), MemorySemantics::acquire)) {
        run_->order.acquire(agent_, kAllKinds, *reach);
    }
}

} // namespace jacquard::nir::interpreter
