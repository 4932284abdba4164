#include <jacquard/library/facade/compile_shader.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/library/program/assembly_text.h>
#include <jacquard/library/program/marked_assembly.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/library/program/statistics.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/json/json.h>
#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/files/output_file.h>
#include <jacquard/tool/files/shader_input.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/options/gpu_option.h>
#include <jacquard/tool/options/limit_options.h>
#include <jacquard/tool/options/settings.h>
#include <jacquard/tool/options/spirv_commands.h>

#include <array>
#include <ostream>

namespace jacquard::driver {

namespace {

constexpr std::array<std::string_view, 5> kForms = {"tgsi", "spirv", "nir", "ir3", "asm"};

constexpr std::array<OptionSpec, 10> kOwnOptions = {{
    kGpuOption,
    {"-o", "OUT", "write the raw words (little-endian, 64 bits each) instead of printing assembly"},
    {"--header", "OUT.json", "write the program's header: what must be set up to run the words"},
    {"--print", "LIST", "print intermediate forms: tgsi,spirv,nir,ir3,asm", false,
     words_of<kForms>},
    {"--line-marks", "",
     "print assembly with the source line of each instruction, as Compiler Explorer reads it",
     true},
    {"--dot", "FILE", "write the machine graph before register assignment as Graphviz text"},
    {"--dot-after", "PASS", "the pass after which --dot draws", true},
    {"--check", "", "let the compiler check its own output, as it does by default", true},
    {"--stats", "", "print statistics of the program"},
    {"--json", "", "print the result as one JSON value"},
}};
constexpr auto kOptions =
    join_options(kOwnOptions, kSettingsOfCompile, kModuleOptions, kLanguageOptions, kShaderLimits);

constexpr std::array<CompileStage, 4> kStages = {CompileStage::tgsi, CompileStage::nir,
                                                 CompileStage::ir3, CompileStage::assembly};

// Prints what --print asks for and keeps the graph that --dot asks for.
class PrintingObserver final : public CompileObserver {
  public:
    explicit PrintingObserver(std::ostream& out) : out_(out) {}

    // False when the list names a form that does not exist; `unknown` is then its name.
    [[nodiscard]] bool select(std::string_view list, std::string& unknown) {
        for (std::size_t start = 0; start <= list.size();) {
            const std::size_t end = std::min(list.find(',', start), list.size());
            const std::string_view name = list.substr(start, end - start);
            bool known = name == "spirv"; // which only modules have
            for (const CompileStage stage : kStages) {
                if (to_string(stage) == name) {
                    wanted_[static_cast<std::size_t>(stage)] = true;
                    known = true;
                }
            }
            if (!known) {
                unknown = name;
                return false;
            }
            start = end + 1;
        }
        return true;
    }

    void draw_after(std::optional<std::string_view> pass) {
        draws_ = true;
        draw_after_ = pass;
    }

    [[nodiscard]] bool wants(CompileStage stage) const override {
        return wanted_[static_cast<std::size_t>(stage)];
    }

    // The assembly alone is printed without a heading, so that it can be assembled again.
    void show(CompileStage stage, std::string_view title, std::string_view text) override {
        const bool only_assembly =
            !wants(CompileStage::tgsi) && !wants(CompileStage::nir) && !wants(CompileStage::ir3);
        if (!only_assembly) {
            out_ << "=== " << to_string(stage) << ": " << title << '\n';
        }
        out_ << text;
        if (!text.ends_with('\n')) {
            out_ << '\n';
        }
        if (!only_assembly) {
            out_ << '\n';
        }
    }

    [[nodiscard]] bool wants_graph() const override { return draws_; }

    void show_graph(std::string_view title, std::string_view dot) override {
        pass_names_ += pass_names_.empty() ? "" : ", ";
        pass_names_ += title;
        assigned_ = assigned_ || title == "assign_registers";
        if (draw_after_ ? title == *draw_after_ : !assigned_) {
            graph_ = dot;
        }
    }

    [[nodiscard]] const std::string& graph() const { return graph_; }
    [[nodiscard]] const std::string& pass_names() const { return pass_names_; }

