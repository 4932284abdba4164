#include <jacquard/tgsi/translate/translator.h>

#include <algorithm>

namespace jacquard::tgsi {

using nir::Operand;
using nir::SsaDef;

SsaDef* Translator::hoisted_constant(std::uint32_t bits) {
    const auto known = constants_.find(bits);
    if (known != constants_.end()) {
        return known->second;
    }
    SsaDef* made = hoist([bits](nir::CoreBuilder& entry) { return entry.imm_bits(bits, 32); });
    constants_.emplace(bits, made);
    return made;
}

Operand Translator::read_source(unsigned source, unsigned component) {
    return read(program_.sources(*current_)[source], component,
                info(current_->opcode).source_types[source]);
}

// Modifiers change the 64 bits as a whole.
Operand Translator::read_pair(unsigned source, unsigned pair) {
    const Source& given = program_.sources(*current_)[source];
    const Operand low = read_register(given.reg, given.swizzle[std::size_t{pair} * 2]);
    const Operand high = read_register(given.reg, given.swizzle[std::size_t{pair} * 2 + 1]);
    return modified(given, b().pack_64_2x32_split(low, high),
                    info(current_->opcode).source_types[source]);
}

Operand Translator::read(const Source& source, unsigned component, OperandType type) {
    const Operand value = read_register(source.reg, source.swizzle[component]);
    return source.absolute || source.negate ? modified(source, value, type) : value;
}

Operand Translator::modified(const Source& source, Operand value, OperandType type) {
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

RegisterStorage* Translator::storage_of(RegisterFile file) {
    switch (file) {
    case RegisterFile::temporary: return &temporaries_;
    case RegisterFile::address: return &addresses_;
    case RegisterFile::loop: return &loop_counters_;
    case RegisterFile::predicate: return &predicates_;
    case RegisterFile::output: return &output_registers_;
    default: return nullptr;
    }
}

Operand Translator::read_register(const Register& reg, unsigned component) {
    // Most reads are of what is there already, which needs none of the questions below.
    if (!reg.index.relative && !reg.two_dimensional) {
        if (reg.file == RegisterFile::temporary) {
            if (SsaDef* known = temporaries_.known(reg.index.value, component, b().cursor.block)) {
                return known;
            }
        } else if (reg.file == RegisterFile::immediate) {
            return read_immediate(reg.index.value, component);
        } else if (reg.file == RegisterFile::input) {
            const auto number = static_cast<std::size_t>(reg.index.value);
            if (const Operand& known = input_values_[number][component]; known.value != nullptr) {
                return known;
            }
        }
    }
    if (reg.file == RegisterFile::constant) {
        return read_constant(reg, component);
    }
    if (reg.two_dimensional) {
        return read_vertex_register(reg, component);
    }
    if (!check_vertex(reg)) {
        return hoisted_constant(0);
    }
    if (reg.file == RegisterFile::output && program_.stage == Stage::tessellation_control) {
        return read_patch_output(reg, component);
    }
    if (reg.index.relative) {
        return read_relative(reg, component);
    }
    if (RegisterStorage* storage = storage_of(reg.file)) {
        return storage->load(place(), reg.index.value, component);
    }
    switch (reg.file) {
    case RegisterFile::input: return read_input(reg.index.value, component);
    case RegisterFile::system_value:
        if (const Declaration* declared = declaration_of(reg);
            declared != nullptr && declared->semantic &&
            system_value_info(*declared->semantic).components != 0) {
            return load_system_value(reg, *declared->semantic, component);
        }
        not_supported(reg.position, "this system value");
        return hoisted_constant(0);
    default:
        not_supported(reg.position, "reading registers of " + std::string(name_of(reg.file)));
        return hoisted_constant(0);
    }
}

Operand Translator::load_system_value(const Register& reg, Semantic semantic, unsigned component) {
    const SystemValueInfo& value = system_value_info(semantic);
    if (!value.is_for(program_.stage)) {
        malformed(reg.position, "the system value " + std::string(name_of(semantic)) + " is for " +
                                    stages_text(value.stages) + " only");
        return hoisted_constant(0);
    }
    return load_system_value(semantic, component);
}

Operand Translator::load_system_value(Semantic semantic, unsigned component) {
    const SystemValueInfo& value = system_value_info(semantic);
    if (component >= value.components) {
        return hoisted_constant(0);
    }
    SsaDef*& known = system_values_[static_cast<std::size_t>(semantic)];
    if (known == nullptr) {
        known = hoist([&](nir::CoreBuilder& entry) -> SsaDef* {
            const unsigned bits = value.is_truth ? 1 : 32;
            const std::span<SsaDef* const> sources(
                &anchor_, nir::intrinsic_info(value.intrinsic).num_sources);
            SsaDef* loaded =
                &entry.intrinsic(value.intrinsic, value.components, bits, sources)->value;
            return value.is_truth ? entry.bcsel(loaded, entry.imm_int(-1), entry.imm_int(0))
                                  : loaded;
        });
    }
    return channel(known, component);
}

SsaDef* Translator::barycentric(const Declaration& input) {
    const nir::Interpolation mode = input.interpolation == Interpolation::linear
                                        ? nir::Interpolation::noperspective
                                        : nir::Interpolation::smooth;
    const InterpolationLocation location = input.location.value_or(InterpolationLocation::center);
    const std::size_t which = static_cast<std::size_t>(mode) * kNumInterpolationLocation +
                              static_cast<std::size_t>(location);
    SsaDef*& known = barycentrics_[which];
    if (known == nullptr) {
        known = hoist([&](nir::CoreBuilder& entry) -> SsaDef* {
            switch (location) {
            case InterpolationLocation::center: break;
            case InterpolationLocation::centroid:
                return &entry.load_barycentric_centroid(32)->set_interp_mode(mode)->value;
            case InterpolationLocation::sample:
                return &entry.load_barycentric_sample(32)->set_interp_mode(mode)->value;
            }
            return &entry.load_barycentric_pixel(32)->set_interp_mode(mode)->value;
        });
    }
    return known;
}

Operand Translator::read_input(std::int32_t index, unsigned component) {
    const auto number = static_cast<std::size_t>(index);
    Operand& known = input_values_[number][component];
    if (known.value == nullptr) {
        known = load_input(index, component);
        nir::IoSlot& slot = shader_->info.inputs[number];
        slot.mask = static_cast<std::uint8_t>(slot.mask | 1U << component);
    }
    return known;
}

Operand Translator::load_input(std::int32_t index, unsigned component) {
    const Declaration& declared = *inputs_[static_cast<std::size_t>(index)];
    const nir::IoSlot& slot = shader_->info.inputs[static_cast<std::size_t>(index)];
    SsaDef* zero = hoisted_constant(0);
    const nir::IoSemantics semantics = {.semantic = slot.semantic,
                                        .num_slots = 1,
                                        .semantic_index =
                                            static_cast<std::uint16_t>(slot.semantic_index)};
    const nir::AluType type = {nir::BaseType::float_type, 32};
    if (program_.stage == Stage::fragment) {
        if (declared.semantic == Semantic::position) {
            return load_system_value(Semantic::position, component);
        }
        if (declared.semantic == Semantic::face) {
            if (component != 0) {
                return zero;
            }
            return hoist([](nir::CoreBuilder& entry) {
                SsaDef* is_front = &entry.load_front_face(1)->value;
                SsaDef* front = entry.imm_float(1.0);
                SsaDef* back = entry.imm_float(-1.0);
                return entry.bcsel(is_front, front, back);
            });
        }
        if (slot.interpolation != nir::Interpolation::flat) {
            SsaDef* weights = barycentric(declared);
            return hoist([&](nir::CoreBuilder& entry) {
                return &entry.load_interpolated_input(1, 32, weights, zero)
                            ->set_base(index)
                            ->set_component(component)
                            ->set_dest_type(type)
                            ->set_io_semantics(semantics)
                            ->value;
            });
        }
    }
    return hoist([&](nir::CoreBuilder& entry) {
        return &entry.load_input(1, 32, zero)
                    ->set_base(index)
                    ->set_component(component)
                    ->set_dest_type(type)
                    ->set_io_semantics(semantics)
                    ->value;
    });
}

Operand Translator::read_immediate(std::int32_t index, unsigned component) {
    const auto number = static_cast<std::size_t>(index);
    SsaDef*& known = immediate_values_[number][component];
    if (known == nullptr) {
        known = hoisted_constant(program_.immediates[number].words[component]);
    }
    return known;
}

Operand Translator::read_constant(const Register& reg, unsigned component) {
    if (reg.dimension.relative) {
        SsaDef* chosen = index_value(reg.dimension);
        SsaDef* index = reg.index.relative
                            ? index_value(reg.index)
                            : hoisted_constant(static_cast<std::uint32_t>(reg.index.value));
        return &b().load_ubo_vec4(1, 32, chosen, index)
                    ->set_base(0)
                    ->set_component(component)
                    ->value;
    }
    const auto buffer = static_cast<std::uint32_t>(reg.dimension.value);
    SsaDef* buffer_value = hoisted_constant(buffer);
    if (!reg.index.relative) {
        const auto index = static_cast<std::uint32_t>(reg.index.value);
        const std::uint64_t key =
            std::uint64_t{buffer} << 32 | std::uint64_t{index} << 2 | component;
        const auto known = constant_buffer_values_.find(key);
        if (known != constant_buffer_values_.end()) {
            return known->second;
        }
        SsaDef* index_value = hoisted_constant(index);
        SsaDef* made = hoist([&](nir::CoreBuilder& entry) {
            return &entry.load_ubo_vec4(1, 32, buffer_value, index_value)
                        ->set_base(0)
                        ->set_component(component)
                        ->value;
        });
        constant_buffer_values_.emplace(key, made);
        return made;
    }
    std::uint32_t count = 0;
    for (const nir::ConstantBuffer& known : shader_->info.constant_buffers) {
        count = known.index == buffer ? known.num_vec4 : count;
    }
    if (count == 0) {
        return hoisted_constant(0);
    }
    SsaDef* number = index_value(reg.index);
    // One for all components of an operand.
    const ChosenVec4& chosen = chosen_vec4s_.find_or_make({b().cursor.block, number, count}, [&] {
        return ChosenVec4{b().ult(number, hoisted_constant(count)),
                          b().umin(number, hoisted_constant(count - 1))};
    });
    SsaDef* found = &b().load_ubo_vec4(1, 32, buffer_value, chosen.nearest)
                         ->set_base(0)
                         ->set_component(component)
                         ->value;
    return b().bcsel(chosen.is_in_range, found, hoisted_constant(0));
}

SsaDef* Translator::index_value(const Index& index) {
    Register chooser;
    chooser.file = index.file;
    chooser.index.value = index.register_index;
    chooser.position = current_->position;
    SsaDef* distance = b().whole(read_register(chooser, index.component));
    if (index.value == 0) {
        return distance;
    }
    const auto from = static_cast<std::uint32_t>(index.value);
    return chosen_numbers_.find_or_make({b().cursor.block, distance, from},
                                        [&] { return b().iadd(distance, hoisted_constant(from)); });
}

// A register of the array that a relative register chooses from; -1 when there is none.
std::int32_t Translator::register_in_array(const Register& reg) const {
    if (reg.array_id == 0) {
        return 0;
    }
    const Declaration* declared = declared_.find_array(reg.file, reg.array_id);
    return declared != nullptr ? declared->first : -1;
}

// Whether a register that is there for each vertex names the vertex it wants.
bool Translator::check_vertex(const Register& reg) {
    if (!has_vertices(reg.file) || reg.index.relative) {
        return true;
    }
    const Declaration* declared = declaration_of(reg);
    if (declared == nullptr || !declared->per_vertex) {
        return true;
    }
    malformed(reg.position, "this register of " + std::string(name_of(reg.file)) +
                                " is there for each vertex; it needs the number of one in front");
    return false;
}

Operand Translator::read_relative(const Register& reg, unsigned component) {
    SsaDef* number = index_value(reg.index);
    if (RegisterStorage* storage = storage_of(reg.file)) {
        return storage->load_relative(place(), register_in_array(reg), number, component);
    }
    // Inputs and immediates are copied into an array, each component once.
    const bool is_input = reg.file == RegisterFile::input;
    if (!is_input && reg.file != RegisterFile::immediate) {
        not_supported(reg.position, "choosing a register of " + std::string(name_of(reg.file)));
        return hoisted_constant(0);
    }
    RegisterStorage& copies = is_input ? input_array_ : immediate_array_;
    std::uint8_t& copied = is_input ? copied_inputs_ : copied_immediates_;
    const auto count =
        static_cast<std::int32_t>(is_input ? inputs_.size() : program_.immediates.size());
    if (copied == 0) {
        copies.reset(count);
        copies.make_array(0, count - 1);
    }
    if ((copied >> component & 1) == 0) {
        copied = static_cast<std::uint8_t>(copied | 1U << component);
        for (std::int32_t i = 0; i < count; ++i) {
            const auto number = static_cast<std::size_t>(i);
            if (is_input && (inputs_[number] == nullptr || inputs_[number]->per_vertex)) {
                continue;
            }
            const Operand value =
                is_input ? read_input(i, component) : read_immediate(i, component);
            hoist([&](nir::CoreBuilder& entry) {
                SsaDef* whole = entry.whole(value);
                copies.store({*declare_, anchor_, entry, scalars_, false, false, false}, i,
                             component, whole);
                return whole;
            });
        }
    }
    return copies.load_relative(place(), 0, number, component);
}

void Translator::write(const Destination& destination, unsigned component, SsaDef* value) {
    const Register& reg = destination.reg;
    if (info(reg.file).needs_no_declaration) {
        return;
    }
    RegisterStorage* storage = storage_of(reg.file);
    if (storage == nullptr) {
        not_supported(reg.position, "writing registers of " + std::string(name_of(reg.file)));
        return;
    }
    if (reg.file == RegisterFile::output && program_.stage == Stage::tessellation_control) {
        if (reg.two_dimensional || check_vertex(reg)) {
            write_patch_output(reg, component, value);
        }
        return;
    }
    if (reg.two_dimensional) {
        malformed(reg.position, "registers of " + std::string(name_of(reg.file)) +
                                    " have no vertices in this stage");
        return;
    }
    if (reg.index.relative) {
        storage->store_relative(place(), register_in_array(reg), index_value(reg.index), component,
                                value);
        return;
    }
    storage->store(place(), reg.index.value, component, value);
}

} // namespace jacquard::tgsi
