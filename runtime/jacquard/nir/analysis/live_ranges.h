#pragma once

#include <jacquard/nir/ir/shader.h>

#include <cstdint>
#include <map>
#include <vector>

namespace jacquard::nir {

// The live ranges of values, as segments of the text of a function.
//
// Every block start, instruction and block end has a point with two slots, 2p where it reads and
// 2p + 1 where it writes. A value that is last read where another is written therefore does not
// overlap it. Phis are written at the start of their block, their sources read at the ends of the
// predecessors.
//
// Stretches follow the structure of control flow: the side of an if that does not need a value is
// left out, a loop around its reads belongs to it whole. Behind jumps they may be longer than
// needed, never shorter.
class LiveRanges {
  public:
    struct Segment {
        std::uint32_t first;
        std::uint32_t last; // inclusive
    };

    // Needs links to be right; numbers the instructions.
    explicit LiveRanges(Function& function);

    [[nodiscard]] std::uint32_t start_of(const Block& block) const {
        return 2 * points_[block.index].start;
    }
    [[nodiscard]] std::uint32_t end_of(const Block& block) const {
        return 2 * points_[block.index].end;
    }
    // In order and disjoint; empty when nothing reads the value. Time is the number of reads times
    // the depth of control flow.
    [[nodiscard]] std::vector<Segment> of(const SsaDef& value) const;

  private:
    struct Points {
        std::uint32_t start;
        std::uint32_t end;
    };

    [[nodiscard]] std::uint32_t written_at(const SsaDef& value) const;
    void add_read(const SsaDef& value, const Block& reader, std::uint32_t at,
                  std::vector<Segment>& segments) const;

    std::vector<Points> points_; // by block
};

// Segments of several values that do not overlap.
class LiveRangeUnion {
  public:
    void add(const std::vector<LiveRanges::Segment>& segments);
    void add_point(std::uint32_t slot);
    [[nodiscard]] bool overlaps(const LiveRangeUnion& other) const;
    // Takes all segments of `other`, which must not overlap. The smaller one is moved.
    void join(LiveRangeUnion& other);

  private:
    std::map<std::uint32_t, std::uint32_t> segments_; // first to last
};

} // namespace jacquard::nir
