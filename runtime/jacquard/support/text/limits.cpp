#include <jacquard/support/memory/memory_budget.h>
#include <jacquard/support/text/limits.h>

#include <limits>
#include <utility>

namespace jacquard {

namespace {

constexpr std::uint64_t kAnything = std::numeric_limits<std::uint64_t>::max();

// Places in a text have 32 bits. Passes walk nested control flow with the stack that a thread has.
constexpr std::array<LimitInfo, kNumLimits> kInfos = {{
    {"L101", "input_bytes", "--max-input-bytes", &Limits::input_bytes, 0xffffffff,
     "bytes of an input"},
    {"L102", "instructions", "--max-instructions", &Limits::instructions, 0x0fffffff,
     "instructions and declarations of a shader, or words of a program"},
    {"L103", "nesting", "--max-nesting", &Limits::nesting, 1024, "ifs and loops within each other"},
    {"L104", "registers", "--max-registers", &Limits::registers, 0x7fffffff,
     "scalars of declared registers and arrays"},
    {"L105", "memory", "--max-memory", &Limits::memory, kAnything,
     "bytes of memory for one shader, case file or wave"},
    {"L106", "steps", "--max-steps", &Limits::steps, kAnything, "instructions that a run issues"},
    {"L107", "errors", "--max-errors", &Limits::errors, 0xffffffff,
     "errors that are reported of an input"},
}};

} // namespace

const LimitInfo& info(Limit limit) {
    return kInfos[static_cast<std::size_t>(limit)];
}

std::string limit_message(Limit limit, const Limits& limits) {
    const std::string number = std::to_string(limits.*info(limit).member);
    switch (limit) {
    case Limit::input_bytes: return "the input has more than " + number + " bytes";
    case Limit::instructions: return "there are more than " + number + " instructions";
    case Limit::nesting: return "control flow is nested more than " + number + " deep";
    case Limit::registers:
        return "the shader declares registers of more than " + number + " scalars";
    case Limit::memory: return "this takes more than " + number + " bytes of memory";
    case Limit::steps: return "the run takes more than " + number + " steps";
    case Limit::errors: return "there are " + number + " errors or more, and no more are shown";
    }
    return {};
}

Diagnostic limit_diagnostic(SourcePosition position, Limit limit, const Limits& limits) {
    const LimitInfo& facts = info(limit);
    Diagnostic made;
    made.code = facts.code;
    made.position = position;
    made.message = limit_message(limit, limits);
    made.notes.push_back({{},
                          "Limits::" + std::string(facts.name) + " or " +
                              std::string(facts.option) + " sets the limit"});
    return made;
}

Diagnostic& report_limit(Diagnostics& diagnostics, SourcePosition position, Limit limit,
                         const Limits& limits) {
    Diagnostic made = limit_diagnostic(position, limit, limits);
    Diagnostic& reported = diagnostics.error(made.code, position, std::move(made.message));
    reported.notes = std::move(made.notes);
    return reported;
}

void report_out_of_memory(Diagnostics& diagnostics, const std::bad_alloc& reason,
                          const Limits& limits) {
    if (dynamic_cast<const BudgetExceeded*>(&reason) != nullptr) {
        report_limit(diagnostics, {}, Limit::memory, limits);
    } else {
        diagnostics.error(info(Limit::memory).code, {}, "the system has no more memory");
    }
}

std::optional<Limit> reported_limit(const Diagnostics& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        for (std::size_t i = 0; i < kNumLimits; ++i) {
            if (diagnostic.code == kInfos[i].code) {
                return static_cast<Limit>(i);
            }
        }
    }
    return std::nullopt;
}

} // namespace jacquard
