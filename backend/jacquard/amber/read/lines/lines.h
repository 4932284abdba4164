#pragma once

#include <jacquard/amber/read/lines/scanner.h>
#include <jacquard/amber/script/word.h>
#include <jacquard/generated/amber/words.h>
#include <jacquard/support/text/diagnostics.h>
#include <jacquard/support/text/limits.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace jacquard::driver::amber {

// A word as messages show it: between quotes, or that the line ends there.
[[nodiscard]] std::string quoted(const Token& token);

// The words that a block or a line had and that it has once at most.
using WordsSaid = std::vector<std::string_view>;

// The lines of a script: its words and numbers, and the faults in them. Faults are told as M1
// codes, parts of the language that are not supported as M2; reading goes on with the next line.
class Lines {
  public:
    Lines(std::string_view text, Diagnostics& diagnostics)
        : scanner_(text), diagnostics_(diagnostics) {}

    [[nodiscard]] bool is_full() const { return diagnostics_.is_full(); }
    [[nodiscard]] std::size_t error_count() const { return diagnostics_.error_count(); }

    // Faults. Each returns false.
    bool fail(std::string_view code, const Token& token, std::string message);
    // A fault of a name that is none of some others, the nearest of which is suggested.
    bool fail_name(std::string_view code, const Token& token, std::string message,
                   std::span<const std::string_view> known);
    bool fail_word(const Token& token, std::string_view what,
                   std::span<const std::string_view> words);
    template <typename T>
    bool fail_word(const Token& token, const WordSet<T>& words);
    bool refuse(const Token& token, Refused part);
    // Refuses a word if it is one of those that are; true if it is.
    template <typename T>
    bool refuses(const Token& token, const WordSet<T>& words);
    bool fail_limit(const Token& token, Limit limit, const Limits& limits);

    // The text, see Scanner.
    [[nodiscard]] Token peek() { return scanner_.peek(); }
    Token take() { return scanner_.take(); }
    bool next_line() { return scanner_.next_line(); }
    void skip_line() { scanner_.skip_line(); }
    // Passes the lines of a block up to its END, those of the blocks in it among them.
    void skip_block();
    [[nodiscard]] Scanner& scanner() { return scanner_; }
    // The first word of the line that is read.
    [[nodiscard]] const Token& word() const { return word_; }
    // The next word becomes the first of the line that is read.
    void begin_line() { word_ = scanner_.peek(); }

    // Words and numbers of a line. Each is false after a fault.
    bool expect(Keyword word);
    bool take_if(Keyword word);
    [[nodiscard]] bool is_next(Keyword word);
    bool end_of_line();
    bool take_name(std::string_view what, Token& token);
    bool take_unsigned(std::string_view what, std::uint64_t most, std::uint64_t& value);
    // A number of things of which there is one at least.
    bool take_count(std::string_view what, std::uint64_t most, std::uint64_t& value);
    bool take_unsigned32(std::string_view what, std::uint32_t& value);
    // Numbers that are finite: no place, size or tolerance is anything else.
    bool take_double(std::string_view what, double& value);
    bool take_float(std::string_view what, float& value);
    // From 0 to 1.
    bool take_depth(float& value);
    // With `said`, words that stand once at most are looked for and added there.
    template <typename T>
    bool take_word(const WordSet<T>& words, T& meaning, WordsSaid* said = nullptr);
    // Takes a word, written as Vulkan's name for it.
    template <typename T>
    bool take_vulkan(const WordSet<T>& words, T& meaning);
    // Takes words up to the end of the line: calls `read` with what each means, which takes what
    // follows that word.
    template <typename T, typename Read>
    bool take_options(const WordSet<T>& words, const Read& read);

    // Reads a line that begins with one of some words: calls `read` with what the word means. If
    // that returns true, the line must end there.
    template <typename T, typename Read>
    void read_line(const WordSet<T>& commands, const Read& read, WordsSaid* said = nullptr);
    // Does so with each line up to END. The lines of a block whose first line has a fault are read
    // as well: they have told nothing yet.
    template <typename T, typename Read>
    bool read_block(const Token& start, bool is_head_read, const WordSet<T>& commands,
                    const Read& read);
    // Calls `read` for each line up to END.
    template <typename Read>
    bool read_lines(const Token& start, bool is_head_read, const Read& read,
                    bool has_script_commands = false);

