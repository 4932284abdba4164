#include "references.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace operations {

namespace {

double dot(const std::vector<Component>& x, const std::vector<Component>& y) {
    double sum = 0;
    for (std::size_t c = 0; c < x.size(); ++c) {
        sum += x[c].f() * y[c].f();
    }
    return sum;
}

Expected rounded_half_away(double x) {
    return x == 0 ? real(x) : real(std::round(x));
}

using Real = double (*)(const Asked&);

// The value of a function, and how many times the rounding of its width a result may be off, by the
// precision that Vulkan asks for.
struct Function {
    const char* name;
    double bound;
    Real value;
};

} // namespace

void add_float_references(std::map<std::string, Reference>& list) {
    constexpr double kPi = std::numbers::pi;
    static const Function kFunctions[] = {
        {"FNegate", 1, [](const Asked& a) { return -a.f(0); }},
        {"FAdd", 1, [](const Asked& a) { return a.f(0) + a.f(1); }},
        {"FSub", 1, [](const Asked& a) { return a.f(0) - a.f(1); }},
        {"FMul", 1, [](const Asked& a) { return a.f(0) * a.f(1); }},
        {"VectorTimesScalar", 1, [](const Asked& a) { return a.f(0) * a.f(1); }},
        {"FDiv", 4, [](const Asked& a) { return a.f(0) / a.f(1); }},
        {"FAbs", 1, [](const Asked& a) { return std::fabs(a.f(0)); }},
        {"FSign", 1, [](const Asked& a) { return a.f(0) == 0 ? 0 : std::copysign(1.0, a.f(0)); }},
        {"RoundEven", 1, [](const Asked& a) { return std::nearbyint(a.f(0)); }},
        {"Trunc", 1, [](const Asked& a) { return std::trunc(a.f(0)); }},
        {"Floor", 1, [](const Asked& a) { return std::floor(a.f(0)); }},
        {"Ceil", 1, [](const Asked& a) { return std::ceil(a.f(0)); }},
        {"Fract", 1, [](const Asked& a) { return a.f(0) - std::floor(a.f(0)); }},
        {"Radians", 4, [](const Asked& a) { return a.f(0) * kPi / 180; }},
        {"Degrees", 4, [](const Asked& a) { return a.f(0) * 180 / kPi; }},
        {"Sin", 4096, [](const Asked& a) { return std::sin(a.f(0)); }},
        {"Cos", 4096, [](const Asked& a) { return std::cos(a.f(0)); }},
        {"Tan", 65536, [](const Asked& a) { return std::tan(a.f(0)); }},
        {"Asin", 4096, [](const Asked& a) { return std::asin(a.f(0)); }},
        {"Acos", 4096, [](const Asked& a) { return std::acos(a.f(0)); }},
        {"Atan", 4096, [](const Asked& a) { return std::atan(a.f(0)); }},
        {"Sinh", 4096, [](const Asked& a) { return std::sinh(a.f(0)); }},
        {"Cosh", 4096, [](const Asked& a) { return std::cosh(a.f(0)); }},
        {"Tanh", 4096, [](const Asked& a) { return std::tanh(a.f(0)); }},
        {"Asinh", 4096, [](const Asked& a) { return std::asinh(a.f(0)); }},
        {"Acosh", 4096, [](const Asked& a) { return std::acosh(a.f(0)); }},
        {"Atanh", 4096, [](const Asked& a) { return std::atanh(a.f(0)); }},
        {"Atan2", 4096, [](const Asked& a) { return std::atan2(a.f(0), a.f(1)); }},
        {"Exp", 64, [](const Asked& a) { return std::exp(a.f(0)); }},
        {"Exp2", 64, [](const Asked& a) { return std::exp2(a.f(0)); }},
        {"Log", 64, [](const Asked& a) { return std::log(a.f(0)); }},
        {"Log2", 64, [](const Asked& a) { return std::log2(a.f(0)); }},
        {"Sqrt", 4, [](const Asked& a) { return std::sqrt(a.f(0)); }},
        {"InverseSqrt", 4, [](const Asked& a) { return 1 / std::sqrt(a.f(0)); }},
        {"FMin", 1, [](const Asked& a) { return std::fmin(a.f(0), a.f(1)); }},
        {"FMax", 1, [](const Asked& a) { return std::fmax(a.f(0), a.f(1)); }},
        {"NMin", 1, [](const Asked& a) { return std::fmin(a.f(0), a.f(1)); }},
        {"NMax", 1, [](const Asked& a) { return std::fmax(a.f(0), a.f(1)); }},
        {"FMix", 16, [](const Asked& a) { return a.f(0) * (1 - a.f(2)) + a.f(1) * a.f(2); }},
        {"Step", 1, [](const Asked& a) { return a.f(1) < a.f(0) ? 0.0 : 1.0; }},
        {"Fma", 16, [](const Asked& a) { return std::fma(a.f(0), a.f(1), a.f(2)); }},
        {"FmaKHR", 1, [](const Asked& a) { return std::fma(a.f(0), a.f(1), a.f(2)); }},
        {"FMin3AMD", 1,
         [](const Asked& a) { return std::fmin(std::fmin(a.f(0), a.f(1)), a.f(2)); }},
        {"FMax3AMD", 1,
         [](const Asked& a) { return std::fmax(std::fmax(a.f(0), a.f(1)), a.f(2)); }},
        {"FMid3AMD", 1,
         [](const Asked& a) {
             return std::fmax(std::fmin(a.f(0), a.f(1)),
                              std::fmin(std::fmax(a.f(0), a.f(1)), a.f(2)));
         }},
        {"Dot", 16, [](const Asked& a) { return dot(a.operands[0], a.operands[1]); }},
        {"Length", 16, [](const Asked& a) { return std::sqrt(dot(a.operands[0], a.operands[0])); }},
        {"Distance", 16,
         [](const Asked& a) {
             double sum = 0;
             for (std::size_t c = 0; c < a.operands[0].size(); ++c) {
                 const double apart = a.operands[0][c].f() - a.operands[1][c].f();
                 sum += apart * apart;
             }
             return std::sqrt(sum);
         }},
        {"Normalize", 16,
         [](const Asked& a) { return a.f(0) / std::sqrt(dot(a.operands[0], a.operands[0])); }},
        {"Cross", 16,
         [](const Asked& a) {
             const auto& x = a.operands[0];
             const auto& y = a.operands[1];
             const unsigned i = (a.component + 1) % 3;
             const unsigned k = (a.component + 2) % 3;
             return x[i].f() * y[k].f() - y[i].f() * x[k].f();
         }},
        {"FaceForward", 1,
         [](const Asked& a) { return dot(a.operands[2], a.operands[1]) < 0 ? a.f(0) : -a.f(0); }},
        {"Reflect", 64,
         [](const Asked& a) { return a.f(0) - 2 * dot(a.operands[1], a.operands[0]) * a.f(1); }},
    };
    for (const Function& each : kFunctions) {
        list[each.name] = [&each](const Asked& a) { return real(each.value(a), each.bound); };
    }
    list["Round"] = [](const Asked& a) { return rounded_half_away(a.f(0)); };
    // A quotient that is whole, or is nearly so, may be rounded to either side.
    for (const bool is_floored : {false, true}) {
        list[is_floored ? "FMod" : "FRem"] = [is_floored](const Asked& a) {
            const double quotient = a.f(0) / a.f(1);
            if (!std::isfinite(quotient) || std::fabs(quotient - std::nearbyint(quotient)) < 0.01) {
                return undefined();
            }
            const double cut = is_floored ? std::floor(quotient) : std::trunc(quotient);
            return real(a.f(0) - a.f(1) * cut, 64);
        };
    }
    list["Pow"] = [](const Asked& a) {
        return a.f(0) > 0 ? real(std::pow(a.f(0), a.f(1)), 256) : undefined();
    };
    list["SmoothStep"] = [](const Asked& a) {
        if (a.f(0) >= a.f(1)) {
            return undefined();
        }
        const double t = std::min(1.0, std::max(0.0, (a.f(2) - a.f(0)) / (a.f(1) - a.f(0))));
        return real(t * t * (3 - 2 * t), 16);
    };
    list["Refract"] = [](const Asked& a) {
        const double cosine = dot(a.operands[1], a.operands[0]);
        const double eta = a.f(2);
        const double k = 1 - eta * eta * (1 - cosine * cosine);
        // The difference may be off by the rounding of its larger operand.
        const double largest = std::fabs(eta * a.f(0)) + std::fabs(eta * cosine * a.f(1)) + 1;
        return std::fabs(k) < 0.1 || std::fabs(k) > 1000 ? undefined()
               : k < 0                                   ? real(0)
                       : real(eta * a.f(0) - (eta * cosine + std::sqrt(k)) * a.f(1),
                              64 * largest * largest);
    };
    list["ModfStruct"] = [](const Asked& a) {
        double integer = 0;
        const double fraction = std::modf(a.f(0), &integer);
        return real(a.part == 0 ? fraction : integer);
    };
    list["FrexpStruct"] = [](const Asked& a) {
        int exponent = 0;
        const double significand = std::frexp(a.f(0), &exponent);
        return a.part == 0 ? real(significand) : signed_bits(exponent);
    };
    // Past the largest exponents a zero and an infinity may come, too.
    list["Ldexp"] = [](const Asked& a) {
        const std::int64_t limit = a.width == 16 ? 14 : a.width == 32 ? 126 : 1022;
        const std::int64_t exponent = std::max(-3000L, std::min(3000L, long{a.s(1)}));
        const double value = std::ldexp(a.f(0), static_cast<int>(exponent));
        return exponent > limit + 2                                           ? undefined()
               : std::fabs(value) < std::ldexp(1.0, static_cast<int>(-limit)) ? real(0)
                                                                              : real(value);
    };
    list["QuantizeToF16"] = [](const Asked& a) {
        return std::fabs(a.f(0)) >= 65504 ? undefined()
                                          : real(Component{float_bits(a.f(0), 16), {'f', 16}}.f());
    };
}

} // namespace operations
