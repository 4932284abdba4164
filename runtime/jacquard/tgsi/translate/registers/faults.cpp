#include <jacquard/tgsi/translate/registers/faults.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace jacquard::tgsi {

void Faults::not_supported(SourcePosition position, std::string_view what) {
    is_refused_ = true;
    // One report of each reason is enough.
    if (std::find(refused_.begin(), refused_.end(), what) == refused_.end()) {
        refused_.emplace_back(what);
        diagnostics_.error("T301", position, std::string(what) + " is not supported yet");
    }
}

void Faults::reached(SourcePosition position, Limit limit) {
    if (!is_too_large_) {
        report_limit(diagnostics_, position, limit, limits_);
    }
    is_too_large_ = true;
}

void Faults::malformed(SourcePosition position, std::string message) {
    is_malformed_ = true;
    // Each component of an operand meets the same fault.
    const std::vector<Diagnostic>& known = diagnostics_.all();
    if (known.empty() || known.back().position.line != position.line ||
        known.back().position.column != position.column || known.back().message != message) {
        diagnostics_.error("T302", position, std::move(message));
    }
}

std::string Faults::stages_text(std::uint8_t mask) {
    std::string names;
    for (unsigned stage = 0; stage < kNumStage; ++stage) {
        if ((mask >> stage & 1) != 0) {
            names += (names.empty() ? "" : " and ");
            names += name_of(static_cast<Stage>(stage));
        }
    }
    return "the stage" + std::string(std::has_single_bit(mask) ? " " : "s ") + names;
}

} // namespace jacquard::tgsi
