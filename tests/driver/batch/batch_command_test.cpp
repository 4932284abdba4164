#include <jacquard/tool/frame/progress_bar.h>

#include "catch.h"
#include "contains.h"
#include "driver/tool_runner.h"

#include <sstream>

namespace {

constexpr const char* kGood = "FRAG\nDCL IN[0], GENERIC[0], LINEAR\nDCL OUT[0], COLOR\n"
                              "  0: MOV OUT[0], IN[0]\n  1: END\n";

// Ten shaders, of which two are no good.
struct Shaders {
    explicit Shaders(const std::string& name) : folder("batch_" + name) {
        for (int i = 0; i < 10; ++i) {
            folder.write("s/" + std::to_string(i) + ".tgsi", i % 5 == 3 ? "FRAG\nMOVE\n" : kGood);
        }
    }
    [[nodiscard]] std::string path() const { return folder / "s"; }

    TemporaryFolder folder;
};

std::string first_lines(const std::string& text, int count) {
    std::size_t end = 0;
    for (int i = 0; i < count; ++i) {
        end = text.find('\n', end) + 1;
    }
    return text.substr(0, end);
}

} // namespace

TEST_CASE("a resumed batch prints what an undisturbed one does, wherever it was cut off") {
    const Shaders shaders("resume");
    const std::string journal = shaders.folder / "journal";
    for (const char* form : {"--json", "--csv", "--all", "--precise"}) {
        std::filesystem::remove(journal);
        const Answer plain = run_tool({"batch", shaders.path(), form});
        const Answer first = run_tool({"batch", shaders.path(), form, "--resume", journal});
        CHECK(first.out == plain.out);
        CHECK(first.code == plain.code);
        const std::string whole = file_content(journal);
        for (std::size_t size = 0; size < whole.size(); size += whole.size() / 7) {
            std::ofstream(journal, std::ios::binary) << whole.substr(0, size);
            const Answer again =
                run_tool({"batch", shaders.path(), form, "--resume", journal, "--jobs", "2"});
            CHECK(again.out == plain.out);
            CHECK(file_content(journal) == whole);
        }
    }
}

TEST_CASE("a batch tells of cases whose shaders are not there") {
    const TemporaryFolder folder("batch_astray");
    folder.write("s/here.tgsi", kGood);
    folder.write("c/0.case", "shader s/here.tgsi\nrun\n");
    folder.write("c/1.case", "shader s/gone.tgsi\nrun\n");
    folder.write("runs.jsonl", "{\"module\": \"a.spv\"}\n{\"module\": \"b.spv\"}\n");
    const Answer cases = run_tool({"batch", folder / "s", "--cases", folder / "c"});
    CHECK(cases.code == 0);
    CHECK(contains(cases.out, "cases   1 "));
    CHECK(cases.err == "jacquard: warning: of the cases in '" + (folder / "c") +
                           "', 1 name shaders that are not there, such as 's/gone.tgsi'\n");
    const Answer runs = run_tool({"batch", folder / "s", "--cases", folder / "runs.jsonl"});
    CHECK(runs.code == 2);
    CHECK(runs.out.empty());
    CHECK(contains(runs.err, "name only shaders that are not there, such as 'a.spv'"));
}

TEST_CASE("what a resumed batch has done is not done again") {
    const Shaders shaders("resume_done");
    const std::string journal = shaders.folder / "journal";
    const Answer first = run_tool({"batch", shaders.path(), "--json", "--resume", journal});
    const std::string begun = first_lines(file_content(journal), 5);
    std::ofstream(journal, std::ios::binary) << begun;
    // The first four are believed, the others are looked at.
    for (int i = 0; i < 10; ++i) {
        shaders.folder.write("s/" + std::to_string(i) + ".tgsi", "FRAG\nEND\nEND\n");
    }
    const Answer second = run_tool({"batch", shaders.path(), "--json", "--resume", journal});
    CHECK(first_lines(second.out, 4) == first_lines(first.out, 4));
    CHECK(contains(second.out, R"("malformed": 7)"));
}

