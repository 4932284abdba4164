// The judge of the differential fuzzer lets nothing pass but what a shader leaves open.
#include "catch.h"
#include "differential/comparison.h"
#include "differential/random_run.h"
#include "differential/random_subject.h"
#include "differential/reach.h"
#include "differential/reduction.h"
#include "generator/machine/machine_memory.h"

#include <algorithm>
#include <bit>
#include <string>

using namespace jacquard;
using namespace jacquard::fuzz;
using driver::CaseRun;
using driver::RunResult;

namespace {

std::string vertex(const std::string& body) {
    return "VERT\nDCL IN[0..1]\nDCL OUT[0], POSITION\nDCL TEMP[0..3]\n"
           "IMM[0] FLT32 {0.0, 1.0, 2.0, 0.5}\n" +
           body + "END\n";
}

CaseRun one_run(driver::Vector4 first, driver::Vector4 second = {}) {
    CaseRun run;
    run.inputs.resize(2);
    run.inputs[0].fill(first);
    run.inputs[1].fill(second);
    return run;
}

// The verdict on machine code whose results are as expected but for the first component of lane 1,
// which is `word`.
struct Verdict {
    bool is_difference = false;
    Agreements agreements;
};
Verdict judged(const std::string& text, bool precise, CaseRun run, std::uint32_t word) {
    const Subject subject{driver::SourceLanguage::tgsi, text, precise};
    const LoadedSubject loaded = load(subject);
    REQUIRE(loaded.shader != nullptr);
    std::string fault;
    const auto judge = Judge::prepare(*loaded.shader, precise, fault);
    REQUIRE(judge != nullptr);
    REQUIRE(judge->expect(std::span(&run, 1), fault));
    RunResult computed{run.expected_mask, run.expected};
    computed.outputs[0].lanes[1][0] = word;
    Verdict verdict;
    verdict.is_difference = judge->judge(run, computed, 0, verdict.agreements).has_value();
    return verdict;
}

bool is_open(const Verdict& verdict, nir::Freedom freedom) {
    return !verdict.is_difference &&
           verdict.agreements.open[static_cast<std::size_t>(freedom)] == 1;
}

constexpr std::uint32_t kOne = 0x3f800000;
constexpr std::uint32_t kNan = 0x7fc00000;

} // namespace

TEST_CASE("precise code must give the same bits") {
    const std::string text = vertex("ADD OUT[0], IN[0], IN[1]\n");
    const CaseRun run = one_run({kOne, kOne, kOne, kOne}, {kOne, 0, 0, 0});
    CHECK_FALSE(judged(text, true, run, 0x40000000).is_difference);
    CHECK(judged(text, true, run, 0x40000001).is_difference);
    CHECK(judged(text, true, run, kNan).is_difference);
}

TEST_CASE("the bits of a NaN are open, in what is computed of them, too") {
    const std::string text = vertex("MUL TEMP[0], IN[0], IN[1]\nAND OUT[0], TEMP[0], IN[1]\n");
    const CaseRun run = one_run({0x7f800000, kOne, kOne, kOne}, {0, kOne, kOne, kOne});
    // Infinity by zero, and no bits of it.
    CHECK_FALSE(judged(text, true, run, 0).is_difference);
    const std::string bits = vertex("MUL TEMP[0], IN[0], IN[1]\nUADD OUT[0], TEMP[0], IN[0]\n");
    CHECK(is_open(judged(bits, true, run, 0x12345678), nir::Freedom::nan_bits));
    const std::string chosen = vertex("MUL TEMP[0], IN[0], IN[1]\nFSNE TEMP[1], TEMP[0], TEMP[0]\n"
                                      "UCMP OUT[0], TEMP[1], IN[1].yyyy, IN[0].yyyy\n");
    CHECK(judged(chosen, true, run, 0x40000000).is_difference);
}

