#include <jacquard/glsl/child_program.h>
#include <jacquard/platform/paths.h>
#include <jacquard/support/plain_file.h>
#include <jacquard/tool/batch/source/database_source.h>
#include <jacquard/tool/batch/source/shaders_below.h>
#include <jacquard/tool/cost/compare/cost_baseline.h>
#include <jacquard/tool/cost/formats/cost_formats.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <ostream>

namespace jacquard::driver {

namespace {

std::optional<double> parse_percent(std::string_view text) {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, value);
    const bool is_number = !text.empty() && fault == std::errc() && stop == end;
    return is_number && value >= 0 && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// Returns what git prints when it is asked in the folder of a file; nothing where it fails.
std::optional<std::string> ask_git(const std::filesystem::path& file,
                                   std::vector<std::string> words) {
    const ScratchFolder scratch;
    if (!scratch.exists()) {
        return std::nullopt;
    }
    const std::string folder =
        file.has_parent_path() ? platform::text_of_path(file.parent_path()) : ".";
    words.insert(words.begin(), {"git", "-C", folder});
    ChildOptions options;
    options.output = scratch.file("output");
    const ChildResult ran = run_child(std::move(words), options);
    return ran.end == ChildEnd::ran && ran.code == 0 ? read_plain_file(options.output)
                                                     : std::nullopt;
}

class BaselineReader {
  public:
    BaselineReader(const Streams& streams, const CostOptions& options, const CostOfInput& cost_of,
                   CostBaseline& baseline)
        : streams_(streams), options_(options), cost_of_(cost_of), baseline_(baseline) {}

    // A report, a shader, or a folder of shaders.
    bool add(std::string_view operand, int& code) {
        int ignored = exit_fine; // what was damaged then is not what is compared
        const std::vector<std::string> files = files_of({&operand, 1}, streams_, ignored);
        if (files.empty()) {
            usage_error(streams_, "there is no shader below '" + std::string(operand) + '\'');
            return false;
        }
        for (const std::string& path : files) {
            const std::optional<InputFile> file = read_input(path, streams_, options_.limits, code);
            if (!file) {
                return false;
            }
            const std::size_t first = file->content.find_first_not_of(" \t\r\n");
            const bool is_report = first == std::string::npos || file->content[first] == '{';
            // Below a folder there may be anything; a file that was named has to be a shader.
            const Malformed malformed = path == operand ? Malformed::is_fault : Malformed::is_state;
            if (!(is_report ? add_report(file->name, file->content)
                            : add_shader(*file, malformed))) {
                code = exit_findings;
                return false;
            }
        }
        return true;
    }

    // A file that was not there at the revision is new, which the comparison tells.
    bool add_at_revision(std::string_view operand, std::string_view revision, int& code) {
        for (const std::string& path : files_of({&operand, 1}, streams_, code)) {
            const std::filesystem::path file = platform::plain_path(path);
            const auto commit =
                ask_git(file, {"rev-parse", "--verify", "--quiet", "--end-of-options",
                               std::string(revision) + "^{commit}"});
            if (!commit) {
                usage_error(streams_, "git knows no revision '" + std::string(revision) +
                                          "' of what holds '" + path + '\'');
                code = exit_usage;
                return false;
            }
            const std::string id = commit->substr(0, commit->find('\n'));
            const auto text =
                ask_git(file, {"show", id + ":./" + platform::text_of_path(file.filename())});
            if (text && !add_shader({path, *text}, Malformed::is_state)) {
                code = exit_findings;
                return false;
            }
        }
        return true;
    }

  private:
    bool add_report(const std::string& name, std::string_view text) {
        Diagnostics diagnostics(name, text, options_.limits.errors);
        const bool is_good = baseline_.earlier.add(text, diagnostics, options_.limits);
        streams_.err << diagnostics.render(streams_.colour_errors);
        return is_good;
    }

    // Says whether a malformed shader is a fault of what was given, or the state that it was in.
    enum class Malformed : std::uint8_t { is_fault, is_state };

    bool add_shader(const InputFile& file, Malformed malformed) {
        std::string report;
        bool is_well_formed = false;
        for (const CostedShader& shader : cost_of_(file)) {
            report += cost_json(shader, options_);
            is_well_formed = is_well_formed || shader.status != CompileStatus::malformed;
        }
        return (is_well_formed || malformed == Malformed::is_state) &&
               add_report(file.name, report);
    }

    const Streams& streams_;
    const CostOptions& options_;
    const CostOfInput& cost_of_;
    CostBaseline& baseline_;
};

} // namespace

bool asks_to_compare(const Arguments& arguments) {
    return arguments.has("--against") || arguments.has("--against-rev");
}

std::vector<std::string> files_of(std::span<const std::string_view> operands,
                                  const Streams& streams, int& code) {
    std::vector<std::string> files;
    for (const std::string_view operand : operands) {
        std::error_code ignored;
        ReadFault fault;
        std::unique_ptr<BatchSource> below;
        if (std::filesystem::is_directory(platform::native_path(operand), ignored)) {
            below = open_shaders_below(operand);
        } else if (std::optional<DatabasePath> database = database_folder(operand)) {
            below = open_database_source(std::move(*database), fault);
        }
        if (below == nullptr) {
            files.emplace_back(operand);
            continue;
        }
        while (const std::optional<BatchItem> item = below->next()) {
            files.push_back(item->path);
        }
        for (const std::string& each : below->take_faults()) {
            streams.err << each;
            code = exit_usage;
        }
    }
    return files;
}

bool read_baseline(const Arguments& arguments, const Streams& streams, const CostOptions& options,
                   const CostOfInput& cost_of, CostBaseline& baseline, int& code) {
    code = exit_usage;
    baseline.markdown = arguments.has("--markdown");
    baseline.strict = arguments.has("--strict");
    if (const auto text = arguments.value("--threshold")) {
        const std::optional<double> percent = parse_percent(*text);
        if (!percent) {
            usage_error(streams, "--threshold takes a number of percent, such as 2.5, not '" +
                                     std::string(*text) + '\'');
            return false;
        }
        baseline.threshold = *percent;
    }
    BaselineReader reader(streams, options, cost_of, baseline);
    for (const std::string_view operand : arguments.values("--against")) {
        if (!reader.add(operand, code)) {
            return false;
        }
    }
    if (const auto revision = arguments.value("--against-rev")) {
        for (const std::string_view operand : arguments.operands()) {
            if (!reader.add_at_revision(operand, *revision, code)) {
                return false;
            }
        }
    }
    return true;
}

} // namespace jacquard::driver
