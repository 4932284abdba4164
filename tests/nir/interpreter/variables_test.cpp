// Variables of system values, constant data, task payloads and arrays of buffers.
#include "wave_test.h"

using namespace jacquard::nir;

namespace {

class CountingSystemValues final : public interpreter::SystemValues {
  public:
    std::optional<std::uint64_t> value(const IntrinsicInstruction& instruction, unsigned component,
                                       unsigned lane, std::uint64_t /*argument*/) override {
        switch (instruction.op) {
        case IntrinsicOp::load_workgroup_id: return 10 * (component + 1);
        case IntrinsicOp::load_front_face: return lane & 1;
        case IntrinsicOp::load_instance_id: return 7;
        default: return std::nullopt;
        }
    }
};

} // namespace

TEST_CASE("variables of system values read what their intrinsics load") {
    TestWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32 = deref_var "group"
        %2:32x3 = load_deref %1
        store_output %2, %0 {write_mask=xyz}
        %3:32 = load_input %0 {component=0}
        %4:32 = deref_array %1[%3]
        %5:32 = load_deref %4
        store_output %5, %0 {write_mask=x, base=1}
        %6:1 = load_var "front"
        %7:32 = b2i32 %6
        store_output %7, %0 {write_mask=x, base=1, component=1}
        %8:32 = load_var "lane"
        store_output %8, %0 {write_mask=x, base=1, component=2}
        %9:32 = load_var "same"
        store_output %9, %0 {write_mask=x, base=1, component=3}
)",
                  4,
                  "decl_var system_value uint32x3 \"group\" {semantic=block_id 0}\n"
                  "decl_var system_value bool1 \"front\" {semantic=face 0}\n"
                  "decl_var system_value uint32 \"lane\" {semantic=subgroup_invocation 0}\n"
                  "decl_var system_value uint32 \"same\" {semantic=subgroup_eq_mask 0}\n",
                  "compute");
    CountingSystemValues values;
    wave.environment.system_values = &values;
    wave.set_input(0, 0, Words{0, 1, 2, 3});
    CHECK(wave.run() == "");
    CHECK(wave.output(0, 0) == Words{10, 10, 10, 10});
    CHECK(wave.output(0, 2) == Words{30, 30, 30, 30});
    CHECK(wave.output(1, 0) == Words{10, 20, 30, 0});
    CHECK(wave.output(1, 1) == Words{0, 1, 0, 1});
    CHECK(wave.output(1, 2) == Words{0, 1, 2, 3});
    CHECK(wave.output(1, 3) == Words{1, 2, 4, 8});
    wave.options.fault_out_of_range = true;
    CHECK(wave.run().find("outside of the memory there is") != std::string::npos);
}

TEST_CASE("a variable that stands for no system value of the hardware is a fault that names it") {
    TestWave wave(R"(
    b0:
        %0:32 = load_var "mist"
)",
                  4, "decl_var system_value float32 \"mist\" {semantic=fog 0}\n");
    CHECK(wave.run() ==
          "'%0:32 = load_var \"mist\"': 'fog' is not a system value that the hardware gives");
    TestWave narrow(R"(
    b0:
        %0:8 = load_var "instance"
)",
                    4, "decl_var system_value uint8 \"instance\" {semantic=instanceid 0}\n",
                    "vertex");
    CHECK(narrow.run() == "'%0:8 = load_var \"instance\"': 'instanceid' has no such width");
    TestWave copied(R"(
    b0:
        copy_var "kept", "instance"
)",
                    4,
                    "decl_var system_value uint32 \"instance\" {semantic=instanceid 0}\n"
                    "decl_var shader_temp uint32 \"kept\"\n",
                    "vertex");
    CHECK(copied.run() ==
          "'copy_var \"kept\", \"instance\"': system values are loaded, not copied");
}

TEST_CASE("constant data is what the variables begin with unless the caller gives it") {
    const std::string text = R"(
    b0:
        %0:32 = const 0
        %1:32 = const 4
        %2:32 = load_constant %1 {range=16, align_mul=4}
        %3:64 = deref_var "table"
        %4:32 = load_input %0 {component=0}
        %9:64 = u2u64 %4
        %5:64 = deref_array %3[%9]
        %6:32 = load_deref %5
        %7:16 = load_var "behind"
        %8:32 = u2u32 %7
        store_output %2, %0 {write_mask=x}
        store_output %6, %0 {write_mask=x, component=1}
        store_output %8, %0 {write_mask=x, component=2}
)";
    const std::string header = "decl_var mem_constant uint32[3] \"table\" {initializer=[5, 6, 7]}\n"
                               "decl_var mem_constant uint16 \"behind\" {initializer=[99]}\n";
    TestWave own(text, 4, header);
    own.set_input(0, 0, Words{0, 1, 2, 0});
    CHECK(own.run() == "");
    CHECK(own.output(0, 0) == Words{6, 6, 6, 6});
    CHECK(own.output(0, 1) == Words{5, 6, 7, 5});
    CHECK(own.output(0, 2) == Words{99, 99, 99, 99});

    TestWave given(text, 4, header);
    given.set_input(0, 0, Words{0, 1, 2, 0});
    const Words data = {50, 60, 70, 80};
    given.environment.constant_data = std::as_bytes(std::span(data));
    CHECK(given.run() == "");
    CHECK(given.output(0, 0) == Words{60, 60, 60, 60});
    CHECK(given.output(0, 1) == Words{50, 60, 70, 50});
    CHECK(given.output(0, 2) == Words{80, 80, 80, 80});
}

