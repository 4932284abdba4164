#include <jacquard/ir3/isa/assemble/reading_notes.h>

namespace jacquard::ir3 {

void ReadingNotes::expect(const char* place, std::string_view what) {
    if (furthest_ != nullptr && place < furthest_)
        return;
    if (place != furthest_) {
        furthest_ = place;
        num_expected_ = 0;
    }
    for (const std::string_view known : expected()) {
        if (known == what)
            return;
    }
    if (num_expected_ < kMaxExpected)
        expected_[num_expected_++] = what;
}

void ReadingNotes::field(std::string_view member, const char* place) {
    for (auto& [known, where] : fields_) {
        if (known == member) {
            where = place;
            return;
        }
    }
    if (num_fields_ < kMaxFields)
        fields_[num_fields_++] = {member, place};
}

const char* ReadingNotes::field(std::string_view member) const {
    for (const auto& [known, where] : fields_) {
        if (known == member)
            return where;
    }
    return nullptr;
}

std::string_view ReadingNotes::field_at(const char* place) const {
    for (const auto& [known, where] : fields_) {
        // The number may have a sign.
        if (where == place || (where != nullptr && *where == '+' && where + 1 == place))
            return known;
    }
    return {};
}

} // namespace jacquard::ir3
