#include <jacquard/generated/ir3/revisions.h>

#include "fixture.h"

using namespace jacquard;
using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

struct RecordingSampler : textures::TextureSampler {
    std::vector<textures::TextureRequest> requests;
    std::optional<textures::Texel> answer;
    textures::Texel lookup(const textures::TextureRequest& request) override {
        requests.push_back(request);
        if (answer) {
            return *answer;
        }
        return {{request.coordinates[0], request.coordinates[1], request.coordinates[2],
                 request.texture}};
    }
};

struct TexturedQuad : Quad {
    explicit TexturedQuad(Revision revision = Revision::a6xx) : Quad(revision) {
        environment.textures = &sampler;
        for (unsigned i = 0; i < 12; ++i) {
            set(Operand::gpr(static_cast<std::uint16_t>(i)), bits(static_cast<float>(i + 1)));
        }
    }
    RecordingSampler sampler;
};

} // namespace

TEST_CASE("a lookup takes its coordinates from neighbouring registers in each lane") {
    TexturedQuad quad;
    quad.set(r(0, 0), {bits(1), bits(2), bits(3), bits(4)});
    Instruction lookup = sample(Opcode::sam, r(4, 0), r(0, 0));
    lookup.texture = 3;
    lookup.sampler = 2;
    CHECK(quad.fault_of({lookup}) == "");
    REQUIRE(quad.sampler.requests.size() == 4);
    CHECK(quad.sampler.requests[1].lane == 1);
    CHECK(quad.sampler.requests[1].num_coordinates == 2);
    CHECK(quad.sampler.requests[1].sampler == 2);
    CHECK(quad.sampler.requests[1].coordinates ==
          std::array<std::uint32_t, 3>{bits(2), bits(2), 0});
    CHECK(quad.get(r(4, 0)) == std::array<std::uint32_t, 4>{bits(1), bits(2), bits(3), bits(4)});
    CHECK(quad.first(r(4, 3)) == 3);
}

TEST_CASE("components of a texel that are not wanted leave a gap in the registers") {
    TexturedQuad quad;
    quad.set(r(4, 0), 77);
    CHECK(quad.fault_of({sample(Opcode::sam, r(4, 0), r(0, 0), 0b0010)}) == "");
    CHECK(quad.first(r(4, 0)) == 77);
    CHECK(quad.first(r(4, 1)) == bits(2));
}

TEST_CASE("reference, layer and divisor follow the coordinates in this order") {
    TexturedQuad quad(Revision::a3xx);
    Instruction lookup = sample(Opcode::sam, r(4, 0), r(0, 0));
    lookup.is_shadow = lookup.is_array = lookup.is_projected = true;
    CHECK(quad.fault_of({lookup}) == "");
    const textures::TextureRequest& request = quad.sampler.requests[0];
    CHECK(request.comparator == bits(3.0F / 5.0F));
    CHECK(request.layer == 4);
    CHECK(request.coordinates ==
          std::array<std::uint32_t, 3>{bits(1.0F / 5.0F), bits(2.0F / 5.0F), 0});
}

TEST_CASE("a filtered lookup takes the layer before the point, or the nearest on a3xx") {
    for (const auto& [revision, layer] :
         {std::pair(Revision::a3xx, 3U), {Revision::a4xx, 2U}, {Revision::a7xx, 2U}}) {
        TexturedQuad quad(revision);
        quad.set(r(0, 2), bits(2.6F));
        Instruction lookup = sample(Opcode::sam, r(4, 0), r(0, 0));
        lookup.is_array = true;
        CHECK(quad.fault_of({lookup}) == "");
        CHECK(quad.sampler.requests[0].layer == layer);
    }
}

TEST_CASE("a fetch of a level takes its coordinates, or those of the base level on a3xx") {
    for (const auto& [revision, x] : {std::pair(Revision::a3xx, 5U), {Revision::a4xx, 20U}}) {
        TexturedQuad quad(revision);
        quad.set(r(0, 0), 20);
        quad.set(r(0, 1), static_cast<std::uint32_t>(-8));
        quad.set(r(0, 2), 7); // the layer
        quad.set(r(2, 0), 2);
        Instruction fetch = sample(Opcode::isaml, r(4, 0), r(0, 0));
        fetch.src1 = r(2, 0);
        fetch.is_array = true;
        CHECK(quad.fault_of({fetch}) == "");
        const textures::TextureRequest& request = quad.sampler.requests[0];
        CHECK(request.coordinates[0] == x);
        CHECK(request.coordinates[1] == static_cast<std::uint32_t>(x == 5 ? -2 : -8));
        CHECK(request.layer == 7);
        CHECK(request.level == 2);
    }
}

