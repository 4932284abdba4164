#include <jacquard/tgsi/translate/registers/constant_buffers.h>
#include <jacquard/tgsi/translate/registers/formula.h>
#include <jacquard/tgsi/translate/registers/hoisted.h>

#include <algorithm>

// Constant buffers.
namespace jacquard::tgsi {

using nir::Operand;
using nir::SsaDef;

namespace {} // namespace

void ConstantBuffers::declare_constant_buffers() {
    std::vector<nir::ConstantBuffer>& buffers = shader().info.constant_buffers;
    for (const Declaration& declared : program().declarations) {
        if (declared.file != RegisterFile::constant) {
            continue;
        }
        const auto number = static_cast<std::uint32_t>(declared.dimension);
        auto buffer = std::find_if(buffers.begin(), buffers.end(),
                                   [number](const auto& known) { return known.index == number; });
        if (buffer == buffers.end()) {
            buffers.push_back({.index = number});
            buffer = std::prev(buffers.end());
        }
        buffer->num_vec4 =
            std::max(buffer->num_vec4, static_cast<std::uint32_t>(declared.last) + 1);
    }
    std::sort(buffers.begin(), buffers.end(),
              [](const auto& left, const auto& right) { return left.index < right.index; });
}

Operand ConstantBuffers::read_constant(const Register& reg, unsigned component) {
    if (reg.dimension.relative) {
        SsaDef* chosen = indices_.index_value(reg.dimension);
        SsaDef* index = reg.index.relative
                            ? indices_.index_value(reg.index)
                            : hoisted_.constant(static_cast<std::uint32_t>(reg.index.value));
        return &b().load_ubo_vec4(1, 32, chosen, index)
                    ->set_base(0)
                    ->set_component(component)
                    ->value;
    }
    const auto buffer = static_cast<std::uint32_t>(reg.dimension.value);
    SsaDef* buffer_value = hoisted_.constant(buffer);
    if (!reg.index.relative) {
        const auto index = static_cast<std::uint32_t>(reg.index.value);
        const std::uint64_t key =
            std::uint64_t{buffer} << 32 | std::uint64_t{index} << 2 | component;
        const auto known = constant_buffer_values_.find(key);
        if (known != constant_buffer_values_.end()) {
            return known->second;
        }
        SsaDef* index_value = hoisted_.constant(index);
        SsaDef* made = hoisted_.make([&](nir::CoreBuilder& entry) {
            return &entry.load_ubo_vec4(1, 32, buffer_value, index_value)
                        ->set_base(0)
                        ->set_component(component)
                        ->value;
        });
        constant_buffer_values_.emplace(key, made);
        return made;
    }
    std::uint32_t count = 0;
    for (const nir::ConstantBuffer& known : shader().info.constant_buffers) {
        count = known.index == buffer ? known.num_vec4 : count;
    }
    if (count == 0) {
        return hoisted_.constant(0);
    }
    SsaDef* number = indices_.index_value(reg.index);
    // One for all components of an operand.
    const ChosenVec4& chosen = chosen_vec4s_.find_or_make({b().cursor.block, number, count}, [&] {
        return ChosenVec4{b().ult(number, hoisted_.constant(count)),
                          b().umin(number, hoisted_.constant(count - 1))};
    });
    SsaDef* found = &b().load_ubo_vec4(1, 32, buffer_value, chosen.nearest)
                         ->set_base(0)
                         ->set_component(component)
                         ->value;
    return b().bcsel(chosen.is_in_range, found, hoisted_.constant(0));
}

} // namespace jacquard::tgsi
