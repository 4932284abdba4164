#include <jacquard/ir3/compiler/finish/word_origins.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

bool knows_lines(const Block& block) {
    return std::any_of(block.nodes.begin(), block.nodes.end(),
                       [](const Node* node) { return node->origin.exists(); });
}

} // namespace

std::vector<SourceLine> word_origins(const Graph& graph) {
    std::vector<SourceLine> origins;
    if (std::none_of(graph.blocks.begin(), graph.blocks.end(), knows_lines)) {
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
            origins.push_back(node->origin);
        }
        SourceLine next;
        for (std::size_t i = origins.size(); i-- > first;) {
            next = origins[i].exists() ? origins[i] : next;
            origins[i] = next;
        }
        // Behind the last instruction that knows its line there is only that one.
        for (std::size_t i = std::max<std::size_t>(first, 1); i < origins.size(); ++i) {
            if (!origins[i].exists()) {
                origins[i] = origins[i - 1];
            }
        }
    }
    return origins;
}

} // namespace jacquard::ir3
