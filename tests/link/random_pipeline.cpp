#include "random_pipeline.h"

#include <array>
#include <sstream>
#include <vector>

namespace jacquard::testing {

namespace {

constexpr std::array<std::string_view, 4> kFloats = {"float", "vec2", "vec3", "vec4"};
constexpr std::array<std::string_view, 4> kInts = {"int", "ivec2", "ivec3", "ivec4"};

// A varying: some components of a slot.
struct Varying {
    unsigned location = 0;
    unsigned component = 0;
    unsigned count = 1;
    bool is_int = false;
    std::string_view interpolation; // of the shader that reads
    bool is_written = true;
    bool is_read = true;

    [[nodiscard]] std::string_view type() const { return (is_int ? kInts : kFloats)[count - 1]; }
    [[nodiscard]] std::string name() const {
        return "v" + std::to_string(location) + '_' + std::to_string(component);
    }
    [[nodiscard]] std::string layout() const {
        return "layout(location = " + std::to_string(location) +
               ", component = " + std::to_string(component) + ") ";
    }
    [[nodiscard]] std::string part(unsigned i) const {
        return count == 1 ? name() : name() + '.' + "xyzw"[i];
    }
};

class Maker {
  public:
    explicit Maker(Random& random) : random_(random) {}

    std::string make() {
        choose_varyings();
        std::ostringstream script;
        script << "#!amber\nSHADER vertex place GLSL\n"
               << vertex() << "END\nSHADER fragment colour GLSL\n"
               << fragment() << "END\n"
               << kRest;
        return script.str();
    }

  private:
    [[nodiscard]] unsigned below(unsigned count) {
        return static_cast<unsigned>(random_.below(count));
    }
    [[nodiscard]] bool one_in(unsigned count) { return below(count) == 0; }

    void choose_varyings() {
        constexpr std::array<std::string_view, 6> kInterpolations = {
            "", "", "smooth ", "flat ", "noperspective ", "centroid "};
        const unsigned slots = 1 + below(6);
        for (unsigned location = 0; location < slots; ++location) {
            const bool is_int = one_in(4);
            const std::string_view interpolation =
                is_int ? "flat " : kInterpolations[below(kInterpolations.size())];
            for (unsigned component = 0; component < 4;) {
                Varying varying{location, component, 1 + below(4 - component), is_int,
                                interpolation};
                varying.is_written = !one_in(12);
                varying.is_read = !one_in(5);
                varyings_.push_back(varying);
                component += varying.count;
                component += one_in(3) ? 4 : 0;
            }
        }
    }

    // A number of a few values, so that the same is handed on twice.
    std::string number(bool is_int) {
        constexpr std::array<std::string_view, 5> kNumbers = {"0.0", "1.0", "-0.5", "3.25", "0.1"};
        return is_int ? std::to_string(below(4)) : std::string(kNumbers[below(5)]);
    }
    std::string uniform() {
        constexpr std::array<std::string_view, 5> kUniforms = {"both.a", "both.b", "alone.c",
                                                               "both.m[1]", "alone.d"};
        return std::string(kUniforms[below(kUniforms.size())]) + '.' + "xyzw"[below(4)];
    }
    std::string attribute() {
        return std::string(one_in(2) ? "first" : "second") + '.' + "xyzw"[below(4)];
    }

    std::string expression(unsigned depth) {
        if (depth == 0 || one_in(3)) {
            switch (below(3)) {
            case 0: return number(false);
            case 1: return uniform();
            default: return attribute();
            }
        }
        const std::string a = expression(depth - 1);
        const std::string b = expression(depth - 1);
        switch (below(4)) {
        case 0: return '(' + a + " + " + b + ')';
        case 1: return '(' + a + " * " + b + ')';
        case 2: return "max(" + a + ", " + b + ')';
        default: return '(' + a + " - " + b + ')';
        }
    }

    std::string written() {
        switch (below(5)) {
        case 0: return number(false);
        case 1: return one_in(2) ? uniform() : '(' + uniform() + " * " + uniform() + ')';
        case 2:
            if (!earlier_.empty()) {
                return earlier_[below(static_cast<unsigned>(earlier_.size()))];
            }
            [[fallthrough]];
        default: return earlier_.emplace_back(expression(2));
        }
    }

