#include <jacquard/generated/tgsi/translation_tables.h>
#include <jacquard/nir/text/print/printer.h>
#include <jacquard/tgsi/translate/registers/formula.h>

#include "nir_runner.h"
#include "translation.h"

#include <limits>
#include <set>

using namespace jacquard;
using namespace jacquard::tgsi;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr std::uint32_t kTrue = 0xffffffff;

struct Case {
    Opcode opcode;
    std::vector<Words> sources;
    Words expected;
};

constexpr Words same(std::uint32_t word) {
    return {word, word, word, word};
}
Words same(float value) {
    return words_of(value, value, value, value);
}
Words f(float x, float y, float z, float w) {
    return words_of(x, y, z, w);
}
constexpr Words i(std::int32_t x, std::int32_t y, std::int32_t z, std::int32_t w) {
    return {static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y),
            static_cast<std::uint32_t>(z), static_cast<std::uint32_t>(w)};
}

// One at least for each opcode that has a formula.
std::vector<Case> cases() {
    using enum Opcode;
    const Words a = f(1.5F, -2.25F, 0.0F, 3.0F);
    const Words b = f(2.0F, 4.0F, -1.0F, 0.5F);
    const Words c = f(-1.0F, 0.25F, 0.75F, 10.0F);
    const Words bits = {0x80000001, 0x0000f00f, 0, 0xffffffff};
    return {
        {mov, {bits}, bits},
        {add, {a, b}, f(3.5F, 1.75F, -1.0F, 3.5F)},
        {sub, {a, b}, f(-0.5F, -6.25F, 1.0F, 2.5F)},
        {mul, {a, b}, f(3.0F, -9.0F, -0.0F, 1.5F)},
        {mad, {a, b, c}, f(2.0F, -8.75F, 0.75F, 11.5F)},
        // 4097 * 4097 needs 25 bits: rounded before the sum, and not.
        {mad, {same(4097.0F), same(4097.0F), same(-16785408.0F)}, same(0.0F)},
        {fma, {same(4097.0F), same(4097.0F), same(-16785408.0F)}, same(1.0F)},
        {Opcode::div, {a, b}, f(0.75F, -0.5625F, -0.0F, 6.0F)},
        {lrp, {f(0, 1, 0.5F, 2), a, b}, f(2.0F, -2.25F, -0.5F, 5.5F)},
        {min, {f(1, kNan, 2, -1), f(2, 5, kNan, -3)}, f(1, 5, 2, -3)},
        {max, {f(1, kNan, 2, -1), f(2, 5, kNan, -3)}, f(2, 5, 2, -1)},
        {clamp, {f(-1, 0.5F, 9, 2), same(0.0F), same(1.0F)}, f(0, 0.5F, 1, 1)},
        {abs, {a}, f(1.5F, 2.25F, 0.0F, 3.0F)},
        {sad, {a, b, c}, f(-0.5F, 6.5F, 1.75F, 12.5F)},
        {ssg, {f(2, -3, 0, kNan)}, f(1, -1, 0, 0)},
        {frc, {f(1.75F, -1.25F, 3, -0.5F)}, f(0.75F, 0.75F, 0, 0.5F)},
        {flr, {f(1.75F, -1.25F, 3, -0.5F)}, f(1, -2, 3, -1)},
        {ceil, {f(1.75F, -1.25F, 3, -0.5F)}, f(2, -1, 3, -0.0F)},
        {round, {f(0.5F, 1.5F, -2.5F, 2.4F)}, f(0, 2, -2, 2)},
        {trunc, {f(1.75F, -1.25F, 3, -0.5F)}, f(1, -1, 3, -0.0F)},
        {ldexp, {f(1, 1.5F, -3, 0), i(3, -1, 0, 5)}, f(8, 0.75F, -3, 0)},
        {slt, {f(1, 2, kNan, -1), f(2, 2, 0, -2)}, f(1, 0, 0, 0)},
        {sge, {f(1, 2, kNan, -1), f(2, 2, 0, -2)}, f(0, 1, 0, 1)},
        {seq, {f(1, 2, kNan, -0.0F), f(2, 2, kNan, 0)}, f(0, 1, 0, 1)},
        {sne, {f(1, 2, kNan, -0.0F), f(2, 2, kNan, 0)}, f(1, 0, 1, 0)},
        {sgt, {f(1, 2, kNan, -1), f(2, 2, 0, -2)}, f(0, 0, 0, 1)},
        {sle, {f(1, 2, kNan, -1), f(2, 2, 0, -2)}, f(1, 1, 0, 0)},
        {sfl, {a, b}, same(0.0F)},
        {str, {a, b}, same(1.0F)},
        {fseq, {f(1, 2, kNan, -0.0F), f(2, 2, kNan, 0)}, {0, kTrue, 0, kTrue}},
        {fsne, {f(1, 2, kNan, -0.0F), f(2, 2, kNan, 0)}, {kTrue, 0, kTrue, 0}},
        {fsge, {f(1, 2, kNan, -1), f(2, 2, 0, -2)}, {0, kTrue, 0, kTrue}},
        {fslt, {f(1, 2, kNan, -1), f(2, 2, 0, -2)}, {kTrue, 0, 0, 0}},
        {isge, {i(-1, 2, 3, 0), i(1, 2, 4, -1)}, {0, kTrue, 0, kTrue}},
        {islt, {i(-1, 2, 3, 0), i(1, 2, 4, -1)}, {kTrue, 0, kTrue, 0}},
        {useq, {i(-1, 2, 3, 0), i(1, 2, 4, 0)}, {0, kTrue, 0, kTrue}},
        {usne, {i(-1, 2, 3, 0), i(1, 2, 4, 0)}, {kTrue, 0, kTrue, 0}},
        {usge, {i(-1, 2, 3, 0), i(1, 2, 4, -1)}, {kTrue, kTrue, 0, 0}},
        {uslt, {i(-1, 2, 3, 0), i(1, 2, 4, -1)}, {0, 0, kTrue, kTrue}},
        {cmp, {f(-1, 1, -0.0F, kNan), a, b}, f(1.5F, 4, -1, 0.5F)},
        {cnd, {a, b, f(0.5F, 0.75F, 1, 0)}, f(2, -2.25F, 0, 0.5F)},
        {ucmp, {i(0, 1, -1, 0), a, b}, f(2, -2.25F, 0, 0.5F)},
        {rcp, {f(4, 0, 0, 0)}, same(0.25F)},
        {rcp, {f(-0.0F, 0, 0, 0)}, same(-kInfinity)},
        {rsq, {f(-4, 0, 0, 0)}, same(0.5F)},
        {sqrt, {f(9, 0, 0, 0)}, same(3.0F)},
        {ex2, {f(-3, 0, 0, 0)}, same(0.125F)},
        {lg2, {f(8, 0, 0, 0)}, same(3.0F)},
        {pow, {f(3, 9, 9, 9), f(2, 7, 7, 7)}, same(9.0F)},
        {cos, {f(0, 0, 0, 0)}, same(1.0F)},
        {sin, {f(0, 1, 1, 1)}, same(0.0F)},
        {scs, {f(0, 1, 1, 1)}, f(1, 0, 0, 1)},
        {rcc, {f(0.5F, 0, 0, 0)}, same(2.0F)},
        {rcc, {f(0, 0, 0, 0)}, same(1.884467e19F)},
        {rcc, {f(-kInfinity, 0, 0, 0)}, same(-5.42101e-20F)},
        {lit, {f(2, 3, 9, 2)}, f(1, 2, 9, 1)},
        {lit, {f(-2, 3, 9, 2)}, f(1, 0, 0, 1)},
        {exp, {f(-2.5F, 0, 0, 0)}, f(0.125F, 0.5F, std::exp2(-2.5F), 1)},
        {log, {f(-10, 0, 0, 0)}, f(3, 1.25F, std::log2(10.0F), 1)},
        {dp2, {a, b}, same(-6.0F)},
        {dp3, {a, b}, same(-6.0F)},
        {dp4, {a, b}, same(-4.5F)},
        // From left to right the large ones go first.
        {dp4, {f(1e8F, -1e8F, 1, 1), same(1.0F)}, same(2.0F)},
        {dp4, {f(1, 1e8F, -1e8F, 1), same(1.0F)}, same(1.0F)},
        {dph, {a, b}, same(-5.5F)},
        {dp2a, {a, b, c}, same(-7.0F)},
        {dst, {a, b}, f(1, -9, 0, 0.5F)},
        {xpd, {f(1, 2, 3, 9), f(4, 5, 6, 9)}, f(-3, 6, -3, 1)},
        {rfl, {f(0, 2, 0, 9), f(1, 1, 3, 9)}, f(-1, 1, -3, 1)},
        {nrm, {f(0, 3, 4, 9)}, f(0, 3 * (1 / 5.0F), 4 * (1 / 5.0F), 1)},
        {nrm4, {f(2, 2, 2, 2)}, same(0.5F)},
        {x2d, {f(1, 2, 0, 0), f(3, 4, 0, 0), f(5, 6, 7, 8)}, f(40, 55, 40, 55)},
        {uadd, {i(1, -1, 5, 0), i(2, 1, -7, 0)}, i(3, 0, -2, 0)},
        {umul, {i(3, -1, 65536, 0), i(2, 5, 65536, 1)}, i(6, -5, 0, 0)},
        {umad, {i(3, -1, 65536, 0), i(2, 5, 65536, 1), i(1, 2, 3, 4)}, i(7, -3, 3, 4)},
        {imul_hi, {i(-1, 65536, 0x40000000, 3), i(5, 65536, 4, 4)}, i(-1, 1, 1, 0)},
        {umul_hi, {i(-1, 65536, 0x40000000, 3), i(5, 65536, 4, 4)}, i(4, 1, 1, 0)},
        {idiv,
         {i(-7, 7, 9, std::numeric_limits<int>::min()), i(2, -2, 0, -1)},
         i(-3, -3, 0, std::numeric_limits<int>::min())},
        {udiv, {i(7, -1, 9, 0), i(2, 16, 0, 5)}, {3, 0x0fffffff, kTrue, 0}},
        {mod, {i(-7, 7, 9, std::numeric_limits<int>::min()), i(2, -2, 0, -1)}, i(-1, 1, -1, 0)},
        {umod, {i(7, -1, 9, 4), i(2, 16, 0, 5)}, {1, 15, kTrue, 4}},
        {ineg,
         {i(1, -2, 0, std::numeric_limits<int>::min())},
         i(-1, 2, 0, std::numeric_limits<int>::min())},
        {iabs,
         {i(1, -2, 0, std::numeric_limits<int>::min())},
         i(1, 2, 0, std::numeric_limits<int>::min())},
        {issg, {i(9, -9, 0, std::numeric_limits<int>::min())}, i(1, -1, 0, -1)},
        {imax, {i(-1, 2, 0, 7), i(1, -2, 0, 8)}, i(1, 2, 0, 8)},
        {imin, {i(-1, 2, 0, 7), i(1, -2, 0, 8)}, i(-1, -2, 0, 7)},
        {umax, {i(-1, 2, 0, 7), i(1, -2, 0, 8)}, i(-1, -2, 0, 8)},
        {umin, {i(-1, 2, 0, 7), i(1, -2, 0, 8)}, i(1, 2, 0, 7)},
        {arl, {f(1.75F, -1.25F, 3, -0.5F)}, i(1, -2, 3, -1)},
        {arr, {f(0.5F, 1.5F, -2.5F, 2.4F)}, i(0, 2, -2, 2)},
        {uarl, {bits}, bits},
        {ara, {i(1, 2, 30, 40)}, i(31, 42, 31, 42)},
        {f2i, {f(1.75F, -1.75F, 1e20F, kNan)}, i(1, -1, 0x7fffffff, 0)},
        {f2u, {f(1.75F, -1.75F, 3e9F, kNan)}, {1, 0, 3000000000U, 0}},
        {i2f, {i(1, -2, 16777217, 0)}, f(1, -2, 16777216, 0)},
        {u2f, {i(1, -1, 16777217, 0)}, f(1, 4294967296.0F, 16777216, 0)},
        {and_, {bits, same(0xffU)}, {1, 0x0f, 0, 0xff}},
        {or_, {bits, same(0xffU)}, {0x800000ff, 0xf0ff, 0xff, kTrue}},
        {xor_, {bits, same(0xffU)}, {0x800000fe, 0xf0f0, 0xff, 0xffffff00}},
        {not_, {bits}, {0x7ffffffe, 0xffff0ff0, kTrue, 0}},
        {shl, {same(0x81U), i(0, 1, 31, 33)}, {0x81, 0x102, 0x80000000, 0x102}},
        {ishr, {same(0x80000010U), i(0, 4, 31, 36)}, {0x80000010, 0xf8000001, kTrue, 0xf8000001}},
        {ushr, {same(0x80000010U), i(0, 4, 31, 36)}, {0x80000010, 0x08000001, 1, 0x08000001}},
        {ibfe, {same(0x80f0U), i(0, 4, 8, 12), i(32, 4, 0, 4)}, i(0x80f0, -1, 0, -8)},
        {ibfe,
         {same(0x80000000U), i(28, 31, 32, 4), i(8, 1, 32, 32)},
         {0xfffffff8, kTrue, 0x80000000, 0}},
        {ubfe, {same(0x80f0U), i(0, 4, 8, 12), i(32, 4, 0, 4)}, i(0x80f0, 15, 0, 8)},
        {ubfe, {same(0x80000000U), i(28, 31, 32, 4), i(8, 1, 32, 32)}, {8, 1, 0x80000000, 0}},
        {bfi,
         {same(0xffffffffU), same(0x5U), i(0, 4, 28, 36), i(4, 4, 8, 32)},
         {0xfffffff5, 0xffffff5f, 0x5fffffff, 5}},
        {brev, {i(1, 2, 0, -1)}, {0x80000000, 0x40000000, 0, kTrue}},
        {popc, {i(1, 3, 0, -1)}, i(1, 2, 0, 32)},
        {lsb, {i(1, 8, 0, std::numeric_limits<int>::min())}, i(0, 3, -1, 31)},
        {imsb, {i(1, -2, 0, -1)}, i(0, 0, -1, -1)},
        {umsb, {i(1, -2, 0, 256)}, i(0, 31, -1, 8)},
        {pk2h, {f(1, -2, 9, 9)}, same(0xc0003c00U)},
        {pk2us, {f(1, 0.5F, 9, 9)}, same(0x8000ffffU)},
        {pk4b, {f(1, -1, 0.5F, -5)}, same(0x8140817fU)},
        {pk4ub, {f(1, 0, 0.5F, kNan)}, same(0x008000ffU)},
        {up2h, {same(0xc0003c00U)}, f(1, -2, 1, -2)},
        {up2us, {same(0xffff0000U)}, f(0, 1, 0, 1)},
        {up4b, {same(0x7f808100U)}, f(0, -1, -1, 1)},
        {up4ub, {same(0xff330000U)}, f(0, 0, 51 / 255.0F, 1)},
    };
}

