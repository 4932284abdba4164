#include <jacquard/amber/read/lines/bounds.h>
#include <jacquard/amber/read/resources/buffers.h>

#include <algorithm>
#include <utility>

namespace jacquard::driver::amber {

namespace {

constexpr std::uint32_t kMostLevels = 15;

} // namespace

// A buffer whose elements have a type.
bool Buffers::read_typed(Buffer& buffer) {
    std::size_t type = 0;
    std::optional<std::uint64_t> count;
    std::uint64_t value = 0;
    if (!types_.take_type(type)) {
        return false;
    }
    const bool is_std140 = lines_.take_if(Keyword::std140);
    if (!is_std140) {
        lines_.take_if(Keyword::std430);
    }
    buffer.layout = lay_out(script_.types, type, is_std140 ? Packing::std140 : Packing::std430);
    if (lines_.take_if(Keyword::size)) {
        if (!lines_.take_unsigned("the number of elements", kMostBytes, value)) {
            return false;
        }
        count = value;
    } else if (lines_.take_if(Keyword::width)) {
        std::uint64_t height = 0;
        if (!lines_.take_unsigned("the width", kMostAlong, value) ||
            !lines_.expect(Keyword::height) ||
            !lines_.take_unsigned("the height", kMostAlong, height)) {
            return false;
        }
        buffer.is_image = true;
        buffer.size = {static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(height), 1};
        count = value * height;
    }
    return contents_.read(buffer, false, count);
}

// The format, levels and samples of a buffer whose elements are texels.
bool Buffers::take_format(Buffer& buffer) {
    nir::TexelFormat format{};
    if (!types_.take_format(format)) {
        return false;
    }
    buffer.layout = lay_out(format);
    if (lines_.take_if(Keyword::mip_levels) && !take_levels(buffer)) {
        return false;
    }
    const Token samples = lines_.peek();
    if (lines_.take_if(Keyword::samples) &&
        !lines_.take_unsigned32("the number of samples", buffer.samples)) {
        return false;
    }
    return buffer.samples <= 1 || lines_.refuse(samples, Refused::multisampling);
}

bool Buffers::read_texels(Buffer& buffer) {
    buffer.has_size = false;
    return take_format(buffer) &&
           (!lines_.take_if(Keyword::file) || contents_.read_file(buffer, std::nullopt));
}

bool Buffers::read_buffer() {
    Buffer buffer;
    buffer.position = lines_.word().position;
    if (!names_.declare(script_.buffers.size(), buffer.name)) {
        return false;
    }
    // Later lines that name it find it, even if it has a fault.
    const std::size_t number = script_.buffers.size();
    script_.buffers.push_back(buffer);
    BufferKind kind{};
    if (!lines_.take_word(kBufferKindWords, kind) ||
        !(kind == BufferKind::data_type ? read_typed(buffer) : read_texels(buffer))) {
        return false;
    }
    script_.buffers[number] = std::move(buffer);
    return true;
}

bool Buffers::take_levels(Buffer& buffer) {
    std::uint64_t levels = 0;
    const Token token = lines_.peek();
    if (!lines_.take_unsigned("the number of levels", kMostLevels, levels)) {
        return false;
    }
    buffer.levels = static_cast<std::uint32_t>(levels);
    return levels != 0 || lines_.fail("M103", token, "an image has one level at least");
}

bool Buffers::read_image_size(Buffer& image) {
    if (!lines_.take_word(kDimensionalityWords, image.dimensions)) {
        return false;
    }
    static constexpr std::array<Keyword, 3> kSides = {Keyword::width, Keyword::height,
                                                      Keyword::depth};
    for (unsigned i = 0; i < image.dimensions; ++i) {
        std::uint64_t along = 0;
        if (!lines_.expect(kSides[i]) ||
            !lines_.take_unsigned("a number of texels", kMostAlong, along)) {
            return false;
        }
        image.size[i] = static_cast<std::uint32_t>(along);
    }
    return true;
}

bool Buffers::read_image() {
    Buffer image;
    image.position = lines_.word().position;
    image.is_image = true;
    if (!names_.declare(script_.buffers.size(), image.name)) {
        return false;
    }
    const std::size_t number = script_.buffers.size();
    script_.buffers.push_back(image);
    BufferKind kind{};
    if (!lines_.take_word(kImageKindWords, kind)) {
        return false;
    }
    if (kind == BufferKind::format) {
        if (!take_format(image)) {
            return false;
        }
    } else {
        std::size_t type = 0;
        if (!types_.take_type(type)) {
            return false;
        }
        image.layout = lay_out(script_.types, type, Packing::std430);
    }
    if (!read_image_size(image)) {
        return false;
    }
    std::uint64_t count = 0;
    for (std::uint32_t level = 0; level < image.levels && level < kMostLevels; ++level) {
        std::uint64_t texels = 1;
        for (const std::uint32_t along : image.size) {
            texels *= std::max(along >> level, 1U);
        }
        count += texels;
    }
    if (!contents_.read(image, true, count)) {
        return false;
    }
    script_.buffers[number] = std::move(image);
    return true;
}

} // namespace jacquard::driver::amber
