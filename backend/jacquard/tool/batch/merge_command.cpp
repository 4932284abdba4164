// Joins the results of the shards of a batch to those that the whole batch would have had.
#include <jacquard/tool/batch/batch_report.h>
#include <jacquard/tool/batch/record/shard_file.h>
#include <jacquard/tool/frame/commands.h>

#include <algorithm>
#include <array>
#include <memory>
#include <ostream>
#include <set>
#include <vector>

namespace jacquard::driver {

namespace {

constexpr std::array<OptionSpec, 1> kOptions = {{
    {"--csv", "", "print one row of CSV for each shader, and the totals to standard error"},
}};

class Merger {
  public:
    explicit Merger(const Streams& streams) : streams_(streams) {}

    // Opens all files and sees that they are one whole set. Every fault is told.
    bool open(std::span<const std::string_view> paths) {
        for (const std::string_view path : paths) {
            auto file = std::make_unique<ShardFile>(std::string(path));
            if (file->open()) {
                files_.push_back(std::move(file));
            } else {
                tell(file->fault());
                lacks_file_ = lacks_file_ || file->is_unreadable();
            }
        }
        if (!is_sound_ || !check_work()) {
            return false;
        }
        check_numbers();
        return is_sound_ && check_counts();
    }

    [[nodiscard]] int exit_code() const { return lacks_file_ ? exit_usage : exit_findings; }

    int print(bool csv) {
        BatchTotals totals;
        for (const std::unique_ptr<ShardFile>& file : files_) {
            for (const TotalInfo& total : kTotals) {
                totals.*total.member += file->totals().*total.member;
            }
        }
        streams_.out << (csv ? csv_head() : "");
        // The shaders were dealt out one by one, and are taken back so.
        for (std::size_t i = 0; i < totals.shaders && streams_.out; ++i) {
            ShardFile& file = *files_[i % files_.size()];
            const std::optional<std::string> line = file.next();
            const std::optional<NamedOutcome> row =
                line && csv ? read_json_line(*line) : std::nullopt;
            if (!line || (csv && !row)) {
                return fail(file, "line " + std::to_string(file.line_number()) +
                                      " is not a result of a shader");
            }
            streams_.out << (csv ? csv_row(row->name, row->outcome) : *line);
        }
        if (csv) {
            print_totals(totals, streams_.err);
        } else if (!is_cost()) { // whose lines are all there is
            streams_.out << totals_line(totals, nullptr);
        }
        return totals.failed != 0 || totals.disagree != 0 ? exit_findings : exit_fine;
    }

    [[nodiscard]] bool is_cost() const { return files_.front()->mark().work.is("command", "cost"); }

  private:
    void tell(const std::string& message) {
        streams_.err << message;
        is_sound_ = false;
    }

    int fail(const ShardFile& file, const std::string& message) {
        tell(file.fault_text(message));
        return exit_findings;
    }

    bool check_work() {
        const ShardFile& first = *files_.front();
        for (const std::unique_ptr<ShardFile>& file : files_) {
            const ShardMark& mark = file->mark();
            const std::string difference = first.mark().work.difference_of(mark.work);
            if (mark.shard.count != first.mark().shard.count) {
                (void)fail(*file, "this is a shard of " + std::to_string(mark.shard.count) +
                                      ", and '" + first.path() + "' one of " +
                                      std::to_string(first.mark().shard.count));
            } else if (!difference.empty()) {
                (void)fail(*file, "this was other work than '" + first.path() + "': " + difference);
            } else if (mark.list != first.mark().list) {
                (void)fail(*file,
                           "this was another list of shaders than that of '" + first.path() + '\'');
            }
        }
        return is_sound_;
    }

    // Each once. They then stand in their order.
    void check_numbers() {
        std::stable_sort(files_.begin(), files_.end(), [](const auto& a, const auto& b) {
            return a->mark().shard.number < b->mark().shard.number;
        });
        const std::size_t count = files_.front()->mark().shard.count;
        for (std::size_t i = 1; i < files_.size(); ++i) {
            if (files_[i]->mark().shard.number == files_[i - 1]->mark().shard.number) {
                (void)fail(*files_[i], "this is shard " + files_[i]->mark().shard.text() +
                                           ", as '" + files_[i - 1]->path() + "' is");
            }
        }
        check_missing(count);
    }

    // A mark may claim any count, so the shards that are missing are not gone through but counted.
    void check_missing(std::size_t count) {
        std::set<std::size_t> present;
        for (const std::unique_ptr<ShardFile>& file : files_) {
            const std::size_t number = file->mark().shard.number;
            present.insert(number == 0 ? count : number); // the last one is written n/n
        }
        const std::size_t num_missing = count - present.size();
        if (num_missing == 0) {
            return;
        }
        constexpr std::size_t kMostNamed = 20;
        const std::size_t num_named = std::min(num_missing, kMostNamed);
        std::string missing;
        std::size_t named = 0;
        for (std::size_t number = 1; named < num_named; ++number) {
            if (!present.contains(number)) {
                missing += (named == 0 ? "" : ", ") + Shard{number, count}.text();
                ++named;
            }
        }
        tell("jacquard: error[D209]: " + std::to_string(num_missing) + " of " +
             std::to_string(count) +
             (num_missing == 1 ? " shards is missing: " : " shards are missing: ") + missing +
             (num_missing > num_named ? ", ...\n" : "\n"));
    }

    // The number of shaders of each shard follows from the number of all.
    bool check_counts() {
        std::size_t all = 0;
        for (const std::unique_ptr<ShardFile>& file : files_) {
            all += file->totals().shaders;
        }
        for (const std::unique_ptr<ShardFile>& file : files_) {
            const Shard& shard = file->mark().shard;
            const std::size_t due = (all + shard.count - 1 - shard.number) / shard.count;
            if (file->totals().shaders != due) {
                (void)fail(*file, "this has " + std::to_string(file->totals().shaders) +
                                      " shaders where shard " + shard.text() + " has " +
                                      std::to_string(due));
            }
        }
        return is_sound_;
    }

    const Streams& streams_;
    std::vector<std::unique_ptr<ShardFile>> files_;
    bool lacks_file_ = false;
    bool is_sound_ = true;
};

int run_merge(const Arguments& arguments, const Streams& streams) {
    Merger merger(streams);
    if (!merger.open(arguments.operands())) {
        return merger.exit_code();
    }
    const bool csv = arguments.has("--csv");
    return csv && merger.is_cost()
               ? usage_error(streams, "rows of costs are made by 'cost --format csv'")
               : merger.print(csv);
}

} // namespace

const CommandSpec kMergeCommand = {
    "merge",
    "FILE...",
    1,
    ~std::size_t{0},
    "Combines the outputs of all shards of a batch into a single one. "
    "Each is what 'batch --json --shard i/n' printed, and the "
    "result what 'batch --json' would have. Shards that are missing, given twice, incomplete, or "
    "from another batch are an error, "
    "and nothing is printed.",
    kOptions,
    run_merge,
    nullptr,
    "jacquard batch examples --shard 1/2 --json > part.1\n"
    "jacquard batch examples --shard 2/2 --json > part.2\n"
    "jacquard merge part.1 part.2"};

} // namespace jacquard::driver
