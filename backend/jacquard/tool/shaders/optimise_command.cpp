#include <jacquard/library/frontend/input_form.h>
#include <jacquard/nir/text/parse/parser.h>
#include <jacquard/nir/text/print/printer.h>
#include <jacquard/passes/registry/pass_runner.h>
#include <jacquard/support/text/near_name.h>
#include <jacquard/tgsi/read/parse.h>
#include <jacquard/tgsi/translate/translate.h>
#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/files/shader_input.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/frame/help.h>
#include <jacquard/tool/options/limit_options.h>
#include <jacquard/tool/options/spirv_commands.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <iomanip>
#include <memory>
#include <new>
#include <ostream>
#include <sstream>
#include <vector>

namespace jacquard::driver {

namespace {

std::vector<std::string> pass_names() {
    std::vector<std::string> names;
    for (const nir::PassInfo& pass : nir::all_passes()) {
        names.emplace_back(pass.name);
    }
    return names;
}

constexpr std::array<OptionSpec, 4> kOwnOptions = {{
    {"--passes", "LIST", "passes to run, in that order; none by default", false, pass_names},
    {"--until", "PASS", "stop after the first run of this pass of the list", false, pass_names},
    {"--time-passes", "", "print to standard error how long each pass of the list took"},
    {"--list", "", "list all passes"},
}};
constexpr auto kOptions =
    join_options(kOwnOptions, kModuleOptions, kLanguageOptions, kShaderLimits);

std::unique_ptr<nir::Shader> load_shader(const InputFile& file,
                                         const spirv::TranslateOptions& options,
                                         Diagnostics& diagnostics, const Limits& limits) {
    if (detect_form(file.content) == InputForm::spirv) {
        return translate_module(file, options, diagnostics);
    }
    if (detect_form(file.content) != InputForm::tgsi) {
        return nir::parse(file.content, diagnostics, limits);
    }
    const std::optional<tgsi::Program> program = tgsi::parse(file.content, diagnostics, limits);
    return program
               ? std::move(tgsi::translate_to_nir(*program, {false, limits}, diagnostics).shader)
               : nullptr;
}

// Cuts the list off after the first run of a pass. False, after saying so, where the list has none.
bool cut_after(nir::PassList& passes, std::string_view last, const Streams& streams) {
    std::vector<std::string_view> names;
    for (const nir::PassCall& call : passes.calls) {
        names.push_back(call.pass->name);
    }
    const auto found = std::find(names.begin(), names.end(), last);
    if (found == names.end()) {
        const std::string_view near = near_name(last, names);
        usage_error(streams,
                    "the list of '--passes' has no '" + std::string(last) + '\'' +
                        (near.empty() ? "" : "; did you mean '" + std::string(near) + "'?"));
        return false;
    }
    passes.calls.resize(static_cast<std::size_t>(found - names.begin()) + 1);
    return true;
}

// How often each pass ran and how long that took, in the order of their first runs.
class PassTimes {
  public:
    using Clock = std::chrono::steady_clock;

    void add(std::string_view pass, Clock::duration time) {
        auto row = std::find_if(rows_.begin(), rows_.end(),
                                [pass](const Row& each) { return each.pass == pass; });
        if (row == rows_.end()) {
            row = rows_.insert(row, Row{pass, 0, {}});
        }
        ++row->runs;
        row->time += time;
    }

    [[nodiscard]] std::string table() const {
        std::ostringstream out;
        using Milliseconds = std::chrono::duration<double, std::milli>;
        Milliseconds sum{};
        std::size_t width = std::string_view("total").size();
        for (const Row& row : rows_) {
            sum += row.time;
            width = std::max(width, row.pass.size());
        }
        out << std::left << std::setw(static_cast<int>(width)) << "pass" << std::right
            << "  runs          ms   share\n";
        const auto print_row = [&](std::string_view name, unsigned runs, Milliseconds time) {
            const double share = sum.count() > 0 ? 100 * time.count() / sum.count() : 0;
            out << std::left << std::setw(static_cast<int>(width)) << name << std::right
                << std::setw(6) << runs << std::fixed << std::setprecision(3) << std::setw(12)
                << time.count() << std::setprecision(1) << std::setw(7) << share << "%\n";
        };
        unsigned runs = 0;
        for (const Row& row : rows_) {
            print_row(row.pass, row.runs, row.time);
            runs += row.runs;
        }
        print_row("total", runs, sum);
        return out.str();
    }

  private:
    struct Row {
        std::string_view pass;
        unsigned runs;
        Clock::duration time;
    };

