#pragma once

#include <jacquard/nir/ir/shader.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::driver::advice {

// The instructions that add to a sum one after the other, each to what those before it made. The
// first has two terms, the others one.
struct RunningSum {
    std::vector<nir::AluInstruction*> steps;

    [[nodiscard]] std::size_t num_terms() const { return steps.size() + 1; }
};

// Returns the sums of floats in a block of at least kLeastTerms terms, which may be added in any
// order, and of which nothing else reads a part.
[[nodiscard]] std::vector<RunningSum> running_sums(nir::Block& block);

// A sum of fewer terms waits for too little to be split.
inline constexpr std::size_t kLeastTerms = 4;

// Makes partial sums of running sums, which are added at the end: two, or four of many terms. Of
// which sums is told by the numbers of their values; without any, it is all of them. Returns false
// where there is none.
bool split_sums(nir::Shader& shader, std::span<const std::uint32_t> values);

} // namespace jacquard::driver::advice
