#include "fact_answer.h"

#include <jacquard/library/facade/compile_spirv.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/nir/text/print/printer.h>
#include <jacquard/spirv/module/read.h>
#include <jacquard/spirv/translate/translate.h>

#include "assembler.h"

namespace jacquard::spirv {

namespace {

// The oldest and the newest part differ most.
constexpr std::array kParts = {630U, 730U};
constexpr std::uint32_t kSpecialised = 7; // the constant that the texts have

std::string machine_code(std::string_view bytes, const TranslateOptions& options,
                         std::uint32_t gpu) {
    Diagnostics diagnostics("fact.spv", {});
    const driver::SpirvProgram made =
        driver::compile_spirv(bytes, options, {.gpu = gpu, .check = true}, diagnostics);
    if (made.compiled.status != driver::CompileStatus::compiled) {
        return {};
    }
    std::string text = driver::write_program_header(made.compiled.program);
    for (const std::uint64_t word : made.compiled.program.words) {
        text += std::to_string(word) + '\n';
    }
    return text;
}

} // namespace

FactAnswer fact_answer(std::string_view text) {
    const std::string bytes = assemble(text);
    TranslateOptions options;
    options.specialisations.push_back({kSpecialised, 5});
    Diagnostics diagnostics("fact.spv", {});
    FactAnswer answer;
    const std::optional<Module> module = read_module(bytes, diagnostics);
    if (module) {
        const TranslateResult translated = translate_to_nir(*module, options, diagnostics);
        if (translated.shader != nullptr) {
            answer.nir = nir::print(*translated.shader);
            for (const std::uint32_t gpu : kParts) {
                answer.machine += machine_code(bytes, options, gpu);
            }
        }
    }
    answer.fault = diagnostics.has_errors() ? diagnostics.render() : "";
    return answer;
}

} // namespace jacquard::spirv
