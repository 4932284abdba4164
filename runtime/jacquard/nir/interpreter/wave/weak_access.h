#pragma once

#include <jacquard/nir/interpreter/wave/value_rows.h>
#include <jacquard/support/concurrency/weak_memory.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jacquard::nir::interpreter {

// Accesses memory that a wave shares with others that run at the same time: its loads may be done
// late, and others may see its stores late.
class WeakAccess : public ValueRows {
  public:
    using ValueRows::ValueRows;

    // Whether others may see what happens in a space.
    [[nodiscard]] bool is_weak(MemorySpace space) const {
        return concurrent_ != nullptr && is_shared(memory_space_info(space));
    }
    [[nodiscard]] std::uint64_t load_weakly(MemorySpace space, const std::byte* from,
                                            unsigned bytes);
    void store_weakly(MemorySpace space, std::byte* to, unsigned bytes, std::uint64_t value);
    // change(old) is what an atomic leaves. Gives the old value.
    template <typename Change>
    std::uint64_t change_weakly(MemorySpace space, std::byte* at, unsigned bytes,
                                const Change& change) {
        finish_loads_of(at, bytes);
        const std::uint32_t kinds = kinds_of(space);
        const std::uint64_t old = concurrent_->memory.begin_change(agent_, kinds, at, bytes);
        concurrent_->memory.end_change(agent_, kinds, at, bytes, change(old));
        return old;
    }
    [[nodiscard]] bool is_concurrent() const { return concurrent_ != nullptr; }
    // Before a load: whether it may be done late, as late as where its value is needed.
    [[nodiscard]] bool begin_load(const Step& step);
    // Adds to such a load the source of a component for some lanes.
    void load_late(const LaneMask& lanes, unsigned component, MemorySpace space,
                   const std::byte* from, unsigned bytes);

  protected:
    // The wave is `agent` of a run; of none where it is alone.
    void join(ConcurrentRun* run, unsigned agent) {
        concurrent_ = run;
        agent_ = agent;
        late_loads_.clear();
    }
    void finish_loads();
    void finish_loads_used_by(const Step& step);
    void finish_loads_used_at(const Place& place);

    ConcurrentRun* concurrent_ = nullptr;
    unsigned agent_ = 0;

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

    std::vector<LateLoad> late_loads_;
};

} // namespace jacquard::nir::interpreter
