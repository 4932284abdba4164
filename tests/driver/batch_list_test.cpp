#include <jacquard/driver/tool/batch_list.h>

#include "catch.h"
#include "driver/tool_runner.h"

#include <sstream>

using namespace jacquard::driver;

namespace {

struct TestStreams {
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    Streams streams{in, out, err};
};

} // namespace

TEST_CASE("shaders below a folder are found in order, with their cases") {
    const TemporaryFolder folder("batch_list");
    folder.write("tgsi/b/two.tgsi", "");
    folder.write("tgsi/a/one.tgsi", "");
    folder.write("tgsi/a/notes.txt", "");
    folder.write("cases/x.case", "shader tgsi/b/two.tgsi\nrun\n");
    folder.write("cases/y.case", "shader tgsi/b/absent.tgsi\nrun\n");
    TestStreams test;
    BatchList list = find_shaders(folder / "tgsi", test.streams);
    REQUIRE(list.items.size() == 2);
    CHECK(list.items[0].name == "a/one.tgsi");
    CHECK(list.items[1].name == "b/two.tgsi");

    for (const char* cases : {"cases", "cases/"}) {
        for (BatchItem& item : list.items) {
            item.case_paths.clear();
        }
        CHECK(assign_cases(list, folder / cases, test.streams) == 1);
        CHECK(list.items[0].case_paths.empty());
        CHECK(list.items[1].case_paths.size() == 1);
        CHECK(list.faults.empty());
    }
}

TEST_CASE("a list names shaders relative to itself") {
    const TemporaryFolder folder("batch_list_file");
    folder.write("list.tsv", "# shaders\nb.tgsi\tFRAG\n\nsub/a.tgsi\r\n");
    TestStreams test;
    const BatchList list = find_shaders(folder / "list.tsv", test.streams);
    REQUIRE(list.items.size() == 2);
    CHECK(list.items[0].name == "b.tgsi");
    CHECK(list.items[0].path == folder / "b.tgsi");
    CHECK(list.items[1].path == folder / "sub/a.tgsi");
}

TEST_CASE("what cannot be read is said") {
    TestStreams test;
    BatchList list = find_shaders("/nonexistent/list", test.streams);
    REQUIRE(list.faults.size() == 1);
    CHECK(list.faults[0] == "cannot read '/nonexistent/list': No such file or directory");
    assign_cases(list, "/nonexistent/cases", test.streams);
    CHECK(list.faults.size() == 2);
}

TEST_CASE("shards cover everything once, counted from 0 or 1") {
    for (const std::size_t base : {0U, 1U}) {
        std::vector<std::string> seen;
        for (std::size_t i = 0; i < 3; ++i) {
            BatchList list;
            for (int k = 0; k < 10; ++k) {
                list.items.push_back({std::to_string(k), {}, {}});
            }
            const auto shard = parse_shard(std::to_string(i + base) + "/3");
            REQUIRE(shard.has_value());
            keep_shard(list, *shard);
            for (const BatchItem& item : list.items) {
                seen.push_back(item.name);
            }
        }
        std::sort(seen.begin(), seen.end());
        CHECK(seen.size() == 10);
        CHECK(std::unique(seen.begin(), seen.end()) == seen.end());
    }
    for (const std::string_view text : {"", "1", "1/0", "4/3", "a/3", "1/b", "-1/3"}) {
        CHECK_FALSE(parse_shard(text).has_value());
    }
}
