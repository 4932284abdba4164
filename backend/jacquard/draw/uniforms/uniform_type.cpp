#include <jacquard/draw/uniforms/uniform_type.h>

#include <algorithm>

namespace jacquard::driver::draw {

void UniformType::finish() {
    switch (kind) {
    case Kind::scalar:
        num_scalars = 1;
        size = bytes;
        return;
    case Kind::array:
        num_scalars = length * element->num_scalars;
        size = length == 0 ? 0 : std::uint64_t{length - 1} * stride + element->size;
        return;
    case Kind::structure: break;
    }
    num_scalars = 0;
    size = 0;
    for (const Member& member : members) {
        num_scalars += member.type->num_scalars;
        size = std::max(size, member.offset + member.type->size);
    }
}

} // namespace jacquard::driver::draw
