#include <jacquard/ir3/isa/assemble/read_numbers.h>
#include <jacquard/ir3/isa/assemble/text_reader.h>

namespace jacquard::ir3 {

bool TextReader::target(std::int32_t& distance) {
    if (!next_is_letter()) {
        option('+');
        return read_number_into(*this, distance) || missing("a label");
    }
    const char* start = mark();
    while (next_is_letter() || next_is_digit())
        skip(1);
    label_ = {start, static_cast<std::size_t>(mark() - start)};
    distance = label_distance_;
    return true;
}

} // namespace jacquard::ir3
