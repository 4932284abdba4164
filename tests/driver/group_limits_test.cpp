// Workgroups and waves that a part does not have are refused by name, wherever they are asked for.

#include "catch.h"
#include "spirv/assembler.h"
#include "tool_runner.h"

#include <string>

namespace {

std::string group_of(const std::string& width, const std::string& shared = "0") {
    return "shader compute\nproperty \"CS_FIXED_BLOCK_WIDTH\" " + width +
           "\nproperty \"shared_size\" " + shared + R"(

function "main" entry {
    b0:
        %0:32 = load_subgroup_size
        %1:32 = load_local_invocation_index
        %2:32 = const 16
        %3:32 = imul %1, %2
        %4:32 = const 0
        %5:32 = load_subgroup_id
        %6:32 = load_num_subgroups
        %7:32x4 = vec4 %0, %5, %6, %1
        store_ssbo %7, %4, %3 {write_mask=xyzw, align_mul=16}
}
)";
}

std::string module_of(const std::string& size) {
    return R"(OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize )" +
           size + R"(
%void = OpTypeVoid
%fn = OpTypeFunction %void
%main = OpFunction %void None %fn
%l0 = OpLabel
OpReturn
OpFunctionEnd
)";
}

} // namespace

TEST_CASE("group limits: a workgroup that a part has no room for is refused when it is compiled") {
    const TemporaryFolder folder("group_limits");
    folder.write("wide.nir", group_of("1025"));
    folder.write("shared.nir", group_of("64", "32769"));
    folder.write("none.nir", group_of("0"));
    for (const char* command : {"compile", "cost", "view"}) {
        const auto refused = [&](const char* file, const char* gpu) {
            const std::string page = folder / "page.html";
            return command == std::string("view")
                       ? run_tool({command, folder / file, "--gpu", gpu, "-o", page})
                       : run_tool({command, folder / file, "--gpu", gpu});
        };
        INFO(command);
        const Answer wide = refused("wide.nir", "630");
        CHECK(wide.code == 1);
        CHECK(
            wide.err.find("error[I303]: the workgroup has 1025 invocations along its axis x; part "
                          "630 has at most 1024") != std::string::npos);
        const Answer shared = refused("shared.nir", "730");
        CHECK(shared.code == 1);
        CHECK(
            shared.err.find("error[I303]: the workgroup shares 32769 bytes of memory; part 730 has "
                            "at most 32768") != std::string::npos);
        const Answer none = refused("none.nir", "630");
        CHECK(none.code == 1);
        CHECK(none.err.find("error[I104]: the workgroup has no invocations") != std::string::npos);
    }
}

TEST_CASE("group limits: no engine runs a workgroup that the part does not have") {
    const TemporaryFolder folder("group_limits_run");
    folder.write("wide.nir", group_of("1025"));
    folder.write("one.case", "shader wide.nir\nrun\nGROUPS 1 1 1\nMEMORY ssbo 0 0 0 0 0 0\n");
    for (const char* engine : {"nir", "ir3"}) {
        INFO(engine);
        const Answer wide = run_tool(
            {"run", folder / "wide.nir", "--engine", engine, "--case", folder / "one.case"});
        CHECK(wide.code == 1);
        CHECK(wide.err.find("the workgroup has 1025 invocations along its axis x; part 630 has at "
                            "most 1024") != std::string::npos);
    }
}

TEST_CASE("group limits: sizes whose product is beyond 64 bits are no smaller for it") {
    const TemporaryFolder folder("group_limits_product");
    folder.write("group.spv", jacquard::spirv::assemble(module_of("11806113 409891 7623851")));
    for (const char* engine : {"nir", "ir3"}) {
        const Answer answer = run_tool({"run", folder / "group.spv", "--engine", engine});
        INFO(engine << answer.out);
        CHECK(answer.code == 1);
        CHECK(
            answer.err.find("the workgroup has 11806113 invocations along its axis x; part 630 has "
                            "at most 1024") != std::string::npos);
    }
}

TEST_CASE("group limits: steps are counted over all groups of a run") {
    const TemporaryFolder folder("group_steps");
    folder.write("fits.nir", group_of("4"));
    folder.write("many.case", "shader fits.nir\nrun\nGROUPS 1000 1 1\nMEMORY ssbo 0 0 0 0 0 0\n");
    for (const char* engine : {"nir", "ir3"}) {
        const Answer answer = run_tool({"run", folder / "fits.nir", "--engine", engine, "--case",
                                        folder / "many.case", "--max-steps", "2000"});
        INFO(engine << answer.err);
        CHECK(answer.code == 1);
        CHECK(answer.err.find("note: --max-steps sets the limit") != std::string::npos);
    }
}

