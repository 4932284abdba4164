#include <jacquard/ir3/compiler/finish/word_origins.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

// The line of another word; what the value is called stays.
void take_line(SourceLine& origin, const SourceLine& from) {
    const std::uint32_t name = origin.name;
    origin = from;
    origin.name = name;
}

} // namespace

std::vector<SourceLine> word_origins(const Graph& graph) {
    std::vector<SourceLine> origins;
    if (!graph.origins.any_has_line()) {
        return origins;
    }
    std::size_t num_words = 0;
    for (const Block& block : graph.blocks) {
        num_words += block.nodes.size();
    }
    origins.reserve(num_words);
    for (const Block& block : graph.blocks) {
        const std::size_t first = origins.size();
        for (const Node* node : block.nodes) {
            origins.push_back(graph.line_of(*node));
        }
        SourceLine next;
        for (std::size_t i = origins.size(); i-- > first;) {
            next = origins[i].exists() ? origins[i] : next;
            take_line(origins[i], next);
        }
        // Behind the last instruction that knows its line there is only that one.
        for (std::size_t i = std::max<std::size_t>(first, 1); i < origins.size(); ++i) {
            if (!origins[i].exists()) {
                take_line(origins[i], origins[i - 1]);
            }
        }
    }
    return origins;
}

std::vector<LaneStride> word_strides(const Graph& graph) {
    std::vector<LaneStride> strides;
    bool any = false;
    for (const Block& block : graph.blocks) {
        for (const Node* node : block.nodes) {
            strides.push_back(graph.origins.of(*node).lane_stride);
            any = any || strides.back().kind != LaneStride::Kind::unknown;
        }
    }
    return any ? strides : std::vector<LaneStride>();
}

std::vector<ProgramLoop> word_loops(const Graph& graph) {
    std::vector<ProgramLoop> loops;
    std::size_t first = 0;
    for (const Block& block : graph.blocks) {
        if (block.loop) {
            loops.push_back(*block.loop);
            loops.back().first_word = static_cast<std::uint32_t>(first);
        }
        first += block.nodes.size();
    }
    return loops;
}

} // namespace jacquard::ir3
