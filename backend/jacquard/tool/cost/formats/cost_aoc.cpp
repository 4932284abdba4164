// The sections and names that scripts look for in the output of Qualcomm's offline compiler: a name
// at the beginning of a line, its number at the end.

#include <jacquard/ir3/cost/cost_waits.h>
#include <jacquard/ir3/isa/listing/listing.h>
#include <jacquard/library/program/cost_rows.h>
#include <jacquard/tool/cost/formats/cost_formats.h>
#include <jacquard/tool/cost/formats/cost_stages.h>

#include <algorithm>
#include <array>

namespace jacquard::driver {

namespace {

using ir3::CostReport;
using ir3::CostUnit;
using ir3::InstructionCounts;

constexpr std::size_t kNameWidth = 60;

class Output {
  public:
    std::string take() { return std::move(text_); }

    void section(std::string_view title) { text_.append("\n").append(title).append("\n"); }

    void line(std::string_view name, double value) {
        const std::size_t start = text_.size();
        text_.append(name).append(" ");
        text_.resize(std::max(text_.size(), start + kNameWidth), ' ');
        text_ += ": " + number_text(value) + '\n';
    }

    void percent(std::string_view name, double part, double whole) {
        constexpr double kPercent = 100;
        line(name, whole > 0 ? std::min(part / whole * kPercent, kPercent) : 0);
    }

    void text(std::string_view text) { text_ += text; }

  private:
    std::string text_;
};

void add_counts(Output& out, const InstructionCounts& counts) {
    out.line("Total instruction count", counts.total);
    out.line("ALU instruction count - 32 bit", counts.alu_full);
    out.line("ALU instruction count - 16 bit", counts.alu_half);
    out.line("Complex instruction count - 32 bit", counts.complex_full);
    out.line("Complex instruction count - 16 bit", counts.complex_half);
    out.line("Flow control instruction count", counts.flow);
    out.line("Barrier and fence Instruction count", counts.barriers);
    out.line("Short latency sync instruction count", counts.short_syncs);
    out.line("Long latency sync instruction count", counts.long_syncs);
    out.line("Texture read instruction count", counts.texture_reads);
    out.line("Memory read instruction count", counts.memory_reads);
    out.line("Memory write instruction count", counts.memory_writes);
    out.line("Miscellaneous instruction count",
             double{0} + counts.moves + counts.nops + counts.other);
}

void add_program(Output& out, const CostReport& report) {
    out.line("Full precision register footprint per shader instance", report.registers.full);
    out.line("Half precision register footprint per shader instance", report.registers.half);
    out.line("Overall register footprint per shader instance", report.registers.overall);
    out.line("Scratch memory usage per shader instance", report.scratch_vec4);
    out.line("Loop count", report.main.loops);
    out.line("Output component count", report.output_components);
    out.line("Input component count", report.input_components);
    out.line("ALU fiber occupancy percentage", report.occupancy);
}

void add_performance(Output& out, const CostReport& report) {
    const ir3::WaitCycles& path = report.main.paths.critical;
    const double exposed = ir3::exposed_share(path, report.waves_that_share);
    out.section("Latency Hiding");
    out.percent("Cycles with short latency sync", path.short_wait, path.all());
    out.percent("Cycles with exposed short latency sync", path.short_wait * exposed, path.all());
    out.percent("Cycles with long latency sync", path.long_wait, path.all());
    out.percent("Cycles with exposed long latency sync", path.long_wait * exposed, path.all());
    // A turn of a wave takes this long while the other waves hide as many of its waits as they can.
    const ir3::UnitCycles& units = report.main.paths.on_critical;
    const double turn =
        std::max(path.all() / report.waves_that_share,
                 std::max(path.issue, *std::max_element(units.begin(), units.end())));
    const auto cycles = [&](CostUnit unit) { return units[static_cast<unsigned>(unit)]; };
    out.section("Performance Stats");
    out.percent("Cycles with ALU instructions", cycles(CostUnit::alu), turn);
    out.percent("Cycles with Complex instructions", cycles(CostUnit::complex), turn);
    out.percent("Cycles with Memory instructions", cycles(CostUnit::memory), turn);
    out.percent("Cycles with Texture instructions", cycles(CostUnit::texture), turn);
}

void add_listing(Output& out, const CostedShader& shader) {
    out.section("Hardware Instructions");
    out.text(ir3::disassemble_program(shader.program.words, shader.report->revision));
    if (!shader.source->text.empty() && !shader.binning) {
        out.section("Shader Source");
        out.text(shader.source->text);
        if (!shader.source->text.ends_with('\n')) {
            out.text("\n");
        }
    }
}

} // namespace

std::string cost_aoc(std::span<const CostedShader> shaders, const AocOptions& options) {
    Output out;
    for (const CostedShader& shader : shaders) {
        if (!shader.report) {
            continue;
        }
        const CostReport& report = *shader.report;
        out.section("Shader Stats " + std::string(shader.binning ? "BINNING " : "") +
                    std::string(cost_stage(report.stage).letters));
        out.section("Shader Preamble Stats");
        add_counts(out, report.preamble.counts);
        out.line("Loop count", report.preamble.loops);
        out.section("Main Shader Stats");
        add_counts(out, report.main.counts);
        add_program(out, report);
        if (options.performance) {
            add_performance(out, report);
        }
        if (options.listing) {
            add_listing(out, shader);
        }
    }
    return out.take();
}

} // namespace jacquard::driver