TEST_CASE("a damaged or foreign file, or another list, is said") {
    const Shaders shaders("resume_faults");
    const std::string journal = shaders.folder / "journal";
    const Answer first = run_tool({"batch", shaders.path(), "--json", "--resume", journal});
    std::string text = file_content(journal);
    text[text.size() / 2] ^= 1;
    std::ofstream(journal, std::ios::binary) << text;
    const Answer damaged = run_tool({"batch", shaders.path(), "--json", "--resume", journal});
    CHECK(damaged.out == first.out);
    CHECK(contains(damaged.err, "' is damaged after shader "));

    const Answer other =
        run_tool({"batch", shaders.path(), "--json", "--resume", journal, "--gpu", "730"});
    CHECK(other.code == 2);
    CHECK(other.out.empty());
    CHECK(other.err == journal + ":1:1: error[D208]: the file belongs to other work: --gpu is "
                                 "'630' there and '730' here\n");
    CHECK(run_tool({"batch", shaders.path(), "--resume", journal, "--shard", "1/2"}).code == 2);

    shaders.folder.write("s/2a.tgsi", kGood);
    const Answer list = run_tool({"batch", shaders.path(), "--resume", journal});
    CHECK(list.code == 2);
    CHECK(list.err == journal + ":5:1: error[D208]: the file belongs to another list: '3.tgsi' is "
                                "shader 4 there and '2a.tgsi' here\n");
}

TEST_CASE("a cached batch prints what another does, and cached results are not made again") {
    const Shaders shaders("cached");
    const std::string cache = shaders.folder / "cache";
    const Answer plain = run_tool({"batch", shaders.path(), "--json"});
    for (int i = 0; i < 2; ++i) {
        CHECK(run_tool({"batch", shaders.path(), "--json", "--cache", cache}).out == plain.out);
    }
    // Equal shaders are one entry.
    std::size_t entries = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(cache)) {
        entries += entry.is_regular_file() ? 1 : 0;
    }
    CHECK(entries == 2);
    // Other options and contents are other entries.
    const Answer other = run_tool({"batch", shaders.path(), "--json", "--max-instructions", "2"});
    CHECK(contains(other.out, R"("refused": 8)"));
    CHECK(run_tool({"batch", shaders.path(), "--json", "--max-instructions", "2", "--cache", cache})
              .out == other.out);
    shaders.folder.write("s/0.tgsi", "FRAG\nEND\n");
    CHECK(run_tool({"batch", shaders.path(), "--json", "--cache", cache}).out ==
          run_tool({"batch", shaders.path(), "--json"}).out);
}

TEST_CASE("a cached result of cases depends on the cases") {
    const TemporaryFolder folder("batch_cached_cases");
    folder.write("s/a.tgsi", kGood);
    const auto run = [&](const std::string& expected) {
        folder.write("c/a.case",
                     "shader s/a.tgsi\nrun\nexpect OUT 0 COLOR 0 lane 0 " + expected + " 0 0 0\n");
        return run_tool({"batch", folder / "s", "--cases", folder / "c", "--cache", folder / "k"});
    };
    for (int i = 0; i < 2; ++i) {
        CHECK(run("0").code == 0);
        const Answer wrong = run("3f800000");
        CHECK(wrong.code == 1);
        CHECK(contains(wrong.out, "disagree 1"));
    }
}

TEST_CASE("merged shards are what the whole batch prints") {
    const Shaders shaders("merge");
    const Answer whole = run_tool({"batch", shaders.path(), "--json"});
    const Answer rows = run_tool({"batch", shaders.path(), "--csv"});
    for (const int count : {1, 3, 4, 12}) { // of twelve, two have nothing to do
        std::vector<std::string> files;
        for (int i = 1; i <= count; ++i) {
            const std::string shard = std::to_string(i) + '/' + std::to_string(count);
            files.push_back(shaders.folder / ("out" + std::to_string(i)));
            std::ofstream(files.back())
                << run_tool({"batch", shaders.path(), "--json", "--shard", shard}).out;
        }
        std::vector<std::string_view> words = {"merge"};
        words.insert(words.end(), files.rbegin(), files.rend());
        for (const bool csv : {false, true}) {
            if (csv) {
                words.emplace_back("--csv");
            }
            std::istringstream in;
            std::ostringstream out;
            std::ostringstream err;
            CHECK(jacquard::driver::run_command(words, {in, out, err}) == whole.code);
            CHECK(out.str() == (csv ? rows.out : whole.out));
            CHECK(err.str() == (csv ? rows.err : std::string()));
        }
    }
}

