#include <jacquard/draw/scene/triangle_edges.h>
#include <jacquard/draw/scene/triangle_source.h>

#include <algorithm>
#include <bit>

namespace jacquard::driver::draw {

namespace {

// Pixels from `first` on, `end` not included, that may be covered along an axis.
struct Range {
    std::int64_t first = 0;
    std::int64_t end = 0;
};

Range range_of(const std::array<std::int64_t, 3>& places, std::uint32_t start,
               std::uint32_t length) {
    const auto [least, most] = std::minmax_element(places.begin(), places.end());
    const std::int64_t first = std::max<std::int64_t>(*least / kSubpixelParts - 1, start);
    const std::int64_t end =
        std::min<std::int64_t>(*most / kSubpixelParts + 1, std::int64_t{start} + length);
    return {first & ~std::int64_t{1}, end};
}

} // namespace

std::optional<VaryingLinks> link_stages(const Stage& vertex, const Stage& fragment,
                                        std::string& fault) {
    VaryingLinks result;
    result.flat.assign(vertex.outputs().size(), 0);
    const auto find = [&](nir::Semantic semantic, std::uint32_t index) {
        return std::find_if(
            vertex.outputs().begin(), vertex.outputs().end(), [&](const nir::IoSlot& output) {
                return output.semantic == semantic && output.semantic_index == index;
            });
    };
    if (find(nir::Semantic::position, 0) == vertex.outputs().end()) {
        fault = "the vertex shader writes no position";
        return std::nullopt;
    }
    for (std::size_t slot = 0; slot < fragment.inputs().size(); ++slot) {
        const nir::IoSlot& input = fragment.inputs()[slot];
        if (input.semantic == nir::Semantic::position || input.semantic == nir::Semantic::face ||
            input.semantic == nir::Semantic::prim_id) {
            continue;
        }
        const auto output = find(input.semantic, input.semantic_index);
        if (output == vertex.outputs().end()) {
            const std::string& name = fragment.input_names()[slot];
            fault = "the fragment shader reads " +
                    (name.empty() ? std::string() : '\'' + name + "', ") +
                    std::string(nir::name_of(input.semantic)) + ' ' +
                    std::to_string(input.semantic_index) +
                    ", which the vertex shader does not write";
            return std::nullopt;
        }
        const auto number = static_cast<std::size_t>(output - vertex.outputs().begin());
        result.links.push_back({slot, number, input.interpolation});
        if (input.interpolation == nir::Interpolation::flat) {
            result.flat[number] = 1;
        }
    }
    return result;
}

bool shade_vertices(const Stage& vertex, StageRunner& runner, const Mesh& mesh,
                    ShadedVertices& shaded, std::string& fault) {
    const std::size_t slots = vertex.outputs().size();
    shaded.words_each = slots * 4;
    shaded.words.assign(mesh.vertices.size() * shaded.words_each, 0);
    for (std::size_t slot = 0; slot < slots; ++slot) {
        if (vertex.outputs()[slot].semantic == nir::Semantic::position) {
            shaded.position = slot * 4;
        }
    }
    WaveValues values;
    for (std::size_t first = 0; first < mesh.vertices.size(); first += kWaveLanes) {
        const std::size_t count = std::min<std::size_t>(mesh.vertices.size() - first, kWaveLanes);
        for (unsigned lane = 0; lane < kWaveLanes; ++lane) {
            const std::size_t number = first + std::min<std::size_t>(lane, count - 1);
            const MeshVertex& from = mesh.vertices[number];
            values.number[lane] = static_cast<std::uint32_t>(number);
            const std::array<std::array<float, 4>, 3> attributes = {
                {{from.position[0], from.position[1], from.position[2], 1.0F},
                 {from.normal[0], from.normal[1], from.normal[2], 0.0F},
                 {from.uv[0], from.uv[1], 0.0F, 1.0F}}};
            for (std::size_t slot = 0; slot < vertex.inputs().size(); ++slot) {
                const std::uint32_t location = vertex.inputs()[slot].semantic_index;
                for (unsigned c = 0; c < 4 && location < attributes.size(); ++c) {
                    runner.inputs()[(slot * 4 + c) * kWaveLanes + lane] =
                        std::bit_cast<std::uint32_t>(attributes[location][c]);
                }
            }
        }
        std::uint64_t live = 0;
        if (!runner.run(values, live, fault)) {
            return false;
        }
        for (unsigned lane = 0; lane < count; ++lane) {
            for (std::size_t word = 0; word < shaded.words_each; ++word) {
                shaded.words[(first + lane) * shaded.words_each + word] =
                    runner.outputs()[word * kWaveLanes + lane];
            }
        }
    }
    return true;
}

void TriangleSource::for_each_quad(const Tile& tile,
                                   const std::function<void(const Quad&)>& visit) const {
    for (std::size_t i = 0; i < list_.triangles.size(); ++i) {
        visit_triangle(static_cast<std::uint32_t>(i), tile, visit);
    }
}

void TriangleSource::visit_triangle(std::uint32_t number, const Tile& tile,
                                    const std::function<void(const Quad&)>& visit) const {
    const Triangle& triangle = list_.triangles[number];
    const Range columns = range_of(triangle.x, tile.x, tile.width);
    const Range rows = range_of(triangle.y, tile.y, tile.height);
    if (columns.first >= columns.end || rows.first >= rows.end) {
        return;
    }
    const TriangleEdges edges(triangle);
    for (std::int64_t y = rows.first; y < rows.end; y += 2) {
        for (std::int64_t x = columns.first; x < columns.end; x += 2) {
            Quad quad;
            quad.x = static_cast<std::uint32_t>(x);
            quad.y = static_cast<std::uint32_t>(y);
            quad.triangle = number;
            quad.covered = 0;
            for (unsigned corner = 0; corner < kQuadLanes; ++corner) {
                const std::int64_t px = x + (corner & 1);
                const std::int64_t py = y + (corner >> 1);
                const std::array<std::int64_t, 3> values = edges.at(px, py);
                double depth = 0.0;
                for (std::size_t i = 0; i < 3; ++i) {
                    depth += static_cast<double>(values[i]) * triangle.depth[i];
                }
                quad.depth[corner] = static_cast<float>(depth / edges.area);
                if (px < width_ && py < height_ && edges.covers(values)) {
                    quad.covered = static_cast<std::uint8_t>(quad.covered | 1U << corner);
                }
            }
            if (quad.covered != 0) {
                visit(quad);
            }
        }
    }
}

void TriangleSource::fill(std::span<const Quad> quads, std::span<std::uint32_t> inputs,
                          WaveValues& values) const {
    values.front = 0;
    for (unsigned lane = 0; lane < kWaveLanes; ++lane) {
        const Quad& quad = quads[std::min<std::size_t>(lane / kQuadLanes, quads.size() - 1)];
        const Triangle& triangle = list_.triangles[quad.triangle];
        const TriangleEdges edges(triangle);
        const unsigned corner = lane % kQuadLanes;
        const std::array<std::int64_t, 3> at =
            edges.at(quad.x + (corner & 1), quad.y + (corner >> 1));
        std::array<double, 3> linear{};
        std::array<double, 3> smooth{};
        double inverse_w = 0.0;
        for (std::size_t i = 0; i < 3; ++i) {
            linear[i] = static_cast<double>(at[i]) / edges.area;
            smooth[i] = linear[i] * triangle.inverse_w[i];
            inverse_w += smooth[i];
        }
        for (double& weight : smooth) {
            weight /= inverse_w;
        }
        values.position[3][lane] = static_cast<float>(inverse_w);
        values.number[lane] = triangle.number;
        values.front |= std::uint64_t{triangle.is_front ? 1U : 0U} << lane;
        for (const VaryingLinks::Link& link : links_.links) {
            const bool is_flat = link.interpolation == nir::Interpolation::flat;
            const std::array<double, 3>& weights =
                link.interpolation == nir::Interpolation::noperspective ? linear : smooth;
            for (unsigned c = 0; c < 4; ++c) {
                const std::size_t word = link.output * 4 + c;
                std::uint32_t& to = inputs[(link.input * 4 + c) * kWaveLanes + lane];
                if (is_flat) {
                    to = list_.words[triangle.provoking + word];
                    continue;
                }
                double sum = 0.0;
                for (std::size_t i = 0; i < 3; ++i) {
                    sum += weights[i] *
                           double{std::bit_cast<float>(list_.words[triangle.vertex[i] + word])};
                }
                to = std::bit_cast<std::uint32_t>(static_cast<float>(sum));
            }
        }
    }
    fill_pixels(quads, stage_, inputs, values);
}

} // namespace jacquard::driver::draw
