// Every fact of a machine that is not the same for all parts is obeyed: a compiler that believes of
// a part what holds of another makes another program of one of the shaders in machine_facts/, or
// refuses what it took, or takes what it refused. Whether such a program is wrong is shown for the
// facts of which the check of words and the emulator know, by tests/ir3/programs/facts_test.cpp.
#include <jacquard/generated/ir3/machine_list.h>
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/compiler/compiler.h>
#include <jacquard/library/frontend/load_spirv.h>
#include <jacquard/library/program/program_header.h>

#include "catch.h"
#include "spirv/assembler.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

using namespace jacquard;

namespace {

namespace fs = std::filesystem;

// One of each revision.
constexpr std::array<std::uint32_t, 6> kParts = {320, 420, 530, 630, 730, 830};

struct Module {
    std::string name;
    std::string bytes;
};

std::vector<Module> modules() {
    std::vector<Module> all;
    for (const auto& entry :
         fs::directory_iterator(fs::path(JACQUARD_SOURCE_DIR) / "tests/e2e/machine_facts")) {
        std::ifstream file(entry.path());
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        all.push_back({entry.path().filename().string(), spirv::assemble(text)});
    }
    std::sort(all.begin(), all.end(),
              [](const Module& a, const Module& b) { return a.name < b.name; });
    return all;
}

// The header, the statistics and the words of the program, or why there is none.
std::string program_of(const Module& module, std::uint32_t gpu, const ir3::MachineFacts* believed) {
    Diagnostics diagnostics(module.name, {});
    driver::SpirvResult loaded = driver::load_spirv(module.bytes, {}, diagnostics);
    INFO(module.name << ": " << diagnostics.render());
    REQUIRE(loaded.nir.status == driver::CompileStatus::compiled);
    ir3::CompileOptions options;
    options.gpu = gpu;
    options.machine = believed;
    options.resources = loaded.resources;
    std::optional<ir3::Program> program;
    try {
        program = ir3::compile(*loaded.nir.shader, options, diagnostics);
    } catch (const std::bad_alloc&) {
        return "more memory than the budget has"; // what is believed need not make sense
    }
    if (!program) {
        return diagnostics.all().at(0).message;
    }
    std::string text = driver::write_program_header(*program);
    text += " waves " + std::to_string(program->statistics.waves) + " constants " +
            std::to_string(program->statistics.constant_length);
    for (const std::uint64_t word : program->words) {
        text += ' ' + std::to_string(word);
    }
    return text;
}

ir3::MachineFacts facts_of(std::uint32_t gpu) {
    return ir3::machine_facts(*ir3::revision_of_part(gpu), gpu);
}

// The values that a fact has of other parts than `gpu`.
std::set<std::uint16_t> other_values(const ir3::MachineFactInfo& fact, std::uint32_t gpu) {
    std::set<std::uint16_t> values;
    for (const std::uint32_t other : kParts) {
        values.insert(fact.value(facts_of(other)));
    }
    values.erase(fact.value(facts_of(gpu)));
    return values;
}

// Facts that no compiled program shows, and why.
const std::map<std::string_view, std::string_view> kNotShown = {
    {"alias_line", "the compiler makes no aliases; the check of words and the emulator know it"},
    {"branch_offset_bits", "no shader here is that long; see facts_test.cpp"},
    {"half_moves_to_shared", "the compiler shares no halves; the check and the emulator know it"},
    {"narrows_shared_integers", "the same"},
    {"nops_after_predication",
     "the compiler predicates nothing; the check and the emulator know it"},
    {"nops_at_other_side", "the same"},
    {"preamble_loads_constants", "it tells which recorded programs have such views"},
    {"predicated_execution", "the compiler makes no such parts; the emulator refuses them"},
    {"relative_from_zero", "the compiler does without on all parts"},
    {"releases_varyings", "the compiler gives varyings back on all parts; the check asks for it"},
    {"repeats_varyings", "the compiler repeats none; the emulator refuses them"},
    {"scalar_predicates", "the compiler writes predicates of lanes alone; the emulator knows it"},
    {"two_predicate_branches", "the compiler makes none; the emulator refuses them"},
};

} // namespace

TEST_CASE("facts: whatever parts differ in makes other programs") {
    const std::vector<Module> all = modules();
    REQUIRE(all.size() > 15);
    std::map<std::string_view, std::string> shown; // by which shader, on which part
    std::set<std::string_view> differing;
    for (const std::uint32_t gpu : kParts) {
        std::vector<std::string> right;
        for (const Module& module : all) {
            right.push_back(program_of(module, gpu, nullptr));
        }
        for (const ir3::MachineFactInfo& fact : ir3::kMachineFactInfos) {
            for (const std::uint16_t value : other_values(fact, gpu)) {
                differing.insert(fact.name);
                ir3::MachineFacts believed = facts_of(gpu);
                fact.set(believed, value);
                for (std::size_t i = 0; i < all.size() && !shown.contains(fact.name); ++i) {
                    if (program_of(all[i], gpu, &believed) != right[i]) {
                        shown[fact.name] = all[i].name + ' ' + std::to_string(gpu);
                    }
                }
            }
        }
    }
    for (const std::string_view fact : differing) {
        INFO(fact << " is obeyed by no program");
        CHECK((shown.contains(fact) != kNotShown.contains(fact)));
    }
    CHECK(differing.size() == 66);
    CHECK(kNotShown.size() == 13);
}
