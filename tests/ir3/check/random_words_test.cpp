// Random instructions without sense, run and checked: whatever hazard a run meets, the check of
// all paths must find at the same instruction.

#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/emulator/interface/emulator.h>
#include <jacquard/ir3/isa/assemble/assemble.h>
#include <jacquard/ir3/isa/instruction/revision.h>

#include "fixture.h"

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <vector>

namespace jacquard::ir3::testing {

namespace {

// In an example a letter stands for a random register of a few, `#` for a target.
constexpr std::array kExamples = {
    "add.f R, R, R",
    "add.f R, R, c1.x",
    "(nop1) add.f R, R, R",
    "mad.f32 R, R, R, R",
    "sel.b32 R, R, R, R",
    "mov.u32u32 R, 7",
    "mov.f32f32 R, c4.y",
    "(rpt1)mul.f R, (r)R, R",
    "(rpt2)mov.u32u32 R, (r)R",
    "swz.u32u32 R, R, R, R",
    "rcp R, R",
    "(rpt1)rsq R, (r)R",
    "dsx (f32)(xy)R, R",
    "dsy (f32)(x)R, R",
    "stc.u32 c[16], R, 2",
    "add.f H, H, H",
    "cov.f32f16 H, R",
    "mad.f16 H, H, H, H",
    "hrsq H, H",
    "mova a0.x, H",
    "mov.u32u32 r<a0.x>, R",
    "mov.u32u32 R, r<a0.x + 1>",
    "mov.f32f32 R, c<a0.x + 16>",
    "cmps.u.lt P, R, R",
    "mov.u32u32 S, R",
    "add.u R, S, R",
    "add.u S, S, S",
    "kill P",
    "bar.g",
    "nop",
    "(rpt1)nop",
    "(rpt3)nop",
    "(rpt5)nop",
    "br P, #",
    "br !P, #",
    "jump #",
    "getone #",
    "predt",
    "predf",
    "prede",
};

class RandomProgram {
  public:
    RandomProgram(std::uint32_t seed, Revision revision) : random_(seed), revision_(revision) {}

    std::vector<std::uint64_t> words() {
        std::vector<std::uint64_t> result;
        const unsigned length = 4 + below(20);
        while (result.size() < length) {
            const AssemblyResult line = assemble(instruction(result.size(), length), revision_);
            if (line) { // not every revision has every instruction
                result.push_back(line.word);
            }
        }
        result.push_back(assemble("(jp)end", revision_).word);
        return result;
    }

    unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }

  private:
    std::string reg(const char* file, unsigned first, unsigned count) {
        const unsigned number = first * 4 + below(count);
        return file + std::to_string(number / 4) + '.' + "xyzw"[number % 4];
    }

    std::string instruction(std::size_t at, unsigned length) {
        std::string text = "(jp)";
        text += below(4) == 0 ? "(sy)" : "";
        text += below(4) == 0 ? "(ss)" : "";
        for (const char* letter = kExamples[below(kExamples.size())]; *letter != 0; ++letter) {
            switch (*letter) {
            case 'R': text += reg("r", 0, 5); break;
            case 'H': text += reg("hr", 0, 6); break;
            case 'S': text += reg("r", 48, 2); break;
            case 'P': text += reg("p", 0, 2); break;
            case '#': {
                const auto target = static_cast<int>(below(length + 1));
                text += '#' + std::to_string(target - static_cast<int>(at));
                break;
            }
            default: text += *letter;
            }
        }
        return text;
    }

