#include <jacquard/driver/tool/commands.h>
#include <jacquard/driver/tool/input_file.h>
#include <jacquard/driver/tool/input_form.h>
#include <jacquard/nir/parser.h>
#include <jacquard/nir/printer.h>
#include <jacquard/nir/validator.h>
#include <jacquard/passes/registry.h>
#include <jacquard/tgsi/parse.h>
#include <jacquard/tgsi/translate.h>

#include <array>
#include <memory>
#include <ostream>

namespace jacquard::driver {

namespace {

constexpr std::array<OptionSpec, 2> kOptions = {{
    {"--passes", "LIST", "passes to run in that order; none when not given"},
    {"--list", "", "list the passes that there are"},
}};

std::unique_ptr<nir::Shader> load_shader(const InputFile& file, Diagnostics& diagnostics) {
    if (detect_form(file.content) != InputForm::tgsi) {
        return nir::parse(file.content, diagnostics);
    }
    const std::optional<tgsi::Program> program = tgsi::parse(file.content, diagnostics);
    return program ? std::move(tgsi::translate_to_nir(*program, {}, diagnostics).shader) : nullptr;
}

void list_passes(std::ostream& out) {
    for (const nir::PassInfo& pass : nir::all_passes()) {
        out << pass.name << ": " << pass.doc << '\n';
        for (const nir::PassParameter& parameter : pass.parameters) {
            out << "    :" << parameter.name << (parameter.has_value ? "=NUMBER" : "") << ": "
                << parameter.doc << '\n';
        }
    }
}

int run_optimise(const Arguments& arguments, const Streams& streams) {
    if (arguments.has("--list")) {
        list_passes(streams.out);
        return exit_fine;
    }
    if (arguments.operands().empty()) {
        return usage_error(streams, "'opt' needs FILE");
    }
    const nir::PassList passes = nir::parse_pass_list(arguments.value("--passes").value_or(""));
    for (const std::string& error : passes.errors) {
        usage_error(streams, error + "; 'jacquard opt --list' lists them");
    }
    const std::optional<InputFile> file =
        passes.errors.empty() ? read_input(arguments.operands()[0], streams) : std::nullopt;
    if (!file) {
        return exit_usage;
    }
    Diagnostics diagnostics(file->name, file->content);
    const std::unique_ptr<nir::Shader> shader = load_shader(*file, diagnostics);
    streams.err << diagnostics.render(streams.colour_errors);
    if (shader == nullptr) {
        return exit_findings;
    }
    for (const nir::PassCall& call : passes.calls) {
        call.run(*shader);
        const std::string report = nir::validation_report(*shader, call.pass->name);
        if (!report.empty()) {
            streams.err << file->name << ": error[D101]: a pass broke the shader: " << report;
            return exit_findings;
        }
    }
    streams.out << nir::print(*shader);
    return exit_fine;
}

} // namespace

const CommandSpec kOptimiseCommand = {
    "opt",
    "FILE",
    0,
    1,
    "Runs passes over NIR text, or over TGSI after its translation, and prints NIR.",
    kOptions,
    run_optimise};

} // namespace jacquard::driver
