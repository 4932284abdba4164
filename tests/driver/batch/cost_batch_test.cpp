#include "catch.h"
#include "contains.h"
#include "driver/tool_runner.h"

#include <sstream>

namespace {

constexpr const char* kVertex = "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n"
                                "  0: MOV OUT[0], IN[0]\n  1: END\n";
constexpr const char* kFragment = "FRAG\nDCL IN[0], GENERIC[0], LINEAR\nDCL OUT[0], COLOR\n"
                                  "  0: MUL OUT[0], IN[0], IN[0]\n  1: END\n";

// Seven shaders, one of which is no good, and a list of them.
struct Shaders {
    explicit Shaders(const std::string& name) : folder("cost_" + name) {
        std::string list;
        for (int i = 0; i < 7; ++i) {
            const std::string file = std::to_string(i) + ".tgsi";
            folder.write("s/" + file, i == 4 ? "FRAG\nMOVE\n" : i % 2 == 0 ? kVertex : kFragment);
            list += file + '\n';
        }
        folder.write("s/list", list);
    }
    // The answer where all files are given one by one.
    [[nodiscard]] Answer one_by_one(const std::string& format) const {
        std::vector<std::string> files;
        for (int i = 0; i < 7; ++i) {
            files.push_back(folder / ("s/" + std::to_string(i) + ".tgsi"));
        }
        std::vector<std::string_view> words = {"cost", "--gpu", "330,630", "--format", format};
        words.insert(words.end(), files.begin(), files.end());
        std::istringstream in;
        std::ostringstream out;
        std::ostringstream err;
        const int code = jacquard::driver::run_command(words, {in, out, err});
        return {code, out.str(), err.str()};
    }
    [[nodiscard]] Answer list(std::initializer_list<std::string_view> more) const {
        const std::string path = folder / "s/list";
        std::vector<std::string_view> words = {"cost", "--list", path, "--gpu", "330,630"};
        words.insert(words.end(), more);
        std::istringstream in;
        std::ostringstream out;
        std::ostringstream err;
        const int code = jacquard::driver::run_command(words, {in, out, err});
        return {code, out.str(), err.str()};
    }

    TemporaryFolder folder;
};

} // namespace

TEST_CASE("a list or folder costs what its files cost one by one") {
    const Shaders shaders("list");
    for (const std::string format : {"table", "json", "csv", "aoc"}) {
        INFO(format);
        const Answer wanted = shaders.one_by_one(format);
        const Answer list = shaders.list({"--format", format, "--jobs", "3"});
        CHECK(list.out == wanted.out);
        CHECK(list.err == wanted.err);
        CHECK(list.code == 1);
        CHECK(
            run_tool({"cost", shaders.folder / "s", "--gpu", "330,630", "--format", format}).out ==
            wanted.out);
    }
    CHECK(contains(shaders.list({"--format", "csv"}).out, "4.tgsi,630,main,malformed,"));
}

TEST_CASE("costs of a list are resumed, cached and merged") {
    const Shaders shaders("resumed");
    const Answer whole = shaders.list({"--format", "json"});
    const std::string journal = shaders.folder / "journal";
    const std::string cache = shaders.folder / "cache";
    CHECK(shaders.list({"--format", "json", "--resume", journal}).out == whole.out);
    const std::string written = file_content(journal);
    std::ofstream(journal, std::ios::binary) << written.substr(0, written.size() / 2);
    CHECK(shaders.list({"--format", "json", "--resume", journal}).out == whole.out);
    CHECK(file_content(journal) == written);
    for (int i = 0; i < 2; ++i) {
        const Answer cached = shaders.list({"--format", "json", "--cache", cache});
        CHECK(cached.out == whole.out);
        CHECK(cached.err == whole.err);
        CHECK(cached.code == whole.code);
    }
    CHECK(shaders.list({"--format", "json", "--resume", journal, "--precise"}).code == 2);

    for (const char* shard : {"1/3", "2/3", "3/3"}) {
        const std::string name(shard, 1);
        shaders.folder.write(name, shaders.list({"--format", "json", "--shard", shard}).out);
    }
    const Answer merged =
        run_tool({"merge", shaders.folder / "3", shaders.folder / "1", shaders.folder / "2"});
    CHECK(merged.out == whole.out);
    CHECK(merged.code == 1);
    CHECK(run_tool(
              {"merge", "--csv", shaders.folder / "3", shaders.folder / "1", shaders.folder / "2"})
              .code == 2);
    const Answer missing = run_tool({"merge", shaders.folder / "3", shaders.folder / "1"});
    CHECK(missing.err == "jacquard: error[D209]: 1 of 3 shards is missing: 2/3\n");
    CHECK(missing.out.empty());
}

TEST_CASE("a file that cannot be read has lines of its own among the others' costs") {
    const TemporaryFolder folder("cost_unread");
    folder.write("a.tgsi", kFragment);
    folder.write("list", "absent.tgsi\na.tgsi\n");
    const Answer answer =
        run_tool({"cost", "--list", folder / "list", "--gpu", "330,630", "--format", "json"});
    CHECK(answer.code == 1);
    for (const char* gpu : {"330", "630"}) {
        CHECK(contains(answer.out, "absent.tgsi\", \"gpu\": " + std::string(gpu) +
                                       ", \"form\": \"main\", \"status\": \"failed\""));
        CHECK(contains(answer.out, "a.tgsi\", \"gpu\": " + std::string(gpu) +
                                       ", \"form\": \"main\", \"status\": \"compiled\""));
    }
    CHECK(contains(answer.err, "cannot read '"));
}

TEST_CASE("a manifest says what a shader's costs are told as") {
    const TemporaryFolder folder("cost_manifest");
    folder.write("a.tgsi", kFragment);
    folder.write("m.jsonl", "{\"shader\": \"a.tgsi\", \"name\": \"first of two\"}\n");
    const Answer answer = run_tool({"cost", "--list", folder / "m.jsonl", "--format", "csv"});
    CHECK(contains(answer.out, "\nfirst of two,630,main,compiled,,"));
}

TEST_CASE("what holds for all files at once, or only for batches, is said") {
    const Shaders shaders("wrong");
    const auto refused = [](const Answer& answer, std::string_view part) {
        CHECK(answer.code == 2);
        CHECK(answer.out.empty());
        CHECK(contains(answer.err, part));
    };
    refused(shaders.list({"--format", "malioc"}), "malioc and sarif take all files at once");
    refused(shaders.list({"--against", "x"}), "a comparison is of FILE... or of a folder");
    refused(shaders.list({shaders.folder / "s/1.tgsi"}), "--list takes the place of files");
    refused(run_tool({"cost"}), "'cost' needs FILE..., a folder, or --list LIST");
    refused(run_tool({"cost", shaders.folder / "s/1.tgsi", "--resume", "x"}),
            "are for a folder or --list");
    refused(shaders.list({"--max-seconds", "x"}), "--max-seconds takes a number");
}
