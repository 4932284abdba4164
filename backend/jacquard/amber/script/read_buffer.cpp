#include <jacquard/amber/script/reader.h>
#include <jacquard/nir/fold/texel_codec.h>

#include <algorithm>
#include <charconv>

namespace jacquard::driver::amber {

namespace {

struct Scalar {
    ScalarKind kind = ScalarKind::floating;
    unsigned bits = 32;
};

constexpr std::array<Word<Scalar>, 11> kScalars = {{
    {"int8", {ScalarKind::signed_integer, 8}},
    {"int16", {ScalarKind::signed_integer, 16}},
    {"int32", {ScalarKind::signed_integer, 32}},
    {"int64", {ScalarKind::signed_integer, 64}},
    {"uint8", {ScalarKind::unsigned_integer, 8}},
    {"uint16", {ScalarKind::unsigned_integer, 16}},
    {"uint32", {ScalarKind::unsigned_integer, 32}},
    {"uint64", {ScalarKind::unsigned_integer, 64}},
    {"float16", {ScalarKind::floating, 16}},
    {"float", {ScalarKind::floating, 32}},
    {"double", {ScalarKind::floating, 64}},
}};

constexpr std::uint64_t kMostSize = std::uint64_t{1} << 32;
constexpr std::uint32_t kMostAlong = 16384; // texels of an image
constexpr std::uint32_t kMostLevels = 15;

bool is_dimension(char digit) {
    return digit >= '2' && digit <= '4';
}

// `vec3<float>` or `mat2x4<float>`, without its brackets.
bool read_shape(std::string_view text, DataType& type, std::string_view& scalar) {
    const std::size_t open = text.find('<');
    if (open == std::string_view::npos) {
        scalar = text;
        return true;
    }
    if (!text.ends_with('>')) {
        return false;
    }
    const std::string_view shape = text.substr(0, open);
    scalar = text.substr(open + 1, text.size() - open - 2);
    if (shape.size() == 4 && shape.starts_with("vec") && is_dimension(shape[3])) {
        type.rows = static_cast<unsigned>(shape[3] - '0');
        return true;
    }
    if (shape.size() == 6 && shape.starts_with("mat") && is_dimension(shape[3]) &&
        shape[4] == 'x' && is_dimension(shape[5])) {
        type.columns = static_cast<unsigned>(shape[3] - '0');
        type.rows = static_cast<unsigned>(shape[5] - '0');
        return true;
    }
    return false;
}

constexpr std::uint64_t kMostComponents = std::uint64_t{1} << 20; // of an element

// How many components an element has, and how deep its structures nest. Types only name those that
// stand above them, each of which was looked at before.
struct TypeExtent {
    std::uint64_t components = 0;
    std::uint64_t depth = 0;
};

TypeExtent extent_of(std::span<const DataType> types, const DataType& type) {
    TypeExtent extent{std::uint64_t{type.rows} * type.columns, 0};
    if (!type.members.empty()) {
        extent.components = 0;
        for (const DataType::Member& member : type.members) {
            const TypeExtent inner = extent_of(types, types[member.type]);
            extent.components = std::min(extent.components + inner.components, kMostComponents + 1);
            extent.depth = std::max(extent.depth, inner.depth + 1);
        }
    }
    const std::uint64_t count = std::max<std::uint64_t>(type.array.value_or(1), 1);
    extent.components = std::min(extent.components * count, kMostComponents + 1);
    return extent;
}

bool is_too_large(std::span<const DataType> types, const DataType& type, const Limits& limits) {
    const TypeExtent extent = extent_of(types, type);
    return extent.components > kMostComponents || extent.depth > limits.nesting;
}

// Takes `[5]` or `[]` from the end of a type. False where brackets hold something else.
bool take_brackets(std::string_view& text, std::optional<std::size_t>& array) {
    const std::size_t open = text.find('[');
    if (open == std::string_view::npos) {
        return true;
    }
    const std::string_view inside = text.substr(open + 1);
    std::size_t count = 0;
    const char* const last = inside.data() + inside.size();
    const auto [end, fault] = std::from_chars(inside.data(), last, count);
    if (inside != "]" && (fault != std::errc{} ||
                          std::string_view(end, static_cast<std::size_t>(last - end)) != "]" ||
                          count == 0 || count > kMostAlong)) {
        return false;
    }
    array = inside == "]" ? 0 : count;
    text = text.substr(0, open);
    return true;
}

} // namespace

bool Reader::take_type(std::size_t& number) {
    Token token;
    if (!take_name("a data type", token)) {
        return false;
    }
    std::string_view text = token.text;
    DataType type;
    std::string_view scalar;
    const bool has_brackets = take_brackets(text, type.array);
    if (const auto found = types_.find(text); has_brackets && found != types_.end()) {
        const std::optional<std::size_t> array = type.array;
        type = script_.types[found->second];
        type.array = array;
    } else if (const auto format = nir::find_texel_format(text); has_brackets && format) {
        type.format = format;
    } else {
        const Word<Scalar>* const word =
            has_brackets && read_shape(text, type, scalar)
                ? find_word(std::span<const Word<Scalar>>(kScalars), scalar)
                : nullptr;
        if (word == nullptr) {
            std::vector<std::string_view> names;
            for (const Word<Scalar>& each : kScalars) {
                names.push_back(each.word);
            }
            for (const auto& [name, unused] : types_) {
                names.push_back(name);
            }
            return fail_word(token, "data type", names);
        }
        type.kind = word->meaning.kind;
        type.bits = word->meaning.bits;
    }
    if (is_too_large(script_.types, type, limits_)) {
        report_limit(diagnostics_, token.position, Limit::memory, limits_);
        return false;
    }
    number = script_.types.size();
    script_.types.push_back(std::move(type));
    return true;
}

bool Reader::take_format(nir::TexelFormat& format) {
    const Token token = scanner_.take();
    if (const auto found = nir::find_texel_format(token.text)) {
        format = *found;
        return true;
    }
    std::vector<std::string_view> names;
    for (const nir::TexelFormatInfo& info : nir::kTexelFormatInfos) {
        names.push_back(info.vulkan_name);
    }
    return fail_word(token, "format", names);
}

bool Reader::read_member(DataType& structure) {
    DataType::Member member;
    std::uint64_t value = 0;
    Token name;
    if (!take_type(member.type) || !take_name("the name of a member", name)) {
        return false;
    }
    std::string_view text = name.text;
    std::optional<std::size_t> array;
    if (!take_brackets(text, array)) {
        return fail("M103", name, "'" + std::string(name.text) + "': expected [count]");
    }
    if (array) {
        script_.types[member.type].array = array;
        if (is_too_large(script_.types, script_.types[member.type], limits_)) {
            report_limit(diagnostics_, name.position, Limit::memory, limits_);
            return false;
        }
    }
    member.name = text;
    while (!scanner_.peek().is_end()) {
        const Token key = scanner_.take();
        static constexpr std::array<std::string_view, 3> kKeys = {"OFFSET", "ARRAY_STRIDE",
                                                                  "MATRIX_STRIDE"};
        const auto found = std::find(kKeys.begin(), kKeys.end(), key.text);
        if (found == kKeys.end()) {
            return fail_word(key, "fact of a member", kKeys);
        }
        if (!take_unsigned("a number of bytes", kMostSize, value)) {
            return false;
        }
        (key.text == kKeys[0]   ? member.offset
         : key.text == kKeys[1] ? member.array_stride
                                : member.matrix_stride) = value;
    }
    structure.members.push_back(std::move(member));
    return true;
}

bool Reader::read_structure() {
    const Token start = word_;
    DataType structure;
    std::string name;
    std::uint64_t stride = 0;
    Token token;
    if (!take_name("the name of a structure", token)) {
        return false;
    }
    name = token.text;
    if (take_if("STRIDE")) {
        if (!take_unsigned("a number of bytes", kMostSize, stride)) {
            return false;
        }
        structure.stride = stride;
    }
    if (!end_of_line()) {
        return false;
    }
    for (;;) {
        if (!scanner_.next_line()) {
            return fail("M106", start, "'STRUCT' has no END");
        }
        if (take_if("END")) {
            break;
        }
        if (!read_member(structure) || !end_of_line()) {
            scanner_.skip_line();
        }
    }
    if (structure.members.empty()) {
        return fail("M108", token, "a structure without members");
    }
    const bool is_new = types_.emplace(name, script_.types.size()).second;
    script_.types.push_back(std::move(structure));
    return is_new || fail("M105", token, "there is a structure '" + name + "' already");
}

bool Reader::resize(Buffer& buffer, const Token& token, std::uint64_t count) {
    const std::uint64_t stride = std::max<std::uint64_t>(buffer.layout.stride, 1);
    if (count > limits_.memory / stride) {
        report_limit(diagnostics_, token.position, Limit::memory, limits_);
        return false;
    }
    if (!allot(token, count * stride)) {
        return false;
    }
    buffer.bytes.assign(static_cast<std::size_t>(count * stride), std::byte{0});
    return true;
}

// Numbers up to END, or to the end of the scanner's text.
bool Reader::read_values(Buffer& buffer, std::optional<std::uint64_t> count, Scanner& scanner,
                         bool ends_with_word) {
    const Token start = word_;
    const std::vector<Component>& components = buffer.layout.components;
    const std::size_t stride = buffer.layout.stride;
    std::vector<std::byte> bytes;
    std::size_t values = 0;
    bool has_end = !ends_with_word;
    for (;;) {
        Token token = scanner.peek();
        if (token.is_end()) {
            if (!scanner.next_line()) {
                break;
            }
            continue;
        }
        token = scanner.take();
        if (ends_with_word && token.text == "END") {
            has_end = true;
            break;
        }
        const Component& component = components[values % components.size()];
        if (values % components.size() == 0) {
            if (bytes.size() + stride > limits_.memory) {
                report_limit(diagnostics_, token.position, Limit::memory, limits_);
                return false;
            }
            bytes.resize(bytes.size() + stride);
        }
        Number number;
        if (!read_number(token.text, component.kind, component.bits, number)) {
            return fail("M103", token,
                        "'" + std::string(token.text) + "' is no number that fits into " +
                            std::to_string(component.bits) + " bits of the buffer's type");
        }
        store(component, number, std::span(bytes).last(stride));
        ++values;
    }
    if (!has_end) {
        return fail("M106", start, "the data of '" + buffer.name + "' has no END");
    }
    if (values == 0 || values % components.size() != 0) {
        return fail("M109", start,
                    "'" + buffer.name + "' has " + std::to_string(values) +
                        " values; each of its elements takes " + std::to_string(components.size()));
    }
    const std::uint64_t given = values / components.size();
    if (count && given != *count) {
        return fail("M109", start,
                    "'" + buffer.name + "' has data for " + std::to_string(given) +
                        " elements; its size is " + std::to_string(*count));
    }
    buffer.bytes = std::move(bytes);
    return allot(start, buffer.bytes.size());
}

bool Reader::read_data(Buffer& buffer, std::optional<std::uint64_t> count) {
    return read_values(buffer, count, scanner_, true);
}

bool Reader::read_file(Buffer& buffer, std::optional<std::uint64_t> count) {
    const Token form = scanner_.take();
    static constexpr std::array<std::string_view, 3> kForms = {"BINARY", "TEXT", "PNG"};
    if (std::find(kForms.begin(), kForms.end(), form.text) == kForms.end()) {
        return fail_word(form, "form of files", kForms);
    }
    if (form.text == "PNG") {
        return refuse(form, Refused::pictures);
    }
    Token path;
    std::string fault;
    if (!take_name("the path of a file", path)) {
        return false;
    }
    const std::optional<std::string> content = files_(path.text, fault);
    if (!content) {
        return fail("M107", path, fault);
    }
    if (form.text == "TEXT") {
        Scanner scanner(*content);
        return read_values(buffer, count, scanner, false);
    }
    const std::size_t stride = buffer.layout.stride;
    if (content->size() % stride != 0 || (count && content->size() / stride != *count)) {
        return fail("M109", path,
                    "the file has " + std::to_string(content->size()) +
                        " bytes; each element of '" + buffer.name + "' takes " +
                        std::to_string(stride));
    }
    if (!resize(buffer, path, content->size() / stride)) {
        return false;
    }
    std::transform(content->begin(), content->end(), buffer.bytes.begin(),
                   [](char letter) { return static_cast<std::byte>(letter); });
    return true;
}

bool Reader::read_contents(Buffer& buffer, bool may_be_empty, std::optional<std::uint64_t> count) {
    static constexpr std::array<std::string_view, 4> kForms = {"DATA", "FILL", "SERIES_FROM",
                                                               "FILE"};
    const Token form = scanner_.take();
    if (form.is_end() && may_be_empty) {
        return !count || resize(buffer, form, *count);
    }
    if (form.text == "DATA") {
        return read_data(buffer, count);
    }
    if (form.text == "FILE") {
        return read_file(buffer, count);
    }
    if (form.text != "FILL" && form.text != "SERIES_FROM") {
        return fail_word(form, "way to fill a buffer", kForms);
    }
    if (!count) {
        return fail("M102", form, "a buffer that is filled needs its SIZE");
    }
    const Token first = scanner_.take();
    Token increment{"0", first.position};
    if (form.text == "SERIES_FROM") {
        if (!expect("INC_BY") || !take_name("an increment", increment)) {
            return false;
        }
    }
    if (!resize(buffer, form, *count)) {
        return false;
    }
    const std::vector<Component>& components = buffer.layout.components;
    std::vector<Number> value(components.size());
    std::vector<Number> step(components.size());
    for (std::size_t i = 0; i < components.size(); ++i) {
        const auto take = [&](const Token& token, Number& number) {
            return read_number(token.text, components[i].kind, components[i].bits, number) ||
                   fail("M103", token,
                        "'" + std::string(token.text) + "' is no number of the buffer's type");
        };
        if (!take(first, value[i]) || !take(increment, step[i])) {
            return false;
        }
    }
    for (std::size_t element = 0; element < *count; ++element) {
        const auto bytes =
            std::span(buffer.bytes).subspan(element * buffer.layout.stride, buffer.layout.stride);
        for (std::size_t i = 0; i < components.size(); ++i) {
            // All components of an element are one step of the series.
            Number now = value[i];
            const auto times = static_cast<std::uint64_t>(element * components.size() + i);
            now.integer =
                static_cast<std::int64_t>(static_cast<std::uint64_t>(now.integer) +
                                          times * static_cast<std::uint64_t>(step[i].integer));
            now.floating += static_cast<double>(times) * step[i].floating;
            store(components[i], now, bytes);
        }
    }
    return true;
}

bool Reader::read_buffer() {
    Buffer buffer;
    buffer.position = word_.position;
    if (!declare(buffers_, "buffer", script_.buffers.size(), buffer.name)) {
        return false;
    }
    // Later lines that name it find it, even if it has a fault.
    const std::size_t number = script_.buffers.size();
    script_.buffers.push_back(buffer);
    static constexpr std::array<std::string_view, 2> kKinds = {"DATA_TYPE", "FORMAT"};
    const Token kind = scanner_.take();
    std::optional<std::uint64_t> count;
    std::uint64_t value = 0;
    if (kind.text == "DATA_TYPE") {
        std::size_t type = 0;
        if (!take_type(type)) {
            return false;
        }
        const bool is_std140 = take_if("STD140");
        if (!is_std140) {
            take_if("STD430");
        }
        buffer.layout = lay_out(script_.types, type, is_std140 ? Packing::std140 : Packing::std430);
        if (take_if("SIZE")) {
            if (!take_unsigned("the number of elements", kMostSize, value)) {
                return false;
            }
            count = value;
        } else if (take_if("WIDTH")) {
            std::uint64_t height = 0;
            if (!take_unsigned("the width", kMostAlong, value) || !expect("HEIGHT") ||
                !take_unsigned("the height", kMostAlong, height)) {
                return false;
            }
            buffer.is_image = true;
            buffer.size = {static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(height),
                           1};
            count = value * height;
        }
        if (!read_contents(buffer, false, count)) {
            return false;
        }
    } else if (kind.text == "FORMAT") {
        nir::TexelFormat format{};
        if (!take_format(format)) {
            return false;
        }
        buffer.layout = lay_out(format);
        buffer.has_size = false;
        if (take_if("MIP_LEVELS") && !take_levels(buffer)) {
            return false;
        }
        const Token samples = scanner_.peek();
        if (take_if("SAMPLES") && !take_unsigned32("the number of samples", buffer.samples)) {
            return false;
        }
        if (buffer.samples > 1) {
            return refuse(samples, Refused::multisampling);
        }
        if (take_if("FILE") && !read_file(buffer, std::nullopt)) {
            return false;
        }
    } else {
        return fail_word(kind, "kind of buffer", kKinds);
    }
    script_.buffers[number] = std::move(buffer);
    return true;
}

bool Reader::take_levels(Buffer& buffer) {
    std::uint64_t levels = 0;
    const Token token = scanner_.peek();
    if (!take_unsigned("the number of levels", kMostLevels, levels)) {
        return false;
    }
    buffer.levels = static_cast<std::uint32_t>(levels);
    return levels != 0 || fail("M103", token, "an image has one level at least");
}

bool Reader::read_image_size(Buffer& image) {
    static constexpr std::array<Word<unsigned>, 3> kDimensions = {
        {{"DIM_1D", 1}, {"DIM_2D", 2}, {"DIM_3D", 3}}};
    if (!take_word<unsigned>("dimensionality", kDimensions, image.dimensions)) {
        return false;
    }
    static constexpr std::array<std::string_view, 3> kSides = {"WIDTH", "HEIGHT", "DEPTH"};
    for (unsigned i = 0; i < image.dimensions; ++i) {
        std::uint64_t along = 0;
        if (!expect(kSides[i]) || !take_unsigned("a number of texels", kMostAlong, along)) {
            return false;
        }
        image.size[i] = static_cast<std::uint32_t>(along);
    }
    return true;
}

bool Reader::read_image() {
    Buffer image;
    image.position = word_.position;
    image.is_image = true;
    if (!declare(buffers_, "buffer", script_.buffers.size(), image.name)) {
        return false;
    }
    const std::size_t number = script_.buffers.size();
    script_.buffers.push_back(image);
    static constexpr std::array<std::string_view, 2> kKinds = {"DATA_TYPE", "FORMAT"};
    const Token kind = scanner_.take();
    if (kind.text == "DATA_TYPE") {
        std::size_t type = 0;
        if (!take_type(type)) {
            return false;
        }
        image.layout = lay_out(script_.types, type, Packing::std430);
    } else if (kind.text == "FORMAT") {
        nir::TexelFormat format{};
        if (!take_format(format)) {
            return false;
        }
        image.layout = lay_out(format);
        if (take_if("MIP_LEVELS") && !take_levels(image)) {
            return false;
        }
        const Token samples = scanner_.peek();
        if (take_if("SAMPLES") && !take_unsigned32("the number of samples", image.samples)) {
            return false;
        }
        if (image.samples > 1) {
            return refuse(samples, Refused::multisampling);
        }
    } else {
        return fail_word(kind, "kind of image", kKinds);
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
    if (!read_contents(image, true, count)) {
        return false;
    }
    script_.buffers[number] = std::move(image);
    return true;
}

bool Reader::read_sampler() {
    static constexpr std::array<Word<nir::TexelFilter>, 2> kFilters = {
        {{"nearest", nir::TexelFilter::nearest}, {"linear", nir::TexelFilter::linear}}};
    static constexpr std::array<Word<nir::AddressMode>, 5> kModes = {
        {{"repeat", nir::AddressMode::repeat},
         {"mirrored_repeat", nir::AddressMode::mirrored_repeat},
         {"clamp_to_edge", nir::AddressMode::clamp_to_edge},
         {"clamp_to_border", nir::AddressMode::clamp_to_border},
         {"mirrored_clamp_to_edge", nir::AddressMode::mirror_clamp_to_edge}}};
    static constexpr std::array<Word<nir::BorderColour>, 6> kBorders = {
        {{"float_transparent_black", nir::BorderColour::transparent_black},
         {"int_transparent_black", nir::BorderColour::transparent_black},
         {"float_opaque_black", nir::BorderColour::opaque_black},
         {"int_opaque_black", nir::BorderColour::opaque_black},
         {"float_opaque_white", nir::BorderColour::opaque_white},
         {"int_opaque_white", nir::BorderColour::opaque_white}}};
    static constexpr std::array<std::string_view, 12> kKeys = {
        "MAG_FILTER",        "MIN_FILTER",          "ADDRESS_MODE_U", "ADDRESS_MODE_V",
        "ADDRESS_MODE_W",    "BORDER_COLOR",        "MIN_LOD",        "MAX_LOD",
        "NORMALIZED_COORDS", "UNNORMALIZED_COORDS", "COMPARE",        "COMPARE_OP"};
    SamplerObject sampler;
    if (!declare(samplers_, "sampler", script_.samplers.size(), sampler.name)) {
        return false;
    }
    const std::size_t number = script_.samplers.size();
    script_.samplers.push_back(sampler);
    while (!scanner_.peek().is_end()) {
        const Token key = scanner_.take();
        const auto found = std::find(kKeys.begin(), kKeys.end(), key.text);
        bool is_read = false;
        switch (found - kKeys.begin()) {
        case 0: is_read = take_word<nir::TexelFilter>("filter", kFilters, sampler.magnify); break;
        case 1: is_read = take_word<nir::TexelFilter>("filter", kFilters, sampler.minify); break;
        case 2:
        case 3:
        case 4:
            is_read = take_word<nir::AddressMode>(
                "address mode", kModes,
                sampler.address[static_cast<std::size_t>(found - kKeys.begin()) - 2]);
            break;
        case 5:
            is_read = take_word<nir::BorderColour>("border colour", kBorders, sampler.border);
            break;
        case 6: is_read = take_float("a level of detail", sampler.min_level); break;
        case 7: is_read = take_float("a level of detail", sampler.max_level); break;
        case 8: is_read = true; break;
        case 9:
            is_read = sampler.counts_texels = true;
            sampler.min_level = sampler.max_level = 0.0F;
            break;
        case 10: is_read = take_switch(sampler.compares); break;
        case 11: is_read = take_comparison(sampler.comparison); break;
        default: return fail_word(key, "key of samplers", kKeys);
        }
        if (!is_read) {
            return false;
        }
    }
    if (sampler.max_level < sampler.min_level) {
        return fail("M108", word_, "MAX_LOD is below MIN_LOD");
    }
    script_.samplers[number] = sampler;
    return true;
}

} // namespace jacquard::driver::amber
