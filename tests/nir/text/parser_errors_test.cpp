#include <jacquard/nir/validate/validator.h>

#include "catch.h"
#include "nir/text.h"

#include <string>

using namespace jacquard;

namespace {

// Any text gives a well-formed shader or errors.
void survives(const std::string& text) {
    Diagnostics diagnostics("t", text);
    const auto shader = nir::parse(text, diagnostics);
    const bool good = shader != nullptr ? nir::validation_report(*shader, "parsed").empty()
                                        : diagnostics.has_errors();
    if (!good) {
        FAIL_CHECK(text);
    }
}

} // namespace

TEST_CASE("a misspelt instruction is reported where it stands, with the name that was meant") {
    CHECK(
        faults_in_main("    %0:32 = const 1.0\n    %1:32 = fadd %0, %0\n    %2:32 = faad %0, %0") ==
        R"(t:6:13: error[N103]: there is no instruction 'faad'
        %2:32 = faad %0, %0
                ^
t: note: did you mean 'fadd'?
)");
}

TEST_CASE("uses of a value whose line has a fault are no faults of their own") {
    const std::string text = faults_in_main("    %0:32 = const 1.0\n"
                                            "    %1:32 = faad %0, %0\n"
                                            "    %2:32 = fneg %1\n"
                                            "    %3:32 = fneg %9");
    CHECK(text.find("%1 is not defined") == std::string::npos);
    contains(text, "%9 is not defined");
}

TEST_CASE("several faults are found in one run") {
    const std::string text = faults_in_main("    %0:33 = const 1.0\n"
                                            "    %1:32 = const 1.0 2.0\n"
                                            "    %2:32 = fadd %1\n"
                                            "    %3:32 = fneg %9\n"
                                            "    %3:32 = fneg %1\n"
                                            "    store_output %1, %1 {write_mask=xq}\n"
                                            "    store_output %1, %1 {bse=1}");
    contains(text, "t:4:8: error[N102]: '33' is not a shape of values");
    contains(text, "t:5:23: error[N101]: expected the end of the line");
    contains(text, "t:7:5: error[N101]: expected ',' and another operand, found '%3'");
    contains(text, "t:7:18: error[N107]: %9 is not defined");
    contains(text, "t:8:5: error[N104]: %3 is defined twice");
    contains(text, "t:9:37: error[N101]: expected a mask of components");
    contains(text, "t:10:26: error[N103]: store_output has no index 'bse'");
    contains(text, "did you mean 'base'?");
}

TEST_CASE("what the grammar cannot say is reported at the instruction") {
    contains(faults_in_main("    %0:32x2 = const 1.0, 2.0\n    %1:32 = fadd %0.x, %0.z"),
             "t:5:5: error[N201]: source 1 reads component 2 of 2");
    contains(faults_in_main("    %0:32 = fneg %1\n    %1:32 = const 1.0"),
             "t:4:5: error[N201]: %1 is not defined on every way to here");
    contains(faults_in_main("    %0:16 = const 1.0\n    %1:32 = fneg %0"),
             "the result has 32 bits, not 16");
    contains(faults_in_main("    break"), "there is no loop around this jump");
    contains(faults_in_main("    %0:32 = const 0\n    %1:32x4 = texture tex 2d coord %0 "
                            "{dest_type=float32, texture=0, sampler=0}"),
             "the coordinate has 1 components, but the shape needs 2");
}

TEST_CASE("control flow must have its blocks, and what is said of it must be true") {
    contains(faults("shader vertex\nfunction \"main\" entry {\n}\n"),
             "t:3:1: error[N106]: control flow must end with a block");
    contains(faults_in_main("b1:\n"), "two blocks need an if or a loop between them");
    contains(faults_in_main("    %0:1 = const true\nif %0 {\nb1:\n} else {\nb2:\n}\n"),
             "control flow must end with a block");
    contains(
        faults_in_main("    %0:1 = const true\nif %0 {\nb1 from b0:\n} else {\nb2 from b1:\n}\n"
                       "b3:\n"),
        "t:8:1: error[N108]: control reaches this block from b0");
    contains(faults_in_main("    %0:1 = const true\nif %0 {\nb1:\n}\nb2:\n"), "expected 'else'");
}

TEST_CASE("constants must fit their width") {
    contains(faults_in_main("    %0:8 = const 256"), "expected a constant up to 255, found '256'");
    contains(faults_in_main("    %0:8 = const -129"), "does not fit its width");
    contains(faults_in_main("    %0:1 = const 2"), "expected a constant up to 1");
    contains(faults_in_main("    %0:32 = const 1.0.0"), "'1.0.0' is not a number of that width");
    contains(faults_in_main("    %0:32x2 = const 1.0"), "and another component");
}

TEST_CASE("the header is checked word by word") {
    contains(faults("shader fragmnet\n"), "did you mean 'fragment'?");
    contains(faults("vertex\n"), "expected 'shader' and its stage");
    contains(faults("shader vertex\ninput genreic 0\noutput color 0 mask yx\nfloat_controls "
                    "flush\nfunction main {\n"),
             "did you mean 'generic'?");
    contains(faults("shader vertex\nfunction \"f\" entry {\nb0:\n    call \"g\"\n}\n"),
             "there is no function \"g\"");
    contains(faults("shader vertex\nfunction \"f\" {\nb0:\n}\nfunction \"f\" {\nb0:\n}\n"),
             "there is another function \"f\"");
}

TEST_CASE("hostile texts end in errors") {
    contains(faults(""), "expected 'shader'");
    contains(faults(std::string("shader vertex\n\0\xff\n", 17)), "error[N101]");
    contains(faults_in_main("    %99999999999:32 = const 1"), "the number of a value is too large");
    contains(faults_in_main("    %0:32 = const 1\n    %1:32 = fneg %99999999999"), "too large");
    std::string deep = "shader vertex\nfunction \"main\" entry {\n";
    for (int i = 0; i < 100000; ++i) {
        deep += "b" + std::to_string(i) + ":\nloop {\n";
    }
    contains(faults(deep), "error[L103]: control flow is nested more than 256 deep");
    std::string many = "shader vertex\nfunction \"main\" entry {\nb0:\n";
    for (int i = 0; i < 1000; ++i) {
        many += "    nonsense\n";
    }
    faults(many);
    // Every beginning of a good text is a bad text, and none may be more than that.
    const std::string good = R"(shader fragment
input generic 0 smooth mask xyzw
function "main" entry {
    b0:
        %0:32 = const 0
        %1:32x2 = load_barycentric_pixel {interp_mode=smooth}
        %2:32x4 = load_interpolated_input %1, %0 {base=1, io_semantics=generic 3 1}
        %3:1 = const true
    if %3 {
        b1 from b0:
            %4:32x4 = texture tex 2d coord %1 {dest_type=float32, texture=1, sampler=2}
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %5:32x4 = phi b1: %4, b2: %2
        store_output %5, %0 {write_mask=xyzw}
}
)";
    for (std::size_t length = 0; length < good.size(); ++length) {
        survives(good.substr(0, length));
    }
    for (std::size_t at = 0; at < good.size(); ++at) {
        for (const char replacement : {'%', '{', '0', '\n', 'x'}) {
            std::string changed = good;
            changed[at] = replacement;
            survives(changed);
        }
    }
}
