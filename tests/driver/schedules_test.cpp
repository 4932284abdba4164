#include "catch.h"
#include "tool_runner.h"

using namespace jacquard::driver;

namespace {

const std::string kWaits = R"(shader compute
property "CS_FIXED_BLOCK_WIDTH" 129

function "main" entry {
    b0:
        %0:32 = load_local_invocation_index
        %1:32 = const 128
        %2:1 = ult %0, %1
    if %2 {
        b1 from b0:
            barrier {execution_scope=workgroup}
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
}
)";

const std::string kStores = R"(shader compute
property "CS_FIXED_BLOCK_WIDTH" 4
property "shared_size" 16

function "main" entry {
    b0:
        %0:32 = const 2779096485
        %1:32 = const 4
        store_shared %0, %1 {write_mask=x, align_mul=4}
}
)";

} // namespace

TEST_CASE("schedules: a word of shared memory is printed that is stored, be it as it may") {
    const TemporaryFolder folder("schedules_shared");
    folder.write("stores.nir", kStores);
    folder.write("stores.case", "shader stores.nir\nrun\nGROUPS 1 1 1\n");
    for (const char* engine : {"nir", "ir3"}) {
        const Answer answer = run_tool({"run", folder / "stores.nir", "--engine", engine, "--gpu",
                                        "630", "--case", folder / "stores.case", "--seed", "3"});
        INFO(engine << answer.out << answer.err);
        CHECK(answer.out.find("MEMORY shared 0 00000000 a5a5a5a5 00000000 00000000\n") !=
              std::string::npos);
    }
}

TEST_CASE("schedules: a wave that waits for others for ever is an outcome on both engines") {
    const TemporaryFolder folder("schedules_faults");
    folder.write("waits.nir", kWaits);
    folder.write("waits.case", "shader waits.nir\nrun\nGROUPS 1 1 1\n");
    for (const char* engine : {"nir", "ir3"}) {
        const auto run = [&](const char* option, const char* number) {
            return run_tool({"run", folder / "waits.nir", "--engine", engine, "--gpu", "630",
                             "--case", folder / "waits.case", "--wave-size", "64", option, number});
        };
        const Answer counted = run("--schedules", "5");
        INFO(engine << counted.out << counted.err);
        CHECK(counted.code == 0);
        CHECK(counted.out.starts_with("outcome of 5 of 5 schedules\n"));
        CHECK(counted.out.find("error[D204]") != std::string::npos);
        const Answer one = run("--seed", "3");
        CHECK(one.code == 1);
        CHECK(one.out.empty());
        CHECK(one.err.find("error[D204]") != std::string::npos);
    }
}

TEST_CASE("schedules: what is no number of schedules is refused") {
    const TemporaryFolder folder("schedules_refused");
    folder.write("waits.nir", kWaits);
    const std::string file = folder / "waits.nir";
    const auto error_of = [](const Answer& answer) {
        CHECK(answer.code == 2);
        return answer.err.substr(0, answer.err.find('\n'));
    };
    CHECK(error_of(run_tool({"run", file, "--schedules", "0"})) ==
          "jacquard: --schedules takes a number from 1 to 100000000, not '0'");
    CHECK(error_of(run_tool({"run", file, "--schedules", "many"})) ==
          "jacquard: --schedules takes a number from 1 to 100000000, not 'many'");
    CHECK(error_of(run_tool({"run", file, "--seed", "-1"})) ==
          "jacquard: --seed takes a number, not '-1'");
    CHECK(error_of(run_tool({"run", file, "--seed", "1", "--trace"})) ==
          "jacquard: only a run without --seed and --schedules is traced");
}
