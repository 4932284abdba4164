#include "lane_runner.h"

using namespace jacquard;
using namespace jacquard::tgsi;

TEST_CASE("a geometry shader emits what its outputs hold") {
    CHECK(body_of("GEOM\nPROPERTY GS_INPUT_PRIMITIVE TRIANGLES\nDCL IN[][0], POSITION\n"
                  "DCL IN[][1], GENERIC[3]\nDCL OUT[0], POSITION\nDCL ADDR[0]\n"
                  "IMM INT32 {0, 1, 0, 0}\nMOV OUT[0].xy, IN[2][0]\nEMIT\n"
                  "UARL ADDR[0].x, IMM[0].yyyy\nMOV OUT[0].y, IN[ADDR[0].x+1][1]\n"
                  "EMIT IMM[0].xxxx\nENDPRIM\nEND\n") ==
          R"(        %0:32 = decl_reg {num_components=1, bit_size=32, divergent=true}
        %1:32 = decl_reg {num_components=1, bit_size=32, divergent=true}
        %2:32 = decl_reg {num_components=1, bit_size=32, divergent=true}
        %3:32 = const 0
        %4:32 = const 2
        %5:32 = load_per_vertex_input %4, %3 {dest_type=float32, io_semantics=position 0 1}
        %6:32 = load_per_vertex_input %4, %3 {component=1, dest_type=float32, io_semantics=position 0 1}
        %7:32 = const 1
        store_reg %5, %0 {write_mask=x}
        store_reg %6, %1 {write_mask=x}
        %8:32 = load_reg %0
        %9:32 = load_reg %1
        %10:32x4 = vec4 %8, %9, %3, %3
        store_output %10, %3 {write_mask=xy, src_type=float32, io_semantics=position 0 1}
        emit_vertex
        store_reg %7, %2 {write_mask=x}
        %11:32 = load_reg %2
        %12:32 = iadd %11, %7
        %13:32 = load_per_vertex_input %12, %3 {base=1, component=1, dest_type=float32, io_semantics=generic 3 1}
        store_reg %13, %1 {write_mask=x}
        %14:32 = load_reg %0
        %15:32 = load_reg %1
        %16:32x4 = vec4 %14, %15, %3, %3
        store_output %16, %3 {write_mask=xy, src_type=float32, io_semantics=position 0 1}
        emit_vertex
        end_primitive
}
)");
}

TEST_CASE("a component goes to the stream it is declared for") {
    CHECK(body_of("GEOM\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0], STREAM(1, 0, 1, 1)\n"
                  "IMM UINT32 {1, 2, 3, 4}\nMOV OUT[0].x, IMM[0]\nMOV OUT[1].xy, IMM[0]\n"
                  "EMIT IMM[0].xxxx\nENDPRIM IMM[0].xxxx\nEND\n") ==
          R"(        %0:32 = decl_reg {num_components=1, bit_size=32, divergent=true}
        %1:32 = decl_reg {num_components=1, bit_size=32, divergent=true}
        %2:32 = decl_reg {num_components=1, bit_size=32, divergent=true}
        %3:32 = const 0
        %4:32 = const 1
        %5:32 = const 2
        store_reg %4, %0 {write_mask=x}
        store_reg %4, %1 {write_mask=x}
        store_reg %5, %2 {write_mask=x}
        %6:32 = load_reg %1
        %7:32x4 = vec4 %6, %3, %3, %3
        store_output %7, %3 {base=1, write_mask=x, src_type=float32, io_semantics=generic 0 1}
        emit_vertex {stream_id=1}
        end_primitive {stream_id=1}
}
)");
}