TEST_CASE("an array of structures in a buffer mode chooses among buffers") {
    TestWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32 = load_input %0 {component=0}
        %2:32 = const 1
        %3:32 = deref_var "blocks"
        %4:32 = deref_array %3[%2]
        %5:32 = deref_array %4[%1]
        %6:32 = deref_struct %5.b
        %7:32 = load_deref %6
        store_output %7, %0 {write_mask=x}
)",
                  4,
                  "struct \"Block\" {a: uint32, b: uint32}\n"
                  "decl_var mem_ubo struct \"Block\"[2][2] \"blocks\" {binding=1}\n");
    std::vector<std::vector<std::uint32_t>> memory;
    std::vector<std::span<const std::byte>> buffers;
    for (std::uint32_t i = 0; i < 6; ++i) {
        memory.push_back({i, i * 100});
    }
    for (const auto& buffer : memory) {
        buffers.push_back(std::as_bytes(std::span(buffer)));
    }
    wave.environment.constant_buffers = buffers;
    wave.set_input(0, 0, Words{0, 1, 0, 1});
    CHECK(wave.run() == "");
    CHECK(wave.output(0, 0) == Words{300, 400, 300, 400});
}

TEST_CASE("variables of a task payload are in it") {
    TestWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32 = load_var "second"
        store_output %1, %0 {write_mask=x}
        %2:32 = const 8
        store_var "first", %2
)",
                  4,
                  "decl_var mem_task_payload uint32 \"first\"\n"
                  "decl_var mem_task_payload uint32 \"second\" {offset=4}\n",
                  "compute");
    Words payload = {1, 2, 3};
    wave.environment.task_payload = std::as_writable_bytes(std::span(payload));
    CHECK(wave.run() == "");
    CHECK(wave.output(0, 0) == Words{2, 2, 2, 2});
    CHECK(payload == Words{8, 2, 3});
}

TEST_CASE("a reference that may lead to locals and globals leads to what it is given") {
    const auto shader = parsed(R"(shader vertex
function "work" (reference shader_temp|function_temp uint32) {
    b0:
        %0:32 = load_param
        %1:32 = deref_cast %0 {type=uint32, modes=shader_temp|function_temp}
        %2:32 = load_deref %1
        %3:32 = iadd %2, %2
        store_deref %1, %3 {write_mask=x}
}
function "main" entry {
    decl_var function_temp uint32 "local" {initializer=[21]}
    b0:
        %0:32 = const 0
        %1:32 = deref_var "local"
        call "work" %1
        %2:32 = load_deref %1
        store_output %2, %0 {write_mask=x}
}
)");
    REQUIRE(shader != nullptr);
    interpreter::Fault fault;
    const auto program = interpreter::Program::prepare(*shader, fault);
    REQUIRE(program);
    interpreter::Interpreter lane(*program, 1);
    Words outputs(4);
    interpreter::Environment around;
    around.outputs = outputs;
    CHECK(lane.run(around).fault.message == "");
    CHECK(outputs == Words{42, 0, 0, 0});
}

TEST_CASE("a pointer into one memory or another is a fault") {
    TestWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32 = deref_cast %0 {type=uint32, modes=shader_temp|mem_shared}
        %2:32 = load_deref %1
)");
    CHECK(wave.run().find("nothing tells which memory this is in") != std::string::npos);
}

TEST_CASE("copies of inputs that fragments interpolate are interpolated") {
    class Halves final : public interpreter::SystemValues {
        std::optional<std::uint64_t> value(const IntrinsicInstruction& instruction,
                                           unsigned component, unsigned /*lane*/,
                                           std::uint64_t /*argument*/) override {
            const bool is_first =
                instruction.op == IntrinsicOp::load_barycentric_pixel && component == 0;
            return std::bit_cast<std::uint32_t>(is_first ? 0.5F : 0.0F);
        }
    };
    TestWave wave(R"(
    b0:
        %0:32 = const 0
        copy_var "copy", "in"
        %1:32 = load_var "copy"
        %2:32 = load_var "in"
        %3:32x2 = vec2 %1, %2
        store_output %3, %0 {write_mask=xy}
)",
                  4,
                  "decl_var shader_in float32 \"in\" {interpolation=smooth}\n"
                  "decl_var shader_temp float32 \"copy\"\n");
    Halves values;
    wave.environment.system_values = &values;
    wave.environment.inputs_are_interpolated = false;
    std::vector<std::uint32_t> vertices(std::size_t{3} * 4 * 4);
    for (std::size_t lane = 0; lane < 4; ++lane) {
        vertices[lane] = std::bit_cast<std::uint32_t>(1.0F);
        vertices[16 + lane] = std::bit_cast<std::uint32_t>(3.0F);
    }
    wave.environment.vertex_inputs = vertices;
    wave.environment.num_input_vertices = 3;
    CHECK(wave.run() == "");
    CHECK(wave.floats(0, 0) == Floats{2.0F, 2.0F, 2.0F, 2.0F});
    CHECK(wave.floats(0, 1) == Floats{2.0F, 2.0F, 2.0F, 2.0F});
}
