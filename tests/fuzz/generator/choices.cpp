#include "choices.h"

namespace jacquard::nir {

std::uint64_t Choices::bits() {
    if (is_given_) {
        std::uint64_t value = 0;
        for (unsigned i = 0; i < 8 && !bytes_.empty(); ++i) {
            value |= std::uint64_t{bytes_.front()} << (8 * i);
            bytes_ = bytes_.subspan(1);
        }
        return value;
    }
    return random_.bits();
}

std::uint32_t Choices::below(std::uint32_t count) {
    if (is_given_) {
        std::uint32_t value = 0;
        for (unsigned shift = 0;
             shift < 32 && (std::uint64_t{1} << shift) < count && !bytes_.empty(); shift += 8) {
            value |= std::uint32_t{bytes_.front()} << shift;
            bytes_ = bytes_.subspan(1);
        }
        return value % count;
    }
    return static_cast<std::uint32_t>(((bits() >> 32) * count) >> 32);
}

} // namespace jacquard::nir
