#include "wave_test.h"

#include <vector>

namespace textures = jacquard::textures;

namespace {

// Remembers what was asked for and answers with numbers.
struct RecordingSampler final : textures::TextureSampler {
    std::vector<textures::TextureRequest> requests;

    textures::Texel lookup(const textures::TextureRequest& request) override {
        requests.push_back(request);
        return {{7, 9, 11, 13}};
    }
};

// A wave of four lanes with a sampler, one input and one output of four components each.
struct SamplingWave : TestWave {
    explicit SamplingWave(const std::string& body)
        : TestWave(body, 4, "input generic 0 mask xyzw\noutput generic 0 mask xyzw\n") {
        environment.textures = &sampler;
    }
    // The components that the first lane leaves.
    Words first() {
        CHECK(run() == "");
        return {output(0, 0)[0], output(0, 1)[0], output(0, 2)[0]};
    }

    RecordingSampler sampler;
};

} // namespace

TEST_CASE("a layer reaches a sampler as a number, rounded up between two") {
    SamplingWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32x3 = load_input %0 {dest_type=float32}
        %2:32x4 = texture tex 2d coord %1 {dest_type=float32, texture=0, sampler=0, array}
        store_output %2, %0 {write_mask=xyzw}
)");
    wave.set_input(0, 2, Floats{0.4F, 0.5F, 2.5F, -3.0F});
    CHECK(wave.run() == "");
    Words layers;
    for (const textures::TextureRequest& request : wave.sampler.requests) {
        layers.push_back(request.layer);
    }
    CHECK(layers == Words{0, 1, 3, 0});
}

TEST_CASE("the size of a texture with layers has their number behind the axes") {
    SamplingWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32x3 = texture txs 2d lod %0 {dest_type=int32, texture=0, array}
        store_output %1, %0 {write_mask=xyz}
)");
    CHECK(wave.first() == Words{7, 9, 13});
}

TEST_CASE("counts are the levels, then the samples") {
    SamplingWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32 = texture query_levels 2d {dest_type=int32, texture=0}
        %2:32 = texture texture_samples 2d {dest_type=int32, texture=0}
        %3:32x2 = vec2 %1, %2
        store_output %3, %0 {write_mask=xy}
)");
    CHECK(wave.first() == Words{7, 9, 0});
}
