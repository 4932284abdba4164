#include <jacquard/library/program/cost_rows.h>
#include <jacquard/tool/view/line_table.h>

#include <algorithm>
#include <functional>

namespace jacquard::driver::view {

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

void NumberList::separate() {
    if (!text_.empty()) {
        text_ += ' ';
    }
}

NumberList& NumberList::add(std::int64_t value) {
    separate();
    text_ += std::to_string(value);
    return *this;
}

NumberList& NumberList::add_real(double value) {
    separate();
    text_ += number_text(value);
    return *this;
}

std::uint32_t OriginTable::number(SourceLine line) {
    if (!line.exists()) {
        return 0;
    }
    // All names of what was given are file 0, others follow.
    const bool is_other =
        !is_of_source(shader_, line) && line.file < shader_.program.source_files.size();
    const std::uint32_t file = is_other ? line.file + 1 : 0;
    const auto next = static_cast<std::uint32_t>(numbers_.size() + 1);
    const auto [found, is_new] = numbers_.emplace(std::pair(file, line.line), next);
    if (is_new) {
        list_.add(file).add(line.line);
    }
    return found->second;
}

void OriginTable::append(json::Writer& json) const {
    json.name("files").begin_array();
    json.string(shader_.source->name);
    for (const std::string& file : shader_.program.source_files) {
        json.string(file);
    }
    json.end_array();
    json.member("origins", list_.text());
}

void LineRuns::begin() {
    runs_ = {};
    count_ = 0;
}

bool LineRuns::add(std::uint32_t line) {
    if (line >= places_.size()) {
        places_.resize(line + std::size_t{1}, kNoPlace);
    }
    const bool is_new = places_[line] == kNoPlace;
    if (is_new) {
        places_[line] = num_places_++;
    }
    // Lines mostly follow each other as they did before.
    if (count_ != 0 && places_[line] == first_ + count_) {
        ++count_;
        return is_new;
    }
    finish();
    first_ = places_[line];
    count_ = 1;
    return is_new;
}

NumberList LineRuns::end() {
    finish();
    return std::move(runs_);
}

void LineRuns::finish() {
    if (count_ != 0) {
        runs_.add(first_).add(count_);
    }
}

std::size_t LineTable::bytes_of(std::uint32_t line) const {
    constexpr std::size_t kQuotesAndOrigin = 10;
    return lines_[line].text.size() + kQuotesAndOrigin;
}

std::uint32_t LineTable::number(const Line& line) {
    const auto found = numbers_.find(line);
    if (found != numbers_.end()) {
        return found->second;
    }
    const auto next = static_cast<std::uint32_t>(lines_.size());
    lines_.push_back({line.hash, line.origin, texts_.copy_string(line.text)});
    numbers_.emplace(lines_.back(), next);
    return next;
}

std::vector<std::uint32_t> LineTable::numbers_of(const Form& form) {
    std::vector<std::uint32_t> numbers;
    std::string_view rest = form.text;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view text = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        text = text.substr(0, text.find_last_not_of(" \t\r") + 1);
        const std::size_t at = numbers.size();
        const std::uint32_t origin =
            origins_.number(at < form.origins.size() ? form.origins[at] : SourceLine{});
        const Line line{std::hash<std::string_view>()(text) + origin, origin, text};
        // Lines mostly follow each other as they did before.
        const std::size_t next = at > 0 ? numbers.back() + std::size_t{1} : lines_.size();
        const bool is_next = next < lines_.size() && lines_[next] == line;
        numbers.push_back(is_next ? static_cast<std::uint32_t>(next) : number(line));
    }
    return numbers;
}

void LineTable::append(json::Writer& json) const {
    NumberList origins;
    json.name("text").begin_array();
    for (const Line& line : lines_) {
        json.string(line.text);
        origins.add(line.origin);
    }
    json.end_array();
    json.member("key", origins.text());
}

} // namespace jacquard::driver::view
