#include <jacquard/driver/tool/batch/shard_file.h>
#include <jacquard/support/diagnostics.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace jacquard::driver {

std::string ShardFile::fault_text(const std::string& message) const {
    Diagnostics diagnostics(path_, {});
    diagnostics.error("D209", {}, message);
    return diagnostics.render();
}

// Empty where the file does not end with a line end.
std::string ShardFile::last_line() {
    constexpr std::streamoff kLongest = 1 << 20;
    file_.seekg(0, std::ios::end);
    const std::streamoff size = file_.tellg();
    const std::streamoff start = std::max<std::streamoff>(size - kLongest, 0);
    file_.seekg(start);
    std::string text(static_cast<std::size_t>(std::max<std::streamoff>(size - start, 0)), '\0');
    file_.read(text.data(), static_cast<std::streamsize>(text.size()));
    file_.clear();
    file_.seekg(0);
    if (!text.ends_with('\n')) {
        return {};
    }
    text.pop_back();
    const std::size_t before = text.rfind('\n');
    return before == std::string::npos ? text : text.substr(before + 1);
}

bool ShardFile::open() {
    errno = 0;
    file_.open(path_, std::ios::binary);
    if (!file_ || file_.peek() == std::ifstream::traits_type::eof()) {
        const bool is_empty = file_.is_open() && errno == 0;
        fault_ = is_empty ? fault_text("this is empty; its batch is to be finished first")
                          : "jacquard: cannot read '" + path_ +
                                "': " + std::strerror(errno != 0 ? errno : EIO) + '\n';
        return false;
    }
    json::ParseError error;
    const std::string line = last_line();
    const std::optional<json::Document> document = json::Document::parse(line, error);
    const json::Value totals = document ? document->root()["totals"] : json::Value();
    if (!totals.is(json::Kind::object)) {
        fault_ = fault_text("this does not end with the totals that 'batch --json' prints; its "
                            "batch is to be finished first");
        return false;
    }
    std::optional<ShardMark> mark = read_mark(document->root());
    if (!mark) {
        fault_ = fault_text("this was made without --shard");
        return false;
    }
    mark_ = std::move(*mark);
    for (const TotalInfo& total : kTotals) {
        totals_.*total.member =
            static_cast<std::size_t>(std::max<std::int64_t>(totals[total.name].integer(), 0));
    }
    return true;
}

std::optional<std::string> ShardFile::next() {
    std::string line;
    ++line_number_;
    if (!std::getline(file_, line) || !line.starts_with("{\"shader\": ")) {
        return std::nullopt;
    }
    return line + '\n';
}

std::optional<NamedOutcome> read_json_line(std::string_view line) {
    json::ParseError error;
    const std::optional<json::Document> document = json::Document::parse(line, error);
    if (!document || !document->root()["shader"].is(json::Kind::string)) {
        return std::nullopt;
    }
    const json::Value root = document->root();
    std::optional<BatchOutcome> outcome = unpack_outcome(line);
    if (!outcome) {
        return std::nullopt;
    }
    if (const auto agreement = find_agreement(root["agreement"].string())) {
        outcome->cases = {{*agreement, std::string(root["first_difference"].string())}};
    }
    return NamedOutcome{std::string(root["shader"].string()), std::move(*outcome)};
}

} // namespace jacquard::driver
