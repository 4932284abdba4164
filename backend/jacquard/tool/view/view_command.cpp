#include <jacquard/library/frontend/input_form.h>
#include <jacquard/tool/cost/shader/cost_options.h>
#include <jacquard/tool/cost/shader/file_costs.h>
#include <jacquard/tool/files/output_file.h>
#include <jacquard/tool/files/shader_input.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/options/gpu_option.h>
#include <jacquard/tool/options/limit_options.h>
#include <jacquard/tool/view/comparison.h>
#include <jacquard/tool/view/page.h>

#include <algorithm>
#include <array>
#include <ostream>

namespace jacquard::driver {

namespace {

constexpr std::array<std::string_view, 2> kLayouts = {"graphviz", "page"};

constexpr std::array<OptionSpec, 5> kOwnOptions = {{
    kGpuOption,
    {"-o", "PAGE.html", "the page to write"},
    {"--after", "PASS,...",
     "show NIR and the machine graph only after these passes; by default after all that\n"
     "changed something"},
    {"--layout", "WHO",
     "what lays out the graphs: graphviz (the default), if it is installed, or page", false,
     words_of<kLayouts>},
    {"--max-page-bytes", "N",
     "bytes of the page, whose figures say what is left out; 2000000 by default", true},
}};
// Larger pages take longer than a second to open.
constexpr std::uint64_t kMostPageBytes = 2'000'000;
// A page with little in it.
constexpr std::uint64_t kLeastPageBytes = std::uint64_t{256} << 10;
constexpr std::uint64_t kLargestPage = std::uint64_t{1} << 30;
// Forms are kept whole before the page takes what it has room for.
constexpr std::uint64_t kKeptOfPage = 4;
constexpr auto kOptions =
    join_options(kOwnOptions, kCostedOptions, kModuleOptions, kLanguageOptions, kShaderLimits);

std::vector<std::string> split(std::string_view list) {
    std::vector<std::string> names;
    for (std::size_t start = 0; start <= list.size();) {
        const std::size_t end = std::min(list.find(',', start), list.size());
        names.emplace_back(list.substr(start, end - start));
        start = end + 1;
    }
    return names;
}

std::string_view language_of(InputForm form, std::string_view name) {
    switch (form) {
    case InputForm::tgsi: return "tgsi";
    case InputForm::nir: return "nir";
    case InputForm::spirv: return name.ends_with(".hlsl") ? "hlsl" : "glsl";
    case InputForm::assembly:
    case InputForm::words: break;
    }
    return "asm";
}

// False when a name is none of the passes that were shown; that has been said.
bool knows_passes(std::span<const std::string> wanted, std::span<const std::string> seen,
                  const Streams& streams) {
    for (const std::string& name : wanted) {
        if (std::find(seen.begin(), seen.end(), name) != seen.end()) {
            continue;
        }
        const std::vector<std::string_view> names(seen.begin(), seen.end());
        std::string list;
        for (const std::string_view each : names) {
            list += (list.empty() ? "" : ", ") + std::string(each);
        }
        usage_error(streams, "--after: no pass '" + name + "' changed this shader" +
                                 suggestion(name, names) +
                                 (list.empty() ? std::string() : "\nthose that did are " + list));
        return false;
    }
    return true;
}

std::optional<view::PictureLayout> layout_of(const Arguments& arguments, const Streams& streams) {
    const std::string_view name = arguments.value("--layout").value_or(kLayouts.front());
    const auto found = std::find(kLayouts.begin(), kLayouts.end(), name);
    if (found == kLayouts.end()) {
        usage_error(streams, "--layout takes graphviz or page, not '" + std::string(name) + '\'' +
                                 suggestion(name, kLayouts));
        return std::nullopt;
    }
    return found == kLayouts.begin() ? view::PictureLayout::graphviz : view::PictureLayout::page;
}

// Bytes of a page; nothing after a message where the option is no number of them.
std::optional<std::uint64_t> most_page_bytes(const Arguments& arguments, const Streams& streams) {
    const std::optional<std::string_view> text = arguments.value("--max-page-bytes");
    const std::optional<std::uint64_t> given = text ? parse_size(*text) : kMostPageBytes;
    if (!given || *given < kLeastPageBytes || *given > kLargestPage) {
        usage_error(streams, "--max-page-bytes takes a number from 256K to 1G, not '" +
                                 std::string(*text) + '\'');
        return std::nullopt;
    }
    return given;
}

// A file with its costs; nothing after a message, with the exit code in `code`.
std::optional<view::ComparedShader> read_version(std::string_view path, const Arguments& arguments,
                                                 const Streams& streams, const CostOptions& options,
                                                 int& code) {
    const std::optional<InputFile> original = read_input(path, streams, options.limits, code);
    if (!original) {
        return std::nullopt;
    }
    code = exit_findings;
    InputFile file = *original;
    if (!to_module(file, arguments, streams, options.limits)) {
        return std::nullopt;
    }
    CostedShader shader = cost_of_file(*original, file, options, streams).front();
    if (!shader.report) {
        return std::nullopt;
    }
    return view::ComparedShader{std::move(shader),
                                language_of(detect_form(file.content), original->name)};
}

// Both versions are read, so that the faults of each are told.
int run_comparison(std::string_view path, const Arguments& arguments, const Streams& streams,
                   const CostOptions& options) {
    for (const std::string_view option : {"--after", "--layout", "--max-page-bytes"}) {
        if (arguments.has(option)) {
            return usage_error(streams, std::string(option) + " is for the page of one shader");
        }
    }
    std::array<std::optional<view::ComparedShader>, 2> versions;
    int worst = exit_fine;
    for (std::size_t i = 0; i < versions.size(); ++i) {
        int code = exit_fine;
        versions[i] = read_version(arguments.operands()[i], arguments, streams, options, code);
        worst = std::max(worst, versions[i] ? exit_fine : code);
    }
    if (!versions[0] || !versions[1]) {
        return worst;
    }
    return write_output(path, view::comparison_page(*versions[0], *versions[1]), streams)
               ? exit_fine
               : exit_usage;
}

int run_view(const Arguments& arguments, const Streams& streams) {
    const std::optional<std::string_view> path = arguments.value("-o");
    if (!path) {
        return usage_error(streams, "'view' needs -o PAGE.html, the page to write");
    }
    const std::optional<std::uint32_t> gpu = gpu_of(arguments, streams);
    const std::optional<view::PictureLayout> layout = layout_of(arguments, streams);
    const std::optional<std::uint64_t> most_bytes =
        layout ? most_page_bytes(arguments, streams) : std::nullopt;
    CostOptions options;
    int code = exit_usage;
    if (!gpu || !most_bytes || !read_cost_options(arguments, streams, options, code)) {
        return code;
    }
    options.gpus = {*gpu};
    options.gpus_are_given = arguments.has(kGpuOption.name);
    options.translation.lines_of_text = true;
    options.advises = true;
    if (arguments.operands().size() == 2) {
        return run_comparison(*path, arguments, streams, options);
    }
    const std::optional<std::string_view> after = arguments.value("--after");
    const std::vector<std::string> passes = after ? split(*after) : std::vector<std::string>();
    const std::uint64_t page_bytes = most_bytes.value_or(kMostPageBytes);
    view::FormCollector forms(passes, kKeptOfPage * page_bytes);
    options.observer = &forms;
    const std::optional<InputFile> original =
        read_input(arguments.operands()[0], streams, options.limits, code);
    if (!original) {
        return code;
    }
    InputFile file = *original;
    if (!to_module(file, arguments, streams, options.limits)) {
        return exit_findings;
    }
    const std::vector<CostedShader> shaders = cost_of_file(*original, file, options, streams);
    const CostedShader& shader = shaders.front();
    if (!shader.report) {
        return exit_findings;
    }
    if (!knows_passes(passes, forms.seen(), streams)) {
        return exit_usage;
    }
    const InputForm form = detect_form(file.content);
    std::vector<view::Column> columns;
    columns.push_back(view::source_column(shader, language_of(form, original->name)));
    if (form == InputForm::spirv) {
        columns.push_back(view::module_column(file.content));
    }
    columns.push_back(forms.take_nir());
    columns.push_back(forms.take_graphs());
    const std::string page = view::page_of(
        view::page_data(shader, {std::move(columns), &forms.changes()}, *layout, page_bytes));
    return write_output(*path, page, streams) ? exit_fine : exit_usage;
}

} // namespace

const CommandSpec kViewCommand = {
    "view",
    "FILE [NEW]",
    1,
    2,
    "Writes a page that shows a shader in all its forms side by side. Source, SPIR-V, NIR after\n"
    "each pass, machine graph and words: point at a line, and everything that came from it lights "
    "up.\n"
    "It also shows costs, registers along the program, and its graphs. With NEW, another version, "
    "the\n"
    "page compares both: source, code and figures side by side. Pages work offline, in any "
    "browser.\n"
    "A FILE is a shader in any language that 'compile' takes, assembly, or raw words.",
    kOptions,
    run_view,
    nullptr,
    "jacquard view examples/lit_texture.frag.tgsi --gpu 630 -o lit_texture.html"};

} // namespace jacquard::driver