Words pair(std::uint64_t low, std::uint64_t high) {
    return {static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32),
            static_cast<std::uint32_t>(high), static_cast<std::uint32_t>(high >> 32)};
}
Words d(double low, double high) {
    return pair(std::bit_cast<std::uint64_t>(low), std::bit_cast<std::uint64_t>(high));
}
Words l(std::int64_t low, std::int64_t high) {
    return pair(static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(high));
}

// The opcodes whose operands are pairs of channels. Narrow results leave the others 0.
std::vector<Case> wide_cases() {
    using enum Opcode;
    constexpr std::int64_t kBig = 0x123456789abcdefLL;
    return {
        {dabs, {d(-1.5, 2)}, d(1.5, 2)},
        {dneg, {d(-1.5, 2)}, d(1.5, -2)},
        {drcp, {d(4, -0.5)}, d(0.25, -2)},
        {dsqrt, {d(4, 2.25)}, d(2, 1.5)},
        {drsq, {d(4, 0.25)}, d(0.5, 2)},
        {dfrac, {d(1.75, -1.75)}, d(0.75, 0.25)},
        {dtrunc, {d(1.75, -1.75)}, d(1, -1)},
        {dceil, {d(1.25, -1.75)}, d(2, -1)},
        {dflr, {d(1.75, -1.25)}, d(1, -2)},
        {dround, {d(2.5, -3.5)}, d(2, -4)},
        {dssg, {d(2.5, -3.5)}, d(1, -1)},
        {dssg, {d(0, 0)}, d(0, 0)},
        {dadd, {d(1, 2), d(1e-15, 3)}, d(1 + 1e-15, 5)},
        {dmul, {d(3, 2), d(0.5, -3)}, d(1.5, -6)},
        {ddiv, {d(3, 1), d(2, 8)}, d(1.5, 0.125)},
        {dmax, {d(3, 1), d(2, 8)}, d(3, 8)},
        {dmin, {d(3, 1), d(2, 8)}, d(2, 1)},
        {dmad, {d(3, 1), d(2, 8), d(1, -1)}, d(7, 7)},
        {dfma, {d(1 + 0x1p-30, 1), d(1 - 0x1p-30, 8), d(-1, -1)}, d(-0x1p-60, 7)},
        {dldexp, {d(3, 1), i(2, 99, -3, 99)}, d(12, 0.125)},
        {dslt, {d(1, 2), d(2, 2)}, i(-1, 0, 0, 0)},
        {dsge, {d(1, 2), d(2, 2)}, i(0, 0, -1, 0)},
        {dseq, {d(1, 2), d(2, 2)}, i(0, 0, -1, 0)},
        {dsne, {d(1, 2), d(2, 2)}, i(-1, 0, 0, 0)},
        {u64seq, {l(kBig, 1), l(kBig, kBig)}, i(-1, 0, 0, 0)},
        {u64sne, {l(kBig, 1), l(kBig, kBig)}, i(0, 0, -1, 0)},
        {i64slt, {l(-kBig, 1), l(kBig, 1)}, i(-1, 0, 0, 0)},
        {u64slt, {l(-kBig, 1), l(kBig, 2)}, i(0, 0, -1, 0)},
        {i64sge, {l(-kBig, 1), l(kBig, 1)}, i(0, 0, -1, 0)},
        {u64sge, {l(-kBig, 1), l(kBig, 2)}, i(-1, 0, 0, 0)},
        {i64min, {l(-kBig, 1), l(kBig, 2)}, l(-kBig, 1)},
        {u64min, {l(-kBig, 1), l(kBig, 2)}, l(kBig, 1)},
        {i64max, {l(-kBig, 1), l(kBig, 2)}, l(kBig, 2)},
        {u64max, {l(-kBig, 1), l(kBig, 2)}, l(-kBig, 2)},
        {u64add, {l(0xffffffff, -1), l(1, -1)}, l(0x100000000, -2)},
        {u64mul, {l(0x100000001, -1), l(0x100000001, 7)}, l(0x200000001, -7)},
        {i64div, {l(-7, 7), l(2, 0)}, l(-3, 0)},
        {u64div, {l(-1, 7), l(0x100000000, 0)}, l(0xffffffff, -1)},
        {i64mod, {l(-7, 7), l(4, 0)}, l(-3, -1)},
        {u64mod, {l(-1, 7), l(0x100000000, 0)}, l(0xffffffff, -1)},
        {u64shl,
         {l(kBig, 3), i(36, 99, 64, 99)},
         l(static_cast<std::int64_t>(static_cast<std::uint64_t>(kBig) << 36), 3)},
        {i64shr, {l(-kBig, -1), i(36, 99, 63, 99)}, l(-kBig >> 36, -1)},
        {u64shr, {l(kBig, -1), i(36, 99, 63, 99)}, l(kBig >> 36, 1)},
        {i64abs, {l(-kBig, kBig)}, l(kBig, kBig)},
        {i64ssg, {l(-kBig, kBig)}, l(-1, 1)},
        {i64neg, {l(-kBig, kBig)}, l(kBig, -kBig)},
        {f2u64, {f(1e18F, 3, 9, 9)}, l(static_cast<std::int64_t>(1e18F), 3)},
        {f2i64, {f(-1e18F, 3, 9, 9)}, l(static_cast<std::int64_t>(-1e18F), 3)},
        {u2i64, {i(-1, 3, 9, 9)}, l(0xffffffff, 3)},
        {i2i64, {i(-1, 3, 9, 9)}, l(-1, 3)},
        {f2d, {f(-1.5F, 3, 9, 9)}, d(-1.5, 3)},
        {i2d, {i(-1, 3, 9, 9)}, d(-1, 3)},
        {u2d, {i(-1, 3, 9, 9)}, d(4294967295.0, 3)},
        {d2u64, {d(1e19, 2.5)}, pair(10000000000000000000ULL, 2)},
        {d2i64, {d(-1e18, 2.5)}, l(-1000000000000000000, 2)},
        {u642d, {l(-1, 3)}, d(18446744073709551616.0, 3)},
        {i642d, {l(-1, 3)}, d(-1, 3)},
        {u642f, {l(-1, 3)}, f(18446744073709551616.0F, 3, 0, 0)},
        {i642f, {l(-1, 3)}, f(-1, 3, 0, 0)},
        {d2f, {d(0.1, -2)}, f(0.1F, -2, 0, 0)},
        {d2i, {d(-2.75, 7)}, i(-2, 7, 0, 0)},
        {d2u, {d(4294967295.0, 7)}, i(-1, 7, 0, 0)},
    };
}

