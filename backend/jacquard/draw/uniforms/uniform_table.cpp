#include <jacquard/draw/uniforms/module_uniforms.h>
#include <jacquard/draw/uniforms/uniform_table.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/text/near_name.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace jacquard::driver::draw {

namespace {

using Kind = UniformType::Kind;
using Scalar = UniformType::Scalar;

constexpr std::string_view kConstants = "CONST";
// These sizes are assumed if a shader does not declare how many it has.
constexpr std::uint32_t kBuffersUntold = 4;
constexpr std::uint32_t kVectorsUntold = 256;
constexpr std::size_t kMostNames = 4096; // among which a near one is looked for

std::shared_ptr<const UniformType> vectors(std::uint32_t count) {
    auto scalar = std::make_shared<UniformType>();
    scalar->name = "float";
    scalar->finish();
    auto vector = std::make_shared<UniformType>();
    vector->kind = Kind::array;
    vector->name = "vec4";
    vector->length = 4;
    vector->stride = 4;
    vector->element = std::move(scalar);
    vector->finish();
    auto all = std::make_shared<UniformType>();
    all->kind = Kind::array;
    all->name = "vec4[" + std::to_string(count) + ']';
    all->length = count;
    all->stride = 16;
    all->element = std::move(vector);
    all->finish();
    return all;
}

// Takes `[3]` from the front of a path.
std::optional<std::uint32_t> take_index(std::string_view& path) {
    const std::size_t end = path.find(']');
    if (!path.starts_with('[') || end == std::string_view::npos) {
        return std::nullopt;
    }
    const auto index = parse_number<std::uint32_t>(path.substr(1, end - 1));
    path.remove_prefix(end + 1);
    return index;
}

// The component of a vector that a letter means.
std::optional<std::uint32_t> component_of(std::string_view name) {
    for (const std::string_view letters : {"xyzw", "rgba"}) {
        const std::size_t at = name.size() == 1 ? letters.find(name[0]) : std::string_view::npos;
        if (at != std::string_view::npos) {
            return static_cast<std::uint32_t>(at);
        }
    }
    return std::nullopt;
}

// Removes `prefix` from the start of the path, if it is there and a whole step of the path.
bool take_prefix(std::string_view& path, std::string_view prefix) {
    const bool is_there =
        !prefix.empty() && path.starts_with(prefix) &&
        (path.size() == prefix.size() || path[prefix.size()] == '.' || path[prefix.size()] == '[');
    if (is_there) {
        path.remove_prefix(prefix.size());
    }
    return is_there;
}

void collect_names(const UniformType& type, const std::string& prefix,
                   std::vector<std::string>& names) {
    for (const UniformType::Member& member : type.members) {
        if (names.size() >= kMostNames) {
            return;
        }
        names.push_back(prefix + member.name);
        const UniformType* inner = member.type.get();
        std::string name = names.back();
        while (inner->kind == Kind::array) {
            inner = inner->element.get();
            name += "[0]";
        }
        collect_names(*inner, name + '.', names);
    }
}

std::string counted(std::uint64_t count) {
    return std::to_string(count) + (count == 1 ? " number" : " numbers");
}

// The bits of a number as the type has it; nothing where it is none of its numbers.
std::optional<std::uint64_t> bits_of(const UniformType& type, double number) {
    if (type.scalar == Scalar::floating) {
        return type.bytes == 8 ? std::bit_cast<std::uint64_t>(number)
                               : std::bit_cast<std::uint32_t>(static_cast<float>(number));
    }
    const double most = std::ldexp(1.0, static_cast<int>(type.bytes) * 8);
    const bool is_signed = type.scalar == Scalar::signed_integer;
    const double low = is_signed ? -most / 2 : 0.0;
    const double high = is_signed ? most / 2 : most;
    if (!(number >= low && number < high) || number != std::floor(number)) {
        return std::nullopt;
    }
    return is_signed ? static_cast<std::uint64_t>(static_cast<std::int64_t>(number))
                     : static_cast<std::uint64_t>(number);
}

// Returns true if its scalars can be set.
bool is_settable(const UniformType& type) {
    const UniformType* inner = &type;
    while (inner->kind == Kind::array) {
        inner = inner->element.get();
    }
    return inner->kind == Kind::scalar &&
           (inner->bytes == 4 || inner->bytes == 8 || inner->scalar != Scalar::floating);
}

// The same of what is bits already.
std::optional<std::uint64_t> bits_of(const UniformType& type, std::uint64_t bits) {
    return type.scalar == Scalar::boolean ? std::uint64_t{bits != 0 ? 1U : 0U} : bits;
}

template <typename Number>
bool write(const UniformType& type, std::byte* bytes, const Number*& next) {
    if (type.kind == Kind::scalar) {
        const std::optional<std::uint64_t> bits = bits_of(type, *next);
        if (bits) {
            std::memcpy(bytes, &*bits, type.bytes);
            ++next;
        }
        return bits.has_value();
    }
    for (std::uint32_t i = 0; i < type.length; ++i) {
        if (!write(*type.element, bytes + std::size_t{i} * type.stride, next)) {
            return false;
        }
    }
    return true;
}

} // namespace

