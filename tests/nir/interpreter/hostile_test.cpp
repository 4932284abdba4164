// Shaders that a stranger wrote to take more than there is, or to reach what is not theirs.

#include "wave_test.h"

#include <algorithm>
#include <array>

using namespace jacquard;
using namespace jacquard::nir;
using namespace jacquard::nir::interpreter;

namespace {

constexpr const char* kStoreFirst = R"(
        store_output %9, %8 {write_mask=x}
)";

// Returns why a shader cannot be prepared with such limits.
Fault refusal(const std::string& body, const Limits& limits, const std::string& header = "") {
    const auto shader = parsed(text_of(body, header));
    REQUIRE(shader != nullptr);
    Fault fault;
    CHECK_FALSE(Program::prepare(*shader, fault, limits));
    return fault;
}

} // namespace

TEST_CASE("a register is not reached outside of its elements, whatever the base says") {
    for (const char* base : {"-1", "-1000000", "2", "4294967295", "-2147483648"}) {
        INFO(base);
        const std::string access = std::string("{base=") + base + "}\n";
        TestWave direct(std::string(R"(
    b0:
        %0:32 = decl_reg {num_components=1, num_array_elems=2, bit_size=32}
        %8:32 = const 0
        %1:32 = const 7
        store_reg %1, %0 {write_mask=x, base=)") +
                        base + "}\n        %9:32 = load_reg %0 " + access + kStoreFirst);
        CHECK(direct.run() == "");
        CHECK(direct.output(0) == Words(4, 0));
        TestWave indirect(std::string(R"(
    b0:
        %0:32 = decl_reg {num_components=1, num_array_elems=2, bit_size=32}
        %8:32 = const 0
        %1:32 = const 0x7fffffff
        store_reg_indirect %1, %0, %1 {write_mask=x, base=)") +
                          base + "}\n        %9:32 = load_reg_indirect %0, %1 " + access +
                          kStoreFirst);
        CHECK(indirect.run() == "");
        CHECK(indirect.output(0) == Words(4, 0));
        direct.options.fault_out_of_range = true;
        CHECK(direct.run().find("outside of the memory there is") != std::string::npos);
    }
}

TEST_CASE("numbers of a text have 32 bits where nothing else is said") {
    contains(
        faults_in_main("    %0:32 = decl_reg {num_components=1, bit_size=32}\n"
                       "    %1:32 = load_reg %0 {base=9223372036854775807}\n"),
        "t:5:31: error[N102]: expected a number up to 4294967295, found '9223372036854775807'");
    contains(faults_in_main("    %0:32 = decl_reg {num_components=1, bit_size=32}\n"
                            "    %1:32 = load_reg %0 {base=-2147483649}\n"),
             "expected a number of at least -2147483648, found '-2147483649'");
}

TEST_CASE("a register has a shape that values have") {
    contains(faults_in_main("    %0:32 = decl_reg {num_components=1, bit_size=0}\n"),
             "no register has 1 components of 0 bits");
    contains(faults_in_main("    %0:32 = decl_reg {num_components=6, bit_size=32}\n"),
             "no register has 6 components of 32 bits");
    contains(faults_in_main("    %0:32 = decl_reg {bit_size=32}\n"),
             "no register has 0 components of 32 bits");
}

TEST_CASE("a parallel copy writes registers of the shape of what is copied") {
    contains(faults_in_main("    %0:32 = const 1\n    parallel_copy register %0 = %0\n"),
             "the register is not the result of decl_reg");
    contains(faults_in_main("    %0:32 = decl_reg {num_components=1, bit_size=64}\n"
                            "    %1:8 = const 1\n    parallel_copy register %0 = %1\n"),
             "the register has 1 components of 64 bits");
}

TEST_CASE("registers are counted against the limits before there is memory for them") {
    const std::string arrays = R"(
    b0:
        %0:32 = decl_reg {num_components=4, num_array_elems=1000, bit_size=64}
        %1:32 = decl_reg {num_components=4, num_array_elems=1000, bit_size=64}
)";
    Limits limits;
    limits.registers = 7999;
    Fault fault = refusal(arrays, limits);
    CHECK(fault.kind == FaultKind::too_large);
    CHECK(fault.limit == Limit::registers);
    CHECK(fault.message == "the shader declares registers of more than 7999 scalars");
    limits.registers = 8000;
    limits.memory = 8'000'000; // a wave of 128 lanes takes 128 * 64,000 bytes
    fault = refusal(arrays, limits);
    CHECK(fault.limit == Limit::memory);
    limits.memory = 9'000'000;
    const auto shader = parsed(text_of(arrays));
    CHECK(Program::prepare(*shader, fault, limits).has_value());
}

TEST_CASE("so are variables, however large their types are") {
    const std::string body = "    b0:\n        %0:32 = deref_var \"v\"\n";
    for (const char* type : {"float32[100000000]", "float64x4[4294967295][4294967295]",
                             "float32[65536][65536][65536][65536]"}) {
        INFO(type);
        const Fault fault =
            refusal(body, {}, std::string("decl_var shader_temp ") + type + " \"v\"\n");
        CHECK(fault.kind == FaultKind::too_large);
        CHECK(fault.limit == Limit::memory);
    }
    // Many of a size that one may have.
    std::string many;
    for (int i = 0; i < 5000; ++i) {
        many += "decl_var shader_temp float32[250000] \"v" + std::to_string(i) + "\"\n";
    }
    CHECK(refusal("    b0:\n", {}, many).limit == Limit::memory);
}

TEST_CASE("elements of nothing take no time, however many they are") {
    TestWave wave(R"(
    b0:
        %0:32 = deref_var "a"
        %1:32 = deref_var "b"
        %8:32 = const 0
        %2:32 = const 5
        %3:32 = deref_struct %0.x
        store_deref %3, %2 {write_mask=x}
        copy_deref %1, %0
        %4:32 = deref_struct %1.x
        %9:32 = load_deref %4
)" + std::string(kStoreFirst),
                  4,
                  "struct \"none\" {}\n"
                  "struct \"s\" {x: int32, e: struct \"none\"[4294967295][4294967295]}\n"
                  "decl_var shader_temp struct \"s\" \"a\"\n"
                  "decl_var shader_temp struct \"s\" \"b\"\n");
    CHECK(wave.run() == "");
    CHECK(wave.output(0) == Words(4, 5));
}

