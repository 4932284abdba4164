#pragma once

#include <jacquard/nir/shader.h>

#include <cstdint>
#include <memory>
#include <span>

namespace jacquard::nir {

// Where the decisions of the generator come from: a seed, or bytes that a fuzzer chooses. When the
// bytes are used up every choice is the first one.
class Choices {
  public:
    explicit Choices(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15U + 1) {}
    explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes), is_given_(true) {}

    // 0 … count - 1.
    [[nodiscard]] std::uint32_t below(std::uint32_t count);
    [[nodiscard]] bool one_in(std::uint32_t count) { return below(count) == count - 1; }
    [[nodiscard]] std::uint64_t bits();

  private:
    std::uint64_t state_ = 0;
    std::span<const std::uint8_t> bytes_;
    bool is_given_ = false;
};

struct RandomShaderOptions {
    unsigned size = 60;     // about how many instructions
    unsigned max_depth = 3; // ifs and loops within each other
    bool is_exact = true;   // every ALU instruction is marked exact
    bool has_memory = true; // buffers and shared memory
    bool has_variables = true;
    bool has_subgroups = true;
    bool has_textures = true;
};

// A valid shader that ends and whose outputs follow from its inputs: no loop goes round more than a
// few times, nothing is read before it is written, no index leaves its array. Floats are never read
// as integers, so that nobody sees the bits of a NaN.
[[nodiscard]] std::unique_ptr<Shader> random_shader(Choices& choices,
                                                    const RandomShaderOptions& options = {});

} // namespace jacquard::nir
