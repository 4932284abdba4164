#include <jacquard/glsl/dialect/varying_locations.h>
#include <jacquard/glsl/high_level.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/text/near_name.h>
#include <jacquard/tool/cost/aoc_front.h>
#include <jacquard/tool/cost/formats/cost_formats.h>
#include <jacquard/tool/cost/shader/file_costs.h>
#include <jacquard/tool/files/bounded_glslang.h>
#include <jacquard/tool/options/gpu_option.h>

#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <optional>
#include <ostream>

namespace jacquard::driver {

namespace {

struct StageOption {
    std::string_view name;   // of the option, and of the ending of a file's name
    std::string_view ending; // what glslang calls the stage
    nir::Stage stage;
};

constexpr StageOption kStages[] = {{"vs", "vert", nir::Stage::vertex},
                                   {"fs", "frag", nir::Stage::fragment},
                                   {"gs", "geom", nir::Stage::geometry},
                                   {"cs", "comp", nir::Stage::compute}};
constexpr std::array<std::string_view, 4> kDumps = {"none", "stats", "stats_perf", "all"};
constexpr std::array<std::string_view, 3> kSpellings = {"aoc", "aoc2", "driver"}; // by AocSpelling
constexpr std::array<std::string_view, 3> kApis = {"Vulkan", "OpenGLES", "OpenCL"};

constexpr std::string_view kHelp =
    "usage: jacquard-aoc -arch=a650 [options] -vs FILE | -fs FILE | -gs FILE | -cs FILE ...\n"
    "\n"
    "Takes the options of Qualcomm's Adreno Offline Compiler and prints its output format. FILE "
    "is\n"
    "SPIR-V, GLSL, HLSL, TGSI or NIR text; without an option, the file name determines the stage,\n"
    "as in x.vs.spv.\n"
    "\n"
    "options:\n"
    "  -arch=PART                       the part, such as a650 or a740\n"
    "  -api=Vulkan                      what the shaders are for\n"
    "  -dump=stats|stats_perf|all       counts; latency hiding and performance, too; the\n"
    "                                   instructions and the source, too\n"
    "  -entry_point_vs NAME             entry points; also _ps, _fs, _gs, _cs\n"
    "  -link_with_fs FILE               the fragment shader that takes a vertex shader's outputs:\n"
    "                                   those that it does not read go\n"
    "  -format=aoc|aoc2|driver          the names of version 1 of that compiler, of version 2, or "
    "of\n"
    "                                   the driver's own statistics\n"
    "  -view_mask=MASK                  views that are drawn at once; programs are the same\n";

struct GivenShader {
    std::string_view path;
    const StageOption* stage = nullptr;
};

struct Options {
    std::optional<std::uint32_t> gpu;
    std::string_view dump = kDumps[0];
    AocSpelling spelling = AocSpelling::aoc_1;
    std::array<std::string, std::size(kStages)> entries;
    std::vector<GivenShader> shaders;
    std::optional<std::string_view> linked;
    bool helps = false;
};

const StageOption* find_stage(std::string_view name) {
    for (const StageOption& stage : kStages) {
        if (stage.name == name || (name == "ps" && stage.name == "fs")) {
            return &stage;
        }
    }
    return nullptr;
}

// x.vs.spv, x.frag
const StageOption* stage_of_file(std::string_view path) {
    const std::size_t last = path.rfind('.');
    const std::string_view stem = path.substr(0, last);
    const std::size_t before = stem.rfind('.');
    if (last == std::string_view::npos) {
        return nullptr;
    }
    if (before != std::string_view::npos) {
        if (const StageOption* stage = find_stage(stem.substr(before + 1))) {
            return stage;
        }
    }
    for (const StageOption& stage : kStages) {
        if (stage_of_name(path) == stage.ending) {
            return &stage;
        }
    }
    return nullptr;
}

class CommandLine {
  public:
    CommandLine(std::span<const std::string_view> words, const Streams& streams)
        : words_(words), streams_(streams) {}