TEST_CASE("a3xx counts layers and levels from zero") {
    for (const auto& [revision, less] : {std::pair(Revision::a3xx, 1U), {Revision::a4xx, 0U}}) {
        TexturedQuad quad(revision);
        quad.sampler.answer = textures::Texel{{10, 20, 30, 40}};
        Instruction info = sample(Opcode::getinfo, r(5, 0), r(0, 0));
        info.src0 = Operand();
        CHECK(quad.fault_of({sample(Opcode::getsize, r(4, 0), r(0, 0)), info}) == "");
        CHECK(quad.first(r(4, 0)) == 10);
        CHECK(quad.first(r(4, 2)) == 30);
        CHECK(quad.first(r(4, 3)) == 40 - less);
        CHECK(quad.first(r(5, 2)) == 10 - less);
        CHECK(quad.first(r(5, 3)) == 20);
    }
}

TEST_CASE("levels of detail are given in parts of a level, as far as these go") {
    TexturedQuad quad;
    quad.sampler.answer = textures::Texel{{bits(1.5F), bits(-200.0F)}};
    CHECK(quad.fault_of({sample(Opcode::getlod, r(4, 0), r(0, 0))}) == "");
    CHECK(quad.first(r(4, 0)) == 384);
    CHECK(quad.first(r(4, 1)) == static_cast<std::uint32_t>(-127 * 256));
}

TEST_CASE("a3xx has no fetch of a sample") {
    TexturedQuad quad(Revision::a3xx);
    CHECK(quad.run({sample(Opcode::isamm, r(4, 0), r(0, 0))}).fault.kind == FaultKind::unsupported);
    TexturedQuad newer(Revision::a4xx);
    CHECK(newer.fault_of({sample(Opcode::isamm, r(4, 0), r(0, 0))}) == "");
}

TEST_CASE("offsets and the level stand in the second source") {
    TexturedQuad quad;
    quad.set(r(2, 0), static_cast<std::uint32_t>(-1));
    quad.set(r(2, 1), 2);
    Instruction lookup = sample(Opcode::saml, r(4, 0), r(0, 0));
    lookup.src1 = r(2, 0);
    lookup.has_offsets = true;
    CHECK(quad.fault_of({lookup}) == "");
    const textures::TextureRequest& request = quad.sampler.requests[0];
    CHECK(request.offsets == std::array<std::int32_t, 3>{-1, 2, 0});
    CHECK(request.level == bits(11));
}

TEST_CASE("given derivatives stand behind four coordinate registers") {
    TexturedQuad quad;
    CHECK(quad.fault_of({sample(Opcode::samgq, r(4, 0), r(0, 0))}) == "");
    const textures::TextureRequest& request = quad.sampler.requests[0];
    CHECK(request.gradient_x == std::array<std::uint32_t, 3>{bits(5), bits(6), 0});
    CHECK(request.gradient_y == std::array<std::uint32_t, 3>{bits(7), bits(8), 0});
}

TEST_CASE("a half result of a lookup is converted") {
    TexturedQuad quad;
    Instruction lookup = sample(Opcode::sam, hr(40, 0), r(0, 0), 1);
    lookup.type = DataType::f16;
    CHECK(quad.fault_of({lookup}) == "");
    CHECK(quad.first(hr(40, 0)) == 0x3c00);
}

TEST_CASE("a lookup without textures is a fault") {
    Quad quad;
    CHECK(quad.run({sample(Opcode::sam, r(4, 0), r(0, 0))}).fault.kind == FaultKind::unsupported);
}

TEST_CASE("a derivative is one difference for the whole quad") {
    Quad quad;
    quad.set(r(0, 0), {bits(1), bits(2), bits(4), bits(8)});
    CHECK(quad.fault_of({
              sample(Opcode::dsx, r(1, 0), r(0, 0), 1),
              sample(Opcode::dsy, r(1, 1), r(0, 0), 1),
          }) == "");
    const std::uint32_t x = bits(4);
    const std::uint32_t y = bits(3);
    CHECK(quad.get(r(1, 0)) == std::array<std::uint32_t, 4>{x, x, x, x});
    CHECK(quad.get(r(1, 1)) == std::array<std::uint32_t, 4>{y, y, y, y});
}

