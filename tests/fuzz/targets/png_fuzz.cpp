// Any bytes are read as a PNG file or refused with a reason, and a picture, written and read again,
// is the same.
#include <jacquard/draw/pictures/png_file.h>

#include "fuzzing.h"

using namespace jacquard::fuzzing;
using namespace jacquard::driver;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::uint64_t kMostPixels = 1 << 16;
    std::string fault;
    const auto picture = draw::read_png(text_of(data, size), kMostPixels, fault);
    if (!picture) {
        demand(!fault.empty(), "refused without a reason");
        return 0;
    }
    const auto bytes = draw::write_png(*picture, true, fault);
    demand(bytes.has_value(), fault);
    const auto again = draw::read_png(*bytes, kMostPixels, fault);
    demand(again.has_value(), fault);
    demand(again->width == picture->width && again->rgba == picture->rgba,
           "written and read it is another one");
    return 0;
}
