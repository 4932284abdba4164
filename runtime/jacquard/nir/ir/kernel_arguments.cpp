#include <jacquard/generated/nir/texture.h>
#include <jacquard/nir/ir/kernel_arguments.h>

#include <algorithm>
#include <array>

namespace jacquard::nir {

namespace {

struct KindName {
    ArgumentKind kind;
    std::string_view name;
};

constexpr std::array<KindName, 7> kKinds = {{{ArgumentKind::value, "value"},
                                             {ArgumentKind::address, "address"},
                                             {ArgumentKind::local, "local"},
                                             {ArgumentKind::texture, "texture"},
                                             {ArgumentKind::image, "image"},
                                             {ArgumentKind::sampler, "sampler"},
                                             {ArgumentKind::literal, "literal"}}};

// Words of an argument in front of its name: its facts in their order, and the bytes of the name.
constexpr std::size_t kFactWords = 12;
constexpr std::size_t kNameLength = kFactWords - 1;

// The place of a name in a table, as the enumeration that numbers its rows.
template <typename Enum, typename Names, typename NameOf>
std::optional<Enum> find_row(const Names& names, std::string_view name, NameOf name_of_row) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (name_of_row(names[i]) == name) {
            return static_cast<Enum>(i);
        }
    }
    return std::nullopt;
}

std::string_view itself(std::string_view name) {
    return name;
}

} // namespace

std::string_view name_of(AddressMode mode) {
    return kAddressModeNames[static_cast<std::size_t>(mode)];
}

std::string_view name_of(TexelFilter filter) {
    return kTexelFilterNames[static_cast<std::size_t>(filter)];
}

std::optional<AddressMode> find_address_mode(std::string_view name) {
    return find_row<AddressMode>(kAddressModeNames, name, itself);
}

std::optional<TexelFilter> find_texel_filter(std::string_view name) {
    return find_row<TexelFilter>(kTexelFilterNames, name, itself);
}

std::optional<TextureDim> find_texture_dim(std::string_view name) {
    return find_row<TextureDim>(kTextureDimInfos, name,
                                [](const TextureDimInfo& info) { return info.name; });
}

std::string_view name_of(ArgumentKind kind) {
    return kKinds[static_cast<std::size_t>(kind)].name;
}

std::optional<ArgumentKind> find_argument_kind(std::string_view name) {
    return find_row<ArgumentKind>(kKinds, name, [](const KindName& each) { return each.name; });
}

std::string argument_kinds() {
    std::string text;
    for (std::size_t i = 0; i < kKinds.size(); ++i) {
        text += i == 0 ? "" : i + 1 == kKinds.size() ? " or " : ", ";
        text += kKinds[i].name;
    }
    return text;
}

std::vector<std::uint32_t> argument_words(std::span<const KernelArgument> arguments) {
    std::vector<std::uint32_t> words;
    for (const KernelArgument& each : arguments) {
        words.insert(words.end(),
                     {static_cast<std::uint32_t>(each.kind), each.offset, each.size, each.scalar,
                      each.is_float ? 1U : 0U, each.set, static_cast<std::uint32_t>(each.dim),
                      each.is_array ? 1U : 0U, static_cast<std::uint32_t>(each.address),
                      static_cast<std::uint32_t>(each.filter), each.counts_texels ? 1U : 0U,
                      static_cast<std::uint32_t>(each.name.size())});
        for (std::size_t i = 0; i < each.name.size(); i += 4) {
            std::uint32_t word = 0;
            for (std::size_t k = i; k < std::min(i + 4, each.name.size()); ++k) {
                word |= std::uint32_t{static_cast<unsigned char>(each.name[k])} << (k - i) * 8;
            }
            words.push_back(word);
        }
    }
    return words;
}

std::vector<KernelArgument> arguments_of(std::span<const std::uint32_t> words) {
    std::vector<KernelArgument> arguments;
    while (!words.empty()) {
        if (words.size() < kFactWords || words[0] >= kKinds.size() || words[6] >= kNumTextureDims ||
            words[8] >= kNumAddressModes || words[9] >= kNumTexelFilters ||
            (std::size_t{words[kNameLength]} + 3) / 4 > words.size() - kFactWords) {
            return {};
        }
        KernelArgument& made = arguments.emplace_back();
        made.kind = static_cast<ArgumentKind>(words[0]);
        made.offset = words[1];
        made.size = words[2];
        made.scalar = words[3];
        made.is_float = words[4] != 0;
        made.set = static_cast<std::uint8_t>(words[5]);
        made.dim = static_cast<TextureDim>(words[6]);
        made.is_array = words[7] != 0;
        made.address = static_cast<AddressMode>(words[8]);
        made.filter = static_cast<TexelFilter>(words[9]);
        made.counts_texels = words[10] != 0;
        const std::size_t length = words[kNameLength];
        words = words.subspan(kFactWords);
        for (std::size_t i = 0; i < length; ++i) {
            made.name += static_cast<char>(words[i / 4] >> i % 4 * 8 & 0xff);
        }
        words = words.subspan((length + 3) / 4);
    }
    return arguments;
}

} // namespace jacquard::nir
