#include <jacquard/ir3/isa/codec/bit_range.h>
#include <jacquard/ir3/isa/codec/codec_internal.h>
#include <jacquard/ir3/isa/describe/word_description.h>

#include <algorithm>
#include <bit>

namespace jacquard::ir3 {

namespace {

// No format has as many operands as this.
constexpr unsigned kMaximumRepairs = 8;
// An instruction of another category is farther away than its bits say.
constexpr unsigned kCategoryBit = 61;
constexpr unsigned kCategoryCost = 2;

// The word with the fewest bits changed that make some case of the operand's form read it.
std::uint64_t repaired_operand(const BitsRow& row, std::uint64_t word) {
    const BitRange bits(row.bits);
    const std::uint64_t value = bits.gather(word);
    std::uint64_t best = 0;
    int fewest = 65;
    for (const FormCaseDescription& reading : form_descriptions()[row.form].cases) {
        const std::uint64_t wrong = (value ^ reading.value) & reading.mask;
        if (std::popcount(wrong) < fewest) {
            fewest = std::popcount(wrong);
            best = wrong;
        }
    }
    return word ^ bits.scatter(best);
}

// The word nearest to `word` that is an instruction of this encoding.
std::optional<NearMiss> repaired(unsigned encoding, std::uint64_t word, Revision revision) {
    const EncodingRow& row = kEncodings[encoding];
    NearMiss miss;
    miss.encoding = encoding;
    miss.word = word ^ ((word ^ row.value) & row.mask);
    for (unsigned repairs = 0; !decode_fields(miss.word, row, miss.instruction); ++repairs) {
        const std::uint64_t before = miss.word;
        for (const BitsRow* part : rows_of(encoding, miss.instruction)) {
            if (part->kind == BitsKind::operand) {
                miss.word = repaired_operand(*part, miss.word);
            }
        }
        if (miss.word == before || repairs == kMaximumRepairs) {
            return std::nullopt;
        }
    }
    if (find_encoding(miss.word, revision) != encoding) {
        return std::nullopt;
    }
    miss.distance = static_cast<unsigned>(std::popcount(word ^ miss.word));
    return miss;
}

} // namespace

std::vector<NearMiss> near_misses(std::uint64_t word, Revision revision, unsigned limit) {
    std::vector<NearMiss> found;
    for (const unsigned encoding : encodings_of(revision)) {
        if (std::optional<NearMiss> miss = repaired(encoding, word, revision)) {
            if (miss->distance != 0) {
                found.push_back(*miss);
            }
        }
    }
    const auto cost = [word](const NearMiss& miss) {
        const bool other_category = (word ^ miss.word) >> kCategoryBit != 0;
        return miss.distance + (other_category ? kCategoryCost : 0);
    };
    std::stable_sort(found.begin(), found.end(),
                     [&cost](const NearMiss& a, const NearMiss& b) { return cost(a) < cost(b); });
    if (found.size() > limit) {
        found.resize(limit);
    }
    return found;
}

} // namespace jacquard::ir3
