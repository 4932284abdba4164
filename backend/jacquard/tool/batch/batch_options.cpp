// The options of commands that go through many shaders.
#include <jacquard/library/facade/build_identity.h>
#include <jacquard/support/hex.h>
#include <jacquard/tool/batch/worker/batch_runner.h>
#include <jacquard/tool/files/shader_input.h>
#include <jacquard/tool/options/limit_options.h>

#include <cerrno>
#include <cstring>

namespace jacquard::driver {

namespace {

constexpr std::uint64_t kMostSeconds = 1'000'000'000;

} // namespace

void add_build(BatchIdentity& identity, const Arguments& arguments) {
    for (const OptionSpec& option : {kShardOption, kResumeOption, kCacheOption}) {
        if (arguments.has(option.name)) {
            identity.add("build", build_identity());
            return;
        }
    }
}

void add_language(BatchIdentity& identity, const Arguments& arguments) {
    identity.add(kTargetOption.name, arguments.value(kTargetOption.name).value_or(""));
    for (const OptionSpec& option : {kDefineOption, kIncludeOption}) {
        std::string all;
        for (const std::string_view value : arguments.values(option.name)) {
            all += std::string(value) + '\n';
        }
        identity.add(option.name, all);
    }
}

void add_limits(BatchIdentity& identity, const Limits& limits) {
    for (std::size_t i = 0; i < kNumLimits; ++i) {
        const LimitInfo& limit = info(static_cast<Limit>(i));
        identity.add(limit.option, std::to_string(limits.*limit.member));
    }
}

bool read_batch_options(const Arguments& arguments, const Streams& streams, const Limits& limits,
                        BatchRun& run) {
    const std::optional<unsigned> workers = jobs_of(arguments, streams);
    if (!workers) {
        return false;
    }
    run.pool.workers = *workers;
    run.pool.words = arguments.command_line();
    if (const std::optional<std::string_view> text = arguments.value(kShardOption.name)) {
        run.shard = parse_shard(*text);
        if (!run.shard) {
            usage_error(streams, "--shard takes i/n, as in 1/4");
            return false;
        }
    }
    if (const std::optional<std::string_view> text = arguments.value(kSecondsOption.name)) {
        const auto seconds = parse_number<std::uint64_t>(*text);
        if (!seconds || *seconds > kMostSeconds) {
            usage_error(streams,
                        "--max-seconds takes a number up to " + std::to_string(kMostSeconds));
            return false;
        }
        run.pool.seconds = *seconds;
    }
    if (const std::optional<std::string_view> path = arguments.value(kResumeOption.name)) {
        run.resume = std::string(*path);
    }
    // Memory that the limit does not count may take as much again.
    constexpr std::uint64_t kMostMemory = std::uint64_t{1} << 62;
    run.pool.memory = 2 * std::min(limits.memory, kMostMemory);
    run.most_faults = limits.errors;
    return true;
}

bool read_cache_options(const Arguments& arguments, const Streams& streams,
                        std::optional<ResultCache>& cache) {
    std::uint64_t bytes = ResultCache::kDefaultBytes;
    if (const std::optional<std::string_view> text = arguments.value(kCacheSizeOption.name)) {
        const std::optional<std::uint64_t> number = parse_size(*text);
        if (!number || *number == 0) {
            usage_error(streams, "--cache-size takes a number of bytes, as in 500M or 4G");
            return false;
        }
        bytes = *number;
    }
    const std::optional<std::string_view> folder = arguments.value(kCacheOption.name);
    if (!folder) {
        return true;
    }
    cache.emplace(std::string(*folder), bytes);
    if (cache->prepare()) {
        return true;
    }
    usage_error(streams,
                "cannot write into '" + std::string(*folder) + "': " + std::strerror(errno));
    return false;
}

} // namespace jacquard::driver
