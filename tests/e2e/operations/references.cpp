#include "references.h"

#include <bit>
#include <cmath>

namespace operations {

namespace {

using Bits = std::uint64_t;
__extension__ typedef __int128 Wide; // NOLINT: only so is it no warning
__extension__ typedef unsigned __int128 UnsignedWide;

unsigned width_of(const Asked& a) {
    return a.at(0).number.width;
}

Bits ones(unsigned count) {
    return count >= 64 ? ~Bits{0} : (Bits{1} << count) - 1;
}

Expected shifted(const Asked& a, Bits (*shift)(const Asked&)) {
    return a.u(1) >= width_of(a) ? undefined() : bits(shift(a));
}

// Returns true if a field leaves the number, which the specification does not define.
bool leaves(const Asked& a, unsigned offset, unsigned count) {
    const unsigned width = width_of(a);
    return a.u(offset) > width || a.u(count) > width || a.u(offset) + a.u(count) > width;
}

Expected highest(Bits value) {
    return signed_bits(63 - std::countl_zero(value));
}

Bits reversed(Bits value, unsigned width) {
    Bits result = 0;
    for (unsigned i = 0; i < width; ++i) {
        result |= (value >> i & 1) << (width - 1 - i);
    }
    return result;
}

Bits high_product(const Asked& a, bool is_signed) {
    const unsigned width = width_of(a);
    if (is_signed) {
        return static_cast<Bits>(static_cast<Wide>(a.s(0)) * a.s(1) >> width);
    }
    return static_cast<Bits>(static_cast<UnsignedWide>(a.u(0)) * a.u(1) >> width);
}

// A float as an integer of `width` bits; not defined where it does not fit.
Expected whole(double value, unsigned width, bool is_signed) {
    const double limit = std::ldexp(1.0, static_cast<int>(is_signed ? width - 1 : width));
    const double cut = std::trunc(value);
    if (std::isnan(cut) || cut >= limit || cut < (is_signed ? -limit : 0)) {
        return undefined();
    }
    return is_signed ? signed_bits(static_cast<std::int64_t>(cut)) : bits(static_cast<Bits>(cut));
}

Expected quotient(const Asked& a, std::int64_t (*divide)(std::int64_t, std::int64_t)) {
    const bool overflows = a.s(1) == -1 && a.u(0) == Bits{1} << (width_of(a) - 1);
    return a.u(1) == 0 || overflows ? undefined() : signed_bits(divide(a.s(0), a.s(1)));
}

// Bits of all components, the lowest first, from which those of the result are taken.
Expected cast_bits(const Asked& a) {
    const unsigned from = a.operands[0][0].number.width;
    Bits result = 0;
    for (unsigned i = 0; i < a.width; i += std::min(from, a.width)) {
        const unsigned place = a.component * a.width + i;
        const Bits source = a.operands[0][place / from].bits >> (place % from);
        result |= (source & ones(std::min(from, a.width))) << i;
    }
    return bits(result);
}

Expected packed_norm(const Asked& a, unsigned width, bool is_signed) {
    Bits word = 0;
    const auto limit = static_cast<double>(ones(is_signed ? width - 1 : width));
    for (std::size_t c = 0; c < a.operands[0].size(); ++c) {
        const double x = std::min(1.0, std::max(is_signed ? -1.0 : 0.0, a.operands[0][c].f()));
        const auto value = static_cast<std::int64_t>(std::nearbyint(x * limit));
        word |= (static_cast<Bits>(value) & ones(width)) << (c * width);
    }
    return bits(word);
}

Expected unpacked_norm(const Asked& a, unsigned width, bool is_signed) {
    const Component part = {a.operands[0][0].bits >> (a.component * width) & ones(width),
                            {'i', width}};
    const auto limit = static_cast<double>(ones(is_signed ? width - 1 : width));
    return real(is_signed ? std::max(-1.0, static_cast<double>(part.s()) / limit)
                          : static_cast<double>(part.u()) / limit);
}

void add_integers(std::map<std::string, Reference>& list) {
    list["SNegate"] = [](const Asked& a) { return bits(0 - a.u(0)); };
    list["IAdd"] = [](const Asked& a) { return bits(a.u(0) + a.u(1)); };
    list["ISub"] = [](const Asked& a) { return bits(a.u(0) - a.u(1)); };
    list["IMul"] = [](const Asked& a) { return bits(a.u(0) * a.u(1)); };
    list["UDiv"] = [](const Asked& a) { return a.u(1) == 0 ? undefined() : bits(a.u(0) / a.u(1)); };
    list["UMod"] = [](const Asked& a) { return a.u(1) == 0 ? undefined() : bits(a.u(0) % a.u(1)); };
    list["SDiv"] = [](const Asked& a) {
        return quotient(a, [](std::int64_t x, std::int64_t y) { return x / y; });
    };
    list["SRem"] = [](const Asked& a) {
        return quotient(a, [](std::int64_t x, std::int64_t y) { return x % y; });
    };
    list["SMod"] = [](const Asked& a) {
        return quotient(a, [](std::int64_t x, std::int64_t y) {
            const std::int64_t rest = x % y;
            return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
        });
    };
    list["ShiftRightLogical"] = [](const Asked& a) {
        return shifted(a, [](const Asked& b) { return b.u(0) >> b.u(1); });
    };
    list["ShiftRightArithmetic"] = [](const Asked& a) {
        return shifted(a, [](const Asked& b) { return static_cast<Bits>(b.s(0) >> b.u(1)); });
    };
    list["ShiftLeftLogical"] = [](const Asked& a) {
        return shifted(a, [](const Asked& b) { return b.u(0) << b.u(1); });
    };
    list["BitwiseOr"] = [](const Asked& a) { return bits(a.u(0) | a.u(1)); };
    list["BitwiseXor"] = [](const Asked& a) { return bits(a.u(0) ^ a.u(1)); };
    list["BitwiseAnd"] = [](const Asked& a) { return bits(a.u(0) & a.u(1)); };
    list["Not"] = [](const Asked& a) { return bits(~a.u(0)); };
    list["BitFieldInsert"] = [](const Asked& a) {
        const Bits mask = leaves(a, 2, 3) ? 0 : ones(static_cast<unsigned>(a.u(3)));
        const Bits low = a.u(2) >= 64 ? 0 : mask << a.u(2);
        return leaves(a, 2, 3)
                   ? undefined()
                   : bits((a.u(0) & ~low) | (mask == 0 ? 0 : (a.u(1) & mask) << a.u(2)));
    };
    list["BitFieldUExtract"] = [](const Asked& a) {
        return leaves(a, 1, 2) ? undefined()
               : a.u(2) == 0   ? bits(0)
                               : bits(a.u(0) >> a.u(1) & ones(static_cast<unsigned>(a.u(2))));
    };
    list["BitFieldSExtract"] = [](const Asked& a) {
        if (leaves(a, 1, 2)) {
            return undefined();
        }
        const auto count = static_cast<unsigned>(a.u(2));
        return count == 0 ? bits(0) : signed_bits(Component{a.u(0) >> a.u(1), {'i', count}}.s());
    };
    list["BitReverse"] = [](const Asked& a) { return bits(reversed(a.u(0), width_of(a))); };
    list["BitCount"] = [](const Asked& a) {
        return bits(static_cast<Bits>(std::popcount(a.u(0))));
    };
    list["FindILsb"] = [](const Asked& a) {
        return a.u(0) == 0 ? signed_bits(-1) : signed_bits(std::countr_zero(a.u(0)));
    };
    list["FindUMsb"] = [](const Asked& a) { return highest(a.u(0)); };
    list["FindSMsb"] = [](const Asked& a) {
        return highest(static_cast<Bits>(a.s(0) < 0 ? ~a.s(0) : a.s(0)));
    };
    list["SAbs"] = [](const Asked& a) { return bits(a.s(0) < 0 ? 0 - a.u(0) : a.u(0)); };
    list["SSign"] = [](const Asked& a) {
        return signed_bits((a.s(0) > 0 ? 1 : 0) - (a.s(0) < 0 ? 1 : 0));
    };
    list["IAddCarry"] = [](const Asked& a) {
        const Bits sum = (a.u(0) + a.u(1)) & ones(width_of(a));
        return a.part == 0 ? bits(sum) : truth(sum < a.u(0));
    };
    list["ISubBorrow"] = [](const Asked& a) {
        return a.part == 0 ? bits(a.u(0) - a.u(1)) : truth(a.u(0) < a.u(1));
    };
    list["UMulExtended"] = [](const Asked& a) {
        return bits(a.part == 0 ? a.u(0) * a.u(1) : high_product(a, false));
    };
    list["SMulExtended"] = [](const Asked& a) {
        return bits(a.part == 0 ? a.u(0) * a.u(1) : high_product(a, true));
    };
    list["Select"] = [](const Asked& a) { return bits(a.u(0) != 0 ? a.u(1) : a.u(2)); };
}

using Order = bool (*)(const Asked&);

void add_orders(std::map<std::string, Reference>& list) {
    const std::pair<const char*, Order> orders[] = {
        {"IEqual", [](const Asked& a) { return a.u(0) == a.u(1); }},
        {"INotEqual", [](const Asked& a) { return a.u(0) != a.u(1); }},
        {"UGreaterThan", [](const Asked& a) { return a.u(0) > a.u(1); }},
        {"SGreaterThan", [](const Asked& a) { return a.s(0) > a.s(1); }},
        {"UGreaterThanEqual", [](const Asked& a) { return a.u(0) >= a.u(1); }},
        {"SGreaterThanEqual", [](const Asked& a) { return a.s(0) >= a.s(1); }},
        {"ULessThan", [](const Asked& a) { return a.u(0) < a.u(1); }},
        {"SLessThan", [](const Asked& a) { return a.s(0) < a.s(1); }},
        {"ULessThanEqual", [](const Asked& a) { return a.u(0) <= a.u(1); }},
        {"SLessThanEqual", [](const Asked& a) { return a.s(0) <= a.s(1); }},
        {"FOrdEqual", [](const Asked& a) { return a.f(0) == a.f(1); }},
        {"FUnordNotEqual", [](const Asked& a) { return a.f(0) != a.f(1); }},
        {"FOrdNotEqual", [](const Asked& a) { return a.f(0) < a.f(1) || a.f(0) > a.f(1); }},
        {"FUnordEqual", [](const Asked& a) { return !(a.f(0) < a.f(1) || a.f(0) > a.f(1)); }},
        {"FOrdLessThan", [](const Asked& a) { return a.f(0) < a.f(1); }},
        {"FUnordLessThan", [](const Asked& a) { return !(a.f(0) >= a.f(1)); }},
        {"FOrdGreaterThan", [](const Asked& a) { return a.f(0) > a.f(1); }},
        {"FUnordGreaterThan", [](const Asked& a) { return !(a.f(0) <= a.f(1)); }},
        {"FOrdLessThanEqual", [](const Asked& a) { return a.f(0) <= a.f(1); }},
        {"FUnordLessThanEqual", [](const Asked& a) { return !(a.f(0) > a.f(1)); }},
        {"FOrdGreaterThanEqual", [](const Asked& a) { return a.f(0) >= a.f(1); }},
        {"FUnordGreaterThanEqual", [](const Asked& a) { return !(a.f(0) < a.f(1)); }},
        {"LogicalEqual", [](const Asked& a) { return a.u(0) == a.u(1); }},
        {"LogicalNotEqual", [](const Asked& a) { return a.u(0) != a.u(1); }},
        {"LogicalOr", [](const Asked& a) { return (a.u(0) | a.u(1)) != 0; }},
        {"LogicalAnd", [](const Asked& a) { return (a.u(0) & a.u(1)) != 0; }},
        {"LogicalNot", [](const Asked& a) { return a.u(0) == 0; }},
        {"IsNan", [](const Asked& a) { return std::isnan(a.f(0)); }},
        {"IsInf", [](const Asked& a) { return std::isinf(a.f(0)); }},
        {"SignBitSet", [](const Asked& a) { return std::signbit(a.f(0)); }},
        {"IsFinite", [](const Asked& a) { return std::isfinite(a.f(0)); }},
        {"IsNormal", [](const Asked& a) { return a.f(0) != 0 && std::isfinite(a.f(0)); }},
        {"LessOrGreater", [](const Asked& a) { return a.f(0) < a.f(1) || a.f(0) > a.f(1); }},
        {"Ordered", [](const Asked& a) { return !std::isnan(a.f(0)) && !std::isnan(a.f(1)); }},
        {"Unordered", [](const Asked& a) { return std::isnan(a.f(0)) || std::isnan(a.f(1)); }},
        {"Any",
         [](const Asked& a) {
             Bits any = 0;
             for (const Component& each : a.operands[0]) {
                 any |= each.bits;
             }
             return any != 0;
         }},
        {"All",
         [](const Asked& a) {
             Bits all = 1;
             for (const Component& each : a.operands[0]) {
                 all &= each.bits;
             }
             return all != 0;
         }},
    };
    for (const auto& [name, order] : orders) {
        list[name] = [order = order](const Asked& a) { return truth(order(a)); };
    }
}

void add_choices(std::map<std::string, Reference>& list) {
    for (const std::string kind : {"U", "S"}) {
        const bool is_signed = kind == "S";
        const auto less = [is_signed](const Asked& a, unsigned x, unsigned y) {
            return is_signed ? a.s(x) < a.s(y) : a.u(x) < a.u(y);
        };
        const auto min = [less](const Asked& a, unsigned x, unsigned y) {
            return less(a, x, y) ? x : y;
        };
        const auto max = [less](const Asked& a, unsigned x, unsigned y) {
            return less(a, x, y) ? y : x;
        };
        list[kind + "Min"] = [min](const Asked& a) { return bits(a.u(min(a, 0, 1))); };
        list[kind + "Max"] = [max](const Asked& a) { return bits(a.u(max(a, 0, 1))); };
        list[kind + "Clamp"] = [less, min, max](const Asked& a) {
            return less(a, 2, 1) ? undefined() : bits(a.u(min(a, max(a, 0, 1), 2)));
        };
        list[kind + "Min3AMD"] = [min](const Asked& a) {
            return bits(a.u(min(a, min(a, 0, 1), 2)));
        };
        list[kind + "Max3AMD"] = [max](const Asked& a) {
            return bits(a.u(max(a, max(a, 0, 1), 2)));
        };
        list[kind + "Mid3AMD"] = [min, max](const Asked& a) {
            return bits(a.u(max(a, min(a, 0, 1), min(a, max(a, 0, 1), 2))));
        };
    }
    for (const char* name : {"FClamp", "NClamp"}) {
        list[name] = [](const Asked& a) {
            return a.f(2) < a.f(1) ? undefined()
                                   : real(std::fmin(std::fmax(a.f(0), a.f(1)), a.f(2)));
        };
    }
}

void add_conversions(std::map<std::string, Reference>& list) {
    list["ConvertFToU"] = [](const Asked& a) { return whole(a.f(0), a.width, false); };
    list["ConvertFToS"] = [](const Asked& a) { return whole(a.f(0), a.width, true); };
    list["ConvertSToF"] = [](const Asked& a) { return real(static_cast<double>(a.s(0))); };
    list["ConvertUToF"] = [](const Asked& a) { return real(static_cast<double>(a.u(0))); };
    list["UConvert"] = [](const Asked& a) { return bits(a.u(0)); };
    list["SConvert"] = [](const Asked& a) { return signed_bits(a.s(0)); };
    list["FConvert"] = [](const Asked& a) { return real(a.f(0)); };
    for (const char* name : {"Bitcast", "PackDouble2x32", "UnpackDouble2x32"}) {
        list[name] = cast_bits;
    }
    for (const bool is_signed : {false, true}) {
        for (const unsigned width : {8U, 16U}) {
            const std::string name = (is_signed ? std::string("Snorm") : std::string("Unorm")) +
                                     (width == 8 ? "4x8" : "2x16");
            list["Pack" + name] = [=](const Asked& a) { return packed_norm(a, width, is_signed); };
            list["Unpack" + name] = [=](const Asked& a) {
                return unpacked_norm(a, width, is_signed);
            };
        }
    }
    list["PackHalf2x16"] = [](const Asked& a) {
        return bits(float_bits(a.operands[0][0].f(), 16) | float_bits(a.operands[0][1].f(), 16)
                                                               << 16);
    };
    list["UnpackHalf2x16"] = [](const Asked& a) {
        return real(Component{a.operands[0][0].bits >> (16 * a.component) & 0xffff, {'f', 16}}.f());
    };
}

} // namespace

const std::map<std::string, Reference>& references() {
    static const std::map<std::string, Reference> kAll = [] {
        std::map<std::string, Reference> list;
        add_integers(list);
        add_orders(list);
        add_float_references(list);
        add_choices(list);
        add_conversions(list);
        return list;
    }();
    return kAll;
}

} // namespace operations
