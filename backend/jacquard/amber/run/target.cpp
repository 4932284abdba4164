#include <jacquard/amber/run/target.h>
#include <jacquard/nir/fold/texel_codec.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace jacquard::driver::amber {

namespace {

using Colour = std::array<double, 4>;

constexpr std::size_t kAlpha = 3;

double factor_of(BlendFactor factor, std::size_t component, const Colour& source,
                 const Colour& target) {
    const bool is_alpha = component == kAlpha;
    switch (factor) {
    case BlendFactor::zero: return 0.0;
    case BlendFactor::one: return 1.0;
    case BlendFactor::source_colour: return source[component];
    case BlendFactor::one_minus_source_colour: return 1.0 - source[component];
    case BlendFactor::target_colour: return target[component];
    case BlendFactor::one_minus_target_colour: return 1.0 - target[component];
    case BlendFactor::source_alpha: return source[kAlpha];
    case BlendFactor::one_minus_source_alpha: return 1.0 - source[kAlpha];
    case BlendFactor::target_alpha: return target[kAlpha];
    case BlendFactor::one_minus_target_alpha: return 1.0 - target[kAlpha];
    case BlendFactor::source_alpha_saturated: break;
    }
    return is_alpha ? 1.0 : std::min(source[kAlpha], 1.0 - target[kAlpha]);
}

double blended(BlendOperation operation, double source, double source_factor, double target,
               double target_factor) {
    switch (operation) {
    case BlendOperation::add: return source * source_factor + target * target_factor;
    case BlendOperation::subtract: return source * source_factor - target * target_factor;
    case BlendOperation::reverse_subtract: return target * target_factor - source * source_factor;
    case BlendOperation::min: return std::min(source, target);
    case BlendOperation::max: break;
    }
    return std::max(source, target);
}

Colour blend(const BlendState& state, const Colour& source, const Colour& target) {
    Colour result{};
    for (std::size_t i = 0; i < result.size(); ++i) {
        const bool is_alpha = i == kAlpha;
        const BlendFactor from = is_alpha ? state.source_alpha : state.source_colour;
        const BlendFactor to = is_alpha ? state.target_alpha : state.target_colour;
        result[i] = blended(is_alpha ? state.alpha : state.colour, source[i],
                            factor_of(from, i, source, target), target[i],
                            factor_of(to, i, source, target));
    }
    return result;
}

bool passes(nir::TexelComparison comparison, double reference, double stored) {
    const nir::TexelComparisonInfo& info = nir::texel_comparison_info(comparison);
    return reference < stored    ? info.less
           : reference == stored ? info.equal
           : reference > stored  ? info.greater
                                 : info.unordered;
}

std::uint8_t changed(StencilOperation operation, std::uint8_t stencil, std::uint8_t reference) {
    switch (operation) {
    case StencilOperation::keep: return stencil;
    case StencilOperation::zero: return 0;
    case StencilOperation::replace: return reference;
    case StencilOperation::increment_and_clamp:
        return static_cast<std::uint8_t>(stencil + (stencil != 0xff ? 1 : 0));
    case StencilOperation::decrement_and_clamp:
        return static_cast<std::uint8_t>(stencil - (stencil != 0 ? 1 : 0));
    case StencilOperation::invert: return static_cast<std::uint8_t>(~stencil);
    case StencilOperation::increment_and_wrap: return static_cast<std::uint8_t>(stencil + 1);
    case StencilOperation::decrement_and_wrap: break;
    }
    return static_cast<std::uint8_t>(stencil - 1);
}

} // namespace

ColourPixels::ColourPixels(Buffer& buffer, std::uint32_t level)
    : bytes_(buffer.bytes), format_(*buffer.layout.format), stride_(buffer.layout.stride),
      width_(std::max(buffer.size[0] >> level, 1U)),
      height_(std::max(buffer.size[1] >> level, 1U)) {
    std::size_t first = 0;
    for (std::uint32_t above = 0; above < level; ++above) {
        first += std::size_t{std::max(buffer.size[0] >> above, 1U)} *
                 std::max(buffer.size[1] >> above, 1U) * stride_;
    }
    bytes_ = bytes_.subspan(std::min(first, bytes_.size()));
}

std::span<std::byte> ColourPixels::texel(std::uint32_t x, std::uint32_t y) {
    const std::size_t at = (std::size_t{y} * width_ + x) * stride_;
    return x < width_ && at + stride_ <= bytes_.size() ? bytes_.subspan(at, stride_)
                                                       : std::span<std::byte>();
}

