#include <jacquard/support/text/printable.h>
#include <jacquard/tool/frame/terminal_buffer.h>

#include <algorithm>
#include <array>
#include <string>

namespace jacquard::driver {

namespace {

constexpr std::array<std::string_view, 5> kOwn = {"\x1b[1;31m", "\x1b[1;35m", "\x1b[0m", kEraseLine,
                                                  "\r"};

// The length of what begins the text and is the tool's own.
std::size_t own_length(std::string_view text) {
    const auto found = std::find_if(kOwn.begin(), kOwn.end(),
                                    [&](std::string_view each) { return text.starts_with(each); });
    return found == kOwn.end() ? 0 : found->size();
}

std::string shown(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t start = std::min(text.find_first_of("\x1b\r"), text.size());
        result += printable(text.substr(0, start));
        text.remove_prefix(start);
        const std::size_t own = own_length(text);
        result += text.substr(0, own);
        text.remove_prefix(own);
        if (own == 0 && !text.empty()) {
            result += printable(text.substr(0, 1));
            text.remove_prefix(1);
        }
    }
    return result;
}

} // namespace

TerminalBuffer::int_type TerminalBuffer::overflow(int_type letter) {
    if (traits_type::eq_int_type(letter, traits_type::eof())) {
        return traits_type::not_eof(letter);
    }
    const char single = traits_type::to_char_type(letter);
    return xsputn(&single, 1) == 1 ? letter : traits_type::eof();
}

std::streamsize TerminalBuffer::xsputn(const char* text, std::streamsize size) {
    const std::string all = shown({text, static_cast<std::size_t>(size)});
    const auto length = static_cast<std::streamsize>(all.size());
    return to_->sputn(all.data(), length) == length ? size : 0;
}

} // namespace jacquard::driver