TEST_CASE("quotients may be products with reciprocals, and nothing else") {
    const std::string text = vertex("DIV OUT[0], IN[0], IN[1]\n");
    const float divisor = 49.0F;
    const CaseRun run = one_run({std::bit_cast<std::uint32_t>(5.0F), kOne, kOne, kOne},
                                {std::bit_cast<std::uint32_t>(divisor), kOne, kOne, kOne});
    const float quotient = 5.0F / divisor;
    const float reciprocal = 1.0F / divisor;
    const float product = 5.0F * reciprocal;
    REQUIRE(quotient != product);
    const Verdict exact = judged(text, true, run, std::bit_cast<std::uint32_t>(quotient));
    CHECK(exact.agreements.exact == 1);
    const Verdict other = judged(text, true, run, std::bit_cast<std::uint32_t>(product));
    CHECK_FALSE(other.is_difference);
    CHECK(other.agreements.machine_functions == 1);
    CHECK(judged(text, true, run, std::bit_cast<std::uint32_t>(quotient) + 9).agreements.exact ==
          0);
}

TEST_CASE("fast code may lie within the bound") {
    const std::string text = vertex("MAD OUT[0], IN[0], IN[1], IN[1]\n");
    const CaseRun run = one_run({kOne, kOne, kOne, kOne}, {kOne, 0, 0, 0});
    CHECK(judged(text, false, run, 0x40000010).agreements.bound == 1);
    CHECK(judged(text, false, run, 0x40010000).is_difference);
    CHECK(judged(text, false, run, 0xc0000000).is_difference);
}

TEST_CASE("what depends on rounding is open in fast code, but not where instructions are precise") {
    const std::string text = vertex("MUL TEMP[0], IN[0], IN[1]\nMOV TEMP[1].x, IMM[0].xxxx\n"
                                    "FSEQ TEMP[1], TEMP[0], IMM[0].yyyy\n"
                                    "UCMP OUT[0], TEMP[1], IMM[0].zzzz, IMM[0].wwww\n");
    const CaseRun run = one_run({kOne, kOne, kOne, kOne}, {kOne, 0, 0, 0});
    CHECK(is_open(judged(text, false, run, 0x3f000000), nir::Freedom::rounding));
    CHECK(judged(text, true, run, 0x3f000000).is_difference);
    std::string precise = text;
    precise.replace(precise.find("MUL "), 4, "MUL_PRECISE ");
    precise.replace(precise.find("FSEQ "), 5, "FSEQ_PRECISE ");
    CHECK(judged(precise, false, run, 0x3f000000).is_difference);
    // A number that cannot come of it however it is rounded.
    CHECK(judged(vertex("MUL OUT[0], IN[0], IN[1]\n"), false, run, 0x40000000).is_difference);
}

TEST_CASE("comparisons with a NaN and signs of zeros are open in fast code") {
    const std::string text = vertex("FSLT TEMP[0], IN[0], IN[1]\n"
                                    "UCMP OUT[0], TEMP[0], IMM[0].yyyy, IMM[0].zzzz\n");
    const CaseRun run = one_run({kNan, kOne, kOne, kOne}, {kOne, 0, 0, 0});
    CHECK(is_open(judged(text, false, run, kOne), nir::Freedom::not_finite));
    CHECK(judged(text, true, run, kOne).is_difference);
    const std::string sign = vertex("MUL TEMP[0], IN[0], IN[1]\n"
                                    "USHR OUT[0], TEMP[0], IMM[1].xxxx\n");
    const std::string with_shift = sign.substr(0, sign.find("MUL")) +
                                   "IMM[1] UINT32 {3, 0, 0, 0}\n" + sign.substr(sign.find("MUL"));
    const CaseRun zero = one_run({0xbf800000, kOne, kOne, kOne}, {0, 0, 0, 0});
    CHECK(is_open(judged(with_shift, false, zero, kOne), nir::Freedom::tiny));
    CHECK(judged(with_shift, true, zero, kOne).is_difference);
}

TEST_CASE("lanes that live differ like words do") {
    const Subject subject{driver::SourceLanguage::tgsi,
                          "FRAG\nDCL IN[0], GENERIC, PERSPECTIVE\nDCL OUT[0], COLOR\n"
                          "KILL_IF IN[0].xxxx\nMOV OUT[0], IN[0]\nEND\n",
                          true};
    const LoadedSubject loaded = load(subject);
    std::string fault;
    const auto judge = Judge::prepare(*loaded.shader, true, fault);
    CaseRun run = one_run({kOne, kOne, kOne, kOne});
    REQUIRE(judge->expect(std::span(&run, 1), fault));
    RunResult computed{0xe, run.expected};
    Agreements agreements;
    const auto difference = judge->judge(run, computed, 0, agreements);
    REQUIRE(difference.has_value());
    CHECK(difference->in_mask);
}

