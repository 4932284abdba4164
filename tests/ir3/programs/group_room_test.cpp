// Compute programs with barriers: all waves of a workgroup find room at a time, on every part.

#include <jacquard/generated/ir3/parts.h>
#include <jacquard/ir3/compiler/compiler.h>
#include <jacquard/ir3/cost/program_needs.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/ir3/target/occupancy.h>
#include <jacquard/ir3/target/workgroup_limits.h>
#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/runs/engines/run_nir.h>
#include <jacquard/runs/engines/run_program.h>

#include "catch.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

using namespace jacquard;

namespace {

constexpr std::uint32_t kBufferWords = 1200;

ir3::MachineFacts facts_of(unsigned part) {
    return ir3::machine_facts(*ir3::revision_of_part(part), part);
}

// Loads so many words, waits, and stores what depends on all of them and their order.
std::string shader_of(unsigned num_live, unsigned lanes, bool waits, unsigned depth = 0) {
    std::string text = "shader compute\nproperty \"CS_FIXED_BLOCK_WIDTH\" " +
                       std::to_string(lanes) +
                       "\nproperty \"shared_size\" 4\n\nfunction \"main\" entry {\n    b0:\n";
    unsigned count = 0;
    const auto add = [&](const std::string& what, const std::string& type = "32") {
        text += "        %" + std::to_string(count) + ':' + type + " = " + what + '\n';
        return '%' + std::to_string(count++);
    };
    const std::string index = add("load_local_invocation_index");
    const std::string zero = add("const 0");
    const std::string four = add("const 4");
    const std::string start = add("imul " + index + ", " + four);
    std::vector<std::string> words;
    for (unsigned i = 0; i < num_live; ++i) {
        const std::string at = add("iadd " + start + ", " + add("const " + std::to_string(i * 4)));
        words.push_back(add("load_ssbo " + zero + ", " + at + " {align_mul=4}"));
    }
    if (waits) {
        text += "        barrier {execution_scope=workgroup, memory_scope=workgroup, "
                "memory_semantics=acquire|release, memory_modes=mem_shared}\n";
    }
    std::string sum = zero;
    for (unsigned i = 0; i < num_live; ++i) {
        sum = add("imul " + add("ixor " + sum + ", " + words[num_live - 1 - i]) + ", " + words[i]);
    }
    const std::string one = add("const 1");
    const std::string store =
        "store_ssbo " + sum + ", " + one + ", " + start + " {write_mask=x, align_mul=4}\n";
    if (depth == 0) {
        return text + "        " + store + "}\n";
    }
    // Each if is around the next one and ends in a place of its own.
    std::vector<std::string> asked;
    for (unsigned i = 0; i < depth; ++i) {
        asked.push_back(add("ult " + add("const " + std::to_string(i)) + ", " + index, "1"));
    }
    unsigned block = 1;
    for (unsigned i = 0; i < depth; ++i) {
        text +=
            "    if " + asked[i] + " {\n    b" + std::to_string(block++) + ":\n        " + store;
    }
    for (unsigned i = 0; i < depth; ++i) {
        text += "    } else {\n    b" + std::to_string(block) + ":\n    }\n    b" +
                std::to_string(block + 1) + ":\n        " + store;
        block += 2;
    }
    return text + "}\n";
}

driver::CompileResult compiled(const std::string& text, unsigned part, std::string& refusal) {
    driver::VariantKey key;
    key.gpu = part;
    Diagnostics diagnostics("group.nir", text);
    driver::CompileResult result = driver::compile_nir(text, key, diagnostics);
    refusal = diagnostics.render();
    return result;
}

driver::CaseRun run_over_words() {
    driver::CaseRun run;
    run.groups = {2, 1, 1};
    std::vector<driver::Vector4> words(kBufferWords / 4);
    std::uint32_t word = 12345;
    for (driver::Vector4& vector : words) {
        for (std::uint32_t& component : vector) {
            component = word = word * 1664525U + 1013904223U;
        }
    }
    run.memories.push_back({nir::MemorySpace::ssbo, {words, words}});
    return run;
}

// Returns the fault of a run; empty if there is none.
std::string fault_of_run(const ir3::Program& program, const driver::CaseRun& run,
                         driver::RunResult& found) {
    std::string fault;
    const auto runner = driver::ProgramRunner::prepare(program, fault);
    if (runner != nullptr && runner->run(run, found, fault)) {
        fault.clear();
    }
    return fault;
}

std::vector<driver::Vector4> interpreted(const std::string& text, const driver::CaseRun& run,
                                         unsigned part) {
    Diagnostics diagnostics("group.nir", text);
    const driver::NirResult loaded =
        driver::load_nir(text, driver::SourceLanguage::nir, false, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(loaded.shader != nullptr);
    std::string fault;
    const auto interpreter = driver::NirRunner::prepare(*loaded.shader, fault);
    INFO(fault);
    REQUIRE(interpreter != nullptr);
    interpreter->set_part({part, 0});
    driver::RunResult result;
    const bool has_run = interpreter->run(run, result, fault);
    INFO(fault);
    REQUIRE(has_run);
    return result.memories.at(0).buffers.at(1);
}

} // namespace

TEST_CASE("group room: the most registers of a workgroup are what the formula tells") {
    unsigned compared = 0;
    for (const ir3::PartInfo& part : ir3::part_infos()) {
        const ir3::MachineFacts facts = facts_of(part.part);
        for (std::uint32_t lanes = 32; lanes <= 1024; lanes += 32) {
            for (const unsigned width : {1U, 2U}) {
                if (lanes > facts.most_waves * facts.wave_lanes * width) {
                    continue;
                }
                ir3::WaveNeeds needs;
                needs.stage = ir3::ShaderStage::compute;
                needs.group_lanes = lanes;
                needs.wave_size = facts.wave_lanes * width;
                needs.waits = true;
                const unsigned begun = facts.wave_lanes * width * facts.wave_granularity;
                const unsigned groups = (lanes + begun - 1) / begun;
                const unsigned expected =
                    std::min<unsigned>(facts.wave_vec4 / (groups * width), facts.full_registers);
                INFO(part.part << ' ' << lanes << ' ' << width);
                CHECK(ir3::most_registers(needs, facts) == expected);
                ++compared;
            }
        }
    }
    CHECK(compared > 3000);
}

TEST_CASE(
    "group room: programs with barriers have no more registers than a workgroup has room for") {
    std::map<std::string, unsigned> counts;
    for (const unsigned part : {420U, 540U, 608U, 610U, 630U, 660U, 702U, 730U, 740U, 830U, 840U}) {
        const ir3::MachineFacts facts = facts_of(part);
        for (const unsigned lanes : {256U, 512U, 1024U}) {
            if (lanes > facts.workgroup_axis) {
                continue;
            }
            for (const unsigned num_live : {4U, 24U, 64U}) {
                INFO("part " << part << ", " << lanes << " lanes, " << num_live << " live");
                const std::string text = shader_of(num_live, lanes, true);
                std::string refusal;
                const driver::CompileResult result = compiled(text, part, refusal);
                INFO(refusal);
                if (!facts.private_memory && result.status != driver::CompileStatus::compiled) {
                    CHECK(num_live > 4);
                    CHECK(refusal.find("error[I302]") != std::string::npos);
                    ++counts["refused"];
                    continue;
                }
                REQUIRE(result.status == driver::CompileStatus::compiled);
                const ir3::Program& program = result.program;
                const ir3::WaveNeeds needs =
                    ir3::needs_of_words(program, *ir3::revision_of_part(part), facts);
                CHECK(needs.waits);
                CHECK(needs.full_registers == program.statistics.full_registers);
                const ir3::Occupancy occupancy = ir3::occupancy_of(needs, facts);
                CHECK(occupancy.holds_group());
                CHECK(occupancy.waves == program.statistics.waves);
                CHECK(occupancy.lanes == program.wave_size);
                CHECK(needs.full_registers <= ir3::most_registers(needs, facts));
                ++counts[program.statistics.spill_stores != 0 ? "spilled" : "in registers"];

                // Without a barrier the same shader keeps all registers there are.
                const driver::CompileResult free =
                    compiled(shader_of(num_live, lanes, false), part, refusal);
                REQUIRE(free.status == driver::CompileStatus::compiled);
                CHECK(free.program.statistics.spill_stores <= program.statistics.spill_stores);

                const driver::CaseRun run = run_over_words();
                driver::RunResult found;
                CHECK(fault_of_run(program, run, found) == "");
                REQUIRE_FALSE(found.memories.empty());
                CHECK(found.memories.at(0).buffers.at(1) == interpreted(text, run, part));
            }
        }
    }
    CHECK(counts["in registers"] > 50);
    CHECK(counts["spilled"] > 20);
    CHECK(counts["refused"] > 0); // by the one part without private memory
}

TEST_CASE("group room: a program that leaves room for its workgroup is made once") {
    class Translations : public ir3::PassObserver {
      public:
        void after_pass(std::string_view pass, const ir3::Graph& /*graph*/) override {
            count += pass == "translate" ? 1 : 0;
        }
        unsigned count = 0;
    };
    const auto times_made = [](unsigned num_live, unsigned lanes) {
        const std::string text = shader_of(num_live, lanes, true);
        Diagnostics diagnostics("group.nir", text);
        const driver::NirResult loaded =
            driver::load_nir(text, driver::SourceLanguage::nir, false, diagnostics);
        REQUIRE(loaded.shader != nullptr);
        Translations observer;
        ir3::CompileOptions options;
        options.gpu = 630;
        options.observer = &observer;
        REQUIRE(ir3::compile(*loaded.shader, options, diagnostics));
        return observer.count;
    };
    CHECK(times_made(24, 1024) == 1);
    CHECK(times_made(64, 512) == 1);
    CHECK(times_made(64, 1024) > 1);
}

TEST_CASE("group room: what never finds room is refused by name") {
    std::string refusal;
    // The waves of a small part are begun one by one: 16 of them have 4 places each.
    CHECK(compiled(shader_of(4, 1024, true, 4), 610, refusal).status ==
          driver::CompileStatus::compiled);
    CHECK(compiled(shader_of(4, 1024, true, 5), 610, refusal).status !=
          driver::CompileStatus::compiled);
    CHECK(refusal.find("error[I303]: the 1024 invocations of a workgroup wait for each other at a "
                       "barrier in 16 waves of 64 lanes; part 610 runs 12 at a time with 5 places "
                       "at which lanes wait for others") != std::string::npos);
    CHECK(compiled(shader_of(4, 1024, false, 5), 610, refusal).status ==
          driver::CompileStatus::compiled);

    ir3::MachineFacts machine = facts_of(630);
    machine.private_memory = false;
    const std::string text = shader_of(64, 1024, true);
    Diagnostics diagnostics("group.nir", text);
    const driver::NirResult loaded =
        driver::load_nir(text, driver::SourceLanguage::nir, false, diagnostics);
    ir3::CompileOptions options;
    options.gpu = 630;
    options.machine = &machine;
    CHECK_FALSE(ir3::compile(*loaded.shader, options, diagnostics));
    CHECK(diagnostics.render().find("error[I302]") != std::string::npos);
    CHECK(diagnostics.render().find("more than the 48 there are") != std::string::npos);
    CHECK(diagnostics.render().find("the 1024 invocations of a workgroup wait for each other at a "
                                    "barrier, and all of them must have room at once") !=
          std::string::npos);
}

TEST_CASE("group room: the emulator faults where waves wait for such as never begin") {
    std::string refusal;
    driver::CompileResult result = compiled(shader_of(64, 256, true), 630, refusal);
    INFO(refusal);
    REQUIRE(result.status == driver::CompileStatus::compiled);
    const std::uint32_t registers = result.program.statistics.full_registers;
    REQUIRE(registers > 12);
    const auto fault_with = [&](std::uint32_t lanes) {
        result.program.workgroup_size = {lanes, 1, 1};
        result.program.wave_size = 64;
        driver::RunResult found;
        return fault_of_run(result.program, run_over_words(), found);
    };
    CHECK(fault_with(256) == "");
    const std::string fault = fault_with(1024);
    CHECK(fault.find("the 1024 invocations of a workgroup wait for each other at a barrier in 16 "
                     "waves of 64 lanes; part 630 runs " +
                     std::to_string(96 / registers * 2) + " at a time with " +
                     std::to_string(registers) + " full and 0 half registers") !=
          std::string::npos);
}

TEST_CASE("group room: as many workgroups are there at a time as two cores have room for") {
    const auto resident = [](unsigned part, std::uint32_t lanes, std::uint32_t registers) {
        ir3::Dispatch dispatch{{{lanes, 1, 1}}, {100, 1, 1}, 64};
        dispatch.needs.full_registers = registers;
        std::string fault;
        const auto waves = ir3::waves_of(dispatch, facts_of(part), part, fault);
        INFO(fault);
        REQUIRE(waves);
        return waves->resident();
    };
    CHECK(resident(630, 64, 4) == 32);
    CHECK(resident(630, 256, 4) == 8);
    CHECK(resident(630, 1024, 4) == 2);
    CHECK(resident(630, 1024, 48) == 1); // which does not wait, else it would be refused
    CHECK(resident(610, 64, 12) == 8);
}