TEST_CASE("a control shader writes outputs of its vertex and of the patch at once") {
    CHECK(body_of("TESS_CTRL\nPROPERTY TCS_VERTICES_OUT 3\nDCL IN[][0], POSITION\n"
                  "DCL SV[0], INVOCATIONID\nDCL OUT[][0], POSITION\nDCL OUT[1], TESSOUTER\n"
                  "DCL TEMP[0]\nDCL ADDR[0]\nUARL ADDR[0].x, SV[0].xxxx\n"
                  "MOV OUT[ADDR[0].x][0].x, IN[ADDR[0].x][0].yyyy\nBARRIER\n"
                  "MOV TEMP[0].x, OUT[0][0].xxxx\nMOV OUT[1].y, TEMP[0].xxxx\n"
                  "MOV OUT[1].z, OUT[1].yyyy\nEND\n") ==
          R"(        %0:32 = decl_reg {num_components=1, bit_size=32, divergent=true}
        %1:32 = decl_reg {num_components=1, bit_size=32, divergent=true}
        %2:32 = const 0
        %3:32 = load_invocation_id
        store_reg %3, %0 {write_mask=x}
        %4:32 = load_reg %0
        %5:32 = load_per_vertex_input %4, %2 {component=1, dest_type=float32, io_semantics=position 0 1}
        %6:32 = load_reg %0
        store_per_vertex_output %5, %6, %2 {write_mask=x, src_type=float32, io_semantics=position 0 1}
        barrier {execution_scope=workgroup, memory_scope=workgroup, memory_semantics=acquire|release, memory_modes=shader_out}
        %7:32 = load_per_vertex_output %2, %2 {dest_type=float32, io_semantics=position 0 1}
        store_reg %7, %1 {write_mask=x}
        %8:32 = load_reg %1
        store_output %8, %2 {base=1, write_mask=x, component=1, src_type=float32, io_semantics=tessouter 0 1}
        %9:32 = load_output %2 {base=1, component=1, dest_type=float32, io_semantics=tessouter 0 1}
        store_output %9, %2 {base=1, write_mask=x, component=2, src_type=float32, io_semantics=tessouter 0 1}
}
)");
}

TEST_CASE("an evaluation shader reads vertices, the patch and where it is") {
    CHECK(body_of("TESS_EVAL\nPROPERTY TES_PRIM_MODE TRIANGLES\nDCL IN[][0], POSITION\n"
                  "DCL IN[1], PATCH[2]\nDCL SV[0], TESSCOORD\nDCL OUT[0], POSITION\n"
                  "MAD OUT[0].x, IN[1][0], SV[0].yyyy, IN[1]\nEND\n") ==
          R"(        %0:32 = decl_reg {num_components=1, bit_size=32, divergent=true}
        %1:32 = const 0
        %2:32 = const 1
        %3:32 = load_per_vertex_input %2, %1 {dest_type=float32, io_semantics=position 0 1}
        %4:32x3 = load_tess_coord
        %5:32 = load_input %1 {base=1, dest_type=float32, io_semantics=patch 2 1}
        %6:32 = fmul %3, %4.y
        %7:32 = fadd %6, %5
        store_reg %7, %0 {write_mask=x}
        %8:32 = load_reg %0
        %9:32x4 = vec4 %8, %1, %1, %1
        store_output %9, %1 {write_mask=x, src_type=float32, io_semantics=position 0 1}
}
)");
}

TEST_CASE("a compute shader knows where it is in the grid") {
    CHECK(body_of("COMP\nDCL SV[0], THREAD_ID\nDCL SV[1], BLOCK_ID\nDCL SV[2], BLOCK_SIZE\n"
                  "DCL SV[3], GRID_SIZE\nDCL SV[4], CS_USER_DATA_AMD\nDCL BUFFER[0]\nDCL TEMP[0]\n"
                  "UMAD TEMP[0].x, SV[1].yyyy, SV[2].yyyy, SV[0].zzzz\n"
                  "UADD TEMP[0].x, TEMP[0], SV[3].xxxx\nUADD TEMP[0].x, TEMP[0], SV[0].wwww\n"
                  "STORE BUFFER[0].x, TEMP[0].xxxx, SV[4].wwww\nEND\n") ==
          R"(        %0:32 = decl_reg {num_components=1, bit_size=32, divergent=true}
        %1:32 = const 0
        %2:32x3 = load_workgroup_id
        %3:32x3 = load_workgroup_size
        %4:32x3 = load_local_invocation_id
        %5:32x3 = load_num_workgroups
        %6:32x4 = load_push_constant %1
        %7:32 = imul %2.y, %3.y
        %8:32 = iadd %7, %4.z
        store_reg %8, %0 {write_mask=x}
        %9:32 = load_reg %0
        %10:32 = iadd %9, %5.x
        store_reg %10, %0 {write_mask=x}
        %11:32 = load_reg %0
        %12:32 = iadd %11, %1
        store_reg %12, %0 {write_mask=x}
        %13:32 = mov %6.w
        %14:32 = load_reg %0
        store_ssbo %13, %1, %14 {write_mask=x, align_mul=4}
}
)");
}

