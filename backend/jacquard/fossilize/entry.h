#pragma once

#include <jacquard/fossilize/format/entry_head.h>
#include <jacquard/fossilize/format/resources.h>
#include <jacquard/support/text/diagnostics.h>
#include <jacquard/support/text/limits.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace jacquard::fossilize {

// The head of an entry of a known kind, and the place of its payload.
struct Entry : EntryHead {
    std::uint64_t start = 0; // byte of the file at which its name begins

    [[nodiscard]] ResourceTag kind() const { return static_cast<ResourceTag>(tag); }
};

// Reports faults of one entry with its name and the byte at which it begins.
class EntryReport {
  public:
    EntryReport(const Entry& entry, Diagnostics& diagnostics)
        : entry_(entry), diagnostics_(diagnostics) {}

    // Reports what is damaged in it, and what was expected instead.
    Diagnostic& damaged(const std::string& message) const { return report("D220", message); }
    // Reports that it is beyond a limit.
    void exceeds(Limit limit, const Limits& limits) const;
    // Reports what it has that the tool does not know.
    Diagnostic& unsupported(const std::string& message) const { return report("D221", message); }

    [[nodiscard]] const Entry& entry() const { return entry_; }

  private:
    [[nodiscard]] std::string place() const;
    Diagnostic& report(std::string_view code, const std::string& message) const;

    const Entry& entry_;
    Diagnostics& diagnostics_;
};

} // namespace jacquard::fossilize
