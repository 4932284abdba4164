#include <jacquard/nir/interpreter/wave/wave.h>

#include <utility>

// A wave among others that run at the same time: its images and barriers, and where it stops.
namespace jacquard::nir::interpreter {

namespace {

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

std::uint64_t Wave::access_fixed_one_by_one(const Step& step, std::uint64_t count) {
    const FixedAccess* const first = &program->fixed_accesses[step.first];
    // A batch that was left in its middle goes on there.
    const std::uint64_t before = std::exchange(num_fixed_done_, 0);
    for (std::uint64_t i = before; i < count; ++i) {
        const FixedAccess& access = first[i];
        finish_loads_used_at(access.place);
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