    std::optional<Options> run() {
        for (at_ = 0; at_ < words_.size() && !failed_; ++at_) {
            take(words_[at_]);
        }
        if (!failed_ && !options_.helps && !options_.gpu) {
            fail("no part is given; -arch=a650 gives one");
        }
        if (!failed_ && !options_.helps && options_.shaders.empty()) {
            fail("no shader is given; -fs FILE gives one");
        }
        return failed_ ? std::nullopt : std::optional(std::move(options_));
    }

  private:
    void fail(const std::string& message) {
        streams_.err << "jacquard-aoc: " << message
                     << "\n'jacquard-aoc --help' lists the options\n";
        failed_ = true;
    }

    void take(std::string_view word) {
        if (!word.starts_with('-')) {
            options_.shaders.push_back({word, stage_of_file(word)});
            return;
        }
        word.remove_prefix(word.starts_with("--") ? 2 : 1);
        if (word == "help" || word == "h") {
            options_.helps = true;
            return;
        }
        const std::size_t equals = word.find('=');
        const std::string_view name = word.substr(0, equals);
        if (!is_known(name)) {
            static constexpr auto kNames = std::to_array<std::string_view>(
                {"-arch", "-api", "-dump", "-vs", "-fs", "-gs", "-cs", "-entry_point_vs",
                 "-entry_point_ps", "-entry_point_fs", "-entry_point_gs", "-entry_point_cs",
                 "-link_with_fs", "-view_mask", "-format"});
            const std::string written = '-' + std::string(name);
            fail("unknown option '" + written + '\'' + suggestion(written, kNames));
            return;
        }
        if (equals == std::string_view::npos && at_ + 1 == words_.size()) {
            fail("option '-" + std::string(name) + "' needs a value");
            return;
        }
        set(name, equals != std::string_view::npos ? word.substr(equals + 1) : words_[++at_]);
    }

    [[nodiscard]] static bool is_known(std::string_view name) {
        constexpr std::string_view kEntry = "entry_point_";
        return name == "arch" || name == "api" || name == "dump" || name == "link_with_fs" ||
               name == "view_mask" || name == "format" ||
               (name != "ps" && find_stage(name) != nullptr) ||
               (name.starts_with(kEntry) && find_stage(name.substr(kEntry.size())) != nullptr);
    }

    void set(std::string_view name, std::string_view value) {
        if (name == "arch") {
            options_.gpu = parse_gpu(value);
            if (!options_.gpu) {
                fail("unknown part '" + std::string(value) + "'; 'jacquard isa list' lists them");
            }
        } else if (name == "api") {
            expect(value, kApis, "API");
        } else if (name == "dump") {
            expect(value, kDumps, "dump");
            options_.dump = value;
        } else if (name == "format") {
            expect(value, kSpellings, "format");
            const auto* found = std::find(kSpellings.begin(), kSpellings.end(), value);
            options_.spelling = found == kSpellings.end()
                                    ? AocSpelling::aoc_1
                                    : static_cast<AocSpelling>(found - kSpellings.begin());
        } else if (name == "link_with_fs") {
            options_.linked = value;
        } else if (name == "view_mask") {
            const bool is_hex = value.starts_with("0x");
            if (!parse_number<std::uint32_t>(value.substr(is_hex ? 2 : 0), is_hex ? 16 : 10)) {
                fail("a view mask is a number, not '" + std::string(value) + '\'');
            }
        } else if (const StageOption* stage = find_stage(name)) {
            options_.shaders.push_back({value, stage});
        } else {
            const StageOption* of = find_stage(name.substr(name.rfind('_') + 1));
            options_.entries[static_cast<std::size_t>(of - kStages)] = value;
        }
    }

    void expect(std::string_view value, std::span<const std::string_view> known,
                std::string_view what) {
        if (std::find(known.begin(), known.end(), value) == known.end()) {
            fail("unknown " + std::string(what) + " '" + std::string(value) + '\'' +
                 suggestion(value, known));
        }
    }

