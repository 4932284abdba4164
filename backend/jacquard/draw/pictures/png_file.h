#pragma once

#include <jacquard/draw/pictures/picture.h>

#include <optional>
#include <string>
#include <string_view>

namespace jacquard::driver::draw {

// Returns true if this build reads and writes PNG. Without, both functions fail and say what to
// install.
[[nodiscard]] bool has_png();

// The picture in the bytes of a PNG file, of any kind that PNG has. Nothing, which `fault`
// explains, when they are none, or one of more than `most_pixels` or kMostSide.
[[nodiscard]] std::optional<Picture> read_png(std::string_view bytes, std::uint64_t most_pixels,
                                              std::string& fault);

// The bytes of a PNG file, without the alpha channel unless it is wanted.
[[nodiscard]] std::optional<std::string> write_png(const Picture& picture, bool with_alpha,
                                                   std::string& fault);

} // namespace jacquard::driver::draw
