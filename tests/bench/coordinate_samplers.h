#pragma once

#include <jacquard/ir3/emulator/interface/emulator.h>
#include <jacquard/nir/interpreter/interface/interpreter.h>

namespace jacquard::bench {

// Texels that are their coordinates, for the interpreter and for the emulator.
struct InterpretedSampler final : nir::interpreter::Sampler {
    nir::interpreter::Texel lookup(const nir::interpreter::TextureRequest& request) override {
        nir::interpreter::Texel texel;
        for (unsigned i = 0; i < request.num_coordinates; ++i) {
            texel.components[i] = request.coordinates[i];
        }
        return texel;
    }
};

struct EmulatedSampler final : ir3::TextureSampler {
    ir3::Texel lookup(const ir3::TextureRequest& request) override {
        return {request.coordinates[0], request.coordinates[1], request.coordinates[2], 0};
    }
};

} // namespace jacquard::bench
