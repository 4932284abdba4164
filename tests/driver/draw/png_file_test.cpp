#include <jacquard/draw/pictures/png_file.h>

#include "catch.h"

#include <random>

using namespace jacquard::driver::draw;

namespace {

Picture gradient() {
    Picture picture(5, 3);
    for (std::size_t i = 0; i < picture.rgba.size(); ++i) {
        picture.rgba[i] = static_cast<std::uint8_t>(i * 4 + (i % 4 == 3 ? 1 : 0));
    }
    return picture;
}

bool reads_png() {
    if (!has_png()) {
        WARN("skipped: this build has no PNG (Debian: libpng-dev)");
    }
    return has_png();
}

} // namespace

TEST_CASE("a build without PNG says what to install") {
    std::string fault;
    if (!has_png()) {
        CHECK(!read_png("", kMostPixels, fault));
        CHECK(fault.find("libpng-dev") != std::string::npos);
    }
    CHECK(has_png() == (std::string_view(JACQUARD_PNG_IS_THERE) == "yes"));
}

TEST_CASE("a picture that is written reads back to the same, with alpha where it is wanted") {
    if (!reads_png()) {
        return;
    }
    const Picture picture = gradient();
    std::string fault;
    const auto bytes = write_png(picture, true, fault);
    REQUIRE(bytes);
    const auto again = read_png(*bytes, kMostPixels, fault);
    REQUIRE(again);
    CHECK(again->width == 5);
    CHECK(again->height == 3);
    CHECK(again->rgba == picture.rgba);

    const auto opaque = write_png(picture, false, fault);
    REQUIRE(opaque);
    const auto read = read_png(*opaque, kMostPixels, fault);
    REQUIRE(read);
    for (std::size_t i = 0; i < picture.rgba.size(); ++i) {
        CHECK(read->rgba[i] == (i % 4 == 3 ? 255 : picture.rgba[i]));
    }
}

TEST_CASE("what is no PNG, no whole one or too large a one is refused with the reason") {
    if (!reads_png()) {
        return;
    }
    std::string fault;
    CHECK(!read_png("GIF89a", kMostPixels, fault));
    CHECK(fault == "it is not a PNG file");
    CHECK(!read_png("", kMostPixels, fault));
    const std::string bytes = write_png(gradient(), true, fault).value();
    CHECK(!read_png(bytes, 14, fault));
    CHECK(fault == "it has 5 x 3 pixels, and no more than 16384 a side and 14 in all are read");
    for (std::size_t size = 8; size < bytes.size() - 12; ++size) {
        fault.clear();
        CHECK(!read_png(bytes.substr(0, size), kMostPixels, fault));
        CHECK(fault.starts_with("it is not a complete PNG file: "));
    }
}

TEST_CASE("a header that promises many pixels takes no memory for them") {
    if (!reads_png()) {
        return;
    }
    std::string fault;
    std::string bytes = write_png(gradient(), true, fault).value();
    // The width of the header, whose check sum no longer fits.
    bytes[16] = '\x7f';
    CHECK(!read_png(bytes, kMostPixels, fault));
    CHECK(!fault.empty());
}

TEST_CASE("changed bytes of a PNG give a picture or a reason, and nothing worse") {
    if (!reads_png()) {
        return;
    }
    std::string fault;
    const std::string good = write_png(gradient(), true, fault).value();
    std::mt19937 random(1);
    unsigned refused = 0;
    for (unsigned i = 0; i < 20000; ++i) {
        std::string bytes = good;
        for (unsigned changes = 1 + random() % 4; changes != 0; --changes) {
            switch (random() % 4) {
            case 0: bytes.resize(random() % (bytes.size() + 1)); break;
            case 1:
                bytes.insert(random() % (bytes.size() + 1), bytes.substr(bytes.size() / 2));
                break;
            default:
                if (!bytes.empty()) {
                    bytes[random() % bytes.size()] = static_cast<char>(random());
                }
                break;
            }
        }
        fault.clear();
        const auto picture = read_png(bytes, 4096, fault);
        refused += picture ? 0 : 1;
        const bool is_told =
            picture ? picture->rgba.size() == std::size_t{4} * picture->width * picture->height
                    : !fault.empty();
        if (!is_told) {
            FAIL("change " << i << " gives neither a picture nor a reason");
        }
    }
    CHECK(refused > 10000);
}
