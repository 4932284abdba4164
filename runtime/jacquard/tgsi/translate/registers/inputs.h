#pragma once

#include <jacquard/support/memory/memory_pool.h>
#include <jacquard/tgsi/translate/registers/concern.h>

#include <array>
#include <cstddef>

namespace jacquard::tgsi {

class Declarations;
class Faults;
class Hoisted;

// Loads inputs and system values, each once, before the program begins.
class Inputs : Concern {
  public:
    Inputs(Context& context, Declarations& declarations, Faults& faults, Hoisted& hoisted)
        : Concern(context), declarations_(declarations), faults_(faults), hoisted_(hoisted) {}

    nir::Operand read_input(std::int32_t index, unsigned component);
    nir::Operand load_system_value(Semantic semantic, unsigned component);
    // Loads a system value that an operand names; the stage may not have it.
    nir::Operand load_system_value(const Register& reg, Semantic semantic, unsigned component);
    void declare();
    [[nodiscard]] std::size_t count() const { return inputs_.size(); }
    // Returns whether an input is declared, and has one value and not one for each vertex.
    [[nodiscard]] bool is_single(std::size_t number) const {
        return inputs_[number] != nullptr && !inputs_[number]->per_vertex;
    }
    // Returns the value of a component if it was loaded before; its `value` is null otherwise.
    [[nodiscard]] const nir::Operand& known(std::int32_t index, unsigned component) const {
        return input_values_[static_cast<std::size_t>(index)][component];
    }

  private:
    nir::Operand load_input(std::int32_t index, unsigned component);
    nir::SsaDef* barycentric(const Declaration& input);

    Declarations& declarations_;
    Faults& faults_;
    Hoisted& hoisted_;
    PoolVector<const Declaration*> inputs_{pool()}; // by number; null: not declared
    PoolVector<std::array<nir::Operand, 4>> input_values_{pool()};
    std::array<nir::SsaDef*, 16> barycentrics_{};
    std::array<nir::SsaDef*, kNumSemantic> system_values_{};
};

} // namespace jacquard::tgsi
