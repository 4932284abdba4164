#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/tool/advice/split_sums.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

namespace jacquard::driver::advice {

namespace {

// From so many terms on, a sum has four parts.
constexpr std::size_t kManyTerms = 8;
constexpr std::size_t kMostParts = 4;

// The operand of a product and sum that is added.
constexpr std::size_t kAddend = 2;

bool adds(const nir::AluInstruction& alu) {
    return !alu.exact && (alu.opcode == nir::Opcode::fadd || alu.opcode == nir::Opcode::ffma);
}

nir::Operand operand(const nir::AluInstruction& alu, std::size_t number) {
    const nir::AluSource& source = alu.sources()[number];
    nir::Operand read;
    read.value = source.ssa;
    read.num_components = alu.value.num_components;
    std::copy_n(source.swizzle.begin(), read.num_components, read.swizzle.begin());
    return read;
}

// The instruction that made the sum to which an operand adds; null where the operand is a term.
nir::AluInstruction* step_before(const nir::AluInstruction& alu, std::size_t number) {
    auto* before = alu.sources()[number].ssa->instruction->as<nir::AluInstruction>();
    return before != nullptr && adds(*before) && before->block == alu.block &&
                   before->value.has_one_use() && operand(alu, number).is_whole()
               ? before
               : nullptr;
}

// Follows sums from step to step through a block.
class Finder {
  public:
    explicit Finder(nir::Block& block) {
        for (nir::Instruction& instruction : block.instructions()) {
            auto* alu = instruction.as<nir::AluInstruction>();
            if (alu != nullptr && adds(*alu)) {
                note(*alu);
            }
        }
    }

    std::vector<RunningSum> sums() {
        std::vector<RunningSum> found;
        for (nir::AluInstruction* last : order_) {
            if (goes_on_.count(last) != 0) {
                continue;
            }
            RunningSum sum;
            for (nir::AluInstruction* step = last; step != nullptr; step = before_.at(step)) {
                sum.steps.push_back(step);
            }
            std::reverse(sum.steps.begin(), sum.steps.end());
            if (sum.num_terms() >= kLeastTerms) {
                found.push_back(std::move(sum));
            }
        }
        return found;
    }

  private:
    // The longer one of two sums that are added goes on.
    void note(nir::AluInstruction& alu) {
        nir::AluInstruction* before = nullptr;
        const bool is_plain = alu.opcode == nir::Opcode::fadd;
        for (std::size_t i = is_plain ? 0 : kAddend; i < (is_plain ? 2 : kAddend + 1); ++i) {
            nir::AluInstruction* step = step_before(alu, i);
            if (step != nullptr && (before == nullptr || length_[step] > length_[before])) {
                before = step;
            }
        }
        before_[&alu] = before;
        length_[&alu] = before != nullptr ? length_[before] + 1 : 1;
        goes_on_.insert(before);
        order_.push_back(&alu);
    }

    std::vector<nir::AluInstruction*> order_;
    std::unordered_map<nir::AluInstruction*, nir::AluInstruction*> before_;
    std::unordered_map<nir::AluInstruction*, std::size_t> length_;
    std::unordered_set<nir::AluInstruction*> goes_on_;
};

void split(nir::Shader& shader, const RunningSum& sum) {
    std::array<nir::SsaDef*, kMostParts> parts{};
    const std::size_t count = sum.num_terms() >= kManyTerms ? kMostParts : 2;
    std::size_t next = 0;
    nir::CoreBuilder b(shader, {});
    const nir::AluInstruction* before = nullptr;
    for (nir::AluInstruction* step : sum.steps) {
        b.cursor = nir::Cursor::before_instruction(step);
        b.origin = step->origin;
        b.relaxed = step->value.relaxed;
        const bool is_product = step->opcode == nir::Opcode::ffma;
        const std::size_t addend = is_product ? kAddend : 0;
        const bool adds_second =
            !is_product && before != nullptr && step->sources()[1].ssa == &before->value;
        if (before == nullptr) { // the first has a term where others have what was summed before
            parts[next++ % count] = b.whole(operand(*step, addend));
        }
        nir::SsaDef*& part = parts[next++ % count];
        if (is_product) {
            part = part == nullptr
                       ? b.fmul(operand(*step, 0), operand(*step, 1))
                       : b.alu(nir::Opcode::ffma, {operand(*step, 0), operand(*step, 1), part});
        } else {
            const nir::Operand term = operand(*step, adds_second ? 0 : 1);
            part = part == nullptr ? b.whole(term) : b.fadd(part, term);
        }
        before = step;
    }
    for (std::size_t width = count / 2; width != 0; width /= 2) {
        for (std::size_t i = 0; i < width; ++i) {
            parts[i] = b.fadd(parts[i], parts[i + width]);
        }
    }
    sum.steps.back()->value.rewrite_uses(parts[0]);
    std::for_each(sum.steps.rbegin(), sum.steps.rend(),
                  [](nir::AluInstruction* step) { step->remove(); });
}

} // namespace

std::vector<RunningSum> running_sums(nir::Block& block) {
    return Finder(block).sums();
}

bool split_sums(nir::Shader& shader, std::span<const std::uint32_t> values) {
    bool changed = false;
    for (nir::Function& function : shader.functions()) {
        for (nir::Block& block : function.blocks()) {
            for (const RunningSum& sum : running_sums(block)) {
                const std::uint32_t value = sum.steps.back()->value.index;
                if (values.empty() ||
                    std::find(values.begin(), values.end(), value) != values.end()) {
                    split(shader, sum);
                    changed = true;
                }
            }
        }
    }
    return changed;
}

} // namespace jacquard::driver::advice
