#pragma once

#include <jacquard/driver/tool/batch_run.h>

#include <array>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

namespace jacquard::driver {

// Prints what becomes of a batch while it runs: with `json` a value a line for each shader, else
// with `all` a line for each. The rest comes at the end: as JSON the totals; else the refused and
// malformed shaders by reason, what failed, what disagrees, and the totals.
class BatchReport {
  public:
    BatchReport(std::ostream& out, bool json, bool all) : out_(out), json_(json), all_(all) {}

    // False when nothing can be printed any more.
    bool add(const BatchItem& item, const BatchOutcome& outcome);
    void finish();

    [[nodiscard]] const BatchTotals& totals() const { return totals_; }

  private:
    using NamesByReason = std::map<std::string, std::vector<std::string>>;

    void print_by_reason(CompileStatus status);

    std::ostream& out_;
    bool json_;
    bool all_;
    BatchTotals totals_;
    std::map<CompileStatus, NamesByReason> not_compiled_;
    std::vector<std::string> disagreements_; // "NAME: WHERE"
};

} // namespace jacquard::driver