TEST_CASE("what a shader leaves in memory is judged, also of lanes that left") {
    const Subject subject{driver::SourceLanguage::nir,
                          "shader fragment\nfunction \"main\" entry {\n    b0:\n"
                          "        %0:32 = const 0\n        %1:32 = const 16\n"
                          "        %2:32 = const 1.5\n        %3:1 = const true\n"
                          "        %4:32 = fadd %2, %2\n"
                          "        store_ssbo %4, %0, %1 {write_mask=x, align_mul=4}\n"
                          "        terminate_if %3\n}\n",
                          true};
    const LoadedSubject loaded = load(subject);
    REQUIRE(loaded.shader != nullptr);
    std::string fault;
    const auto judge = Judge::prepare(*loaded.shader, true, fault);
    CaseRun run;
    run.memories.push_back({nir::MemorySpace::ssbo, {{{}, {}}}});
    REQUIRE(judge->expect(std::span(&run, 1), fault));
    REQUIRE(run.expected_mask == 0);
    RunResult computed{0, {}, run.memories};
    computed.memories[0].buffers[0][1][0] = 0x40400000;
    Agreements agreements;
    CHECK_FALSE(judge->judge(run, computed, 0, agreements).has_value());
    CHECK(agreements.exact == 1);
    computed.memories[0].buffers[0][1][0] = 0x40400001;
    const auto difference = judge->judge(run, computed, 0, agreements);
    REQUIRE(difference.has_value());
    CHECK(difference->to_string() ==
          "run 0 MEMORY ssbo 0 vector 1 .x: expected 40400000, computed 40400001");
}

TEST_CASE("shaders with memory give each invocation a place of its own") {
    const std::vector<std::uint32_t> gpus = {630};
    const Ingredients ingredients(gpus);
    SubjectOptions options;
    options.language = driver::SourceLanguage::nir;
    options.has_memory = true;
    unsigned num_compute = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        nir::Choices choices(seed);
        const RandomSubject made = random_subject(choices, ingredients, options);
        REQUIRE(made.loaded.shader != nullptr);
        const ShaderInterface interface = interface_of(*made.loaded.shader);
        num_compute += interface.group_size != 0 ? 1 : 0;
        for (const CaseRun& run : made.runs) {
            INFO(made.subject.text);
            CHECK((run.groups[0] != 0) == (interface.group_size != 0));
            if (!interface.has_buffers) {
                continue;
            }
            REQUIRE_FALSE(run.memories.empty());
            const unsigned invocations =
                interface.group_size == 0
                    ? driver::kCaseLanes
                    : interface.group_size * run.groups[0] * run.groups[1] * run.groups[2];
            const auto& own = run.memories[0].buffers.at(nir::MemoryOfMachine::kOwn);
            CHECK(own.size() * sizeof(driver::Vector4) >=
                  invocations * nir::MemoryOfMachine::kOwnBytes);
        }
    }
    CHECK(num_compute > 10);
}

TEST_CASE("a shader that the parser or the interpreter does not take is a failure") {
    const Comparison comparison({630});
    Coverage coverage;
    std::vector<CaseRun> runs(1);
    const auto malformed =
        comparison.check({driver::SourceLanguage::tgsi, "VERT\nNO\n", true}, runs, coverage);
    REQUIRE(malformed.has_value());
    CHECK(malformed->kind == FailureKind::malformed);
    const std::string endless = "VERT\nDCL OUT[0], POSITION\nDCL TEMP[0]\n"
                                "BGNLOOP\nUIF TEMP[0]\nBRK\nENDIF\nENDLOOP\n"
                                "MOV OUT[0], TEMP[0]\nEND\n";
    const auto faulty =
        comparison.check({driver::SourceLanguage::tgsi, endless, true}, runs, coverage);
    REQUIRE(faulty.has_value());
    CHECK(faulty->kind == FailureKind::interpreter_fault);
}

TEST_CASE("a refusal is counted with its reason") {
    const Comparison comparison({330, 540});
    Coverage coverage;
    std::vector<CaseRun> runs(1);
    const std::string text = "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nBALLOT OUT[0], IN[0]\nEND\n";
    CHECK_FALSE(comparison.check({driver::SourceLanguage::tgsi, text, true}, runs, coverage));
    CHECK(coverage.refused == 2);
    REQUIRE(coverage.refusals.size() == 1);
    CHECK(coverage.refusals.begin()->first.starts_with("operations among the lanes of a wave"));
    CHECK(coverage.refusals.begin()->second == 2);
    CHECK(coverage.compiled == 0);
}

