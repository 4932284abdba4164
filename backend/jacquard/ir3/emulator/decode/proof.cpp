#include <jacquard/ir3/check/check_program.h>
#include <jacquard/ir3/emulator/decode/code.h>

#include <algorithm>
#include <cstddef>

namespace jacquard::ir3 {
namespace {

// The check of all paths gives up to look at every place where lanes may wait in programs with more
// branches.
constexpr std::ptrdiff_t kMostBranches = 500;

} // namespace

bool PreparedCode::has_no_hazards(RunOptions::Proof proof) const {
    const bool pays =
        watched_steps_.load(std::memory_order_relaxed) >= kPriceOfProof * steps.size();
    if (proof == RunOptions::Proof::never || (proof == RunOptions::Proof::when_it_pays && !pays)) {
        return false;
    }
    std::call_once(is_proof_made_, [this] { prove(); });
    return has_no_hazards_;
}

void PreparedCode::prove() const {
    const auto branches = std::count_if(
        steps.begin(), steps.end(), [](const Step& step) { return step.instruction.target != 0; });
    if (branches > kMostBranches) {
        return;
    }
    Program program;
    program.gpu = part;
    program.words = words;
    // An access through a0.x may mean any register.
    program.arrays = {{{0, false}, kSharedRegisterFirst}, {{0, true}, kSharedRegisterFirst}};
    CheckOptions options;
    options.header_is_known = false;
    // Behind a finding of any kind the check may see less than a run does.
    has_no_hazards_ = check_program(program, revision, options).empty();
}

} // namespace jacquard::ir3
