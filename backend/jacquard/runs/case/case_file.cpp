#include <jacquard/runs/case/case_file.h>

#include <algorithm>

namespace jacquard::driver {

const CaseSystemValue* CaseRun::find_system_value(std::string_view name) const {
    for (const CaseSystemValue& value : system_values) {
        if (value.name == name) {
            return &value;
        }
    }
    return nullptr;
}

unsigned CaseRun::num_vertices() const {
    std::size_t most = 0;
    for (const std::vector<LaneVectors>& input : vertex_inputs) {
        most = std::max(most, input.size());
    }
    return static_cast<unsigned>(most);
}

Vector4 position_of_lane(const Vector4& first, unsigned lane) {
    Vector4 position = first;
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const auto steps = static_cast<float>(lane >> axis & 1U);
        position[axis] = std::bit_cast<std::uint32_t>(std::bit_cast<float>(first[axis]) + steps);
    }
    return position;
}

} // namespace jacquard::driver