TEST_CASE("fragments interpolate elsewhere and become helpers") {
    CHECK(body_of("FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                  "IMM FLT32 {0.25, -0.25, 0, 0}\nINTERP_CENTROID OUT[0].x, -IN[0].yyyy\n"
                  "INTERP_SAMPLE OUT[0].y, IN[0], IMM[0].zzzz\n"
                  "INTERP_OFFSET OUT[0].z, IN[0], IMM[0].xyyy\nDEMOTE\nREAD_HELPER OUT[0].w\n"
                  "END\n") ==
          R"(        %0:32 = decl_reg {num_components=1, bit_size=32, divergent=true}
        %1:32 = decl_reg {num_components=1, bit_size=32, divergent=true}
        %2:32 = decl_reg {num_components=1, bit_size=32, divergent=true}
        %3:32 = decl_reg {num_components=1, bit_size=32, divergent=true}
        %4:32 = const 0
        %5:32 = const 0.25
        %6:32 = const -0.25
        %7:32 = const 0xffffffff
        %8:32x2 = load_barycentric_centroid {interp_mode=smooth}
        %9:32 = load_interpolated_input %8, %4 {component=1, dest_type=float32, io_semantics=generic 0 1}
        %10:32 = fneg %9
        store_reg %10, %0 {write_mask=x}
        %11:32x2 = load_barycentric_at_sample %4 {interp_mode=smooth}
        %12:32 = load_interpolated_input %11, %4 {component=1, dest_type=float32, io_semantics=generic 0 1}
        store_reg %12, %1 {write_mask=x}
        %13:32x2 = vec2 %5, %6
        %14:32x2 = load_barycentric_at_offset %13 {interp_mode=smooth}
        %15:32 = load_interpolated_input %14, %4 {component=2, dest_type=float32, io_semantics=generic 0 1}
        store_reg %15, %2 {write_mask=x}
        demote
        %16:1 = is_helper_invocation
        %17:32 = bcsel %16, %7, %4
        store_reg %17, %3 {write_mask=x}
        %18:32 = load_reg %0
        %19:32 = load_reg %1
        %20:32 = load_reg %2
        %21:32 = load_reg %3
        %22:32x4 = vec4 %18, %19, %20, %21
        store_output %22, %4 {write_mask=xyzw, src_type=float32, io_semantics=color 0 1}
}
)");
}

TEST_CASE("lanes ask each other") {
    const auto outputs = [](std::string_view line) {
        const std::array<LaneValues, 2> inputs = {LaneValues{0, word_of(2), 0, word_of(3)},
                                                  LaneValues{3, 2, 1, 0}};
        const auto shader =
            translated("FRAG\nDCL IN[0..1], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\n" +
                       std::string(line) + "\nEND\n");
        const LaneOutcome outcome = run_lanes(*shader, inputs);
        CHECK(outcome.fault == "");
        return outcome.of(0, 0);
    };
    constexpr std::uint32_t kAll = ~0U;
    CHECK(outputs("BALLOT OUT[0].x, IN[0]") == LaneValues{10, 10, 10, 10});
    CHECK(outputs("VOTE_ANY OUT[0].x, IN[0]") == LaneValues{kAll, kAll, kAll, kAll});
    CHECK(outputs("VOTE_ALL OUT[0].x, IN[0]") == LaneValues{0, 0, 0, 0});
    CHECK(outputs("VOTE_EQ OUT[0].x, IN[0]") == LaneValues{0, 0, 0, 0});
    CHECK(outputs("VOTE_EQ OUT[0].x, IN[0].yyyy") == LaneValues{kAll, kAll, kAll, kAll});
    CHECK(outputs("READ_FIRST OUT[0].x, IN[1]") == LaneValues{3, 3, 3, 3});
    CHECK(outputs("READ_INVOC OUT[0].x, IN[1], IN[1].xxxx") == LaneValues{0, 1, 2, 3});
}

TEST_CASE("registers of vertices want a vertex, others do not have one") {
    CHECK(faults_of_translation("GEOM\nDCL IN[][0], POSITION\nDCL TEMP[0]\nMOV TEMP[0], IN[0]\n"
                                "END\n") ==
          "4:14 T302 this register of IN is there for each vertex; it needs the number of one in "
          "front\n");
    CHECK(faults_of_translation("VERT\nDCL OUT[0], POSITION\nDCL TEMP[0]\nMOV OUT[1][0], TEMP[0]\n"
                                "END\n") ==
          "4:5 T302 registers of OUT have no vertices in this stage\n");
    CHECK(faults_of_translation("GEOM\nDCL TEMP[0]\nEMIT TEMP[0].xxxx\nEND\n") ==
          "3:6 T302 the stream must be an immediate of 0, 1, 2 or 3\n");
    CHECK(faults_of_translation("VERT\nEMIT\nEND\n") ==
          "2:1 T302 EMIT is for the stage GEOM only\n");
    CHECK(faults_of_translation("VERT\nBARRIER\nEND\n") ==
          "2:1 T302 BARRIER is for the stages TESS_CTRL and COMP only\n");
}
