#pragma once

#include <jacquard/ir3/emulator/core/operand_access.h>

#include <span>
#include <vector>

namespace jacquard::ir3 {

// The bytes that a lane reaches in a space, and their offset in the area.
struct LaneMemory {
    const MemoryArea* area = nullptr;
    std::span<std::byte> bytes;
    std::uint64_t first = 0;
};

// Memory that waves access at the same time: loads that arrive late, and the order that fences and
// barriers make.
class LateLoads final : OperandPart {
  public:
    using OperandPart::OperandPart;

    void start();
    // Begins a load, and decides whether it arrives late.
    void begin(const Step& step);
    // Ends a load: the registers are written, now or late.
    bool end(const Step& step, std::span<const LaneWords> words);

    [[nodiscard]] bool is_late() const { return is_late_; }
    // Adds an element to the load that has begun, which is late.
    void add_late(const LaneMemory& memory, std::uint64_t at, DataType type, unsigned lane,
                  unsigned component) {
        loads_.back().elements.push_back({memory, at, type, lane, component});
    }

    // Finishes the loads that the flags of an instruction wait for.
    bool finish_waited_for(const Step& step) {
        return loads_.empty() || finish_loads_waited_for(step);
    }
    bool finish_loads_of(const std::byte* at, unsigned bytes);

    bool order_memory(const Step& step);
    void leave_barrier();

    [[nodiscard]] bool is_shared(const LaneMemory& memory) const {
        return state_.concurrent != nullptr && memory.area != &state_.environment->private_memory;
    }
    [[nodiscard]] std::uint32_t kinds_of(const LaneMemory& memory) const;
    [[nodiscard]] textures::ImageTexel access_image_weakly(const textures::ImageRequest& request);

  private:
    struct LateElement {
        LaneMemory memory;
        std::uint64_t at = 0;
        DataType type{};
        unsigned lane = 0;
        unsigned component = 0;
    };
    // A load that was issued. Nothing reads its registers before the flag that waits for it.
    struct LateLoad {
        StepDestination destination;
        Sync waited_for_by = Sync::none;
        unsigned num_components = 0;
        std::vector<LateElement> elements;
    };

    bool finish_load(const LateLoad& load);
    bool finish_loads_waited_for(const Step& step);
    bool finish_loads();

    bool is_late_ = false; // the load that has begun, which is the last of these
    std::vector<LateLoad> loads_;
};

} // namespace jacquard::ir3
