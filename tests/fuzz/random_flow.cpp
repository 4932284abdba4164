// random_flow [--seed S] [--count N] [--size N] [--gpu N] [--wild] [--print] [--keep-going]
//
// Makes random shaders full of control flow, compiles them, and compares what the machine code
// computes in the emulator with what the interpreter of NIR says, word for word. With --wild they
// jump anywhere and may run for ever: runs that the interpreter does not end are counted and not
// compared. Prints the shader for each failure, and the seed where the program is ended by a
// signal; exits with 1 when there was a failure.

#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/runs/case/agreement.h>
#include <jacquard/runs/engines/run_nir.h>
#include <jacquard/runs/engines/run_program.h>

#include "differential/crash_report.h"
#include "random_flow_shader.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace jacquard;

namespace {

constexpr unsigned kRuns = 4;
// A shader that the interpreter ends in so many steps must end in these as machine code, which
// needs several instructions for one of NIR and runs each part of the lanes.
constexpr Limits kInterpreted = {.steps = 20'000};
constexpr Limits kEmulated = {.steps = 4'000'000};

struct Wanted {
    std::uint64_t seed = 1;
    std::uint64_t count = 100;
    unsigned size = 40;
    std::uint32_t gpu = 630;
    bool is_wild = false;
    bool prints = false;
    bool keeps_going = false;
};

bool read_arguments(int argc, char** argv, Wanted& wanted) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--print") {
            wanted.prints = true;
        } else if (word == "--wild") {
            wanted.is_wild = true;
        } else if (word == "--keep-going") {
            wanted.keeps_going = true;
        } else if (i + 1 == argc) {
            return false;
        } else if (word == "--seed") {
            wanted.seed = std::strtoull(argv[++i], nullptr, 0);
        } else if (word == "--count") {
            wanted.count = std::strtoull(argv[++i], nullptr, 0);
        } else if (word == "--size") {
            wanted.size = static_cast<unsigned>(std::strtoul(argv[++i], nullptr, 0));
        } else if (word == "--gpu") {
            wanted.gpu = static_cast<std::uint32_t>(std::strtoul(argv[++i], nullptr, 0));
        } else {
            return false;
        }
    }
    return true;
}

driver::CaseRun random_run(nir::Choices& choices) {
    driver::CaseRun run;
    // Small numbers are more often equal.
    const auto word = [&choices] {
        return choices.one_in(2) ? choices.below(8) : static_cast<std::uint32_t>(choices.bits());
    };
    run.inputs.resize(1);
    for (driver::Vector4& lane : run.inputs[0]) {
        for (std::uint32_t& component : lane) {
            component = word();
        }
    }
    run.constants.resize(1);
    run.constants[0].resize(4);
    for (driver::Vector4& constant : run.constants[0]) {
        for (std::uint32_t& component : constant) {
            component = word();
        }
    }
    return run;
}

struct RunCount {
    std::uint64_t compared = 0;
    std::uint64_t endless = 0;
};

// Returns the fault, or an empty text.
std::string check(const std::string& text, std::uint32_t gpu, nir::Choices& choices,
                  RunCount& count) {
    Diagnostics diagnostics("random.tgsi", text);
    const driver::CompileResult compiled =
        driver::compile_tgsi(text, {gpu, true, true}, diagnostics);
    if (compiled.status != driver::CompileStatus::compiled) {
        return diagnostics.render();
    }
    const driver::NirResult loaded =
        driver::load_nir(text, driver::SourceLanguage::tgsi, true, diagnostics);
    if (loaded.shader == nullptr) {
        return diagnostics.render();
    }
    std::string fault;
    const auto reference = driver::NirRunner::prepare(*loaded.shader, fault, kInterpreted);
    const auto runner = driver::ProgramRunner::prepare(compiled.program, fault, kEmulated);
    if (reference == nullptr || runner == nullptr) {
        return fault;
    }
    for (unsigned number = 0; number < kRuns; ++number) {
        driver::CaseRun run = random_run(choices);
        driver::RunResult expected;
        driver::RunResult computed;
        if (!reference->run(run, expected, fault)) {
            if (reference->reached() != Limit::steps) {
                return fault;
            }
            ++count.endless;
            continue;
        }
        if (!runner->run(run, computed, fault)) {
            return fault;
        }
        ++count.compared;
        run.expected = expected.outputs;
        run.expected_mask = expected.live_mask;
        if (const auto difference = driver::compare_run(run, computed, number)) {
            return difference->to_string();
        }
    }
    return {};
}

} // namespace

int main(int argc, char** argv) {
    Wanted wanted;
    if (!read_arguments(argc, argv, wanted)) {
        std::fprintf(stderr, "usage: random_flow [--seed S] [--count N] [--size N] [--gpu N] "
                             "[--wild] [--print] [--keep-going]\n");
        return 2;
    }
    fuzz::report_crashes();
    unsigned failures = 0;
    RunCount runs;
    for (std::uint64_t seed = wanted.seed; seed < wanted.seed + wanted.count; ++seed) {
        nir::Choices choices(seed);
        tgsi::RandomFlowOptions options;
        options.size = wanted.size;
        options.is_wild = wanted.is_wild;
        // Parts before a6xx have no inputs that are not interpolated.
        options.is_fragment = seed % 2 == 0 && wanted.gpu >= 600;
        const std::string text = tgsi::random_flow_shader(choices, options);
        if (wanted.prints) {
            std::printf("%s\n", text.c_str());
        }
        fuzz::AtWork::set_seed(seed);
        const fuzz::AtWork at_work(text);
        const std::string wrong = check(text, wanted.gpu, choices, runs);
        if (wrong.empty()) {
            continue;
        }
        std::printf("seed %llu: %s\n%s\n", static_cast<unsigned long long>(seed), wrong.c_str(),
                    text.c_str());
        ++failures;
        if (!wanted.keeps_going) {
            break;
        }
    }
    std::printf("%llu shaders, %u failures; %llu runs compared, %llu endless\n",
                static_cast<unsigned long long>(wanted.count), failures,
                static_cast<unsigned long long>(runs.compared),
                static_cast<unsigned long long>(runs.endless));
    return failures == 0 ? 0 : 1;
}
