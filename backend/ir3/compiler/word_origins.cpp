#include <jacquard/ir3/compiler/word_origins.h>

#include <algorithm>

namespace jacquard::ir3 {

std::vector<SourceLine> word_origins(const Graph& graph) {
    std::vector<SourceLine> origins;
    bool any = false;
    std::size_t num_words = 0;
    for (const Block& block : graph.blocks) {
        num_words += block.nodes.size();
    }
    origins.reserve(num_words);
    for (const Block& block : graph.blocks) {
        const std::size_t first = origins.size();
        for (const Node* node : block.nodes) {
            origins.push_back(node->origin);
            any = any || node->origin.exists();
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
    return any ? origins : std::vector<SourceLine>();
}

} // namespace jacquard::ir3
