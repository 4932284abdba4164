#include "pressure_shader.h"

#include <array>
#include <string_view>

namespace jacquard::fuzz {

namespace {

constexpr unsigned kConstants = 4;
constexpr unsigned kInputs = 3;
constexpr unsigned kMostDepth = 3;

class PressureShader {
  public:
    explicit PressureShader(nir::Choices& choices)
        : choices_(choices), num_live_(25 + choices.below(226)),
          // Most arrays fit into the registers, some are too long for them.
          array_length_(choices.one_in(2) ? 1U << (2 + choices.below(7)) : 0U) {}

    std::string make() {
        const bool is_fragment = choices_.below(2) == 0;
        declare(is_fragment);
        for (unsigned i = 0; i < num_live_; ++i) {
            fill(i);
        }
        statements(2 + choices_.below(12), 0);
        gather();
        return text_ + "END\n";
    }

  private:
    // These registers are after the values: counters of loops, temporaries for conditions and
    // indices, the sum.
    [[nodiscard]] unsigned counter(unsigned depth) const { return num_live_ + depth; }
    [[nodiscard]] unsigned scratch() const { return num_live_ + kMostDepth; }
    [[nodiscard]] unsigned sum() const { return num_live_ + kMostDepth + 1; }

    void line(const std::string& text) { text_ += text + '\n'; }
    static std::string temp(unsigned number) { return "TEMP[" + std::to_string(number) + ']'; }
    std::string live() { return temp(choices_.below(num_live_)); }

    void declare(bool is_fragment) {
        line(is_fragment ? "FRAG" : "VERT");
        for (unsigned i = 0; i < kInputs; ++i) {
            const std::string name = "DCL IN[" + std::to_string(i) + ']';
            line(is_fragment ? name + ", GENERIC[" + std::to_string(i) + "], PERSPECTIVE" : name);
        }
        line(is_fragment ? "DCL OUT[0], COLOR" : "DCL OUT[0], POSITION");
        line("DCL CONST[0.." + std::to_string(kConstants - 1) + ']');
        line("DCL TEMP[0.." + std::to_string(sum()) + ']');
        if (array_length_ != 0) {
            line("DCL TEMP[" + std::to_string(sum() + 1) + ".." +
                 std::to_string(sum() + array_length_) + "], ARRAY(1)");
            line("DCL ADDR[0]");
        }
        line("IMM[0] UINT32 {0, 1, 7, " + std::to_string(array_length_ - (array_length_ != 0)) +
             '}');
        line("IMM[1] UINT32 {2654435769, 40503, 3, 12345}");
    }

    std::string swizzled(const std::string& name) {
        static constexpr std::array<std::string_view, 5> kSwizzles = {"", ".yzwx", ".wzyx", ".xxyy",
                                                                      ".zzzz"};
        return name + std::string(kSwizzles[choices_.below(kSwizzles.size())]);
    }

    std::string source() {
        switch (choices_.below(8)) {
        case 0: return swizzled("IN[" + std::to_string(choices_.below(kInputs)) + ']');
        case 1: return swizzled("CONST[" + std::to_string(choices_.below(kConstants)) + ']');
        case 2: return swizzled("IMM[1]");
        default: return swizzled(live());
        }
    }

    std::string operation() {
        static constexpr std::array<std::string_view, 8> kNames = {"UADD", "XOR",  "OR",   "UMUL",
                                                                   "UMIN", "IMAX", "USHR", "USNE"};
        return std::string(kNames[choices_.below(kNames.size())]);
    }

    // The first values, none of which can be computed again for little.
    void fill(unsigned number) {
        const std::string input = "IN[" + std::to_string(choices_.below(kInputs)) + ']';
        const std::string other = number == 0 ? "IMM[1]" : temp(choices_.below(number));
        switch (choices_.below(8)) {
        case 0: line("MOV " + temp(number) + ", IMM[1].yyyy"); break;
        case 1:
            line("MOV " + temp(number) + ", CONST[" + std::to_string(choices_.below(4)) + ']');
            break;
        default:
            line("UMAD " + temp(number) + ", " + swizzled(input) + ", IMM[1].xxxx, " +
                 swizzled(other));
        }
    }

    void statements(unsigned count, unsigned depth) {
        for (unsigned i = 0; i < count; ++i) {
            const unsigned kind = choices_.below(12);
            if (kind == 0 && depth < kMostDepth) {
                branch(depth);
            } else if (kind == 1 && depth < kMostDepth) {
                loop(depth);
            } else if (kind <= 3 && array_length_ != 0) {
                access();
            } else {
                const std::string to = live();
                static constexpr std::array<std::string_view, 4> kMasks = {"", ".x", ".yz", ".xw"};
                line(operation() + ' ' + to + std::string(kMasks[choices_.below(4)]) + ", " +
                     source() + ", " + source());
            }
        }
    }

    void branch(unsigned depth) {
        line("AND " + temp(scratch()) + ".x, " + swizzled(live()) + ", IMM[0].yyyy");
        line("UIF " + temp(scratch()) + ".xxxx");
        statements(1 + choices_.below(6), depth + 1);
        if (choices_.below(2) == 0) {
            line("ELSE");
            statements(1 + choices_.below(6), depth + 1);
        }
        line("ENDIF");
    }

    // Up to eight rounds, as many as the lane's values say.
    void loop(unsigned depth) {
        const std::string round = temp(counter(depth));
        line("AND " + round + ".x, " + swizzled(live()) + ", IMM[0].zzzz");
        line("BGNLOOP");
        line("USEQ " + temp(scratch()) + ".x, " + round + ".xxxx, IMM[0].xxxx");
        line("UIF " + temp(scratch()) + ".xxxx");
        line("BRK");
        line("ENDIF");
        line("UADD " + round + ".x, " + round + ".xxxx, -IMM[0].yyyy");
        statements(1 + choices_.below(8), depth + 1);
        line("ENDLOOP");
    }

    void access() {
        line("AND " + temp(scratch()) + ".y, " + swizzled(live()) + ", IMM[0].wwww");
        line("UARL ADDR[0].x, " + temp(scratch()) + ".yyyy");
        const std::string element = "TEMP[ADDR[0].x+" + std::to_string(sum() + 1) + "](1)";
        if (choices_.below(2) == 0) {
            line("MOV " + element + ", " + live());
        } else {
            line("UADD " + live() + ", " + element + ", " + source());
        }
    }

    // Reads every value, in another order than they were made in.
    void gather() {
        line("MOV " + temp(sum()) + ", IMM[1]");
        const unsigned kind = choices_.below(3);
        for (unsigned i = 0; i < num_live_; ++i) {
            const unsigned number = kind == 0   ? num_live_ - 1 - i
                                    : kind == 1 ? (i * 7919 + 13) % num_live_
                                                : i;
            line("UMAD " + temp(sum()) + ", " + temp(sum()) + ".yzwx, IMM[1].yyyy, " +
                 temp(number));
        }
        line("MOV OUT[0], " + temp(sum()));
    }

    nir::Choices& choices_;
    unsigned num_live_;
    unsigned array_length_;
    std::string text_;
};

} // namespace

std::string pressure_shader(nir::Choices& choices) {
    return PressureShader(choices).make();
}

} // namespace jacquard::fuzz