  private:
    bool fail_block(const Token& start);
    // To the next line of a block. A command of the script stands in none but those that repeat
    // them: the END in front of it was forgotten, and false is returned.
    bool next_line_of_block(bool has_script_commands);
    bool fail_twice(const Token& token);

    Scanner scanner_;
    Diagnostics& diagnostics_;
    Token word_;
    std::size_t open_blocks_ = 0;
    bool has_told_end_ = false; // that a block has no END: the blocks around it have none either
};

template <typename T>
bool Lines::fail_word(const Token& token, const WordSet<T>& words) {
    std::vector<std::string_view> names;
    for (const Word<T>& word : words.words) {
        if (!word.refused) {
            names.push_back(word.word);
        }
    }
    return fail_word(token, words.what, names);
}

template <typename T>
bool Lines::refuses(const Token& token, const WordSet<T>& words) {
    const Word<T>* const found = words.find(token.text);
    if (found == nullptr || !found->refused) {
        return false;
    }
    refuse(token, *found->refused);
    return true;
}

template <typename T>
bool Lines::take_word(const WordSet<T>& words, T& meaning, WordsSaid* said) {
    const Token token = scanner_.take();
    const Word<T>* const found = words.find(token.text);
    if (found == nullptr) {
        return fail_word(token, words);
    }
    if (found->refused) {
        return refuse(token, *found->refused);
    }
    meaning = found->meaning;
    if (said == nullptr || !found->is_once) {
        return true;
    }
    if (std::find(said->begin(), said->end(), found->word) != said->end()) {
        return fail_twice(token);
    }
    said->push_back(found->word);
    return true;
}

template <typename T>
bool Lines::take_vulkan(const WordSet<T>& words, T& meaning) {
    const Token token = scanner_.take();
    const Word<T>* const found = words.find_vulkan(token.text);
    if (found == nullptr) {
        std::vector<std::string_view> names;
        for (const Word<T>& word : words.words) {
            if (!word.vulkan.empty() && !word.refused) {
                names.push_back(word.vulkan);
            }
        }
        return fail_word(token, words.vulkan_type, names);
    }
    if (found->refused) {
        return refuse(token, *found->refused);
    }
    meaning = found->meaning;
    return true;
}

template <typename T, typename Read>
bool Lines::take_options(const WordSet<T>& words, const Read& read) {
    WordsSaid said;
    while (!scanner_.peek().is_end()) {
        T option{};
        if (!take_word(words, option, &said) || !read(option)) {
            return false;
        }
    }
    return true;
}

template <typename T, typename Read>
void Lines::read_line(const WordSet<T>& commands, const Read& read, WordsSaid* said) {
    begin_line();
    T command{};
    if (!take_word(commands, command, said)) {
        if (kBlockStartWords.find(word_.text) != nullptr) {
            skip_block();
        }
    } else if (read(command)) {
        end_of_line();
    }
    scanner_.skip_line();
}

template <typename T, typename Read>
bool Lines::read_block(const Token& start, bool is_head_read, const WordSet<T>& commands,
                       const Read& read) {
    WordsSaid said;
    return read_lines(
        start, is_head_read, [&] { read_line(commands, read, &said); },
        std::is_same_v<T, ScriptCommand>);
}

template <typename Read>
bool Lines::read_lines(const Token& start, bool is_head_read, const Read& read,
                       bool has_script_commands) {
    if (!is_head_read || !end_of_line()) {
        scanner_.skip_line();
    }
    ++open_blocks_;
    bool has_end = false;
    while (!has_end && !is_full() && next_line_of_block(has_script_commands)) {
        has_end = take_if(Keyword::end);
        if (!has_end) {
            read();
            scanner_.skip_line();
        }
    }
    const bool is_whole = has_end || is_full() || fail_block(start);
    if (--open_blocks_ == 0) {
        has_told_end_ = false;
    }
    return is_whole && is_head_read;
}

} // namespace jacquard::driver::amber
