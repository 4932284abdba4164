#include <jacquard/amber/read/resources/buffer_contents.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace jacquard::driver::amber {

bool BufferContents::resize(Buffer& buffer, const Token& token, std::uint64_t count) {
    const std::uint64_t stride = std::max<std::uint64_t>(buffer.layout.stride, 1);
    if (count > memory_.limits().memory / stride) {
        return memory_.fail(token);
    }
    if (!memory_.allot(token, count * stride)) {
        return false;
    }
    buffer.bytes.assign(static_cast<std::size_t>(count * stride), std::byte{0});
    return true;
}

void BufferContents::skip_values(Scanner& scanner, bool ends_with_word) {
    for (;;) {
        const Token token = scanner.peek();
        if (!token.is_end()) {
            scanner.take();
            if (ends_with_word && token.text == kKeywordWords.name_of(Keyword::end)) {
                return;
            }
        } else if (!next_line_of_values(scanner, ends_with_word)) {
            return;
        }
    }
}

// A command of the script is no value: the END in front of it was forgotten.
bool BufferContents::next_line_of_values(Scanner& scanner, bool ends_with_word) {
    const Scanner before = scanner;
    if (!scanner.next_line()) {
        return false;
    }
    if (ends_with_word && kScriptCommandWords.find(scanner.peek().text) != nullptr) {
        scanner = before;
        return false;
    }
    return true;
}

void BufferContents::skip_data() {
    while (!lines_.peek().is_end()) {
        if (lines_.take().text == kFillingWords.name_of(Filling::data)) {
            skip_values(lines_.scanner(), true);
            return;
        }
    }
}

// Numbers up to END, or to the end of a file.
bool BufferContents::read_values(Buffer& buffer, std::optional<std::uint64_t> count,
                                 Scanner& scanner, const Token* file) {
    const Token start = file != nullptr ? *file : lines_.word();
    const std::vector<Component>& components = buffer.layout.components;
    const std::size_t stride = buffer.layout.stride;
    std::vector<std::byte> bytes;
    std::size_t values = 0;
    const bool ends_with_word = file == nullptr;
    bool has_end = !ends_with_word;
    for (;;) {
        Token token = scanner.peek();
        if (token.is_end()) {
            if (!next_line_of_values(scanner, ends_with_word)) {
                break;
            }
            continue;
        }
        token = scanner.take();
        if (ends_with_word && token.text == kKeywordWords.name_of(Keyword::end)) {
            has_end = true;
            break;
        }
        const Component& component = components[values % components.size()];
        if (values % components.size() == 0) {
            if (bytes.size() + stride > memory_.limits().memory) {
                skip_values(scanner, ends_with_word);
                return memory_.fail(file != nullptr ? *file : token);
            }
            bytes.resize(bytes.size() + stride);
        }
        Number number;
        if (!read_number(token.text, component.kind, component.bits, number)) {
            const std::string message = quoted(token) + " is no number that fits into " +
                                        std::to_string(component.bits) +
                                        " bits of the buffer's type";
            skip_values(scanner, ends_with_word);
            return file == nullptr
                       ? lines_.fail("M103", token, message)
                       : lines_.fail("M103", *file,
                                     place_in_file(file->text, token.position) + ": " + message);
        }
        store(component, number, std::span(bytes).last(stride));
        ++values;
    }
    if (!has_end) {
        return lines_.fail("M106", start, "the data of '" + buffer.name + "' has no END");
    }
    if (values == 0 || values % components.size() != 0) {
        return lines_.fail("M109", start,
                           "'" + buffer.name + "' has " + std::to_string(values) +
                               " values; each of its elements takes " +
                               std::to_string(components.size()));
    }
    const std::uint64_t given = values / components.size();
    if (count && given != *count) {
        return lines_.fail("M109", start,
                           "'" + buffer.name + "' has data for " + std::to_string(given) +
                               " elements; its size is " + std::to_string(*count));
    }
    buffer.bytes = std::move(bytes);
    return memory_.allot(start, buffer.bytes.size());
}

bool BufferContents::read_file(Buffer& buffer, std::optional<std::uint64_t> count) {
    FileForm form{};
    Token path;
    std::string fault;
    if (!lines_.take_word(kFileFormWords, form) || !lines_.take_name("the path of a file", path)) {
        return false;
    }
    const std::optional<std::string> content = files_(path.text, fault);
    if (!content) {
        return lines_.fail("M107", path, fault);
    }
    if (form == FileForm::text) {
        Scanner scanner(*content);
        return read_values(buffer, count, scanner, &path);
    }
    const std::size_t stride = buffer.layout.stride;
    if (content->size() % stride != 0 || (count && content->size() / stride != *count)) {
        return lines_.fail("M109", path,
                           "the file has " + std::to_string(content->size()) +
                               " bytes; each element of '" + buffer.name + "' takes " +
                               std::to_string(stride));
    }
    if (!resize(buffer, path, content->size() / stride)) {
        return false;
    }
    std::transform(content->begin(), content->end(), buffer.bytes.begin(),
                   [](char letter) { return static_cast<std::byte>(letter); });
    return true;
}

bool BufferContents::fill(Buffer& buffer, const Token& form, bool is_series, std::uint64_t count) {
    Token first;
    if (!lines_.take_name("a value", first)) {
        return false;
    }
    Token increment{"0", first.position};
    if (is_series) {
        if (!lines_.expect(Keyword::increase_by) || !lines_.take_name("an increment", increment)) {
            return false;
        }
    }
    if (!resize(buffer, form, count)) {
        return false;
    }
    const std::vector<Component>& components = buffer.layout.components;
    std::vector<Number> value(components.size());
    std::vector<Number> step(components.size());
    for (std::size_t i = 0; i < components.size(); ++i) {
        const auto take = [&](const Token& token, Number& number) {
            return read_number(token.text, components[i].kind, components[i].bits, number) ||
                   lines_.fail("M103", token, quoted(token) + " is no number of the buffer's type");
        };
        if (!take(first, value[i]) || !take(increment, step[i])) {
            return false;
        }
    }
    for (std::size_t element = 0; element < count; ++element) {
        const auto bytes =
            std::span(buffer.bytes).subspan(element * buffer.layout.stride, buffer.layout.stride);
        for (std::size_t i = 0; i < components.size(); ++i) {
            // All components of an element are one step of the series.
            Number now = value[i];
            const auto times = static_cast<std::uint64_t>(element * components.size() + i);
            now.integer =
                static_cast<std::int64_t>(static_cast<std::uint64_t>(now.integer) +
                                          times * static_cast<std::uint64_t>(step[i].integer));
            now.floating += static_cast<double>(times) * step[i].floating;
            store(components[i], now, bytes);
        }
    }
    return true;
}

bool BufferContents::read(Buffer& buffer, bool may_be_empty, std::optional<std::uint64_t> count) {
    const Token form = lines_.peek();
    Filling filling{};
    if (form.is_end() && may_be_empty) {
        return !count || resize(buffer, form, *count);
    }
    if (!lines_.take_word(kFillingWords, filling)) {
        return false;
    }
    switch (filling) {
    case Filling::data: return read_values(buffer, count, lines_.scanner(), nullptr);
    case Filling::file: return read_file(buffer, count);
    case Filling::fill:
    case Filling::series_from: break;
    }
    return count ? fill(buffer, form, filling == Filling::series_from, *count)
                 : lines_.fail("M102", form, "a buffer that is filled needs its SIZE");
}

} // namespace jacquard::driver::amber
