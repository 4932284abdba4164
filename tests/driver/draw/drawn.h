#pragma once

#include <jacquard/draw/drawer.h>
#include <jacquard/draw/scene/corner_source.h>
#include <jacquard/draw/scene/triangle_source.h>

#include <memory>
#include <string>
#include <string_view>

namespace jacquard::testing {

// A stage of TGSI text, ready for the emulator or the interpreter; the test fails where it is none.
[[nodiscard]] std::unique_ptr<driver::draw::Stage> stage_of(std::string_view tgsi, bool is_machine);

// The picture that a fragment shader makes of a source, or of the whole picture where that is null.
[[nodiscard]] driver::draw::Picture
drawn(const driver::draw::Stage& fragment, std::uint32_t width, std::uint32_t height,
      const driver::draw::QuadSource* source = nullptr, driver::draw::DrawOptions options = {},
      std::span<const driver::draw::BoundTexture> textures = {});

// One letter a pixel by its first channel, from dark to bright: ` .:*#`.
[[nodiscard]] std::string letters(const driver::draw::Picture& picture);

// The most that two channels differ.
[[nodiscard]] int difference(const driver::draw::Picture& a, const driver::draw::Picture& b);

} // namespace jacquard::testing
