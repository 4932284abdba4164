#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <array>

namespace jacquard::spirv {

class Constants;
class Feedback;
class FloatAssumptions;

// Applies the execution modes of the entry point, the size of the work group among them.
class Modes : Concern {
  public:
    Modes(Context& context, Constants& constants, Feedback& feedback,
          FloatAssumptions& float_assumptions)
        : Concern(context), constants_(constants), feedback_(feedback),
          float_assumptions_(float_assumptions) {}

    void take_mode(const Instruction& mode);
    // Takes the size of work groups for a kernel that states none.
    void take_size(const std::array<std::uint32_t, 3>& size);
    void declare_workgroup_size();
    std::uint64_t workgroup_invocations() const;
    [[nodiscard]] const std::array<std::uint32_t, 3>& local_size() const { return local_size_; }
    // Returns whether squares of two by two invocations of a work group are quads.
    [[nodiscard]] bool groups_quads() const { return groups_quads_; }

  private:
    Constants& constants_;
    Feedback& feedback_;
    FloatAssumptions& float_assumptions_;
    std::array<std::uint32_t, 3> local_size_{1, 1, 1};
    bool groups_quads_ = false;
    bool has_size_ = false;
};

} // namespace jacquard::spirv