    std::span<const std::string_view> words_;
    const Streams& streams_;
    std::size_t at_ = 0;
    Options options_;
    bool failed_ = false;
};

// The facts of a fragment shader that the vertex shader linked with it needs.
struct LinkedShader {
    std::optional<std::uint64_t> read_varyings;
    std::map<std::string, std::uint32_t, std::less<>> locations; // of inputs, by name
};

// The forms of one shader. Faults go to the standard output. `inputs`, where given, becomes the
// locations of its inputs.
std::vector<CostedShader>
cost_of(const GivenShader& given, const Options& options, const LinkedShader& linked,
        const Streams& streams, int& code,
        std::map<std::string, std::uint32_t, std::less<>>* inputs = nullptr) {
    const Streams told{streams.in, streams.out, streams.out, false, streams.high_level};
    CostOptions cost;
    cost.gpus = {*options.gpu};
    cost.gpus_are_given = true;
    cost.key.read_varyings = linked.read_varyings;
    const std::optional<InputFile> original = read_input(given.path, told, cost.limits, code);
    if (!original) {
        return {};
    }
    code = exit_findings;
    InputFile file = *original;
    if (given.stage != nullptr) {
        cost.translation.stage = given.stage->stage;
        cost.translation.entry = options.entries[static_cast<std::size_t>(given.stage - kStages)];
    }
    if (detect_form(file.content) == InputForm::assembly) {
        Diagnostics diagnostics(file.name, file.content, cost.limits.errors);
        HighLevelShader shader;
        shader.name = file.name;
        shader.text = file.content;
        shader.stage = given.stage != nullptr ? given.stage->ending : stage_of_name(file.name);
        shader.hlsl = file.name.ends_with(".hlsl");
        shader.entry = cost.translation.entry.empty() ? shader.entry : cost.translation.entry;
        shader.linked = linked.locations;
        const HighLevelCompiler& compiler =
            streams.high_level != nullptr ? *streams.high_level : glslang_program();
        std::string module =
            make_module(shader, BoundedCompiler(compiler, cost.limits), diagnostics, cost.limits);
        streams.out << diagnostics.render();
        if (diagnostics.has_errors()) {
            return {};
        }
        file.content = std::move(module);
        cost.translation.entry.clear(); // the module has one
    }
    if (inputs != nullptr && detect_form(file.content) == InputForm::spirv) {
        *inputs = glsl::locations_of(file.content, true);
    }
    std::vector<CostedShader> shaders = cost_of_file(*original, file, cost, told);
    const bool all = std::all_of(shaders.begin(), shaders.end(),
                                 [](const auto& shader) { return shader.report.has_value(); });
    return all ? shaders : std::vector<CostedShader>();
}

int run(std::span<const std::string_view> words, const Streams& streams) {
    const std::optional<Options> options = CommandLine(words, streams).run();
    if (!options) {
        return exit_usage;
    }
    if (options->helps) {
        streams.out << kHelp;
        return exit_fine;
    }
    int code = exit_fine;
    std::string text;
    LinkedShader linked;
    if (options->linked) {
        int fault = exit_findings;
        const GivenShader reads{*options->linked, find_stage("fs")};
        const std::vector<CostedShader> shaders =
            cost_of(reads, *options, {}, streams, fault, &linked.locations);
        if (shaders.empty()) {
            code = fault;
        } else {
            linked.read_varyings = varyings_read_by(shaders.front().program);
        }
    }
    for (const GivenShader& each : options->shaders) {
        int fault = exit_findings;
        const std::vector<CostedShader> shaders = cost_of(each, *options, linked, streams, fault);
        if (shaders.empty()) {
            code = std::max(code, fault);
        } else if (options->dump != kDumps[0]) {
            text += cost_aoc(shaders,
                             {options->dump != "stats", options->dump == "all", options->spelling});
        }
    }
    streams.out << (code == exit_fine ? "Compilation succeeded.\n" : "Compilation failed.\n")
                << (code == exit_fine ? text : std::string());
    return code;
}

} // namespace

std::string_view aoc_help() {
    return kHelp;
}

int run_aoc(std::span<const std::string_view> words, const Streams& streams) {
    try {
        return run(words, streams);
    } catch (const std::bad_alloc& reason) {
        Diagnostics diagnostics("jacquard-aoc", {});
        report_out_of_memory(diagnostics, reason, {});
        streams.out << diagnostics.render() << "Compilation failed.\n";
    } catch (const std::exception& fault) {
        streams.out << "jacquard-aoc: error[D102]: this is a bug in the tool: " << fault.what()
                    << "\nCompilation failed.\n";
    }
    return exit_findings;
}

} // namespace jacquard::driver
