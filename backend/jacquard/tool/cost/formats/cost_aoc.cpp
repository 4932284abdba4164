// The sections and names that scripts look for in the output of Qualcomm's offline compiler, and in
// what its driver tells: a name at the beginning of a line, its number at the end.

#include <jacquard/generated/version.h>
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

// A figure and its names, by AocSpelling. One that a spelling does not have is empty there.
struct CountName {
    std::array<std::string_view, 3> names;
    double (*count)(const InstructionCounts& counts);
};

constexpr auto kCounts = std::to_array<CountName>({
    {{"Total instruction count", "Total instruction count", "Instruction count all"},
     [](const InstructionCounts& counts) { return double{0} + counts.total; }},
    {{"ALU instruction count - 32 bit", "ALU instruction count 32bit",
      "ALU instruction count 32bit"},
     [](const InstructionCounts& counts) { return double{0} + counts.alu_full; }},
    {{"ALU instruction count - 16 bit", "ALU instruction count 16bit",
      "ALU instruction count 16bit"},
     [](const InstructionCounts& counts) { return double{0} + counts.alu_half; }},
    {{"Complex instruction count - 32 bit", "Complex instruction count 32bit", ""},
     [](const InstructionCounts& counts) { return double{0} + counts.complex_full; }},
    {{"Complex instruction count - 16 bit", "Complex instruction count 16bit", ""},
     [](const InstructionCounts& counts) { return double{0} + counts.complex_half; }},
    {{"", "", "Complex instruction count"},
     [](const InstructionCounts& counts) {
         return double{0} + counts.complex_full + counts.complex_half;
     }},
    {{"Flow control instruction count", "Flow control instruction count",
      "Flow control instruction count"},
     [](const InstructionCounts& counts) { return double{0} + counts.flow; }},
    {{"Barrier and fence Instruction count", "Barrier and fence Instruction count",
      "Barrier and fence instruction count"},
     [](const InstructionCounts& counts) { return double{0} + counts.barriers; }},
    {{"Short latency sync instruction count", "Short latency sync instruction count",
      "Short latency sync instruction count"},
     [](const InstructionCounts& counts) { return double{0} + counts.short_syncs; }},
    {{"Long latency sync instruction count", "Long latency sync instruction count",
      "Long latency sync instruction count"},
     [](const InstructionCounts& counts) { return double{0} + counts.long_syncs; }},
    {{"Texture read instruction count", "Texture read instruction count",
      "Texture read instruction count"},
     [](const InstructionCounts& counts) { return double{0} + counts.texture_reads; }},
    {{"Memory read instruction count", "Memory read instruction count",
      "Memory read instruction count"},
     [](const InstructionCounts& counts) { return double{0} + counts.memory_reads; }},
    {{"Memory write instruction count", "Memory write instruction count",
      "Memory write instruction count"},
     [](const InstructionCounts& counts) { return double{0} + counts.memory_writes; }},
    {{"Miscellaneous instruction count", "Miscellaneous instruction count",
      "Miscellaneous instruction count"},
     [](const InstructionCounts& counts) {
         return double{0} + counts.moves + counts.nops + counts.other;
     }},
});

class Output {
  public:
    explicit Output(AocSpelling spelling) : spelling_(spelling) {}

    std::string take() { return std::move(text_); }

    void shader(std::string_view title) {
        text_ += spelling_ == AocSpelling::aoc_2
                     ? "\n======== " + std::string(title) + " ========\n"
                     : '\n' + std::string(title) + '\n';
    }
    // Version 2 sets the sections of a shader towards the middle.
    void section(std::string_view title) {
        text_.append("\n").append(spelling_ == AocSpelling::aoc_2 ? 9 : 0, ' ');
        text_.append(title).append("\n");
    }

    void line(std::string_view name, double value) {
        if (spelling_ == AocSpelling::driver) {
            text_ += std::string(name) + ": " + number_text(value) + '\n';
            return;
        }
        const std::size_t start = text_.size();
        text_.append(name).append(" ");
        text_.resize(std::max(text_.size(), start + kNameWidth), ' ');
        text_ += (spelling_ == AocSpelling::aoc_2 ? ":   " : ": ") + number_text(value) + '\n';
    }

    void percent(std::string_view name, double part, double whole) {
        constexpr double kPercent = 100;
        line(name, whole > 0 ? std::min(part / whole * kPercent, kPercent) : 0);
    }

    void counts(const InstructionCounts& counts) {
        for (const CountName& one : kCounts) {
            const std::string_view name = one.names[static_cast<std::size_t>(spelling_)];
            if (!name.empty()) {
                line(name, one.count(counts));
            }
        }
    }

    void text(std::string_view text) { text_ += text; }

  private:
    AocSpelling spelling_;
    std::string text_;
};

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

// Adds what the driver tells of an executable, in one list.
void add_executable(Output& out, const CostReport& report) {
    out.shader(std::string(cost_stage(report.stage).name) + " Shader");
    out.line("Subgroup Size", report.wave_lanes);
    out.counts(report.main.counts);
    out.line("Full precision register footprint per shader instance", report.registers.full);
    out.line("Half precision register footprint per shader instance", report.registers.half);
    out.line("Overall register footprint per shader instance", report.registers.overall);
    out.line("Scratch memory usage per shader instance", report.scratch_vec4);
    out.line("Output component count", report.output_components);
    out.line("Input component count", report.input_components);
    out.line("ALU fiber occupancy percentage", report.occupancy);
}

} // namespace

std::string cost_aoc(std::span<const CostedShader> shaders, const AocOptions& options) {
    Output out(options.spelling);
    if (options.spelling == AocSpelling::aoc_2) {
        out.text(
            "    Adreno Offline Compiler (AOC)\n    -----------------------------\n"
            "    AOC Version     : 2.0\n    Compiler Version: jacquard " JACQUARD_VERSION_STRING
            "\n\n");
    }
    for (const CostedShader& shader : shaders) {
        if (!shader.report) {
            continue;
        }
        const CostReport& report = *shader.report;
        if (options.spelling == AocSpelling::driver) {
            if (!shader.binning) { // the driver tells of what renders
                add_executable(out, report);
            }
            continue;
        }
        out.shader("Shader Stats " + std::string(shader.binning ? "BINNING " : "") +
                   std::string(cost_stage(report.stage).letters));
        out.section("Shader Preamble Stats");
        out.counts(report.preamble.counts);
        out.line("Loop count", report.preamble.loops);
        out.section("Main Shader Stats");
        out.counts(report.main.counts);
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
