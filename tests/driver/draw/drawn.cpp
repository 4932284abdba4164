#include "drawn.h"

#include "catch.h"

#include <algorithm>
#include <cstdlib>

namespace jacquard::testing {

using namespace driver::draw;

std::unique_ptr<Stage> stage_of(std::string_view tgsi, bool is_machine) {
    StageOptions options;
    options.is_machine = is_machine;
    options.precise = true;
    Diagnostics diagnostics("test.tgsi", tgsi);
    std::unique_ptr<Stage> stage = Stage::load(tgsi, StageForm::tgsi, options, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(stage != nullptr);
    return stage;
}

Picture drawn(const Stage& fragment, std::uint32_t width, std::uint32_t height,
              const QuadSource* source, DrawOptions options,
              std::span<const BoundTexture> textures) {
    std::string fault;
    REQUIRE(choose_outputs(fragment, {}, options, fault));
    PictureSampler sampler(textures, fragment.resources(), fragment.textures());
    const CornerSource whole(fragment, width, height);
    Picture picture(width, height);
    Drawer drawer(fragment, sampler, options);
    const bool is_drawn = drawer.draw(source != nullptr ? *source : whole, picture, fault);
    INFO(fault);
    REQUIRE(is_drawn);
    return picture;
}

std::string letters(const Picture& picture) {
    static constexpr std::string_view kLetters = " .:*#";
    std::string text;
    for (std::uint32_t y = 0; y < picture.height; ++y) {
        for (std::uint32_t x = 0; x < picture.width; ++x) {
            text += kLetters[std::size_t{picture.pixel(x, y)[0]} * kLetters.size() / 256];
        }
        text += '\n';
    }
    return text;
}

int difference(const Picture& a, const Picture& b) {
    REQUIRE(a.rgba.size() == b.rgba.size());
    int most = 0;
    for (std::size_t i = 0; i < a.rgba.size(); ++i) {
        most = std::max(most, std::abs(int{a.rgba[i]} - int{b.rgba[i]}));
    }
    return most;
}

} // namespace jacquard::testing
