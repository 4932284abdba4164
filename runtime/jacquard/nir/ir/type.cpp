#include <jacquard/nir/ir/type.h>

namespace jacquard::nir {

int Type::find_member(std::string_view member_name) const {
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (members[i].name == member_name) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

const Type* Type::without_arrays() const {
    const Type* type = this;
    while (type->kind == TypeKind::array) {
        type = type->element;
    }
    return type;
}

void ScalarWalk::enter(const Type* type) {
    while (type->scalar_count != 0) {
        places_.push_back({type, 0});
        if (type->kind == TypeKind::vector || type->kind == TypeKind::matrix) {
            return;
        }
        type = type->kind == TypeKind::array ? type->element : type->members[0].type;
    }
}

unsigned ScalarWalk::next_bit_size() {
    // A place's part is the one at hand; a scalar's number within a vector or matrix.
    while (!places_.empty()) {
        Place& place = places_.back();
        const Type& type = *place.type;
        if (type.kind == TypeKind::vector || type.kind == TypeKind::matrix) {
            if (place.part < type.scalar_count) {
                ++place.part;
                return type.scalar.bit_size;
            }
            places_.pop_back();
            continue;
        }
        ++place.part;
        const bool is_array = type.kind == TypeKind::array;
        if (place.part == (is_array ? type.length : type.members.size())) {
            places_.pop_back();
            continue;
        }
        enter(is_array ? type.element : type.members[place.part].type);
    }
    return 0;
}

} // namespace jacquard::nir
