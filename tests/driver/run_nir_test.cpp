#include <jacquard/runs/case/agreement.h>
#include <jacquard/runs/case/case_file.h>

#include "catch.h"
#include "tool_runner.h"

using namespace jacquard::driver;

namespace {

constexpr const char* kSums = R"(FRAG
DCL IN[0], GENERIC[0], LINEAR
DCL OUT[0], COLOR
DCL CONST[0]
IMM[0] FLT32 {0.0, 0.0, 0.0, 0.0}
  0: SLT OUT[0].x, IN[0].xxxx, IMM[0].xxxx
  1: ADD OUT[0].y, IN[0].xxxx, CONST[0].xxxx
  2: KILL_IF IN[0].yyyy
  3: END
)";

} // namespace

TEST_CASE("the interpreter of NIR runs a case") {
    const TemporaryFolder folder("run_nir");
    folder.write("sums.case", R"(shader tgsi/sums.tgsi
run
IN 0 lane 0 bf800000 00000000 00000000 00000000
IN 0 lane 1 3f800000 bf800000 00000000 00000000
CONST 0 0 40000000 00000000 00000000 00000000
expect MASK d
)");
    const Answer answer =
        run_tool({"run", "-", "--engine", "nir", "--case", folder / "sums.case"}, kSums);
    INFO(answer.out << answer.err);
    CHECK(answer.code == 0);
    CHECK(answer.out == R"(run
MASK d
OUT 0 COLOR 0 lane 0 3f800000 3f800000 00000000 00000000
OUT 0 COLOR 0 lane 1 00000000 00000000 00000000 00000000
OUT 0 COLOR 0 lane 2 00000000 40000000 00000000 00000000
OUT 0 COLOR 0 lane 3 00000000 40000000 00000000 00000000
)");
}

TEST_CASE("a case gives memory to both engines") {
    const TemporaryFolder folder("run_nir_memory");
    folder.write("memory.nir", R"(shader fragment
output color 0

function "main" entry {
    b0:
        %0:32 = const 0
        %1:32 = const 2
        %2:32 = const 4
        %3:32x2 = load_ssbo %1, %2 {align_mul=4}
        %4:32 = load_shared %2 {align_mul=4}
        %5:32x3 = vec3 %3.x, %3.y, %4
        store_output %5, %0 {write_mask=xyz}
}
)");
    folder.write("memory.case", R"(shader memory.nir
run
MEMORY ssbo 2 0 11 22 33 44
MEMORY shared 0 a b c d
run
MEMORY shared 0 1 2 3 4
)");
    const auto run = [&](const char* engine) {
        return run_tool(
            {"run", folder / "memory.nir", "--engine", engine, "--case", folder / "memory.case"});
    };
    for (const char* engine : {"nir", "ir3"}) {
        const Answer answer = run(engine);
        INFO(engine << answer.out << answer.err);
        CHECK(answer.out.find("lane 0 00000022 00000033 0000000b 00000000") != std::string::npos);
        CHECK(answer.out.find("lane 3 00000022 00000033 00000002 00000000") != std::string::npos);
    }
}

