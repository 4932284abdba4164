#include <jacquard/spirv/module/print.h>
#include <jacquard/spirv/module/print_instruction.h>
#include <jacquard/spirv/module/report.h>
#include <jacquard/spirv/translate/values/faults.h>

#include <utility>

namespace jacquard::spirv {

void malformed(std::string message) {
    throw TranslationFault{std::move(message), false};
}

void unsupported(std::string message) {
    throw TranslationFault{std::move(message), true};
}

void beyond(Limit limit) {
    throw TranslationFault{{}, true, false, limit};
}

void Faults::report(const Instruction& current, const TranslationFault& fault) {
    if (fault.is_told) {
        return;
    }
    const Instruction& instruction = fault.origin != nullptr ? *fault.origin : current;
    if (!fault.is_unsupported) {
        is_malformed_ = true;
        spirv::report(diagnostics_, "S202", module_, instruction, fault.message);
        return;
    }
    is_refused_ = true;
    const std::string place =
        "word " + std::to_string(instruction.word) + ": " + print_instruction(module_, instruction);
    if (fault.limit) {
        report_limit(diagnostics_, {}, *fault.limit, limits_).notes.push_back({{}, place});
        return;
    }
    // One report of each reason is enough.
    if (refused_.insert(fault.message).second) {
        Diagnostic& made = diagnostics_.error("S201", {}, fault.message + " not supported yet");
        made.notes.push_back({{}, place});
        const std::string line = source_place(module_, instruction);
        if (!line.empty()) {
            made.notes.push_back({{}, "it comes from " + line});
        }
    }
}

void Faults::report_malformed(std::string message) {
    is_malformed_ = true;
    diagnostics_.error("S202", {}, std::move(message));
}

Diagnostic& Faults::warn(std::string_view code, std::string message) {
    return diagnostics_.warning(code, {}, std::move(message));
}

void Faults::postpone(std::uint32_t id, const TranslationFault& fault) {
    postponed_.emplace(id, fault);
}

void Faults::tell_postponed(std::uint32_t id) const {
    if (const auto found = postponed_.find(id); found != postponed_.end()) {
        throw TranslationFault(found->second);
    }
}

} // namespace jacquard::spirv
