#include <jacquard/draw/scene/corner_source.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/text/near_name.h>

#include <algorithm>
#include <optional>

namespace jacquard::driver::draw {

namespace {

constexpr CornerValues kPlaces = {
    {{0.0, 0.0, 0.0, 1.0}, {1.0, 0.0, 0.0, 1.0}, {0.0, 1.0, 0.0, 1.0}, {1.0, 1.0, 0.0, 1.0}}};

bool is_varying(nir::Semantic semantic) {
    return semantic != nir::Semantic::position && semantic != nir::Semantic::face &&
           semantic != nir::Semantic::prim_id;
}

// Converts a value to the word that a lane holds for this type.
std::uint32_t word_of(double value, const nir::AluType& type) {
    constexpr double kFar = 2147483647.0;
    switch (type.base) {
    case nir::BaseType::float_type: return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    case nir::BaseType::int_type:
    case nir::BaseType::uint_type:
    case nir::BaseType::bool_type: break;
    }
    const double within = value >= -kFar ? std::min(value, kFar) : -kFar;
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(within));
}

} // namespace

CornerSource::CornerSource(const Stage& fragment, std::uint32_t width, std::uint32_t height)
    : stage_(fragment), width_(width), height_(height),
      corners_(fragment.inputs().size(), kPlaces) {}

bool CornerSource::set(std::string_view name, const std::vector<std::vector<double>>& corners,
                       std::string& fault) {
    const auto location = parse_number<std::uint32_t>(name);
    std::vector<std::string_view> names;
    std::optional<std::size_t> slot;
    for (std::size_t i = 0; i < corners_.size(); ++i) {
        const nir::IoSlot& input = stage_.inputs()[i];
        if (!is_varying(input.semantic)) {
            continue;
        }
        names.emplace_back(stage_.input_names()[i]);
        if (location ? *location == input.semantic_index : name == stage_.input_names()[i]) {
            slot = i;
        }
    }
    if (!slot) {
        const std::string_view near = near_name(name, names);
        fault = "the shader reads no varying '" + std::string(name) + '\'';
        fault += near.empty() ? std::string() : ", did you mean '" + std::string(near) + "'?";
        return false;
    }
    const bool is_same = corners.size() == 1;
    for (const std::vector<double>& corner : corners) {
        if ((!is_same && corners.size() != 4) || corner.empty() || corner.size() > 4 ||
            corner.size() != corners[0].size()) {
            fault = "a varying takes 1 to 4 numbers, or as many for each of the four corners";
            return false;
        }
    }
    for (std::size_t i = 0; i < 4; ++i) {
        const std::vector<double>& numbers = corners[is_same ? 0 : i];
        corners_[*slot][i] = {0.0, 0.0, 0.0, 1.0};
        std::copy(numbers.begin(), numbers.end(), corners_[*slot][i].begin());
    }
    return true;
}

void CornerSource::for_each_quad(const Tile& tile,
                                 const std::function<void(const Quad&)>& visit) const {
    for (std::uint32_t y = tile.y; y < tile.y + tile.height; y += 2) {
        for (std::uint32_t x = tile.x; x < tile.x + tile.width; x += 2) {
            Quad quad;
            quad.x = x;
            quad.y = y;
            const unsigned row = x + 1 < width_ ? 0x3 : 0x1;
            quad.covered = static_cast<std::uint8_t>(y + 1 < height_ ? row | row << 2 : row);
            visit(quad);
        }
    }
}

void CornerSource::fill(std::span<const Quad> quads, std::span<std::uint32_t> inputs,
                        WaveValues& values) const {
    values.position[3].fill(1.0F);
    values.number.fill(0);
    fill_pixels(quads, stage_, inputs, values);
    for (std::size_t slot = 0; slot < corners_.size(); ++slot) {
        const nir::IoSlot& input = stage_.inputs()[slot];
        if (!is_varying(input.semantic)) {
            continue;
        }
        const nir::AluType type = stage_.input_type(slot);
        const CornerValues& corners = corners_[slot];
        const bool is_flat = input.interpolation == nir::Interpolation::flat;
        for (unsigned lane = 0; lane < kWaveLanes; ++lane) {
            const double u = is_flat ? 0.0 : double{values.position[0][lane]} / width_;
            const double v = is_flat ? 0.0 : double{values.position[1][lane]} / height_;
            for (unsigned c = 0; c < 4; ++c) {
                const double top = corners[0][c] + u * (corners[1][c] - corners[0][c]);
                const double bottom = corners[2][c] + u * (corners[3][c] - corners[2][c]);
                inputs[(slot * 4 + c) * kWaveLanes + lane] =
                    word_of(top + v * (bottom - top), type);
            }
        }
    }
}

} // namespace jacquard::driver::draw
