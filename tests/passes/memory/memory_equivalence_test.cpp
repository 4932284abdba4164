// Passes on memory and on inputs and outputs must keep what a shader computes: random accesses at
// offsets that lie close together, run before and after.
#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/build/clone.h>
#include <jacquard/nir/validate/validator.h>
#include <jacquard/passes/registry/registry.h>

#include "catch.h"
#include "equivalence/equivalence.h"

#include <array>
#include <memory>
#include <random>
#include <vector>

using namespace jacquard::nir;

namespace {

class RandomAccesses {
  public:
    RandomAccesses(Shader& shader, std::uint32_t seed)
        : shader_(shader), b_(*shader.add_function("main", true)), engine_(seed) {}

    void build() {
        SsaDef* lane = &b_.load_subgroup_invocation()->value;
        values_ = {lane, b_.imm_int(3), &b_.load_vertex_id()->value};
        places_ = {b_.imm_int(0), b_.imul(lane, b_.imm_int(32)),
                   b_.iand(values_[2], b_.imm_int(60))};
        register_ = b_.decl_register(1, 32, 4);
        for (std::uint32_t i = 0; i < 4; ++i) {
            b_.store_reg(values_[i % 3], register_)->set_base(i)->set_write_mask(1);
        }
        for (std::uint32_t i = 0; i < 16; ++i) {
            b_.store_scratch(b_.imm_int(i), b_.imm_int(4 * i))->set_write_mask(1)->set_align_mul(4);
        }
        for (unsigned i = 0; i < 40; ++i) {
            statement();
        }
        for (std::uint32_t i = 0; i < 16; ++i) {
            SsaDef* held = &b_.load_scratch(1, 32, b_.imm_int(4 * i))->set_align_mul(4)->value;
            store_output(held, 8 + i / 4, i % 4);
        }
        shader_.entry->link_blocks();
    }

  private:
    std::uint32_t pick(std::uint32_t count) {
        return std::uniform_int_distribution<std::uint32_t>(0, count - 1)(engine_);
    }
    SsaDef* value() { return values_[pick(static_cast<std::uint32_t>(values_.size()))]; }
    void keep(SsaDef* loaded) {
        values_.push_back(b_.mov(channel(loaded, pick(loaded->num_components))));
    }

    // Close to one of few places, so that neighbours are common.
    SsaDef* offset(std::uint32_t place, std::uint32_t limit) {
        SsaDef* distance = b_.imm_int(4 * pick(limit));
        return place == 0 ? distance : b_.iadd(places_[place], distance);
    }

    void store_output(SsaDef* stored, std::uint32_t slot, std::uint32_t component) {
        b_.store_output(stored, b_.imm_int(0))
            ->set_base(slot)
            ->set_component(component)
            ->set_write_mask(1);
    }

    SsaDef* pair() {
        SsaDef* first = value();
        return b_.vec({first, value()});
    }

    void statement() {
        SsaDef* zero = b_.imm_int(0);
        const unsigned count = 1 + pick(3);
        switch (pick(10)) {
        case 0:
            keep(&b_.load_ubo(count, 32, zero, offset(pick(2) * 2, 8))
                      ->set_align_mul(4)
                      ->set_range(256)
                      ->value);
            break;
        case 1:
            keep(&b_.load_ssbo(count, 32, zero, offset(pick(3), 8))->set_align_mul(4)->value);
            break;
        case 2: {
            SsaDef* at = offset(1, 7);
            b_.store_ssbo(pair(), zero, at)->set_write_mask(3)->set_align_mul(4);
            break;
        }
        case 3:
            keep(&b_.load_scratch(count, 32, offset(pick(2) * 2, 12))->set_align_mul(4)->value);
            break;
        case 4: {
            SsaDef* at = offset(pick(2) * 2, 14);
            b_.store_scratch(pair(), at)->set_write_mask(1 + pick(3))->set_align_mul(4);
            break;
        }
        case 5: {
            SsaDef* at = offset(0, 14);
            b_.store_scratch(value(), at)->set_write_mask(1)->set_align_mul(4);
            break;
        }
        case 6:
            keep(&b_.load_input(1, 32, zero)->set_base(pick(4))->set_component(pick(4))->value);
            break;
        case 7: store_output(value(), pick(4), pick(4)); break;
        case 8: {
            SsaDef* index = b_.iand(value(), b_.imm_int(3));
            if (pick(2) == 0) {
                keep(&b_.load_reg_indirect(1, 32, register_, index)->value);
            } else {
                b_.store_reg_indirect(value(), register_, index)->set_write_mask(1);
            }
            break;
        }
        default: {
            SsaDef* left = value();
            values_.push_back(b_.iadd(left, value()));
            break;
        }
        }
    }

    Shader& shader_;
    Builder b_;
    std::mt19937 engine_;
    std::vector<SsaDef*> values_;
    std::array<SsaDef*, 3> places_{};
    SsaDef* register_ = nullptr;
};

constexpr std::array kPassLists = {
    "vectorise_loads_stores",
    "vectorise_loads_stores:max_bytes=8",
    "lower_ubo_to_vec4",
    "vectorise_io",
    "lower_io_to_scalar",
    "lower_indirect_registers,registers_to_ssa",
    "vectorise_loads_stores,lower_ubo_to_vec4,vectorise_io,vectorise_alu,copy_propagation,"
    "shrink_vectors,dead_code",
};

} // namespace

TEST_CASE("passes on memory keep what random accesses give") {
    for (std::uint32_t seed = 1; seed <= 24; ++seed) {
        Shader before(Stage::vertex);
        RandomAccesses(before, seed).build();
        REQUIRE(validation_report(before, "as built") == "");
        for (const char* list : kPassLists) {
            const std::unique_ptr<Shader> after = clone(before);
            INFO("seed " << seed << ", " << list);
            for (const PassCall& call : parse_pass_list(list).calls) {
                call.run(*after);
            }
            REQUIRE(validation_report(*after, list) == "");
            REQUIRE(difference(before, *after) == "");
        }
    }
}

TEST_CASE("another program of random accesses gives something else") {
    Shader one(Stage::vertex);
    Shader other(Stage::vertex);
    RandomAccesses(one, 1).build();
    RandomAccesses(other, 2).build();
    CHECK(difference(one, other) != "");
}
