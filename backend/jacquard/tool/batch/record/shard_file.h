#pragma once

#include <jacquard/tool/batch/record/batch_outcome.h>
#include <jacquard/tool/batch/record/batch_shard.h>

#include <fstream>
#include <optional>
#include <string>

namespace jacquard::driver {

// The results that a shard of a batch printed as JSON, a line each, and the totals behind them.
class ShardFile {
  public:
    explicit ShardFile(std::string path) : path_(std::move(path)) {}

    // Reads the last line. False where the file is no whole shard, which fault() tells.
    [[nodiscard]] bool open();

    // The line of the next shader, or lines, of which costs have several, with their ends. Nothing
    // behind the last result, and where a line is no result.
    [[nodiscard]] std::optional<std::string> next();
    [[nodiscard]] std::size_t line_number() const { return line_number_; } // of the last one

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] const BatchTotals& totals() const { return totals_; }
    [[nodiscard]] const ShardMark& mark() const { return mark_; }

    // A whole message.
    [[nodiscard]] const std::string& fault() const { return fault_; }
    [[nodiscard]] bool is_unreadable() const { return is_unreadable_; }
    [[nodiscard]] std::string fault_text(const std::string& message) const;

  private:
    [[nodiscard]] std::string last_line();
    [[nodiscard]] bool begins_costs(const std::string& line) const;

    std::string path_;
    std::string fault_;
    bool is_unreadable_ = false;
    std::ifstream file_;
    std::string line_; // that was read and not yet told
    std::size_t line_number_ = 0;
    std::string first_part_; // of those whose costs are told; empty: there is one
    BatchTotals totals_;
    ShardMark mark_;
};

// The name and outcome that a line of JSON was printed for, as far as the line tells them; nothing
// where it is none.
struct NamedOutcome {
    std::string name;
    BatchOutcome outcome;
};
[[nodiscard]] std::optional<NamedOutcome> read_json_line(std::string_view line);

} // namespace jacquard::driver
