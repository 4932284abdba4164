#pragma once

#include <jacquard/library/facade/result_cache.h>
#include <jacquard/support/text/limits.h>
#include <jacquard/tool/batch/record/batch_shard.h>
#include <jacquard/tool/frame/command_line.h>
#include <jacquard/tool/frame/progress_bar.h>
#include <jacquard/tool/options/jobs_option.h>
#include <jacquard/tool/worker/worker_pool.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>

// The part that all commands over many shaders share.
namespace jacquard::driver {

inline constexpr OptionSpec kShardOption = {
    "--shard", "i/n", "take only every n-th shader, beginning with the i-th; 'merge' joins shards"};
inline constexpr OptionSpec kResumeOption = {
    "--resume", "FILE",
    "also write each result to FILE, and start from the results that it holds: resumes an "
    "interrupted batch"};
inline constexpr OptionSpec kCacheOption = {
    "--cache", "DIR",
    "reuse results from DIR, keyed by everything they depend "
    "on, and add new ones; processes may share it"};
inline constexpr OptionSpec kCacheSizeOption = {
    "--cache-size", "N",
    "approximate limit of the cache in bytes; the least recently used results are removed; 2G by "
    "default",
    true};
inline constexpr OptionSpec kSecondsOption = {
    "--max-seconds", "N",
    "seconds that a shader may take before it counts as failed; 60 by default, 0 for no limit",
    true};

// All of them, for commands that have no others between.
inline constexpr std::array<OptionSpec, 6> kBatchOptions = {
    {kJobsOption, kShardOption, kResumeOption, kCacheOption, kCacheSizeOption, kSecondsOption}};

// Describes how to go through the shaders.
struct BatchRun {
    std::string_view folder_or_list;
    std::optional<std::string_view> base; // of the names in a list; its folder when not given
    std::optional<Shard> shard;
    std::optional<std::string> resume; // the file
    BatchIdentity identity;            // of all shards together
    std::uint64_t most_faults = 0;     // of the list, before it is given up
    PoolOptions pool;
    WorkFunction work;
};

// Is given the results, those of an earlier run first.
class BatchConsumer {
  public:
    virtual ~BatchConsumer() = default;
    // False when nothing can be printed any more. What is printed at once stands where `progress`
    // may be, which has to be cleared before it.
    [[nodiscard]] virtual bool take(const BatchItem& item, const std::string& result,
                                    ProgressBar& progress) = 0;
    // Returns the result recorded for a shader that crashed its worker, in the work function's
    // format.
    [[nodiscard]] virtual std::string lost(const BatchItem& item, const std::string& why) = 0;
    // After the last one; `mark` is null but for a shard.
    virtual void finish(const ShardMark* mark) = 0;
};

// The exit code, as far as it does not depend on the results. What went wrong went to the error
// stream.
[[nodiscard]] int run_batch(const BatchRun& run, const Streams& streams, BatchConsumer& consumer);

// Prints the names of the shaders instead, a line each.
[[nodiscard]] int print_names(const BatchRun& run, const Streams& streams);

// Sets shard, resume file, number of workers and what each may take. False after wrong usage, which
// has been said.
[[nodiscard]] bool read_batch_options(const Arguments& arguments, const Streams& streams,
                                      const Limits& limits, BatchRun& run);

// Parts of an identity: the build of the tool, which is only looked at for results that are put
// together with others; the options of GLSL and HLSL; and the limits.
void add_build(BatchIdentity& identity, const Arguments& arguments);
void add_language(BatchIdentity& identity, const Arguments& arguments);
void add_limits(BatchIdentity& identity, const Limits& limits);

// The cache, when the arguments ask for one. False after a fault, which has been said.
[[nodiscard]] bool read_cache_options(const Arguments& arguments, const Streams& streams,
                                      std::optional<ResultCache>& cache);

} // namespace jacquard::driver
