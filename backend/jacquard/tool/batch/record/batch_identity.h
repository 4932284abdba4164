#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jacquard::driver {

// Describes which work a batch does: whatever its results depend on but the shaders themselves, by
// name. Results of two batches may be put together when all of it is equal.
class BatchIdentity {
  public:
    BatchIdentity& add(std::string_view name, std::string_view value);

    // One line of JSON, and back; empty after a fault.
    [[nodiscard]] std::string text() const;
    [[nodiscard]] static BatchIdentity parse(std::string_view text);

    // Empty where there is no such fact.
    [[nodiscard]] std::string value(std::string_view name) const;
    [[nodiscard]] bool is(std::string_view name, std::string_view wanted) const {
        return value(name) == wanted;
    }

    // Describes the first difference, "--gpu is '730' there and '630' here"; empty if the two are
    // equal.
    [[nodiscard]] std::string difference_of(const BatchIdentity& other) const;

  private:
    [[nodiscard]] const std::string* find(std::string_view name) const;

    std::vector<std::pair<std::string, std::string>> facts_;
};

} // namespace jacquard::driver
