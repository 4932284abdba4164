#include "fixture.h"

#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/program/assembly_reader.h>

namespace jacquard::ir3::testing {

Program assembled(std::string_view text) {
    Diagnostics diagnostics("test.asm", text);
    driver::AssemblyPlaces places;
    std::optional<Program> program =
        driver::read_assembly(text, std::nullopt, diagnostics, {}, &places);
    INFO(diagnostics.render());
    REQUIRE(program.has_value());
    for (const std::uint32_t line : places.lines) {
        program->lines.push_back({line});
    }
    return *program;
}

Program compiled(std::string_view tgsi, std::uint32_t gpu, bool binning) {
    driver::VariantKey key{gpu};
    key.binning = binning;
    return compiled(tgsi, key);
}

Program compiled(std::string_view tgsi, const driver::VariantKey& key) {
    Diagnostics diagnostics("test.tgsi", tgsi);
    driver::CompileResult result = driver::compile_tgsi(tgsi, key, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(result.status == driver::CompileStatus::compiled);
    return result.program;
}

CostReport report_of(const Program& program) {
    const std::optional<CostReport> report = cost_report(program);
    REQUIRE(report.has_value());
    return *report;
}

CostReport report_of(std::string_view assembly) {
    return report_of(assembled(assembly));
}

double cycles_of(const UnitCycles& cycles, CostUnit unit) {
    return cycles[static_cast<unsigned>(unit)];
}

} // namespace jacquard::ir3::testing
