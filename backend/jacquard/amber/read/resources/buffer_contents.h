#pragma once

#include <jacquard/amber/read/lines/file_reader.h>
#include <jacquard/amber/read/lines/memory_budget.h>
#include <jacquard/amber/script/script.h>

#include <cstdint>
#include <optional>

namespace jacquard::driver::amber {

// Reads what is in a buffer: values, files, or a rule that fills it.
class BufferContents {
  public:
    BufferContents(Lines& lines, MemoryBudget& memory, const FileReader& files)
        : lines_(lines), memory_(memory), files_(files) {}

    bool read(Buffer& buffer, bool may_be_empty, std::optional<std::uint64_t> count);
    bool read_file(Buffer& buffer, std::optional<std::uint64_t> count);
    // Gives a buffer a number of elements, all 0.
    bool resize(Buffer& buffer, const Token& token, std::uint64_t count);

    // Passes the values that a line with a fault goes on with, if it does.
    void skip_data();

  private:
    // Values of the script, or of a file that `file` names.
    bool read_values(Buffer& buffer, std::optional<std::uint64_t> count, Scanner& scanner,
                     const Token* file);
    static bool next_line_of_values(Scanner& scanner, bool ends_with_word);
    static void skip_values(Scanner& scanner, bool ends_with_word);
    bool fill(Buffer& buffer, const Token& form, bool is_series, std::uint64_t count);

    Lines& lines_;
    MemoryBudget& memory_;
    const FileReader& files_;
};

} // namespace jacquard::driver::amber
