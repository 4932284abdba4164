#include <jacquard/generated/ir3/parts.h>
#include <jacquard/tool/cost/cost_baseline.h>
#include <jacquard/tool/cost/cost_batch.h>
#include <jacquard/tool/cost/cost_formats.h>
#include <jacquard/tool/cost/cost_options.h>
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

enum class Format : std::uint8_t { table, json, csv, aoc, malioc };
constexpr std::array<std::string_view, 5> kFormats = {"table", "json", "csv", "aoc", "malioc"};

constexpr std::array<OptionSpec, 5> kOwnOptions = {{
    kGpuListOption,
    {"--format", "FORMAT",
     "table, for people; json, everything, one value per line; csv, the figures, one row per line; "
     "aoc\n"
     "or malioc, the formats of other offline compilers, for scripts",
     false, words_of<kFormats>},
    {"--against", "OLD.json",
     "compare with an earlier output of --format json; exit code 1 if something is worse"},
    {"--threshold", "PERCENT", "ignore what is worse by no more than this; 0 by default"},
    {"--markdown", "", "print the comparison as Markdown"},
}};
constexpr auto kOptions =
    join_options(kOwnOptions, std::array<OptionSpec, 1>{kListOption}, kBatchOptions, kCostedOptions,
                 kModuleOptions, kLanguageOptions, kShaderLimits);

std::optional<Format> format_of(const Arguments& arguments, const Streams& streams) {
    const std::string_view name = arguments.value("--format").value_or(kFormats.front());
    const auto found = std::find(kFormats.begin(), kFormats.end(), name);
    if (found == kFormats.end()) {
        usage_error(streams, "unknown format '" + std::string(name) + '\'' +
                                 suggestion(name, kFormats) +
                                 "; there are table, json, csv, aoc and malioc");
        return std::nullopt;
    }
    return static_cast<Format>(found - kFormats.begin());
}

// The forms of each part, one part after the other, with what scripts look for as success.
std::string aoc_text(std::span<const CostedShader> shaders) {
    std::string text;
    for (std::size_t first = 0; first < shaders.size();) {
        std::size_t end = first + 1;
        while (end < shaders.size() && shaders[end].gpu == shaders[first].gpu) {
            ++end;
        }
        const std::span<const CostedShader> forms = shaders.subspan(first, end - first);
        const bool compiled = std::all_of(forms.begin(), forms.end(),
                                          [](const auto& form) { return form.report.has_value(); });
        text += forms.front().source->name + ", " + ir3::part_label(forms.front().gpu) + '\n' +
                (compiled ? "Compilation succeeded.\n" : "Compilation failed.\n") +
                cost_aoc(forms, {}) + '\n';
        first = end;
    }
    return text;
}

// Returns the costs of each file, in a format in which files are independent.
std::string text_of(Format format, std::span<const CostedShader> shaders) {
    std::string text;
    switch (format) {
    case Format::table: return cost_table(shaders) + '\n';
    case Format::json:
        for (const CostedShader& shader : shaders) {
            text += cost_json(shader);
        }
        break;
    case Format::csv:
        for (const CostedShader& shader : shaders) {
            text += cost_csv(shader);
        }
        break;
    case Format::aoc: return aoc_text(shaders);
    case Format::malioc: return cost_malioc(shaders);
    }
    return text;
}

// Returns the batch to go through: the list, or a folder that is the only operand.
std::optional<std::string_view> batch_of(const Arguments& arguments) {
    const std::span<const std::string_view> operands = arguments.operands();
    std::error_code ignored;
    const bool is_folder = operands.size() == 1 && std::filesystem::is_directory(
                                                       std::filesystem::path(operands[0]), ignored);
    return is_folder ? std::optional(operands[0]) : arguments.value(kListOption.name);
}

