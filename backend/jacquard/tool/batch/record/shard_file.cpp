#include <jacquard/platform/paths.h>
#include <jacquard/support/text/diagnostics.h>
#include <jacquard/tool/batch/record/shard_file.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

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
    if (path_ == "-") {
        is_unreadable_ = true;
        fault_ = "jacquard: 'merge' reads files, not the standard input\n";
        return false;
    }
    errno = 0;
    file_.open(platform::native_path(path_), std::ios::binary);
    if (!file_ || file_.peek() == std::ifstream::traits_type::eof()) {
        const bool is_empty = file_.is_open() && errno == 0;
        is_unreadable_ = !is_empty;
        fault_ = is_empty ? fault_text("the file is empty; finish its batch first")
                          : "jacquard: cannot read '" + path_ +
                                "': " + std::strerror(errno != 0 ? errno : EIO) + '\n';
        return false;
    }
    json::ParseError error;
    const std::string line = last_line();
    const std::optional<json::Document> document = json::Document::parse(line, error);
    const json::Value totals = document ? document->root()["totals"] : json::Value();
    if (!totals.is(json::Kind::object)) {
        fault_ = fault_text("the file does not end with the totals that 'batch --json' prints; "
                            "finish its batch first");
        return false;
    }
    std::optional<ShardMark> mark = read_mark(document->root());
    if (!mark) {
        fault_ = fault_text("this was made without --shard");
        return false;
    }
    mark_ = std::move(*mark);
    const std::string parts = mark_.work.value("--gpu");
    first_part_ = mark_.work.is("command", "cost") ? parts.substr(0, parts.find(',')) : "";
    for (const TotalInfo& total : kTotals) {
        totals_.*total.member =
            static_cast<std::size_t>(std::max<std::int64_t>(totals[total.name].integer(), 0));
    }
    return true;
}

// A shader's costs are told for each part, in two forms where it is a vertex shader; the first
// part's main form comes first.
bool ShardFile::begins_costs(const std::string& line) const {
    json::ParseError error;
    const std::optional<json::Document> document = json::Document::parse(line, error);
    if (!document || document->root()["form"].string() != "main") {
        return false;
    }
    return first_part_.empty() || first_part_ == std::to_string(document->root()["gpu"].integer());
}

std::optional<std::string> ShardFile::next() {
    const auto read = [this] {
        ++line_number_;
        return static_cast<bool>(std::getline(file_, line_));
    };
    if (line_.empty() && !read()) {
        return std::nullopt;
    }
    if (!mark_.work.is("command", "cost")) {
        const std::string line = std::exchange(line_, {});
        return line.starts_with("{\"shader\": ") ? std::optional(line + '\n') : std::nullopt;
    }
    if (!line_.starts_with("{\"file\": ") || !begins_costs(line_)) {
        return std::nullopt;
    }
    std::string lines;
    do {
        lines += line_ + '\n';
        line_.clear();
    } while (read() && line_.starts_with("{\"file\": ") && !begins_costs(line_));
    return lines;
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
