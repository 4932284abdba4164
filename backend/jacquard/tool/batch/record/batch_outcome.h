#pragma once

#include <jacquard/library/facade/compiler.h>
#include <jacquard/runs/case/agreement.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// The outcome of one case of a shader.
struct CaseOutcome {
    Agreement agreement = Agreement::exact;
    std::string first_difference; // empty when exact; else the worst one, or the program's fault
};

// The outcome of one shader of a batch.
struct BatchOutcome {
    CompileStatus status = CompileStatus::failed; // refused where it is too large
    std::string reason;                           // why it did not compile
    ir3::ProgramStatistics statistics;            // those that have a name
    std::vector<CaseOutcome> cases;               // only of a shader that compiled

    // Over all cases of the shader, the worst; nothing when there is none.
    [[nodiscard]] std::optional<Agreement> agreement() const;
    [[nodiscard]] const CaseOutcome* worst_case() const;
};

// The outcome as one line of JSON, in which processes and files keep it, and back. Nothing where
// the text is no such line.
[[nodiscard]] std::string pack_outcome(const BatchOutcome& outcome);
[[nodiscard]] std::optional<BatchOutcome> unpack_outcome(std::string_view text);

struct BatchTotals {
    std::size_t shaders = 0;
    std::size_t compiled = 0;
    std::size_t refused = 0;
    std::size_t malformed = 0;
    std::size_t failed = 0;
    std::size_t cases = 0;
    std::size_t exact = 0;
    std::size_t bound = 0;
    std::size_t disagree = 0;
};

// A total and the name it is printed under.
struct TotalInfo {
    std::string_view name;
    std::size_t BatchTotals::*member;
};

inline constexpr std::array<TotalInfo, 9> kTotals = {{
    {"shaders", &BatchTotals::shaders},
    {"compiled", &BatchTotals::compiled},
    {"refused", &BatchTotals::refused},
    {"malformed", &BatchTotals::malformed},
    {"failed", &BatchTotals::failed},
    {"cases", &BatchTotals::cases},
    {"exact", &BatchTotals::exact},
    {"bound", &BatchTotals::bound},
    {"disagree", &BatchTotals::disagree},
}};

void add_to_totals(BatchTotals& totals, const BatchOutcome& outcome);

// The word that a status, or an agreement, is printed as, and back.
[[nodiscard]] std::optional<CompileStatus> find_status(std::string_view word);
[[nodiscard]] std::optional<Agreement> find_agreement(std::string_view word);

} // namespace jacquard::driver
