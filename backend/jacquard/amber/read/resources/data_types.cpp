#include <jacquard/amber/read/lines/bounds.h>
#include <jacquard/amber/read/resources/data_types.h>
#include <jacquard/nir/fold/texel_codec.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace jacquard::driver::amber {

namespace {

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

bool DataTypes::take_type(std::size_t& number) {
    Token token;
    if (!lines_.take_name("a data type", token)) {
        return false;
    }
    std::string_view text = token.text;
    DataType type;
    std::string_view scalar;
    const bool has_brackets = take_brackets(text, type.array);
    if (has_brackets && names_.is_faulty(text)) {
        return false;
    }
    if (const auto found = names_.number_of(text); has_brackets && found) {
        const std::optional<std::size_t> array = type.array;
        type = script_.types[*found];
        type.array = array;
    } else if (const auto format = nir::find_texel_format(text); has_brackets && format) {
        type.format = format;
    } else {
        const Word<ScalarType>* const word =
            has_brackets && read_shape(text, type, scalar) ? kScalarWords.find(scalar) : nullptr;
        if (word == nullptr) {
            std::vector<std::string_view> names;
            for (const Word<ScalarType>& each : kScalarWords.words) {
                names.push_back(each.word);
            }
            const std::vector<std::string_view> structures = names_.all();
            names.insert(names.end(), structures.begin(), structures.end());
            return lines_.fail_word(token, kScalarWords.what, names);
        }
        type.kind = word->meaning.kind;
        type.bits = word->meaning.bits;
    }
    if (is_too_large(script_.types, type, memory_.limits())) {
        return memory_.fail(token);
    }
    number = script_.types.size();
    script_.types.push_back(std::move(type));
    return true;
}

bool DataTypes::take_format(nir::TexelFormat& format) {
    const Token token = lines_.take();
    if (const auto found = nir::find_texel_format(token.text)) {
        format = *found;
        return true;
    }
    std::vector<std::string_view> names;
    for (const nir::TexelFormatInfo& info : nir::kTexelFormatInfos) {
        names.push_back(info.vulkan_name);
    }
    return lines_.fail_word(token, "format", names);
}

bool DataTypes::read_member(DataType& structure) {
    DataType::Member member;
    std::uint64_t value = 0;
    Token name;
    if (!take_type(member.type) || !lines_.take_name("the name of a member", name)) {
        return false;
    }
    std::string_view text = name.text;
    std::optional<std::size_t> array;
    if (!take_brackets(text, array)) {
        return lines_.fail("M103", name, quoted(name) + ": expected [count]");
    }
    if (array) {
        script_.types[member.type].array = array;
        if (is_too_large(script_.types, script_.types[member.type], memory_.limits())) {
            return memory_.fail(name);
        }
    }
    member.name = text;
    for (const DataType::Member& each : structure.members) {
        if (each.name == member.name) {
            return lines_.fail("M105", name, "there is a member '" + member.name + "' already");
        }
    }
    const auto read = [&](MemberFact fact) {
        const bool is_read = lines_.take_unsigned("a number of bytes", kMostBytes, value);
        (fact == MemberFact::offset         ? member.offset
         : fact == MemberFact::array_stride ? member.array_stride
                                            : member.matrix_stride) = value;
        return is_read;
    };
    if (!lines_.take_options(kMemberFactWords, read)) {
        return false;
    }
    structure.members.push_back(std::move(member));
    return true;
}

bool DataTypes::declare(std::string& name) {
    Token token;
    if (!lines_.take_name("the name of a structure", token)) {
        return false;
    }
    name = token.text;
    DataType ignored;
    std::string_view scalar;
    const bool is_known = (read_shape(token.text, ignored, scalar) && kScalarWords.find(scalar)) ||
                          nir::find_texel_format(token.text) || names_.knows(token.text);
    return !is_known ||
           lines_.fail("M105", token, "there is a data type " + quoted(token) + " already");
}

bool DataTypes::read_structure() {
    const Token start = lines_.word();
    const std::size_t faults = lines_.error_count();
    DataType structure;
    std::string name;
    std::uint64_t stride = 0;
    bool is_head_read = declare(name);
    const bool is_new = is_head_read;
    if (is_head_read && lines_.take_if(Keyword::stride)) {
        is_head_read = lines_.take_unsigned("a number of bytes", kMostBytes, stride);
        structure.stride = stride;
    }
    const bool is_read = lines_.read_lines(start, is_head_read, [&] {
        if (read_member(structure)) {
            lines_.end_of_line();
        }
    });
    if (lines_.error_count() == faults && structure.members.empty()) {
        lines_.fail("M108", start, "a structure without members");
    }
    if (lines_.error_count() != faults) {
        if (is_new) {
            names_.spoil(name);
        }
        return is_read;
    }
    names_.add(name, script_.types.size());
    script_.types.push_back(std::move(structure));
    return is_read;
}

} // namespace jacquard::driver::amber
