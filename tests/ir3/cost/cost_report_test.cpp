#include <jacquard/library/facade/compiler.h>

#include "fixture.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

// Everything that a report says of instructions, by what ProgramStatistics says of the same words.
void check_against_statistics(const Program& program) {
    const ProgramStatistics& statistics = program.statistics;
    const CostReport report = report_of(program);
    CHECK(report.main.counts.issue_slots == statistics.instructions);
    CHECK(report.preamble.counts.issue_slots == statistics.preamble_instructions);
    CHECK(report.main.counts.short_syncs == statistics.short_syncs);
    CHECK(report.main.counts.long_syncs == statistics.long_syncs);
    CHECK(report.registers.full == statistics.full_registers);
    CHECK(report.registers.half == statistics.half_registers);
    CHECK(report.constant_vec4 == statistics.constant_length);
    CHECK(report.waves == statistics.waves);
    CHECK(report.preamble.counts.total + report.main.counts.total == program.words.size());
    CHECK(report.main.counts.unknown == 0);
}

void check_sums(const InstructionCounts& counts) {
    CHECK(counts.alu_full + counts.alu_half + counts.complex_full + counts.complex_half +
              counts.flow + counts.barriers + counts.texture_reads + counts.memory_reads +
              counts.memory_writes + counts.moves + counts.nops + counts.other ==
          counts.total);
}

} // namespace

TEST_CASE("cost report: each instruction is counted once, under what it does") {
    const InstructionCounts counts = report_of("bary.f r0.z, 0, r0.x\n"
                                               "(rpt5)nop\n"
                                               "sam (f32)(xyzw)r1.x, r0.z, s#0, t#0\n"
                                               "(sy)mul.f r0.x, r1.x, r1.y\n"
                                               "mad.f16 hr0.z, hr0.x, hr0.y, hr0.z\n"
                                               "mov.f32f32 r2.x, r2.y\n"
                                               "cov.f32f16 hr2.x, r2.y\n"
                                               "rcp r0.x, r0.y\n"
                                               "(ss)rcp hr0.x, hr0.y\n"
                                               "ldg.u32 r3.x, g[r4.x], 2\n"
                                               "stg.u32 g[r4.x], r3.x, 1\n"
                                               "bar.g\n"
                                               "(ss)(sy)nop\n"
                                               "dsx (f32)(x)r5.x, r0.x\n"
                                               "kill p0.x\n"
                                               "end\n")
                                         .main.counts;
    CHECK(counts.total == 16);
    CHECK(counts.alu_full == 1);
    CHECK(counts.alu_half == 1);
    CHECK(counts.complex_full == 1);
    CHECK(counts.complex_half == 1);
    CHECK(counts.flow == 2);
    CHECK(counts.barriers == 1);
    CHECK(counts.texture_reads == 1);
    CHECK(counts.memory_reads == 1);
    CHECK(counts.memory_writes == 1);
    CHECK(counts.moves == 2);
    CHECK(counts.nops == 2);
    CHECK(counts.other == 2); // bary.f, dsx
    CHECK(counts.short_syncs == 2);
    CHECK(counts.long_syncs == 2);
    check_sums(counts);
}

TEST_CASE("cost report: what stands behind the last end is no part of the program") {
    CHECK(report_of("add.f r0.x, r0.x, r0.y\nend\nnop\nnop\n").main.counts.total == 2);
    CHECK(report_of("add.f r0.x, r0.x, r0.y\nnop\n").main.counts.total == 2);
}

TEST_CASE("cost report: a word without meaning is counted as such") {
    Program program = assembled("nop\nend\n");
    program.words.insert(program.words.begin(), ~0ULL);
    const CostReport report = report_of(program);
    CHECK(report.main.counts.unknown == 1);
    CHECK(report.main.counts.other == 1);
    CHECK(report.main.counts.total == 3);
}

TEST_CASE("cost report: the preamble stands apart") {
    const CostReport report = report_of("shps #l0\n"
                                        "getone #l0\n"
                                        "mov.u32u32 r0.x, 1\n"
                                        "(sy)(ss)shpe\n"
                                        "l0: add.f r0.x, r0.x, r0.y\n"
                                        "end\n");
    CHECK(report.preamble.counts.total == 4);
    CHECK(report.preamble.counts.moves == 1);
    CHECK(report.main.counts.total == 2);
    CHECK(cycles_of(report.main.paths.longest, CostUnit::none) == 2);
}

TEST_CASE("cost report: registers overlay where files are merged and add up where they are not") {
    const char* words = "add.f r1.x, r1.x, r1.y\nadd.f hr6.x, hr6.x, hr6.y\nend\n";
    const RegisterFootprint merged = report_of(std::string("@gpu 630\n") + words).registers;
    CHECK(merged.full == 2);
    CHECK(merged.half == 7);
    CHECK(merged.overall == 4);
    const RegisterFootprint apart = report_of(std::string("@gpu 330\n") + words).registers;
    CHECK(apart.overall == 2 + 4);
}

TEST_CASE("cost report: there is none of a part that does not exist") {
    Program program = assembled("end\n");
    program.gpu = 631;
    CHECK_FALSE(cost_report(program).has_value());
}

TEST_CASE("cost report: any words have a report") {
    std::uint64_t state = 1;
    for (unsigned round = 0; round < 200; ++round) {
        Program program;
        program.gpu = round % 2 == 0 ? 330 : 730;
        for (unsigned i = 0; i < 100; ++i) {
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
            // Mostly flow: the category is in the highest bits.
            program.words.push_back((i % 3 == 0 ? state & 0x1fffffffffffffffULL : state) ^
                                    (state >> 31));
        }
        check_sums(report_of(program).main.counts);
    }
}

TEST_CASE("cost report: counts of corpus shaders are those that the compiler made", "[corpus]") {
    const std::filesystem::path corpus = std::filesystem::path(JACQUARD_SHARED_DIR) / "corpus/tgsi";
    if (!std::filesystem::is_directory(corpus)) {
        WARN("skipped: the shader corpus is not there");
        SUCCEED("skipped: the shader corpus is not there");
        return;
    }
    unsigned compiled_shaders = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus)) {
        if (entry.path().extension() != ".tgsi" || ++compiled_shaders % 4 != 0) {
            continue; // a quarter of them will do
        }
        std::ifstream file(entry.path());
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        for (const std::uint32_t gpu : {330U, 540U, 630U, 730U}) {
            jacquard::Diagnostics diagnostics(entry.path().string(), text);
            const jacquard::driver::CompileResult result =
                jacquard::driver::compile_tgsi(text, {gpu}, diagnostics);
            if (result.status == jacquard::driver::CompileStatus::compiled) {
                INFO(entry.path() << " on " << gpu);
                check_against_statistics(result.program);
            }
        }
    }
    CHECK(compiled_shaders > 100);
}
