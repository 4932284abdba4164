#include <jacquard/amber/read/lines/bounds.h>
#include <jacquard/amber/read/sections/test_types.h>

#include <string>
#include <vector>

namespace jacquard::driver::amber {

bool read_test_type(std::string_view text, DataType& type) {
    const auto set = [&](const Word<ScalarType>* word) {
        if (word != nullptr) {
            type.kind = word->meaning.kind;
            type.bits = word->meaning.bits;
        }
        return word != nullptr;
    };
    if (set(kTestScalarWords.find(text))) {
        return true;
    }
    const std::size_t vector = text.find("vec");
    if (vector != std::string_view::npos) {
        const std::string_view rest = text.substr(vector + 3);
        if (rest.size() > 1 || (rest.size() == 1 && !is_dimension(rest[0]))) {
            return false;
        }
        type.rows = rest.empty() ? 1 : static_cast<unsigned>(rest[0] - '0');
        return set(kTestPrefixWords.find(text.substr(0, vector)));
    }
    const std::size_t matrix = text.find("mat");
    if (matrix == std::string_view::npos) {
        return false;
    }
    const std::string_view rest = text.substr(matrix + 3);
    const bool is_square = rest.size() == 1 && is_dimension(rest[0]);
    const bool is_oblong =
        rest.size() == 3 && is_dimension(rest[0]) && rest[1] == 'x' && is_dimension(rest[2]);
    if (!is_square && !is_oblong) {
        return false;
    }
    type.columns = static_cast<unsigned>(rest[0] - '0');
    type.rows = static_cast<unsigned>(rest.back() - '0');
    return set(kTestPrefixWords.find(text.substr(0, matrix)));
}

bool fail_test_type(Lines& lines, const Token& token) {
    std::vector<std::string> made;
    for (const Word<ScalarType>& prefix : kTestPrefixWords.words) {
        for (const char digit : {'2', '3', '4'}) {
            made.push_back(std::string(prefix.word) + "vec" + digit);
            for (const char other : {'2', '3', '4'}) {
                made.push_back(std::string(prefix.word) + "mat" + digit + 'x' + other);
            }
        }
    }
    std::vector<std::string_view> names(made.begin(), made.end());
    for (const Word<ScalarType>& word : kTestScalarWords.words) {
        names.push_back(word.word);
    }
    return lines.fail_word(token, kTestScalarWords.what, names);
}

} // namespace jacquard::driver::amber
