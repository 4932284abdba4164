#pragma once

#include <jacquard/driver/agreement.h>
#include <jacquard/driver/compiler.h>
#include <jacquard/driver/tool/batch_list.h>
#include <jacquard/driver/tool/engine.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace jacquard::driver {

// What became of one case of a shader.
struct CaseOutcome {
    std::string path;
    Agreement agreement = Agreement::exact;
    std::string first_difference; // empty when exact; else the worst one, or the program's fault
};

// What became of one shader of a batch.
struct BatchOutcome {
    CompileStatus status = CompileStatus::failed;
    std::string reason;   // why it did not compile
    std::string messages; // its diagnostics
    ir3::ProgramStatistics statistics;
    std::vector<CaseOutcome> cases; // only of a shader that compiled

    // Over all cases of the shader, the worst; nothing when there is none.
    [[nodiscard]] std::optional<Agreement> agreement() const;
    [[nodiscard]] const CaseOutcome* worst_case() const;
};

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

// Compiles every shader, as far as the engine needs it, and runs its cases, on `num_threads`
// threads. The result has the order of the list whatever the number of threads.
[[nodiscard]] std::vector<BatchOutcome> run_batch(const BatchList& list, const VariantKey& key,
                                                  Engine engine, unsigned num_threads);

[[nodiscard]] BatchTotals total_of(std::span<const BatchOutcome> outcomes);

} // namespace jacquard::driver
