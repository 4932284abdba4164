#include <jacquard/tgsi/translate/registers/declared_registers.h>

#include <algorithm>
#include <tuple>

namespace jacquard::tgsi {

DeclaredRegisters::DeclaredRegisters(const Program& program) {
    by_number_.reserve(program.declarations.size());
    for (const Declaration& declared : program.declarations) {
        by_number_.push_back(&declared);
        if (declared.array_id != 0) {
            by_array_.push_back(&declared);
        }
    }
    // Declarations lie in one list, so that their addresses tell their order.
    std::sort(by_number_.begin(), by_number_.end(),
              [](const Declaration* left, const Declaration* right) {
                  return std::tie(left->file, left->dimension, left->first, left) <
                         std::tie(right->file, right->dimension, right->first, right);
              });
    std::sort(by_array_.begin(), by_array_.end(),
              [](const Declaration* left, const Declaration* right) {
                  return std::tie(left->file, left->array_id, left) <
                         std::tie(right->file, right->array_id, right);
              });
}

const Declaration* DeclaredRegisters::find(RegisterFile file, std::int32_t index,
                                           std::int32_t dimension) const {
    const auto after = std::upper_bound(
        by_number_.begin(), by_number_.end(), std::tie(file, dimension, index),
        [](const auto& wanted, const Declaration* declared) {
            return wanted < std::tie(declared->file, declared->dimension, declared->first);
        });
    if (after == by_number_.begin()) {
        return nullptr;
    }
    const Declaration* found = *std::prev(after);
    return found->file == file && found->dimension == dimension && index <= found->last ? found
                                                                                        : nullptr;
}

const Declaration* DeclaredRegisters::find_array(RegisterFile file, std::uint16_t array_id) const {
    const auto found =
        std::lower_bound(by_array_.begin(), by_array_.end(), std::tie(file, array_id),
                         [](const Declaration* declared, const auto& wanted) {
                             return std::tie(declared->file, declared->array_id) < wanted;
                         });
    return found != by_array_.end() && (*found)->file == file && (*found)->array_id == array_id
               ? *found
               : nullptr;
}

} // namespace jacquard::tgsi
