#include <jacquard/tool/batch/record/batch_shard.h>
#include <jacquard/tool/batch/source/case_index.h>
#include <jacquard/tool/batch/source/open_batch.h>

#include "catch.h"
#include "driver/tool_runner.h"

#include <algorithm>
#include <sstream>

using namespace jacquard::driver;

namespace {

struct TestStreams {
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    Streams streams{in, out, err};
};

// The names and paths of a list, and what was wrong with it.
struct Listed {
    std::vector<BatchItem> items;
    std::vector<std::string> faults;

    [[nodiscard]] std::string names() const {
        std::string all;
        for (const BatchItem& item : items) {
            all += item.name + ' ';
        }
        return all;
    }
};

Listed listed(const std::string& path, const std::string& input = {}) {
    TestStreams test;
    test.in.str(input);
    ReadFault fault;
    Listed list;
    const std::unique_ptr<BatchSource> source = open_batch(path, std::nullopt, test.streams, fault);
    if (source == nullptr) {
        list.faults.push_back(fault.message);
        return list;
    }
    while (std::optional<BatchItem> item = source->next()) {
        list.items.push_back(std::move(*item));
    }
    list.faults = source->take_faults();
    return list;
}

} // namespace

TEST_CASE("shaders below a folder come in the order of their names' bytes") {
    const TemporaryFolder folder("batch_source");
    for (const char* name : {"b/two.tgsi", "a/one.tgsi", "a/notes.txt", "a.frag", "a-b/x.spv",
                             "a/sub/deep.vert.hlsl", "ab.tgsi"}) {
        folder.write(name, "");
    }
    const Listed list = listed(folder / "");
    CHECK(list.faults.empty());
    CHECK(list.names() == "a-b/x.spv a.frag a/one.tgsi a/sub/deep.vert.hlsl ab.tgsi b/two.tgsi ");
    CHECK(std::is_sorted(
        list.items.begin(), list.items.end(),
        [](const BatchItem& left, const BatchItem& right) { return left.name < right.name; }));
    CHECK(std::filesystem::exists(list.items[3].path));
}

TEST_CASE("links to folders are followed, but not in circles") {
    const TemporaryFolder folder("batch_links");
    folder.write("a/one.tgsi", "");
    std::filesystem::create_directory_symlink("..", folder / "a/up");
    std::filesystem::create_directory_symlink("a", folder / "b");
    CHECK(listed(folder / "").names() == "a/one.tgsi b/one.tgsi ");
}

TEST_CASE("a list names shaders relative to itself") {
    const TemporaryFolder folder("batch_list_file");
    folder.write("list.tsv", "# shaders\nb.tgsi\tFRAG\n\nsub/a.tgsi\r\n/c.tgsi");
    const Listed list = listed(folder / "list.tsv");
    REQUIRE(list.items.size() == 3);
    CHECK(list.items[0].name == "b.tgsi");
    CHECK(list.items[0].path == folder / "b.tgsi");
    CHECK(list.items[1].path == folder / "sub/a.tgsi");
    CHECK(list.items[2].path == "/c.tgsi");
    CHECK(listed("-", "x.tgsi\ny.tgsi\n").names() == "x.tgsi y.tgsi ");
}

