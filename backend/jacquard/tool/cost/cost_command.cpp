#include <jacquard/generated/ir3/parts.h>
#include <jacquard/platform/paths.h>
#include <jacquard/runs/launch/launch.h>
#include <jacquard/tool/cost/compare/cost_baseline.h>
#include <jacquard/tool/cost/cost_batch.h>
#include <jacquard/tool/cost/cost_limits.h>
#include <jacquard/tool/cost/cost_table_layout.h>
#include <jacquard/tool/cost/fold_lines.h>
#include <jacquard/tool/cost/formats/cost_formats.h>
#include <jacquard/tool/cost/launch_table.h>
#include <jacquard/tool/cost/report_options.h>
#include <jacquard/tool/cost/shader/cost_options.h>
#include <jacquard/tool/cost/shader/file_costs.h>
#include <jacquard/tool/cost/shader/pipeline_costs.h>
#include <jacquard/tool/databases/database_path.h>
#include <jacquard/tool/files/shader_input.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/options/gpu_option.h>
#include <jacquard/tool/options/limit_options.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <ostream>
#include <utility>

namespace jacquard::driver {

namespace {

enum class Format : std::uint8_t { table, json, csv, aoc, aoc2, driver, mesa, malioc, sarif };
constexpr std::array<std::string_view, 9> kFormats = {"table",  "json", "csv",    "aoc",  "aoc2",
                                                      "driver", "mesa", "malioc", "sarif"};

constexpr std::array<OptionSpec, 11> kOwnOptions = {{
    kGpuListOption,
    {"--launch", "GRID", "what a launch of so many work items costs too: 1024x1024x1"},
    {"--local", "GROUP", "the items of a work group of a kernel that names none, as 64x1x1", true},
    {"--format", "FORMAT",
     "table (the default), json, csv, sarif, or what others print: aoc, aoc2, malioc, driver,\n"
     "mesa",
     false, words_of<kFormats>},
    OptionSpec{
        "--against", "OLD",
        "compare with an earlier --format json, a shader or a folder; 1 if something is worse"}
        .repeated(),
    {"--against-rev", "REV", "compare with what the files were at a revision of git", true},
    {"--strict", "", "in a comparison, shaders that are new or gone count as worse", true},
    {"--threshold", "PERCENT", "ignore what is worse by no more than this; 0 by default", true},
    {"--markdown", "", "print the comparison as Markdown", true},
    {"--link", "", "the files are the stages of one pipeline, fitted to each other as by 'compile'",
     true},
    {"--schema", "", "print the JSON Schema of --format json, and nothing else", true},
}};
constexpr auto kOptions = join_options(
    kOwnOptions, kReportOptions, kCostLimitOptions, std::array<OptionSpec, 1>{kListOption},
    kBatchOptions, kCostedOptions, kModuleOptions, kLanguageOptions, kShaderLimits);

std::optional<Format> format_of(const Arguments& arguments, const Streams& streams) {
    const std::string_view name = arguments.value("--format").value_or(kFormats.front());
    const auto found = std::find(kFormats.begin(), kFormats.end(), name);
    if (found == kFormats.end()) {
        usage_error(streams,
                    "unknown format '" + std::string(name) + '\'' + suggestion(name, kFormats) +
                        "; there are table, json, csv, aoc, aoc2, driver, mesa, malioc and sarif");
        return std::nullopt;
    }
    return static_cast<Format>(found - kFormats.begin());
}

// The forms of each part, one part after the other, with what scripts look for as success.
std::string aoc_text(std::span<const CostedShader> shaders, AocSpelling spelling) {
    std::string text;
    for (std::size_t first = 0; first < shaders.size();) {
        std::size_t end = first + 1;
        while (end < shaders.size() && shaders[end].gpu == shaders[first].gpu) {
            ++end;
        }
        const std::span<const CostedShader> forms = shaders.subspan(first, end - first);
        const bool compiled = std::all_of(forms.begin(), forms.end(),
                                          [](const auto& form) { return form.report.has_value(); });
        AocOptions options;
        options.spelling = spelling;
        text += forms.front().source->name + ", " + ir3::part_label(forms.front().gpu) + '\n' +
                (compiled ? "Compilation succeeded.\n" : "Compilation failed.\n") +
                cost_aoc(forms, options) + '\n';
        first = end;
    }
    return text;
}

// Tables of as many forms as fit beside each other; the forms of a part stand in one.
std::string tables_of(std::span<const CostedShader> shaders, const CostOptions& options) {
    constexpr std::size_t kMost = (kTableColumns - kCostLabelWidth) / kCostColumnWidth;
    std::string text;
    for (std::size_t first = 0; first < shaders.size();) {
        std::size_t end = std::min(first + kMost, shaders.size());
        while (end < shaders.size() && end > first + 1 &&
               shaders[end].gpu == shaders[end - 1].gpu) {
            --end;
        }
        text += (first == 0 ? "" : "\n") + cost_table(shaders.subspan(first, end - first), options);
        first = end;
    }
    return text;
}

// Returns the costs of each file, in a format in which files are independent.
std::string text_of(Format format, std::span<const CostedShader> shaders,
                    const CostOptions& options) {
    std::string text;
    switch (format) {
    case Format::table:
        return fold_lines(tables_of(shaders, options) +
                              (options.grid ? launch_table(shaders, options) : std::string()) +
                              '\n',
                          kCostLabelWidth);
    case Format::json:
        for (const CostedShader& shader : shaders) {
            text += cost_json(shader, options);
        }
        break;
    case Format::csv:
        for (const CostedShader& shader : shaders) {
            text += cost_csv(shader);
        }
        break;
    case Format::aoc: return aoc_text(shaders, AocSpelling::aoc_1);
    case Format::aoc2: return aoc_text(shaders, AocSpelling::aoc_2);
    case Format::driver: return aoc_text(shaders, AocSpelling::driver);
    case Format::mesa:
        for (const CostedShader& shader : shaders) {
            text += cost_mesa(shader);
        }
        break;
    case Format::malioc: return cost_malioc(shaders);
    case Format::sarif: return cost_sarif(shaders);
    }
    return text;
}

// Returns the batch to go through: the list, or a folder that is the only operand.
std::optional<std::string_view> batch_of(const Arguments& arguments) {
    const std::span<const std::string_view> operands = arguments.operands();
    std::error_code ignored;
    const bool is_folder =
        operands.size() == 1 &&
        (std::filesystem::is_directory(platform::native_path(operands[0]), ignored) ||
         database_folder(operands[0]));
    return is_folder ? std::optional(operands[0]) : arguments.value(kListOption.name);
}

int cost_batch(std::string_view batch, const Arguments& arguments, const Streams& streams,
               const CostOptions& options, Format format) {
    if (format == Format::malioc || format == Format::sarif) {
        return usage_error(streams,
                           "a folder or list is printed as table, json, csv, aoc, aoc2, driver "
                           "or mesa; malioc and sarif take all files at once");
    }
    if (arguments.has(kListOption.name) && !arguments.operands().empty()) {
        return usage_error(streams, "--list takes the place of files");
    }
    CostPrinter printer;
    printer.format = kFormats[static_cast<std::size_t>(format)];
    printer.print = [format, &options](std::span<const CostedShader> shaders) {
        return text_of(format, shaders, options);
    };
    printer.head = format == Format::csv ? cost_csv_head() : std::string();
    printer.has_marks = format == Format::json;
    return run_cost_batch(batch, arguments, streams, options, printer);
}

// Options that only batches have, of which there is none.
bool asks_for_batch(const Arguments& arguments) {
    return std::any_of(kBatchOptions.begin(), kBatchOptions.end(),
                       [&](const OptionSpec& option) { return arguments.has(option.name); });
}

// The costs of files, one after the other.
class CostReader {
  public:
    CostReader(const Arguments& arguments, const Streams& streams, const CostOptions& options)
        : arguments_(arguments), streams_(streams), options_(options) {}

