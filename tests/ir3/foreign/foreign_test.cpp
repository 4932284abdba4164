// Programs that another compiler made of real modules and of small probes: their words print and
// assemble, they run without a fault, and they compute what a third implementation recorded.
#include <jacquard/ir3/isa/assemble/assemble.h>
#include <jacquard/ir3/isa/disassemble/disassemble.h>
#include <jacquard/runs/recorded/judge_recorded.h>
#include <jacquard/tool/files/recorded_file.h>

#include "catch.h"
#include "foreign_program.h"
#include "recorded_runs.h"
#include "run_foreign.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>

using namespace jacquard;
using namespace jacquard::testing;

namespace {

namespace fs = std::filesystem;

const fs::path kVectors = fs::path(JACQUARD_SHARED_DIR) / "vectors";
const fs::path kCorpus = fs::path(JACQUARD_SHARED_DIR) / "corpus" / "spirv";

using Counts = std::map<std::string, std::size_t>;

std::string content_of(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// The lines of a file; none where it is not there, which is said.
std::vector<std::string> lines_of(const fs::path& path) {
    std::istringstream in;
    std::ostringstream none;
    std::vector<std::string> faults;
    const auto text = driver::read_recorded_file(path.string(), {in, none, none}, {}, faults);
    std::vector<std::string> lines;
    if (!text) {
        WARN("skipped: " << (faults.empty() ? path.string() : faults[0]));
        return lines;
    }
    std::istringstream stream(*text);
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(std::move(line));
    }
    return lines;
}

// If the folder is absent the comparison is skipped, which is reported.
bool has_vectors() {
    if (!fs::exists(kVectors)) {
        WARN("skipped: there is no folder " << kVectors);
        return false;
    }
    return true;
}

std::vector<driver::ForeignProgram> programs_of(const std::string& line) {
    std::string fault;
    std::vector<driver::ForeignProgram> programs = driver::parse_foreign_programs(line, fault);
    INFO(line.substr(0, 200));
    INFO(fault);
    REQUIRE(!programs.empty());
    return programs;
}

// Modules by the hash of their bytes.
std::map<std::string, std::string> modules() {
    std::map<std::string, std::string> found;
    std::istringstream lines(content_of(kCorpus / "manifest.tsv"));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream columns(line);
        std::array<std::string, 4> cells; // module, stage, entry point, hash
        for (std::string& cell : cells) {
            std::getline(columns, cell, '\t');
        }
        found[cells[3]] = cells[0];
    }
    return found;
}

std::map<std::string, std::vector<driver::RecordedCase>> recorded_runs() {
    std::map<std::string, std::vector<driver::RecordedCase>> runs;
    for (const std::string& line : lines_of(kCorpus / "cases.jsonl.gz")) {
        std::string fault;
        auto recorded = driver::parse_recorded_case(line, fault);
        REQUIRE(recorded.has_value());
        const std::string module = recorded->module;
        runs[module].push_back(std::move(*recorded));
    }
    return runs;
}

bool has_doubles(const driver::SpirvResult& module) {
    const auto is_double = [](const driver::VaryingFacts& varying) {
        return varying.scalar.base == nir::BaseType::float_type && varying.scalar.bit_size == 64;
    };
    return std::any_of(module.inputs.begin(), module.inputs.end(), is_double) ||
           std::any_of(module.outputs.begin(), module.outputs.end(), is_double);
}

std::string text_of(const Counts& counts) {
    std::string text;
    for (const auto& [what, count] : counts) {
        text += std::to_string(count) + ' ' + what + '\n';
    }
    return text;
}

// A label is the number of the instruction it stands before; a word has the distance to it. And
// where a load of a1.x has (r), the mnemonic says so: both are assembled.
std::string text_of_word(const std::string& text, std::size_t index) {
    static constexpr std::string_view kLoad = "mova1 a1.x, (r)";
    const std::size_t label = text.find("#l");
    if (label != std::string::npos) {
        const auto target = std::stol(text.substr(label + 2));
        return text.substr(0, label + 1) + std::to_string(target - static_cast<long>(index));
    }
    const std::size_t load = text.find(kLoad);
    return load == std::string::npos
               ? text
               : text.substr(0, load) + "mova1.u a1.x, " + text.substr(load + kLoad.size());
}

// Older lists print these in another way; the text assembles to its word all the same. The bits of
// bary.f that count slots were taken for marks, and indices of memory are shifted otherwise than
// they said.
constexpr std::string_view kOlderSpellings[] = {"bary.f", "flat.b", "ldg.a", "stg.a"};
const Counts kInOlderSpelling = {{"bary.f", 27}, {"flat.b", 2}, {"ldg.a", 89}, {"stg.a", 340}};

// Programs that cannot be run or judged, and why. Three runs each on three parts.
const Counts kLeftOut = {
    {"no recorded run", 114},
    {"variables share a binding", 168},
    {"constants of the shader itself, which the facts do not give", 54},
    {"64-bit floats, which that compiler does not have", 72},
    {"the case does not give VARYING_SLOT_VAR1", 9},
};

