#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/fold/constant_evaluator.h>
#include <jacquard/nir/interpreter/program/lane_function.h>

#include "wave_test.h"

#include <array>

using namespace jacquard::nir;
using jacquard::nir::interpreter::Environment;
using jacquard::nir::interpreter::Fault;
using jacquard::nir::interpreter::Interpreter;
using jacquard::nir::interpreter::Program;
using jacquard::nir::interpreter::RunOptions;

namespace {

std::uint64_t scrambled(std::uint64_t number) {
    number = (number + 1) * 0x9e3779b97f4a7c15U;
    number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9U;
    return number ^ (number >> 29);
}

// Zeros, ones, ends of ranges, infinities, then anything.
std::uint64_t operand_bits(unsigned bit_size, std::uint64_t number) {
    const std::uint64_t sign = std::uint64_t{1} << (bit_size - 1);
    const std::uint64_t infinity = bit_size == 16   ? 0x7c00U
                                   : bit_size == 32 ? 0x7f800000U
                                                    : 0x7ff0000000000000U;
    const std::uint64_t one = bit_size == 16   ? 0x3c00U
                              : bit_size == 32 ? 0x3f800000U
                                               : 0x3ff0000000000000U;
    const std::array<std::uint64_t, 10> edges = {
        0, 1, sign, sign - 1, ~std::uint64_t{0}, 2, one, infinity, infinity | sign, infinity + 1};
    const std::uint64_t mixed = scrambled(number);
    return (mixed % 3 == 0 ? edges[(mixed >> 8) % edges.size()] : scrambled(mixed)) &
           mask_of_bits(bit_size);
}

bool are_equal(std::uint64_t a, std::uint64_t b, AluType type, unsigned bit_size) {
    if (a == b) {
        return true;
    }
    if (type.base != BaseType::float_type) {
        return false;
    }
    const std::uint64_t magnitude = mask_of_bits(bit_size) >> 1;
    const std::uint64_t infinity = bit_size == 16   ? 0x7c00U
                                   : bit_size == 32 ? 0x7f800000U
                                                    : 0x7ff0000000000000U;
    return (a & magnitude) > infinity && (b & magnitude) > infinity;
}

} // namespace

TEST_CASE("every opcode gives in lanes what the constant evaluator gives") {
    constexpr unsigned kLanes = 64;
    unsigned num_checked = 0;
    for (std::size_t i = 0; i < kNumOpcodes; ++i) {
        const auto opcode = static_cast<Opcode>(i);
        const OpcodeInfo& info = opcode_info(opcode);
        for (const unsigned width : {1U, 8U, 16U, 32U, 64U}) {
            if (info.width_mask == 0 ? width != 32
                                     : ((info.width_mask >> std::countr_zero(width)) & 1) == 0) {
                continue;
            }
            Shader shader(Stage::compute);
            Function* main = shader.add_function("main", true);
            Builder b(*main);
            const unsigned count = info.output_components != 0 ? info.output_components : 3;
            const unsigned result_bits =
                info.output_type.bit_size != 0 ? info.output_type.bit_size : width;
            AluInstruction* alu = shader.make_alu(opcode, count, result_bits);
            std::vector<SsaDef*> sources;
            for (unsigned s = 0; s < info.num_sources; ++s) {
                const unsigned bits =
                    info.source_types[s].bit_size != 0 ? info.source_types[s].bit_size : width;
                const unsigned components =
                    info.source_components[s] != 0 ? info.source_components[s] : count;
                sources.push_back(b.undef(components, bits));
                alu->sources()[s].set(sources.back());
                for (unsigned c = 0; c < components; ++c) {
                    // Against the order, so that swizzles count.
                    alu->sources()[s].swizzle[c] =
                        static_cast<std::uint8_t>(s % 2 == 0 ? c : components - 1 - c);
                }
            }
            b.insert(alu);
            main->link_blocks();
            shader.number_values();

            Fault fault;
            const auto program = Program::prepare(shader, fault);
            REQUIRE(program);
            Interpreter interpreter(*program, kLanes);
            // The same undef bits in all lanes: each run is one set of operands.
            for (unsigned round = 0; round < 12; ++round) {
                RunOptions options;
                options.undef_value = operand_bits(width, i * 131 + width * 7 + round) |
                                      operand_bits(64, i + round) << width % 64;
                const auto result = interpreter.run(Environment{}, options);
                REQUIRE(result.fault.message == "");
                std::array<std::array<ConstantValue, kMaxComponents>, kMaxComponents> values;
                std::array<const ConstantValue*, kMaxComponents> pointers{};
                for (unsigned s = 0; s < info.num_sources; ++s) {
                    for (unsigned c = 0; c < sources[s]->num_components; ++c) {
                        values[s][c].u64 =
                            interpreter.value(*sources[s], alu->sources()[s].swizzle[c], round);
                    }
                    pointers[s] = values[s].data();
                }
                std::array<ConstantValue, kMaxComponents> expected;
                REQUIRE(evaluate(opcode, width, count, pointers.data(), expected.data()));
                for (unsigned c = 0; c < count; ++c) {
                    const std::uint64_t computed = interpreter.value(alu->value, c, round);
                    INFO(info.name << " at " << width << " component " << c);
                    CHECK(are_equal(computed, expected[c].u64, info.output_type, result_bits));
                }
                ++num_checked;
            }
        }
    }
    CHECK(num_checked > 10000);
}

