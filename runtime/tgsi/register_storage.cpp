#include <jacquard/tgsi/register_storage.h>

namespace jacquard::tgsi {

using nir::Builder;
using nir::SsaDef;

void RegisterStorage::reset(std::int32_t count) {
    const auto size = static_cast<std::size_t>(count);
    array_of_.assign(size, -1);
    written_.assign(size, 0);
    registers_.assign(size, {});
    arrays_.clear();
}

void RegisterStorage::make_array(std::int32_t first, std::int32_t last) {
    const auto number = static_cast<std::int32_t>(arrays_.size());
    arrays_.push_back({.first = first, .count = last - first + 1});
    for (std::int32_t i = first; i <= last; ++i) {
        array_of_[static_cast<std::size_t>(i)] = number;
    }
}

unsigned RegisterStorage::written_mask(std::int32_t index) const {
    const auto i = static_cast<std::size_t>(index);
    const std::int32_t which = array_of_[i];
    return written_[i] |
           (which < 0 ? 0U : arrays_[static_cast<std::size_t>(which)].written_anywhere);
}

SsaDef* RegisterStorage::array_register(Builder& declare, Array& array, unsigned component) {
    SsaDef*& known = array.registers[component];
    if (known == nullptr) {
        known = declare.decl_register(1, 32, static_cast<unsigned>(array.count));
    }
    return known;
}

SsaDef* RegisterStorage::load(Builder& declare, Builder& b, std::int32_t index,
                              unsigned component) {
    const auto i = static_cast<std::size_t>(index);
    if (Array* array = array_around(index)) {
        const bool known = ((array->filled | written_[i]) >> component & 1) != 0;
        if (!known) {
            return b.imm_int(0);
        }
        SsaDef* reg = array_register(declare, *array, component);
        return &b.load_reg(1, 32, reg)->set_base(index - array->first)->value;
    }
    if ((written_[i] >> component & 1) == 0) {
        return b.imm_int(0);
    }
    return &b.load_reg(1, 32, registers_[i][component])->set_base(0)->value;
}

void RegisterStorage::store(Builder& declare, Builder& b, std::int32_t index, unsigned component,
                            SsaDef* value) {
    const auto i = static_cast<std::size_t>(index);
    written_[i] = static_cast<std::uint8_t>(written_[i] | 1U << component);
    if (Array* array = array_around(index)) {
        SsaDef* reg = array_register(declare, *array, component);
        b.store_reg(value, reg)->set_base(index - array->first)->set_write_mask(1);
        return;
    }
    SsaDef*& reg = registers_[i][component];
    if (reg == nullptr) {
        reg = declare.decl_register(1, 32);
    }
    b.store_reg(value, reg)->set_base(0)->set_write_mask(1);
}

void RegisterStorage::fill(Builder& declare, Builder& b, Array& array, unsigned component) {
    if ((array.filled >> component & 1) != 0) {
        return;
    }
    array.filled = static_cast<std::uint8_t>(array.filled | 1U << component);
    SsaDef* zero = nullptr;
    for (std::int32_t i = 0; i < array.count; ++i) {
        const std::int32_t number = array.first + i;
        if ((written_[static_cast<std::size_t>(number)] >> component & 1) == 0) {
            zero = zero == nullptr ? b.imm_int(0) : zero;
            b.store_reg(zero, array_register(declare, array, component))
                ->set_base(i)
                ->set_write_mask(1);
        }
    }
}

RegisterStorage::Element RegisterStorage::element(Builder& b, const Array& array, SsaDef* number) {
    SsaDef* distance = array.first == 0 ? number : b.iadd(number, b.imm_int(-array.first));
    SsaDef* in_range = b.ult(distance, b.imm_int(array.count));
    return {in_range, b.umin(distance, b.imm_int(array.count - 1))};
}

SsaDef* RegisterStorage::load_relative(Builder& declare, Builder& b, std::int32_t inside,
                                       SsaDef* number, unsigned component) {
    Array& array = *array_around(inside);
    fill(declare, b, array, component);
    const Element at = element(b, array, number);
    SsaDef* reg = array_register(declare, array, component);
    SsaDef* found = &b.load_reg_indirect(1, 32, reg, at.index)->set_base(0)->value;
    return b.bcsel(at.in_range, found, b.imm_int(0));
}

void RegisterStorage::store_relative(Builder& declare, Builder& b, std::int32_t inside,
                                     SsaDef* number, unsigned component, SsaDef* value) {
    Array& array = *array_around(inside);
    fill(declare, b, array, component);
    array.written_anywhere = static_cast<std::uint8_t>(array.written_anywhere | 1U << component);
    const Element at = element(b, array, number);
    SsaDef* reg = array_register(declare, array, component);
    // Out of range the element that stands in for it keeps its value.
    SsaDef* before = &b.load_reg_indirect(1, 32, reg, at.index)->set_base(0)->value;
    b.store_reg_indirect(b.bcsel(at.in_range, value, before), reg, at.index)
        ->set_base(0)
        ->set_write_mask(1);
}

} // namespace jacquard::tgsi