// Checkers that ask for the sign of a sine where it is about zero: it hangs on how the argument was
// reduced.
const Counts kNoise = {
    {"usr_lib_x86_64-linux-gnu_qt5_examples_quick_scenegraph_fboitem_shaders_"
     "checker.frag-3b53e9.frag.spv",
     3},
    {"usr_lib_x86_64-linux-gnu_qt5_examples_quick_scenegraph_fboitem_shaders_"
     "checker_rhi.frag-4f85a6.frag.spv",
     3},
};

// The same of the programs of 2025, on four parts.
const Counts kLeftOutOf2025 = {
    {"no recorded run", 87},
    {"variables share a binding", 52},
    {"constants of the shader itself, which the facts do not give", 12},
    {"64-bit floats, which that compiler does not have", 24},
    {"the case does not give VARYING_SLOT_VAR0", 24},
    {"the case does not give VARYING_SLOT_VAR1", 12},
    {"a third source that is read late, which is disputed", 14},
};

// Besides the sign of a sine about zero: linking packs the components of varyings that are left
// anew, which the facts do not tell, so that the case's do not stand where the program looks. All
// parts compute the same.
const Counts kNoiseOf2025 = {
    {"1d-42d4ca.vert.spv", 12},
    {"ddnet_data_shader_vulkan_spritemulti.vert-88116e.vert.spv", 12},
    {"libvkbasalt.so-579f9d.vert.spv", 12},
    {"light-refract.vert-1987db.vert.spv", 12},
    {"scenegraph_fboitem_shaders_checker_rhi.frag-4f85a6.frag.spv", 4},
    {"selection_shader_opengl_fragment.glsl-32bddd.frag.spv", 12},
    {"shaders_GL_1.5_gl_shader_frag_fonts.glsl-90e546.frag.spv", 12},
    {"shadow.frag-a0f8e3.frag.spv", 12},
    {"simple.vert-0deb3d.vert.spv", 12},
    {"wme_modelx.vertex-dd93dd.vert.spv", 6},
};

// The driver of these parts links stages, and numbers the remaining varyings anew; runs on all
// parts.
const Counts kNumberedAnew = {
    {"ddnet_data_shader_primex.frag-9266c1.frag.spv", 12},
    {"ddnet_data_shader_vulkan_quad.frag-d534bf.frag.spv", 12},
};

// Programs of which no run can be made up.
const Counts kNotRun = {{"variables share a binding", 100}};

// Probes whose source does what the emulator reports: lanes store different values to one place, or
// read shared memory that nothing wrote, which the compiler of 2025 does not read. On three parts.
const std::map<std::string, ir3::FaultKind> kFaulty = {
    {"cs_globalid.comp", ir3::FaultKind::data_race},
    {"sh_only_barrier.comp", ir3::FaultKind::data_race},
    {"sh_const.comp", ir3::FaultKind::unwritten_memory},
    {"sh_iatomics.comp", ir3::FaultKind::unwritten_memory},
};

constexpr std::string_view kUnreadIn2025 = "sh_const.comp";

// The outcome of the runs of a file's programs.
struct Recordings {
    bool found = false;
    Counts left_out;
    Counts disagreements;
    Counts in_another_order; // Agree when varyings are numbered otherwise.
    unsigned agreements = 0;
};

// Adds what came of a program's runs.
void judge_runs(RecordedRuns& program, std::span<const driver::RecordedCase> runs,
                const std::string& name, Recordings& seen) {
    Recordings own;
    for (const driver::RecordedCase& recorded : runs) {
        const std::optional<bool> agrees = program.agrees(recorded);
        if (!agrees) {
            INFO(name << ", run " << recorded.run << ": " << program.reason());
            CHECK((program.fault() == ir3::FaultKind::none ||
                   program.reason().ends_with("which is disputed")));
            ++own.left_out[program.reason()];
        } else if (*agrees) {
            ++own.agreements;
        } else {
            UNSCOPED_INFO(name << ", run " << recorded.run << ": " << program.difference());
            ++own.disagreements[name];
        }
    }
    const bool is_whole = own.agreements == runs.size();
    if (!is_whole && program.agrees_in_another_order()) {
        seen.in_another_order[name] += runs.size();
        return;
    }
    seen.agreements += own.agreements;
    for (const auto& [what, count] : own.left_out) {
        seen.left_out[what] += count;
    }
    for (const auto& [what, count] : own.disagreements) {
        seen.disagreements[what] += count;
    }
}

Recordings run_recordings(std::string_view file) {
    Recordings seen;
    const std::vector<std::string> lines = lines_of(kVectors / file);
    const std::map<std::string, std::vector<driver::RecordedCase>> runs = recorded_runs();
    if (lines.empty() || runs.empty()) {
        return seen;
    }
    seen.found = true;
    const std::map<std::string, std::string> names = modules();
    for (const std::string& line : lines) {
        const driver::ForeignProgram program = std::move(programs_of(line).front());
        const auto name = names.find(program.sha1);
        const auto found = name == names.end() ? runs.end() : runs.find(name->second);
        if (program.has_binding_alias || found == runs.end()) {
            ++seen.left_out[program.has_binding_alias ? "variables share a binding"
                                                      : "no recorded run"];
            continue;
        }
        Diagnostics diagnostics;
        const driver::SpirvResult loaded =
            driver::load_spirv(content_of(kCorpus / "modules" / name->second), {}, diagnostics);
        if (has_doubles(loaded)) {
            seen.left_out["64-bit floats, which that compiler does not have"] +=
                found->second.size();
            continue;
        }
        RecordedRuns recorded(program, loaded, found->second);
        judge_runs(recorded, found->second, program.name.substr(program.name.rfind('/') + 1), seen);
    }
    return seen;
}

} // namespace