TEST_CASE("lanes of a function go through arrays of operands") {
    alignas(16) std::array<float, 8> a = {1.0F, 2.0F, -3.0F, 0.5F, 8.0F};
    alignas(16) std::array<float, 8> b = {1.0F, -2.0F, -3.0F, 0.25F, 0.0F};
    alignas(16) std::array<float, 8> sums{};
    const auto function = jacquard::nir::interpreter::lane_function(Opcode::fadd, 32);
    REQUIRE(function != nullptr);
    std::byte* arrays[] = {reinterpret_cast<std::byte*>(sums.data()),
                           reinterpret_cast<std::byte*>(a.data()),
                           reinterpret_cast<std::byte*>(b.data())};
    const std::size_t num_lanes = jacquard::nir::interpreter::whole_lane_groups(5);
    function(num_lanes)(num_lanes, arrays);
    CHECK(sums == std::array<float, 8>{2.0F, 0.0F, -6.0F, 0.75F, 8.0F, 0.0F, 0.0F, 0.0F});
    CHECK(jacquard::nir::interpreter::lane_function(Opcode::fadd, 8) == nullptr);
}

TEST_CASE("denormals are flushed where the shader says so") {
    const std::string body = R"(
    b0:
        %0:32 = const 0
        %1:32 = load_input %0 {component=0}
        %2:32 = const 0.5
        %3:32 = fmul %1, %2
        store_output %3, %0 {write_mask=x}
)";
    TestWave keeps(body);
    keeps.set_input(0, 0, Words{0x00800000, 0x80800000, 0x3f800000, 0});
    CHECK(keeps.run() == "");
    CHECK(keeps.output(0) == Words{0x00400000, 0x80400000, 0x3f000000, 0});
    TestWave flushes(body, 4, "float_controls flush_denormals_32\n");
    flushes.set_input(0, 0, Words{0x00800000, 0x80800000, 0x3f800000, 0});
    CHECK(flushes.run() == "");
    CHECK(flushes.output(0) == Words{0, 0x80000000, 0x3f000000, 0});
}

TEST_CASE("an undef holds what the caller chooses") {
    TestWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32x2 = undef
        store_output %1, %0 {write_mask=xy}
)");
    wave.options.undef_value = 0x1234567812345678U;
    CHECK(wave.run() == "");
    CHECK(wave.output(0, 1) == Words(4, 0x12345678));
}
