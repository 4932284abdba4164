#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/build/compact.h>
#include <jacquard/nir/text/print/printer.h>

#include "catch.h"

#include <cstddef>
#include <memory>
#include <utility>

using namespace jacquard::nir;

namespace {

// A sum of so many numbers is stored, behind so many others that are gone.
std::unique_ptr<Shader> make_shader(unsigned num_kept, unsigned num_gone) {
    auto shader = std::make_unique<Shader>(Stage::fragment);
    Builder b(*shader->add_function("main", true));
    SsaDef* sum = b.imm_float(0);
    for (unsigned i = 0; i < num_kept; ++i) {
        sum = b.fadd(sum, sum);
    }
    b.store_output(sum, b.imm_int(0))->set_write_mask(1);
    for (unsigned i = 0; i < num_gone; ++i) {
        b.fadd(sum, sum)->instruction->remove();
    }
    shader->entry->link_blocks();
    shader->number_values();
    return shader;
}

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

} // namespace

TEST_CASE("a large shader of which little is left moves to memory of its size") {
    std::unique_ptr<Shader> shader = make_shader(1000, 100'000);
    const std::string text = print(*shader);
    REQUIRE(shader->arena.reserved_bytes() > 16 * kMegabyte);
    compact(shader);
    CHECK(shader->arena.reserved_bytes() < kMegabyte);
    CHECK(print(*shader) == text);
}

TEST_CASE("a shader that fills its memory, or has little, stays where it is") {
    for (auto& [num_kept, num_gone] : {std::pair(100'000U, 1000U), std::pair(10U, 10'000U)}) {
        std::unique_ptr<Shader> shader = make_shader(num_kept, num_gone);
        const Shader* before = shader.get();
        compact(shader);
        CHECK(shader.get() == before);
    }
}

TEST_CASE("a shader stays where it is when the budget has no second place for it") {
    std::unique_ptr<Shader> shader = make_shader(1000, 100'000);
    const std::size_t bytes = shader->arena.reserved_bytes();
    shader->arena.charge_to(std::make_shared<jacquard::MemoryBudget>(bytes + kMegabyte));
    const Shader* before = shader.get();
    compact(shader);
    CHECK(shader.get() == before);
}