TEST_CASE("every word of another compiler's programs prints as it says, and assembles back",
          "[foreign]") {
    if (!has_vectors()) {
        return;
    }
    std::set<std::pair<ir3::Revision, std::uint64_t>> words;
    Counts older;
    for (const std::string_view name :
         {"spirv_programs", "spirv_pipelines", "probe_programs", "probe_programs_a3xx_a5xx",
          "spirv_programs_26", "probe_programs_26"}) {
        for (const std::string& line : lines_of(kVectors / (std::string(name) + ".jsonl.gz"))) {
            for (const driver::ForeignProgram& program : programs_of(line)) {
                const auto revision = ir3::revision_of_part(program.gpu);
                REQUIRE(revision.has_value());
                for (std::size_t i = 0; i < program.words.size(); ++i) {
                    if (!words.emplace(*revision, program.words[i]).second) {
                        continue;
                    }
                    const std::string text = text_of_word(program.texts[i], i);
                    INFO(program.name << " on " << program.gpu << ", word " << i);
                    const std::string printed = ir3::disassemble(program.words[i], *revision);
                    const auto spelling = std::find_if(
                        std::begin(kOlderSpellings), std::end(kOlderSpellings),
                        [&](std::string_view name) { return text.find(name) != text.npos; });
                    if (printed != text && spelling != std::end(kOlderSpellings)) {
                        ++older[std::string(*spelling)];
                    } else {
                        CHECK(printed == text);
                    }
                    CHECK(ir3::assemble(text, *revision).word == program.words[i]);
                    const bool has_label = program.texts[i].find("#l") != std::string::npos;
                    CHECK((has_label ||
                           ir3::assemble(program.texts[i], *revision).word == program.words[i]));
                }
            }
        }
    }
    CHECK(words.size() > 98'000);
    CHECK(text_of(older) == text_of(kInOlderSpelling));
}

TEST_CASE("programs of another compiler compute what was recorded", "[foreign]") {
    struct File {
        std::string_view name;
        const Counts& left_out;
        const Counts& disagreements;
        const Counts& in_another_order;
        unsigned agreements;
    };
    const Counts none;
    const File files[] = {
        {"spirv_programs.jsonl.gz", kLeftOut, kNoise, none, 3000},
        {"spirv_programs_26.jsonl.gz", kLeftOutOf2025, kNoiseOf2025, kNumberedAnew, 750},
    };
    for (const File& file : files) {
        const Recordings seen = run_recordings(file.name);
        if (seen.found) {
            CHECK(text_of(seen.left_out) == text_of(file.left_out));
            CHECK(text_of(seen.disagreements) == text_of(file.disagreements));
            CHECK(text_of(seen.in_another_order) == text_of(file.in_another_order));
            CHECK(seen.agreements > file.agreements);
        }
    }
}

TEST_CASE("programs of another compiler run without a fault", "[foreign]") {
    if (!has_vectors()) {
        return;
    }
    Counts left_out;
    unsigned runs = 0;
    unsigned disputed = 0;
    for (const std::string_view name : {"probe_programs", "spirv_pipelines", "probe_programs_26"}) {
        for (const std::string& line : lines_of(kVectors / (std::string(name) + ".jsonl.gz"))) {
            for (const driver::ForeignProgram& program : programs_of(line)) {
                std::string reason;
                const auto runner = driver::ForeignRunner::prepare(program, reason);
                driver::RecordedResult result;
                if (program.has_binding_alias || runner == nullptr) {
                    ++left_out[program.has_binding_alias ? "variables share a binding" : reason];
                    continue;
                }
                runner->invent_inputs();
                const bool fine = runner->run(driver::made_up_case(program), result, reason);
                INFO(program.name << " on " << program.gpu << ", " << program.variant);
                INFO(reason);
                ++runs;
                const bool is_of_2025 = name.ends_with("_26");
                if (is_of_2025 && is_disputed(runner->fault(), reason)) {
                    ++disputed;
                    continue;
                }
                const auto faulty = kFaulty.find(program.name);
                const bool is_faulty =
                    faulty != kFaulty.end() && !(is_of_2025 && program.name == kUnreadIn2025);
                CHECK(fine == !is_faulty);
                if (is_faulty) {
                    CHECK(runner->fault() == faulty->second);
                }
            }
        }
    }
    CHECK(text_of(left_out) == text_of(kNotRun));
    CHECK(runs > 2700);
    CHECK(disputed == 58);
}
