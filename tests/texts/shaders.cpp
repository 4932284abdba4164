#include "shaders.h"

#include <jacquard/nir/text/parse/parser.h>
#include <jacquard/nir/text/print/printer.h>
#include <jacquard/nir/validate/validator.h>
#include <jacquard/passes/registry/registry.h>
#include <jacquard/spirv/assembly/assemble.h>
#include <jacquard/spirv/module/read.h>
#include <jacquard/spirv/translate/translate.h>
#include <jacquard/tgsi/read/parse.h>
#include <jacquard/tgsi/translate/translate.h>

#include <algorithm>
#include <array>

namespace jacquard::texts {

namespace {

// Runs the passes. The shader is valid before and after each, and a pass without arguments that
// settles, as its entry says, must find nothing more to do.
void run_passes(const Request& request, Made& made) {
    const Setting* passes = request.settings.find("passes");
    made.fail(nir::validation_report(*made.shader, "before the passes"));
    if (passes == nullptr || made.shader == nullptr) {
        return;
    }
    const nir::PassList list = nir::parse_pass_list(passes->value);
    if (!list.errors.empty()) {
        throw SettingFault{passes->line, list.errors[0]};
    }
    for (const nir::PassCall& call : list.calls) {
        call.run(*made.shader);
        std::string fault =
            nir::validation_report(*made.shader, "after " + std::string(call.pass->name));
        if (fault.empty() && call.pass->settles && call.arguments.empty() &&
            call.run(*made.shader)) {
            fault = std::string(call.pass->name) + " finds more to do right after itself";
        }
        if (!fault.empty()) {
            made.fail(fault);
            return;
        }
    }
    made.shader->number_values();
}

// The text of a shader whose main function the lines are; lines in front of it that are not
// indented stand before the function.
std::string whole_text(const Request& request) {
    static constexpr std::array<std::string_view, 6> kStages = {
        "fragment", "vertex", "compute", "geometry", "tess_control", "tess_evaluation"};
    const std::string stage(kStages.at(request.settings.choice("stage", kStages)));
    const auto body =
        std::find_if(request.before.begin(), request.before.end(),
                     [](const std::string& line) { return line.starts_with("    "); });
    return "shader " + stage + "\n" + joined({request.before.begin(), body}) +
           "function \"main\" entry {\n" + joined(request.file.first) +
           joined({body, request.before.end()}) + joined(request.file.last) + "}\n";
}

// The lines between those that every case has, if these came out as they were; else all lines.
Lines without_ends(const File& file, const Lines& lines) {
    if (lines.size() < file.first.size() + file.last.size() ||
        !std::equal(file.first.begin(), file.first.end(), lines.begin()) ||
        !std::equal(file.last.rbegin(), file.last.rend(), lines.rbegin())) {
        return lines;
    }
    return {lines.begin() + static_cast<std::ptrdiff_t>(file.first.size()),
            lines.end() - static_cast<std::ptrdiff_t>(file.last.size())};
}

} // namespace

spirv::TranslateOptions spirv_options(const Settings& settings) {
    spirv::TranslateOptions options;
    for (const Setting* setting : settings.all("specialise")) {
        const std::vector<std::string> words = words_of(setting->value);
        if (words.size() != 2) {
            throw SettingFault{setting->line, "'specialise' takes a number and a value"};
        }
        options.specialisations.push_back(
            {static_cast<std::uint32_t>(number_of(*setting, words[0])),
             number_of(*setting, words[1])});
    }
    return options;
}

std::optional<std::string> module_bytes(const std::string& text, Diagnostics& diagnostics) {
    spirv::AssembleOptions options;
    options.version = 0x00010300;
    options.check_definitions = false;
    return spirv::assemble(text, diagnostics, options);
}

Answer refusal_of(const Diagnostics& diagnostics) {
    Answer answer;
    answer.is_refusal = true;
    for (const std::string& line : lines_of(diagnostics.render())) {
        answer.text += line.starts_with(kInputName) ? line + "\n" : "";
    }
    if (!diagnostics.has_errors()) {
        answer.fault = "the input is refused without an error";
    }
    return answer;
}

void Made::refuse(const Diagnostics& diagnostics) {
    shader = nullptr;
    answer = refusal_of(diagnostics);
}

void Made::fail(const std::string& fault) {
    if (!fault.empty()) {
        shader = nullptr;
        answer.fault = fault;
    }
}

Made shader_of_tgsi(const Request& request) {
    Made made;
    made.text = joined(request.before);
    Diagnostics diagnostics(kInputName, made.text);
    const auto program = tgsi::parse(made.text, diagnostics);
    if (!program) {
        made.refuse(diagnostics);
        return made;
    }
    made.shader =
        tgsi::translate_to_nir(*program, {.precise = request.settings.flag("precise")}, diagnostics)
            .shader;
    if (made.shader == nullptr) {
        made.refuse(diagnostics);
    } else {
        run_passes(request, made);
    }
    return made;
}

Made shader_of_nir(const Request& request) {
    Made made;
    made.is_whole = request.settings.flag("whole") || request.before.front().starts_with("shader");
    made.text = made.is_whole ? joined(request.before) : whole_text(request);
    Diagnostics diagnostics(kInputName, made.text);
    made.shader = nir::parse(made.text, diagnostics);
    if (made.shader == nullptr) {
        made.refuse(diagnostics);
    } else {
        run_passes(request, made);
    }
    return made;
}

Made shader_of_spirv(const Request& request) {
    Made made;
    made.text = joined(request.before);
    Diagnostics diagnostics(kInputName, made.text);
    const auto bytes = module_bytes(made.text, diagnostics);
    const auto module = bytes ? spirv::read_module(*bytes, diagnostics) : std::nullopt;
    if (!module) {
        made.refuse(diagnostics);
        return made;
    }
    made.shader =
        spirv::translate_to_nir(*module, spirv_options(request.settings), diagnostics).shader;
    if (made.shader == nullptr) {
        made.refuse(diagnostics);
    } else {
        run_passes(request, made);
    }
    return made;
}

Answer nir_of(const Request& request, Made made) {
    if (made.shader == nullptr) {
        return made.answer;
    }
    static constexpr std::array<std::string_view, 2> kParts = {"all", "main"};
    const bool is_main = request.settings.choice("show", kParts) == 1;
    const std::string printed = nir::print(*made.shader);
    if (made.is_whole && !is_main) {
        return {printed, false, {}};
    }
    const std::size_t start = printed.find("{\n") + 2;
    const Lines lines = lines_of(printed.substr(start, printed.size() - start - 2));
    return {joined(without_ends(request.file, lines)), false, {}};
}

} // namespace jacquard::texts
