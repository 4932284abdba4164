#include <jacquard/platform/interruption.h>
#include <jacquard/platform/paths.h>
#include <jacquard/support/json/json.h>
#include <jacquard/support/sha256.h>
#include <jacquard/support/text/diagnostics.h>
#include <jacquard/tool/batch/record/batch_journal.h>
#include <jacquard/tool/batch/source/open_batch.h>
#include <jacquard/tool/batch/worker/batch_runner.h>
#include <jacquard/tool/frame/progress_bar.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <ostream>
#include <utility>

namespace jacquard::driver {

namespace {

// Names are compared as they stand in JSON, where bytes that are no UTF-8 are replaced.
std::string as_in_json(std::string_view name) {
    std::string text;
    json::append_quoted(text, name);
    return text;
}

class Runner final : public PoolClient {
  public:
    Runner(const BatchRun& run, const Streams& streams, BatchConsumer* consumer = nullptr)
        : run_(run), streams_(streams), consumer_(consumer), progress_(streams, "batch") {}

    int print_names() {
        bool goes_on = open();
        while (goes_on) {
            const std::optional<BatchItem> item = next();
            goes_on = item && streams_.out << item->name << '\n';
        }
        return num_seen_ == 0 || num_faults_ != 0 ? exit_usage : exit_fine;
    }

    int run() {
        if (!open()) {
            return exit_usage;
        }
        if (run_.resume && !journal_.open(*run_.resume, journal_identity())) {
            streams_.err << journal_.fault();
            return exit_usage;
        }
        const platform::InterruptionScope interruption;
        count_all();
        if (const std::optional<int> code = replay()) {
            return *code;
        }
        progress_.start_at(num_taken_);
        PoolOptions options = run_.pool;
        options.stop = &interruption.event();
        const PoolEnd end = run_pool(run_.work, options, *this);
        const int reason = errno;
        progress_.clear();
        switch (end) {
        case PoolEnd::finished: return finish();
        case PoolEnd::interrupted: return interrupted();
        case PoolEnd::stopped: streams_.err << journal_.fault(); return exit_usage;
        case PoolEnd::no_worker: break;
        }
        return usage_error(streams_,
                           std::string("cannot start a process: ") + std::strerror(reason));
    }

    std::optional<BatchItem> next() override {
        return first_ ? std::exchange(first_, std::nullopt) : pull();
    }

    bool take(const BatchItem& item, const std::string& result) override {
        if (journal_.is_open() && !journal_.append(item.name, result)) {
            return false;
        }
        return print(item, result);
    }

    std::string lost(const BatchItem& item, const std::string& why) override {
        return consumer_->lost(item, why);
    }

  private:
    // False when there is no shader, which has been said.
    bool open() {
        ReadFault fault;
        source_ = open_batch(run_.folder_or_list, run_.base, streams_, fault);
        if (source_ == nullptr) {
            if (fault.is_diagnostic) {
                streams_.err << fault.message;
            } else {
                usage_error(streams_, fault.message);
            }
            return false;
        }
        first_ = pull();
        if (num_seen_ == 0 && num_faults_ == 0) {
            usage_error(streams_, source_->empty_message());
        }
        return num_seen_ != 0;
    }

    bool print(const BatchItem& item, const std::string& result) {
        ++num_taken_;
        const bool goes_on = consumer_->take(item, result, progress_);
        progress_.show_count(num_taken_, num_all_);
        return goes_on;
    }

    // The next shader of the shard. Faults of the list are told as they are met.
    std::optional<BatchItem> pull() {
        while (num_faults_ < run_.most_faults || source_->has_independent_items()) {
            std::optional<BatchItem> item = source_->next();
            for (const std::string& warning : source_->take_warnings()) {
                progress_.clear();
                streams_.err << warning;
            }
            for (const std::string& fault : source_->take_faults()) {
                progress_.clear();
                streams_.err << (num_faults_ < run_.most_faults ? fault : std::string());
                ++num_faults_;
            }
            if (!item) {
                return std::nullopt;
            }
            names_.add_field(item->name);
            if (run_.shard.value_or(Shard{}).has(num_seen_++)) {
                return item;
            }
        }
        return std::nullopt;
    }

