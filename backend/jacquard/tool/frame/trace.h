#pragma once

#include <jacquard/ir3/emulator/interface/emulator.h>
#include <jacquard/ir3/program.h>

#include <iosfwd>
#include <string>
#include <vector>

namespace jacquard::driver {

// Prints every instruction that a program executes, with its lanes and what it left in its
// destination.
class TracePrinter final : public ir3::ExecutionObserver {
  public:
    TracePrinter(const ir3::Program& program, std::ostream& out);

    void executed(std::uint32_t instruction, LaneMask lanes, const ir3::Wave& wave) override;

  private:
    struct Line {
        std::string text;
        ir3::RegisterLocation destination; // none where it is no register
    };

    std::vector<Line> lines_;
    std::ostream& out_;
};

} // namespace jacquard::driver