void ColourPixels::write(std::uint32_t x, std::uint32_t y, const ShadedColour& colour,
                         const DrawState& state) {
    const std::span<std::byte> to = texel(x, y);
    if (to.empty()) {
        return;
    }
    const nir::TexelFormatInfo& info = nir::texel_format_info(format_);
    const nir::TexelComponents before = nir::decode_texel(format_, to);
    nir::TexelComponents after{};
    std::copy(colour.begin(), colour.end(), after.begin());
    if (state.blend && info.value == nir::TexelValue::as_float) {
        Colour source{};
        Colour target{};
        // Colours of fixed point formats are brought into their range before they are blended.
        const bool is_fixed = info.kind == nir::TexelKind::unorm ||
                              info.kind == nir::TexelKind::snorm ||
                              info.kind == nir::TexelKind::srgb;
        const double least = info.kind == nir::TexelKind::snorm ? -1.0 : 0.0;
        for (std::size_t i = 0; i < source.size(); ++i) {
            source[i] = double{std::bit_cast<float>(colour[i])};
            source[i] = is_fixed ? std::clamp(source[i], least, 1.0) : source[i];
            target[i] = double{std::bit_cast<float>(static_cast<std::uint32_t>(before[i]))};
        }
        const Colour mixed = blend(*state.blend, source, target);
        for (std::size_t i = 0; i < mixed.size(); ++i) {
            after[i] = std::bit_cast<std::uint32_t>(static_cast<float>(mixed[i]));
        }
    }
    for (std::size_t i = 0; i < after.size(); ++i) {
        if ((state.write_mask >> i & 1U) == 0) {
            after[i] = before[i];
        }
    }
    nir::encode_texel(format_, after, to);
}

void ColourPixels::clear(const std::array<float, 4>& colour) {
    const nir::TexelFormatInfo& info = nir::texel_format_info(format_);
    nir::TexelComponents components{};
    for (std::size_t i = 0; i < colour.size(); ++i) {
        components[i] = info.value == nir::TexelValue::as_float
                            ? std::bit_cast<std::uint32_t>(colour[i])
                            : static_cast<std::uint64_t>(std::lround(colour[i] * 255.0F));
    }
    for (std::uint32_t y = 0; y < height_; ++y) {
        for (std::uint32_t x = 0; x < width_; ++x) {
            nir::encode_texel(format_, components, texel(x, y));
        }
    }
}

DepthPixels::DepthPixels(Buffer& buffer) : buffer_(buffer), format_(*buffer.layout.format) {
    const nir::TexelFormatInfo& info = nir::texel_format_info(format_);
    has_depth_ = info.has_depth;
    has_stencil_ = !has_depth_ || info.num_components > 1;
}

DepthPixels::Values DepthPixels::load(std::span<const std::byte> texel) const {
    const nir::TexelComponents components = nir::decode_texel(format_, texel);
    Values values;
    values.depth = std::bit_cast<float>(static_cast<std::uint32_t>(has_depth_ ? components[0] : 0));
    values.stencil = static_cast<std::uint8_t>(has_depth_ ? components[1] : components[0]);
    return values;
}

void DepthPixels::store(std::span<std::byte> texel, const Values& values) const {
    nir::TexelComponents components{};
    components[0] = has_depth_ ? std::bit_cast<std::uint32_t>(values.depth) : values.stencil;
    components[1] = has_depth_ && has_stencil_ ? values.stencil : 0;
    nir::encode_texel(format_, components, texel);
}

bool DepthPixels::test(std::uint32_t x, std::uint32_t y, float depth, bool is_front,
                       const DrawState& state) {
    const std::size_t stride = buffer_.layout.stride;
    const std::size_t at = (std::size_t{y} * buffer_.size[0] + x) * stride;
    if (x >= buffer_.size[0] || at + stride > buffer_.bytes.size()) {
        return true;
    }
    const auto texel = std::span(buffer_.bytes).subspan(at, stride);
    Values values = load(texel);
    if (state.depth_clamp) {
        depth = std::clamp(depth, 0.0F, 1.0F);
    }
    const StencilFace& face = state.stencil[is_front ? 0 : 1];
    const bool has_stencil = state.stencil_test && has_stencil_;
    const bool has_depth = state.depth_test && has_depth_;
    const bool in_bounds =
        !state.depth_bounds || !has_depth_ ||
        (values.depth >= (*state.depth_bounds)[0] && values.depth <= (*state.depth_bounds)[1]);
    if (!in_bounds) {
        return false;
    }
    const bool stencil_passes =
        !has_stencil || passes(face.comparison, face.reference & face.compare_mask,
                               values.stencil & face.compare_mask);
    // Depths are compared as the format keeps them.
    Values rounded = values;
    rounded.depth = depth;
    std::array<std::byte, 16> kept{};
    const auto as_kept = std::span(kept).first(std::min(stride, kept.size()));
    store(as_kept, rounded);
    depth = load(as_kept).depth;
    const bool depth_passes =
        !has_depth || passes(state.depth_comparison, double{depth}, double{values.depth});
    if (has_stencil) {
        const StencilOperation operation = !stencil_passes ? face.fail
                                           : depth_passes  ? face.pass
                                                           : face.depth_fail;
        const std::uint8_t made = changed(operation, values.stencil, face.reference);
        values.stencil = static_cast<std::uint8_t>((values.stencil & ~face.write_mask) |
                                                   (made & face.write_mask));
    }
    if (stencil_passes && depth_passes && has_depth && state.depth_write) {
        values.depth = depth;
    }
    if (has_stencil || has_depth) {
        store(texel, values);
    }
    return stencil_passes && depth_passes;
}

void DepthPixels::clear(float depth, std::uint8_t stencil) {
    for (std::size_t at = 0; at + buffer_.layout.stride <= buffer_.bytes.size();
         at += buffer_.layout.stride) {
        store(std::span(buffer_.bytes).subspan(at, buffer_.layout.stride), {depth, stencil});
    }
}

} // namespace jacquard::driver::amber