    // Only for those who watch.
    void count_all() {
        std::error_code ignored;
        const std::filesystem::path path = platform::native_path(run_.folder_or_list);
        if (!streams_.err_is_terminal || !(std::filesystem::is_directory(path, ignored) ||
                                           std::filesystem::is_regular_file(path, ignored))) {
            return;
        }
        ReadFault fault;
        const std::unique_ptr<BatchSource> source =
            open_batch(run_.folder_or_list, run_.base, streams_, fault);
        const Shard shard = run_.shard.value_or(Shard{});
        std::size_t seen = 0;
        std::size_t count = 0;
        while (source != nullptr && platform::interrupting_signal() == 0 && source->next()) {
            count += shard.has(seen++) ? 1 : 0;
        }
        num_all_ = count;
    }

    [[nodiscard]] BatchIdentity journal_identity() const {
        BatchIdentity identity = run_.identity;
        return identity.add("--shard", run_.shard ? run_.shard->text() : "");
    }

    // Takes the results of an earlier run. The exit code where it ends here.
    std::optional<int> replay() {
        while (std::optional<BatchJournal::Entry> entry = journal_.next()) {
            if (platform::interrupting_signal() != 0) {
                return interrupted();
            }
            const std::optional<BatchItem> item = next();
            if (!item || as_in_json(item->name) != as_in_json(entry->name)) {
                return other_list(item, *entry);
            }
            if (!print(*item, entry->result)) {
                return exit_usage;
            }
        }
        if (journal_.was_damaged()) {
            progress_.clear();
            streams_.err << "jacquard: '" << *run_.resume << "' is damaged after shader "
                         << num_taken_ << "; the rest is compiled again\n";
        }
        return std::nullopt;
    }

    int other_list(const std::optional<BatchItem>& item, const BatchJournal::Entry& entry) {
        progress_.clear();
        Diagnostics diagnostics(*run_.resume, {});
        diagnostics.error("D208", {static_cast<std::uint32_t>(num_taken_ + 2), 1},
                          "the file belongs to another list: '" + entry.name + "' is shader " +
                              std::to_string(num_taken_ + 1) + " there and " +
                              (item ? '\'' + item->name + '\'' : "none") + " here");
        streams_.err << diagnostics.render();
        return exit_usage;
    }

    int interrupted() {
        progress_.clear();
        streams_.err << "jacquard: interrupted after " << num_taken_ << " shaders";
        if (run_.resume) {
            streams_.err << "; run the same command to continue from there";
        }
        streams_.err << '\n';
        return exit_findings;
    }

    int finish() {
        const ShardMark mark{run_.shard.value_or(Shard{}), run_.identity, names_.hex(32)};
        consumer_->finish(run_.shard ? &mark : nullptr);
        return num_faults_ != 0 ? exit_usage : exit_fine;
    }

    const BatchRun& run_;
    const Streams& streams_;
    BatchConsumer* consumer_;
    ProgressBar progress_;
    BatchJournal journal_;
    std::unique_ptr<BatchSource> source_;
    std::optional<BatchItem> first_; // that was pulled and not yet given
    Sha256 names_;                   // of all shaders
    std::size_t num_seen_ = 0;       // shaders of all shards
    std::size_t num_taken_ = 0;      // results
    std::optional<std::size_t> num_all_;
    std::uint64_t num_faults_ = 0;
};

} // namespace

int run_batch(const BatchRun& run, const Streams& streams, BatchConsumer& consumer) {
    return serve_as_worker(run.work) ? exit_fine : Runner(run, streams, &consumer).run();
}

int print_names(const BatchRun& run, const Streams& streams) {
    return Runner(run, streams).print_names();
}

} // namespace jacquard::driver