    std::vector<Row> rows_;
};

// Runs the passes. False when one broke the shader, was not given what it needs or took too much
// memory, which was said.
bool run_passes(nir::Shader& shader, const nir::PassList& passes, const InputFile& file,
                const Limits& limits, PassTimes& times, const Streams& streams) {
    const char* name = "";
    try {
        nir::PassRunner runner(shader, nir::PassRunner::Checks::always);
        for (const nir::PassCall& call : passes.calls) {
            name = call.pass->name.c_str();
            const PassTimes::Clock::time_point start = PassTimes::Clock::now();
            runner.run(call);
            times.add(call.pass->name, PassTimes::Clock::now() - start);
            switch (runner.fault()) {
            case nir::PassRunner::Fault::none: break;
            case nir::PassRunner::Fault::need:
                streams.err << file.name << ": error[D104]: a pass cannot run: " << runner.report();
                return false;
            case nir::PassRunner::Fault::broken:
                streams.err << file.name
                            << ": error[D101]: a pass broke the shader: " << runner.report();
                return false;
            }
        }
        return true;
    } catch (const std::bad_alloc& reason) {
        Diagnostics diagnostics(file.name + ": " + name, {});
        report_out_of_memory(diagnostics, reason, limits);
        streams.err << diagnostics.render(streams.colour_errors);
        return false;
    }
}

// What holds without a parameter, and which numbers it takes.
std::string limits_of(const nir::PassParameter& parameter) {
    const bool has_range = parameter.type == nir::ParameterType::number &&
                           (parameter.low != 0 || parameter.high != ~std::uint32_t{0});
    std::string text(parameter.otherwise);
    if (has_range) {
        text += (text.empty() ? "from " : ", from ") + std::to_string(parameter.low) + " to " +
                std::to_string(parameter.high);
    }
    return text.empty() ? text : " (" + text + ')';
}

void list_passes(std::ostream& out) {
    for (const nir::PassInfo& pass : nir::all_passes()) {
        out << pass.name << ": " << pass.doc << '\n';
        for (const nir::PassParameter& parameter : pass.parameters) {
            out << "    " << usage_of(parameter) << ": " << parameter.doc << limits_of(parameter)
                << '\n';
        }
    }
}

// The names of the passes, filled into lines.
std::string help_on_passes() {
    std::string names;
    for (const std::string& name : pass_names()) {
        names += name + ' ';
    }
    return "passes; --list says more about them, 'jacquard explain NAME' everything:\n  " +
           paragraph(names, 2);
}

int run_optimise(const Arguments& arguments, const Streams& streams) {
    if (arguments.has("--list")) {
        list_passes(streams.out);
        return exit_fine;
    }
    if (arguments.operands().empty()) {
        return usage_error(streams, "'opt' needs FILE");
    }
    nir::PassList passes = nir::parse_pass_list(arguments.value("--passes").value_or(""));
    for (const std::string& error : passes.errors) {
        usage_error(streams, error + "; 'jacquard opt --list' lists them");
    }
    if (const auto last = arguments.value("--until");
        last && passes.errors.empty() && !cut_after(passes, *last, streams)) {
        return exit_usage;
    }
    const std::optional<Limits> limits = limits_of(arguments, streams);
    int code = exit_usage;
    const std::optional<InputFile> file = passes.errors.empty() && limits
                                              ? read_shader(arguments, streams, *limits, code)
                                              : std::nullopt;
    if (!file) {
        return code;
    }
    const std::optional<spirv::TranslateOptions> options =
        spirv_options(arguments, *limits, streams);
    if (!options) {
        return exit_usage;
    }
    Diagnostics diagnostics(file->name, shown_text(*file), limits->errors);
    const std::unique_ptr<nir::Shader> shader = load_shader(*file, *options, diagnostics, *limits);
    streams.err << diagnostics.render(streams.colour_errors);
    PassTimes times;
    const bool is_done =
        shader != nullptr && run_passes(*shader, passes, *file, *limits, times, streams);
    if (shader != nullptr && arguments.has("--time-passes")) {
        streams.err << times.table();
    }
    if (!is_done) {
        return exit_findings;
    }
    streams.out << nir::print(*shader);
    return exit_fine;
}

} // namespace

const CommandSpec kOptimiseCommand = {"opt",
                                      "FILE",
                                      0,
                                      1,
                                      "Runs passes over NIR text, or over TGSI, SPIR-V, GLSL or "
                                      "HLSL after its translation, and prints "
                                      "NIR.",
                                      kOptions,
                                      run_optimise,
                                      help_on_passes,
                                      "jacquard opt examples/transform.vert.tgsi "
                                      "--passes copy_propagation,dead_code"};

} // namespace jacquard::driver
