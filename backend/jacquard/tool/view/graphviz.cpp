#include <jacquard/glsl/child_program.h>
#include <jacquard/support/plain_file.h>
#include <jacquard/tool/view/graphviz.h>

#include <cmath>
#include <cstdio>
#include <locale>
#include <sstream>
#include <string>

namespace jacquard::driver::view {

namespace {

constexpr double kPixelsPerInch = 72;
// More than this is none of ours.
constexpr std::size_t kMostPoints = 4096;
constexpr double kMostPixels = 1e6;

std::string inches(double pixels) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3f", pixels / kPixelsPerInch);
    return text;
}

// Nodes are numbers; no text of a shader goes to another program.
std::string question(std::span<const PictureNode> nodes, std::span<const PictureEdge> edges) {
    std::string text = "digraph {\n  rankdir=LR; nodesep=0.15; ranksep=0.4;\n"
                       "  node [shape=box, fixedsize=true, label=\"\"];\n"
                       "  edge [arrowhead=none];\n";
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        text += "  " + std::to_string(i) + " [width=" + inches(nodes[i].width) +
                ", height=" + inches(nodes[i].height) + "];\n";
    }
    for (const PictureEdge& edge : edges) {
        text += "  " + std::to_string(edge.from) + " -> " + std::to_string(edge.to) + ";\n";
    }
    return text + "}\n";
}

// Reads dot's form `plain`: inches, the y axis up.
class Reader {
  public:
    Reader(const std::string& answer, std::size_t num_nodes) : in_(answer), num_nodes_(num_nodes) {
        in_.imbue(std::locale::classic());
        picture_.nodes.resize(num_nodes);
    }

    std::optional<Picture> run() {
        std::size_t seen = 0;
        std::string line;
        while (std::getline(in_, line)) {
            std::istringstream words(line);
            words.imbue(std::locale::classic());
            std::string kind;
            words >> kind;
            bool is_good = true;
            if (kind == "graph") {
                is_good = read_size(words);
            } else if (kind == "node") {
                ++seen;
                is_good = read_node(words);
            } else if (kind == "edge") {
                is_good = read_edge(words);
            } else if (kind == "stop") {
                return seen == num_nodes_ ? std::optional(std::move(picture_)) : std::nullopt;
            }
            if (!is_good) {
                return std::nullopt;
            }
        }
        return std::nullopt;
    }

  private:
    bool read_length(std::istream& words, double& pixels) const {
        double value = 0;
        words >> value;
        pixels = value * kPixelsPerInch;
        return !words.fail() && std::abs(pixels) < kMostPixels;
    }

    bool read_size(std::istream& words) {
        double scale = 0;
        words >> scale;
        return read_length(words, picture_.width) && read_length(words, picture_.height);
    }

    bool read_point(std::istream& words, PicturePoint& point) const {
        double up = 0;
        const bool is_good = read_length(words, point.x) && read_length(words, up);
        point.y = picture_.height - up;
        return is_good;
    }

    bool read_node(std::istream& words) {
        std::size_t number = 0;
        words >> number;
        return !words.fail() && number < num_nodes_ && read_point(words, picture_.nodes[number]);
    }

    bool read_edge(std::istream& words) {
        Picture::Line& line = picture_.lines.emplace_back();
        std::size_t count = 0;
        words >> line.edge.from >> line.edge.to >> count;
        if (words.fail() || line.edge.from >= num_nodes_ || line.edge.to >= num_nodes_ ||
            count % 3 != 1 || count > kMostPoints) {
            return false;
        }
        line.points.resize(count);
        for (PicturePoint& point : line.points) {
            if (!read_point(words, point)) {
                return false;
            }
        }
        return true;
    }

    std::istringstream in_;
    std::size_t num_nodes_;
    Picture picture_;
};

} // namespace

std::optional<Picture> lay_out(std::span<const PictureNode> nodes,
                               std::span<const PictureEdge> edges,
                               std::chrono::milliseconds limit) {
    const ScratchFolder scratch;
    if (!scratch.exists() || !write_file(scratch.file("graph"), question(nodes, edges))) {
        return std::nullopt;
    }
    const ChildResult run =
        run_child({"dot", "-Tplain", scratch.file("graph")}, {scratch.file("plain"), false, limit});
    if (run.end != ChildEnd::ran || run.code != 0) {
        return std::nullopt;
    }
    return Reader(read_plain_file(scratch.file("plain")).value_or(""), nodes.size()).run();
}

} // namespace jacquard::driver::view
