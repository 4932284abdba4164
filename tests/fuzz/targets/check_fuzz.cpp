// Any words are checked as a program, and whatever hazard a run of them in the emulator meets, the
// check of all paths finds at the same instruction. The first byte picks the revision, each eight
// bytes after it are a word, the lowest byte first.
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/check/check_program.h>
#include <jacquard/ir3/emulator/interface/emulator.h>
#include <jacquard/ir3/isa/instruction/revision.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace jacquard::ir3;

namespace {

constexpr std::size_t kMaxWords = 1000;

Program read_program(const std::uint8_t* data, std::size_t size, Revision revision) {
    Program program;
    program.gpu = first_part(revision);
    for (std::size_t at = 0; at + 8 <= size && program.words.size() < kMaxWords; at += 8) {
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < 8; ++i) {
            word |= std::uint64_t{data[at + i]} << (8 * i);
        }
        program.words.push_back(word);
    }
    // An access through a0.x may mean any register.
    program.arrays = {{{0, false}, kSharedRegisterFirst}, {{0, true}, kSharedRegisterFirst}};
    return program;
}

Fault run(const Program& program, Revision revision) {
    Fault fault;
    const auto executable = Executable::prepare(program.words, revision, fault);
    if (!executable) {
        return fault;
    }
    Emulator emulator(4, revision);
    std::vector<std::uint32_t> constants(2048, 1);
    const std::vector<std::uint32_t> varyings(1024, 0);
    Environment environment;
    environment.constants = constants;
    environment.varyings = varyings;
    RunOptions options;
    options.maximum_steps = 2000;
    return emulator.run(*executable, environment, options).fault;
}

bool is_hazard(FaultKind kind) {
    return kind == FaultKind::delay_slots || kind == FaultKind::missing_sync ||
           kind == FaultKind::write_after_read || kind == FaultKind::required_flag;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const auto revision = static_cast<Revision>(data[0] % kNumRevisions);
    const Program program = read_program(data + 1, size - 1, revision);
    CheckOptions options;
    options.maximum_findings = 10 * kMaxWords;
    options.lanes_may_part = true;
    (void)check_program(program, revision, options);
    options.header_is_known = false;
    const std::vector<Fault> found = check_program(program, revision, options);
    const Fault fault = run(program, revision);
    if (!is_hazard(fault.kind)) {
        return 0;
    }
    const bool is_found = std::any_of(found.begin(), found.end(), [&](const Fault& other) {
        return other.kind == fault.kind && other.instruction == fault.instruction;
    });
    if (!is_found) {
        std::fprintf(stderr, "not found: %s\n", fault.message.c_str());
        std::abort();
    }
    return 0;
}
