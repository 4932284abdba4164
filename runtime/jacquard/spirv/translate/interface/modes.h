#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <array>

namespace jacquard::spirv {

class Constants;
class Feedback;

// Applies the execution modes of the entry point, the size of the work group among them.
class Modes : Concern {
  public:
    Modes(Context& context, Constants& constants, Feedback& feedback)
        : Concern(context), constants_(constants), feedback_(feedback) {}

    void take_mode(const Instruction& mode);
    void declare_workgroup_size();
    std::uint64_t workgroup_invocations() const;

  private:
    Constants& constants_;
    Feedback& feedback_;
    std::array<std::uint32_t, 3> local_size_{1, 1, 1};
};

} // namespace jacquard::spirv
