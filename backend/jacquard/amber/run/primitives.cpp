#include <jacquard/amber/run/primitives.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace jacquard::driver::amber {

namespace {

using draw::Triangle;
using Place = std::array<double, 4>;

constexpr std::size_t kSlotWords = 4;
constexpr double kParts = 1 << draw::kSubpixelBits;
constexpr std::size_t kPlanes = 6;
constexpr double kFarthest = 1.0e6; // pixels from the target

double word_at(const std::vector<std::uint32_t>& words, std::size_t at) {
    return double{std::bit_cast<float>(words[at])};
}

// Vertices in the space of the target, so that a viewport is the whole of it. Behind the words of
// each stand four more: the depth before it was moved into what can be seen, and w.
draw::ShadedVertices in_target(const draw::ShadedVertices& vertices, const Placement& placement) {
    const Viewport& viewport = placement.viewport;
    draw::ShadedVertices moved;
    moved.words_each = vertices.words_each + kSlotWords;
    moved.position = vertices.position;
    const double scale_x = double{viewport.width} / placement.width;
    const double scale_y = double{viewport.height} / placement.height;
    const double move_x = (2.0 * viewport.x + viewport.width) / placement.width - 1.0;
    const double move_y = (2.0 * viewport.y + viewport.height) / placement.height - 1.0;
    for (std::size_t first = 0; first < vertices.words.size(); first += vertices.words_each) {
        const std::size_t start = moved.words.size();
        moved.words.insert(
            moved.words.end(), vertices.words.begin() + static_cast<std::ptrdiff_t>(first),
            vertices.words.begin() + static_cast<std::ptrdiff_t>(first + vertices.words_each));
        std::uint32_t* const position = moved.words.data() + start + moved.position;
        const double x = double{std::bit_cast<float>(position[0])};
        const double y = double{std::bit_cast<float>(position[1])};
        const float z = std::bit_cast<float>(position[2]);
        const float w = std::bit_cast<float>(position[3]);
        position[0] = std::bit_cast<std::uint32_t>(static_cast<float>(x * scale_x + w * move_x));
        position[1] = std::bit_cast<std::uint32_t>(static_cast<float>(y * scale_y + w * move_y));
        if (placement.state->depth_clamp) {
            position[2] = std::bit_cast<std::uint32_t>(0.5F * w);
        }
        moved.words.insert(moved.words.end(), {std::bit_cast<std::uint32_t>(z),
                                               std::bit_cast<std::uint32_t>(w), 0, 0});
    }
    return moved;
}

double inside(const Place& place, std::size_t plane) {
    switch (plane) {
    case 0: return place[2];
    case 1: return place[3] - place[2];
    case 2: return place[3] + place[0];
    case 3: return place[3] - place[0];
    case 4: return place[3] + place[1];
    default: return place[3] - place[1];
    }
}

class Placer {
  public:
    Placer(const draw::ShadedVertices& vertices, const Placement& placement)
        : placement_(placement), position_(vertices.position) {
        list_.words = vertices.words;
        list_.words_each = vertices.words_each;
    }

    void add_triangles(const draw::ShadedVertices& vertices, const Assembly& assembly) {
        std::vector<std::uint8_t> flat(placement_.flat.begin(), placement_.flat.end());
        flat.push_back(0);
        draw::TriangleList triangles =
            draw::place_triangles(vertices, assembly.corners, flat, placement_.width,
                                  placement_.height, draw::Cull::none);
        list_.words = std::move(triangles.words);
        const DrawState& state = *placement_.state;
        for (Triangle& triangle : triangles.triangles) {
            if (state.clockwise_is_front) {
                triangle.is_front = !triangle.is_front;
            }
            const CullFace side = triangle.is_front ? CullFace::front : CullFace::back;
            if (state.cull != CullFace::both && state.cull != side) {
                add_sides(triangle);
            }
        }
    }

    void add_line(const std::array<std::uint32_t, 3>& corners, std::uint32_t number) {
        std::array<std::size_t, 2> words{corners[0] * list_.words_each,
                                         corners[1] * list_.words_each};
        for (std::size_t plane = 0; plane < kPlanes; ++plane) {
            const double start = inside(place_of(words[0]), plane);
            const double end = inside(place_of(words[1]), plane);
            if (!(start >= 0.0 || end >= 0.0)) {
                return;
            }
            if (start < 0.0) {
                words[0] = between(words[0], words[1], start / (start - end));
            } else if (end < 0.0) {
                words[1] = between(words[0], words[1], start / (start - end));
            }
        }
        Primitive line;
        line.corners = 2;
        line.place.number = number;
        line.place.provoking = corners[0] * list_.words_each;
        if (set_corner(line, 0, words[0]) && set_corner(line, 1, words[1])) {
            list_.primitives.push_back(line);
        }
    }

    void add_point(std::uint32_t corner, std::uint32_t number) {
        const std::size_t words = corner * list_.words_each;
        const Place place = place_of(words);
        for (std::size_t plane = 0; plane < kPlanes; ++plane) {
            if (!(inside(place, plane) >= 0.0)) {
                return;
            }
        }
        Primitive point;
        point.corners = 1;
        point.place.number = number;
        point.place.provoking = words;
        if (placement_.point_size) {
            point.point_size =
                std::clamp(word_at(list_.words, words + *placement_.point_size), 0.0, 4096.0);
        }
        if (set_corner(point, 0, words)) {
            list_.primitives.push_back(point);
        }
    }

    PrimitiveList take() { return std::move(list_); }