int cost_batch(std::string_view batch, const Arguments& arguments, const Streams& streams,
               const CostOptions& options, Format format) {
    if (format == Format::malioc || arguments.has("--against")) {
        return usage_error(streams, "a folder or list is printed as table, json, csv or aoc; "
                                    "comparisons and malioc take all files at once");
    }
    if (arguments.has(kListOption.name) && !arguments.operands().empty()) {
        return usage_error(streams, "--list takes the place of files");
    }
    CostPrinter printer;
    printer.format = kFormats[static_cast<std::size_t>(format)];
    printer.print = [format](std::span<const CostedShader> shaders) {
        return text_of(format, shaders);
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

int print_comparison(const CostBaseline& baseline, Format format,
                     std::span<const CostedShader> shaders, std::ostream& out) {
    const CostComparison comparison = compare_costs(*baseline.earlier, shaders, baseline.threshold);
    out << (baseline.markdown        ? comparison_markdown(comparison)
            : format == Format::json ? comparison_json(comparison)
                                     : comparison_table(comparison));
    return comparison.worse != 0 ? exit_findings : exit_fine;
}

int run_cost(const Arguments& arguments, const Streams& streams) {
    const std::optional<Format> format = format_of(arguments, streams);
    CostOptions options;
    int code = exit_usage;
    if (!format || !read_cost_options(arguments, streams, options, code)) {
        return code;
    }
    if (const std::optional<std::string_view> batch = batch_of(arguments)) {
        return cost_batch(*batch, arguments, streams, options, *format);
    }
    if (arguments.operands().empty() || asks_for_batch(arguments)) {
        return usage_error(streams, arguments.operands().empty()
                                        ? "'cost' needs FILE..., a folder, or --list LIST"
                                        : "--jobs, --shard, --resume, --cache and --max-seconds "
                                          "are for a folder or --list");
    }
    CostBaseline baseline;
    const bool may_compare = *format == Format::table || *format == Format::json;
    if (!read_baseline(arguments, streams, may_compare, options.limits, baseline, code)) {
        return code;
    }
    const bool compares = baseline.earlier.has_value();
    std::vector<CostedShader> kept;
    std::string head = *format == Format::csv ? cost_csv_head() : std::string();
    int unread = exit_fine;
    int worst = exit_fine;
    for (const std::string_view path : arguments.operands()) {
        const std::optional<InputFile> original = read_input(path, streams, options.limits, code);
        if (!original) {
            unread = std::max(unread, code);
            continue;
        }
        InputFile file = *original;
        ModuleFault fault;
        std::vector<CostedShader> shaders =
            to_module(file, arguments, streams, options.limits, &fault)
                ? cost_of_file(*original, file, options, streams)
                : without_costs(original->name, options, fault.status, fault.reason);
        for (const CostedShader& shader : shaders) {
            worst = std::max<int>(worst, shader.report ? exit_fine : exit_findings);
        }
        if (compares || *format == Format::malioc) { // all is printed at once
            std::move(shaders.begin(), shaders.end(), std::back_inserter(kept));
            continue;
        }
        streams.out << std::exchange(head, {}) << text_of(*format, shaders);
    }
    if (compares) {
        // In a comparison, a file that fails to compile now and failed before is not a finding.
        return std::max(unread, print_comparison(baseline, *format, kept, streams.out));
    }
    if (*format == Format::malioc) {
        streams.out << cost_malioc(kept);
    }
    return std::max(unread, worst);
}

} // namespace

const CommandSpec kCostCommand = {
    "cost",
    "FILE...|DIR",
    0,
    ~std::size_t{0},
    "Reports what shaders cost on each of several parts. A FILE is a shader in any language that\n"
    "'compile' takes, assembly, or raw words; for a folder, or with --list, all shaders that\n"
    "'batch' would compile are reported. A vertex shader is reported in two forms: the one that\n"
    "renders, and the one for the pass that sorts primitives into bins (bin).",
    kOptions,
    run_cost,
    nullptr,
    "jacquard cost examples/lit_texture.frag.tgsi --gpu 330,540,630,730"};

} // namespace jacquard::driver
