#include <jacquard/tool/view/graphviz.h>
#include <jacquard/tool/view/line_table.h>
#include <jacquard/tool/view/picture_data.h>

#include <algorithm>

namespace jacquard::driver::view {

namespace {

using Clock = std::chrono::steady_clock;

// For all pictures of a page together, and what one may hold to be asked for.
constexpr std::chrono::milliseconds kMostTime(2000);
constexpr std::size_t kMostNodes = 150;
constexpr std::size_t kMostEdges = 400;
constexpr std::size_t kMostPictures = 12;

// The page draws boxes of these sizes (pictures.js).
constexpr PictureNode kBlockBox = {200, 48};
constexpr PictureNode kWordBox = {184, 22};

class Pictures {
  public:
    explicit Pictures(json::Writer& json) : json_(json) {}

    // A picture, or null: the page draws that one itself.
    void append(std::span<const PictureNode> nodes, std::span<const PictureEdge> edges) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end_ - Clock::now());
        const bool asks = is_there_ && left.count() > 0 && nodes.size() <= kMostNodes &&
                          edges.size() <= kMostEdges && nodes.size() > 1 && count_ < kMostPictures;
        const std::optional<Picture> picture =
            asks ? lay_out(nodes, edges, left) : std::optional<Picture>();
        is_there_ = is_there_ && (!asks || picture.has_value());
        if (!picture) {
            json_.null();
            return;
        }
        ++count_;
        NumberList middles;
        for (const PicturePoint& node : picture->nodes) {
            add(middles, node);
        }
        json_.begin_object();
        json_.name("width").number(picture->width);
        json_.name("height").number(picture->height);
        json_.member("nodes", middles.text());
        json_.name("edges").begin_array();
        for (const Picture::Line& line : picture->lines) {
            NumberList numbers;
            numbers.add(line.edge.from).add(line.edge.to);
            for (const PicturePoint& point : line.points) {
                add(numbers, point);
            }
            json_.string(numbers.text());
        }
        json_.end_array();
        json_.end_object();
    }

  private:
    static void add(NumberList& list, const PicturePoint& point) {
        list.add(static_cast<std::int64_t>(point.x)).add(static_cast<std::int64_t>(point.y));
    }

    json::Writer& json_;
    Clock::time_point end_ = Clock::now() + kMostTime;
    bool is_there_ = true; // and has answered so far
    std::size_t count_ = 0;
};

void append_block(Pictures& pictures, const ir3::FlowBlock& block,
                  std::span<const ir3::ValueUse> uses) {
    // Words that use no other are no part of it; the others keep their order.
    std::vector<std::uint32_t> places(block.end - block.first);
    for (const ir3::ValueUse& use : uses) {
        places[use.writer - block.first] = 1;
        places[use.reader - block.first] = 1;
    }
    std::uint32_t count = 0;
    for (std::uint32_t& place : places) {
        const std::uint32_t is_part = place;
        place = count;
        count += is_part;
    }
    std::vector<PictureEdge> edges;
    for (const ir3::ValueUse& use : uses) {
        edges.push_back({places[use.writer - block.first], places[use.reader - block.first]});
    }
    pictures.append(std::vector<PictureNode>(count, kWordBox), edges);
}

} // namespace

void append_pictures(json::Writer& json, const ir3::ValueFlow& flow) {
    Pictures pictures(json);
    json.name("pictures").begin_object();
    json.name("flow");
    std::vector<PictureEdge> edges;
    for (std::uint32_t i = 0; i < flow.blocks.size(); ++i) {
        for (const std::uint32_t next : flow.blocks[i].successors) {
            edges.push_back({i, next});
        }
    }
    pictures.append(std::vector<PictureNode>(flow.blocks.size(), kBlockBox), edges);
    json.name("uses").begin_array();
    auto use = flow.uses.begin(); // they come block by block
    for (const ir3::FlowBlock& block : flow.blocks) {
        const auto end = std::find_if(use, flow.uses.end(), [&](const ir3::ValueUse& each) {
            return each.reader >= block.end;
        });
        const std::span<const ir3::ValueUse> all = flow.uses;
        append_block(pictures, block,
                     all.subspan(static_cast<std::size_t>(use - flow.uses.begin()),
                                 static_cast<std::size_t>(end - use)));
        use = end;
    }
    json.end_array();
    json.end_object();
}

} // namespace jacquard::driver::view
