#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/isa/describe/find_programs.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

// One of so many instructions may have bits without a meaning.
constexpr std::size_t kCleanPerUnclean = 8;
// An `end` needs so many instructions before it that do something: less is found by chance.
constexpr std::size_t kLeastInstructions = 2;

class ProgramFinder {
  public:
    ProgramFinder(Revision revision, std::span<const std::uint64_t> memory)
        : revision_(revision), memory_(memory) {}

    std::vector<FoundProgram> run() {
        std::size_t place = 0;
        for (const std::uint64_t word : memory_) {
            look_at(word, place++);
        }
        return std::move(found_);
    }

  private:
    void start_at(std::size_t first) {
        first_ = first;
        begun_ = false;
        furthest_ = 0;
        unclean_ = 0;
        active_ = 0;
    }

    void look_at(std::uint64_t word, std::size_t i) {
        Instruction instruction;
        if (!decode(word, revision_, instruction)) {
            start_at(i + 1);
            return;
        }
        const EncodeResult again = encode(instruction, revision_);
        const bool clean = again && again.word == word;
        const Action action = opcode_info(revision_, instruction.opcode).action;
        if (!begun_) {
            first_ = i;
            begun_ = clean && word != 0 && action != Action::end;
            if (!begun_) {
                return;
            }
        }
        unclean_ += clean ? 0 : 1;
        if (unclean_ * kCleanPerUnclean > i - first_ + 1) {
            start_at(i + 1);
            return;
        }
        active_ += action != Action::nothing && action != Action::end ? 1 : 0;
        const std::int64_t target = static_cast<std::int64_t>(i) + instruction.target;
        if (target <
            static_cast<std::int64_t>(memory_.size())) { // else it is no branch of a program
            furthest_ = std::max(furthest_, target);
        }
        if (action != Action::end || furthest_ > static_cast<std::int64_t>(i)) {
            return;
        }
        if (active_ >= kLeastInstructions) {
            found_.push_back({first_, i - first_ + 1});
        }
        start_at(i + 1);
    }

    Revision revision_;
    std::span<const std::uint64_t> memory_;
    std::size_t first_ = 0;
    bool begun_ = false;
    std::int64_t furthest_ = 0; // word that a branch of the run leads to
    std::size_t unclean_ = 0;
    std::size_t active_ = 0;
    std::vector<FoundProgram> found_;
};

} // namespace

std::vector<FoundProgram> find_programs(std::span<const std::uint64_t> words, Revision revision) {
    return ProgramFinder(revision, words).run();
}

} // namespace jacquard::ir3
