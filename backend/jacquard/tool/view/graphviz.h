#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

// Pictures of graphs, laid out by Graphviz where it is installed.
namespace jacquard::driver::view {

// A box, in pixels.
struct PictureNode {
    double width = 0;
    double height = 0;
};

struct PictureEdge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
};

struct PicturePoint {
    double x = 0; // to the right
    double y = 0; // down
};

struct Picture {
    double width = 0;
    double height = 0;
    std::vector<PicturePoint> nodes; // their middles
    struct Line {
        PictureEdge edge;
        std::vector<PicturePoint> points; // of Bézier curves, one and three for each
    };
    std::vector<Line> lines;
};

// Returns nothing if the program `dot` is missing, takes longer than the limit, or answers
// something unexpected.
[[nodiscard]] std::optional<Picture> lay_out(std::span<const PictureNode> nodes,
                                             std::span<const PictureEdge> edges,
                                             std::chrono::milliseconds limit);

} // namespace jacquard::driver::view