TEST_CASE("both engines look textures up that a case gives, and answer queries of them") {
    const TemporaryFolder folder("run_textures");
    folder.write("lookup.tgsi", R"(FRAG
DCL IN[0], GENERIC[0], LINEAR
DCL OUT[0], COLOR
DCL OUT[1], COLOR[1]
DCL SAMP[2]
DCL SVIEW[2], 2D, FLOAT
IMM[0] UINT32 {0, 0, 0, 0}
  0: TEX OUT[0], IN[0], SAMP[2], 2D
  1: TXQ OUT[1], IMM[0], SAMP[2], 2D
  2: END
)");
    folder.write("lookup.case", R"(shader lookup.tgsi
run
TEXTURE 2 2D 2 3 1 1
TEXEL TEXTURE 2 0 00000001 00000002 00000003 00000004
TEXEL TEXTURE 2 3 00000005 00000006 00000007 00000008
IN 0 lane 0 3e800000 3e800000 0 0
IN 0 lane 1 3f400000 3f000000 0 0
)");
    for (const char* engine : {"nir", "ir3"}) {
        const Answer answer = run_tool(
            {"run", folder / "lookup.tgsi", "--engine", engine, "--case", folder / "lookup.case"});
        INFO(engine << answer.out << answer.err);
        CHECK(answer.out.find("lane 0 00000001 00000002 00000003 00000004") != std::string::npos);
        CHECK(answer.out.find("lane 1 00000005 00000006 00000007 00000008") != std::string::npos);
        CHECK(answer.out.find("COLOR 1 lane 0 00000002 00000003") != std::string::npos);
    }
}

TEST_CASE("work groups run one after the other, and each place of memory is judged") {
    const TemporaryFolder folder("run_groups");
    folder.write("sum.nir", R"(shader compute
property "CS_FIXED_BLOCK_WIDTH" 4

function "main" entry {
    b0:
        %0:32 = const 0
        %1:32 = const 1
        %2:32 = ssbo_atomic %0, %0, %1 {atomic_op=iadd}
}
)");
    const std::string runs = "shader sum.nir\nrun\nGROUPS 3 2 1\nMEMORY ssbo 0 0 1 0 0 0\n";
    folder.write("right.case", runs + "expect MEMORY ssbo 0 0 19 0 0 0\n");
    folder.write("wrong.case", runs + "expect MEMORY ssbo 0 0 19 0 7fffffff 0\n");
    for (const char* engine : {"nir", "ir3"}) {
        const Answer answer = run_tool(
            {"run", folder / "sum.nir", "--engine", engine, "--case", folder / "right.case"});
        INFO(engine << answer.out << answer.err);
        CHECK(answer.out.find("MEMORY ssbo 0 0 00000019 00000000 00000000 00000000\n") !=
              std::string::npos);
    }
    const auto judged = [&](const char* name) {
        const std::string text = file_content(folder / name);
        jacquard::Diagnostics diagnostics(name, text);
        const CaseFile file = parse_case_file(text, diagnostics);
        RunResult result;
        result.memories = file.runs[0].memories;
        result.memories[0].buffers[0][0][0] = 0x19;
        return compare_run(file.runs[0], result, 0);
    };
    CHECK_FALSE(judged("right.case").has_value());
    const auto difference = judged("wrong.case");
    REQUIRE(difference.has_value());
    CHECK(difference->to_string() ==
          "run 0 MEMORY ssbo 0 vector 0 .z: expected 7fffffff, computed 00000000");
}

TEST_CASE("invocations know their numbers in a dispatch on both engines") {
    const TemporaryFolder folder("run_numbers");
    folder.write("numbers.nir", R"(shader compute
property "CS_FIXED_BLOCK_WIDTH" 2
property "CS_FIXED_BLOCK_HEIGHT" 2

function "main" entry {
    b0:
        %0:32 = const 0
        %1:32x3 = load_global_invocation_id
        %2:32x3 = load_num_workgroups
        %3:32 = load_local_invocation_index
        %4:32x4 = vec4 %1.x, %1.y, %2.x, %3
        %5:32x3 = load_workgroup_id
        %6:32 = const 4
        %7:32 = imul %5.x, %6
        %8:32 = iadd %7, %3
        %9:32 = const 16
        %10:32 = imul %8, %9
        store_ssbo %4, %0, %10 {write_mask=xyzw, align_mul=16}
}
)");
    folder.write("numbers.case",
                 "shader numbers.nir\nrun\nGROUPS 2 1 1\nMEMORY ssbo 0 7 0 0 0 0\n");
    for (const char* engine : {"nir", "ir3"}) {
        for (const char* part : {"630", "730"}) {
            const Answer answer = run_tool({"run", folder / "numbers.nir", "--engine", engine,
                                            "--gpu", part, "--case", folder / "numbers.case"});
            INFO(engine << ' ' << part << '\n' << answer.err);
            CHECK(answer.out == R"(run
MASK f
MEMORY ssbo 0 0 00000000 00000000 00000002 00000000
MEMORY ssbo 0 1 00000001 00000000 00000002 00000001
MEMORY ssbo 0 2 00000000 00000001 00000002 00000002
MEMORY ssbo 0 3 00000001 00000001 00000002 00000003
MEMORY ssbo 0 4 00000002 00000000 00000002 00000000
MEMORY ssbo 0 5 00000003 00000000 00000002 00000001
MEMORY ssbo 0 6 00000002 00000001 00000002 00000002
MEMORY ssbo 0 7 00000003 00000001 00000002 00000003
)");
        }
    }
}

