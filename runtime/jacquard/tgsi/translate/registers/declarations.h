#pragma once

#include <jacquard/support/memory/memory_pool.h>
#include <jacquard/tgsi/translate/registers/concern.h>

#include <cstddef>
#include <vector>

namespace jacquard::tgsi {

class Faults;

// Declares the properties of the program, and the slots of its inputs and outputs.
class Declarations : Concern {
  public:
    Declarations(Context& context, Faults& faults) : Concern(context), faults_(faults) {}

    void declare_properties();
    void declare_slots(RegisterFile file, PoolVector<const Declaration*>& by_number,
                       std::vector<nir::IoSlot>& slots);
    static nir::IoSemantics slot_meaning(const std::vector<nir::IoSlot>& slots, std::size_t number,
                                         std::size_t count);

  private:
    Faults& faults_;
};

} // namespace jacquard::tgsi
