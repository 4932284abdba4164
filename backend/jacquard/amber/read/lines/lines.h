#pragma once

#include <jacquard/amber/read/lines/scanner.h>
#include <jacquard/amber/script/word.h>
#include <jacquard/generated/amber/words.h>
#include <jacquard/support/text/diagnostics.h>
#include <jacquard/support/text/limits.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver::amber {

// The lines of a script: its words and numbers, and the faults in them. Faults are told as M1
// codes, parts of the language that are not supported as M2; reading goes on with the next line.
class Lines {
  public:
    Lines(std::string_view text, Diagnostics& diagnostics)
        : scanner_(text), diagnostics_(diagnostics) {}

    [[nodiscard]] bool is_full() const { return diagnostics_.is_full(); }
    [[nodiscard]] bool has_errors() const { return diagnostics_.has_errors(); }

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
    bool take_unsigned32(std::string_view what, std::uint32_t& value);
    bool take_double(std::string_view what, double& value);
    bool take_float(std::string_view what, float& value);
    bool take_comparison(nir::TexelComparison& comparison);
    template <typename T>
    bool take_word(const WordSet<T>& words, T& meaning);

    // Reads a line that begins with one of some words: calls `read` with what the word means. If
    // that returns true, the line must end there.
    template <typename T, typename Read>
    void read_line(const WordSet<T>& commands, const Read& read);
    // Does so with each line up to END.
    template <typename T, typename Read>
    bool read_block(const Token& start, const WordSet<T>& commands, const Read& read);

  private:
    bool fail_block(const Token& start);

    Scanner scanner_;
    Diagnostics& diagnostics_;
    Token word_;
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
bool Lines::take_word(const WordSet<T>& words, T& meaning) {
    const Token token = scanner_.take();
    const Word<T>* const found = words.find(token.text);
    if (found == nullptr) {
        return fail_word(token, words);
    }
    if (found->refused) {
        return refuse(token, *found->refused);
    }
    meaning = found->meaning;
    return true;
}

template <typename T, typename Read>
void Lines::read_line(const WordSet<T>& commands, const Read& read) {
    begin_line();
    T command{};
    if (take_word(commands, command) && read(command)) {
        end_of_line();
    }
    scanner_.skip_line();
}

template <typename T, typename Read>
bool Lines::read_block(const Token& start, const WordSet<T>& commands, const Read& read) {
    if (!end_of_line()) {
        scanner_.skip_line();
    }
    while (scanner_.next_line() && !is_full()) {
        if (take_if(Keyword::end)) {
            return true;
        }
        read_line(commands, read);
    }
    return is_full() || fail_block(start);
}

} // namespace jacquard::driver::amber
