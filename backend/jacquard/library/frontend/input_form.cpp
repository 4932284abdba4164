#include <jacquard/generated/tgsi/names.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/spirv/module/read.h>
#include <jacquard/support/text/letters.h>
#include <jacquard/support/text/utf8.h>

#include <algorithm>

namespace jacquard::driver {

namespace {

// Returns true for bytes that are text: in UTF-8, or, as most of it is ASCII, in an older encoding.
// Words of machines have zeros, which text has not.
bool is_text(std::string_view content) {
    const char* const end = content.data() + content.size();
    std::size_t others = 0; // bytes that are no UTF-8
    for (const char* at = content.data(); at != end;) {
        const auto byte = static_cast<unsigned char>(*at);
        if ((byte < 0x20 && !is_space_of_c(*at)) || byte == 0x7f) {
            return false;
        }
        const unsigned length = utf8_length(at, end);
        others += length == 0 ? 1 : 0;
        at += length != 0 ? length : 1;
    }
    constexpr std::size_t kFewerThanOneIn = 4;
    return others * kFewerThanOneIn < content.size() || others == 0;
}

std::string_view first_word(std::string_view content) {
    std::size_t start = 0;
    for (;;) {
        while (start < content.size() && (is_blank(content[start]) || content[start] == '\n')) {
            ++start;
        }
        const std::string_view rest = content.substr(start);
        if (!rest.starts_with("//") && !rest.starts_with('#') && !rest.starts_with(';')) {
            break;
        }
        start = std::min(content.find('\n', start), content.size());
    }
    std::size_t end = start;
    while (end < content.size() && is_name_letter(content[end])) {
        ++end;
    }
    return content.substr(start, end - start);
}

} // namespace

InputForm detect_form(std::string_view content) {
    if (spirv::is_module(content)) {
        return InputForm::spirv;
    }
    const std::string_view word = first_word(content);
    if (!word.empty() && tgsi::find_stage(word)) {
        return InputForm::tgsi;
    }
    if (word == "shader") {
        return InputForm::nir;
    }
    return is_text(content) ? InputForm::assembly : InputForm::words;
}

void report_no_shader(Diagnostics& diagnostics) {
    diagnostics.error("D201", {1, 1},
                      "a shader begins with its stage (VERT, FRAG, ...) or, as NIR, with 'shader'");
}

} // namespace jacquard::driver
