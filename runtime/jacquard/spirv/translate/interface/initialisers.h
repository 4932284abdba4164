#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <functional>
#include <utility>
#include <vector>

namespace jacquard::spirv {

class Constants;
class Memory;
class Modes;
class NamedPlaces;
class Pointers;
class Values;

// Gives variables their initial values.
class Initialisers : Concern {
  public:
    Initialisers(Context& context, Constants& constants, Memory& memory, Modes& modes,
                 NamedPlaces& named_places, Pointers& pointers, Values& values)
        : Concern(context), constants_(constants), memory_(memory), modes_(modes),
          named_places_(named_places), pointers_(pointers), values_(values) {}

    void initialise_globals();
    void initialise(const Pointer& pointer, std::uint32_t constant_id);
    // Lets the variable of the module begin with the constant.
    void add_global(const Pointer& pointer, std::uint32_t constant) {
        initialisers_.emplace_back(pointer, constant);
    }

  private:
    void initialise_shared(const Pointer& pointer, std::uint32_t constant_id);
    void store_in_loop(SsaDef* own, std::uint64_t count,
                       const std::function<void(SsaDef*)>& store_element);
    Pointer element_at(const Pointer& arrays, const Type& element, SsaDef* index);

    Constants& constants_;
    Memory& memory_;
    Modes& modes_;
    NamedPlaces& named_places_;
    Pointers& pointers_;
    Values& values_;
    std::vector<std::pair<Pointer, std::uint32_t>> initialisers_; // of globals, by constant
};

} // namespace jacquard::spirv