TEST_CASE("bytes and halves compute the same on both engines") {
    const TemporaryFolder folder("run_bytes");
    folder.write("bytes.nir", R"(shader compute
property "CS_FIXED_BLOCK_WIDTH" 4

function "main" entry {
    b0:
        %0:32 = const 0
        %1:32x3 = load_local_invocation_id
        %2:32 = const 4
        %3:32 = imul %1.x, %2
        %4:32 = load_ssbo %0, %3 {align_mul=4}
        %5:8 = u2u8 %4
        %6:32 = const 8
        %7:32 = ushr %4, %6
        %8:8 = i2i8 %7
        %9:8 = imul %5, %8
        %10:32 = const 3
        %11:8 = ishr %9, %10
        %12:1 = ult %5, %8
        %13:8 = bcsel %12, %11, %9
        %14:32 = i2i32 %13
        %15:32 = u2u32 %9
        %16:16 = u2u16 %4
        %17:16 = ishl %16, %1.x
        %18:16 = ishr %16, %1.y
        %19:16 = ushr %17, %10
        %20:32 = u2u32 %19
        %21:32 = i2i32 %17
        %22:32x4 = vec4 %14, %15, %20, %21
        %23:32 = const 16
        %24:32 = imul %1.x, %23
        %25:32 = const 1
        store_ssbo %22, %25, %24 {write_mask=xyzw, align_mul=16}
}
)");
    folder.write("bytes.case", R"(shader bytes.nir
run
GROUPS 1 1 1
MEMORY ssbo 0 0 12345678 fedcba98 80807f7f 0102fffe
MEMORY ssbo 1 3 0 0 0 0
)");
    for (const char* engine : {"nir", "ir3"}) {
        for (const char* part : {"630", "730"}) {
            const Answer answer = run_tool({"run", folder / "bytes.nir", "--engine", engine,
                                            "--gpu", part, "--case", folder / "bytes.case"});
            INFO(engine << ' ' << part << '\n' << answer.err);
            CHECK(answer.out == R"(run
MASK f
MEMORY ssbo 1 0 00000050 00000050 00000acf 00005678
MEMORY ssbo 1 1 0000000e 00000070 00000ea6 00007530
MEMORY ssbo 1 2 00000001 00000001 00001fbf fffffdfc
MEMORY ssbo 1 3 00000000 00000002 00001ffe fffffff0
)");
        }
    }
}

TEST_CASE("the interpreter of NIR takes shaders only") {
    CHECK(run_tool({"run", "-", "--engine", "nir"}, "mov.f32f32 r0.x, r0.y\n").code == 1);
    CHECK(run_tool({"run", "-", "--engine", "nir"}, std::string("\0\1\2\3", 4)).code == 2);
    CHECK(run_tool({"run", "-", "--engine", "nir", "--trace"}, kSums).code == 2);
    CHECK(run_tool({"run", "-", "--engine", "nir"}, "FRAG\n0: NO\n").code == 1);
}
