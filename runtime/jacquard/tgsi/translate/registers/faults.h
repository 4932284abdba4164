#pragma once

#include <jacquard/support/text/diagnostics.h>
#include <jacquard/support/text/limits.h>
#include <jacquard/tgsi/program.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::tgsi {

// Reports why a program cannot be translated.
class Faults {
  public:
    Faults(Diagnostics& diagnostics, const Limits& limits)
        : diagnostics_(diagnostics), limits_(limits) {}

    void not_supported(SourcePosition position, std::string_view what);
    void malformed(SourcePosition position, std::string message);
    void reached(SourcePosition position, Limit limit);
    // "the stage FRAG", "the stages TESS_CTRL and COMP"
    [[nodiscard]] static std::string stages_text(std::uint8_t mask);

    [[nodiscard]] bool is_malformed() const { return is_malformed_; }
    [[nodiscard]] bool is_refused() const { return is_refused_; }
    [[nodiscard]] bool is_too_large() const { return is_too_large_; }
    [[nodiscard]] bool has_any() const { return is_malformed_ || is_refused_ || is_too_large_; }
    // Returns whether nothing else would be reported.
    [[nodiscard]] bool has_stopped() const { return is_too_large_ || diagnostics_.is_full(); }

  private:
    Diagnostics& diagnostics_;
    const Limits& limits_;
    bool is_malformed_ = false;
    bool is_refused_ = false;
    bool is_too_large_ = false;
    std::vector<std::string> refused_; // reasons that were reported
};

} // namespace jacquard::tgsi
