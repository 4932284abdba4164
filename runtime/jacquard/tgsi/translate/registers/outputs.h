#pragma once

#include <jacquard/support/memory/memory_pool.h>
#include <jacquard/tgsi/translate/registers/concern.h>

#include <optional>

namespace jacquard::tgsi {

class Declarations;
class Hoisted;
class Places;
class Registers;

// Stores outputs where the program ends or emits a vertex.
class Outputs : Concern {
  public:
    Outputs(Context& context, Declarations& declarations, Hoisted& hoisted, Places& places,
            Registers& registers)
        : Concern(context), declarations_(declarations), hoisted_(hoisted), places_(places),
          registers_(registers) {}

    void plan_outputs();
    void finish_outputs();
    void store_outputs(std::optional<std::uint8_t> stream = std::nullopt);
    void declare();

  private:
    Declarations& declarations_;
    Hoisted& hoisted_;
    Places& places_;
    Registers& registers_;
    PoolVector<const Declaration*> outputs_{pool()};
    PoolVector<std::uint8_t> output_masks_{pool()}; // components that the program writes
};

} // namespace jacquard::tgsi
