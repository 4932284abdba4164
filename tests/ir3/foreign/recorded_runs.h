#pragma once

#include <jacquard/library/frontend/load_spirv.h>
#include <jacquard/runs/recorded/judge_recorded.h>

#include "foreign_program.h"
#include "run_foreign.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::testing {

// Sources disagree about when some instructions of a7xx read their third source, which programs of
// 2025 therefore may do a slot too near.
[[nodiscard]] bool is_disputed(ir3::FaultKind fault, std::string_view reason);

// A program that was linked with another stage may number locations of its case anew: `numbers[i]`
// is what it has for the i-th of them.
using Numbering = std::vector<std::size_t>;

// A program of another compiler and the recorded runs of its module, which all outlive this.
class RecordedRuns {
  public:
    RecordedRuns(const driver::ForeignProgram& program, const driver::SpirvResult& module,
                 std::span<const driver::RecordedCase> runs);

    // Returns nothing if it could not be run; reason() says why.
    std::optional<bool> agrees(const driver::RecordedCase& recorded,
                               const Numbering* numbers = nullptr);
    // Returns true if all runs agree when the program's varyings have other numbers.
    bool agrees_in_another_order();

    // These are of the last run.
    [[nodiscard]] std::string reason() const;
    [[nodiscard]] ir3::FaultKind fault() const;
    [[nodiscard]] const std::string& difference() const { return difference_; }

  private:
    const driver::ForeignProgram& program_;
    const driver::SpirvResult& module_;
    std::span<const driver::RecordedCase> runs_;
    std::string reason_;
    std::string difference_;
    std::unique_ptr<driver::ForeignRunner> runner_;
    double bound_;
};

} // namespace jacquard::testing
