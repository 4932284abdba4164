#include <jacquard/tool/files/bounded_glslang.h>
#include <jacquard/tool/worker/worker.h>

#include "catch.h"
#include "contains.h"
#include "driver/tool_runner.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <list>
#include <thread>

using namespace jacquard;
using namespace jacquard::driver;

namespace {

// A compiler that does what a test wants.
class Stub final : public HighLevelCompiler {
  public:
    explicit Stub(std::function<HighLevelResult()> act) : act_(std::move(act)) {}
    [[nodiscard]] HighLevelResult compile(const HighLevelShader& /*shader*/) const override {
        return act_();
    }

  private:
    std::function<HighLevelResult()> act_;
};

struct Told {
    std::string module;
    std::string messages;
};

Told bounded(std::function<HighLevelResult()> act, Limits limits = {},
             std::chrono::milliseconds most_time = kMostGlslangTime) {
    const Stub stub(std::move(act));
    HighLevelShader shader;
    shader.name = "a.frag";
    shader.text = "void main() {}\n";
    shader.stage = "frag";
    Diagnostics diagnostics(shader.name, shader.text);
    Told told;
    told.module =
        make_module(shader, BoundedCompiler(stub, limits, most_time), diagnostics, limits);
    told.messages = diagnostics.render();
    return told;
}

} // namespace

TEST_CASE("what a bounded compiler makes and says comes through as it is") {
    const std::string module(70000, '\0');
    const Told told = bounded([&] {
        HighLevelResult result;
        result.module = module + "\xff:3:end";
        result.messages.push_back({false, "a.frag", 1, "one: two"});
        result.messages.push_back({false, "", 0, ""});
        return result;
    });
    CHECK(told.module == module + "\xff:3:end");
    CHECK(contains(told.messages, "a.frag:1:1: warning[G102]: one: two"));
}

TEST_CASE("a compiler that asks for too much memory is told of by the limit") {
    if (!jacquard::platform::bounds_worker_memory()) {
        WARN("skipped: a sanitizer maps more than any limit");
        return;
    }
    Limits limits;
    limits.memory = std::uint64_t{32} << 20;
    const Told told = bounded(
        [] {
            std::list<std::string> all;
            for (;;) {
                all.emplace_back(std::size_t{1} << 20, 'x');
            }
            return HighLevelResult();
        },
        limits);
    CHECK(told.module.empty());
    CHECK(contains(told.messages, "error[L105]"));
    CHECK(contains(told.messages, "--max-memory"));
    CHECK(contains(told.messages, "glslang asked for more"));
}

TEST_CASE("a compiler that does not end is ended, with the files that it made") {
    const Told told = bounded(
        [] {
            const std::filesystem::path folder = std::filesystem::temp_directory_path();
            std::filesystem::create_directories(folder / "left-behind");
            for (;;) {
                std::this_thread::sleep_for(std::chrono::seconds(1));
            }
            return HighLevelResult();
        },
        {}, std::chrono::milliseconds(300));
    CHECK(told.module.empty());
    CHECK(contains(told.messages, "error[G104]: glslang takes too long"));
    CHECK_FALSE(std::filesystem::exists(std::filesystem::temp_directory_path() / "left-behind"));
}

TEST_CASE("a compiler that crashes does not take the tool with it") {
    const Told told = bounded([] {
        std::signal(SIGABRT, SIG_DFL);
        std::abort();
        return HighLevelResult();
    });
    CHECK(contains(told.messages, "error[G105]: glslang crashed"));
}

TEST_CASE("a process that is kept compiles one shader after the other") {
    int compiled = 0; // in that process
    const Stub stub([&compiled] {
        HighLevelResult result;
        result.module = std::to_string(++compiled);
        return result;
    });
    HighLevelShader shader;
    KeptCompiler kept(stub);
    CHECK(kept.compile(shader, {}).module == "1");
    CHECK(kept.compile(shader, {}).module == "2");
    kept.forget();
    CHECK(kept.compile(shader, {}).module == "1");
    CHECK(compiled == 0);
}

TEST_CASE("a shader at which a kept process stops leaves the next one a process of its own") {
    int compiled = 0;
    const Stub stub([&compiled] {
        if (++compiled == 2) { // what the first left behind is to blame, so it is tried again
            std::signal(SIGABRT, SIG_DFL);
            std::abort();
        }
        HighLevelResult result;
        result.module = std::to_string(compiled);
        return result;
    });
    KeptCompiler kept(stub);
    CHECK(kept.compile({}, {}).module == "1");
    const HighLevelResult again = kept.compile({}, {});
    CHECK(again.stop == HighLevelStop::nothing);
    CHECK(again.module == "1");

    const Stub crashing([] {
        std::signal(SIGABRT, SIG_DFL);
        std::abort();
        return HighLevelResult();
    });
    KeptCompiler crashes(crashing);
    CHECK(crashes.compile({}, {}).stop == HighLevelStop::crash);
    CHECK(crashes.compile({}, {}).stop == HighLevelStop::crash);
}

TEST_CASE("macros that grow with one another end at the limits of the tool") {
    if (std::system("glslangValidator --version > /dev/null 2>&1") != 0) {
        WARN("skipped: glslangValidator is not there");
        return;
    }
    if (!jacquard::platform::bounds_worker_memory()) {
        WARN("skipped: a sanitizer maps more than any limit");
        return;
    }
    std::string text = "#version 450\nlayout(location = 0) out vec4 o;\n#define A0 + 1.0\n";
    for (int i = 1; i < 30; ++i) {
        const std::string before = " A" + std::to_string(i - 1);
        text += "#define A" + std::to_string(i) + before + before + '\n';
    }
    text += "void main() { o = vec4(0.0 A29); }\n";
    const TemporaryFolder folder("macros");
    folder.write("a.frag", text);
    const Answer answer =
        run_tool({"compile", folder / "a.frag", "--gpu", "630", "--max-memory", "96M"});
    CHECK(answer.code != 0);
    CHECK(answer.out.empty());
    CHECK(contains(answer.err, "error[L105]"));
}
