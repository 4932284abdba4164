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

std::size_t LineTable::Hash::operator()(const Line& line) const {
    return std::hash<std::string_view>()(line.text) + line.origin;
}

std::uint32_t LineTable::number(const Line& line) {
    const auto found = numbers_.find(line);
    if (found != numbers_.end()) {
        return found->second;
    }
    const auto next = static_cast<std::uint32_t>(lines_.size());
    lines_.push_back({line.origin, texts_.copy_string(line.text)});
    numbers_.emplace(lines_.back(), next);
    bytes_ += line.text.size() + 10;
    return next;
}

NumberList LineTable::add(const Form& form) {
    NumberList runs;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    const auto finish = [&] {
        if (count != 0) {
            runs.add(first).add(count);
        }
    };
    std::string_view rest = form.text;
    for (std::size_t at = 0; !rest.empty(); ++at) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view text = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        text = text.substr(0, text.find_last_not_of(" \t\r") + 1);
        const Line line{origins_.number(at < form.origins.size() ? form.origins[at] : SourceLine{}),
                        text};
        // Lines mostly follow each other as they did before.
        const std::uint32_t next = first + count;
        const bool is_next = count != 0 && next < lines_.size() && lines_[next] == line;
        const std::uint32_t found = is_next ? next : number(line);
        if (count != 0 && found == next) {
            ++count;
            continue;
        }
        finish();
        first = found;
        count = 1;
    }
    finish();
    bytes_ += runs.text().size();
    return runs;
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