TEST_CASE("a prefetched texel waits for (sy)") {
    TexturedQuad quad;
    const std::vector<std::uint32_t> varyings = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    quad.environment.varyings = varyings;
    TexturePrefetch prefetch;
    prefetch.source = 1;
    prefetch.destination = {component(3, 0), false};
    prefetch.write_mask = 0b0011;
    prefetch.texture = 5;
    quad.emulator.prefetch(prefetch, quad.environment);
    CHECK(quad.get(r(3, 1)) == std::array<std::uint32_t, 4>{9, 10, 11, 12});
    CHECK(
        quad.fault_of({move(r(4, 0), r(3, 1))}) ==
        "instruction 0 'mov.f32f32 r4.x, r3.y' reads r3.y without (sy) after the texture prefetch, "
        "whose result is pending");
    quad.emulator.prefetch(prefetch, quad.environment);
    CHECK(quad.fault_of({with_sy(move(r(4, 0), r(3, 1)))}) == "");
}

TEST_CASE("what the run before wrote is long ago, prefetches or not") {
    Quad quad;
    TexturePrefetch prefetch;
    prefetch.destination = {component(3, 0), false};
    prefetch.write_mask = 1;
    for (unsigned run = 0; run < 3; ++run) {
        quad.emulator.prefetch(prefetch, quad.environment);
        CHECK(quad.fault_of({
                  sample(Opcode::dsx, r(4, 0), r(0, 0), 3),
                  with_ss(move(r(0, 1), c(3, 0))),
              }) == "");
    }
}

TEST_CASE("a quad shuffle reads the neighbour it names") {
    Quad quad;
    quad.set(r(0, 0), {10, 11, 12, 13});
    const std::array<std::pair<Opcode, std::array<std::uint32_t, 4>>, 3> rows = {{
        {Opcode::quad_shuffle_horiz, {11, 10, 13, 12}},
        {Opcode::quad_shuffle_vert, {12, 13, 10, 11}},
        {Opcode::quad_shuffle_diag, {13, 12, 11, 10}},
    }};
    for (const auto& [opcode, expected] : rows) {
        Instruction shuffle = sample(opcode, r(1, 0), r(0, 0), 1);
        shuffle.type = DataType::u32;
        CHECK(quad.fault_of({shuffle}) == "");
        CHECK(quad.get(r(1, 0)) == expected);
    }
}

TEST_CASE("a lookup without a level of its own knows how its coordinates change in the quad") {
    TexturedQuad quad;
    quad.set(r(0, 0), {bits(1), bits(3), bits(1.5F), bits(9)});
    quad.set(r(0, 1), {bits(0), bits(0), bits(8), bits(9)});
    CHECK(quad.fault_of({sample(Opcode::sam, r(4, 0), r(0, 0))}) == "");
    REQUIRE(quad.sampler.requests.size() == 4);
    for (const textures::TextureRequest& request : quad.sampler.requests) {
        CHECK_FALSE(request.has_level);
        CHECK(request.gradient_x == std::array<std::uint32_t, 3>{bits(2), bits(0), 0});
        CHECK(request.gradient_y == std::array<std::uint32_t, 3>{bits(0.5F), bits(8), 0});
    }
}

TEST_CASE("a lookup with a level of its own takes no differences, one with a bias does") {
    for (const Opcode opcode : {Opcode::saml, Opcode::samb}) {
        TexturedQuad quad;
        quad.set(r(0, 0), {bits(1), bits(3), bits(1.5F), bits(9)});
        Instruction lookup = sample(opcode, r(4, 0), r(0, 0));
        lookup.src1 = r(2, 0);
        CHECK(quad.fault_of({lookup}) == "");
        REQUIRE(quad.sampler.requests.size() == 4);
        const textures::TextureRequest& request = quad.sampler.requests[3];
        CHECK(request.has_level == (opcode == Opcode::saml));
        // The fixture put it there.
        CHECK((request.has_level ? request.level : request.bias) == bits(9));
        CHECK(request.gradient_x[0] == (opcode == Opcode::saml ? 0 : bits(2)));
    }
}
