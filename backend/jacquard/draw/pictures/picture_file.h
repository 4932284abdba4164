#pragma once

#include <jacquard/draw/pictures/picture.h>

#include <optional>
#include <string>
#include <string_view>

// Picture files of all forms.
namespace jacquard::driver::draw {

// Returns true if this build writes pictures of such a name: PAM where it ends in .pam, else PNG.
// Otherwise `fault` says what to do.
[[nodiscard]] bool can_write_picture(std::string_view name, std::string& fault);

// The picture in the bytes of a file, whose beginning tells the form. Nothing, which `fault`
// explains, when they are none, or one of more than `most_pixels` or kMostSide.
[[nodiscard]] std::optional<Picture> read_picture(std::string_view bytes, std::uint64_t most_pixels,
                                                  std::string& fault);

// The bytes of a file of that name, without the alpha channel unless it is wanted.
[[nodiscard]] std::optional<std::string>
write_picture(std::string_view name, const Picture& picture, bool with_alpha, std::string& fault);

} // namespace jacquard::driver::draw