TEST_CASE("wave size: it is what the tool is asked for, in programs and on both engines") {
    const TemporaryFolder folder("wave_size");
    folder.write("group.nir", group_of("96"));
    folder.write("group.case", "shader group.nir\nrun\nGROUPS 1 1 1\nMEMORY ssbo 0 95 0 0 0 0\n");
    for (const char* engine : {"nir", "ir3"}) {
        const auto last_line = [&](const char* option, const char* value) {
            const Answer answer = option == nullptr
                                      ? run_tool({"run", folder / "group.nir", "--engine", engine,
                                                  "--case", folder / "group.case"})
                                      : run_tool({"run", folder / "group.nir", "--engine", engine,
                                                  "--case", folder / "group.case", option, value});
            INFO(answer.err);
            CHECK(answer.code == 0);
            const std::size_t at = answer.out.find("MEMORY ssbo 0 95 ");
            REQUIRE(at != std::string::npos);
            return answer.out.substr(at + 17, 35);
        };
        INFO(engine);
        CHECK(last_line(nullptr, nullptr) == "00000040 00000001 00000002 0000005f");
        CHECK(last_line("--wave-size", "64") == "00000040 00000001 00000002 0000005f");
        CHECK(last_line("--wave-size", "128") == "00000080 00000000 00000001 0000005f");
    }
    const Answer narrow = run_tool({"compile", folder / "group.nir", "--wave-size", "64"});
    CHECK(narrow.out.find("\n@wave 64\n") != std::string::npos);
    const Answer wide = run_tool({"compile", folder / "group.nir", "--wave-size", "128"});
    CHECK(wide.out.find("\n@wave 128\n") != std::string::npos);
    const std::string words = folder / "wide.words";
    const std::string header = folder / "wide.json";
    CHECK(run_tool({"compile", folder / "group.nir", "--wave-size", "128", "-o", words, "--header",
                    header})
              .code == 0);
    const Answer again =
        run_tool({"run", words, "--header", header, "--case", folder / "group.case"});
    CHECK(again.out.find("MEMORY ssbo 0 95 00000080 00000000 00000001 0000005f") !=
          std::string::npos);
}

TEST_CASE("wave size: what no wave of the part has is refused") {
    const TemporaryFolder folder("wave_size_refused");
    folder.write("group.nir", group_of("96"));
    const Answer lacking =
        run_tool({"compile", folder / "group.nir", "--gpu", "610", "--wave-size", "128"});
    CHECK(lacking.code == 1);
    CHECK(
        lacking.err.find("error[I304]: part 610 has no waves of 128 lanes in this stage; they have "
                         "64") != std::string::npos);
    const Answer vertex = run_tool({"compile", "-", "--wave-size", "128"},
                                   "VERT\nDCL OUT[0], POSITION\nIMM[0] FLT32 {0, 0, 0, 1}\n"
                                   "  0: MOV OUT[0], IMM[0]\n  1: END\n");
    CHECK(vertex.code == 1);
    CHECK(vertex.err.find("error[I304]") != std::string::npos);
    for (const char* size : {"0", "63", "256", "x", "-64"}) {
        const Answer answer = run_tool({"compile", folder / "group.nir", "--wave-size", size});
        INFO(size << answer.err);
        CHECK(answer.code == 2);
        CHECK(answer.err.find("--wave-size takes the lanes of a full wave") != std::string::npos);
    }
    folder.write("group.case", "shader group.nir\nrun\nGROUPS 1 1 1\nMEMORY ssbo 0 0 0 0 0 0\n");
    const Answer interpreted =
        run_tool({"run", folder / "group.nir", "--engine", "nir", "--gpu", "610", "--wave-size",
                  "128", "--case", folder / "group.case"});
    CHECK(interpreted.code == 1);
    CHECK(interpreted.err.find("part 610 has no waves of 128 lanes") != std::string::npos);
}

TEST_CASE("wave size: cost tells waves of a workgroup and which share of their lanes exists") {
    const TemporaryFolder folder("wave_cost");
    folder.write("one.nir", group_of("1"));
    folder.write("some.nir", group_of("96"));
    const auto table = [&](const char* file, const char* size) {
        return run_tool({"cost", folder / file, "--gpu", "630", "--wave-size", size}).out;
    };
    const auto row = [](const std::string& text, const std::string& label) {
        const std::size_t at = text.find("\n  " + label + ' ', text.find("\nworkgroup\n"));
        const std::size_t end = text.find('\n', at + 1);
        const std::size_t number = text.find_last_of(' ', end);
        return at == std::string::npos ? std::string() : text.substr(number + 1, end - number - 1);
    };
    CHECK(row(table("one.nir", "64"), "lanes in use, %") == "1.56");
    CHECK(row(table("some.nir", "64"), "waves") == "2");
    CHECK(row(table("some.nir", "64"), "lanes in use, %") == "75");
    CHECK(row(table("some.nir", "128"), "waves") == "1");
}
