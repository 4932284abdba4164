#include <jacquard/driver/pipeline.h>
#include <jacquard/driver/tool/commands.h>
#include <jacquard/driver/tool/input_file.h>
#include <jacquard/driver/tool/input_form.h>
#include <jacquard/nir/parser.h>
#include <jacquard/nir/printer.h>
#include <jacquard/nir/validator.h>
#include <jacquard/tgsi/parse.h>
#include <jacquard/tgsi/translate.h>

#include <algorithm>
#include <array>
#include <memory>
#include <ostream>

namespace jacquard::driver {

namespace {

constexpr std::array<OptionSpec, 2> kOptions = {{
    {"--passes", "LIST", "passes to run in that order; none when not given"},
    {"--list", "", "list the passes that there are"},
}};

// Nothing when a name is unknown, which has then been said.
std::optional<std::vector<const PassInfo*>> parse_passes(std::string_view list,
                                                         const Streams& streams) {
    std::vector<const PassInfo*> passes;
    for (std::size_t start = 0; start < list.size();) {
        const std::size_t end = std::min(list.find(',', start), list.size());
        const std::string_view name = list.substr(start, end - start);
        start = end + 1;
        const PassInfo* pass = find_pass(name);
        if (pass == nullptr) {
            std::vector<std::string_view> names;
            for (const PassInfo& known : all_passes()) {
                names.push_back(known.name);
            }
            usage_error(streams, "unknown pass '" + std::string(name) + '\'' +
                                     suggestion(name, names) +
                                     "; 'jacquard opt --list' lists them");
            return std::nullopt;
        }
        passes.push_back(pass);
    }
    return passes;
}

std::unique_ptr<nir::Shader> load_shader(const InputFile& file, Diagnostics& diagnostics) {
    if (detect_form(file.content) != InputForm::tgsi) {
        return nir::parse(file.content, diagnostics);
    }
    const std::optional<tgsi::Program> program = tgsi::parse(file.content, diagnostics);
    return program ? std::move(tgsi::translate_to_nir(*program, {}, diagnostics).shader) : nullptr;
}

int run_optimise(const Arguments& arguments, const Streams& streams) {
    if (arguments.has("--list")) {
        for (const PassInfo& pass : all_passes()) {
            streams.out << pass.name << '\n';
        }
        return exit_fine;
    }
    if (arguments.operands().empty()) {
        return usage_error(streams, "'opt' needs FILE");
    }
    const std::optional<std::vector<const PassInfo*>> passes =
        parse_passes(arguments.value("--passes").value_or(""), streams);
    const std::optional<InputFile> file =
        passes ? read_input(arguments.operands()[0], streams) : std::nullopt;
    if (!file) {
        return exit_usage;
    }
    Diagnostics diagnostics(file->name, file->content);
    const std::unique_ptr<nir::Shader> shader = load_shader(*file, diagnostics);
    streams.err << diagnostics.render(streams.colour_errors);
    if (shader == nullptr) {
        return exit_findings;
    }
    for (const PassInfo* pass : *passes) {
        pass->run(*shader);
        const std::string report = nir::validation_report(*shader, pass->name);
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
