#include <jacquard/amber/run/run_script.h>
#include <jacquard/platform/paths.h>
#include <jacquard/support/json/json.h>
#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/files/shader_input.h>
#include <jacquard/tool/options/schedule_options.h>
#include <jacquard/tool/options/settings.h>
#include <jacquard/tool/shaders/run_scripts.h>

#include <array>
#include <filesystem>
#include <ostream>
#include <span>
#include <sstream>
#include <string>
#include <vector>

namespace jacquard::driver {

namespace {

using amber::Outcome;

// Files that a script names lie beside it.
amber::FileReader files_beside(const std::string& script, const Limits& limits) {
    const std::filesystem::path folder = platform::plain_path(script).parent_path();
    return [folder, limits](std::string_view path, std::string& fault) {
        std::istringstream none;
        std::ostringstream unused;
        ReadFault reason;
        std::optional<InputFile> file =
            read_file(platform::text_of_path(folder / platform::plain_path(path)),
                      {none, unused, unused}, limits, reason);
        if (!file) {
            fault = std::move(reason.message);
        }
        return file ? std::optional(std::move(file->content)) : std::nullopt;
    };
}

class ScriptReport {
  public:
    ScriptReport(const Streams& streams, bool is_json) : streams_(streams), is_json_(is_json) {}

    void add(std::string_view script, Outcome outcome, const Diagnostics& diagnostics) {
        ++counts_[static_cast<std::size_t>(outcome)];
        if (is_json_) {
            const std::vector<Diagnostic>& all = diagnostics.all();
            std::string line;
            json::Writer writer(line);
            writer.begin_object().member("script", script).member("status", to_string(outcome));
            writer.name("reason");
            if (all.empty()) {
                writer.null();
            } else {
                writer.string(all[0].message);
                writer.member("line", std::int64_t{all[0].position.line});
                writer.member("column", std::int64_t{all[0].position.column});
            }
            writer.end_object();
            streams_.out << line << '\n';
            return;
        }
        streams_.err << diagnostics.render(streams_.colour_errors);
        if (outcome != Outcome::passed) {
            streams_.out << to_string(outcome) << ' ' << script << '\n';
        }
    }

    // The exit code.
    int finish() {
        const std::size_t passed = counts_[0];
        const std::size_t failed = counts_[1];
        const std::size_t refused = counts_[2];
        if (is_json_) {
            std::string line;
            json::Writer(line)
                .begin_object()
                .name("totals")
                .begin_object()
                .member("scripts", static_cast<std::int64_t>(passed + failed + refused))
                .member("passed", static_cast<std::int64_t>(passed))
                .member("failed", static_cast<std::int64_t>(failed))
                .member("refused", static_cast<std::int64_t>(refused))
                .end_object()
                .end_object();
            streams_.out << line << '\n';
        } else {
            streams_.out << "scripts " << passed + failed + refused << "  passed " << passed
                         << "  failed " << failed << "  refused " << refused << '\n';
        }
        return failed != 0 ? exit_findings : exit_fine;
    }

  private:
    const Streams& streams_;
    bool is_json_;
    std::array<std::size_t, 3> counts_{}; // by outcome
};

// Names the options that are for a single shader, since a script says the same itself, of each of
// its shaders, or runs otherwise.
std::vector<std::string_view> options_of_one_shader() {
    std::vector<std::string_view> names(kOptionsOfPipelines.begin(), kOptionsOfPipelines.end());
    const auto add = [&](std::span<const OptionSpec> options) {
        for (const OptionSpec& option : options) {
            names.push_back(option.name);
        }
    };
    add(kModuleOptions);
    add(kLanguageOptions);
    add(kScheduleOptions);
    names.insert(names.end(), {"--case", "--header", "--trace"});
    return names;
}

// Returns true after an error, if an option is given that scripts do not heed.
bool has_option_of_one_shader(const Arguments& arguments, std::string_view script,
                              const Streams& streams) {
    for (const std::string_view name : options_of_one_shader()) {
        if (arguments.has(name)) {
            usage_error(streams, std::string(name) + " is for a single shader, and '" +
                                     std::string(script) +
                                     "' is a script, which runs whole "
                                     "pipelines as it says itself");
            return true;
        }
    }
    return false;
}

} // namespace

std::optional<int> run_if_scripts(const Arguments& arguments, Engine engine, std::uint32_t gpu,
                                  const Limits& limits, const Streams& streams) {
    const std::span<const std::string_view> paths = arguments.operands();
    ScriptReport report(streams, arguments.has("--json"));
    amber::RunOptions options;
    if (!read_settings(arguments, streams, options)) {
        return exit_usage;
    }
    options.gpu = gpu;
    options.links = arguments.has("--link");
    for (std::size_t i = 0; i < paths.size(); ++i) {
        ReadFault fault;
        // Standard input is read once, by whoever takes what is no script.
        std::optional<InputFile> file =
            paths[i] == "-" ? std::nullopt : read_file(paths[i], streams, limits, fault);
        const bool is_script = file && amber::is_script(file->name, file->content);
        if (i == 0 && !is_script && paths.size() == 1) {
            return std::nullopt;
        }
        if (!is_script) {
            return usage_error(streams, file || paths[i] == "-"
                                            ? "'" + std::string(paths[i]) +
                                                  "' is no script; only scripts run several at once"
                                            : fault.message);
        }
        if (i == 0 && has_option_of_one_shader(arguments, file->name, streams)) {
            return exit_usage;
        }
        options.is_machine = engine == Engine::ir3;
        options.limits = limits;
        if (arguments.has(info(Limit::steps).option)) {
            options.group_steps = limits.steps;
        }
        options.compiler = streams.high_level;
        options.files = files_beside(file->name, limits);
        Diagnostics diagnostics(file->name, file->content, limits.errors);
        const Outcome outcome = amber::run_script(file->content, options, diagnostics);
        report.add(file->name, outcome, diagnostics);
    }
    return report.finish();
}

} // namespace jacquard::driver