TEST_CASE("seeds that are the same make the same shader and runs") {
    const std::vector<std::uint32_t> gpus = {630};
    const Ingredients ingredients(gpus);
    for (const auto language : {driver::SourceLanguage::tgsi, driver::SourceLanguage::nir}) {
        SubjectOptions options;
        options.language = language;
        for (std::uint64_t seed = 0; seed < 50; ++seed) {
            nir::Choices choices(seed);
            nir::Choices again(seed);
            const RandomSubject first = random_subject(choices, ingredients, options);
            const RandomSubject second = random_subject(again, ingredients, options);
            INFO(first.subject.text);
            REQUIRE_FALSE(first.loaded.failure.has_value());
            REQUIRE(first.subject.text == second.subject.text);
            REQUIRE(first.runs.size() == second.runs.size());
            for (std::size_t i = 0; i < first.runs.size(); ++i) {
                REQUIRE(first.runs[i].inputs == second.runs[i].inputs);
                REQUIRE(first.runs[i].constants == second.runs[i].constants);
            }
        }
    }
}

TEST_CASE("the list of what is not reached must be right") {
    const std::vector<std::uint32_t> gpus = {630};
    Ingredients ingredients(gpus);
    ingredients.nir_width_refusals.clear();
    Coverage coverage;
    std::fill(coverage.tgsi_opcodes.begin(), coverage.tgsi_opcodes.end(), 1);
    std::fill(coverage.nir_opcodes.begin(), coverage.nir_opcodes.end(), 1);
    std::fill(coverage.rules.begin(), coverage.rules.end(), 1);
    CHECK(check_reach("# nothing\n", coverage, ingredients).empty());
    using Faults = std::vector<std::string>;
    CHECK(check_reach("tgsi a reason\n  MOV\n  NONE\n", coverage, ingredients) ==
          Faults{"tgsi MOV is listed and reached", "tgsi NONE is listed and does not exist"});
    coverage.tgsi_opcodes[static_cast<std::size_t>(tgsi::Opcode::samp2hnd)] = 0;
    coverage.tgsi_opcodes[static_cast<std::size_t>(tgsi::Opcode::mov)] = 0;
    coverage.rules[0] = 0;
    CHECK(check_reach("", coverage, ingredients) ==
          Faults{"tgsi MOV is not reached",
                 "tgsi SAMP2HND is not reached: a bindless handle is not supported yet",
                 "rule (fadd a b) is not reached"});
    CHECK(
        check_reach("tgsi it is odd\n    MOV SAMP2HND\nrule so\n    (fadd a b)\n", coverage,
                    ingredients) ==
        Faults{"tgsi SAMP2HND is listed since 'it is odd', and the reason is: a bindless handle is "
               "not supported yet"});
}

TEST_CASE("each width that is refused must be listed") {
    const std::vector<std::uint32_t> gpus = {630};
    Ingredients ingredients(gpus);
    CHECK(ingredients.nir_width_refusals.contains("iadd@1"));
    CHECK_FALSE(ingredients.nir_width_refusals.contains("iadd@8"));
    ingredients.nir_width_refusals = {{"iadd@1", "there is no 'iadd' of 1 bit"}};
    Coverage coverage;
    std::fill(coverage.tgsi_opcodes.begin(), coverage.tgsi_opcodes.end(), 1);
    std::fill(coverage.nir_opcodes.begin(), coverage.nir_opcodes.end(), 1);
    std::fill(coverage.rules.begin(), coverage.rules.end(), 1);
    using Faults = std::vector<std::string>;
    CHECK(check_reach("", coverage, ingredients) ==
          Faults{"width iadd@1 is not reached: there is no 'iadd' of 1 bit"});
    CHECK(check_reach("width there is no '...' of 1 bit\n    iadd@1\n", coverage, ingredients)
              .empty());
    CHECK(check_reach("width there is no '...' of 1 bit\n    iadd@1 iadd@32\n", coverage,
                      ingredients) == Faults{"width iadd@32 is listed and reached"});
}