void UniformTable::add(UniformBlock block) {
    words_.emplace_back(static_cast<std::size_t>((block.type->size + 15) / 16 * 4), 0);
    blocks_.push_back(std::move(block));
}

UniformTable UniformTable::of_module(const spirv::Module& module) {
    UniformTable table;
    for (UniformBlock& block : uniforms_of(module)) {
        table.add(std::move(block));
    }
    return table;
}

UniformTable UniformTable::of_constants(const nir::ShaderInfo& info) {
    std::vector<nir::ConstantBuffer> buffers = info.constant_buffers;
    for (std::uint32_t i = 0; info.constant_buffers.empty() && i < kBuffersUntold; ++i) {
        buffers.push_back({i, kVectorsUntold});
    }
    UniformTable table;
    for (const nir::ConstantBuffer& buffer : buffers) {
        UniformBlock block;
        block.instance = std::string(kConstants) + '[' + std::to_string(buffer.index) + ']';
        block.key = "0." + std::to_string(buffer.index);
        block.type = vectors(std::min<std::uint32_t>(
            buffer.num_vec4, static_cast<std::uint32_t>(kMostBlockBytes / 16)));
        table.add(std::move(block));
    }
    return table;
}

bool UniformTable::walk(std::string_view path, Place& place, std::string& fault) const {
    while (!path.empty()) {
        const UniformType& type = *place.type;
        std::uint32_t index = 0;
        if (type.kind == Kind::structure) {
            path.remove_prefix(path[0] == '.' ? 1 : 0);
            const std::string_view name = path.substr(0, path.find_first_of(".["));
            const auto member =
                std::find_if(type.members.begin(), type.members.end(),
                             [&](const UniformType::Member& m) { return m.name == name; });
            if (member == type.members.end()) {
                return false;
            }
            path.remove_prefix(name.size());
            place.offset += member->offset;
            place.type = member->type.get();
            continue;
        }
        const auto letter = path[0] == '.' ? component_of(path.substr(1)) : std::nullopt;
        const bool is_letter =
            letter && type.kind == Kind::array && type.element->kind == Kind::scalar;
        const std::optional<std::uint32_t> number = is_letter                  ? letter
                                                    : type.kind == Kind::array ? take_index(path)
                                                                               : std::nullopt;
        if (!number) {
            return false;
        }
        if (*number >= type.length) {
            fault = "there is no element " + std::to_string(*number) + " of " + type.name +
                    ", which has " + std::to_string(type.length);
            return false;
        }
        index = *number;
        path = is_letter ? std::string_view() : path;
        place.offset += std::uint64_t{index} * type.stride;
        place.type = type.element.get();
    }
    return true;
}

std::optional<UniformTable::Place> UniformTable::find(std::string_view path,
                                                      std::string& fault) const {
    // One number counts vectors of the first buffer.
    std::string first_buffer;
    if (path.starts_with(kConstants) && std::count(path.begin(), path.end(), '[') == 1) {
        first_buffer =
            std::string(kConstants) + "[0]" + std::string(path.substr(kConstants.size()));
    }
    const std::string_view wanted = first_buffer.empty() ? path : first_buffer;
    std::vector<Place> found;
    std::string why;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
        std::string_view rest = wanted;
        const bool is_named =
            take_prefix(rest, blocks_[i].instance) || take_prefix(rest, blocks_[i].name);
        for (const std::string_view each : {rest, wanted}) {
            Place place{i, 0, blocks_[i].type.get()};
            const bool may_be = is_named || blocks_[i].type->kind == Kind::structure;
            if (may_be && walk(each, place, why)) {
                found.push_back(place);
                break;
            }
        }
    }
    if (found.size() == 1) {
        return found[0];
    }
    if (found.size() > 1) {
        fault = '\'' + std::string(path) + "' is in more than one block:";
        for (const Place& place : found) {
            const UniformBlock& block = blocks_[place.block];
            fault += ' ' + (block.instance.empty() ? block.name : block.instance) + '.' +
                     std::string(path);
        }
        return std::nullopt;
    }
    if (!why.empty()) {
        fault = '\'' + std::string(path) + "': " + why;
        return std::nullopt;
    }
    const std::vector<std::string> names = this->names();
    const std::vector<std::string_view> views(names.begin(), names.end());
    const std::string_view near = near_name(path, views);
    fault = "there is no uniform '" + std::string(path) + '\'';
    if (!near.empty()) {
        fault += ", did you mean '" + std::string(near) + "'?";
    } else if (!names.empty()) {
        fault += "; there are";
        for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 8); ++i) {
            fault += (i == 0 ? " " : ", ") + names[i];
        }
        fault += names.size() > 8 ? ", ..." : "";
    } else {
        fault += "; the shader has none";
    }
    return std::nullopt;
}

