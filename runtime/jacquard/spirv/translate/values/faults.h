#pragma once

#include <jacquard/spirv/module/module.h>
#include <jacquard/support/text/diagnostics.h>
#include <jacquard/support/text/limits.h>

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace jacquard::spirv {

// The reason why an instruction cannot be translated. It is thrown where the reason is found and
// caught where the translation of the instruction began, and never leaves the translator.
struct TranslationFault {
    std::string message;
    bool is_unsupported = false;
    bool is_told = false; // it was reported, or follows from a fault that was
    std::optional<Limit> limit = {};
    const Instruction* origin = nullptr; // null: the current instruction
};
[[noreturn]] void malformed(std::string message);
[[noreturn]] void unsupported(std::string message); // "… not supported yet" is added
[[noreturn]] void beyond(Limit limit);

// Reports faults, and remembers those that are only reported if something uses the id.
class Faults {
  public:
    Faults(const Module& module, Diagnostics& diagnostics, const Limits& limits)
        : module_(module), diagnostics_(diagnostics), limits_(limits) {}

    void report(const Instruction& current, const TranslationFault& fault);
    // Reports what does not stop the translation.
    Diagnostic& warn(std::string_view code, std::string message);
    // Reports a fault of the module as a whole.
    void report_malformed(std::string message);
    // Reports the fault only if something uses the id.
    void postpone(std::uint32_t id, const TranslationFault& fault);
    // Throws the fault that was postponed for the id, if there is one.
    void tell_postponed(std::uint32_t id) const;

    [[nodiscard]] bool is_malformed() const { return is_malformed_; }
    [[nodiscard]] bool has_any() const { return is_malformed_ || is_refused_; }

  private:
    const Module& module_;
    Diagnostics& diagnostics_;
    const Limits& limits_;
    bool is_malformed_ = false;
    bool is_refused_ = false;
    std::unordered_set<std::string> refused_;                       // reasons that were reported
    std::unordered_map<std::uint32_t, TranslationFault> postponed_; // by id
};

} // namespace jacquard::spirv
