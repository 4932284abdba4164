#include <jacquard/nir/ir/kernel_arguments.h>

#include <algorithm>
#include <array>

namespace jacquard::nir {

namespace {

struct KindName {
    ArgumentKind kind;
    std::string_view name;
};

constexpr std::array<KindName, 3> kKinds = {{{ArgumentKind::value, "value"},
                                             {ArgumentKind::address, "address"},
                                             {ArgumentKind::local, "local"}}};

// Words of an argument in front of its name: the kind, where it is, what it is made of, and the
// bytes of the name.
constexpr std::size_t kFactWords = 6;

} // namespace

std::string_view name_of(ArgumentKind kind) {
    return kKinds[static_cast<std::size_t>(kind)].name;
}

std::optional<ArgumentKind> find_argument_kind(std::string_view name) {
    for (const KindName& each : kKinds) {
        if (each.name == name) {
            return each.kind;
        }
    }
    return std::nullopt;
}

std::vector<std::uint32_t> argument_words(std::span<const KernelArgument> arguments) {
    std::vector<std::uint32_t> words;
    for (const KernelArgument& each : arguments) {
        words.insert(words.end(),
                     {static_cast<std::uint32_t>(each.kind), each.offset, each.size, each.scalar,
                      each.is_float ? 1U : 0U, static_cast<std::uint32_t>(each.name.size())});
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
        if (words.size() < kFactWords || words[0] >= kKinds.size() ||
            (std::size_t{words[5]} + 3) / 4 > words.size() - kFactWords) {
            return {};
        }
        KernelArgument& made = arguments.emplace_back();
        made.kind = static_cast<ArgumentKind>(words[0]);
        made.offset = words[1];
        made.size = words[2];
        made.scalar = words[3];
        made.is_float = words[4] != 0;
        const std::size_t length = words[5];
        words = words.subspan(kFactWords);
        for (std::size_t i = 0; i < length; ++i) {
            made.name += static_cast<char>(words[i / 4] >> i % 4 * 8 & 0xff);
        }
        words = words.subspan((length + 3) / 4);
    }
    return arguments;
}

} // namespace jacquard::nir
