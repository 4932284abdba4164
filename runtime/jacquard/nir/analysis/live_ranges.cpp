#include <jacquard/nir/analysis/live_ranges.h>

#include <algorithm>
#include <iterator>

namespace jacquard::nir {

LiveRanges::LiveRanges(Function& function) {
    points_.reserve(function.num_blocks);
    std::uint32_t point = 0;
    for (Block& block : function.blocks()) {
        Points points{point++, 0};
        for (Instruction& instruction : block.instructions()) {
            instruction.index = point++;
        }
        points.end = point++;
        points_.push_back(points);
    }
}

std::uint32_t LiveRanges::written_at(const SsaDef& value) const {
    const Instruction& instruction = *value.instruction;
    return instruction.kind == InstructionKind::phi ? start_of(*instruction.block) + 1
                                                    : 2 * instruction.index + 1;
}

std::vector<LiveRanges::Segment> LiveRanges::of(const SsaDef& value) const {
    std::vector<Segment> segments;
    for (const Source& use : value.uses()) {
        if (const IfNode* branch = use.if_node()) {
            const Block& block = *branch->block_before();
            add_read(value, block, end_of(block), segments);
            continue;
        }
        const Instruction& user = *use.instruction();
        if (user.kind == InstructionKind::phi) {
            const Block& block = *static_cast<const PhiSource&>(use).predecessor;
            add_read(value, block, end_of(block), segments);
        } else {
            add_read(value, *user.block, 2 * user.index, segments);
        }
    }
    std::sort(segments.begin(), segments.end(),
              [](const Segment& a, const Segment& b) { return a.first < b.first; });
    std::size_t kept = 0;
    for (const Segment& segment : segments) {
        if (kept > 0 && segment.first <= segments[kept - 1].last + 1) {
            segments[kept - 1].last = std::max(segments[kept - 1].last, segment.last);
        } else {
            segments[kept++] = segment;
        }
    }
    segments.resize(kept);
    return segments;
}

// The node of a list that a block is, or stands in; null when it stands in none.
static const ControlFlowNode* node_around(const Block& block, const ControlFlowList* list) {
    for (const ControlFlowNode* node = &block; node != nullptr; node = node->parent) {
        if (node->list == list) {
            return node;
        }
    }
    return nullptr;
}

// A loop with more exits is taken to need the values it is left with everywhere.
static constexpr std::uint32_t kMaxExits = 16;

// Goes from a read up the tree until the value is defined in the same list, or in a node of it;
// then on into that node from its ends.
void LiveRanges::add_read(const SsaDef& value, const Block& reader, std::uint32_t at,
                          std::vector<Segment>& segments) const {
    struct Read {
        const Block* block;
        std::uint32_t at;
    };
    const Block& definition = *value.instruction->block;
    std::vector<Read> pending = {{&reader, at}};
    while (!pending.empty()) {
        Read read = pending.back();
        pending.pop_back();
        const ControlFlowNode* node = read.block;
        const ControlFlowNode* made_in = nullptr;
        while ((made_in = node_around(definition, node->list)) == nullptr) {
            segments.push_back({start_of(*node->list->first_block()), read.at});
            node = node->parent;
            if (const auto* loop = node->as<LoopNode>()) {
                segments.push_back(
                    {start_of(*loop->header()), end_of(*loop->body.last_block()) + 1});
            }
            if (node->kind == ControlFlowKind::function) {
                break; // defined in a block that nothing reaches
            }
            read.at = end_of(*static_cast<const Block*>(node->previous)) + 1;
        }
        const std::uint32_t written = written_at(value);
        if (made_in == nullptr || made_in == &definition) {
            segments.push_back({written, std::max(read.at, written)});
            continue;
        }
        const auto* after = static_cast<const Block*>(made_in->next);
        const auto* loop = made_in->as<LoopNode>();
        if (read.at < start_of(*after) ||
            (loop != nullptr && after->num_predecessors > kMaxExits)) {
            segments.push_back({written, std::max(read.at, written)});
            continue;
        }
        segments.push_back({start_of(*after), read.at});
        for (const Block* end : after->predecessors()) {
            const bool may_hold = loop != nullptr || node_around(definition, end->list) != nullptr;
            if (may_hold) {
                pending.push_back({end, end_of(*end) + 1});
            }
        }
    }
}

void LiveRangeUnion::add_point(std::uint32_t slot) {
    const auto after = segments_.upper_bound(slot);
    if (after == segments_.begin() || std::prev(after)->second < slot) {
        segments_.emplace(slot, slot);
    }
}

void LiveRangeUnion::add(const std::vector<LiveRanges::Segment>& segments) {
    for (const LiveRanges::Segment& segment : segments) {
        segments_.emplace(segment.first, segment.last);
    }
}

bool LiveRangeUnion::overlaps(const LiveRangeUnion& other) const {
    if (segments_.size() > other.segments_.size()) {
        return other.overlaps(*this);
    }
    for (const auto& [first, last] : segments_) {
        auto after = other.segments_.upper_bound(last);
        if (after != other.segments_.begin() && std::prev(after)->second >= first) {
            return true;
        }
    }
    return false;
}

void LiveRangeUnion::join(LiveRangeUnion& other) {
    if (segments_.size() < other.segments_.size()) {
        segments_.swap(other.segments_);
    }
    segments_.insert(other.segments_.begin(), other.segments_.end());
    other.segments_.clear();
}

} // namespace jacquard::nir
