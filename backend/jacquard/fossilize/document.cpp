#include <jacquard/fossilize/document.h>
#include <jacquard/support/hex.h>

namespace jacquard::fossilize {

namespace {

constexpr std::int64_t kNewestDocument = 6;

std::string text_of(SourcePosition position) {
    return "line " + std::to_string(position.line) + ", column " + std::to_string(position.column) +
           " of its JSON: ";
}

} // namespace

std::optional<json::Document> read_document(std::string_view text, const EntryReport& report,
                                            const Limits& limits) {
    json::ParseError error;
    std::optional<json::Document> document = json::Document::parse(text, error, limits);
    if (!document) {
        if (error.limit) {
            report.exceeds(*error.limit, limits);
        } else {
            report.damaged(text_of(error.position) + error.message);
        }
        return std::nullopt;
    }
    const json::Value version = document->root()["version"];
    if (version.integer() > kNewestDocument) {
        report.unsupported(text_of(version.position()) + "it is of version " +
                           std::to_string(version.integer()) +
                           ", which is newer than this tool; versions up to 6 can be read");
        return std::nullopt;
    }
    return document;
}

json::Value described_in(const json::Document& document, std::string_view section,
                         const EntryReport& report) {
    for (const json::Value member : document.root()[section]) {
        if (driver::parse_number<std::uint64_t>(member.name(), 16) == report.entry().hash) {
            if (!member.is(json::Kind::object)) {
                report_value(member, member.name(), "an object", report);
                return {};
            }
            return member;
        }
    }
    report.damaged("its JSON should have a member '" + std::string(section) + "' with a member '" +
                   text_of_hash(report.entry().hash) + '\'');
    return {};
}

std::uint32_t number_in(json::Value object, std::string_view name, const EntryReport& report,
                        bool& is_good) {
    const json::Value value = object[name];
    const std::int64_t number = value.integer(-1);
    if (number < 0 || number > 0xffffffff) {
        report_value(value.exists() ? value : object, name, "an integer from 0 to 4294967295",
                     report);
        is_good = false;
        return 0;
    }
    return static_cast<std::uint32_t>(number);
}

std::optional<std::uint64_t> hash_in(json::Value value) {
    return driver::parse_number<std::uint64_t>(value.string(), 16);
}

void report_value(json::Value value, std::string_view name, std::string_view expected,
                  const EntryReport& report) {
    report.damaged(text_of(value.position()) + '\'' + std::string(name) + "' should be " +
                   std::string(expected));
}

} // namespace jacquard::fossilize
