#include <jacquard/driver/cost_rows.h>
#include <jacquard/driver/tool/view/line_table.h>

#include <algorithm>

namespace jacquard::driver::view {

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
    for (std::size_t line = 0; !rest.empty(); ++line) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view text = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        text = text.substr(0, text.find_last_not_of(" \t\r") + 1);
        const std::uint32_t key =
            origins_.number(line < form.origins.size() ? form.origins[line] : SourceLine{});
        const auto next = static_cast<std::uint32_t>(texts_.size());
        const auto [found, is_new] =
            numbers_.emplace(std::to_string(key) + ' ' + std::string(text), next);
        if (is_new) {
            texts_.emplace_back(text);
            keys_.add(key);
            bytes_ += text.size() + 10;
        }
        if (count != 0 && found->second == first + count) {
            ++count;
            continue;
        }
        finish();
        first = found->second;
        count = 1;
    }
    finish();
    bytes_ += runs.text().size();
    return runs;
}

void LineTable::append(json::Writer& json) const {
    json.name("text").begin_array();
    for (const std::string& text : texts_) {
        json.string(text);
    }
    json.end_array();
    json.member("key", keys_.text());
}

} // namespace jacquard::driver::view
