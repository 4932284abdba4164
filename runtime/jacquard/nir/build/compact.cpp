#include <jacquard/nir/build/clone.h>
#include <jacquard/nir/build/compact.h>

#include <cstddef>

namespace jacquard::nir {

namespace {

// More than the caches that a processor has for itself.
constexpr std::size_t kLarge = std::size_t{8} << 20;
// An instruction with its sources and its share of a block takes some 200 bytes.
constexpr std::size_t kRoomy = 320;

bool has_second_place(const Arena& arena) {
    return arena.budget() == nullptr || arena.budget()->left() >= arena.reserved_bytes();
}

// Returns true if there is more memory than so many bytes an instruction.
bool is_roomy(const Shader& shader) {
    std::size_t left = shader.arena.reserved_bytes() / kRoomy;
    for (const Function& function : shader.functions()) {
        for (const Block& block : function.blocks()) {
            for (const Instruction& instruction : block.instructions()) {
                static_cast<void>(instruction);
                if (left-- == 0) {
                    return false;
                }
            }
        }
    }
    return true;
}

} // namespace

void compact(std::unique_ptr<Shader>& shader) {
    const Arena& arena = shader->arena;
    if (arena.reserved_bytes() >= kLarge && has_second_place(arena) && is_roomy(*shader)) {
        shader = clone(*shader);
    }
}

} // namespace jacquard::nir
