#include <jacquard/driver/draw/uniform_type.h>

#include <algorithm>

namespace jacquard::driver::draw {

std::uint64_t UniformType::num_scalars() const {
    switch (kind) {
    case Kind::scalar: return 1;
    case Kind::array: return length * element->num_scalars();
    case Kind::structure: break;
    }
    std::uint64_t count = 0;
    for (const Member& member : members) {
        count += member.type->num_scalars();
    }
    return count;
}

std::uint64_t UniformType::size() const {
    switch (kind) {
    case Kind::scalar: return bytes;
    case Kind::array: return length == 0 ? 0 : std::uint64_t{length - 1} * stride + element->size();
    case Kind::structure: break;
    }
    std::uint64_t end = 0;
    for (const Member& member : members) {
        end = std::max(end, member.offset + member.type->size());
    }
    return end;
}

} // namespace jacquard::driver::draw
