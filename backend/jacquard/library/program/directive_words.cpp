#include <jacquard/library/program/directive_words.h>
#include <jacquard/library/program/program_header.h>

#include <bit>
#include <optional>

namespace jacquard::driver {

void DirectiveWords::begin(std::string_view line, std::uint32_t number, std::size_t column) {
    words_ = LineWords(line);
    number_ = number;
    column_ = column;
    failed_ = false;
}

void DirectiveWords::fail(std::size_t offset, std::string message) {
    if (!failed_) {
        diagnostics_->error("A201", {number_, static_cast<std::uint32_t>(column_ + offset + 1)},
                            std::move(message));
    }
    failed_ = true;
}

std::string_view DirectiveWords::word(std::string_view what) {
    const std::string_view text = words_.next();
    word_start_ = words_.start();
    if (text.empty()) {
        fail(word_start_, "expected " + std::string(what));
    }
    return text;
}

void DirectiveWords::keyword(std::string_view text) {
    const std::string expected = '\'' + std::string(text) + '\'';
    if (word(expected) != text) {
        fail(word_start_, "expected " + expected);
    }
}

bool DirectiveWords::optional_keyword(std::string_view text) {
    if (words_.at_end()) {
        return false;
    }
    const bool is_next = words_.accept(text);
    word_start_ = words_.start();
    return is_next;
}

ir3::RegisterLocation DirectiveWords::location() {
    const std::optional<ir3::RegisterLocation> result = parse_register(word("a register"));
    if (!result) {
        fail(word_start_, "expected a register such as r1.x or hr0.y, or none");
    }
    return result.value_or(ir3::RegisterLocation{});
}

DirectiveWords::Components DirectiveWords::components() {
    keyword("components");
    return component_letters();
}

DirectiveWords::Components DirectiveWords::component_letters() {
    const std::string_view text = word("components");
    Components result;
    if (text == "none") {
        return result;
    }
    std::size_t last = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t component = std::string_view("xyzw").find(text[i]);
        if (component == std::string_view::npos || (i != 0 && component <= last)) {
            fail(word_start_ + i, "expected some of the letters xyzw, in order, or none");
            return result;
        }
        last = component;
        result.mask |= 1U << component;
    }
    if (result.mask != 0) { // a word was there
        result.first = static_cast<unsigned>(std::countr_zero(result.mask));
    }
    return result;
}

// "c8", or "c8.x" where a component is written.
std::uint32_t DirectiveWords::constant_vec4(bool with_component) {
    std::string_view text = word("a place in the constant file");
    const std::size_t start = word_start_;
    if (!text.starts_with('c') || (with_component && !text.ends_with(".x"))) {
        fail(start, with_component ? "expected a place in the constant file such as c8.x"
                                   : "expected a place in the constant file such as c8");
        return 0;
    }
    text.remove_prefix(1);
    text.remove_suffix(with_component ? 2 : 0);
    return number_of<std::uint32_t>(text, start + 1, "a vec4 of the constant file");
}

const ir3::SlotInfo* DirectiveWords::slot() {
    const std::string_view name = word("the name of a slot");
    const ir3::SlotInfo* found = ir3::find_slot(name);
    if (found == nullptr && !failed_) {
        fail(word_start_, "there is no slot '" + std::string(name.substr(0, 80)) + '\'');
    }
    return found;
}

void DirectiveWords::end() {
    const std::string_view rest = words_.rest();
    if (!rest.empty() && rest[0] != ';' && !rest.starts_with("//")) {
        words_.next();
        fail(words_.start(), "expected the end of the line");
    }
}

} // namespace jacquard::driver
