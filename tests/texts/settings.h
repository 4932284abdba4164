#pragma once

#include "text_file.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::texts {

// A setting that is wrong; thrown where it is read.
struct SettingFault {
    std::size_t line = 0; // in the file
    std::string message;
};

// The settings of a case: its own, and those of its file whose keys it does not set itself.
class Settings {
  public:
    Settings(const File& file, const Case& each);

    // Null: nothing sets the key.
    [[nodiscard]] const Setting* find(std::string_view key) const;
    [[nodiscard]] std::vector<const Setting*> all(std::string_view key) const;
    [[nodiscard]] std::string text(std::string_view key, std::string_view otherwise = "") const;
    // The parts that `gpu` lists, for which a case runs one after the other; empty: the default
    // one.
    [[nodiscard]] std::vector<std::uint32_t> parts() const;
    // True for `yes`, false for `no` and where nothing sets the key.
    [[nodiscard]] bool flag(std::string_view key) const;
    [[nodiscard]] std::uint64_t number(std::string_view key, std::uint64_t otherwise) const;
    // The place of the value among the words; the first is taken where nothing sets the key.
    [[nodiscard]] std::size_t choice(std::string_view key,
                                     std::span<const std::string_view> words) const;
    // Throws for keys of the case that are not among its kind's, and for keys of the file that are
    // neither among these nor among those of the file's kind.
    void require_keys(std::string_view kind, std::span<const std::string_view> keys,
                      std::span<const std::string_view> file_keys) const;

  private:
    const File& file_;
    const Case& case_;
};

// The words of a text, separated by blanks.
[[nodiscard]] std::vector<std::string> words_of(const std::string& text);

// Says that there is no such word, with the one that was meant.
[[nodiscard]] std::string unknown_word(std::string_view what, std::string_view written,
                                       std::span<const std::string_view> words);

// A decimal or 0x number; throws where the text is none.
[[nodiscard]] std::uint64_t number_of(const Setting& setting, std::string_view text);

} // namespace jacquard::texts
