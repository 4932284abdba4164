#include <jacquard/draw/pictures/picture.h>

namespace jacquard::driver::draw {

Picture shrunk(const Picture& picture, std::uint32_t times) {
    Picture small(picture.width / times, picture.height / times);
    const std::uint32_t count = times * times;
    for (std::uint32_t y = 0; y < small.height; ++y) {
        for (std::uint32_t x = 0; x < small.width; ++x) {
            for (std::size_t c = 0; c < 4; ++c) {
                std::uint32_t sum = count / 2; // to the nearest
                for (std::uint32_t i = 0; i < count; ++i) {
                    sum += picture.pixel(x * times + i % times, y * times + i / times)[c];
                }
                small.pixel(x, y)[c] = static_cast<std::uint8_t>(sum / count);
            }
        }
    }
    return small;
}

} // namespace jacquard::driver::draw
