#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

namespace jacquard::ir3 {

// How far the reading of a line came, for those who want to know why it failed.
class ReadingNotes {
  public:
    static constexpr std::size_t kMaxExpected = 8;
    static constexpr std::size_t kMaxOperands = 8;
    static constexpr std::size_t kMaxFields = 16;

    // Notes what was expected at a place, where none behind it was reached.
    void expect(const char* place, std::string_view what);
    void operand(unsigned index, const char* place) { operands_[index] = place; }
    void field(std::string_view member, const char* place);

    // The furthest place that was read, nullptr if nothing was expected, and the expectations
    // there.
    [[nodiscard]] const char* furthest() const { return furthest_; }
    [[nodiscard]] std::span<const std::string_view> expected() const {
        return {expected_.data(), num_expected_};
    }
    // The start of an operand when it was last read, nullptr if it was not.
    [[nodiscard]] const char* operand(unsigned index) const { return operands_[index]; }
    // The start of the number of a field when it was last read, nullptr if it was not.
    [[nodiscard]] const char* field(std::string_view member) const;
    // The field whose number begins at a place, nothing where there is none.
    [[nodiscard]] std::string_view field_at(const char* place) const;

  private:
    const char* furthest_ = nullptr;
    std::array<std::string_view, kMaxExpected> expected_{};
    std::size_t num_expected_ = 0;
    std::array<const char*, kMaxOperands> operands_{};
    std::array<std::pair<std::string_view, const char*>, kMaxFields> fields_{};
    std::size_t num_fields_ = 0;
};

} // namespace jacquard::ir3