    std::string vertex() {
        std::ostringstream text;
        text << "#version 450\nlayout(location = 0) in vec4 at;\nlayout(location = 1) in vec4 "
                "first;\n"
                "layout(location = 2) in vec4 second;\n"
             << kBoth << "layout(set = 0, binding = 1) uniform Alone { vec4 c; vec4 d; } alone;\n";
        for (const Varying& varying : varyings_) {
            if (varying.is_written) {
                text << varying.layout() << (varying.is_int ? "flat " : "") << "out "
                     << varying.type() << ' ' << varying.name() << ";\n";
            }
        }
        text << "void main() {\n  gl_Position = at;\n";
        for (const Varying& varying : varyings_) {
            for (unsigned i = 0; varying.is_written && i < varying.count; ++i) {
                text << "  " << varying.part(i) << " = "
                     << (varying.is_int ? one_in(2) ? number(true) : "int(" + written() + " * 8.0)"
                                        : written())
                     << ";\n";
            }
        }
        if (one_in(4)) { // a component that has two values
            for (const Varying& varying : varyings_) {
                if (varying.is_written && !varying.is_int) {
                    text << "  if (first.x > 0.25) " << varying.part(0) << " = " << number(false)
                         << ";\n";
                    break;
                }
            }
        }
        text << "}\n";
        return text.str();
    }

    std::string fragment() {
        std::ostringstream text;
        text << "#version 450\n" << kBoth;
        for (const Varying& varying : varyings_) {
            if (varying.is_read && varying.is_written) {
                text << varying.layout() << varying.interpolation << "in " << varying.type() << ' '
                     << varying.name() << ";\n";
            }
        }
        text << "layout(location = 0) out vec4 colour;\nvoid main() {\n  vec4 sum = both.a;\n";
        unsigned weight = 1;
        for (const Varying& varying : varyings_) {
            for (unsigned i = 0; varying.is_read && varying.is_written && i < varying.count; ++i) {
                if (one_in(8)) {
                    continue; // a component that nobody reads
                }
                const bool is_moved =
                    !varying.is_int && varying.interpolation != "flat " && one_in(6);
                const std::string value =
                    is_moved ? "interpolateAtOffset(" + varying.part(i) + ", vec2(0.25, -0.125))"
                             : "float(" + varying.part(i) + ")";
                text << "  sum."
                     << "xyzw"[below(4)] << " += " << value << " * " << weight++ << ".0;\n";
            }
        }
        text << "  colour = sum;\n}\n";
        return text.str();
    }

    static constexpr std::string_view kBoth =
        "layout(set = 0, binding = 0) uniform Both { vec4 a; vec4 b; vec4 m[2]; } both;\n";
    static constexpr std::string_view kRest = R"(BUFFER picture FORMAT R32G32B32A32_SFLOAT
BUFFER places DATA_TYPE vec4<float> DATA
-1 -1 0 1  2 -2 0 2  -3 3 0 3
2 -2 0 2  1 1 0 1  -3 3 0 3
END
BUFFER ones DATA_TYPE vec4<float> DATA
0.5 1 -1 2  0.25 0.125 3 -2  1 0 0 1
0.25 0.125 3 -2  -0.5 2 2 2  1 0 0 1
END
BUFFER twos DATA_TYPE vec4<float> DATA
1 2 3 4  -1 -2 -3 -4  0.5 0.5 0.25 0.75
-1 -2 -3 -4  8 0 1 0.0625  0.5 0.5 0.25 0.75
END
BUFFER both DATA_TYPE vec4<float> DATA
0.5 1.5 -2.5 0.25  1 0 -1 3  0 0 0 0  0.75 2 -0.125 1
END
BUFFER alone DATA_TYPE vec4<float> DATA
-1 0.5 4 0.125  2 2 -3 1
END
PIPELINE graphics draw
  ATTACH place
  ATTACH colour
  FRAMEBUFFER_SIZE 6 6
  BIND BUFFER picture AS color LOCATION 0
  BIND BUFFER both AS uniform DESCRIPTOR_SET 0 BINDING 0
  BIND BUFFER alone AS uniform DESCRIPTOR_SET 0 BINDING 1
  VERTEX_DATA places LOCATION 0
  VERTEX_DATA ones LOCATION 1
  VERTEX_DATA twos LOCATION 2
END
RUN draw DRAW_ARRAY AS TRIANGLE_LIST START_IDX 0 COUNT 6
)";

    Random& random_;
    std::vector<Varying> varyings_;
    std::vector<std::string> earlier_; // expressions that may be written again
};

} // namespace

std::string random_pipeline(Random& random) {
    return Maker(random).make();
}

} // namespace jacquard::testing
