#include "registers.h"

#include <algorithm>

namespace jacquard::tgsi {

namespace {

constexpr unsigned kMostUnits = 4;

Register plain(RegisterFile file, unsigned number) {
    Register reg;
    reg.file = file;
    reg.index.value = static_cast<std::int32_t>(number);
    return reg;
}

// Fragments write one component of depth and the like; it is the one with that number.
std::uint8_t mask_of_output(const Declaration& declared, Stage stage) {
    if (stage != Stage::fragment) {
        return kWriteMaskAll;
    }
    switch (declared.semantic.value_or(Semantic::color)) {
    case Semantic::position: return 4;
    case Semantic::stencil: return 2;
    case Semantic::sample_mask: return 1;
    default: return kWriteMaskAll;
    }
}

} // namespace

Source source_of(const Register& reg) {
    Source source;
    source.reg = reg;
    return source;
}

Source component_of(const Register& reg, unsigned component) {
    Source source = source_of(reg);
    source.swizzle.fill(static_cast<std::uint8_t>(component));
    return source;
}

Destination whole(const Register& reg) {
    Destination destination;
    destination.reg = reg;
    return destination;
}

Destination component_to(const Register& reg, unsigned component) {
    Destination destination = whole(reg);
    destination.write_mask = static_cast<std::uint8_t>(1U << component);
    return destination;
}

bool is_float(OperandType type) {
    return type == OperandType::float_type || type == OperandType::untyped_type ||
           type == OperandType::double_type;
}

Registers::Registers(nir::Choices& choices, const Menu& menu, const RegisterPlan& plan,
                     Program& program)
    : choices_(choices), menu_(menu), plan_(plan), program_(program) {
    program_.stage = menu.stage;
    declare_inputs();
    declare_outputs();
    declare_constants();
    plan_temporaries();
    make_immediates();
}

Source Registers::immediate(std::array<std::uint32_t, 4> words) {
    std::size_t at = 0;
    while (at < program_.immediates.size() && program_.immediates[at].words != words) {
        ++at;
    }
    if (at == program_.immediates.size()) {
        program_.immediates.push_back({ImmediateType::uint32, words, {}});
    }
    return source_of(plain(RegisterFile::immediate, static_cast<unsigned>(at)));
}

Register Registers::reserve() {
    return temporary(first_scratch_ + ++num_reserved_);
}

Register Registers::address() const {
    return plain(RegisterFile::address, 0);
}

Register Registers::loop_counter() {
    uses_loop_counter_ = true;
    return plain(RegisterFile::loop, 0);
}

Register Registers::resource(unsigned number) {
    num_resources_ = std::max(num_resources_, number + 1);
    return plain(RegisterFile::buffer, number);
}

Register Registers::temporary(unsigned number) const {
    return plain(RegisterFile::temporary, number);
}

Register Registers::input(unsigned number) const {
    return plain(RegisterFile::input, number);
}

Register Registers::output(unsigned number) const {
    return plain(RegisterFile::output, number);
}

Register Registers::element(unsigned array, unsigned number) const {
    return temporary(static_cast<unsigned>(arrays_[array].first) + number);
}

std::uint8_t Registers::output_mask(unsigned number) const {
    for (const Declaration& declared : program_.declarations) {
        if (declared.file == RegisterFile::output &&
            declared.first == static_cast<std::int32_t>(number)) {
            return mask_of_output(declared, menu_.stage);
        }
    }
    return kWriteMaskAll;
}

Register Registers::recent(unsigned ago) const {
    return ago < recent_.size() ? recent_[recent_.size() - 1 - ago]
                                : temporary(ago % plan_.temporaries);
}

void Registers::note_written(const Register& reg) {
    const bool is_readable =
        reg.file == RegisterFile::temporary || reg.file == RegisterFile::output;
    if (is_readable) {
        recent_.push_back(reg);
    }
}

int Registers::unit_for(TextureTarget target) {
    const auto known = std::find(units_.begin(), units_.end(), target);
    if (known == units_.end() && units_.size() == kMostUnits) {
        return -1;
    }
    const auto unit = known - units_.begin();
    if (known == units_.end()) {
        units_.push_back(target);
    }
    return static_cast<int>(unit);
}

// A number below `count` whose parity tells what it holds, most of the time.
unsigned Registers::number_for(OperandType type, unsigned count) {
    unsigned number = choices_.below(count);
    if (!choices_.one_in(6) && (number % 2 == 0) != is_float(type)) {
        number = number + 1 < count ? number + 1 : number - std::min(number, 1U);
    }
    return number;
}

Index Registers::chosen(std::int32_t first) {
    Index index;
    index.relative = true;
    index.value = first;
    index.file = RegisterFile::address;
    index.component = static_cast<std::uint8_t>(choices_.below(2));
    if (choices_.one_in(12)) {
        index.file = choices_.one_in(2) ? RegisterFile::temporary : RegisterFile::immediate;
        index.register_index = index.file == RegisterFile::temporary
                                   ? static_cast<std::int32_t>(choices_.below(plan_.temporaries))
                                   : 1;
    } else if (uses_loop_counter_ && choices_.one_in(4)) {
        index.file = RegisterFile::loop;
    }
    return index;
}

Register Registers::array_element() {
    const unsigned number = choices_.below(static_cast<std::uint32_t>(arrays_.size()));
    const Array& array = arrays_[number];
    const auto within =
        static_cast<std::int32_t>(choices_.below(static_cast<std::uint32_t>(array.count)));
    Register reg = temporary(static_cast<unsigned>(array.first + within));
    if (!choices_.one_in(3)) {
        reg.index = chosen(array.first + within);
        reg.array_id = static_cast<std::uint16_t>(number + 1);
    }
    return reg;
}

Register Registers::relative_to_read() {
    Register reg;
    const unsigned what = choices_.below(8);
    if (what < 4 && !arrays_.empty()) {
        return array_element();
    }
    if (what == 6) {
        reg.file = RegisterFile::immediate;
        reg.index = chosen(0);
        return reg;
    }
    if (what == 7 && plan_.inputs > 1) {
        reg.file = RegisterFile::input;
        reg.index = chosen(0);
        return reg;
    }
    reg.file = RegisterFile::constant;
    reg.index = chosen(static_cast<std::int32_t>(choices_.below(plan_.constants)));
    return reg;
}

Register Registers::system_value() {
    const auto count = static_cast<std::uint32_t>(menu_.system_values.size());
    return system_value(menu_.system_values[choices_.below(count)]);
}

Register Registers::system_value(Semantic semantic) {
    const auto next = static_cast<std::int32_t>(system_values_.size());
    const std::int32_t number = system_values_.emplace(semantic, next).first->second;
    return plain(RegisterFile::system_value, static_cast<unsigned>(number));
}

Register Registers::any_to_read(OperandType type) {
    const unsigned what = choices_.below(32);
    if (what < 10) {
        return recent(choices_.below(3));
    }
    if (what < 18) {
        return temporary(number_for(type, plan_.temporaries));
    }
    if (what < 23) {
        return input(number_for(type, plan_.inputs));
    }
    if (what < 26) {
        const auto count = static_cast<std::uint32_t>(program_.immediates.size());
        return plain(RegisterFile::immediate, number_for(type, count));
    }
    if (what < 29) {
        Register reg = plain(RegisterFile::constant, number_for(type, plan_.constants));
        const unsigned buffer = choices_.below(plan_.constant_buffers);
        if (buffer != 0) {
            reg.index.value %= 2;
            reg.two_dimensional = true;
            reg.dimension.value = static_cast<std::int32_t>(buffer);
        }
        return reg;
    }
    if (what < 31) {
        return relative_to_read();
    }
    switch (choices_.below(4)) {
    case 0: return address();
    case 1: return output(choices_.below(plan_.outputs));
    case 2:
        if (!menu_.system_values.empty()) {
            return system_value();
        }
        break;
    default:
        if (uses_predicate_) {
            return plain(RegisterFile::predicate, 0);
        }
        break;
    }
    return temporary(choices_.below(plan_.temporaries));
}

std::array<std::uint8_t, 4> Registers::swizzle() {
    std::array<std::uint8_t, 4> result = {0, 1, 2, 3};
    if (choices_.one_in(2)) {
        for (std::uint8_t& component : result) {
            component = static_cast<std::uint8_t>(choices_.below(4));
        }
    } else if (choices_.one_in(2)) {
        result.fill(static_cast<std::uint8_t>(choices_.below(4)));
    }
    return result;
}

// Another one for each operand, so that nothing is computed from the same value twice.
Register Registers::next_input(OperandType type) {
    const unsigned number = 2 * (num_read_++ % (plan_.inputs / 2));
    return input(is_float(type) ? number : number + 1);
}

Source Registers::source(OperandType type) {
    if (plan_.is_simple) {
        return source_of(next_input(type));
    }
    Source source = source_of(any_to_read(type));
    source.swizzle = swizzle();
    source.negate = choices_.one_in(5);
    source.absolute = choices_.one_in(9);
    return source;
}

Source Registers::scalar(OperandType type) {
    if (plan_.is_simple) {
        return component_of(next_input(type), 0);
    }
    return component_of(any_to_read(type), choices_.below(4));
}

Destination Registers::destination(OperandType type) {
    if (plan_.is_simple) {
        return whole(temporary(0));
    }
    Destination result;
    const unsigned what = choices_.below(32);
    std::uint8_t allowed = kWriteMaskAll;
    if (what < 26 || (what < 30 && arrays_.empty())) {
        result.reg = temporary(number_for(type, plan_.temporaries));
    } else if (what < 30) {
        result.reg = array_element();
    } else if (what < 31 || choices_.one_in(2)) {
        const unsigned number = choices_.below(plan_.outputs);
        result.reg = output(number);
        allowed = output_mask(number);
    } else if (choices_.one_in(2)) {
        result.reg = address();
    } else {
        uses_predicate_ = true;
        result.reg = plain(RegisterFile::predicate, 0);
    }
    if (choices_.one_in(2)) {
        const auto mask = static_cast<std::uint8_t>(1 + choices_.below(15));
        allowed = (allowed & mask) != 0 ? allowed & mask : allowed;
    }
    result.write_mask = allowed;
    return result;
}

} // namespace jacquard::tgsi
