#pragma once

#include <jacquard/support/text/diagnostics.h>
#include <jacquard/support/text/limits.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace jacquard::fossilize {

// The kinds of entries of a database, by the number that their names begin with.
enum class ResourceTag : std::uint8_t {
    application_info = 0,
    sampler = 1,
    descriptor_set_layout = 2,
    pipeline_layout = 3,
    shader_module = 4,
    render_pass = 5,
    graphics_pipeline = 6,
    compute_pipeline = 7,
    application_blob_link = 8,
    raytracing_pipeline = 9,
    bucket_info = 10,
};
inline constexpr std::size_t kNumTags = 11;

// The kind as a message calls it.
[[nodiscard]] std::string_view name_of(ResourceTag tag);

// The hash as the names of entries have it: 16 digits.
[[nodiscard]] std::string text_of_hash(std::uint64_t hash);

// The place of an entry and what its header says.
struct Entry {
    ResourceTag tag{};
    std::uint64_t hash = 0;
    std::uint64_t start = 0;      // byte of the file at which its name begins
    std::uint32_t num_stored = 0; // bytes of the payload in the file
    std::uint32_t packing = 0;
    std::uint32_t checksum = 0;  // of the stored bytes; 0: not known
    std::uint32_t num_bytes = 0; // of the payload, unpacked
};

// Bytes of what stands before each payload: a name of 40 hexadecimal digits and four words.
inline constexpr std::size_t kEntryHeadBytes = 56;

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
