#include <jacquard/captured/base85.h>
#include <jacquard/captured/captured_file.h>
#include <jacquard/captured/hex_line.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/support/hex.h>

#include <algorithm>
#include <optional>

namespace jacquard::driver {

namespace {

constexpr std::string_view kBlanksOfLines = " \t\r";

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kBlanksOfLines);
    return first == std::string_view::npos
               ? std::string_view()
               : text.substr(first, text.find_last_not_of(kBlanksOfLines) - first + 1);
}

// The value of a line of a crash dump that has this key: `  - iova: 0x0000000001000000`.
std::optional<std::string_view> value_of(std::string_view line, std::string_view key) {
    std::string_view rest = trimmed(line);
    if (rest.starts_with("- ")) {
        rest = trimmed(rest.substr(2));
    }
    if (!rest.starts_with(key) || rest.size() <= key.size() || rest[key.size()] != ':') {
        return std::nullopt;
    }
    return trimmed(rest.substr(key.size() + 1));
}

class CapturedText {
  public:
    CapturedText(std::string_view text, Diagnostics& diagnostics)
        : text_(text), diagnostics_(diagnostics) {}

    CapturedFile run() {
        while (at_ < text_.size() && !diagnostics_.is_full()) {
            const std::string_view line = next_line();
            if (const auto kind = value_of(line, "data"); kind && kind->starts_with("!!ascii85")) {
                read_block(line.find_first_not_of(' '));
            } else if (!note_key(line)) {
                read_values(line);
            }
        }
        close_values();
        return std::move(file_);
    }

  private:
    std::string_view next_line() {
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        const std::string_view line = text_.substr(at_, end - at_);
        at_ = end + 1;
        ++number_;
        return line;
    }

    // Keys of a crash dump that say what the memory below them is.
    bool note_key(std::string_view line) {
        const bool is_section = !line.empty() && line.front() >= 'a' && line.front() <= 'z' &&
                                trimmed(line).ends_with(':') &&
                                trimmed(line).find(' ') == std::string_view::npos;
        if (is_section) {
            section_ = trimmed(line).substr(0, trimmed(line).size() - 1);
            address_ = 0;
            return true;
        }
        if (const auto address = value_of(line, "iova")) {
            const bool prefixed = address->starts_with("0x");
            address_ =
                parse_number<std::uint64_t>(address->substr(prefixed ? 2 : 0), 16).value_or(0);
            return true;
        }
        if (const auto part = value_of(line, "revision")) {
            const std::string_view number = part->substr(0, part->find(' '));
            const auto gpu = parse_number<std::uint32_t>(number);
            if (gpu && ir3::revision_of_part(*gpu)) {
                file_.gpu = *gpu;
            }
            return true;
        }
        return false;
    }

    // Lines that are indented further than the key before them hold its memory in base 85.
    void read_block(std::size_t indent) {
        CapturedMemory memory;
        memory.name = section_;
        memory.address = address_;
        while (at_ < text_.size()) {
            const std::size_t first = text_.find_first_not_of(' ', at_);
            if (first == std::string_view::npos || first - at_ <= indent || text_[first] == '\n') {
                break;
            }
            const std::string_view line = next_line();
            const std::string_view letters = trimmed(line);
            const std::size_t start = memory.bytes.size();
            const std::size_t wrong = append_base85(letters, memory.bytes);
            if (wrong != std::string_view::npos) {
                const auto column = static_cast<std::size_t>(letters.data() - line.data()) + wrong;
                diagnostics_.error(
                    "D212", {number_, static_cast<std::uint32_t>(column + 1)},
                    "expected five letters from '!' to 'u' for each 32 bits, or 'z'");
            }
            memory.lines.emplace_back(start, number_);
        }
        close_values();
        file_.memories.push_back(std::move(memory));
    }

    // A line of values goes on with the memory of the lines before where its address does, or where
    // neither has one.
    void read_values(std::string_view line) {
        std::optional<HexFault> fault;
        const std::optional<HexLine> values = read_hex_line(line, fault);
        if (fault) {
            diagnostics_.error("D213", {number_, static_cast<std::uint32_t>(fault->offset + 1)},
                               "expected " + std::string(fault->expected));
        }
        if (!values) {
            is_open_ = is_open_ && open_has_address_;
            return;
        }
        const bool goes_on =
            is_open_ && open_.value_bytes == values->value_bytes &&
            open_has_address_ == values->address.has_value() &&
            (!values->address || *values->address == open_.address + open_.bytes.size());
        if (!goes_on) {
            close_values();
            open_ = {};
            open_.value_bytes = values->value_bytes;
            open_.address = values->address.value_or(0);
            open_has_address_ = values->address.has_value();
            is_open_ = true;
        }
        open_.lines.emplace_back(open_.bytes.size(), number_);
        open_.bytes.insert(open_.bytes.end(), values->bytes.begin(), values->bytes.end());
    }

    void close_values() {
        if (!open_.bytes.empty()) {
            file_.memories.push_back(std::move(open_));
        }
        open_ = {};
        is_open_ = false;
    }

    std::string_view text_;
    Diagnostics& diagnostics_;
    CapturedFile file_;
    std::size_t at_ = 0;
    std::uint32_t number_ = 0;
    std::string section_;
    std::uint64_t address_ = 0;
    CapturedMemory open_; // that lines of values go on with
    bool is_open_ = false;
    bool open_has_address_ = false;
};

} // namespace

std::uint32_t CapturedMemory::line_of(std::size_t byte) const {
    const auto behind =
        std::upper_bound(lines.begin(), lines.end(), byte,
                         [](std::size_t wanted, const auto& line) { return wanted < line.first; });
    return behind != lines.begin() ? std::prev(behind)->second : 0;
}

bool is_captured_text(std::string_view content) {
    return std::all_of(content.begin(), content.end(), [](char letter) {
        return static_cast<unsigned char>(letter) >= ' ' || letter == '\n' || letter == '\t' ||
               letter == '\r';
    });
}

CapturedFile read_captured_file(std::string_view content, Diagnostics& diagnostics) {
    if (is_captured_text(content)) {
        return CapturedText(content, diagnostics).run();
    }
    CapturedFile file;
    CapturedMemory& memory = file.memories.emplace_back();
    memory.bytes.assign(content.begin(), content.end());
    return file;
}

} // namespace jacquard::driver
