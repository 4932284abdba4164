#include <jacquard/ir3/compiler/select/sampler_target.h>

namespace jacquard::ir3 {

namespace {

std::string dimension_name(nir::TextureDim dim) {
    switch (dim) {
    case nir::TextureDim::dim_1d: return "1D";
    case nir::TextureDim::dim_2d:
    case nir::TextureDim::dim_ms:
    case nir::TextureDim::dim_external: return "2D";
    case nir::TextureDim::dim_3d: return "3D";
    case nir::TextureDim::dim_cube: return "CUBE";
    case nir::TextureDim::dim_rect: return "RECT";
    case nir::TextureDim::dim_buf: return "BUFFER";
    case nir::TextureDim::dim_subpass:
    case nir::TextureDim::dim_subpass_ms: return "FRAMEBUFFER"; // what the fragment's pixel holds
    default: return "UNKNOWN";
    }
}

} // namespace

std::string sampler_target(const nir::TextureUnit& unit) {
    std::string name = (unit.is_shadow ? "SHADOW" : "") + dimension_name(unit.dim);
    if (unit.is_array) {
        name += unit.is_shadow && unit.dim == nir::TextureDim::dim_cube ? "ARRAY" : "_ARRAY";
    }
    if (unit.dim == nir::TextureDim::dim_ms) {
        name += "_MSAA";
    }
    return name;
}

} // namespace jacquard::ir3
