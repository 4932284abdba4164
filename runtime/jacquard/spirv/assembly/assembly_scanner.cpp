#include <jacquard/generated/spirv/enums.h>
#include <jacquard/spirv/assembly/assembly_scanner.h>
#include <jacquard/support/text/letters.h>

#include <algorithm>
#include <charconv>

namespace jacquard::spirv {

namespace {

// Beyond the numbers that the tables name; a tool without a name is written by its number.
constexpr std::uint32_t kMaxTool = 0xffff;

class Scanner {
  public:
    Scanner(std::string_view text, Diagnostics& diagnostics)
        : text_(text), diagnostics_(diagnostics) {}

    std::vector<AssemblyToken> run() {
        std::vector<AssemblyToken> tokens;
        while (skip_to_token()) {
            tokens.push_back(text_[at_] == '"' ? quoted() : word());
        }
        return tokens;
    }

    std::string_view next_word() {
        return skip_to_token() && text_[at_] != '"' ? word().word : std::string_view();
    }

  private:
    [[nodiscard]] SourcePosition position() const {
        return {line_, static_cast<std::uint32_t>(at_ - line_start_ + 1)};
    }

    // Counts the line that ends at `end`.
    void pass_line_end(std::size_t end) {
        ++line_;
        line_start_ = end + 1;
    }

    bool skip_to_token() {
        for (; at_ < text_.size(); ++at_) {
            if (text_[at_] == ';') {
                at_ = std::min(text_.find('\n', at_), text_.size());
            }
            if (at_ < text_.size() && text_[at_] == '\n') {
                pass_line_end(at_);
            } else if (at_ < text_.size() && !is_space_of_c(text_[at_])) {
                return true;
            }
        }
        return false;
    }

    AssemblyToken word() {
        AssemblyToken token{position(), {}, false};
        const std::size_t start = at_;
        while (at_ < text_.size() && !is_space_of_c(text_[at_]) && text_[at_] != ';' &&
               text_[at_] != '"') {
            ++at_;
        }
        token.word = text_.substr(start, at_ - start);
        return token;
    }

    AssemblyToken quoted() {
        AssemblyToken token{position(), {}, true};
        const std::size_t start = at_++;
        while (at_ < text_.size() && text_[at_] != '"') {
            at_ += text_[at_] == '\\' ? 1 : 0;
            if (at_ < text_.size() && text_[at_] == '\n') {
                pass_line_end(at_);
            }
            ++at_;
        }
        if (at_ >= text_.size()) {
            diagnostics_.error("S303", token.position, "the text that begins here does not end");
        }
        at_ = std::min(at_ + 1, text_.size());
        token.word = text_.substr(start, at_ - start);
        return token;
    }

    std::string_view text_;
    Diagnostics& diagnostics_;
    std::size_t at_ = 0;
    std::size_t line_start_ = 0;
    std::uint32_t line_ = 1;
};

std::optional<std::uint32_t> take_number(std::string_view& text) {
    std::uint32_t number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc{}) {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

// `1.3`
std::optional<std::uint32_t> version_of(std::string_view text) {
    const std::optional<std::uint32_t> major = take_number(text);
    if (!major || *major > 0xff || !text.starts_with('.')) {
        return std::nullopt;
    }
    text.remove_prefix(1);
    const std::optional<std::uint32_t> minor = take_number(text);
    return minor && *minor <= 0xff ? std::optional(*major << 16 | *minor << 8) : std::nullopt;
}

// `Khronos SPIR-V Tools Assembler; 0`, or `Unknown(99); 0`
std::optional<std::uint32_t> generator_of(std::string_view text) {
    const std::size_t end = text.rfind("; ");
    if (end == std::string_view::npos) {
        return std::nullopt;
    }
    std::string_view rest = text.substr(end + 2);
    const std::string_view name = text.substr(0, end);
    const std::optional<std::uint32_t> version = take_number(rest);
    if (!version || *version > 0xffff) {
        return std::nullopt;
    }
    constexpr std::string_view kUnknown = "Unknown(";
    if (name.starts_with(kUnknown)) {
        std::string_view number = name.substr(kUnknown.size());
        const std::optional<std::uint32_t> tool = take_number(number);
        return tool && *tool <= kMaxTool ? std::optional(*tool << 16 | *version) : std::nullopt;
    }
    for (std::uint32_t tool = 0; tool <= kMaxTool && !tool_name(tool).empty(); ++tool) {
        if (tool_name(tool) == name) {
            return tool << 16 | *version;
        }
    }
    return std::nullopt;
}

} // namespace

bool AssemblyToken::is_opcode() const {
    return !is_text && word.size() > 2 && word.starts_with("Op") && word[2] >= 'A' &&
           word[2] <= 'Z';
}

std::vector<AssemblyToken> scan_assembly(std::string_view text, Diagnostics& diagnostics) {
    return Scanner(text, diagnostics).run();
}

std::string_view first_opcode(std::string_view text) {
    Diagnostics ignored;
    Scanner scanner(text, ignored);
    const std::string_view first = scanner.next_word();
    return first.starts_with('%') && scanner.next_word() == "=" ? scanner.next_word() : first;
}

std::string text_of_token(const AssemblyToken& token) {
    std::string_view left = token.word.substr(1);
    if (left.ends_with('"')) {
        left.remove_suffix(1);
    }
    std::string text;
    for (std::size_t i = 0; i < left.size(); ++i) {
        i += left[i] == '\\' && i + 1 < left.size() ? 1 : 0;
        text += left[i];
    }
    return text;
}

AssemblyHeader read_assembly_header(std::string_view text) {
    AssemblyHeader header;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        while (!line.empty() && is_space_of_c(line.front())) {
            line.remove_prefix(1);
        }
        while (!line.empty() && is_space_of_c(line.back())) {
            line.remove_suffix(1);
        }
        if (line.empty()) {
            continue;
        }
        if (line[0] != ';') {
            break;
        }
        const auto value_behind = [&](std::string_view key) {
            return line.starts_with(key) ? line.substr(key.size()) : std::string_view();
        };
        std::string_view bound = value_behind("; Bound: ");
        std::string_view schema = value_behind("; Schema: ");
        if (const std::string_view value = value_behind("; Version: "); !value.empty()) {
            header.version = version_of(value);
        } else if (const std::string_view tool = value_behind("; Generator: "); !tool.empty()) {
            header.generator = generator_of(tool);
        } else if (!bound.empty()) {
            header.bound = take_number(bound);
        } else if (!schema.empty()) {
            header.schema = take_number(schema);
        }
    }
    return header;
}

} // namespace jacquard::spirv
