#include "lane_runner.h"

using namespace jacquard;
using namespace jacquard::tgsi;

TEST_CASE("a geometry shader emits what its outputs hold") {
    CHECK(body_of("GEOM\nPROPERTY GS_INPUT_PRIMITIVE TRIANGLES\nDCL IN[][0], POSITION\n"
                  "DCL IN[][1], GENERIC[3]\nDCL OUT[0], POSITION\nDCL ADDR[0]\n"
                  "IMM INT32 {0, 1, 0, 0}\nMOV OUT[0].xy, IN[2][0]\nEMIT\n"
                  "UARL ADDR[0].x, IMM[0].yyyy\nMOV OUT[0].y, IN[ADDR[0].x+1][1]\n"
                  "EMIT IMM[0].xxxx\nENDPRIM\nEND\n") ==
          R"(        %0:32 = const 0
        %1:32 = const 2
        %2:32 = load_per_vertex_input %1, %0 {dest_type=float32, io_semantics=position 0 1}
        %3:32 = load_per_vertex_input %1, %0 {component=1, dest_type=float32, io_semantics=position 0 1}
        %4:32 = const 1
        %5:32x4 = vec4 %2, %3, %0, %0
        store_output %5, %0 {write_mask=xy, src_type=float32, io_semantics=position 0 1}
        emit_vertex
        %6:32 = iadd %4, %4
        %7:32 = load_per_vertex_input %6, %0 {base=1, component=1, dest_type=float32, io_semantics=generic 3 1}
        %8:32x4 = vec4 %2, %7, %0, %0
        store_output %8, %0 {write_mask=xy, src_type=float32, io_semantics=position 0 1}
        emit_vertex
        end_primitive
}
)");
}

TEST_CASE("a component goes to the stream it is declared for") {
    CHECK(body_of("GEOM\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0], STREAM(1, 0, 1, 1)\n"
                  "IMM UINT32 {1, 2, 3, 4}\nMOV OUT[0].x, IMM[0]\nMOV OUT[1].xy, IMM[0]\n"
                  "EMIT IMM[0].xxxx\nENDPRIM IMM[0].xxxx\nEND\n") ==
          R"(        %0:32 = const 0
        %1:32 = const 1
        %2:32 = const 2
        %3:32x4 = vec4 %1, %0, %0, %0
        store_output %3, %0 {base=1, write_mask=x, src_type=float32, io_semantics=generic 0 1}
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
          R"(        %0:32 = const 0
        %1:32 = load_invocation_id
        %2:32 = load_per_vertex_input %1, %0 {component=1, dest_type=float32, io_semantics=position 0 1}
        store_per_vertex_output %2, %1, %0 {write_mask=x, src_type=float32, io_semantics=position 0 1}
        barrier {execution_scope=workgroup, memory_scope=workgroup, memory_semantics=acquire|release, memory_modes=shader_out}
        %3:32 = load_per_vertex_output %0, %0 {dest_type=float32, io_semantics=position 0 1}
        store_output %3, %0 {base=1, write_mask=x, component=1, src_type=float32, io_semantics=tessouter 0 1}
        %4:32 = load_output %0 {base=1, component=1, dest_type=float32, io_semantics=tessouter 0 1}
        store_output %4, %0 {base=1, write_mask=x, component=2, src_type=float32, io_semantics=tessouter 0 1}
}
)");
}

TEST_CASE("an evaluation shader reads vertices, the patch and where it is") {
    CHECK(body_of("TESS_EVAL\nPROPERTY TES_PRIM_MODE TRIANGLES\nDCL IN[][0], POSITION\n"
                  "DCL IN[1], PATCH[2]\nDCL SV[0], TESSCOORD\nDCL OUT[0], POSITION\n"
                  "MAD OUT[0].x, IN[1][0], SV[0].yyyy, IN[1]\nEND\n") ==
          R"(        %0:32 = const 0
        %1:32 = const 1
        %2:32 = load_per_vertex_input %1, %0 {dest_type=float32, io_semantics=position 0 1}
        %3:32x3 = load_tess_coord
        %4:32 = load_input %0 {base=1, dest_type=float32, io_semantics=patch 2 1}
        %5:32 = fmul %2, %3.y
        %6:32 = fadd %5, %4
        %7:32x4 = vec4 %6, %0, %0, %0
        store_output %7, %0 {write_mask=x, src_type=float32, io_semantics=position 0 1}
}
)");
}

TEST_CASE("a compute shader knows where it is in the grid") {
    CHECK(body_of("COMP\nDCL SV[0], THREAD_ID\nDCL SV[1], BLOCK_ID\nDCL SV[2], BLOCK_SIZE\n"
                  "DCL SV[3], GRID_SIZE\nDCL SV[4], CS_USER_DATA_AMD\nDCL BUFFER[0]\nDCL TEMP[0]\n"
                  "UMAD TEMP[0].x, SV[1].yyyy, SV[2].yyyy, SV[0].zzzz\n"
                  "UADD TEMP[0].x, TEMP[0], SV[3].xxxx\nUADD TEMP[0].x, TEMP[0], SV[0].wwww\n"
                  "STORE BUFFER[0].x, TEMP[0].xxxx, SV[4].wwww\nEND\n") ==
          R"(        %0:32 = const 0
        %1:32x3 = load_workgroup_id
        %2:32x3 = load_workgroup_size
        %3:32x3 = load_local_invocation_id
        %4:32x3 = load_num_workgroups
        %5:32x4 = load_push_constant %0
        %6:32 = imul %1.y, %2.y
        %7:32 = iadd %6, %3.z
        %8:32 = iadd %7, %4.x
        %9:32 = iadd %8, %0
        %10:32 = mov %5.w
        store_ssbo %10, %0, %9 {write_mask=x, align_mul=4}
}
)");
}

TEST_CASE("fragments interpolate elsewhere and become helpers") {
    CHECK(body_of("FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                  "IMM FLT32 {0.25, -0.25, 0, 0}\nINTERP_CENTROID OUT[0].x, -IN[0].yyyy\n"
                  "INTERP_SAMPLE OUT[0].y, IN[0], IMM[0].zzzz\n"
                  "INTERP_OFFSET OUT[0].z, IN[0], IMM[0].xyyy\nDEMOTE\nREAD_HELPER OUT[0].w\n"
                  "END\n") ==
          R"(        %0:32 = const 0
        %1:32 = const 0.25
        %2:32 = const -0.25
        %3:32 = const 0xffffffff
        %4:32x2 = load_barycentric_centroid {interp_mode=smooth}
        %5:32 = load_interpolated_input %4, %0 {component=1, dest_type=float32, io_semantics=generic 0 1}
        %6:32 = fneg %5
        %7:32x2 = load_barycentric_at_sample %0 {interp_mode=smooth}
        %8:32 = load_interpolated_input %7, %0 {component=1, dest_type=float32, io_semantics=generic 0 1}
        %9:32x2 = vec2 %1, %2
        %10:32x2 = load_barycentric_at_offset %9 {interp_mode=smooth}
        %11:32 = load_interpolated_input %10, %0 {component=2, dest_type=float32, io_semantics=generic 0 1}
        demote
        %12:1 = is_helper_invocation
        %13:32 = bcsel %12, %3, %0
        %14:32x4 = vec4 %6, %8, %11, %13
        store_output %14, %0 {write_mask=xyzw, src_type=float32, io_semantics=color 0 1}
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
