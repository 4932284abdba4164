#include <jacquard/tgsi/translate/registers/constant_buffers.h>
#include <jacquard/tgsi/translate/registers/faults.h>
#include <jacquard/tgsi/translate/registers/hoisted.h>
#include <jacquard/tgsi/translate/registers/inputs.h>
#include <jacquard/tgsi/translate/registers/operands.h>
#include <jacquard/tgsi/translate/registers/places.h>
#include <jacquard/tgsi/translate/registers/registers.h>
#include <jacquard/tgsi/translate/registers/vertices.h>

// Operands of instructions.
namespace jacquard::tgsi {

using nir::Operand;
using nir::SsaDef;

Operand Operands::read_source(unsigned source, unsigned component) {
    return read(program().sources(current())[source], component,
                info(current().opcode).source_types[source]);
}

// Modifiers change the 64 bits as a whole.
Operand Operands::read_pair(unsigned source, unsigned pair) {
    const Source& given = program().sources(current())[source];
    const Operand low = read_register(given.reg, given.swizzle[std::size_t{pair} * 2]);
    const Operand high = read_register(given.reg, given.swizzle[std::size_t{pair} * 2 + 1]);
    return modified(given, b().pack_64_2x32_split(low, high),
                    info(current().opcode).source_types[source]);
}

Operand Operands::read(const Source& source, unsigned component, OperandType type) {
    const Operand value = read_register(source.reg, source.swizzle[component]);
    return source.absolute || source.negate ? modified(source, value, type) : value;
}

Operand Operands::modified(const Source& source, Operand value, OperandType type) {
    const bool is_integer = type == OperandType::int_type || type == OperandType::uint_type ||
                            type == OperandType::int64_type || type == OperandType::uint64_type;
    if (source.absolute) {
        value = is_integer ? b().iabs(value) : b().fabs(value);
    }
    if (source.negate) {
        value = is_integer ? b().ineg(value) : b().fneg(value);
    }
    return value;
}

Operand Operands::read_register(const Register& reg, unsigned component) {
    // Most reads are of what is there already, which needs none of the questions below.
    if (!reg.index.relative && !reg.two_dimensional) {
        if (reg.file == RegisterFile::temporary) {
            if (SsaDef* known =
                    registers_.temporaries().known(reg.index.value, component, b().cursor.block)) {
                return known;
            }
        } else if (reg.file == RegisterFile::immediate) {
            return read_immediate(reg.index.value, component);
        } else if (reg.file == RegisterFile::input) {
            if (const Operand& known = inputs_.known(reg.index.value, component);
                known.value != nullptr) {
                return known;
            }
        }
    }
    if (reg.file == RegisterFile::constant) {
        return constant_buffers_.read_constant(reg, component);
    }
    if (reg.two_dimensional) {
        return vertices_.read_vertex_register(reg, component);
    }
    if (!vertices_.check_vertex(reg)) {
        return hoisted_.constant(0);
    }
    if (reg.file == RegisterFile::output && program().stage == Stage::tessellation_control) {
        return vertices_.read_patch_output(reg, component);
    }
    if (reg.index.relative) {
        return read_relative(reg, component);
    }
    if (RegisterStorage* storage = registers_.storage_of(reg.file)) {
        return storage->load(places_.here(), reg.index.value, component);
    }
    switch (reg.file) {
    case RegisterFile::input: return inputs_.read_input(reg.index.value, component);
    case RegisterFile::system_value:
        if (const Declaration* declared = registers_.declaration_of(reg);
            declared != nullptr && declared->semantic &&
            system_value_info(*declared->semantic).components != 0) {
            return inputs_.load_system_value(reg, *declared->semantic, component);
        }
        faults_.not_supported(reg.position, "this system value");
        return hoisted_.constant(0);
    default:
        faults_.not_supported(reg.position,
                              "reading registers of " + std::string(name_of(reg.file)));
        return hoisted_.constant(0);
    }
}

Operand Operands::read_immediate(std::int32_t index, unsigned component) {
    const auto number = static_cast<std::size_t>(index);
    SsaDef*& known = immediate_values_[number][component];
    if (known == nullptr) {
        known = hoisted_.constant(program().immediates[number].words[component]);
    }
    return known;
}

SsaDef* Operands::index_value(const Index& index) {
    Register chooser;
    chooser.file = index.file;
    chooser.index.value = index.register_index;
    chooser.position = current().position;
    SsaDef* distance = b().whole(read_register(chooser, index.component));
    if (index.value == 0) {
        return distance;
    }
    const auto from = static_cast<std::uint32_t>(index.value);
    return chosen_numbers_.find_or_make({b().cursor.block, distance, from}, [&] {
        return b().iadd(distance, hoisted_.constant(from));
    });
}

Operand Operands::read_relative(const Register& reg, unsigned component) {
    SsaDef* number = index_value(reg.index);
    if (RegisterStorage* storage = registers_.storage_of(reg.file)) {
        return storage->load_relative(places_.here(), registers_.register_in_array(reg), number,
                                      component);
    }
    // Inputs and immediates are copied into an array, each component once.
    const bool is_input = reg.file == RegisterFile::input;
    if (!is_input && reg.file != RegisterFile::immediate) {
        faults_.not_supported(reg.position,
                              "choosing a register of " + std::string(name_of(reg.file)));
        return hoisted_.constant(0);
    }
    RegisterStorage& copies = is_input ? input_array_ : immediate_array_;
    std::uint8_t& copied = is_input ? copied_inputs_ : copied_immediates_;
    const auto count =
        static_cast<std::int32_t>(is_input ? inputs_.count() : program().immediates.size());
    if (copied == 0) {
        copies.reset(count);
        copies.make_array(0, count - 1);
    }
    if ((copied >> component & 1) == 0) {
        copied = static_cast<std::uint8_t>(copied | 1U << component);
        for (std::int32_t i = 0; i < count; ++i) {
            if (is_input && !inputs_.is_single(static_cast<std::size_t>(i))) {
                continue;
            }
            const Operand value =
                is_input ? inputs_.read_input(i, component) : read_immediate(i, component);
            hoisted_.make([&](nir::CoreBuilder& entry) {
                SsaDef* whole = entry.whole(value);
                copies.store({hoisted_.declare(), hoisted_.zero(), entry, context().scalars(),
                              false, false, false},
                             i, component, whole);
                return whole;
            });
        }
    }
    return copies.load_relative(places_.here(), 0, number, component);
}

void Operands::write(const Destination& destination, unsigned component, SsaDef* value) {
    const Register& reg = destination.reg;
    if (info(reg.file).needs_no_declaration) {
        return;
    }
    RegisterStorage* storage = registers_.storage_of(reg.file);
    if (storage == nullptr) {
        faults_.not_supported(reg.position,
                              "writing registers of " + std::string(name_of(reg.file)));
        return;
    }
    if (reg.file == RegisterFile::output && program().stage == Stage::tessellation_control) {
        if (reg.two_dimensional || vertices_.check_vertex(reg)) {
            vertices_.write_patch_output(reg, component, value);
        }
        return;
    }
    if (reg.two_dimensional) {
        faults_.malformed(reg.position, "registers of " + std::string(name_of(reg.file)) +
                                            " have no vertices in this stage");
        return;
    }
    if (reg.index.relative) {
        storage->store_relative(places_.here(), registers_.register_in_array(reg),
                                index_value(reg.index), component, value);
        return;
    }
    storage->store(places_.here(), reg.index.value, component, value);
}

// The word an immediate holds in the component that a source names first.
std::optional<std::uint32_t> Operands::immediate_value(const Source& source) const {
    if (source.reg.file != RegisterFile::immediate || source.reg.index.relative) {
        return std::nullopt;
    }
    return program()
        .immediates[static_cast<std::size_t>(source.reg.index.value)]
        .words[source.swizzle[0]];
}

} // namespace jacquard::tgsi
