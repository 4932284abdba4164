#include <jacquard/amber/read/lines/bounds.h>
#include <jacquard/amber/read/resources/requirements.h>

namespace jacquard::driver::amber {

namespace {

constexpr std::uint64_t kLongest = 0xffffffff;

} // namespace

bool Requirements::read_feature() {
    std::monostate ignored;
    return lines_.take_word(kFeatureWords, ignored);
}

bool Requirements::read_property() {
    Token ignored;
    return lines_.take_name("the name of a property", ignored);
}

bool Requirements::read_extension() {
    Token token;
    if (!lines_.take_name("the name of an extension", token)) {
        return false;
    }
    return is_extension(token.text) ||
           lines_.fail("M101", token,
                       quoted(token) + " is no extension; their names begin with VK_");
}

bool Requirements::read_engine_data() {
    EngineData key{};
    std::uint64_t milliseconds = 0; // nothing waits for a device here
    return lines_.expect(Keyword::engine_data) && lines_.take_word(kEngineDataWords, key) &&
           lines_.take_unsigned("a time", kLongest, milliseconds);
}

} // namespace jacquard::driver::amber
