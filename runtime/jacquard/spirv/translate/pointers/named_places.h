#pragma once

#include <jacquard/nir/build/core_builder.h>
#include <jacquard/spirv/translate/values/value.h>
#include <jacquard/support/memory/arena_allocator.h>

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace jacquard::spirv {

// The dereferences that a function makes once, where it begins, and uses wherever it reads or
// writes the place: of variables, and of their parts at numbers that the module gives.
class NamedPlaces {
  public:
    // Takes its memory from the arena, which must outlive it.
    explicit NamedPlaces(Arena& arena)
        : arena_(arena), parts_(table<Parts>()), indices_(table<Indices>()) {}

    // Begins a function, whose dereferences and constants are inserted before `anchor`. The time is
    // proportional to what the function before made.
    void begin(nir::CoreBuilder& builder, nir::Instruction& anchor);

    [[nodiscard]] nir::DerefInstruction* variable(nir::Variable& variable);
    // A part of what is in front of the anchor itself. The step has no index of its own.
    [[nodiscard]] nir::DerefInstruction* part(nir::DerefInstruction& whole, const Step& step);
    // A constant of 32 bits.
    [[nodiscard]] nir::SsaDef* index(std::uint32_t number);

  private:
    template <typename Number, typename Made>
    using Table = std::unordered_map<Number, Made, std::hash<Number>, std::equal_to<Number>,
                                     ArenaAllocator<std::pair<const Number, Made>>>;
    using Parts = Table<std::uint64_t, nir::DerefInstruction*>;
    using Indices = Table<std::uint32_t, nir::SsaDef*>;

    template <typename Kind>
    [[nodiscard]] Kind table() {
        return Kind(typename Kind::allocator_type(arena_));
    }
    template <typename Make>
    auto in_front(Make&& make);

    Arena& arena_;
    nir::CoreBuilder* builder_ = nullptr;
    nir::Instruction* anchor_ = nullptr;
    std::vector<nir::DerefInstruction*> variables_; // by the variable's index
    std::vector<std::uint32_t> named_;              // indices of those that exist
    Parts parts_;                                   // by whole and number
    Indices indices_;
};

} // namespace jacquard::spirv
