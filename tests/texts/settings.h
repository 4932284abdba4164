#pragma once

#include "text_file.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jacquard::texts {

// A line of a file with what is wrong with it.
struct LineFault {
    std::size_t line = 0;
    std::string message;

    friend bool operator==(const LineFault&, const LineFault&) = default;
};

// The faults of settings, each of them once: a setting of a file is read for every case.
class SettingFaults {
  public:
    void add(std::size_t line, const std::string& message);
    // A setting has no effect on one of the inputs that it is for.
    void add_idle(std::size_t line, const std::string& message);
    // It is a fault where it has an effect on none of so many.
    void take_idle(std::size_t num_inputs);
    [[nodiscard]] std::span<const LineFault> all() const { return faults_; }
    // How often a fault was added, one that was known before too.
    [[nodiscard]] std::size_t times() const { return times_; }

  private:
    struct Idle {
        LineFault fault;
        std::size_t count = 0; // of inputs
    };

    std::vector<LineFault> faults_;
    std::size_t times_ = 0;
    std::vector<Idle> idle_;
};

// The settings of a case: its own, and those of its file whose keys it does not set itself. What is
// wrong with one is added to the faults where it is read, and the default is taken for it.
class Settings {
  public:
    Settings(const File& file, const Case& each, SettingFaults& faults)
        : file_(file), case_(each), faults_(faults) {}

    // Null: nothing sets the key.
    [[nodiscard]] const Setting* find(std::string_view key) const;
    [[nodiscard]] std::vector<const Setting*> all(std::string_view key) const;
    // The words that the value lists, none of them twice; none where nothing sets the key.
    [[nodiscard]] std::vector<std::string> list(std::string_view key) const;
    // The parts that `gpu` lists, for which a case runs one after the other; none: the default one.
    [[nodiscard]] std::vector<std::uint32_t> parts() const;
    // True for `yes`, false for `no`.
    [[nodiscard]] std::optional<bool> flag(std::string_view key) const;
    [[nodiscard]] std::optional<std::uint64_t> number(std::string_view key, std::uint64_t low,
                                                      std::uint64_t high) const;
    // The place of the value among the words.
    [[nodiscard]] std::optional<std::size_t> choice(std::string_view key,
                                                    std::span<const std::string_view> words) const;

    void fault(std::size_t line, const std::string& message) const { faults_.add(line, message); }
    void fault(const Setting& setting, const std::string& message) const;
    // The setting has no effect on this input, which is a fault if it has none on the others.
    void idle(const Setting& setting, const std::string& message) const;
    // Says that there is no such word, which there are, and which was meant.
    void unknown(const Setting& setting, std::string_view what, std::string_view written,
                 std::span<const std::string_view> words) const;
    // A decimal or 0x number within the limits; nothing, and a fault, where the text is none.
    [[nodiscard]] std::optional<std::uint64_t> number_of(const Setting& setting,
                                                         std::string_view text, std::uint64_t low,
                                                         std::uint64_t high) const;

    [[nodiscard]] const Case& of_case() const { return case_; }
    [[nodiscard]] const File& of_file() const { return file_; }

  private:
    const File& file_;
    const Case& case_;
    SettingFaults& faults_;
};

// The words of a text, separated by blanks.
[[nodiscard]] std::vector<std::string> words_of(const std::string& text);

// The first word that stands a second time; empty: none does.
[[nodiscard]] std::string doubled_word(const std::vector<std::string>& words);

// "there are 'ONE', 'TWO'".
[[nodiscard]] std::string listed(std::span<const std::string_view> words);
// Says that there is no such word, which there are, and which was meant.
[[nodiscard]] std::string unknown_word(std::string_view what, std::string_view written,
                                       std::span<const std::string_view> words);

} // namespace jacquard::texts