bool is_nan_word(std::uint32_t word) {
    return (word & 0x7fffffff) > 0x7f800000;
}

std::string text_of(const Case& given) {
    std::string text = "VERT\nDCL OUT[0], POSITION\n";
    std::string line = std::string(name_of(given.opcode)) + " OUT[0]";
    for (std::size_t s = 0; s < given.sources.size(); ++s) {
        text += "IMM UINT32 {";
        for (std::size_t component = 0; component < 4; ++component) {
            text += (component == 0 ? "" : ", ") + std::to_string(given.sources[s][component]);
        }
        text += "}\n";
        line += ", IMM[" + std::to_string(s) + "]";
    }
    return text + line + "\nEND\n";
}

} // namespace

static std::vector<Case> all_cases() {
    std::vector<Case> all = cases();
    const std::vector<Case> wide = wide_cases();
    all.insert(all.end(), wide.begin(), wide.end());
    return all;
}

TEST_CASE("formulas give what the opcodes mean") {
    for (const Case& given : all_cases()) {
        const std::string text = text_of(given);
        const Program program = read(text);
        Diagnostics diagnostics("test", text);
        const TranslateResult result = translate_to_nir(program, {}, diagnostics);
        REQUIRE(result.shader != nullptr);
        const Outcome outcome = run_straight_line(*result.shader);
        INFO(text << nir::print(*result.shader));
        CHECK(outcome.fault == "");
        const Words& words = outcome.outputs.at(0);
        for (std::size_t component = 0; component < 4; ++component) {
            INFO("component " << component << std::hex << " is " << words[component] << ", not "
                              << given.expected[component]);
            CHECK((words[component] == given.expected[component] ||
                   (is_nan_word(words[component]) && is_nan_word(given.expected[component]))));
        }
    }
}