TEST_CASE("lines of any length up to a limit, and of any number, are read") {
    const std::string name(200'000, 'a');
    std::string text;
    for (int i = 0; i < 5; ++i) {
        text += name + "\nb\n";
    }
    const Listed list = listed("-", text);
    REQUIRE(list.items.size() == 10);
    CHECK(list.items[8].name == name);
    CHECK(list.items[9].name == "b");

    const Listed endless = listed("-", "a\n" + std::string(3 << 20, 'x'));
    CHECK(endless.names() == "a ");
    REQUIRE(endless.faults.size() == 1);
    CHECK(endless.faults[0] == "<stdin>:2:1: error[D207]: the line is longer than 1048576 bytes\n");
}

TEST_CASE("a manifest gives a shader another name, macros of its own and a stage") {
    const TemporaryFolder folder("manifest");
    folder.write("m.jsonl", R"({"shader": "a.frag"})"
                            "\n\n"
                            R"({"shader": "a.frag", "name": "a with B", "define": ["B", "C=2"]})"
                            "\n"
                            R"({"shader": "b.hlsl", "stage": "pixel"})"
                            "\n"
                            R"({"shader": "c.spv", "entry": "second", "state": "flat_shade",)"
                            R"( "defines": ["D"]})");
    const Listed list = listed(folder / "m.jsonl");
    REQUIRE(list.items.size() == 4);
    CHECK(list.items[3].entry == "second");
    CHECK(list.items[3].state == "flat_shade");
    CHECK(list.items[3].defines == std::vector<std::string>{"D"});
    CHECK(list.items[0].name == "a.frag");
    CHECK(list.items[1].name == "a with B");
    CHECK(list.items[1].path == folder / "a.frag");
    CHECK(list.items[1].defines == std::vector<std::string>{"B", "C=2"});
    CHECK(list.items[1].stage.empty());
    CHECK(list.items[2].stage == "frag");
}

TEST_CASE("faults of lists and manifests have a place, and the other lines count") {
    const TemporaryFolder folder("manifest_faults");
    folder.write("m.jsonl", "{\"shader\": \"a.frag\", \"defined\": []}\n"
                            "nothing\n"
                            "{\"shader\": \"b.frag\"}\n"
                            "[]\n"
                            "{\"define\": [1]}\n"
                            "{\"shader\": \"\"}\n"
                            "{\"shader\": \"c.hlsl\", \"stage\": \"fragmant\"}\n"
                            "{\"shader\": \"c.hlsl\", \"state\": \"flat_shed\"}\n");
    const Listed list = listed(folder / "m.jsonl");
    CHECK(list.names() == "b.frag ");
    const std::string file = folder / "m.jsonl";
    const auto has = [&](const std::string& fault) {
        return std::any_of(list.faults.begin(), list.faults.end(), [&](const std::string& found) {
            return found.find(file + fault) != std::string::npos;
        });
    };
    CHECK(has(":1:33: error[D207]: a shader has no member 'defined'"));
    CHECK(list.faults[0].find("did you mean 'define'?") != std::string::npos);
    CHECK(has(":2:1: error[D207]: "));
    CHECK(has(":4:1: error[D207]: a shader is an object, as {\"shader\": PATH}"));
    CHECK(has(":5:12: error[D207]: 'define' must be an array of strings, NAME or NAME=VALUE"));
    CHECK(has(":6:12: error[D207]: 'shader' must be a non-empty string"));
    CHECK(has(":7:31: error[D207]: there is no stage 'fragmant'"));
    folder.write("list", std::string("a.tgsi\nb\0c\nd.tgsi\n", 18));
    const Listed zero = listed(folder / "list");
    CHECK(has(":8:31: error[D207]: "));
    CHECK(zero.names() == "a.tgsi d.tgsi ");
    CHECK(zero.faults ==
          std::vector<std::string>{folder / "list" +
                                   ":2:1: error[D207]: a name of a file has no zero bytes\n"});
}

TEST_CASE("what cannot be read is said") {
    CHECK(listed("/nonexistent/list").faults ==
          std::vector<std::string>{"cannot read '/nonexistent/list': No such file or directory"});
    TestStreams test;
    std::vector<std::string> faults;
    (void)CaseIndex::read("/nonexistent/cases", test.streams, {}, faults);
    CHECK(faults ==
          std::vector<std::string>{"jacquard: cannot list '/nonexistent/cases/': No such file or "
                                   "directory\n"});
}

TEST_CASE("cases are found by the shader that they name") {
    const TemporaryFolder folder("case_index");
    folder.write("tgsi/a/one.tgsi", "");
    folder.write("tgsi/b/two.tgsi", "");
    folder.write("cases/x.case", "shader tgsi/b/two.tgsi\nrun\n");
    folder.write("cases/y.case", "shader tgsi/b/absent.tgsi\nrun\n");
    folder.write("modules/m.spv", "");
    folder.write("runs.jsonl", "{\"module\": \"m.spv\"}\n{\"module\": \"m.spv\", \"run\": 1}\n");
    TestStreams test;
    std::vector<std::string> faults;
    for (const char* cases : {"cases", "cases/"}) {
        const CaseIndex index = CaseIndex::read(folder / cases, test.streams, {}, faults);
        CHECK(index.of(folder / "tgsi/a/one.tgsi") == nullptr);
        REQUIRE(index.of(folder / "tgsi/a/../b/two.tgsi") != nullptr);
        CHECK(index.of(folder / "tgsi/b/two.tgsi")->paths.size() == 1);
        CHECK(index.astray().count == 1);
        CHECK(index.astray().first == "tgsi/b/absent.tgsi");
    }
    const CaseIndex runs = CaseIndex::read(folder / "runs.jsonl", test.streams, {}, faults);
    REQUIRE(runs.of(folder / "modules/m.spv") != nullptr);
    CHECK(runs.of(folder / "modules/m.spv")->recorded.size() == 2);
    CHECK(runs.astray().count == 0);
    CHECK(faults.empty());
}

TEST_CASE("shards cover everything once, counted from 0 or 1") {
    for (const std::size_t base : {0U, 1U}) {
        std::vector<int> seen(10);
        for (std::size_t i = 0; i < 3; ++i) {
            const auto shard = parse_shard(std::to_string(i + base) + "/3");
            REQUIRE(shard.has_value());
            for (std::size_t k = 0; k < seen.size(); ++k) {
                seen[k] += shard->has(k) ? 1 : 0;
            }
        }
        CHECK(std::count(seen.begin(), seen.end(), 1) == 10);
    }
    for (const std::string_view text : {"", "1", "1/0", "4/3", "a/3", "1/b", "-1/3"}) {
        CHECK_FALSE(parse_shard(text).has_value());
    }
}
