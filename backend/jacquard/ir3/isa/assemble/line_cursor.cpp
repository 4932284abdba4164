#include <jacquard/ir3/isa/assemble/line_cursor.h>
#include <jacquard/support/text/letters.h>

namespace jacquard::ir3 {

bool LineCursor::missing(std::string_view what) {
    if (notes_ != nullptr)
        notes_->expect(at_, what);
    return false;
}

bool LineCursor::next_is_letter() const {
    return at_ != end_ && begins_name(*at_);
}

bool LineCursor::spaced_comma() {
    const char* start = at_;
    blanks();
    if (option(',')) {
        blanks();
        return true;
    }
    missing("','");
    at_ = start;
    return false;
}

bool LineCursor::at_end() {
    blanks();
    if (at_ == end_ || *at_ == ';' || *at_ == '\r' || starts_with("//"))
        return true;
    return missing("the end of the line");
}

} // namespace jacquard::ir3
