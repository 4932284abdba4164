#pragma once

#include <jacquard/driver/agreement.h>
#include <jacquard/driver/compiler.h>
#include <jacquard/driver/high_level.h>
#include <jacquard/driver/tool/batch_list.h>
#include <jacquard/driver/tool/engine.h>

#include <functional>
#include <optional>
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
    CompileStatus status = CompileStatus::failed; // refused where it is too large
    std::string reason;                           // why it did not compile
    std::string messages;                         // its diagnostics
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

// What is done with every shader.
struct BatchOptions {
    VariantKey key;
    Engine engine = Engine::ir3;
    unsigned num_threads = 1;
    Limits limits = {};
    // What makes SPIR-V of GLSL and HLSL, and what holds for all such shaders: entry, target,
    // macros and folders.
    const HighLevelCompiler* high_level = nullptr;
    HighLevelShader high_level_shader;
};

// Is given each outcome as soon as it and all before it are there, so in the order of the list
// whatever the number of threads; on one thread at a time. False ends the batch.
using OutcomeListener = std::function<bool(const BatchItem& item, const BatchOutcome& outcome)>;

// Compiles every shader, as far as the engine needs it, and runs its cases.
void run_batch(const BatchList& list, const BatchOptions& options, const OutcomeListener& listener);

void add_to_totals(BatchTotals& totals, const BatchOutcome& outcome);

} // namespace jacquard::driver