// Returns true for opcodes of control flow or with an action; other tests cover them.
static bool is_condition(Opcode opcode) {
    return translation_of(opcode).kind != Translation::formula;
}

TEST_CASE("every formula has a case") {
    std::set<Opcode> covered;
    for (const Case& given : all_cases()) {
        covered.insert(given.opcode);
    }
    for (unsigned number = 0; number < kNumOpcodes; ++number) {
        const auto opcode = static_cast<Opcode>(number);
        INFO(name_of(opcode));
        CHECK((formula_of(opcode) == nullptr || is_condition(opcode) || covered.contains(opcode)));
    }
}

TEST_CASE("modifiers and saturation change pairs as a whole") {
    const auto computed = [](std::string_view line) {
        const std::string text = "VERT\nDCL OUT[0], POSITION\nIMM FLT64 {-1.5, 0.25}\n"
                                 "IMM INT64 {-3, 4}\n" +
                                 std::string(line) + "\nEND\n";
        const Program program = read(text);
        Diagnostics diagnostics("test", text);
        const TranslateResult result = translate_to_nir(program, {}, diagnostics);
        REQUIRE(result.shader != nullptr);
        return run_straight_line(*result.shader).outputs.at(0);
    };
    CHECK(computed("DADD OUT[0], -|IMM[0]|, IMM[0].zwxy") == d(-1.25, -1.75));
    CHECK(computed("DMUL_SAT OUT[0], IMM[0], -IMM[0]") == d(0, 0));
    CHECK(computed("DADD_SAT OUT[0], IMM[0].zwzw, IMM[0].zwzw") == d(0.5, 0.5));
    CHECK(computed("U64ADD OUT[0], -IMM[1], |IMM[1]|") == l(6, 0));
    // The first component that is written of each pair.
    CHECK(computed("DSLT OUT[0].yzw, IMM[0], IMM[0].zwxy") == Words{0, kTrue, 0, 0});
    CHECK(computed("DABS OUT[0].zw, IMM[0]") == d(0, 0.25));
}

TEST_CASE("only components that are written are computed") {
    const auto instructions = [](std::string_view mask) {
        const std::string text = "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nLOG OUT[0]." +
                                 std::string(mask) + ", IN[0]\nEND\n";
        const Program program = read(text);
        Diagnostics diagnostics("test", text);
        const TranslateResult result = translate_to_nir(program, {}, diagnostics);
        return count_of(" = f", nir::print(*result.shader));
    };
    CHECK(instructions("w") == 0);
    CHECK(instructions("z") == 2);
    CHECK(instructions("x") == 3);
    CHECK(instructions("y") == 6);
}
