#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/interpreter/wave/weak_access.h>

#include <algorithm>
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

} // namespace

std::uint64_t WeakAccess::load_weakly(MemorySpace space, const std::byte* from, unsigned bytes) {
    finish_loads_of(from, bytes);
    return concurrent_->memory.load(agent_, kinds_of(space), from, bytes);
}

void WeakAccess::store_weakly(MemorySpace space, std::byte* to, unsigned bytes,
                              std::uint64_t value) {
    finish_loads_of(to, bytes);
    concurrent_->memory.store(agent_, kinds_of(space), to, bytes, value);
}

bool WeakAccess::begin_load(const Step& step) {
    concurrent_->order.begin_instruction(agent_);
    if (!concurrent_->order.one_in(kLateIn)) {
        return false;
    }
    late_loads_.push_back({result(step), {}});
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
        concurrent_->order.begin_instruction(agent_);
        for (const LateComponent& late : load.components) {
            const std::uint64_t bits =
                concurrent_->memory.load(agent_, kinds_of(late.space), late.from, late.bytes);
            late.lanes.for_each([&](unsigned lane) { write(load.to, late.component, lane, bits); });
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

void WeakAccess::finish_loads_used_by(const Step& step) {
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

void WeakAccess::finish_loads_used_at(const Place& place) {
    finish_loads_if([&](const LateLoad& load) {
        return overlap(load.to.offset, std::uint64_t{load.to.bytes} * load.to.num_components,
                       place.offset, place.num_components * kMostLoadedBytes);
    });
}

} // namespace jacquard::nir::interpreter
