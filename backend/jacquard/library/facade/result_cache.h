#pragma once

#include <jacquard/support/api.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

JACQUARD_BEGIN_API

namespace jacquard::driver {

// Results on disk, by a sum over everything that they depend on, in a folder that any number of
// processes, also of several machines, use at once.
//
// An entry is a file that is written under another name and then renamed, and that says its key,
// length and sum. One that is cut off, changed or of another kind is as good as none.
class ResultCache {
  public:
    static constexpr std::uint64_t kDefaultBytes = std::uint64_t{2} << 30;

    // All files together take no more than about `most_bytes`: those that were not used for longest
    // go first.
    explicit ResultCache(std::string folder, std::uint64_t most_bytes = kDefaultBytes)
        : folder_(std::move(folder)), most_bytes_(most_bytes) {}

    // Makes the folder. False when that cannot be done, which errno tells.
    [[nodiscard]] bool prepare() const;

    // The result that was stored for the key, 64 hex digits.
    [[nodiscard]] std::optional<std::string> find(const std::string& key) const;
    // Failing to store is no fault: the result then is computed again.
    void store(const std::string& key, std::string_view result) const;

    // The file of a key.
    [[nodiscard]] std::string path_of(const std::string& key) const;

    // Removes what was not used for longest from the part of the cache that holds the key, when
    // that part is too large.
    void trim(const std::string& key) const;

  private:
    std::string folder_;
    std::uint64_t most_bytes_;
};

} // namespace jacquard::driver

JACQUARD_END_API
