#include "shaders.h"

#include <jacquard/nir/text/parse/parser.h>
#include <jacquard/nir/text/print/printer.h>
#include <jacquard/nir/validate/validator.h>
#include <jacquard/passes/registry/registry.h>
#include <jacquard/spirv/assembly/assemble.h>
#include <jacquard/spirv/module/decorations.h>
#include <jacquard/spirv/module/read.h>
#include <jacquard/spirv/translate/images/combined_samplers.h>
#include <jacquard/spirv/translate/translate.h>
#include <jacquard/tgsi/read/parse.h>
#include <jacquard/tgsi/translate/translate.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace jacquard::texts {

namespace {

std::vector<nir::PassCall> passes_of(const Settings& settings) {
    const Setting* passes = settings.find("passes");
    if (passes == nullptr) {
        return {};
    }
    nir::PassList list = nir::parse_pass_list(passes->value);
    for (const std::string& error : list.errors) {
        settings.fault(*passes, error);
    }
    return std::move(list.calls);
}

// Runs the passes. The shader is valid before and after each, and a pass without arguments that
// settles, as its entry says, must find nothing more to do.
void run_passes(const Request& request, Made& made) {
    made.fail(nir::validation_report(*made.shader, "before the passes"));
    const std::vector<nir::PassCall> calls = passes_of(request.settings);
    if (calls.empty() || made.shader == nullptr) {
        return;
    }
    for (const nir::PassCall& call : calls) {
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

// The result of an input that was read: the shader behind its passes, or why there is none.
Made finished(const Request& request, Made made, const Diagnostics& diagnostics) {
    if (made.shader == nullptr) {
        made.refuse(request.settings, diagnostics);
    } else {
        run_passes(request, made);
    }
    return made;
}

// The text of a shader whose main function the lines are; lines in front of it that are not
// indented stand before the function.
std::string whole_text(const Request& request) {
    const std::optional<std::size_t> set = stage_of(request.settings);
    const std::string stage(set ? nir::kStageWords[*set].word : name_of(nir::Stage::fragment));
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

// The module of version 1.3 that assembly describes, whose ids need no definition.
std::optional<std::string> module_bytes(const std::string& text, Diagnostics& diagnostics) {
    spirv::AssembleOptions options;
    options.version = 0x00010300;
    options.check_definitions = false;
    return spirv::assemble(text, diagnostics, options);
}

} // namespace

std::vector<spirv::Specialisation> specialisations_of(const Settings& settings) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    std::vector<spirv::Specialisation> made;
    for (const Setting* setting : settings.all("specialise")) {
        const std::vector<std::string> words = words_of(setting->value);
        if (words.size() != 2) {
            settings.fault(*setting, "'specialise' takes the number of a constant and its value, "
                                     "as in 'specialise: 0 10'");
            continue;
        }
        const auto id =
            settings.number_of(*setting, words[0], 0, std::numeric_limits<std::uint32_t>::max());
        const auto value = settings.number_of(*setting, words[1], 0, kMost);
        if (!id || !value) {
            continue;
        }
        for (const spirv::Specialisation& other : made) {
            if (other.id == *id) {
                settings.fault(*setting, "the constant " + words[0] + " has a value already");
            }
        }
        made.push_back({static_cast<std::uint32_t>(*id), *value});
    }
    return made;
}

std::optional<std::size_t> stage_of(const Settings& settings) {
    std::vector<std::string_view> words;
    for (const nir::EnumWord& word : nir::kStageWords) {
        words.push_back(word.word);
    }
    return settings.choice("stage", words);
}

bool shows_main(const Settings& settings) {
    static constexpr std::array<std::string_view, 2> kParts = {"all", "main"};
    return settings.choice("show", kParts) == std::size_t{1};
}

namespace {

// Only values for constants that the module has take effect.
void check_specialisations(const Settings& settings, const spirv::Module& module) {
    std::vector<std::string> ids;
    const spirv::Decorations decorations(module);
    for (const spirv::Instruction& instruction : module.instructions) {
        if (const auto id = decorations.value(instruction.result, spirv::Decoration::SpecId)) {
            ids.push_back(std::to_string(*id));
        }
    }
    const std::vector<std::string_view> known(ids.begin(), ids.end());
    for (const Setting* setting : settings.all("specialise")) {
        const std::string id = words_of(setting->value)[0];
        if (std::find(ids.begin(), ids.end(), id) == ids.end()) {
            settings.idle(*setting,
                          unknown_word("specialisation constant of the module", id, known));
        }
    }
}

} // namespace

void read_passes(const Settings& settings) {
    (void)passes_of(settings);
}

bool is_whole_text(const Settings& settings, const Lines& framed) {
    return settings.flag("whole").value_or(framed.front().starts_with("shader"));
}

Answer refusal_of(const Settings& settings, const Diagnostics& diagnostics) {
    const bool are_shown = settings.flag("shown").value_or(false);
    Answer answer;
    answer.is_refusal = true;
    for (const std::string& line : lines_of(diagnostics.render())) {
        answer.text += are_shown || line.starts_with(kInputName) ? line + "\n" : "";
    }
    if (!diagnostics.has_errors()) {
        answer.fault = "the input is refused without an error";
    }
    return answer;
}

void Made::refuse(const Settings& settings, const Diagnostics& diagnostics) {
    shader = nullptr;
    answer = refusal_of(settings, diagnostics);
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
        made.refuse(request.settings, diagnostics);
        return made;
    }
    made.shader =
        tgsi::translate_to_nir(
            *program, {.precise = request.settings.flag("precise").value_or(false)}, diagnostics)
            .shader;
    return finished(request, std::move(made), diagnostics);
}

Made shader_of_nir(const Request& request) {
    Made made;
    made.is_whole = is_whole_text(request.settings, request.before);
    const Setting* stage = request.settings.find("stage");
    if (made.is_whole && stage != nullptr) {
        request.settings.idle(*stage, "'stage' is for inputs that are the lines of a function; a "
                                      "whole text says it itself");
    }
    const Setting* show = request.settings.find("show");
    if (!made.is_whole && show != nullptr) {
        request.settings.idle(*show, "'show' is for whole texts; of an input that is the lines of "
                                     "a function, the answer is these lines");
    }
    made.text = made.is_whole ? joined(request.before) : whole_text(request);
    Diagnostics diagnostics(kInputName, made.text);
    made.shader = nir::parse(made.text, diagnostics);
    return finished(request, std::move(made), diagnostics);
}

Made shader_of_spirv(const Request& request) {
    Made made;
    made.text = joined(request.before);
    Diagnostics diagnostics(kInputName, made.text);
    const auto bytes = module_bytes(made.text, diagnostics);
    const auto module = bytes ? spirv::read_module(*bytes, diagnostics) : std::nullopt;
    if (!module) {
        made.refuse(request.settings, diagnostics);
        return made;
    }
    check_specialisations(request.settings, *module);
    for (const auto& [set, binding] : spirv::combined_samplers(*module)) {
        made.combined.push_back({set, binding});
    }
    spirv::TranslateOptions options;
    options.specialisations = specialisations_of(request.settings);
    made.shader = spirv::translate_to_nir(*module, options, diagnostics).shader;
    return finished(request, std::move(made), diagnostics);
}

Answer nir_of(const Request& request, Made made) {
    if (made.shader == nullptr) {
        return made.answer;
    }
    const std::string printed = nir::print(*made.shader);
    if (made.is_whole && !shows_main(request.settings)) {
        return {printed, false, {}};
    }
    const std::size_t start = printed.find("{\n") + 2;
    const Lines lines = lines_of(printed.substr(start, printed.size() - start - 2));
    return {joined(without_ends(request.file, lines)), false, {}};
}

} // namespace jacquard::texts
