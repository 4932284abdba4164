#pragma once

#include <jacquard/nir/interpreter/wave/value_rows.h>
#include <jacquard/support/concurrency/weak_memory.h>
#include <jacquard/textures/weak_images.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace jacquard::nir::interpreter {

// Accesses memory that a wave shares with others that run at the same time: its loads may be done
// late, and others may see its stores late.
class WeakAccess {
  public:
    // `values`: where the results of loads go.
    explicit WeakAccess(ValueRows& values) : values_(values) {}

    // The wave is `agent` of a run; of none where it is alone.
    void start(ConcurrentRun* run, unsigned agent) {
        run_ = run;
        agent_ = agent;
        is_switching_ = false;
        late_loads_.clear();
    }
    [[nodiscard]] bool is_concurrent() const { return run_ != nullptr; }
    // Whether others may see what happens in a space.
    [[nodiscard]] bool covers(MemorySpace space) const {
        return is_concurrent() && is_shared(memory_space_info(space));
    }

    [[nodiscard]] std::uint64_t load(MemorySpace space, const std::byte* from, unsigned bytes);
    void store(MemorySpace space, std::byte* to, unsigned bytes, std::uint64_t value);
    // new_value(old) is what an atomic leaves. Gives the old value.
    template <typename Change>
    std::uint64_t change(MemorySpace space, std::byte* at, unsigned bytes,
                         const Change& new_value) {
        finish_loads_of(at, bytes);
        const std::uint32_t kinds = kinds_of(space);
        const std::uint64_t old = run_->memory.begin_change(agent_, kinds, at, bytes);
        run_->memory.end_change(agent_, kinds, at, bytes, new_value(old));
        return old;
    }
    [[nodiscard]] textures::ImageTexel access_image(textures::StorageImages& images,
                                                    const textures::ImageRequest& request);

    // Before a load: whether it may be done late, as late as where its value is needed.
    [[nodiscard]] bool begin_load(const Step& step);
    // Adds to such a load the source of a component for some lanes.
    void load_late(const LaneMask& lanes, unsigned component, MemorySpace space,
                   const std::byte* from, unsigned bytes);
    // Before a step: finishes the loads of values that it uses.
    void begin_step(const Step& step);
    void finish_loads();
    void finish_loads_used_at(const Place& place);

    // When a wave comes to a barrier, and when it leaves it. `waits`: it is one for execution too.
    void come_to_barrier(const IntrinsicInstruction& barrier, bool waits);
    void leave_barrier(const IntrinsicInstruction& barrier);
    // At the end of a step that accessed memory. False: another wave is to go on now.
    [[nodiscard]] bool may_go_on() {
        is_switching_ = run_->schedule.switches();
        return !is_switching_;
    }
    [[nodiscard]] bool is_switching() const { return is_switching_; }
    // Whether another wave is to go on, of which nobody is told a second time.
    [[nodiscard]] bool take_switch() { return std::exchange(is_switching_, false); }

  private:
    // A load that was begun and whose value is still to come.
    struct LateComponent {
        LaneMask lanes;
        unsigned component = 0;
        MemorySpace space{};
        const std::byte* from = nullptr;
        unsigned bytes = 0;
    };
    struct LateLoad {
        Place to;
        std::vector<LateComponent> components;
    };

    [[nodiscard]] static bool is_shared(const MemorySpaceInfo& info) {
        return info.shared_by != SharedBy::invocation && info.written == Written::always &&
               info.addressing != Addressing::slot;
    }
    // Returns the modes by which fences name a space; all if no variables live in it.
    [[nodiscard]] static std::uint32_t kinds_of(MemorySpace space) {
        const auto modes = static_cast<std::uint32_t>(memory_space_info(space).modes);
        return modes != 0 ? modes : ~std::uint32_t{0};
    }
    // Finishes the loads of which `is_asked` is true, in their order.
    template <typename IsAsked>
    void finish_loads_if(const IsAsked& is_asked);
    void finish_loads_of(const std::byte* at, unsigned bytes);
    [[nodiscard]] bool uses(const Step& step, const Place& place) const;

    ValueRows& values_;
    ConcurrentRun* run_ = nullptr;
    unsigned agent_ = 0;
    bool is_switching_ = false; // to another wave
    std::vector<LateLoad> late_loads_;
};

} // namespace jacquard::nir::interpreter
