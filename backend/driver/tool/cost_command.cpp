#include <jacquard/driver/tool/commands.h>
#include <jacquard/driver/tool/cost_baseline.h>
#include <jacquard/driver/tool/cost_formats.h>
#include <jacquard/driver/tool/cost_options.h>
#include <jacquard/driver/tool/gpu_option.h>
#include <jacquard/driver/tool/limit_options.h>
#include <jacquard/driver/tool/shader_input.h>

#include <algorithm>
#include <array>
#include <ostream>

namespace jacquard::driver {

namespace {

constexpr std::array<OptionSpec, 5> kOwnOptions = {{
    kGpuListOption,
    {"--format", "FORMAT",
     "table, for people; json, everything, a value a line; aoc or malioc, as scripts\n"
     "know them from other offline compilers"},
    {"--against", "OLD.json",
     "compare with what --format json printed before; exit code 1 when something is worse"},
    {"--threshold", "PERCENT",
     "what is worse by no more than this is not counted; 0 when not given"},
    {"--markdown", "", "print the comparison as Markdown"},
}};
constexpr auto kOptions =
    join_options(kOwnOptions, kCostedOptions, kModuleOptions, kLanguageOptions, kShaderLimits);

enum class Format : std::uint8_t { table, json, aoc, malioc };
constexpr std::array<std::string_view, 4> kFormats = {"table", "json", "aoc", "malioc"};

std::optional<Format> format_of(const Arguments& arguments, const Streams& streams) {
    const std::string_view name = arguments.value("--format").value_or(kFormats.front());
    const auto found = std::find(kFormats.begin(), kFormats.end(), name);
    if (found == kFormats.end()) {
        usage_error(streams, "unknown format '" + std::string(name) + '\'' +
                                 suggestion(name, kFormats) +
                                 "; there are table, json, aoc and malioc");
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
        text += forms.front().source->name + ", a" + std::to_string(forms.front().gpu) + '\n' +
                (compiled ? "Compilation succeeded.\n" : "Compilation failed.\n") +
                cost_aoc(forms, {}) + '\n';
        first = end;
    }
    return text;
}

// Prints what a file costs as soon as it is known; keeps it where all is printed at once.
void print(Format format, bool compares, std::vector<CostedShader>& shaders,
           std::vector<CostedShader>& kept, std::ostream& out) {
    switch (compares ? Format::malioc : format) {
    case Format::table: out << cost_table(shaders) << '\n'; break;
    case Format::json:
        for (const CostedShader& shader : shaders) {
            out << cost_json(shader);
        }
        break;
    case Format::aoc: out << aoc_text(shaders); break;
    case Format::malioc: std::move(shaders.begin(), shaders.end(), std::back_inserter(kept)); break;
    }
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
    CostBaseline baseline;
    const bool may_compare = *format == Format::table || *format == Format::json;
    if (!read_baseline(arguments, streams, may_compare, options.limits, baseline, code)) {
        return code;
    }
    const bool compares = baseline.earlier.has_value();
    std::vector<CostedShader> kept;
    int unread = exit_fine;
    int worst = exit_fine;
    for (const std::string_view path : arguments.operands()) {
        const std::optional<InputFile> original = read_input(path, streams, options.limits, code);
        if (!original) {
            unread = std::max(unread, code);
            continue;
        }
        InputFile file = *original;
        if (!to_module(file, arguments, streams, options.limits)) {
            unread = std::max<int>(unread, exit_findings);
            continue;
        }
        std::vector<CostedShader> shaders = cost_of_file(*original, file, options, streams);
        for (const CostedShader& shader : shaders) {
            worst = std::max<int>(worst, shader.report ? exit_fine : exit_findings);
        }
        print(*format, compares, shaders, kept, streams.out);
    }
    if (compares) {
        // What does not compile, and did not before, is no finding of a comparison.
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
    "FILE...",
    1,
    ~std::size_t{0},
    "Tells what shaders cost on each of several parts. A FILE is a shader in any language that\n"
    "'compile' takes, assembly, or raw words. A vertex shader is told in two forms: as it "
    "renders,\n"
    "and as it is for the pass that sorts primitives into bins (bin).",
    kOptions,
    run_cost};

} // namespace jacquard::driver
