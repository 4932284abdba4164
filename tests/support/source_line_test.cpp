#include <jacquard/support/text/source_line.h>

#include "catch.h"

#include <cstdint>
#include <vector>

using namespace jacquard;

namespace {

std::vector<std::uint32_t> sharers_of(const SourceContext& context, const SourceLine& line) {
    std::vector<std::uint32_t> lines;
    context.for_each_sharer(line, [&](const SourceLine& each) { lines.push_back(each.line); });
    return lines;
}

} // namespace

TEST_CASE("a line tells which others it serves, each once, and itself never") {
    SourceContext context;
    SourceLine kept = {5};
    context.share(kept, {6});
    context.share(kept, {5});
    context.share(kept, {7});
    context.share(kept, {6});
    CHECK(sharers_of(context, kept) == std::vector<std::uint32_t>{7, 6});
    CHECK(sharers_of(context, {5}).empty());
}

TEST_CASE("what served others before serves them still, and for the line that takes over") {
    SourceContext context;
    SourceLine first = {5};
    SourceLine second = {6};
    context.share(second, {8});
    context.share(second, {5});
    context.share(first, second);
    CHECK(sharers_of(context, first) == std::vector<std::uint32_t>{8, 6});
    CHECK(sharers_of(context, second) == std::vector<std::uint32_t>{5, 8});
}

TEST_CASE("a line that two calls brought is shared between these calls") {
    SourceContext context;
    SourceLine kept = {3, 0, 1};
    context.share(kept, {3, 0, 1});
    CHECK(kept.sharers == 0);
    context.share(kept, {3, 0, 2});
    CHECK(sharers_of(context, kept) == std::vector<std::uint32_t>{3});
}

TEST_CASE("an instruction without a line shares with none") {
    SourceContext context;
    SourceLine kept = {1};
    SourceLine nothing;
    context.share(kept, {});
    context.share(nothing, {2});
    CHECK(kept.sharers == 0);
    CHECK(nothing.sharers == 0);
}

TEST_CASE("of many lines that share the first are told, and that there are others") {
    SourceContext context;
    SourceLine kept = {1};
    for (std::uint32_t line = 2; line < 100; ++line) {
        context.share(kept, {line});
    }
    const std::vector<std::uint32_t> lines = sharers_of(context, kept);
    REQUIRE(lines.size() == SourceContext::kMostSharers + 1);
    CHECK(lines.front() == 0);
    CHECK(lines.back() == 2);
    SourceLine other = {200};
    context.share(other, kept);
    CHECK(sharers_of(context, other).front() == 0);
}

TEST_CASE("numbers that lead in a circle come to an end") {
    SourceContext context;
    context.sharers = {{{2}, 2}, {{3}, 1}};
    SourceLine line = {1};
    line.sharers = 2;
    CHECK(sharers_of(context, line) == std::vector<std::uint32_t>{3, 2});
}
