// Weights of varyings at places that the hardware does not give them at.
//
// Before: any shader. After: none are loaded at a distance from the centre, or at a sample by its
// number.

#include <jacquard/generated/pipelines/lower_interpolation.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/util/each.h>

#include <array>
#include <map>

namespace jacquard::ir3 {

namespace {

using nir::IntrinsicInstruction;
using nir::SsaDef;

// The weights at the centre in one mode, and how much they change from one pixel to the next.
struct Plane {
    std::array<SsaDef*, 2> centre;
    std::array<SsaDef*, 2> along_x;
    std::array<SsaDef*, 2> along_y;
};

// How far a sample is from the centre of its pixel.
SsaDef* offset_of_sample(nir::CoreBuilder& b, SsaDef* sample) {
    SsaDef* position = &b.load_sample_pos_from_id(32, sample)->value;
    SsaDef* half = b.imm_float(-0.5);
    const std::array<nir::Operand, 2> offset = {b.fadd(nir::channel(position, 0), half),
                                                b.fadd(nir::channel(position, 1), half)};
    return b.vec(offset);
}

bool is_lowered(nir::IntrinsicOp op) {
    return op == nir::IntrinsicOp::load_barycentric_at_sample ||
           op == nir::IntrinsicOp::load_barycentric_at_offset;
}

class InterpolationLowering {
  public:
    explicit InterpolationLowering(nir::Shader& shader) : shader_(shader) {}

    bool lower(IntrinsicInstruction& load) {
        if (!is_lowered(load.op)) {
            return false;
        }
        const Plane& plane = plane_of(load.interp_mode());
        nir::CoreBuilder b(shader_, nir::Cursor::before_instruction(&load));
        SsaDef* given = load.sources()[0].ssa;
        SsaDef* offset = load.op == nir::IntrinsicOp::load_barycentric_at_sample
                             ? offset_of_sample(b, given)
                             : given;
        const std::array<nir::Operand, 2> weights = {moved(b, plane, 0, offset),
                                                     moved(b, plane, 1, offset)};
        load.value.rewrite_uses(b.vec(weights));
        load.remove();
        return true;
    }

  private:
    // Computed where the shader begins: there all four lanes of a quad run and hold their weights,
    // while a branch around the load may have been taken by some of them only.
    const Plane& plane_of(nir::Interpolation mode) {
        const auto [found, is_new] = planes_.try_emplace(mode);
        if (is_new) {
            nir::CoreBuilder b(shader_, nir::Cursor::after_phis(shader_.entry->first_block()));
            SsaDef* centre = &b.load_barycentric_pixel(32)->set_interp_mode(mode)->value;
            for (unsigned i = 0; i < found->second.centre.size(); ++i) {
                SsaDef* weight = b.whole(nir::channel(centre, i));
                found->second.centre[i] = weight;
                found->second.along_x[i] = &b.ddx(1, 32, weight)->value;
                found->second.along_y[i] = &b.ddy(1, 32, weight)->value;
            }
        }
        return found->second;
    }

    static SsaDef* moved(nir::CoreBuilder& b, const Plane& plane, unsigned weight, SsaDef* offset) {
        SsaDef* along_x = b.fmul(plane.along_x[weight], nir::channel(offset, 0));
        SsaDef* along_y = b.fmul(plane.along_y[weight], nir::channel(offset, 1));
        return b.fadd(b.fadd(plane.centre[weight], along_x), along_y);
    }

    nir::Shader& shader_;
    std::map<nir::Interpolation, Plane> planes_;
};

} // namespace

bool lower_interpolation(nir::Shader& shader) {
    InterpolationLowering lowering(shader);
    return shader.may_have_intrinsic(is_lowered) &&
           nir::change_instructions<IntrinsicInstruction>(
               shader, [&lowering](IntrinsicInstruction& load) { return lowering.lower(load); });
}

} // namespace jacquard::ir3
