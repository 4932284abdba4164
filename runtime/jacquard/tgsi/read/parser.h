#pragma once

#include <jacquard/tgsi/program.h>
#include <jacquard/tgsi/read/check.h>
#include <jacquard/tgsi/read/scanner.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace jacquard::tgsi {

// Reads lines into a program. A line with a fault is reported once, at the place of its first
// fault, and left out; what it would have declared is remembered as doubtful, so that later checks
// do not report what follows from it.
class Parser {
  public:
    Parser(std::string_view text, Diagnostics& diagnostics, const Limits& limits)
        : scanner_(text), diagnostics_(diagnostics), limits_(limits) {}

    void run();

    Program program;
    Doubts doubts;
    bool is_whole = false; // no limit ended the reading

  private:
    bool parse_stage();
    void parse_line();
    bool parse_property();
    bool parse_property_value(PropertySetting& setting);
    bool parse_immediate();
    bool parse_immediate_value(Immediate& immediate, unsigned number);

    bool parse_declaration();
    bool parse_declared_range(Declaration& declaration);
    bool parse_attribute(Declaration& declaration);
    bool parse_named_attribute(Declaration& declaration, std::string_view word,
                               SourcePosition position);
    bool parse_semantic_index(Declaration& declaration);
    bool parse_streams(Declaration& declaration);

    void parse_instructions();
    void parse_instruction();
    bool is_followed(const Instruction& instruction);
    bool parse_mnemonic(Instruction& instruction);
    bool parse_operands(Instruction& instruction);
    bool parse_trailer(Instruction& instruction);
    bool parse_trailing_word(Instruction& instruction);

    bool parse_destination(Destination& destination);
    bool parse_source(Source& source, bool is_offset);
    bool parse_register(Register& reg);
    bool parse_index(Index& index);
    bool parse_file(RegisterFile& file);
    bool parse_swizzle(std::array<std::uint8_t, 4>& swizzle, bool is_offset);
    bool parse_write_mask(std::uint8_t& mask);

    bool parse_unsigned(std::uint32_t& value, std::uint32_t limit, std::string_view what);
    bool expect(char sign, std::string_view after);
    bool expect_line_end(std::string_view after);
    bool fail(std::string_view code, SourcePosition position, std::string message,
              std::string_view near = {}, std::span<const std::string_view> known = {});
    std::int16_t intern_format(std::string_view name);

    Scanner scanner_;
    bool has_another_ = false; // instruction in the line, behind the one that was read last
    Diagnostics& diagnostics_;
    const Limits& limits_;
    std::map<std::string_view, std::int16_t> formats_; // views of the text
};

// Component 0…3 of a letter x y z w in either case, 4 when it is another.
[[nodiscard]] constexpr unsigned component_of(char letter) {
    switch (letter) {
    case 'x':
    case 'X': return 0;
    case 'y':
    case 'Y': return 1;
    case 'z':
    case 'Z': return 2;
    case 'w':
    case 'W': return 3;
    default: return 4;
    }
}

// Formats are named as the driver interface names them and are known to nobody here.
[[nodiscard]] constexpr bool is_format_name(std::string_view word) {
    constexpr std::string_view kPrefix = "PIPE_FORMAT_";
    return word.size() > kPrefix.size() && same_name(word.substr(0, kPrefix.size()), kPrefix);
}

} // namespace jacquard::tgsi