  private:
    [[nodiscard]] Place place_of(std::size_t words) const {
        Place place{};
        for (std::size_t c = 0; c < 4; ++c) {
            place[c] = word_at(list_.words, words + position_ + c);
        }
        return place;
    }

    std::size_t between(std::size_t from, std::size_t to, double part) {
        const std::size_t made = list_.words.size();
        for (std::size_t i = 0; i < list_.words_each; ++i) {
            const bool is_flat =
                i / kSlotWords < placement_.flat.size() && placement_.flat[i / kSlotWords] != 0;
            const double start = word_at(list_.words, from + i);
            const double end = word_at(list_.words, to + i);
            list_.words.push_back(is_flat ? list_.words[from + i]
                                          : std::bit_cast<std::uint32_t>(
                                                static_cast<float>(start + part * (end - start))));
        }
        return made;
    }

    // The depth that the vertex has, whatever was done to it so that nothing was cut.
    [[nodiscard]] double depth_of(std::size_t words) const {
        const std::size_t own = words + list_.words_each - kSlotWords;
        const double w = word_at(list_.words, own + 1);
        return depth_in_viewport(w == 0.0 ? 0.0 : word_at(list_.words, own) / w);
    }

    [[nodiscard]] double depth_in_viewport(double depth) const {
        const Viewport& viewport = placement_.viewport;
        return viewport.min_depth + depth * (double{viewport.max_depth} - viewport.min_depth);
    }

    bool set_corner(Primitive& primitive, std::size_t corner, std::size_t words) const {
        const Place place = place_of(words);
        const double x = (place[0] / place[3] * 0.5 + 0.5) * placement_.width;
        const double y = (place[1] / place[3] * 0.5 + 0.5) * placement_.height;
        if (!(place[3] > 0.0) || !(std::abs(x) < kFarthest) || !(std::abs(y) < kFarthest)) {
            return false;
        }
        for (std::size_t i = corner; i < 3; ++i) { // those that are not there are like the last
            primitive.place.x[i] = std::llround(x * kParts);
            primitive.place.y[i] = std::llround(y * kParts);
            primitive.place.depth[i] = depth_of(words);
            primitive.place.inverse_w[i] = 1.0 / place[3];
            primitive.place.vertex[i] = words;
        }
        return true;
    }

    // A triangle as it is filled, or its edges or corners.
    void add_sides(Triangle triangle) {
        for (std::size_t i = 0; i < 3; ++i) {
            triangle.depth[i] = depth_of(triangle.vertex[i]);
        }
        Primitive primitive;
        primitive.place = triangle;
        const PolygonMode mode = placement_.state->polygon_mode;
        if (mode == PolygonMode::fill) {
            list_.primitives.push_back(primitive);
            return;
        }
        for (std::size_t i = 0; i < 3; ++i) {
            Primitive part = primitive;
            part.corners = mode == PolygonMode::line ? 2 : 1;
            for (std::size_t to = 0; to < 3; ++to) {
                const std::size_t from =
                    mode == PolygonMode::line ? (i + std::min<std::size_t>(to, 1)) % 3 : i;
                part.place.x[to] = triangle.x[from];
                part.place.y[to] = triangle.y[from];
                part.place.depth[to] = triangle.depth[from];
                part.place.inverse_w[to] = triangle.inverse_w[from];
                part.place.vertex[to] = triangle.vertex[from];
            }
            list_.primitives.push_back(part);
        }
    }

    const Placement& placement_;
    std::size_t position_;
    PrimitiveList list_;
};

} // namespace

Assembly assemble_primitives(Topology topology, std::span<const std::uint32_t> order) {
    Assembly assembly;
    const std::size_t count = order.size();
    const auto add = [&](std::size_t a, std::size_t b, std::size_t c) {
        assembly.corners.push_back({order[a], order[b], order[c]});
    };
    switch (topology) {
    case Topology::point_list:
        assembly.num_corners = 1;
        for (std::size_t i = 0; i < count; ++i) {
            add(i, i, i);
        }
        break;
    case Topology::line_list:
        assembly.num_corners = 2;
        for (std::size_t i = 0; i + 1 < count; i += 2) {
            add(i, i + 1, i + 1);
        }
        break;
    case Topology::line_strip:
        assembly.num_corners = 2;
        for (std::size_t i = 0; i + 1 < count; ++i) {
            add(i, i + 1, i + 1);
        }
        break;
    case Topology::triangle_list:
        for (std::size_t i = 0; i + 2 < count; i += 3) {
            add(i, i + 1, i + 2);
        }
        break;
    case Topology::triangle_strip: // every second one has its corners the other way round
        for (std::size_t i = 0; i + 2 < count; ++i) {
            add(i, i + 1 + i % 2, i + 2 - i % 2);
        }
        break;
    case Topology::triangle_fan: // the vertex that is not shared counts for flat outputs
        for (std::size_t i = 1; i + 1 < count; ++i) {
            add(i, i + 1, 0);
        }
        break;
    }
    return assembly;
}

PrimitiveList place_primitives(const draw::ShadedVertices& vertices, const Assembly& assembly,
                               const Placement& placement) {
    const draw::ShadedVertices moved = in_target(vertices, placement);
    Placer placer(moved, placement);
    if (assembly.num_corners == 3) {
        placer.add_triangles(moved, assembly);
        return placer.take();
    }
    for (std::size_t i = 0; i < assembly.corners.size(); ++i) {
        const auto number = static_cast<std::uint32_t>(i);
        if (assembly.num_corners == 2) {
            placer.add_line(assembly.corners[i], number);
        } else {
            placer.add_point(assembly.corners[i][0], number);
        }
    }
    return placer.take();
}

} // namespace jacquard::driver::amber