    std::vector<CostedShader> of(const InputFile& original) const {
        InputFile file = original;
        ModuleFault fault;
        return to_module(file, arguments_, streams_, options_.limits, &fault)
                   ? cost_of_file(original, file, options_, streams_)
                   : without_costs(original.name, options_, fault.status, fault.reason);
    }

    // Returns nothing if the file was not read, which was said; `code` then is the exit code.
    std::optional<std::vector<CostedShader>> of(const std::string& path, int& code) const {
        const std::optional<InputFile> file = read_input(path, streams_, options_.limits, code);
        return file ? std::optional(of(*file)) : std::nullopt;
    }

  private:
    const Arguments& arguments_;
    const Streams& streams_;
    const CostOptions& options_;
};

// Tells which limits a shader exceeds. Returns true if it keeps to all.
bool keeps_to(const std::vector<CostLimit>& limits, const CostedShader& shader,
              const Streams& streams) {
    const std::string exceeded = exceeded_limits(shader, limits);
    streams.err << exceeded;
    return exceeded.empty();
}

int compare(const Arguments& arguments, const Streams& streams, const CostOptions& options,
            const std::vector<CostLimit>& limits, Format format) {
    if (format != Format::table && format != Format::json) {
        return usage_error(streams, "a comparison is printed as table, as json or with --markdown");
    }
    if (arguments.operands().empty() || arguments.has(kListOption.name)) {
        return usage_error(streams, "a comparison is of FILE... or of a folder");
    }
    int code = exit_fine;
    const CostReader costs(arguments, streams, options);
    CostBaseline baseline;
    const auto cost_of = [&costs](const InputFile& file) { return costs.of(file); };
    if (!read_baseline(arguments, streams, options, cost_of, baseline, code)) {
        return code;
    }
    std::vector<CostedShader> shaders;
    std::vector<std::string> names;
    int unread = exit_fine;
    bool keeps_to_all = true;
    for (const std::string& path : files_of(arguments.operands(), streams, unread)) {
        std::optional<std::vector<CostedShader>> found = costs.of(path, code);
        if (!found) {
            unread = std::max(unread, code);
            continue;
        }
        names.push_back(found->empty() ? path : found->front().source->name);
        for (CostedShader& shader : *found) {
            keeps_to_all = keeps_to(limits, shader, streams) && keeps_to_all;
            shaders.push_back(std::move(shader));
        }
    }
    baseline.earlier.pair_with(names);
    const CostComparison comparison = compare_costs(baseline.earlier, shaders, baseline.threshold);
    streams.out << (baseline.markdown ? comparison_markdown(comparison)
                    : format == Format::json
                        ? comparison_json(comparison)
                        : fold_lines(comparison_table(comparison), kCostLabelWidth));
    // A file that fails to compile now and failed before is not a finding.
    const bool is_worse = comparison.worse != 0 || !keeps_to_all ||
                          (baseline.strict && comparison.added + comparison.gone != 0);
    return std::max<int>(unread, is_worse ? exit_findings : exit_fine);
}

// Reads the launch that is to be costed. Returns false after a fault, which was said.
bool read_launch(const Arguments& arguments, const Streams& streams, Format format,
                 CostOptions& options) {
    for (const std::string_view option : {"--launch", "--local"}) {
        const std::optional<std::string_view> text = arguments.value(option);
        if (!text) {
            continue;
        }
        const auto extent = read_extent(*text);
        if (!extent) {
            usage_error(streams, "option '" + std::string(option) +
                                     "' takes up to three numbers, as 64 or 64x2x1, not '" +
                                     std::string(*text) + '\'');
            return false;
        }
        if (option == "--local") {
            options.translation.workgroup_size = extent;
        } else {
            options.grid = extent;
        }
    }
    if (options.grid && (format != Format::table || asks_to_compare(arguments))) {
        usage_error(streams, "--launch is told as a table, and not compared");
        return false;
    }
    return true;
}

// Says why what is asked for cannot be told of a pipeline; empty if it can, or if there is none.
// Changes and findings are tried on a shader alone, where it would be compiled otherwise than in
// its pipeline.
std::string fault_of_link(const Arguments& arguments, Format format) {
    if (!arguments.has("--link")) {
        return {};
    }
    if (asks_to_compare(arguments) || arguments.has(kListOption.name) ||
        arguments.operands().size() < 2) {
        return "--link takes the FILE... of one pipeline, and compares nothing";
    }
    for (const std::string_view option : {"--advice", "--what-if"}) {
        if (arguments.has(option)) {
            return std::string(option) +
                   " is for shaders alone, and --link makes one pipeline of all";
        }
    }
    return format == Format::sarif
               ? "sarif tells the findings of shaders alone, and --link makes one pipeline of all"
               : "";
}

int run_cost(const Arguments& arguments, const Streams& streams) {
    if (arguments.has("--schema")) {
        streams.out << cost_schema();
        return exit_fine;
    }
    const std::optional<Format> format = format_of(arguments, streams);
    CostOptions options;
    int code = exit_usage;
    if (!format || !read_cost_options(arguments, streams, options, code) ||
        !read_report_options(arguments, streams, options)) {
        return code;
    }
    if (!read_launch(arguments, streams, *format, options)) {
        return exit_usage;
    }
    std::vector<CostLimit> limits;
    if (!read_cost_limits(arguments, streams, options.limits, limits, code)) {
        return code;
    }
    if (const std::string fault = fault_of_link(arguments, *format); !fault.empty()) {
        return usage_error(streams, fault);
    }
    if (asks_to_compare(arguments)) {
        return compare(arguments, streams, options, limits, *format);
    }
    for (const std::string_view option : {"--threshold", "--markdown", "--strict"}) {
        if (arguments.has(option)) {
            return usage_error(streams, std::string(option) + " says how to compare; --against "
                                                              "says with what");
        }
    }
    // Files are held to limits one after the other, those of a folder as well.
    const std::optional<std::string_view> batch =
        limits.empty() || arguments.has(kListOption.name) ? batch_of(arguments) : std::nullopt;
    if (batch && !limits.empty()) {
        return usage_error(streams, "limits are for FILE... or a folder, not for --list");
    }
    int worst = exit_fine;
    const std::vector<std::string> paths =
        batch ? std::vector<std::string>() : files_of(arguments.operands(), streams, worst);
    // Many files are told soon, each as it is told in a folder, without advice.
    const bool is_of_one =
        paths.size() == 1 && (*format == Format::table || *format == Format::json);
    options.advises = arguments.has("--advice") || *format == Format::sarif || is_of_one;
    if (batch) {
        return cost_batch(*batch, arguments, streams, options, *format);
    }
    if (arguments.operands().empty() || asks_for_batch(arguments)) {
        return usage_error(streams, arguments.operands().empty()
                                        ? "'cost' needs FILE..., a folder, or --list LIST"
                                        : "--jobs, --shard, --resume, --cache and --max-seconds "
                                          "are for a folder or --list");
    }
    if (paths.empty()) {
        return usage_error(streams, "there is no shader in what was given");
    }
    const CostReader costs(arguments, streams, options);
    const bool prints_all_at_once = *format == Format::malioc || *format == Format::sarif;
    std::vector<CostedShader> kept;
    std::string head = *format == Format::csv ? cost_csv_head() : std::string();
    const auto tell = [&](std::vector<CostedShader>& shaders) {
        for (const CostedShader& shader : shaders) {
            const bool is_fine = keeps_to(limits, shader, streams) && shader.report;
            worst = std::max<int>(worst, is_fine ? exit_fine : exit_findings);
        }
        if (prints_all_at_once) {
            std::move(shaders.begin(), shaders.end(), std::back_inserter(kept));
        } else {
            streams.out << std::exchange(head, {}) << text_of(*format, shaders, options);
        }
    };
    if (arguments.has("--link")) {
        auto stages = cost_of_pipeline(arguments, options, streams, code);
        if (!stages) {
            return code;
        }
        for (std::vector<CostedShader>& stage : *stages) {
            tell(stage);
        }
    }
    for (const std::string& path : arguments.has("--link") ? std::vector<std::string>() : paths) {
        std::optional<std::vector<CostedShader>> shaders = costs.of(path, code);
        if (shaders) {
            tell(*shaders);
        } else {
            worst = std::max(worst, code);
        }
    }
    if (prints_all_at_once) {
        streams.out << text_of(*format, kept, options);
    }
    return worst;
}

} // namespace

const CommandSpec kCostCommand = {
    "cost",
    "FILE...|DIR",
    0,
    ~std::size_t{0},
    "Reports what shaders cost on each of several parts. A FILE is a shader in any language that\n"
    "'compile' takes, assembly, or raw words; for a folder, a .foz database\n"
    "or with --list, all shaders that\n"
    "'batch' would compile. A vertex shader has a second form, for the pass that\n"
    "sorts primitives into bins (bin).",
    kOptions,
    run_cost,
    nullptr,
    "jacquard cost examples/lit_texture.frag.tgsi --gpu 330,540,630,730"};

} // namespace jacquard::driver
