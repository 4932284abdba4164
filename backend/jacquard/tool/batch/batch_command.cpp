#include <jacquard/tool/batch/batch_report.h>
#include <jacquard/tool/batch/worker/batch_runner.h>
#include <jacquard/tool/batch/worker/shader_job.h>
#include <jacquard/tool/files/shader_input.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/options/engine.h>
#include <jacquard/tool/options/gpu_option.h>
#include <jacquard/tool/options/limit_options.h>
#include <jacquard/tool/options/settings.h>

#include <array>
#include <ostream>

namespace jacquard::driver {

namespace {

constexpr std::array<OptionSpec, 8> kOwnOptions = {{
    kGpuOption,
    {"--cases", "DIR|FILE",
     "run the cases below DIR, or the recorded runs in FILE (.jsonl or .jsonl.gz), that name a "
     "shader of the batch, and compare"},
    kEngineOption,
    {"--base", "DIR",
     "the folder that names in LIST are relative to; by default the one that holds LIST", true},
    {"--all", "", "list every shader, not only those that have a problem"},
    {"--json", "", "print one JSON value per line: one for each shader, then the totals"},
    {"--csv", "", "print one row of CSV for each shader, and the totals to standard error"},
    {"--names", "", "print the names of the shaders, and do nothing with them"},
}};
constexpr auto kOptions =
    join_options(kOwnOptions, kSettingsOfBatch, kBatchOptions, kLanguageOptions, kRunLimits);

std::optional<BatchFormat> format_of(const Arguments& arguments, const Streams& streams) {
    const bool json = arguments.has("--json");
    if (json && arguments.has("--csv")) {
        usage_error(streams, "--json and --csv exclude each other");
        return std::nullopt;
    }
    return json                     ? BatchFormat::json
           : arguments.has("--csv") ? BatchFormat::csv
           : arguments.has("--all") ? BatchFormat::all
                                    : BatchFormat::summary;
}

// Results depend on these facts beside shaders and cases.
BatchIdentity identity_of(const Arguments& arguments, const ShaderJob& job) {
    BatchIdentity identity;
    identity.add("command", "batch");
    add_build(identity, arguments);
    identity.add(kGpuOption.name, std::to_string(job.key.gpu));
    identity.add(kEngineOption.name, job.engine == Engine::ir3 ? "ir3" : "nir");
    tell_settings(job.key,
                  [&](std::string_view name, std::string_view text) { identity.add(name, text); });
    add_language(identity, arguments);
    add_limits(identity, job.limits);
    return identity;
}

class Consumer final : public BatchConsumer {
  public:
    Consumer(const Streams& streams, BatchFormat format)
        : report_(streams, format), prints_each_(format != BatchFormat::summary) {}

    bool take(const BatchItem& item, const std::string& result, ProgressBar& progress) override {
        if (prints_each_) {
            progress.clear();
        }
        return report_.add(item.name, unpack_outcome(result).value_or(unread()));
    }

    std::string lost(const BatchItem& /*item*/, const std::string& why) override {
        BatchOutcome outcome;
        outcome.reason = why;
        return pack_outcome(outcome);
    }

    void finish(const ShardMark* mark) override { report_.finish(mark); }

    [[nodiscard]] bool has_findings() const {
        return report_.totals().failed != 0 || report_.totals().disagree != 0;
    }

  private:
    static BatchOutcome unread() {
        BatchOutcome outcome;
        outcome.reason = "its result cannot be read";
        return outcome;
    }

    BatchReport report_;
    bool prints_each_;
};

bool read_cases(const Arguments& arguments, const Streams& streams, ShaderJob& job) {
    const std::optional<std::string_view> path = arguments.value("--cases");
    std::vector<std::string> faults;
    if (path) {
        job.cases = CaseIndex::read(*path, streams, job.limits, faults);
    }
    for (const std::string& fault : faults) {
        streams.err << fault;
    }
    if (const CaseIndex::Astray& astray = job.cases.astray(); astray.count != 0) {
        if (job.cases.are_all_astray()) {
            streams.err
                << "jacquard: error: the cases in '" << *path
                << "' name only shaders that are not there, such as '" << astray.first
                << "'; recorded runs must be beside their modules or the folder 'modules'\n";
            return false;
        }
        streams.err << "jacquard: warning: of the cases in '" << *path << "', " << astray.count
                    << " name shaders that are not there, such as '" << astray.first << "'\n";
    }
    return faults.empty();
}

int run_batch_command(const Arguments& arguments, const Streams& streams) {
    const std::optional<std::uint32_t> gpu = gpu_of(arguments, streams);
    const std::optional<Engine> engine = engine_of(arguments, streams);
    const std::optional<Limits> limits = limits_of(arguments, streams);
    const std::optional<BatchFormat> format = format_of(arguments, streams);
    // Results of cases are compared with recorded ones bit by bit; what is only compiled is
    // compiled as it is elsewhere.
    VariantKey key = arguments.has("--cases") ? ir3::settings_as_written() : VariantKey();
    const bool has_key = read_settings(arguments, streams, key);
    if (!gpu || !engine || !limits || !format || !has_key) {
        return exit_usage;
    }
    key.gpu = *gpu;
    ShaderJob job{key,
                  *engine,
                  *limits,
                  arguments.has(info(Limit::steps).option) ? limits->steps : kMostModuleSteps,
                  streams.high_level,
                  high_level_shader({}, arguments)};
    BatchRun run;
    run.folder_or_list = arguments.operands()[0];
    run.base = arguments.value("--base");
    if (!read_batch_options(arguments, streams, *limits, run) ||
        !read_cache_options(arguments, streams, job.cache) ||
        !read_cases(arguments, streams, job)) {
        return exit_usage;
    }
    if (arguments.has("--names")) {
        return print_names(run, streams);
    }
    run.identity = identity_of(arguments, job);
    job.cache_identity = run.identity.text();
    run.identity.add("--cases", arguments.value("--cases").value_or(""));
    run.identity.add(kSecondsOption.name, std::to_string(run.pool.seconds));
    run.work = [&job](const BatchItem& item) { return pack_outcome(process_shader(item, job)); };
    Consumer consumer(streams, *format);
    const int code = run_batch(run, streams, consumer);
    return code == exit_fine && consumer.has_findings() ? exit_findings : code;
}

} // namespace

const CommandSpec kBatchCommand = {
    "batch",
    "DIR|LIST|DATABASE|SHADER",
    1,
    1,
    "Compiles many shaders, runs their cases and counts the results. Takes every .tgsi, .spv, "
    ".spvasm, "
    ".vert, .frag, ... and .vert.hlsl, ... file below DIR, the files that LIST names, one per line "
    "and relative to LIST, a .foz DATABASE, or one SHADER. Lines of a LIST "
    "whose name ends in .jsonl are objects: "
    "{\"shader\": PATH, \"name\": NAME, \"define\": [\"A=1\"]}. Of the totals, 'refused' is what "
    "is not supported, 'malformed' an error in the shader, 'failed' a bug in this tool, crashes "
    "and "
    "timeouts included. --resume continues an interrupted batch.",
    kOptions,
    run_batch_command,
    nullptr,
    "jacquard batch examples --cases examples --all"};

} // namespace jacquard::driver
