#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <optional>
#include <string_view>
#include <unordered_set>

namespace jacquard::spirv {

// Finds the entry point that is translated.
class EntryPoint : Concern {
  public:
    EntryPoint(Context& context, Faults& faults) : Concern(context), faults_(faults) {}

    // Finds the first entry point of that name and stage; all match an empty name and no stage.
    // Reports a fault and returns false if there is none.
    [[nodiscard]] bool choose(std::string_view name, std::optional<nir::Stage> stage);

    [[nodiscard]] const Instruction& instruction() const { return *instruction_; }
    [[nodiscard]] nir::Stage stage() const { return stage_; }
    [[nodiscard]] std::uint32_t function_id() const { return module().operands(*instruction_)[1]; }
    // Returns whether the variable is one of the inputs and outputs of the entry point.
    [[nodiscard]] bool is_interface(std::uint32_t id) const { return interface_ids_.contains(id); }

  private:
    Faults& faults_;
    const Instruction* instruction_ = nullptr;
    nir::Stage stage_{};
    std::unordered_set<std::uint32_t> interface_ids_;
};

} // namespace jacquard::spirv
