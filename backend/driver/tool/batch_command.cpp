#include <jacquard/driver/tool/batch_report.h>
#include <jacquard/driver/tool/batch_run.h>
#include <jacquard/driver/tool/commands.h>
#include <jacquard/driver/tool/engine.h>
#include <jacquard/driver/tool/gpu_option.h>
#include <jacquard/driver/tool/jobs_option.h>
#include <jacquard/driver/tool/limit_options.h>
#include <jacquard/driver/tool/shader_input.h>

#include <array>
#include <ostream>

namespace jacquard::driver {

namespace {

constexpr std::array<OptionSpec, 9> kOwnOptions = {{
    kGpuOption,
    {"--cases", "DIR|FILE",
     "run the cases below DIR, or the recorded runs in FILE (.jsonl or .jsonl.gz), that name a "
     "shader of the batch, and compare"},
    kEngineOption,
    {"--precise", "", "compile without fusing, reordering or approximating"},
    {"--no-check", "", "do not let the compiler check its own work, which takes a little time"},
    kJobsOption,
    {"--shard", "i/n", "take only every n-th shader, beginning with the i-th"},
    {"--all", "", "list every shader, not only those that have a problem"},
    {"--json", "", "print a JSON value a line: one for each shader, then the totals"},
}};
constexpr auto kOptions = join_options(kOwnOptions, kLanguageOptions, kRunLimits);

int run_batch_command(const Arguments& arguments, const Streams& streams) {
    const std::optional<std::uint32_t> gpu = gpu_of(arguments, streams);
    const std::optional<unsigned> threads = jobs_of(arguments, streams);
    const std::optional<Engine> engine = engine_of(arguments, streams);
    const std::optional<Limits> limits = limits_of(arguments, streams);
    if (!gpu || !threads || !engine || !limits) {
        return exit_usage;
    }
    Shard shard;
    if (const std::optional<std::string_view> text = arguments.value("--shard")) {
        const std::optional<Shard> parsed = parse_shard(*text);
        if (!parsed) {
            return usage_error(streams, "--shard takes i/n, as in 1/4");
        }
        shard = *parsed;
    }
    BatchList list = find_shaders(arguments.operands()[0], streams, *limits);
    keep_shard(list, shard);
    if (const std::optional<std::string_view> cases = arguments.value("--cases")) {
        assign_cases(list, *cases, streams, *limits);
    }
    for (const std::string& fault : list.faults) {
        usage_error(streams, fault);
    }
    if (!list.faults.empty()) {
        return exit_usage;
    }
    BatchReport report(streams.out, arguments.has("--json"), arguments.has("--all"));
    const BatchOptions options{{*gpu, arguments.has("--precise"), !arguments.has("--no-check")},
                               *engine,
                               *threads,
                               *limits,
                               streams.high_level,
                               high_level_shader({}, arguments)};
    run_batch(list, options, [&](const BatchItem& item, const BatchOutcome& outcome) {
        return report.add(item, outcome);
    });
    report.finish();
    const BatchTotals& totals = report.totals();
    return totals.failed != 0 || totals.disagree != 0 ? exit_findings : exit_fine;
}

} // namespace

const CommandSpec kBatchCommand = {"batch",
                                   "DIR|LIST",
                                   1,
                                   1,
                                   "Compiles many shaders, runs their cases and counts. Takes "
                                   "every .tgsi and .spv file below DIR "
                                   "and every .vert, .frag, ... and .vert.hlsl, ..., or those that "
                                   "LIST names, relative to it. Ends "
                                   "with the totals; 'refused' are forms that are not supported, "
                                   "'malformed' faults of the shader, "
                                   "'failed' faults of this tool.",
                                   kOptions,
                                   run_batch_command};

} // namespace jacquard::driver
