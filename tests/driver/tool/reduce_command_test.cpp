#include "catch.h"
#include "contains.h"
#include "driver/tool_runner.h"

#include <chrono>
#include <sys/stat.h>

namespace {

constexpr const char* kShader = "FRAG\n"
                                "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                "DCL OUT[0], COLOR\n"
                                "DCL TEMP[0]\n"
                                "  0: MUL TEMP[0], IN[0], IN[0]\n"
                                "  1: ADD OUT[0], TEMP[0], IN[0]\n"
                                "  2: END\n";

} // namespace

TEST_CASE("reduce keeps what a command needs to end as it does") {
    const TemporaryFolder folder("reduce");
    folder.write("a.tgsi", kShader);
    const Answer answer = run_tool({"reduce", folder / "a.tgsi", "--", "grep", "-q", "MUL"});
    INFO(answer.err);
    CHECK(answer.code == 0);
    CHECK(contains(answer.out, "MUL"));
    CHECK(!contains(answer.out, "ADD"));
    CHECK(answer.err.starts_with("reduced 142 bytes to "));
    CHECK(answer.err.ends_with("runs of 'grep', which ends with exit code 0\n"));
    // The same with several runs at once, the file in the middle of the command, and a result in
    // a file.
    const Answer same = run_tool({"reduce", folder / "a.tgsi", "-o", folder / "b.tgsi", "--jobs",
                                  "4", "--", "sh", "-c", "grep -q MUL {} && exit 7"});
    CHECK(same.code == 0);
    CHECK(same.out.empty());
    CHECK(contains(same.err, "which ends with exit code 7"));
    CHECK(file_content(folder / "b.tgsi") == answer.out);
}

TEST_CASE("reduce gives the command a file of the same ending") {
    const TemporaryFolder folder("reduce_name");
    folder.write("a.frag", "one\ntwo\nthree\n");
    const Answer answer = run_tool({"reduce", folder / "a.frag", "--", "sh", "-c",
                                    "case {} in *a.frag) grep -q two {};; *) exit 3;; esac"});
    CHECK(answer.code == 0);
    CHECK(answer.out == "two\n");
    CHECK(contains(answer.err, "exit code 0"));
}

TEST_CASE("reduce can ask for what a command prints") {
    const TemporaryFolder folder("reduce_says");
    folder.write("a.tgsi", kShader);
    const Answer answer = run_tool({"reduce", folder / "a.tgsi", "--says", "ADD", "--", "cat"});
    CHECK(answer.code == 0);
    CHECK(contains(answer.out, "ADD"));
    CHECK(!contains(answer.out, "MUL"));
    const Answer never = run_tool({"reduce", folder / "a.tgsi", "--says", "SUB", "--", "cat"});
    CHECK(never.code == 2);
    CHECK(never.err == "jacquard: 'cat' does not print 'SUB' for this shader\n");
}

TEST_CASE("a command that hangs is ended with what it started") {
    const TemporaryFolder folder("reduce_hang");
    folder.write("a", "quick\nslow\nquick\n");
    const auto start = std::chrono::steady_clock::now();
    const Answer answer = run_tool({"reduce", folder / "a", "--timeout", "0.1", "--", "sh", "-c",
                                    "if grep -q slow {}; then sleep 60; fi"});
    CHECK(answer.code == 0);
    CHECK(answer.out == "slow\n");
    CHECK(contains(answer.err, "which runs into the time limit"));
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(30));
}

TEST_CASE("reduce says what is wrong with a command") {
    const TemporaryFolder folder("reduce_wrong");
    folder.write("a.tgsi", kShader);
    const Answer missing = run_tool({"reduce", folder / "a.tgsi", "--", "/nonexistent/program"});
    CHECK(missing.code == 2);
    CHECK(contains(missing.err, "/nonexistent/program"));
    const Answer none = run_tool({"reduce", folder / "a.tgsi"});
    CHECK(none.code == 2);
    CHECK(contains(none.err, "'reduce' needs FILE -- COMMAND..."));
    // One that ends otherwise each time tells nothing.
    const Answer fickle = run_tool({"reduce", folder / "a.tgsi", "--", "sh", "-c",
                                    "mkdir " + (folder / "seen") + " 2>/dev/null"});
    CHECK(fickle.code == 1);
    CHECK(contains(fickle.err, "error[D211]: 'sh' ends with exit code 0, and another time ends "
                               "with exit code 1"));
    CHECK(run_tool({"reduce", folder / "a.tgsi", "--timeout", "soon", "--", "cat"}).err ==
          "jacquard: --timeout takes seconds, such as 2.5, not 'soon'\n");
}
