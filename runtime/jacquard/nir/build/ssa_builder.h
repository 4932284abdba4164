#pragma once

#include <jacquard/nir/analysis/dominance.h>
#include <jacquard/nir/build/core_builder.h>

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace jacquard::nir {

// Turns reads and writes of storage into values, with phis where control flow meets.
//
// The storage is a number of variables of one component each, so that a phi joins only what needs
// joining. Phis are placed at the iterated dominance frontiers of the writes of variables that some
// block reads before writing; renaming walks the dominator tree. Time is that of the accesses and
// the phis they need.
//
// Before: block links are right. Dominance it makes itself.
class SsaBuilder {
  public:
    explicit SsaBuilder(Function& function) : function_(function), shader_(*function.shader) {}

    // Consecutive numbers for `count` variables; the first one.
    std::uint32_t add_variables(unsigned count, unsigned bit_size);

    // Must be called first, unless there is only one block. note(Instruction&) may add variables,
    // and reports the accesses of an instruction by note_read() and note_write(); it sees the
    // instructions in the order of the text.
    template <typename Note>
    void note_accesses(Note&& note) {
        for (Block& block : function_.blocks()) {
            begin_notes(block);
            for (Instruction& instruction : block.instructions()) {
                note(instruction);
            }
        }
    }
    // From now on, notes belong to this block. Blocks come in the order of the text.
    void begin_notes(const Block& block) { noted_block_ = block.index; }

    // Then this. rename(Instruction&) reads and writes by read() and write() and may remove the
    // instruction; it sees the instructions of a block in order, after all blocks that dominate it.
    template <typename Rename>
    void rename_accesses(Rename&& rename) {
        rename_blocks([](Block&) {},
                      [&rename](Block& block) {
                          for (Instruction& instruction : block.instructions()) {
                              rename(instruction);
                          }
                      });
    }
    // The same for what knows the accesses of each block: before a block gets its phis,
    // offer(Block&) may offer some that stand there already; rename(Block&) reads and writes, and
    // takes those back that were not needed.
    template <typename Offer, typename Rename>
    void rename_blocks(Offer&& offer, Rename&& rename) {
        collect_blocks();
        if (blocks_.size() > 1) {
            place_phis();
        }
        for (Block* block : dominator_order()) {
            offer(*block);
            enter(*block);
            rename(*block);
            leave(*block);
        }
        fill_phis();
    }
    // A phi without sources for the variable, if the block needs one.
    void offer_phi(std::uint32_t variable, PhiInstruction* phi) {
        offered_.resize(variables_.size());
        offered_[variable] = phi;
    }
    // Null where it was needed.
    PhiInstruction* take_back_phi(std::uint32_t variable) {
        return std::exchange(offered_[variable], nullptr);
    }

    void note_read(std::uint32_t variable);
    void note_write(std::uint32_t variable);

    // The variables [first, first + count) as one value at the cursor; undefined where nothing was
    // written.
    SsaDef* read(std::uint32_t first, unsigned count, Cursor at);
    // Component c of `value` goes to variable first + c where the mask says so.
    void write(std::uint32_t first, SsaDef* value, std::uint32_t mask);

  private:
    struct Component {
        SsaDef* value = nullptr;
        std::uint8_t component = 0;
    };
    // A phi to be filled when the values at the ends of all blocks are known. It is made when its
    // block is entered, so that phis stand in memory as blocks do.
    struct PendingPhi {
        PhiInstruction* phi = nullptr;
        std::uint32_t variable = 0;
        std::uint32_t next = 0; // of its block
    };
    struct Undo {
        std::uint32_t variable;
        Component old;
    };
    struct Open {
        const Block* block;
        std::size_t undo_size;
    };
    struct Supply {
        std::uint32_t phi; // in `phis_`
        Block* from;
        Component held;
    };

    void collect_blocks();
    void place_phis();
    void place_phis_of(std::uint32_t variable, const DominanceFrontiers& frontiers);
    [[nodiscard]] std::vector<Block*> dominator_order() const;
    PhiInstruction* phi_of(std::uint32_t variable);
    void enter(Block& block);
    void leave_until(const Block& block);
    void leave(Block& block);
    void assign(std::uint32_t variable, Component value);
    Component held(std::uint32_t variable);
    SsaDef* undef(unsigned bit_size);
    void fill_phis();

    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    struct Variable {
        Component current;
        std::uint32_t written_in = kNone; // the last block that was noted to write it
        std::uint32_t num_writing = 0;    // blocks
        std::uint8_t bit_size = 0;
        bool is_read_across_blocks = false;
    };
    // A block that writes a variable.
    struct Write {
        std::uint32_t variable;
        std::uint32_t block;
    };
    // The phis of a block, linked in `phis_`.
    struct PhiList {
        std::uint32_t first = kNone;
        std::uint32_t last = kNone;
    };

    [[nodiscard]] std::vector<std::uint32_t> writing_blocks() const;
    void add_phi(std::uint32_t variable, std::uint32_t block);
    template <typename Visit>
    void for_each_phi(const Block& block, Visit&& visit) {
        for (std::uint32_t i = phi_lists_[block.index].first; i != kNone; i = phis_[i].next) {
            visit(i);
        }
    }

    Function& function_;
    Shader& shader_;
    std::vector<Block*> blocks_;        // by index
    std::optional<DominatorTree> tree_; // where there is more than one block
    std::uint32_t noted_block_ = 0;
    std::vector<Variable> variables_;
    std::vector<Write> writes_; // as they were noted
    bool any_read_across_blocks_ = false;
    std::vector<PendingPhi> phis_;
    std::vector<PhiList> phi_lists_;     // by block
    std::vector<std::uint32_t> placed_;  // by block
    std::vector<std::uint32_t> reached_; // by block
    std::vector<std::uint32_t> pending_;
    std::vector<Undo> undo_;
    std::vector<Open> open_;
    std::vector<Supply> supplied_;
    std::vector<PhiInstruction*> offered_; // by variable; none where no block offered any
    std::array<SsaDef*, 65> undefs_{};     // by width
};

} // namespace jacquard::nir
