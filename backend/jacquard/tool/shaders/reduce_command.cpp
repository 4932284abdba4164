#include <jacquard/glsl/high_level.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/platform/paths.h>
#include <jacquard/reduce/reduce.h>
#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/files/output_file.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/options/jobs_option.h>
#include <jacquard/tool/options/limit_options.h>
#include <jacquard/tool/shaders/reduce_trials.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <ostream>

namespace jacquard::driver {

namespace {

constexpr std::array<OptionSpec, 6> kOptions = {{
    {"-o", "OUT", "the file for the smallest shader; standard output by default"},
    {"--says", "TEXT", "COMMAND must also print this, on either of its outputs"},
    {"--timeout", "SECONDS",
     "the time limit of a run; 10 by default. If FILE takes longer, so must the result"},
    {"--lines", "", "only remove lines, whatever the language"},
    kJobsOption,
    kInputBytesOption,
}};

std::optional<std::chrono::milliseconds> time_limit_of(const Arguments& arguments,
                                                       const Streams& streams) {
    const std::string_view text = arguments.value("--timeout").value_or("10");
    double seconds = 0;
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, seconds);
    constexpr double kMost = 86400;
    if (fault != std::errc() || stop != end || !(seconds >= 0.001 && seconds <= kMost)) {
        usage_error(streams,
                    "--timeout takes seconds, such as 2.5, not '" + std::string(text) + '\'');
        return std::nullopt;
    }
    return std::chrono::milliseconds(std::llround(seconds * 1000));
}

std::string reduced_of(const InputFile& file, const Trials& trials, bool lines) {
    switch (lines ? InputForm::assembly : detect_form(file.content)) {
    case InputForm::spirv: return reduce_spirv(file.content, trials);
    case InputForm::tgsi: return reduce_tgsi(file.content, trials);
    case InputForm::nir: return reduce_nir(file.content, trials);
    case InputForm::assembly: return reduce_lines(file.content, trials);
    case InputForm::words: break;
    }
    return reduce_bytes(file.content, file.content.size() % 8 == 0 ? 8 : 1, trials);
}

// Returns why a command cannot be used, or nothing if it can.
std::string fault_of(const TrialOutcome& outcome, const std::string& command,
                     const std::string& says) {
    if (outcome.fault != 0) {
        return "cannot run '" + command + "': " + std::strerror(outcome.fault);
    }
    if (outcome.code == 127) {
        return "there is no program '" + command + '\'';
    }
    return outcome.says ? "" : "'" + command + "' does not print '" + says + "' for this shader";
}

int run_reduce(const Arguments& arguments, const Streams& streams) {
    const std::optional<std::chrono::milliseconds> time_limit = time_limit_of(arguments, streams);
    const std::optional<unsigned> jobs = time_limit ? jobs_of(arguments, streams) : std::nullopt;
    const std::optional<Limits> limits = jobs ? limits_of(arguments, streams) : std::nullopt;
    int code = exit_usage;
    const std::optional<InputFile> file =
        limits ? read_input(arguments.operands()[0], streams, *limits, code) : std::nullopt;
    if (!file) {
        return code;
    }
    TrialCommand command;
    command.words.assign(arguments.operands().begin() + 1, arguments.operands().end());
    command.file_name = arguments.operands()[0] == "-"
                            ? "shader"
                            : platform::text_of_path(platform::plain_path(file->name).filename());
    command.says = arguments.value("--says").value_or("");
    command.time_limit = *time_limit;
    command.jobs = *jobs;
    const std::string program = command.words[0];
    CommandTrials runs(command, streams);
    if (!runs.is_ready()) {
        return usage_error(streams,
                           std::string("cannot create a folder for the files of the search: ") +
                               std::strerror(errno));
    }
    const TrialOutcome wanted = runs.run(file->content);
    if (const std::string fault = fault_of(wanted, program, command.says); !fault.empty()) {
        return usage_error(streams, fault);
    }
    const TrialOutcome again = wanted.was_late ? wanted : runs.run(file->content);
    if (!(again == wanted)) {
        streams.err << file->name << ": error[D211]: '" << program << "' " << wanted.to_string()
                    << ", and another time " << again.to_string() << '\n';
        return exit_findings;
    }
    runs.want(wanted, file->content, *limits);
    const std::string reduced = reduced_of(*file, runs.trials(), arguments.has("--lines"));
    if (!write_output(arguments.value("-o").value_or("-"), reduced, streams)) {
        return exit_usage;
    }
    streams.err << "reduced " << file->content.size() << " bytes to " << reduced.size() << " in "
                << runs.num_runs() << " runs of '" << program << "', which " << wanted.to_string()
                << '\n';
    if (platform::interrupting_signal() != 0) {
        streams.err << "interrupted: there may be smaller ones\n";
        return exit_findings;
    }
    return exit_fine;
}

} // namespace

const CommandSpec kReduceCommand = {
    "reduce",
    "FILE -- COMMAND...",
    2,
    ~std::size_t{0},
    "Finds the smallest shader for which COMMAND still exits as it does for FILE. COMMAND gets the "
    "name of a file with the same extension, in place of {} or as its last argument. SPIR-V, TGSI "
    "and NIR are reduced by their structure, other text by lines, other bytes by words. Of a valid "
    "SPIR-V module only what is valid, too, is tried. An "
    "interrupt (^C) ends the search with the smallest shader so far.",
    kOptions,
    run_reduce,
    nullptr,
    "jacquard reduce examples/lit_texture.frag.tgsi -- grep -q TEX\n"
    "jacquard reduce examples/transform.vert.tgsi --says mad. -- \\\n"
    "    jacquard compile --gpu 630"};

} // namespace jacquard::driver