bool UniformTable::has(std::string_view path) const {
    std::string ignored;
    return find(path, ignored).has_value();
}

std::vector<std::string> UniformTable::names() const {
    std::vector<std::string> names;
    for (const UniformBlock& block : blocks_) {
        if (block.type->kind == Kind::structure) {
            collect_names(*block.type, {}, names);
            collect_names(*block.type, (block.instance.empty() ? block.name : block.instance) + '.',
                          names);
        } else {
            names.push_back(block.instance);
        }
    }
    return names;
}

bool UniformTable::takes(const UniformType& type, std::string_view path, std::size_t count,
                         std::string& fault) {
    const std::string what = '\'' + std::string(path) + "' is a " + type.name;
    if (!is_settable(type)) {
        fault = what + (type.kind == Kind::scalar ? ", which cannot be set"
                                                  : "; set its members one by one");
        return false;
    }
    if (count != type.num_scalars) {
        fault = what + " and takes " + counted(type.num_scalars) + ", not " + std::to_string(count);
        return false;
    }
    return true;
}

bool UniformTable::set(const Place& place, std::string_view path,
                       const std::vector<double>& numbers, std::string& fault) {
    const UniformType& type = *place.type;
    if (!takes(type, path, numbers.size(), fault)) {
        return false;
    }
    std::byte* bytes = std::as_writable_bytes(std::span(words_[place.block])).data();
    const double* next = numbers.data();
    if (!write(type, bytes + place.offset, next)) {
        std::string written = std::to_string(*next);
        written.erase(written.find_last_not_of('0') + 1);
        fault = '\'' + std::string(path) + "' is a " + type.name + " of whole numbers, and " +
                written + " is none of its numbers";
        return false;
    }
    return true;
}

bool UniformTable::set_bits(const Place& place, std::string_view path,
                            std::span<const std::uint64_t> bits, std::string& fault) {
    if (!takes(*place.type, path, bits.size(), fault)) {
        return false;
    }
    std::byte* bytes = std::as_writable_bytes(std::span(words_[place.block])).data();
    const std::uint64_t* next = bits.data();
    return write(*place.type, bytes + place.offset, next);
}

bool UniformTable::set_if_there(std::string_view path, const std::vector<double>& numbers) {
    std::string ignored;
    const std::optional<Place> place = find(path, ignored);
    return place && set(*place, path, numbers, ignored);
}

void UniformTable::give(RecordedCase& recorded) const {
    recorded.uniform_buffers.clear();
    recorded.push_constants.clear();
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
        if (blocks_[i].is_push) {
            recorded.push_constants = words_[i];
        } else {
            recorded.uniform_buffers.emplace_back(blocks_[i].key, words_[i]);
        }
    }
}

std::optional<std::vector<double>> parse_numbers(std::string_view text, std::string& fault) {
    std::vector<double> numbers;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find(',', start), text.size());
        std::string_view each = text.substr(start, end - start);
        start = end + 1;
        while (each.starts_with(' ')) {
            each.remove_prefix(1);
        }
        while (each.ends_with(' ')) {
            each.remove_suffix(1);
        }
        const auto hex =
            each.starts_with("0x") ? parse_number<std::uint64_t>(each.substr(2), 16) : std::nullopt;
        double value = 0.0;
        const char* last = each.data() + each.size();
        const auto [stop, problem] = std::from_chars(each.data(), last, value);
        if (each == "true" || each == "false") {
            numbers.push_back(each == "true" ? 1.0 : 0.0);
        } else if (hex) {
            numbers.push_back(static_cast<double>(*hex));
        } else if (!each.empty() && problem == std::errc() && stop == last) {
            numbers.push_back(value);
        } else {
            fault = '\'' + std::string(each) + "' is not a number";
            return std::nullopt;
        }
    }
    return numbers;
}

} // namespace jacquard::driver::draw
