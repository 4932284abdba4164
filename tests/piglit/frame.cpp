#include "frame.h"

#include <jacquard/draw/pictures/picture_sampler.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

namespace jacquard::piglit {

using namespace jacquard::driver;
using draw::kQuadLanes;
using draw::kWaveLanes;
using draw::kWaveQuads;

namespace {

constexpr std::uint32_t kPlacesASide = 8;

std::vector<std::uint32_t> spread(std::uint32_t first, std::uint32_t length) {
    std::vector<std::uint32_t> places;
    const std::uint32_t count = std::min(length, kPlacesASide);
    for (std::uint32_t i = 0; i < count; ++i) {
        places.push_back(first + (count == 1 ? 0 : i * (length - 1) / (count - 1)));
    }
    return places;
}

} // namespace

std::vector<std::pair<std::uint32_t, std::uint32_t>>
Frame::places(std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height) {
    std::vector<Place> all;
    for (const std::uint32_t row : spread(y, height)) {
        for (const std::uint32_t column : spread(x, width)) {
            all.emplace_back(column, row);
        }
    }
    return all;
}

bool Frame::want(std::uint32_t x, std::uint32_t y) {
    if (x >= width_ || y >= height_) {
        return false;
    }
    pixels_.try_emplace({x, y});
    return true;
}

void Frame::clear(const Colour& colour) {
    for (auto& [place, pixel] : pixels_) {
        pixel = colour;
    }
}

bool Frame::draw(const Program& program, const draw::ShadedVertices& shaded,
                 const std::vector<std::array<std::uint32_t, 3>>& triangles, std::string& fault) {
    draw::TriangleList list = draw::place_triangles(shaded, triangles, program.links().flat, width_,
                                                    height_, draw::Cull::none);
    for (draw::Triangle& triangle : list.triangles) {
        // Rows count from below here, so what is drawn clockwise is seen the other way round; and
        // the last vertex says what is flat.
        triangle.is_front = !triangle.is_front;
        triangle.provoking = triangles[triangle.number][2] * shaded.words_each;
    }
    const draw::TriangleSource source(program.fragment(), program.links(), list, width_, height_);
    std::set<Place> corners;
    for (const auto& [place, pixel] : pixels_) {
        corners.insert({place.first & ~1U, place.second & ~1U});
    }
    std::vector<draw::Quad> quads;
    for (const Place& corner : corners) {
        source.for_each_quad({corner.first, corner.second, 2, 2},
                             [&](const draw::Quad& quad) { quads.push_back(quad); });
    }
    draw::PictureSampler no_textures({}, program.fragment().resources(),
                                     program.fragment().textures());
    draw::StageRunner runner(program.fragment());
    runner.set(no_textures);
    draw::WaveValues values;
    for (std::size_t first = 0; first < quads.size(); first += kWaveQuads) {
        const std::span<const draw::Quad> some(
            &quads[first], std::min<std::size_t>(kWaveQuads, quads.size() - first));
        source.fill(some, runner.inputs(), values);
        std::uint64_t live = 0;
        if (!runner.run(values, live, fault)) {
            return false;
        }
        for (unsigned lane = 0; lane < some.size() * kQuadLanes; ++lane) {
            const draw::Quad& quad = some[lane / kQuadLanes];
            const unsigned corner = lane % kQuadLanes;
            const auto pixel = pixels_.find({quad.x + (corner & 1), quad.y + (corner >> 1)});
            const bool is_drawn = (quad.covered >> corner & 1) != 0 && (live >> lane & 1) != 0;
            if (!is_drawn || pixel == pixels_.end() || program.colours().empty()) {
                continue;
            }
            const std::size_t slot = program.colours().begin()->second;
            for (unsigned c = 0; c < 4; ++c) {
                pixel->second[c] =
                    std::bit_cast<float>(runner.outputs()[(slot * 4 + c) * kWaveLanes + lane]);
            }
        }
    }
    return true;
}

Colour Frame::pixel(std::uint32_t x, std::uint32_t y) const {
    Colour colour = pixels_.at({x, y});
    for (float& channel : colour) {
        const float within = channel > 0.0F ? std::min(channel, 1.0F) : 0.0F; // no number is 0, too
        channel = std::round(within * 255.0F) / 255.0F;
    }
    return colour;
}

} // namespace jacquard::piglit