TEST_CASE("a copy takes a step for each scalar") {
    TestWave wave(R"(
    b0:
        %0:32 = deref_var "a"
        %1:32 = deref_var "b"
    loop {
        b1 from b0 b1:
            copy_deref %1, %0
    }
    b2:
)",
                  4,
                  "decl_var shader_temp float32[10000] \"a\"\n"
                  "decl_var shader_temp float32[10000] \"b\"\n");
    wave.options.maximum_steps = 100'000;
    CHECK(wave.run() == "the run takes more than 100000 steps");
    CHECK(wave.result.fault.limit == Limit::steps);
    CHECK(wave.result.steps == 100'000);
}

TEST_CASE("copies may not fill the memory before anything runs") {
    std::string copies = "    b0:\n        %0:32 = deref_var \"a\"\n        %1:32 = deref_var "
                         "\"b\"\n";
    for (int i = 0; i < 100; ++i) {
        copies += "        copy_deref %1, %0\n";
    }
    Limits limits;
    limits.memory = 100'000'000;
    CHECK(refusal(copies, limits,
                  "decl_var shader_temp int8[100000] \"a\"\n"
                  "decl_var shader_temp int8[100000] \"b\"\n")
              .limit == Limit::memory);
}

TEST_CASE("values of many functions take the room of those that there are") {
    // Each function has one value, whose number is that of the last one of the first.
    std::string text = "shader fragment\nfunction \"main\" entry {\n    b0:\n";
    for (int i = 0; i < 5000; ++i) {
        text += "        %" + std::to_string(i) + ":32 = const 1\n";
    }
    text += "        %5000:32 = const 0\n        store_output %4999, %5000 {write_mask=x}\n}\n";
    for (int i = 0; i < 5000; ++i) {
        text +=
            "function \"f" + std::to_string(i) + "\" {\n    b0:\n        %5000:32 = const 1\n}\n";
    }
    const auto shader = parsed(text);
    REQUIRE(shader != nullptr);
    Fault fault;
    const auto program = Program::prepare(*shader, fault);
    REQUIRE(program.has_value());
    CHECK(program->bytes_per_lane() < 100'000);
    Interpreter interpreter(*program, 4);
    std::array<std::uint32_t, 16> outputs{};
    Environment environment;
    environment.outputs = outputs;
    CHECK(interpreter.run(environment).fault.message == "");
    CHECK(outputs[0] == 1);
}

TEST_CASE("steps are counted one by one, wherever a run stops") {
    TestWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32 = load_input %0 {component=0}
        %2:32 = load_ubo %0, %0 {align_mul=4}
        %3:32 = iadd %1, %1
        %4:32 = iadd %3, %3
        store_output %3, %0 {write_mask=x}
        store_output %4, %0 {write_mask=x, component=1}
)");
    const Words constants = {77};
    const std::array<std::span<const std::byte>, 1> buffers = {std::as_bytes(std::span(constants))};
    wave.environment.constant_buffers = buffers;
    wave.set_input(0, 0, Words{1, 2, 3, 4});
    const Words nothing(4);
    for (std::uint64_t steps = 0; steps < 7; ++steps) {
        std::fill(wave.outputs.begin(), wave.outputs.end(), 0);
        wave.options.maximum_steps = steps;
        CHECK(wave.run() == "the run takes more than " + std::to_string(steps) + " steps");
        CHECK(wave.result.steps == steps);
        CHECK(wave.output(0) == (steps < 5 ? nothing : Words{2, 4, 6, 8}));
        CHECK(wave.output(0, 1) == (steps < 6 ? nothing : Words{4, 8, 12, 16}));
    }
    wave.options.maximum_steps = 7; // the end is one, too
    CHECK(wave.run() == "");
    CHECK(wave.result.steps == 7);
    wave.environment.constant_buffers = {};
    wave.options.fault_out_of_range = true;
    CHECK(wave.run() != "");
    CHECK(wave.result.steps == 2);
}
