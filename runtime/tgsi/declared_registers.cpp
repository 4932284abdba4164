#include <jacquard/tgsi/declared_registers.h>

#include <algorithm>
#include <tuple>

namespace jacquard::tgsi {

DeclaredRegisters::DeclaredRegisters(const Program& program) {
    for (const Declaration& declared : program.declarations) {
        const auto file = static_cast<std::size_t>(declared.file);
        by_number_[file].push_back(&declared);
        if (declared.array_id != 0) {
            by_array_[file].push_back(&declared);
        }
    }
    for (std::size_t file = 0; file < kNumRegisterFile; ++file) {
        std::stable_sort(by_number_[file].begin(), by_number_[file].end(),
                         [](const Declaration* left, const Declaration* right) {
                             return std::tie(left->dimension, left->first) <
                                    std::tie(right->dimension, right->first);
                         });
        std::stable_sort(by_array_[file].begin(), by_array_[file].end(),
                         [](const Declaration* left, const Declaration* right) {
                             return left->array_id < right->array_id;
                         });
    }
}

const Declaration* DeclaredRegisters::find(RegisterFile file, std::int32_t index,
                                           std::int32_t dimension) const {
    const std::vector<const Declaration*>& known = by_number_[static_cast<std::size_t>(file)];
    const auto after =
        std::upper_bound(known.begin(), known.end(), std::tie(dimension, index),
                         [](const auto& wanted, const Declaration* declared) {
                             return wanted < std::tie(declared->dimension, declared->first);
                         });
    if (after == known.begin()) {
        return nullptr;
    }
    const Declaration* found = *std::prev(after);
    return found->dimension == dimension && index <= found->last ? found : nullptr;
}

const Declaration* DeclaredRegisters::find_array(RegisterFile file, std::uint16_t array_id) const {
    const std::vector<const Declaration*>& known = by_array_[static_cast<std::size_t>(file)];
    const auto found = std::lower_bound(known.begin(), known.end(), array_id,
                                        [](const Declaration* declared, std::uint16_t wanted) {
                                            return declared->array_id < wanted;
                                        });
    return found != known.end() && (*found)->array_id == array_id ? *found : nullptr;
}

} // namespace jacquard::tgsi
