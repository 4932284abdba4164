// The statistics of Mesa's table for Adreno (src/util/shader_stats.xml), under its names. Its last
// helper instruction and early preamble are unknown here and left out.

#include <jacquard/generated/ir3/parts.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/library/program/cost_rows.h>
#include <jacquard/tool/cost/formats/cost_formats.h>
#include <jacquard/tool/cost/formats/cost_stages.h>

#include <array>
#include <string_view>

namespace jacquard::driver {

namespace {

// The category of an instruction stands in the highest bits of its word.
constexpr unsigned kCategoryShift = 61;
constexpr std::uint64_t kDwordsOfWord = 2;

std::uint32_t last_interpolation(const CostedShader& shader) {
    std::uint32_t last = 0;
    for (const ir3::LineCost& line : shader.report->lines) {
        for (const ir3::WordCost& word : line.words) {
            last = word.unit == ir3::CostUnit::varying && word.index + 1 > last ? word.index + 1
                                                                                : last;
        }
    }
    for (const ir3::WordCost& word : shader.report->unlined.words) {
        last = word.unit == ir3::CostUnit::varying && word.index + 1 > last ? word.index + 1 : last;
    }
    return last;
}

} // namespace

std::string cost_mesa(const CostedShader& shader) {
    std::string text;
    json::Writer json(text);
    json.begin_object().member("file", shader.source->name).member("form", shader.form());
    json.member("gpu", shader.gpu).member("status", to_string(shader.status));
    if (!shader.report) {
        json.member("reason", shader.reason).end_object();
        return text + '\n';
    }
    const ir3::CostReport& report = *shader.report;
    const ir3::ProgramStatistics& statistics = shader.program.statistics;
    json.member("stage", cost_stage(report.stage).name);
    json.name("statistics").begin_object();
    json.member("Max Waves Per Core", report.waves);
    json.member("Instruction Count",
                report.main.counts.issue_slots + report.preamble.counts.issue_slots);
    json.member("Code size",
                static_cast<std::int64_t>(kDwordsOfWord * shader.program.words.size()));
    const bool is_compiled = statistics.instructions != 0; // machine code has no such figures
    if (is_compiled) {
        json.member("NOPs Count", statistics.nops).member("MOV Count", statistics.movs);
        json.member("COV Count", statistics.covs);
    }
    json.member("Registers used", report.registers.full);
    json.member("Half-registers used", report.registers.half);
    if (report.stage == ir3::ShaderStage::fragment) {
        json.member("Last interpolation instruction", last_interpolation(shader));
    }
    json.member("Instructions with SS sync bit", report.main.counts.short_syncs);
    json.member("Instructions with SY sync bit", report.main.counts.long_syncs);
    const ir3::WaitCycles& path = report.main.paths.critical;
    json.name("Estimated cycles stalled on SS").number(path.short_wait);
    json.name("Estimated cycles stalled on SY").number(path.long_wait);
    std::array<std::uint32_t, 8> categories{};
    for (const std::uint64_t word : shader.program.words) {
        ++categories[word >> kCategoryShift];
    }
    for (std::size_t i = 0; i < categories.size(); ++i) {
        json.member("cat" + std::to_string(i) + " instructions", categories[i]);
    }
    if (is_compiled) {
        json.member("STP Count", statistics.spill_stores);
        json.member("LDP Count", statistics.spill_loads);
    }
    json.member("Preamble Instruction Count", report.preamble.counts.issue_slots);
    json.end_object();
    json.end_object();
    return text + '\n';
}

} // namespace jacquard::driver