TEST_CASE("shards that do not make a whole are refused, and nothing is printed") {
    const Shaders shaders("merge_faults");
    const auto shard = [&](const std::string& name, const std::string& text,
                           const std::string& gpu = "630") {
        shaders.folder.write(
            name, run_tool({"batch", shaders.path(), "--json", "--shard", text, "--gpu", gpu}).out);
        return shaders.folder / name;
    };
    const std::string one = shard("one", "1/3");
    const std::string two = shard("two", "2/3");
    const std::string three = shard("three", "3/3");
    const auto fault = [&](std::initializer_list<std::string_view> words, int code = 1) {
        const Answer answer = run_tool(words);
        CHECK(answer.code == code);
        CHECK(answer.out.empty());
        return answer.err;
    };
    CHECK(run_tool({"merge", one, two, three}).code == 0);
    CHECK(fault({"merge", one}) == "jacquard: error[D209]: 2 of 3 shards are missing: 2/3, 3/3\n");
    CHECK(fault({"merge", one, three, one, two}) ==
          one + ": error[D209]: this is shard 1/3, as '" + one + "' is\n");
    const std::string quarter = shard("quarter", "2/4");
    CHECK(fault({"merge", one, quarter, three}) ==
          quarter + ": error[D209]: this is a shard of 4, and '" + one + "' one of 3\n");
    const std::string other = shard("other", "2/3", "730");
    CHECK(fault({"merge", one, other, three}) ==
          other + ": error[D209]: this was other work than '" + one +
              "': --gpu is '730' there and '630' here\n");

    // A mark may claim any number of shards.
    std::string claim = file_content(one);
    const std::string count = "\"count\": 3";
    REQUIRE(contains(claim, count));
    claim.replace(claim.find(count), count.size(), "\"count\": 9000000000000000000");
    shaders.folder.write("claim", claim);
    const std::string of_many = fault({"merge", shaders.folder / "claim"});
    CHECK(of_many.starts_with("jacquard: error[D209]: 8999999999999999999 of 9000000000000000000 "
                              "shards are missing: 2/9000000000000000000, "));
    CHECK(of_many.ends_with("21/9000000000000000000, ...\n"));

    const std::string text = file_content(two);
    shaders.folder.write("cut", text.substr(0, text.size() - 1));
    CHECK(contains(fault({"merge", one, shaders.folder / "cut", three}),
                   "cut: error[D209]: the file does not end with the totals"));
    shaders.folder.write("cut", first_lines(text, 2));
    CHECK(contains(fault({"merge", one, shaders.folder / "cut", three}),
                   "error[D209]: the file does"));
    shaders.folder.write("cut", "");
    CHECK(contains(fault({"merge", one, shaders.folder / "cut", three}),
                   "error[D209]: the file is empty"));
    shaders.folder.write("cut", run_tool({"batch", shaders.path(), "--json"}).out);
    CHECK(contains(fault({"merge", one, shaders.folder / "cut", three}),
                   "error[D209]: this was made without --shard"));
    CHECK(contains(fault({"merge", one, shaders.folder / "absent", three}, 2), "cannot read '"));
    // A line is missing, though the totals count it.
    shaders.folder.write("cut", text.substr(text.find('\n') + 1));
    const Answer short_of_a_line = run_tool({"merge", one, shaders.folder / "cut", three});
    CHECK(short_of_a_line.code == 1);
    CHECK(contains(short_of_a_line.err, "error[D209]: line 3 is not a result of a shader"));
    CHECK_FALSE(contains(short_of_a_line.out, "totals"));

    shaders.folder.write("s/extra.tgsi", kGood);
    shaders.folder.write("s/more.tgsi", kGood);
    const std::string longer = shard("longer", "2/3");
    CHECK(fault({"merge", one, longer, three}) ==
          longer + ": error[D209]: this was another list of shaders than that of '" + one + "'\n");
}