  private:
    std::ostream& out_;
    std::array<bool, kStages.size()> wanted_{};
    bool draws_ = false;
    bool assigned_ = false;
    std::optional<std::string_view> draw_after_;
    std::string graph_;
    std::string pass_names_;
};

void print_statistics(const ir3::ProgramStatistics& statistics, std::string_view prefix,
                      std::ostream& out) {
    for (const auto& [name, value] : named_statistics(statistics)) {
        out << prefix << name << ' ' << value << '\n';
    }
}

std::string json_result(const CompileResult& result, std::string_view file, const Arguments& args) {
    std::string text;
    json::Writer json(text);
    json.begin_object();
    json.member("shader", file).member("status", to_string(result.status));
    json.name("reason");
    if (result.status == CompileStatus::compiled) {
        json.null();
    } else {
        json.string(result.reason);
    }
    if (result.status == CompileStatus::compiled) {
        json.name("statistics").begin_object();
        for (const auto& [name, value] : named_statistics(result.program.statistics)) {
            json.member(name, value);
        }
        json.end_object();
        json.name("header");
        append_program_header(json, result.program);
        if (!args.has("-o")) {
            json.name("words").begin_array();
            for (const std::uint64_t word : result.program.words) {
                json.string(hex(word, 16));
            }
            json.end_array();
        }
    }
    json.end_object();
    return text + '\n';
}

int run_compile(const Arguments& arguments, const Streams& streams) {
    const std::optional<std::uint32_t> gpu = gpu_of(arguments, streams);
    if (!gpu) {
        return exit_usage;
    }
    PrintingObserver observer(streams.out);
    const std::optional<std::string_view> list = arguments.value("--print");
    const bool json = arguments.has("--json");
    const bool marks_lines = arguments.has("--line-marks");
    const bool prints_assembly = !list && !json && !arguments.has("-o") && !marks_lines;
    if (marks_lines && (json || list)) {
        return usage_error(streams, "--line-marks prints assembly in a form of its own and cannot "
                                    "be combined with --json or --print");
    }
    std::string unknown;
    if ((list || prints_assembly) && !observer.select(list.value_or("asm"), unknown)) {
        return usage_error(streams, "--print does not know '" + unknown + '\'' +
                                        suggestion(unknown, kForms) +
                                        "; it takes a list of tgsi, spirv, nir, ir3, asm");
    }
    if (arguments.has("--dot")) {
        observer.draw_after(arguments.value("--dot-after"));
    }
    const std::optional<Limits> limits = limits_of(arguments, streams);
    VariantKey key{*gpu};
    if (!limits || !read_settings(arguments, streams, key)) {
        return exit_usage;
    }
    const std::optional<spirv::TranslateOptions> translation =
        read_translation(arguments, key, *limits, streams);
    int code = exit_usage;
    std::optional<InputFile> file =
        translation ? read_input(arguments.operands()[0], streams, *limits, code) : std::nullopt;
    if (!file) {
        return code;
    }
    ModuleFault fault;
    if (!to_module(*file, arguments, streams, *limits, &fault)) {
        if (json) {
            const CompileResult result = {fault.status, {}, fault.reason};
            streams.out << json_result(result, file->name, arguments);
        }
        return exit_findings;
    }
    const InputForm form = detect_form(file->content);
    if (form == InputForm::spirv && list && is_form_of_module(*list)) {
        if (json) {
            return usage_error(streams, "--print " + std::string(*list) +
                                            " ends before the module is compiled, and --json "
                                            "tells what came of that");
        }
        return show_module(*file, *list, *translation, streams);
    }
    Diagnostics diagnostics(file->name, shown_text(*file), limits->errors);
    const bool observes = list || prints_assembly || arguments.has("--dot");
    CompileObserver* shown = observes ? &observer : nullptr;
    const CompileResult result =
        compile_shader(file->content, form, *translation, key, diagnostics, shown, *limits);
    streams.err << diagnostics.render(streams.colour_errors);
    if (json) {
        streams.out << json_result(result, file->name, arguments);
    }
    if (result.status != CompileStatus::compiled) {
        return exit_findings;
    }
    if (arguments.has("--dot") && observer.graph().empty()) {
        return usage_error(streams, "no graph was drawn; the passes are " + observer.pass_names());
    }
    const auto write = [&](std::string_view option, const std::string& content) {
        const std::optional<std::string_view> path = arguments.value(option);
        return !path || write_output(*path, content, streams);
    };
    if (!write("-o", bytes_from_words(result.program.words)) ||
        !write("--header", write_program_header(result.program, 2) + '\n') ||
        !write("--dot", observer.graph())) {
        return exit_usage;
    }
    if (marks_lines) {
        streams.out << marked_assembly(result.program, file->name);
    }
    if (arguments.has("--stats") && !json) {
        const bool as_comment = observer.wants(CompileStage::assembly) || marks_lines;
        print_statistics(result.program.statistics, as_comment ? "; " : "", streams.out);
    }
    return exit_fine;
}

} // namespace

const CommandSpec kCompileCommand = {
    "compile",
    "FILE",
    1,
    1,
    "Compiles a shader to machine code. FILE is GLSL, HLSL, a SPIR-V module, TGSI, or NIR "
    "text (its first word is 'shader'). "
    "Without -o the program is printed as assembly, its header as directives.",
    kOptions,
    run_compile,
    nullptr,
    "jacquard compile examples/transform.vert.tgsi --gpu 630 --stats\n"
    "jacquard compile examples/lit_texture.frag.tgsi --print nir,asm"};

} // namespace jacquard::driver
