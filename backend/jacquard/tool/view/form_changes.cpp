#include <jacquard/support/text/letters.h>
#include <jacquard/tool/view/form_changes.h>

#include <algorithm>

namespace jacquard::driver::view {

namespace {

bool is_name(char character) {
    return is_name_letter(character) || character == '.' || character == ':';
}

std::string_view trimmed(std::string_view text) {
    const std::size_t start = std::min(text.find_first_not_of(' '), text.size());
    return text.substr(start);
}

std::string_view name_at_start(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size() && is_name(text[end])) {
        ++end;
    }
    return text.substr(0, end);
}

// "fmul" of "%33:32 = exact fmul %4, %4", "store_output" of "store_output %1", and "if".
// Declarations, labels and the lines that close blocks have none.
std::string_view nir_name(std::string_view line) {
    const std::string_view text = trimmed(line);
    const bool is_in_function = line.starts_with("    ");
    if (!is_in_function || text.ends_with(':') || text.starts_with('}')) {
        return {};
    }
    const std::size_t equals = text.find(" = ");
    std::string_view rest =
        text.starts_with('%') && equals != std::string_view::npos ? text.substr(equals + 3) : text;
    // Marks that the printer puts before an opcode.
    for (const std::string_view mark : {"relaxed ", "exact "}) {
        rest = rest.starts_with(mark) ? rest.substr(mark.size()) : rest;
    }
    return name_at_start(rest);
}

// "mul.f" of "  0034: (nop1)mul.f ssa_34, ssa_10, ssa_10".
std::string_view graph_name(std::string_view line) {
    const std::size_t colon = line.find(": ");
    const std::string_view serial = trimmed(line.substr(0, std::min(colon, line.size())));
    const bool is_node = colon != std::string_view::npos && !serial.empty() &&
                         std::all_of(serial.begin(), serial.end(), is_digit);
    if (!is_node) {
        return {};
    }
    line = line.substr(colon + 2);
    while (line.starts_with('(') && line.find(')') != std::string_view::npos) {
        line = line.substr(line.find(')') + 1);
    }
    return name_at_start(line);
}

} // namespace

void FormChanges::add(std::string_view column, std::string_view title, std::string_view text) {
    Counts counts;
    Change change{std::string(column), std::string(title), 0, {}, false};
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::string_view name = column == "nir" ? nir_name(line) : graph_name(line);
        if (!name.empty()) {
            const auto found = counts.find(name);
            ++(found != counts.end() ? found->second : counts[std::string(name)]);
            ++change.size;
        }
    }
    const auto last = last_.find(column);
    change.is_first = last == last_.end();
    if (!change.is_first) {
        change.names = counts;
        for (const auto& [name, count] : last->second) {
            change.names[name] -= count;
        }
    }
    last_[std::string(column)] = std::move(counts);
    changes_.push_back(std::move(change));
}

void FormChanges::forget(std::string_view column) {
    if (const auto last = last_.find(column); last != last_.end()) {
        last_.erase(last);
    }
    std::erase_if(changes_, [column](const Change& change) { return change.column == column; });
}

void FormChanges::append(json::Writer& json) const {
    json.name("changes").begin_array();
    for (const Change& change : changes_) {
        json.begin_object();
        json.member("column", change.column).member("title", change.title);
        json.member("size", change.size).name("first").boolean(change.is_first);
        json.name("names").begin_object();
        for (const auto& [name, count] : change.names) {
            if (count != 0) {
                json.member(name, count);
            }
        }
        json.end_object();
        json.end_object();
    }
    json.end_array();
}

} // namespace jacquard::driver::view
