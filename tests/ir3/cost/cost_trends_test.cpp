// For any numbers of the table, code that is surely no worse must not cost more.

#include <jacquard/ir3/cost/cost_waits.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/ir3/target/occupancy.h>

#include "fixture.h"

#include <string>

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

constexpr std::uint32_t kParts[] = {330, 420, 540, 630, 650, 730, 830};

std::string at(std::uint32_t gpu, std::string_view stage, const std::string& words) {
    return "@gpu " + std::to_string(gpu) + "\n@stage " + std::string(stage) + '\n' + words;
}

// Sums, the first `half` of them at 16 bits.
std::string sums(unsigned half) {
    std::string text;
    for (unsigned i = 0; i < 8; ++i) {
        text += i < half ? "add.f hr0.x, hr0.y, hr0.z\n" : "add.f r0.x, r0.y, r0.z\n";
    }
    return text + "end\n";
}

// Lookups, each of which waits for the one before.
std::string lookups(unsigned count) {
    std::string text;
    for (unsigned i = 0; i < count; ++i) {
        text += i == 0 ? "sam" : "(sy)sam";
        text += " (f32)(xyzw)r1.x, r1.x, s#0, t#0\n";
    }
    return text + "(sy)add.f r0.x, r1.x, r1.x\nend\n";
}

double exposed(const CostReport& report) {
    const WaitCycles& waits = report.main.paths.critical;
    return (waits.short_wait + waits.long_wait) * exposed_share(waits, report.waves_that_share);
}

} // namespace

TEST_CASE("cost trends: more arithmetic at 16 bits never costs more") {
    for (const std::uint32_t gpu : kParts) {
        for (unsigned half = 0; half < 8; ++half) {
            INFO("part " << gpu << ", " << half << " of 8 sums at 16 bits");
            const CostReport more = report_of(at(gpu, "FRAG", sums(half)));
            const CostReport less = report_of(at(gpu, "FRAG", sums(half + 1)));
            CHECK(less.main.counts.alu_half == more.main.counts.alu_half + 1);
            for (std::size_t unit = 0; unit < kNumCostUnits; ++unit) {
                CHECK(less.main.paths.longest[unit] <= more.main.paths.longest[unit]);
            }
            CHECK(less.main.paths.critical.all() <= more.main.paths.critical.all());
        }
    }
}

TEST_CASE("cost trends: fewer registers never cost more") {
    for (const std::uint32_t gpu : kParts) {
        for (const char* stage : {"VERT", "FRAG"}) {
            double most = 0;
            std::uint32_t occupancy = 100;
            for (unsigned registers = 2; registers <= 48; ++registers) {
                INFO("part " << gpu << " " << stage << ", " << registers << " registers");
                const std::string last = "r" + std::to_string(registers - 1) + ".w";
                const CostReport report =
                    report_of(at(gpu, stage, "add.f " + last + ", r0.x, r0.y\n" + lookups(3)));
                CHECK(report.registers.overall == registers);
                CHECK(report.occupancy <= occupancy);
                occupancy = report.occupancy;
                // Cycles of waves of double width are twice as long and for twice as many lanes.
                CHECK(exposed(report) >= most);
                most = exposed(report);
            }
            CHECK(most > 0);
        }
    }
}

TEST_CASE("cost trends: fewer dependent lookups never cost more") {
    for (const std::uint32_t gpu : kParts) {
        for (unsigned count = 1; count < 6; ++count) {
            INFO("part " << gpu << ", " << count << " lookups");
            const CostReport less = report_of(at(gpu, "FRAG", lookups(count)));
            const CostReport more = report_of(at(gpu, "FRAG", lookups(count + 1)));
            CHECK(less.main.paths.critical.all() < more.main.paths.critical.all());
            CHECK(less.main.paths.critical.long_wait < more.main.paths.critical.long_wait);
            CHECK(exposed(less) <= exposed(more));
            CHECK(cycles_of(less.main.paths.longest, CostUnit::texture) <
                  cycles_of(more.main.paths.longest, CostUnit::texture));
        }
    }
}

TEST_CASE("cost trends: occupancy is that of a published report of a fragment shader") {
    const auto occupancy = [](std::uint32_t registers, std::uint32_t gpu) {
        WaveNeeds needs;
        needs.stage = ShaderStage::fragment;
        needs.full_registers = registers;
        return occupancy_of(needs, machine_facts(*revision_of_part(gpu), gpu)).percent;
    };
    CHECK(occupancy(44, 740) == 25);
    CHECK(occupancy(46, 650) == 12);
    CHECK(occupancy(4, 650) == 100);
}
