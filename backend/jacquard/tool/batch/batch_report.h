#pragma once

#include <jacquard/tool/batch/record/batch_outcome.h>
#include <jacquard/tool/batch/record/batch_shard.h>
#include <jacquard/tool/frame/streams.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

enum class BatchFormat : std::uint8_t {
    summary, // for people: in the end what has a problem
    all,     // and a line for each shader before it
    json,    // a value a line for each shader, then the totals
    csv      // a row for each shader; the totals go to the error stream
};

// Prints what becomes of a batch while it runs; in the end the totals. What it remembers of shaders
// with a problem is bounded: beyond some thousands they are only counted.
class BatchReport {
  public:
    BatchReport(const Streams& streams, BatchFormat format) : streams_(streams), format_(format) {}

    // False when nothing can be printed any more.
    [[nodiscard]] bool add(std::string_view name, const BatchOutcome& outcome);
    // The totals; of a shard with its mark, where the format has room for it.
    void finish(const ShardMark* mark);

    [[nodiscard]] const BatchTotals& totals() const { return totals_; }

  private:
    struct Names {
        std::size_t count = 0;
        std::vector<std::string> names; // the first of them
    };
    using NamesByReason = std::map<std::string, Names>;

    void remember(std::string_view name, const BatchOutcome& outcome);
    void print_by_reason(CompileStatus status);

    const Streams& streams_;
    BatchFormat format_;
    BatchTotals totals_;
    std::map<CompileStatus, NamesByReason> not_compiled_;
    std::vector<std::string> disagreements_; // "NAME: WHERE"
    std::size_t unlisted_disagreements_ = 0;
    std::size_t remembered_ = 0;
    bool has_begun_ = false;
};

// The line that stands for a shader in JSON, and the row in CSV, with their line ends.
[[nodiscard]] std::string json_line(std::string_view name, const BatchOutcome& outcome);
[[nodiscard]] std::string csv_row(std::string_view name, const BatchOutcome& outcome);
[[nodiscard]] std::string csv_head();

// The two last lines for people.
void print_totals(const BatchTotals& totals, std::ostream& out);

// The last line in JSON.
[[nodiscard]] std::string totals_line(const BatchTotals& totals, const ShardMark* mark);

} // namespace jacquard::driver
