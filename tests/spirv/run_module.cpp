#include "run_module.h"

#include <jacquard/nir/text/print/printer.h>
#include <jacquard/nir/validate/validator.h>
#include <jacquard/runs/recorded/run_recorded.h>
#include <jacquard/spirv/module/read.h>
#include <jacquard/spirv/translate/translate.h>

#include "assembler.h"
#include "catch.h"

namespace jacquard::spirv {

std::uint32_t run_fragment(std::string_view text, std::uint32_t input,
                           std::string_view specialisation) {
    return run_fragment(text, input, driver::RecordedCase(), specialisation);
}

std::uint32_t run_fragment(std::string_view text, std::uint32_t input, driver::RecordedCase given,
                           std::string_view specialisation) {
    const std::string bytes = assemble(text);
    Diagnostics diagnostics("test.spv", {});
    TranslateOptions options;
    if (!specialisation.empty()) {
        options.specialisations.push_back(
            {0, static_cast<std::uint64_t>(std::stoll(std::string(specialisation)))});
    }
    const std::optional<Module> module = read_module(bytes, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(module.has_value());
    const TranslateResult translated = translate_to_nir(*module, options, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(translated.shader != nullptr);
    CHECK(nir::validation_report(*translated.shader, "translation").empty());
    const driver::SpirvResult loaded = driver::load_spirv(bytes, options, diagnostics);
    REQUIRE(loaded.nir.shader != nullptr);
    CHECK(nir::validation_report(*loaded.nir.shader, "pipeline").empty());
    std::string fault;
    const auto runner = driver::RecordedRunner::prepare(loaded, fault);
    REQUIRE(runner != nullptr);
    given.inputs.emplace_back("0", driver::LaneWordLists{{{input}, {input}, {input}, {input}}});
    given.outputs.emplace_back("0", driver::LaneWordLists{{{0}, {0}, {0}, {0}}});
    driver::RecordedResult result;
    const bool ran = runner->run(given, result, fault);
    INFO(fault);
    REQUIRE(ran);
    return result.outputs[0].second[0][0];
}

std::string translated_text(std::string_view text) {
    Diagnostics diagnostics("test.spv", {});
    const std::optional<Module> module = read_module(assemble(text), diagnostics);
    INFO(diagnostics.render());
    REQUIRE(module.has_value());
    const TranslateResult translated = translate_to_nir(*module, {}, diagnostics);
    REQUIRE(translated.shader != nullptr);
    return nir::print(*translated.shader);
}

std::string translation_faults(std::string_view text) {
    Diagnostics diagnostics("test.spv", {});
    const std::optional<Module> module = read_module(assemble(text), diagnostics);
    INFO(diagnostics.render());
    REQUIRE(module.has_value());
    CHECK(translate_to_nir(*module, {}, diagnostics).shader == nullptr);
    return diagnostics.render();
}

} // namespace jacquard::spirv
