#pragma once

#include <jacquard/ir3/emulator/decode/lane_operation.h>
#include <jacquard/ir3/emulator/decode/step.h>
#include <jacquard/ir3/emulator/interface/wave.h>
#include <jacquard/ir3/isa/describe/word_errata.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace jacquard::ir3 {

// The decoded program of an Executable.
struct PreparedCode {
    Revision revision{};
    unsigned part = 0; // 0: what most parts of the revision have
    MachineFacts machine{};
    std::vector<Step> steps;
    std::vector<ReadyAccess> accesses;
    std::vector<StepAlias> aliases;
    std::vector<LaneOperation> operations;
    std::vector<LaneOperand> spread_words; // For the operations; at most Wave::kMostSpread.
    Wave::Components direct_results{};     // of the operations
    std::vector<std::uint64_t> words;
    std::vector<WordErratum> errata; // which are faults when they are executed
    // Whether weights of varyings may be other than those that lanes begin with: such are made of
    // how weights differ within a quad.
    bool may_move_weights = false;
    // No other code has the same while somebody holds it.
    std::shared_ptr<const char> identity = std::make_shared<const char>();

    // Gives texture instructions what stands for their sources. To be done before accesses are
    // prepared.
    void prepare_aliases();
    // Gives each step that only computes in each lane its operations, and the stretch that it
    // begins.
    void prepare_operations();
    // Tells the steps of their errata.
    void mark_errata();
    // Whether no run meets a hazard of its own: the check of all paths finds none. What was left
    // outstanding before the program began is not looked at.
    [[nodiscard]] bool has_no_hazards(RunOptions::Proof proof) const;
    // Counts what was executed while accesses were watched.
    void note_watched(std::uint64_t num_steps) const {
        watched_steps_.fetch_add(num_steps, std::memory_order_relaxed);
    }

  private:
    void prove() const;

    // How often all instructions can be watched for the price of a proof.
    static constexpr std::uint64_t kPriceOfProof = 7;

    mutable std::atomic<std::uint64_t> watched_steps_ = 0;
    mutable std::once_flag is_proof_made_;
    mutable bool has_no_hazards_ = false;
};

struct Executable::Code : PreparedCode {};

} // namespace jacquard::ir3
