#pragma once

#include <jacquard/support/text/diagnostics.h>
#include <jacquard/tool/lsp/text_document.h>

namespace jacquard::driver::lsp {

// The byte at a place of a fault, whose lines end with LF; beyond the end it is the end.
[[nodiscard]] std::size_t offset_of(const TextDocument& document, SourcePosition position);

// The part of a text that a place of a fault means: the word there, or a line of which nothing more
// is known (`only_lines`), in which the name stands that the message quotes.
[[nodiscard]] ByteRange fault_range(const TextDocument& document, SourcePosition position,
                                    std::string_view message, bool only_lines);

// The word of a text around an offset, without the blanks beside it; empty between words.
[[nodiscard]] ByteRange word_around(const TextDocument& document, std::size_t offset);

} // namespace jacquard::driver::lsp
