#pragma once

#include <jacquard/support/api.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard {

// A place in a text, counted from 1. Line 0 means the whole file.
struct SourcePosition {
    std::uint32_t line = 0;
    std::uint32_t column = 0;

    friend bool operator==(const SourcePosition&, const SourcePosition&) = default;
};

enum class Severity : std::uint8_t { error, warning };

struct DiagnosticNote {
    SourcePosition position; // line 0: a note without a place
    std::string message;
};

struct Diagnostic {
    Severity severity = Severity::error;
    std::string code; // for example "T102"
    SourcePosition position;
    std::string message;
    std::vector<DiagnosticNote> notes;
};

inline constexpr std::size_t kDefaultMaxErrors = 100;

// Collects what is wrong with one text, so that a run reports every fault it can find.
//
// The text is kept by the caller and must outlive the object; it is only looked at to show lines.
class Diagnostics {
  public:
    Diagnostics() = default;
    // Past `max_errors` errors further ones are counted and not kept, as are warnings past as many:
    // an answer stays readable and a hostile text cannot fill the memory.
    Diagnostics(std::string file_name, std::string_view text,
                std::uint64_t max_errors = kDefaultMaxErrors)
        : file_name_(std::move(file_name)), text_(text),
          max_errors_(max_errors != 0 ? max_errors : 1) {}

    // Both return the kept diagnostic so that notes can be added; a dropped one is a scratch
    // object.
    Diagnostic& error(std::string_view code, SourcePosition position, std::string message);
    Diagnostic& warning(std::string_view code, SourcePosition position, std::string message);

    [[nodiscard]] bool has_errors() const { return error_count_ != 0; }
    [[nodiscard]] std::size_t error_count() const { return error_count_; }
    // Nobody sees further errors, so a reader that finds this stops.
    [[nodiscard]] bool is_full() const { return error_count_ >= max_errors_; }
    [[nodiscard]] const std::vector<Diagnostic>& all() const { return diagnostics_; }
    [[nodiscard]] const std::string& file_name() const { return file_name_; }
    [[nodiscard]] std::string_view text() const { return text_; }

    // All diagnostics in the order of their places, each as
    //   file:line:column: error[CODE]: message
    // with the line, a caret below the column, and its notes. Error L107 follows when the object is
    // full.
    [[nodiscard]] std::string render(bool colour = false) const;

  private:
    Diagnostic& add(Severity severity, bool is_kept, std::string_view code, SourcePosition position,
                    std::string message);

    std::string file_name_ = "<input>";
    std::string_view text_;
    std::uint64_t max_errors_ = kDefaultMaxErrors;
    std::vector<Diagnostic> diagnostics_;
    Diagnostic dropped_;
    std::size_t error_count_ = 0;
    std::size_t warning_count_ = 0;
};

// Line and column of a byte offset into `text`. A tab counts as one column.
[[nodiscard]] SourcePosition position_of_offset(std::string_view text, std::size_t offset);

} // namespace jacquard

JACQUARD_END_API