    std::mt19937 random_;
    Revision revision_;
};

// The program in words, as a message shows it.
std::string text_of(const std::vector<std::uint64_t>& words, Revision revision) {
    std::string text;
    for (std::uint32_t i = 0; i < words.size(); ++i) {
        text += name_instruction(words, i, revision) + '\n';
    }
    return text;
}

// The results of a run.
struct Outcome {
    RunResult result;
    std::vector<std::uint32_t> registers;
};

Outcome run(const std::vector<std::uint64_t>& words, Revision revision, RandomProgram random,
            RunOptions::Proof proof) {
    Outcome outcome;
    const auto executable = Executable::prepare(words, revision, outcome.result.fault);
    if (!executable) {
        return outcome;
    }
    Emulator emulator(8, revision);
    for (unsigned lane = 0; lane < 8; ++lane) {
        for (std::uint16_t number = 0; number < 8; ++number) {
            emulator.wave().write(number, false, lane, random.below(4));
        }
        emulator.wave().write(kAddressRegister, false, lane, random.below(4));
    }
    for (LaneMask& predicate : emulator.wave().predicates) {
        predicate = LaneMask{{random.below(256), 0}};
    }
    std::vector<std::uint32_t> constants(64, 1);
    Environment environment;
    environment.constants = constants;
    RunOptions options;
    options.maximum_steps = 200;
    options.proof = proof;
    outcome.result = emulator.run(*executable, environment, options);
    for (unsigned lane = 0; lane < 8; ++lane) {
        for (std::uint16_t number = 0; number < kSharedRegisterEnd; ++number) {
            outcome.registers.push_back(emulator.wave().read(number, false, lane));
        }
    }
    return outcome;
}

// Programs without a hazard on any path run the same when nobody watches their accesses.
void expect_same(const Outcome& watched, const Outcome& proven) {
    const Fault& fault = watched.result.fault;
    CHECK(proven.result.fault.kind == fault.kind);
    CHECK(proven.result.fault.instruction == fault.instruction);
    CHECK(proven.result.fault.other_instruction == fault.other_instruction);
    CHECK(proven.result.fault.message == fault.message);
    CHECK(proven.result.steps == watched.result.steps);
    CHECK(proven.result.slots == watched.result.slots);
    CHECK(proven.result.live == watched.result.live);
    CHECK(proven.registers == watched.registers);
}

bool is_hazard(FaultKind kind) {
    return kind == FaultKind::delay_slots || kind == FaultKind::missing_sync ||
           kind == FaultKind::write_after_read || kind == FaultKind::required_flag;
}

} // namespace

namespace {

struct Met {
    std::map<FaultKind, unsigned> faults; // by runs
    unsigned silent = 0;                  // programs without a finding
};

Met try_programs(std::uint32_t first_seed, std::uint32_t count) {
    Met met;
    for (std::uint32_t seed = first_seed; seed < first_seed + count; ++seed) {
        const auto revision = static_cast<Revision>(seed % kNumRevisions);
        RandomProgram random(seed, revision);
        Program program;
        program.gpu = first_part(revision);
        program.words = random.words();
        program.arrays = {{{0, false}, 24}, {{0, true}, 24}};
        CheckOptions options;
        options.header_is_known = false;
        const Outcome watched = run(program.words, revision, random, RunOptions::Proof::never);
        const Fault& fault = watched.result.fault;
        CAPTURE(seed);
        expect_same(watched, run(program.words, revision, random, RunOptions::Proof::at_once));
        const std::vector<Fault> found = check_program(program, revision, options);
        met.silent += found.empty() ? 1 : 0;
        if (!is_hazard(fault.kind)) {
            continue;
        }
        ++met.faults[fault.kind];
        const bool is_found = std::any_of(found.begin(), found.end(), [&](const Fault& other) {
            return other.kind == fault.kind && other.instruction == fault.instruction;
        });
        if (!is_found) {
            CAPTURE(fault.message, text_of(program.words, revision));
            CHECK(is_found);
        }
    }
    return met;
}

} // namespace

TEST_CASE("whatever a run of random instructions meets is found without running them") {
    Met met = try_programs(0, 20000);
    CAPTURE(met.silent);
    CHECK(met.faults[FaultKind::delay_slots] > 1000);
    CHECK(met.faults[FaultKind::missing_sync] > 1000);
    CHECK(met.faults[FaultKind::write_after_read] > 100);
    CHECK(met.faults[FaultKind::required_flag] > 100);
    CHECK(met.silent > 100);
}

// Hidden: takes minutes.
TEST_CASE("the same for millions of programs", "[.][campaign]") {
    Met met = try_programs(1'000'000, 3'000'000);
    WARN(met.faults[FaultKind::delay_slots] + met.faults[FaultKind::missing_sync] +
             met.faults[FaultKind::write_after_read] + met.faults[FaultKind::required_flag]
         << " hazards in runs of 3,000,000 programs");
    CHECK(met.silent > 0);
}

} // namespace jacquard::ir3::testing
