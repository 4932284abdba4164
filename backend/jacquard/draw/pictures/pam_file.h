#pragma once

#include <jacquard/draw/pictures/picture.h>

#include <optional>
#include <string>
#include <string_view>

// PAM, the form of Netpbm's pictures whose pixels are bytes as they are: what programs exchange
// where nothing packs PNG.
namespace jacquard::driver::draw {

// Returns true if the bytes begin as those of a PAM file.
[[nodiscard]] bool is_pam(std::string_view bytes);

// The picture in the bytes of a PAM file with three or four channels of 8 bits. Nothing, which
// `fault` explains, when they are none, or one of more than `most_pixels` or kMostSide.
[[nodiscard]] std::optional<Picture> read_pam(std::string_view bytes, std::uint64_t most_pixels,
                                              std::string& fault);

// The bytes of a PAM file, without the alpha channel unless it is wanted.
[[nodiscard]] std::string write_pam(const Picture& picture, bool with_alpha);

} // namespace jacquard::driver::draw
