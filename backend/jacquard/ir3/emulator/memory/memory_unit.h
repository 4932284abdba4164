#pragma once

#include <jacquard/ir3/emulator/memory/element_access.h>

namespace jacquard::ir3 {

// Instructions that access memory by addresses: global, local, stage and private memory.
class MemoryUnit final : MemoryPart {
  public:
    using MemoryPart::MemoryPart;

    bool execute_memory_load(const Step& step);
    bool execute_memory_store(const Step& step);
    bool execute_memory_atomic(const Step& step);

  private:
    bool read_addresses(const Step& step, LaneAddresses& addresses);

    // An instruction moves at most this many elements.
    static constexpr unsigned kMaxVector = 4;
};

} // namespace jacquard::ir3
