#include <jacquard/platform/file.h>
#include <jacquard/support/json/json.h>
#include <jacquard/support/sha256.h>
#include <jacquard/support/text/diagnostics.h>
#include <jacquard/tool/batch/record/batch_journal.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace jacquard::driver {

namespace {

// A line is the sum of its text, a blank, and the text.
constexpr std::size_t kDigits = 16;
constexpr std::string_view kTitle = "jacquard batch 1 ";

std::string sum_of(std::string_view text) {
    return Sha256().add(text).hex(kDigits);
}

bool is_sound(std::string_view line) {
    return line.size() > kDigits && line[kDigits] == ' ' &&
           sum_of(line.substr(kDigits + 1)) == line.substr(0, kDigits);
}

} // namespace

bool BatchJournal::fail(std::string_view what) {
    fault_ = "jacquard: " + std::string(what) + " '" + path_ + "': " + std::strerror(errno) + '\n';
    return false;
}

bool BatchJournal::open(const std::string& path, const BatchIdentity& identity) {
    path_ = path;
    file_ = platform::File(path, platform::FileUse::update);
    const std::optional<platform::FileFacts> facts = file_.is_open() ? file_.facts() : std::nullopt;
    if (!facts) {
        return fail("cannot write");
    }
    if (facts->kind != platform::FileKind::plain) { // from a device results would never come back
        fault_ = "jacquard: '" + path_ + "' is not a regular file\n";
        return false;
    }
    if (!file_.lock()) {
        fault_ = "jacquard: another process is writing '" + path_ + "'\n";
        return false;
    }
    return begin(identity);
}

// Writes the first line, or reads it and sees that it is of the same work.
bool BatchJournal::begin(const BatchIdentity& identity) {
    const std::string text = std::string(kTitle) + identity.text();
    const std::optional<std::string> line = next_line();
    if (!line) {
        // A file that is not ours is not written over. What is left of a first line is ours.
        const std::string_view begun(buffer_);
        const std::string first = sum_of(text) + ' ' + text;
        if (!first.starts_with(begun)) {
            Diagnostics diagnostics(path_, {});
            diagnostics.error("D208", {1, 1}, "this is not a file that 'batch --resume' wrote");
            fault_ = diagnostics.render();
            return false;
        }
        is_read_ = true;
        must_cut_ = std::exchange(was_damaged_, false);
        return write_line(text);
    }
    std::string difference;
    if (!line->starts_with(kTitle)) {
        difference = "this is not a file that 'batch --resume' wrote";
    } else if (*line != text) {
        difference = "the file belongs to other work: " +
                     identity.difference_of(BatchIdentity::parse(line->substr(kTitle.size())));
    }
    if (!difference.empty()) {
        Diagnostics diagnostics(path_, {});
        diagnostics.error("D208", {1, 1}, difference);
        fault_ = diagnostics.render();
    }
    return difference.empty();
}

// The text of the next sound line.
std::optional<std::string> BatchJournal::next_line() {
    for (;;) {
        const std::size_t end = buffer_.find('\n', start_);
        if (end != std::string::npos) {
            const std::string_view line = std::string_view(buffer_).substr(start_, end - start_);
            if (!is_sound(line)) {
                was_damaged_ = true;
                return std::nullopt;
            }
            end_ += line.size() + 1;
            start_ = end + 1;
            return std::string(line.substr(kDigits + 1));
        }
        buffer_.erase(0, start_);
        start_ = 0;
        std::array<char, 1 << 16> piece;
        const std::ptrdiff_t got = file_.read_at(end_ + buffer_.size(), piece.data(), piece.size());
        if (got <= 0) {
            was_damaged_ = !buffer_.empty();
            return std::nullopt;
        }
        buffer_.append(piece.data(), static_cast<std::size_t>(got));
    }
}

std::optional<BatchJournal::Entry> BatchJournal::next() {
    while (!is_read_) {
        const std::optional<std::string> line = next_line();
        json::ParseError error;
        const std::optional<json::Document> document =
            line ? json::Document::parse(*line, error) : std::nullopt;
        if (document) {
            const json::Value root = document->root();
            return Entry{std::string(root.at(0).string()), std::string(root.at(1).string())};
        }
        is_read_ = true;
        buffer_.clear();
        start_ = 0;
        was_damaged_ = was_damaged_ || line;
        must_cut_ = was_damaged_;
    }
    return std::nullopt;
}

bool BatchJournal::write_line(std::string_view text) {
    const std::string line = sum_of(text) + ' ' + std::string(text) + '\n';
    if (must_cut_ && !file_.cut(end_)) {
        return fail("cannot write");
    }
    must_cut_ = false;
    if (!file_.write_at(end_, line)) {
        (void)fail("cannot write");
        (void)file_.cut(end_);
        return false;
    }
    end_ += line.size();
    return true;
}

bool BatchJournal::append(std::string_view name, std::string_view result) {
    std::string text;
    json::Writer json(text);
    json.begin_array().string(name).string(result).end_array();
    return write_line(text);
}

} // namespace jacquard::driver
