#include <jacquard/support/hex.h>
#include <jacquard/tool/batch/record/batch_shard.h>

namespace jacquard::driver {

std::string Shard::text() const {
    return std::to_string(number) + '/' + std::to_string(count);
}

std::optional<Shard> parse_shard(std::string_view text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) {
        return std::nullopt;
    }
    const auto number = parse_number<std::uint32_t>(text.substr(0, slash));
    const auto count = parse_number<std::uint32_t>(text.substr(slash + 1));
    if (!number || !count || *count == 0 || *number > *count) {
        return std::nullopt;
    }
    return Shard{*number % *count, *count};
}

void append_mark(json::Writer& json, const ShardMark& mark) {
    json.name("shard").begin_object();
    json.member("number", static_cast<std::int64_t>(mark.shard.number));
    json.member("count", static_cast<std::int64_t>(mark.shard.count));
    json.member("work", mark.work.text()).member("list", mark.list);
    json.end_object();
}

std::optional<ShardMark> read_mark(json::Value object) {
    const json::Value value = object["shard"];
    const std::int64_t number = value["number"].integer(-1);
    const std::int64_t count = value["count"].integer(0);
    if (number < 0 || number >= count) {
        return std::nullopt;
    }
    return ShardMark{{static_cast<std::size_t>(number), static_cast<std::size_t>(count)},
                     BatchIdentity::parse(value["work"].string()),
                     std::string(value["list"].string())};
}

} // namespace jacquard::driver
