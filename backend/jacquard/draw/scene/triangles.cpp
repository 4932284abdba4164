#include <jacquard/draw/scene/triangles.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace jacquard::driver::draw {

namespace {

using Position = std::array<double, 4>;

// Beside near and far, triangles are cut this many pictures away, so that places fit their type.
constexpr double kGuard = 64.0;
constexpr std::size_t kPlanes = 6;

// Returns how far a position is on the inner side of a plane; of the first one, the near one.
double inside(const Position& p, std::size_t plane) {
    switch (plane) {
    case 0: return p[2];
    case 1: return p[3] - p[2];
    case 2: return kGuard * p[3] + p[0];
    case 3: return kGuard * p[3] - p[0];
    case 4: return kGuard * p[3] + p[1];
    default: return kGuard * p[3] - p[1];
    }
}

struct Corner {
    Position position{};
    std::size_t words = 0; // where its outputs begin
};

class Placer {
  public:
    Placer(TriangleList& list, std::span<const std::uint8_t> flat, std::uint32_t width,
           std::uint32_t height, Cull cull, std::size_t position)
        : list_(list), flat_(flat), width_(width), height_(height), cull_(cull),
          position_(position) {}

    void place(const std::array<std::uint32_t, 3>& corners, std::uint32_t number) {
        polygon_.clear();
        for (const std::uint32_t corner : corners) {
            Corner& each = polygon_.emplace_back();
            each.words = corner * list_.words_each;
            for (std::size_t c = 0; c < 4; ++c) {
                each.position[c] =
                    double{std::bit_cast<float>(list_.words[each.words + position_ + c])};
                if (!std::isfinite(each.position[c])) {
                    return;
                }
            }
        }
        provoking_ = polygon_[0].words;
        for (std::size_t plane = 0; plane < kPlanes; ++plane) {
            cut(plane);
        }
        for (std::size_t i = 2; i < polygon_.size(); ++i) {
            add({polygon_[0], polygon_[i - 1], polygon_[i]}, number);
        }
    }

  private:
    void cut(std::size_t plane) {
        kept_.clear();
        for (std::size_t i = 0; i < polygon_.size(); ++i) {
            const Corner from = polygon_[i];
            const Corner to = polygon_[(i + 1) % polygon_.size()];
            const double start = inside(from.position, plane);
            const double end = inside(to.position, plane);
            if (start >= 0.0) {
                kept_.push_back(from);
            }
            if ((start >= 0.0) != (end >= 0.0)) {
                // From the inner one, so that neighbours cut a shared edge at the same place.
                kept_.push_back(start >= 0.0 ? between(from, to, start / (start - end))
                                             : between(to, from, end / (end - start)));
            }
        }
        polygon_.swap(kept_);
    }

    Corner between(const Corner& from, const Corner& to, double part) {
        Corner made;
        made.words = list_.words.size();
        for (std::size_t c = 0; c < 4; ++c) {
            made.position[c] = from.position[c] + part * (to.position[c] - from.position[c]);
        }
        for (std::size_t i = 0; i < list_.words_each; ++i) {
            const std::uint32_t word = list_.words[from.words + i];
            const double start = double{std::bit_cast<float>(word)};
            const double end = double{std::bit_cast<float>(list_.words[to.words + i])};
            list_.words.push_back(flat_[i / 4] != 0
                                      ? word
                                      : std::bit_cast<std::uint32_t>(
                                            static_cast<float>(start + part * (end - start))));
        }
        return made;
    }

    void add(const std::array<Corner, 3>& corners, std::uint32_t number) {
        constexpr double kParts = 1 << kSubpixelBits;
        Triangle triangle;
        triangle.number = number;
        triangle.provoking = provoking_;
        for (std::size_t i = 0; i < 3; ++i) {
            const Position& p = corners[i].position;
            if (!(p[3] > 0.0)) {
                return; // a point in the eye itself
            }
            // Cutting what is very large is not exact.
            const double x = std::clamp(p[0] / p[3], -kGuard, kGuard);
            const double y = std::clamp(p[1] / p[3], -kGuard, kGuard);
            triangle.x[i] = std::llround((x * 0.5 + 0.5) * width_ * kParts);
            triangle.y[i] = std::llround((y * 0.5 + 0.5) * height_ * kParts);
            triangle.depth[i] = p[2] / p[3];
            triangle.inverse_w[i] = 1.0 / p[3];
            triangle.vertex[i] = corners[i].words;
        }
        // Twice the area, positive where the corners go clockwise on the picture.
        const std::int64_t area =
            (triangle.x[1] - triangle.x[0]) * (triangle.y[2] - triangle.y[0]) -
            (triangle.x[2] - triangle.x[0]) * (triangle.y[1] - triangle.y[0]);
        triangle.is_front = area < 0;
        const Cull side = triangle.is_front ? Cull::front : Cull::back;
        if (area == 0 || cull_ == side) {
            return;
        }
        if (area < 0) { // so that the inner sides of all edges are the same
            std::swap(triangle.x[1], triangle.x[2]);
            std::swap(triangle.y[1], triangle.y[2]);
            std::swap(triangle.depth[1], triangle.depth[2]);
            std::swap(triangle.inverse_w[1], triangle.inverse_w[2]);
            std::swap(triangle.vertex[1], triangle.vertex[2]);
        }
        list_.triangles.push_back(triangle);
    }

    TriangleList& list_;
    std::span<const std::uint8_t> flat_;
    double width_;
    double height_;
    Cull cull_;
    std::size_t position_;
    std::size_t provoking_ = 0;
    std::vector<Corner> polygon_;
    std::vector<Corner> kept_;
};

} // namespace

TriangleList place_triangles(const ShadedVertices& vertices,
                             std::span<const std::array<std::uint32_t, 3>> triangles,
                             std::span<const std::uint8_t> flat, std::uint32_t width,
                             std::uint32_t height, Cull cull) {
    TriangleList list;
    list.words = vertices.words;
    list.words_each = vertices.words_each;
    list.triangles.reserve(triangles.size());
    Placer placer(list, flat, width, height, cull, vertices.position);
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        placer.place(triangles[i], static_cast<std::uint32_t>(i));
    }
    return list;
}

} // namespace jacquard::driver::draw
