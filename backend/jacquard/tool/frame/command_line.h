#pragma once

#include <jacquard/tool/frame/streams.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jacquard::driver {

// Words that a shell offers.
using WordList = std::vector<std::string> (*)();

// The list of the words of an array.
template <const auto& kWords>
[[nodiscard]] std::vector<std::string> words_of() {
    return std::vector<std::string>(kWords.begin(), kWords.end());
}

struct OptionSpec {
    std::string_view name;       // "--gpu", "-o"
    std::string_view value_name; // empty: the option is a flag
    std::string_view doc;
    bool is_rare = false;     // --help names it, --help-all explains it
    WordList words = nullptr; // the values that it, or each part of a list, may have; null: any
    bool is_repeated = false; // it may be given several times, with a value each time
    bool is_closed = false;   // its value is one of the words, and nothing else

    // The option, which may be repeated.
    [[nodiscard]] constexpr OptionSpec repeated() const {
        OptionSpec option = *this;
        option.is_repeated = true;
        return option;
    }
};

class Arguments;

struct CommandSpec {
    std::string_view name;
    std::string_view operands; // "FILE"
    std::size_t min_operands = 0;
    std::size_t max_operands = 0;
    std::string_view doc;
    std::span<const OptionSpec> options;
    int (*run)(const Arguments& arguments, const Streams& streams);
    std::string (*more_help)() = nullptr; // the text of --help-all below the options; null: none
    std::string_view examples = {};       // command lines, run where the examples lie, a line each
    WordList operand_words = nullptr;     // the operands that are not files
};

// The arguments of one command after its name, split into operands and options.
class Arguments {
  public:
    // Returns nothing if the words do not fit the command; the fault has then been written to
    // `err`.
    [[nodiscard]] static std::optional<Arguments>
    parse(const CommandSpec& command, std::span<const std::string_view> words, std::ostream& err);

    [[nodiscard]] std::span<const std::string_view> operands() const { return operands_; }
    // The command's name and all words after it.
    [[nodiscard]] std::vector<std::string> command_line() const;
    [[nodiscard]] bool has(std::string_view option) const { return value(option).has_value(); }

    // The value of the last use of an option; empty for a flag.
    [[nodiscard]] std::optional<std::string_view> value(std::string_view option) const;

    // The values of all its uses, in their order.
    [[nodiscard]] std::vector<std::string_view> values(std::string_view option) const;

  private:
    std::string_view command_;
    std::span<const std::string_view> words_;
    std::vector<std::string_view> operands_;
    std::vector<std::pair<std::string_view, std::string_view>> options_;
};

// "jacquard: MESSAGE" for wrong usage; returns the exit code for it.
int usage_error(const Streams& streams, std::string_view message);

// A note ", did you mean 'NAME'?" or nothing.
[[nodiscard]] std::string suggestion(std::string_view written,
                                     std::span<const std::string_view> names);

} // namespace jacquard::driver