TEST_CASE("rows of CSV have a head and quotes where they are needed") {
    const TemporaryFolder folder("batch_csv");
    folder.write("a,\"b\".tgsi", "FRAG\nEND\n");
    folder.write("b.tgsi", "FRAG\n0: NO\n");
    const Answer answer = run_tool({"batch", folder / "", "--csv"});
    CHECK(answer.out.starts_with(
        "shader,status,reason,agreement,first_difference,instructions,preamble_instructions,"));
    CHECK(contains(answer.out, "\n\"a,\"\"b\"\".tgsi\",compiled,,,,"));
    CHECK(contains(answer.out, "\nb.tgsi,malformed,"));
    CHECK(answer.err.starts_with("shaders 2  compiled 1  refused 0  malformed 1  failed 0\n"));
    CHECK(run_tool({"batch", folder / "", "--csv", "--json"}).code == 2);
}

TEST_CASE("a manifest's shaders are compiled with their macros") {
    const TemporaryFolder folder("batch_manifest");
    folder.write("a.tgsi", kGood);
    folder.write("m.jsonl", "{\"shader\": \"a.tgsi\", \"name\": \"first\"}\nnothing\n"
                            "{\"shader\": \"a.tgsi\", \"name\": \"second\"}\n");
    const Answer answer = run_tool({"batch", folder / "m.jsonl", "--all"});
    CHECK(answer.code == 2); // what the list meant is not known
    CHECK(contains(answer.out, "first: compiled"));
    CHECK(contains(answer.out, "second: compiled"));
    CHECK(contains(answer.err, "m.jsonl:2:1: error[D207]: "));
}

TEST_CASE("names can be listed, and taken from a list relative to any folder") {
    const Shaders shaders("names");
    const Answer names = run_tool({"batch", shaders.path(), "--names", "--shard", "1/5"});
    CHECK(names.code == 0);
    CHECK(names.out == "1.tgsi\n6.tgsi\n");
    const Answer of_list =
        run_tool({"batch", "-", "--json", "--base", shaders.path()}, "1.tgsi\n6.tgsi\n");
    CHECK(contains(of_list.out, R"("compiled": 2,)"));
    CHECK(contains(
        run_tool({"batch", "-", "--json"}, "{\"shader\": \"" + shaders.path() + "/1.tgsi\"}\n").out,
        R"("compiled": 1,)"));
}

TEST_CASE("a shader that never comes costs only its time") {
    const TemporaryFolder folder("batch_endless");
    folder.write("a.tgsi", kGood);
    // Nobody writes into it, and its reader would wait for some seconds.
    REQUIRE(std::system(("mkfifo " + folder / "b.tgsi").c_str()) == 0);
    folder.write("c.tgsi", kGood);
    folder.write("list", "a.tgsi\nb.tgsi\nc.tgsi\n");
    const Answer answer = run_tool({"batch", folder / "list", "--max-seconds", "1"});
    CHECK(answer.code == 1);
    CHECK(answer.out == "failed 1, by reason:\n   1  it takes longer than 1 second\n"
                        "        b.tgsi\n\n"
                        "shaders 3  compiled 2  refused 0  malformed 0  failed 1\n"
                        "cases   0  exact 0  within bound 0  disagree 0\n");
}

TEST_CASE(
    "the line that shows how far a batch is has a rate, and the time left where it is known") {
    using jacquard::driver::ProgressBar;
    CHECK(ProgressBar::count_text("batch", 500, 2000, 0, 2.0) ==
          "batch [#######.......................] 25%, 500 of 2000, 250/s, 6 s left");
    // Shaders that an earlier run compiled took no time of this one.
    CHECK(ProgressBar::count_text("batch", 500, 2000, 400, 2.0) ==
          "batch [#######.......................] 25%, 500 of 2000, 50/s, 30 s left");
    CHECK(ProgressBar::count_text("batch", 10, 1'000'000, 0, 1.0) ==
          "batch [..............................] 0%, 10 of 1000000, 10/s, 28 h left");
    CHECK(ProgressBar::count_text("batch", 500, std::nullopt, 0, 2.0) == "batch 500 done, 250/s");
    CHECK(ProgressBar::count_text("batch", 400, 2000, 400, 0.0) ==
          "batch [######........................] 20%, 400 of 2000");
}
