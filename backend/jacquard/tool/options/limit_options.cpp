#include <jacquard/support/hex.h>
#include <jacquard/tool/options/limit_options.h>

namespace jacquard::driver {

std::optional<std::uint64_t> parse_size(std::string_view text) {
    static constexpr std::string_view kSuffixes = "KMG";
    const std::size_t suffix = text.empty() ? std::string_view::npos : kSuffixes.find(text.back());
    const unsigned shift =
        suffix == std::string_view::npos ? 0 : 10 * (static_cast<unsigned>(suffix) + 1);
    text.remove_suffix(shift != 0 ? 1 : 0);
    const std::optional<std::uint64_t> number = parse_number<std::uint64_t>(text);
    if (!number || *number > ~std::uint64_t{0} >> shift) {
        return std::nullopt;
    }
    return *number << shift;
}

std::optional<Limits> limits_of(const Arguments& arguments, const Streams& streams) {
    Limits limits;
    for (std::size_t i = 0; i < kNumLimits; ++i) {
        const LimitInfo& facts = info(static_cast<Limit>(i));
        const std::optional<std::string_view> text = arguments.value(facts.option);
        if (!text) {
            continue;
        }
        const std::optional<std::uint64_t> number = parse_size(*text);
        if (!number || *number == 0 || *number > facts.most) {
            usage_error(streams, std::string(facts.option) + " takes a number from 1 to " +
                                     std::to_string(facts.most) + ", as in 500, 64K, 2M or 1G");
            return std::nullopt;
        }
        limits.*facts.member = *number;
    }
    return limits;
}

} // namespace jacquard::driver
