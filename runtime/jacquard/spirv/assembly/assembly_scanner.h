#pragma once

#include <jacquard/support/text/diagnostics.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::spirv {

// A word or a text of SPIR-V assembly.
struct AssemblyToken {
    SourcePosition position;
    std::string_view word; // with its sign in front; of a text, as it is written
    bool is_text = false;

    [[nodiscard]] bool is_id() const { return !is_text && word.size() > 1 && word[0] == '%'; }
    [[nodiscard]] bool is_opcode() const;
};

// The tokens of a text in order. Comments reach from `;` to the end of the line; blanks and ends of
// lines part tokens. A text that does not end is told, and the last token then.
[[nodiscard]] std::vector<AssemblyToken> scan_assembly(std::string_view text,
                                                       Diagnostics& diagnostics);

// The word that is the opcode of the first instruction, were it SPIR-V assembly: the first one, or
// what follows `%name =`.
[[nodiscard]] std::string_view first_opcode(std::string_view text);

// The characters between the quotes: what follows a backslash stands for itself.
[[nodiscard]] std::string text_of_token(const AssemblyToken& token);

// The fields of a module's header, which the disassembler writes into comments.
struct AssemblyHeader {
    std::optional<std::uint32_t> version;
    std::optional<std::uint32_t> generator;
    std::optional<std::uint32_t> bound;
    std::optional<std::uint32_t> schema;
};

// Reads the comments before the first instruction. Other comments than those of a header are
// ignored.
[[nodiscard]] AssemblyHeader read_assembly_header(std::string_view text);

} // namespace jacquard::spirv
