#include <jacquard/tgsi/translate/registers/register_storage.h>

namespace jacquard::tgsi {

using nir::CoreBuilder;
using nir::SsaDef;

void RegisterStorage::reset(std::int32_t count) {
    registers_.assign(static_cast<std::size_t>(count), {});
    arrays_.clear();
}

void RegisterStorage::make_array(std::int32_t first, std::int32_t last) {
    const auto number = static_cast<std::int32_t>(arrays_.size());
    Array& made = arrays_.emplace_back();
    made.first = first;
    made.count = last - first + 1;
    for (std::int32_t i = first; i <= last; ++i) {
        register_at(i).array = number;
    }
}

std::array<std::int32_t, 2> RegisterStorage::array_range(std::int32_t index) const {
    const std::int32_t which = registers_[static_cast<std::size_t>(index)].array;
    if (which < 0) {
        return {index, index};
    }
    const Array& array = arrays_[static_cast<std::size_t>(which)];
    return {array.first, array.first + array.count - 1};
}

SsaDef* RegisterStorage::array_register(const StoragePlace& at, Array& array, unsigned component) {
    Component& known = array.components[component];
    if (known.reg == nullptr) {
        known.reg = at.declare.decl_register(1, 32, static_cast<unsigned>(array.count));
        known.size = array.count;
    }
    return known.reg;
}

std::int32_t RegisterStorage::add_element(const StoragePlace& at, Array& array,
                                          unsigned component) {
    SsaDef* reg = array_register(at, array, component);
    const std::int32_t place = array.components[component].size++;
    reg->instruction->as<nir::IntrinsicInstruction>()->set_num_array_elems(
        static_cast<std::uint32_t>(place + 1));
    return place;
}

// An element of an array.
void RegisterStorage::start_at_zero(const StoragePlace& at, Array& array, std::int32_t index,
                                    unsigned component) {
    CoreBuilder start(at.program.shader(),
                      nir::Cursor::after_instruction(at.first_zero->instruction));
    start.store_reg(at.first_zero, array_register(at, array, component))
        ->set_base(index - array.first)
        ->set_write_mask(1);
}

SsaDef* RegisterStorage::load(const StoragePlace& at, std::int32_t index, unsigned component) {
    Register& accessed = register_at(index);
    Array* array = array_around(index);
    const unsigned filled = array != nullptr ? array->filled : 0U;
    if (((filled | accessed.known) >> component & 1) == 0) {
        if (!at.is_repeated) {
            return at.program.imm_int(0);
        }
        if (array != nullptr) {
            start_at_zero(at, *array, index, component);
        }
        accessed.known = static_cast<std::uint8_t>(accessed.known | 1U << component);
    }
    if (array == nullptr) {
        nir::SsaScalars::Scalar& cell = accessed.cells[component];
        if (at.has_blocks) {
            at.scalars.declare(cell, at.first_zero);
        }
        return at.scalars.read(at.program.shader(), at.program.cursor.block, cell);
    }
    return &at.program.load_reg(1, 32, array_register(at, *array, component))
                ->set_base(index - array->first)
                ->value;
}

void RegisterStorage::store(const StoragePlace& at, std::int32_t index, unsigned component,
                            SsaDef* value) {
    Register& accessed = register_at(index);
    Array* array = array_around(index);
    if (array == nullptr) {
        accessed.known = static_cast<std::uint8_t>(accessed.known | 1U << component);
        nir::SsaScalars::Scalar& cell = accessed.cells[component];
        if (at.has_blocks) {
            at.scalars.declare(cell, at.first_zero);
            at.scalars.write(at.program.cursor.block, cell, value);
        } else {
            cell.block = at.program.cursor.block;
            cell.value = value;
        }
        return;
    }
    if (at.is_conditional && ((array->filled | accessed.known) >> component & 1) == 0) {
        start_at_zero(at, *array, index, component);
    }
    accessed.known = static_cast<std::uint8_t>(accessed.known | 1U << component);
    at.program.store_reg(value, array_register(at, *array, component))
        ->set_base(index - array->first)
        ->set_write_mask(1);
}

void RegisterStorage::fill(const StoragePlace& at, Array& array, unsigned component) {
    if ((array.filled >> component & 1) != 0) {
        return;
    }
    array.filled = static_cast<std::uint8_t>(array.filled | 1U << component);
    SsaDef* zero = nullptr;
    for (std::int32_t i = 0; i < array.count; ++i) {
        const std::int32_t number = array.first + i;
        if ((register_at(number).known >> component & 1) != 0) {
            continue;
        }
        if (at.is_conditional) {
            start_at_zero(at, array, number, component);
            continue;
        }
        zero = zero == nullptr ? at.program.imm_int(0) : zero;
        at.program.store_reg(zero, array_register(at, array, component))
            ->set_base(i)
            ->set_write_mask(1);
    }
}

SsaDef* RegisterStorage::element(CoreBuilder& b, Array& array, SsaDef* number,
                                 std::int32_t beyond) {
    return array.chosen.find_or_make(
        {b.cursor.block, number, static_cast<std::uint32_t>(beyond)}, [&] {
            SsaDef* distance = array.first == 0 ? number : b.iadd(number, b.imm_int(-array.first));
            SsaDef* last = b.imm_int(beyond);
            return beyond == array.count
                       ? b.umin(distance, last)
                       : b.bcsel(b.ult(distance, b.imm_int(array.count)), distance, last);
        });
}

SsaDef* RegisterStorage::load_relative(const StoragePlace& at, std::int32_t inside, SsaDef* number,
                                       unsigned component) {
    CoreBuilder& b = at.program;
    Array& array = *array_around(inside);
    fill(at, array, component);
    SsaDef* reg = array_register(at, array, component);
    std::int32_t& zero = array.components[component].zero;
    if (zero == 0) {
        zero = add_element(at, array, component);
        CoreBuilder start(b.shader(), nir::Cursor::after_instruction(at.first_zero->instruction));
        start.store_reg(at.first_zero, reg)->set_base(zero)->set_write_mask(1);
    }
    SsaDef* index = element(b, array, number, zero);
    return &b.load_reg_indirect(1, 32, reg, index)->set_base(0)->value;
}

void RegisterStorage::store_relative(const StoragePlace& at, std::int32_t inside, SsaDef* number,
                                     unsigned component, SsaDef* value) {
    CoreBuilder& b = at.program;
    Array& array = *array_around(inside);
    fill(at, array, component);
    SsaDef* reg = array_register(at, array, component);
    std::int32_t& ignored = array.components[component].ignored;
    ignored = ignored == 0 ? add_element(at, array, component) : ignored;
    SsaDef* index = element(b, array, number, ignored);
    b.store_reg_indirect(value, reg, index)->set_base(0)->set_write_mask(1);
}

} // namespace jacquard::tgsi
