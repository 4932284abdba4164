#include <jacquard/amber/read/lines/bounds.h>
#include <jacquard/amber/read/resources/buffers.h>

#include <algorithm>
#include <utility>

namespace jacquard::driver::amber {

namespace {

constexpr std::uint32_t kMostLevels = 15;
constexpr std::uint32_t kMostSamples = 64;

} // namespace

// A buffer that has a fault keeps its name; nothing more is told of it.
bool Buffers::fail(const std::string& name) {
    names_.spoil(name);
    contents_.skip_data();
    return false;
}

// The layout of elements that have a type; a packing is said for buffers alone.
bool Buffers::take_typed_layout(Buffer& buffer, bool may_say_packing) {
    const Token token = lines_.peek();
    std::size_t type = 0;
    if (!types_.take_type(type)) {
        return false;
    }
    const bool is_std140 = may_say_packing && lines_.take_if(Keyword::std140);
    if (may_say_packing && !is_std140) {
        lines_.take_if(Keyword::std430);
    }
    buffer.layout = lay_out(script_.types, type, is_std140 ? Packing::std140 : Packing::std430);
    const std::optional<std::size_t> twice = overlap_of(buffer.layout);
    return !twice || lines_.fail("M108", token,
                                 "members of " + quoted(token) + " overlap at byte " +
                                     std::to_string(*twice));
}

// A buffer whose elements have a type.
bool Buffers::read_typed(Buffer& buffer) {
    std::optional<std::uint64_t> count;
    std::uint64_t value = 0;
    if (!take_typed_layout(buffer, true)) {
        return false;
    }
    if (lines_.take_if(Keyword::size)) {
        if (!lines_.take_count("the number of elements", kMostBytes, value)) {
            return false;
        }
        count = value;
    } else if (lines_.take_if(Keyword::width)) {
        std::uint64_t height = 0;
        if (!lines_.take_count("the width", kMostAlong, value) || !lines_.expect(Keyword::height) ||
            !lines_.take_count("the height", kMostAlong, height)) {
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
    std::uint64_t count = 1;
    if (lines_.take_if(Keyword::samples) &&
        !lines_.take_count("the number of samples", kMostSamples, count)) {
        return false;
    }
    return count == 1 || lines_.refuse(samples, Refused::multisampling);
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
        contents_.skip_data();
        return false;
    }
    // Later lines that name it find it, even if it has a fault.
    const std::size_t number = script_.buffers.size();
    script_.buffers.push_back(buffer);
    BufferKind kind{};
    if (!lines_.take_word(kBufferKindWords, kind) ||
        !(kind == BufferKind::data_type ? read_typed(buffer) : read_texels(buffer))) {
        return fail(buffer.name);
    }
    script_.buffers[number] = std::move(buffer);
    return true;
}

bool Buffers::take_levels(Buffer& buffer) {
    std::uint64_t levels = 0;
    if (!lines_.take_count("the number of levels", kMostLevels, levels)) {
        return false;
    }
    buffer.levels = static_cast<std::uint32_t>(levels);
    return true;
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
            !lines_.take_count("a number of texels", kMostAlong, along)) {
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
        contents_.skip_data();
        return false;
    }
    const std::size_t number = script_.buffers.size();
    script_.buffers.push_back(image);
    if (!read_image_contents(image)) {
        return fail(image.name);
    }
    script_.buffers[number] = std::move(image);
    return true;
}

bool Buffers::read_image_contents(Buffer& image) {
    BufferKind kind{};
    if (!lines_.take_word(kImageKindWords, kind)) {
        return false;
    }
    if (kind == BufferKind::format) {
        if (!take_format(image)) {
            return false;
        }
    } else if (!take_typed_layout(image, false)) {
        return false;
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
    return contents_.read(image, true, count);
}

} // namespace jacquard::driver::amber
