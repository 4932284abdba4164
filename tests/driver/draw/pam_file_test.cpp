#include <jacquard/draw/pictures/pam_file.h>
#include <jacquard/draw/pictures/picture_file.h>

#include "catch.h"
#include "driver/tool_runner.h"

#include <numeric>
#include <random>

using namespace jacquard::driver;
using namespace jacquard::driver::draw;

namespace {

Picture gradient() {
    Picture picture(5, 3);
    std::iota(picture.rgba.begin(), picture.rgba.end(), std::uint8_t{100});
    return picture;
}

std::string fault_of(std::string_view bytes, std::uint64_t most_pixels = kMostPixels) {
    std::string fault;
    CHECK(!read_pam(bytes, most_pixels, fault));
    return fault;
}

// A file of one pixel whose header has another line in front of the last one.
std::string with_line(std::string_view line) {
    return "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 3\nMAXVAL 255\n" + std::string(line) + "\nENDHDR\nabc";
}

} // namespace

TEST_CASE("a PAM file has the pixels as they are behind a few lines") {
    Picture picture(1, 2);
    picture.rgba = {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'};
    CHECK(write_pam(picture, true) == "P7\nWIDTH 1\nHEIGHT 2\nDEPTH 4\nMAXVAL 255\n"
                                      "TUPLTYPE RGB_ALPHA\nENDHDR\nabcdefgh");
    CHECK(write_pam(picture, false) == "P7\nWIDTH 1\nHEIGHT 2\nDEPTH 3\nMAXVAL 255\n"
                                       "TUPLTYPE RGB\nENDHDR\nabcefg");
}

TEST_CASE("a PAM file that is written reads back to the same, with alpha where it is wanted") {
    const Picture picture = gradient();
    std::string fault;
    const auto again = read_picture(write_pam(picture, true), kMostPixels, fault);
    REQUIRE(again);
    CHECK(again->width == 5);
    CHECK(again->height == 3);
    CHECK(again->rgba == picture.rgba);
    const auto opaque = read_picture(write_pam(picture, false), kMostPixels, fault);
    REQUIRE(opaque);
    for (std::size_t i = 0; i < picture.rgba.size(); ++i) {
        CHECK(opaque->rgba[i] == (i % 4 == 3 ? 255 : picture.rgba[i]));
    }
}

TEST_CASE(
    "what is no PAM file, no whole one, of another kind or too large is refused with the reason") {
    CHECK(fault_of("P6\n") == "it is not a PAM file");
    CHECK(fault_of("P7\nWIDTH 1\n") == "it is not a complete PAM file: there is no line ENDHDR");
    CHECK(fault_of(with_line("WIDTH many")) == "its line 'WIDTH many' has no number");
    CHECK(fault_of(with_line("DEPTH 1")) ==
          "it has 1 channels of values up to 255, and three or four of values up to 255 are read");
    CHECK(
        fault_of(with_line("MAXVAL 65535")).starts_with("it has 3 channels of values up to 65535"));
    CHECK(fault_of(with_line("WIDTH 4000000000"))
              .starts_with("it has 4000000000 x 1 pixels, and no"));
    CHECK(fault_of(with_line("WIDTH 2")) ==
          "it is not a complete PAM file: of 2 x 1 pixels there are 1");
    CHECK(fault_of(write_pam(gradient(), true), 14) ==
          "it has 5 x 3 pixels, and no more than 16384 a side and 14 in all are read");
    std::string fault;
    CHECK(read_pam(with_line("# a comment"), kMostPixels, fault));
}

TEST_CASE("changed bytes of a PAM file give a picture or a reason, and nothing worse") {
    const std::string good = write_pam(gradient(), true);
    std::mt19937 random(1);
    for (unsigned i = 0; i < 5000; ++i) {
        std::string bytes = good;
        bytes[random() % bytes.size()] = static_cast<char>(random());
        bytes.resize(bytes.size() - random() % 2 * (random() % bytes.size()));
        std::string fault;
        const auto picture = read_pam(bytes, 4096, fault);
        const bool is_told =
            picture ? picture->rgba.size() == std::size_t{4} * picture->width * picture->height
                    : !fault.empty();
        if (!is_told) {
            FAIL("change " << i << " gives neither a picture nor a reason");
        }
    }
}

TEST_CASE("draw writes and reads PAM with and without libpng") {
    const TemporaryFolder folder("draw_pam");
    folder.write("plain.tgsi", "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                               "  0: MOV OUT[0], IN[0]\n  1: END\n");
    const Answer answer = run_tool({"draw", folder / "plain.tgsi", "-o", folder / "out.pam",
                                    "--size", "2x1", "--varying", "0=0:1:0:1"});
    CHECK(answer.err == "");
    std::string fault;
    const auto picture = read_pam(file_content(folder / "out.pam"), kMostPixels, fault);
    REQUIRE(picture);
    CHECK(int{picture->pixel(0, 0)[0]} == 64);
    CHECK(int{picture->pixel(1, 0)[0]} == 191);

    folder.write("lookup.tgsi", "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                                "DCL SAMP[0]\n  0: TEX OUT[0], IN[0], SAMP[0], 2D\n  1: END\n");
    const std::string texture = "0=" + (folder / "out.pam") + ",filter=nearest";
    const Answer again = run_tool({"draw", folder / "lookup.tgsi", "-o", folder / "again.pam",
                                   "--size", "2x1", "--texture", texture});
    CHECK(again.err == "");
    CHECK(file_content(folder / "again.pam") == file_content(folder / "out.pam"));
}
