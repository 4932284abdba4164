#include <jacquard/draw/pictures/png_file.h>

#ifdef JACQUARD_HAS_PNG
#include <png.h>
#endif

namespace jacquard::driver::draw {

#ifdef JACQUARD_HAS_PNG

namespace {

// libpng's simplified interface: no function of it jumps, so nothing of C++ is ever left behind.
class Image {
  public:
    Image() { image_.version = PNG_IMAGE_VERSION; }
    ~Image() { png_image_free(&image_); }
    Image(const Image&) = delete;
    Image& operator=(const Image&) = delete;

    png_image* get() { return &image_; }
    png_image* operator->() { return &image_; }

    // Returns true if libpng went on, perhaps with a warning.
    [[nodiscard]] bool is_good() const { return !PNG_IMAGE_FAILED(image_); }
    [[nodiscard]] std::string message() const {
        return image_.message[0] != '\0' ? std::string(image_.message) : "libpng does not say why";
    }

  private:
    png_image image_{};
};

std::string dimensions(const png_image& image) {
    return std::to_string(image.width) + " x " + std::to_string(image.height);
}

} // namespace

bool has_png() {
    return true;
}

std::optional<Picture> read_png(std::string_view bytes, std::uint64_t most_pixels,
                                std::string& fault) {
    if (!bytes.starts_with("\x89PNG\r\n\x1a\n")) {
        fault = "it is not a PNG file";
        return std::nullopt;
    }
    Image image;
    if (png_image_begin_read_from_memory(image.get(), bytes.data(), bytes.size()) == 0) {
        fault = "it is not a complete PNG file: " + image.message();
        return std::nullopt;
    }
    if (image->width > kMostSide || image->height > kMostSide ||
        std::uint64_t{image->width} * image->height > most_pixels) {
        fault = "it has " + dimensions(*image.get()) + " pixels, and no more than " +
                std::to_string(kMostSide) + " a side and " + std::to_string(most_pixels) +
                " in all are read";
        return std::nullopt;
    }
    image->format = PNG_FORMAT_RGBA;
    Picture picture(image->width, image->height);
    if (png_image_finish_read(image.get(), nullptr, picture.rgba.data(), 0, nullptr) == 0 ||
        !image.is_good()) {
        fault = "it is not a complete PNG file: " + image.message();
        return std::nullopt;
    }
    return picture;
}

std::optional<std::string> write_png(const Picture& picture, bool with_alpha, std::string& fault) {
    Image image;
    image->width = picture.width;
    image->height = picture.height;
    image->format = with_alpha ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB;
    std::string opaque;
    const void* pixels = picture.rgba.data();
    if (!with_alpha) {
        opaque.reserve(picture.rgba.size() / 4 * 3);
        for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
            opaque.append(reinterpret_cast<const char*>(&picture.rgba[i]), 3);
        }
        pixels = opaque.data();
    }
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(*image.get());
    std::string bytes(size, '\0');
    if (png_image_write_to_memory(image.get(), bytes.data(), &size, 0, pixels, 0, nullptr) == 0) {
        fault = image.message();
        return std::nullopt;
    }
    bytes.resize(size);
    return bytes;
}

#else

namespace {

constexpr const char* kNoPng = "this tool was built without PNG; install libpng (Debian: "
                               "libpng-dev) and build it again";

} // namespace

bool has_png() {
    return false;
}

std::optional<Picture> read_png(std::string_view /*bytes*/, std::uint64_t /*most_pixels*/,
                                std::string& fault) {
    fault = kNoPng;
    return std::nullopt;
}

std::optional<std::string> write_png(const Picture& /*picture*/, bool /*with_alpha*/,
                                     std::string& fault) {
    fault = kNoPng;
    return std::nullopt;
}

#endif

} // namespace jacquard::driver::draw
