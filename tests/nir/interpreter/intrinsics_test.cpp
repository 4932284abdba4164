#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/interpreter/program/program_data.h>

#include "wave_test.h"

#include <cstring>
#include <string>

using namespace jacquard::nir;
using jacquard::nir::interpreter::LaneMask;

TEST_CASE("an intrinsic is executed unless the table says why nothing tells what it does") {
    std::size_t opaque = 0;
    for (std::size_t i = 0; i < kNumIntrinsics; ++i) {
        const auto op = static_cast<IntrinsicOp>(i);
        INFO(intrinsic_info(op).name);
        const bool is_executed = interpreter::intrinsic_handler(op) != nullptr;
        CHECK(is_executed == opaque_reason(op).empty());
        opaque += is_executed ? 0U : 1U;
    }
    CHECK(opaque == 58);
}

TEST_CASE("an intrinsic that is not executed is a fault that gives the reason of the table") {
    TestWave wave(R"(
    b0:
        terminate_ray
)",
                  4);
    CHECK(wave.run() ==
          "'terminate_ray': Rays need a scene, and shaders that are called from others.");
}

namespace {

// Writes down what a geometry shader emits.
struct Recorder final : interpreter::VertexSink {
    std::string text;

    void emit_vertex(unsigned lane, unsigned stream, interpreter::OutputWords outputs) override {
        text += "vertex " + std::to_string(outputs[lane]) + " of lane " + std::to_string(lane) +
                " in stream " + std::to_string(stream) + "\n";
    }
    void end_primitive(unsigned lane, unsigned stream) override {
        text +=
            "end of lane " + std::to_string(lane) + " in stream " + std::to_string(stream) + "\n";
    }
};

} // namespace

TEST_CASE("a vertex that is emitted has the outputs of that moment") {
    TestWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32 = load_input %0 {component=0}
        store_output %1, %0 {write_mask=x}
        emit_vertex {stream_id=1}
        %2:32 = iadd %1, %1
        store_output %2, %0 {write_mask=x}
        emit_vertex {stream_id=1}
        end_primitive {stream_id=1}
)",
                  2, "", "geometry");
    wave.set_input(0, 0, Words{3, 5});
    CHECK(wave.run() == "'emit_vertex {stream_id=1}': nobody takes the vertices that a geometry "
                        "shader emits");
    Recorder recorder;
    wave.environment.vertices = &recorder;
    CHECK(wave.run() == "");
    CHECK(recorder.text == "vertex 3 of lane 0 in stream 1\n"
                           "vertex 5 of lane 1 in stream 1\n"
                           "vertex 6 of lane 0 in stream 1\n"
                           "vertex 10 of lane 1 in stream 1\n"
                           "end of lane 0 in stream 1\n"
                           "end of lane 1 in stream 1\n");
}

TEST_CASE("shared memory, atomics and barriers between the waves of a work group") {
    const auto shader = parsed(R"(shader compute
function "main" entry {
    b0:
        %0:32 = const 0
        %1:32 = load_local_invocation_index
        %2:32 = const 4
        %3:32 = imul %1, %2
        store_shared %1, %3 {write_mask=x, align_mul=4}
        barrier {execution_scope=workgroup, memory_scope=workgroup}
        %4:32 = const 28
        %5:32 = isub %4, %3
        %6:32 = load_shared %5 {align_mul=4}
        %7:32 = shared_atomic %2, %1 {base=28, atomic_op=iadd}
        store_output %6, %0 {write_mask=x}
}
)");
    REQUIRE(shader != nullptr);
    interpreter::Fault fault;
    const auto program = interpreter::Program::prepare(*shader, fault);
    REQUIRE(program);
    interpreter::Interpreter two(*program, 4, 2);
    std::vector<std::byte> shared(64);
    std::vector<std::uint32_t> first(16);
    std::vector<std::uint32_t> second(16);
    std::vector<interpreter::Environment> around(2);
    around[0].shared = around[1].shared = shared;
    around[0].outputs = first;
    around[1].outputs = second;
    const interpreter::RunResult result = two.run(around);
    CHECK(result.fault.message == "");
    first.resize(4);
    second.resize(4);
    CHECK(first == Words{7, 6, 5, 4});
    CHECK(second == Words{3, 2, 1, 0});
    CHECK(static_cast<unsigned>(shared[32]) == 28); // 0 + 1 + … + 7
}

TEST_CASE("memory outside of what there is reads as zero and takes nothing") {
    TestWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32 = load_input %0 {component=0}
        %2:32x2 = load_ssbo %0, %1 {align_mul=4}
        store_output %2, %0 {write_mask=xy}
        store_ssbo %1, %0, %1 {write_mask=x, align_mul=4}
)");
    std::vector<std::uint32_t> memory = {10, 20, 30};
    std::vector<std::span<std::byte>> buffers = {std::as_writable_bytes(std::span(memory))};
    wave.environment.storage_buffers = buffers;
    wave.set_input(0, 0, Words{4, 8, 12, 0xfffffffc});
    CHECK(wave.run() == "");
    CHECK(wave.output(0, 0) == Words{20, 30, 0, 0});
    CHECK(wave.output(0, 1) == Words{30, 0, 0, 0});
    CHECK(memory == Words{10, 4, 8});
}

TEST_CASE("helpers keep what they store in their own memory, and store in no other") {
    TestWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32 = load_input %0 {component=0}
        store_scratch %1, %0 {write_mask=x, align_mul=4}
        store_ssbo %1, %0, %0 {write_mask=x, align_mul=4}
        %2:32 = load_scratch %0 {align_mul=4}
        %3:32 = ddx_fine %2
        store_output %3, %0 {write_mask=x}
)");
    std::vector<std::byte> buffer(4);
    const std::vector<std::span<std::byte>> buffers{buffer};
    wave.environment.storage_buffers = buffers;
    for (unsigned lane = 1; lane < 4; ++lane) {
        wave.environment.helpers.set(lane);
    }
    wave.set_input(0, 0, Floats{1.0F, 4.0F, 2.0F, 8.0F});
    CHECK(wave.run() == "");
    CHECK(wave.floats(0)[0] == 3.0F);
    float stored = 0.0F;
    std::memcpy(&stored, buffer.data(), sizeof stored);
    CHECK(stored == 1.0F);
}

TEST_CASE("variables of lanes hold arrays that an index chooses from") {
    TestWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32 = load_input %0 {component=0}
        %2:32 = deref_var "a"
        %3:32 = deref_array %2[%1]
        %4:32x2 = vec2 %1, %1
        store_deref %3, %4 {write_mask=y}
        %5:32 = deref_var "b"
        copy_deref %5, %2
        %6:32 = deref_array %5[%1]
        %7:32x2 = load_deref %6
        store_output %7, %0 {write_mask=xy}
)",
                  4,
                  "decl_var shader_temp int32x2[4] \"a\"\ndecl_var shader_temp int32x2[4] \"b\"\n");
    wave.set_input(0, 0, Words{3, 2, 1, 1});
    CHECK(wave.run() == "");
    CHECK(wave.output(0, 0) == Words{0, 0, 0, 0});
    CHECK(wave.output(0, 1) == Words{3, 2, 1, 1});
}
