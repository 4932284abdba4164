#include <jacquard/passes/bytes_in_halves.h>
#include <jacquard/passes/lower_bit_size.h>

#include "passes/numeric_test.h"
#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string in_halves(const std::string& body) {
    return after([](Shader& shader) { bytes_in_halves(shader); }, body);
}

} // namespace

TEST_CASE("a byte is the low bits of a half, and its sign is spread when it grows") {
    CHECK(in_halves(R"(
    b0:
        %0:32 = load_vertex_id
        %1:8 = u2u8 %0
        %2:32 = i2i32 %1
        %3:16 = u2u16 %1
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:16 = u2u16 %0
        %2:16 = const 255
        %3:16 = iand %1, %2
        %4:32 = const 8
        %5:16 = ishl %3, %4
        %6:16 = ishr %5, %4
        %7:32 = i2i32 %6
)");
}

TEST_CASE("memory still holds bytes") {
    CHECK(in_halves(R"(
    b0:
        %0:32 = const 0
        %1:8 = load_ssbo %0, %0 {align_mul=1}
        %2:8 = const 0x81
        %3:1 = const true
        %4:8 = bcsel %3, %1, %2
        store_ssbo %4, %0, %0 {write_mask=x, align_mul=1}
)") == R"(
    b0:
        %0:32 = const 0
        %1:8 = load_ssbo %0, %0 {align_mul=1}
        %2:16 = u2u16 %1
        %3:16 = const 129
        %4:1 = const true
        %5:16 = bcsel %4, %2, %3
        %6:8 = u2u8 %5
        store_ssbo %6, %0, %0 {write_mask=x, align_mul=1}
)");
}

TEST_CASE("a shader that computes with bytes stays") {
    const std::string body = R"(
    b0:
        %0:32 = load_vertex_id
        %1:8 = u2u8 %0
        %2:8 = iadd %1, %1
)";
    CHECK(in_halves(body) == body);
}

TEST_CASE("halves compute what bytes do") {
    const auto pass = [](Shader& shader) {
        LowerBitSizeOptions options;
        options.int_bits = 16;
        lower_bit_size(shader, options);
        return bytes_in_halves(shader);
    };
    for (const Opcode opcode :
         {Opcode::iadd, Opcode::imul, Opcode::ishl, Opcode::ishr, Opcode::ushr, Opcode::idiv,
          Opcode::umul_high, Opcode::ilt, Opcode::ult, Opcode::bcsel, Opcode::i2i32, Opcode::u2u32,
          Opcode::i2f32, Opcode::bit_count}) {
        numeric_test::check_integers(opcode, 8, pass);
    }
}
