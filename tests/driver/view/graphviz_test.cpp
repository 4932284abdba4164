#include <jacquard/glsl/child_program.h>
#include <jacquard/support/plain_file.h>
#include <jacquard/tool/view/graphviz.h>

#include "catch.h"
#include "driver/tool_runner.h"

#include <cstdlib>
#include <filesystem>

using namespace jacquard::driver;
using namespace jacquard::driver::view;

namespace {

// A program `dot` that answers in its own way, in front of all others while the object lives.
class FakeDot {
  public:
    explicit FakeDot(const std::string& script) {
        const char* path = std::getenv("PATH");
        before_ = path != nullptr ? path : "";
        folder_.write("dot", "#!/bin/sh\n" + script + "\n");
        std::filesystem::permissions(folder_ / "dot", std::filesystem::perms::owner_all);
        setenv("PATH", ((folder_ / "") + ":" + before_).c_str(), 1);
    }
    ~FakeDot() { setenv("PATH", before_.c_str(), 1); }
    FakeDot(const FakeDot&) = delete;
    FakeDot& operator=(const FakeDot&) = delete;

  private:
    TemporaryFolder folder_{"fake_dot"};
    std::string before_;
};

constexpr std::chrono::milliseconds kLong(20000);
const std::vector<PictureNode> kNodes = {{72, 36}, {72, 36}};
const std::vector<PictureEdge> kEdges = {{0, 1}};

std::optional<Picture> answered(const std::string& answer) {
    const FakeDot dot("cat <<'END'\n" + answer + "END");
    return lay_out(kNodes, kEdges, kLong);
}

} // namespace

TEST_CASE("graphviz: places are read in pixels, from above") {
    const std::optional<Picture> picture = answered("graph 1 4 2\n"
                                                    "node 0 0.5 1.75 1 0.5 \"\" solid box b g\n"
                                                    "node 1 3.5 0.25 1 0.5 \"\" solid box b g\n"
                                                    "edge 0 1 4 1 2 2 2 2 1 3 0 solid black\n"
                                                    "stop\n");
    REQUIRE(picture.has_value());
    CHECK(picture->width == 288);
    CHECK(picture->height == 144);
    CHECK(picture->nodes[0].x == 36);
    CHECK(picture->nodes[0].y == 18);
    CHECK(picture->nodes[1].y == 126);
    REQUIRE(picture->lines.size() == 1);
    CHECK(picture->lines[0].edge.to == 1);
    REQUIRE(picture->lines[0].points.size() == 4);
    CHECK(picture->lines[0].points[3].y == 144);
}

TEST_CASE("graphviz: what is no answer to the question is no picture") {
    const std::string start = "graph 1 4 2\nnode 0 0 0 1 1\n";
    for (const char* rest : {"", "stop\n", "node 1 0 0 1 1\n", "node 2 0 0 1 1\nstop\n",
                             "node -1 0 0 1 1\nstop\n", "node 1 nan 0 1 1\nstop\n",
                             "node 1 1e99 0 1 1\nstop\n", "node 1 0 0 1 1\nedge 0 7 1 0 0\nstop\n",
                             "node 1 0 0 1 1\nedge 0 1 99999999999 0 0\nstop\n",
                             "node 1 0 0 1 1\nedge 0 1 3 0 0 0 0 0 0\nstop\n",
                             "node 1 0 0 1 1\nedge 0 1 4 0 0\nstop\n"}) {
        INFO(rest);
        CHECK_FALSE(answered(start + rest).has_value());
    }
    CHECK(answered(start + "node 1 0 0 1 1\nstop\n").has_value());
}

TEST_CASE("graphviz: a program that fails or takes too long draws nothing") {
    {
        const FakeDot dot("exit 3");
        CHECK_FALSE(lay_out(kNodes, kEdges, kLong).has_value());
    }
    const FakeDot dot("exec sleep 60");
    const auto start = std::chrono::steady_clock::now();
    CHECK_FALSE(lay_out(kNodes, kEdges, std::chrono::milliseconds(50)).has_value());
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(30));
}

TEST_CASE("child program: one that is not there says so, and one that runs its exit code") {
    const ScratchFolder scratch;
    REQUIRE(scratch.exists());
    const ChildOptions options{scratch.file("out"), true, {}};
    const ChildResult none = run_child({"jacquard-no-such-program"}, options);
    CHECK(none.end == ChildEnd::not_started);
    CHECK(none.fault == ENOENT);
    const ChildResult some = run_child({"sh", "-c", "echo out; echo err >&2; exit 5"}, options);
    CHECK(some.end == ChildEnd::ran);
    CHECK(some.code == 5);
    CHECK(jacquard::read_plain_file(options.output) == "out\nerr\n");
}
