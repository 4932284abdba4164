#include <jacquard/draw/pictures/pam_file.h>
#include <jacquard/draw/pictures/picture_file.h>
#include <jacquard/draw/pictures/png_file.h>

namespace jacquard::driver::draw {

namespace {

bool is_name_of_pam(std::string_view name) {
    return name.ends_with(".pam");
}

} // namespace

bool can_write_picture(std::string_view name, std::string& fault) {
    if (is_name_of_pam(name) || has_png()) {
        return true;
    }
    static_cast<void>(write_png({}, false, fault));
    return false;
}

std::optional<Picture> read_picture(std::string_view bytes, std::uint64_t most_pixels,
                                    std::string& fault) {
    return is_pam(bytes) ? read_pam(bytes, most_pixels, fault)
                         : read_png(bytes, most_pixels, fault);
}

std::optional<std::string> write_picture(std::string_view name, const Picture& picture,
                                         bool with_alpha, std::string& fault) {
    return is_name_of_pam(name) ? write_pam(picture, with_alpha)
                                : write_png(picture, with_alpha, fault);
}

} // namespace jacquard::driver::draw
