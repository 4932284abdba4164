#include "program_maker.h"

#include <algorithm>

namespace jacquard::tgsi {

ProgramMaker::ProgramMaker(nir::Choices& choices, const Menu& menu, const RegisterPlan& plan)
    : choices_(choices), menu_(menu), registers_(choices, menu, plan, program_) {}

Instruction& ProgramMaker::emit(Opcode opcode, std::optional<Destination> destination,
                                std::span<const Source> sources) {
    Instruction& instruction = program_.instructions.emplace_back();
    instruction.opcode = opcode;
    instruction.first_operand = static_cast<std::uint32_t>(program_.operands.size());
    instruction.num_sources = static_cast<std::uint8_t>(sources.size());
    program_.operands.insert(program_.operands.end(), sources.begin(), sources.end());
    if (destination) {
        instruction.has_destination = true;
        instruction.destination = *destination;
    }
    return instruction;
}

Program ProgramMaker::make(unsigned num_statements) {
    const bool is_wide = registers_.plan().temporaries > 8;
    left_ = num_statements;
    num_subroutines_ = choices_.one_in(8) ? 1 + choices_.below(2) : 0;
    begin_memory();
    if (is_wide || choices_.one_in(3)) {
        begin();
    }
    while (left_ > 0) {
        statements(left_);
        is_dead_ = false;
    }
    finish(is_wide);
    emit(Opcode::end, std::nullopt, {});
    subroutines();
    registers_.finish();
    return std::move(program_);
}

std::optional<Program> ProgramMaker::sample(Opcode opcode, TextureTarget target) {
    const OpcodeTranslation& translation = translation_of(opcode);
    num_subroutines_ = 1;
    is_sample_ = true;
    bool is_written = true;
    switch (translation.kind) {
    case Translation::control_flow: is_written = write_block(info(opcode).opens, opcode); break;
    case Translation::jump: is_written = write_jump(opcode); break;
    case Translation::texture: call_texture({opcode, target}); break;
    default:
        if (opcode != Opcode::end) { // there is one, at the end
            write_plainly(opcode);
        }
        break;
    }
    if (!is_written) {
        return std::nullopt;
    }
    finish(false);
    emit(Opcode::end, std::nullopt, {});
    subroutines();
    registers_.finish();
    return std::move(program_);
}

Program ProgramMaker::sample(Semantic semantic) {
    Declaration& declared = program_.declarations.emplace_back();
    declared.file = RegisterFile::system_value;
    declared.semantic = semantic;
    Register reg;
    reg.file = RegisterFile::system_value;
    emit(Opcode::mov, whole(registers_.output(0)), {source_of(reg)});
    emit(Opcode::end, std::nullopt, {});
    registers_.finish();
    return std::move(program_);
}

// Something in each temporary and element of an array.
void ProgramMaker::begin() {
    const RegisterPlan& plan = registers_.plan();
    const auto fill = [&](const Register& reg, unsigned number) {
        const auto type = number % 2 == 0 ? OperandType::float_type : OperandType::uint_type;
        Source from = source_of(choices_.one_in(3) || plan.constants <= 1
                                    ? registers_.input(choices_.below(plan.inputs))
                                    : registers_.scalar(type).reg);
        from.swizzle = {1, 2, 3, 0};
        emit(Opcode::mov, whole(reg), {from});
    };
    for (unsigned i = 0; i < plan.temporaries; ++i) {
        fill(registers_.temporary(i), i);
    }
    for (unsigned array = 0; array < plan.arrays.size(); ++array) {
        for (unsigned i = 0; i < plan.arrays[array]; ++i) {
            fill(registers_.element(array, i), array);
        }
    }
}

// Outputs take what was written last; all temporaries of a wide program, so that they live long.
// Arrays are not read again.
void ProgramMaker::finish(bool is_wide) {
    const RegisterPlan& plan = registers_.plan();
    for (unsigned i = 0; i < plan.outputs; ++i) {
        if (!is_sample_ && choices_.one_in(5)) {
            continue;
        }
        Destination out = whole(registers_.output(i));
        out.write_mask = registers_.output_mask(i);
        const Source last = source_of(registers_.recent(i));
        if (!is_wide) {
            emit(Opcode::mov, out, {last});
            continue;
        }
        const Destination scratch = whole(registers_.scratch());
        const Source sum = source_of(registers_.scratch());
        emit(Opcode::mov, scratch, {last});
        for (unsigned t = i; t < plan.temporaries; t += plan.outputs) {
            emit(Opcode::xor_, scratch, {sum, source_of(registers_.temporary(t))});
        }
        emit(Opcode::mov, out, {sum});
    }
}

void ProgramMaker::statements(unsigned most) {
    for (unsigned i = 0; i < most && left_ > 0 && !is_dead_; ++i) {
        --left_;
        statement();
    }
}

void ProgramMaker::statement() {
    if (has_memory() && choices_.one_in(4)) {
        use_memory();
        return;
    }
    const unsigned what = choices_.below(64);
    if (what < 36) {
        compute_any();
    } else if (what < 40) {
        chain();
    } else if (what < 44) {
        aim();
    } else if (what < 47 && !menu_.textures.empty()) {
        const auto count = static_cast<std::uint32_t>(menu_.textures.size());
        call_texture(menu_.textures[choices_.below(count)]);
    } else if (what < 49 && !menu_.neighbours.empty() && is_together_ && !have_left_) {
        compute(any_of(menu_.neighbours));
    } else if (what < 51 && !menu_.actions.empty()) {
        const auto count = static_cast<std::uint32_t>(menu_.actions.size());
        act(std::next(menu_.actions.begin(), choices_.below(count))->first);
    } else if (what < 64 && what >= 51) {
        flow_statement();
    } else {
        compute_any();
    }
}

void ProgramMaker::compute_any() {
    compute(any_of(menu_.computing));
}

void ProgramMaker::compute(Opcode opcode) {
    const OpcodeInfo& facts = info(opcode);
    std::array<Source, 5> sources;
    for (unsigned i = 0; i < facts.num_sources; ++i) {
        sources[i] = registers_.source(facts.source_types[i]);
    }
    const Destination destination = registers_.destination(facts.destination_type);
    Instruction& made = emit(opcode, destination, std::span(sources).first(facts.num_sources));
    made.saturate = is_float(facts.destination_type) && choices_.one_in(8);
    made.precise = choices_.one_in(12);
    registers_.note_written(destination.reg);
}

// A value goes through several instructions at once, each of which reads the one before.
void ProgramMaker::chain() {
    for (unsigned i = 0; i < 3; ++i) {
        const Opcode opcode =
            i == 2 ? Opcode::mov : any_of(choices_.one_in(2) ? menu_.comparisons : menu_.computing);
        const OpcodeInfo& facts = info(opcode);
        std::array<Source, 5> sources;
        for (unsigned s = 0; s < facts.num_sources; ++s) {
            sources[s] = registers_.source(facts.source_types[s]);
        }
        if (i != 0) {
            Source& read = sources[choices_.below(facts.num_sources)];
            read.reg = registers_.scratch();
        }
        const Destination destination = i == 2 ? registers_.destination(OperandType::untyped_type)
                                               : whole(registers_.scratch());
        emit(opcode, destination, std::span(sources).first(facts.num_sources));
        if (i == 2) {
            registers_.note_written(destination.reg);
        }
    }
}

// An address that lies within arrays, most of the time.
void ProgramMaker::aim() {
    Source from = registers_.scalar(OperandType::uint_type);
    if (!choices_.one_in(5)) {
        const Source most = registers_.immediate({0, 1, 2, 3});
        emit(Opcode::and_, whole(registers_.scratch()),
             {from, component_of(most.reg, 1 + choices_.below(3))});
        from = component_of(registers_.scratch(), 0);
    }
    Destination to = whole(registers_.address());
    to.write_mask = static_cast<std::uint8_t>(1 + choices_.below(3));
    emit(Opcode::uarl, to, {from});
}

std::optional<Source> ProgramMaker::texture_source(TextureCall call, unsigned source, int unit) {
    const OpcodeInfo& facts = info(call.opcode);
    const TextureForm& form = *translation_of(call.opcode).texture;
    Register reg;
    reg.index.value = unit;
    switch (facts.source_types[source]) {
    case OperandType::sampler_type:
        reg.file = RegisterFile::sampler;
        return component_of(reg, choices_.below(4));
    case OperandType::view_type: reg.file = RegisterFile::sampler_view; return source_of(reg);
    case OperandType::resource_type: return std::nullopt;
    default: break;
    }
    if (static_cast<int>(source) == form.gathered) {
        return component_of(registers_.immediate({0, 1, 2, 3}).reg, choices_.below(4));
    }
    return registers_.source(facts.source_types[source]);
}

void ProgramMaker::call_texture(TextureCall call) {
    const int unit = registers_.unit_for(call.target);
    if (unit < 0) {
        compute_any();
        return;
    }
    const OpcodeInfo& facts = info(call.opcode);
    std::array<Source, 5> sources;
    for (unsigned i = 0; i < facts.num_sources; ++i) {
        const std::optional<Source> source = texture_source(call, i, unit);
        if (!source) {
            compute_any();
            return;
        }
        sources[i] = *source;
    }
    const Destination destination = registers_.destination(facts.destination_type);
    Instruction& made = emit(call.opcode, destination, std::span(sources).first(facts.num_sources));
    if (facts.takes_texture_target) {
        made.target = call.target;
        add_texel_offset(made, call.target);
    }
    registers_.note_written(destination.reg);
}

void ProgramMaker::add_texel_offset(Instruction& instruction, TextureTarget target) {
    const nir::TextureDim dim = nir_dim(target);
    if (dim == nir::TextureDim::dim_cube || dim == nir::TextureDim::dim_buf ||
        !choices_.one_in(5)) {
        return;
    }
    Source offset = registers_.immediate({0, 1, 2, 3});
    offset.swizzle = {static_cast<std::uint8_t>(choices_.below(4)), 1, 2, 3};
    program_.operands.push_back(offset);
    instruction.num_offsets = 1;
}

void ProgramMaker::act(Action action) {
    const Opcode opcode = any_of(menu_.actions.at(action));
    switch (action) {
    case Action::end: compute_any(); break; // there is one, at the end
    case Action::discard:
    case Action::discard_if_negative:
    case Action::demote: kill(); break;
    case Action::push:
    case Action::pop: use_stack(); break;
    case Action::load_memory:
    case Action::store_memory:
    case Action::atomic_memory:
    case Action::query_memory:
        // If there are buffers, they must be used as laid out.
        has_memory() ? use_memory() : write_plainly(opcode);
        break;
    default: write_plainly(opcode); break;
    }
}

// Returns an operand that names a resource rather than a value.
Source ProgramMaker::resource_source(OperandType type) {
    if (type == OperandType::resource_type) {
        return source_of(registers_.resource());
    }
    Register reg;
    reg.file =
        type == OperandType::sampler_type ? RegisterFile::sampler : RegisterFile::sampler_view;
    reg.index.value = std::max(registers_.unit_for(TextureTarget::dim_2d), 0);
    return source_of(reg);
}

// Returns a source of opcodes that want a register of one kind only there, or certain values.
std::optional<Source> ProgramMaker::special_source(Opcode opcode, unsigned index) {
    const OpcodeTranslation& translation = translation_of(opcode);
    if (translation.kind != Translation::action) {
        return std::nullopt;
    }
    if (index != 0) {
        // An input at an offset of half a pixel and more, or at one that is no number, is whatever
        // a machine makes of it.
        return translation.action == Action::interpolate_at_offset && index == 1
                   ? std::optional(registers_.immediate(
                         {0xbf000000, 0x3e800000, 0xbd800000, 0x3ee00000})) // -1/2 to 7/16
                   : std::nullopt;
    }
    switch (translation.action) {
    case Action::interpolate_at_centroid:
    case Action::interpolate_at_sample:
    case Action::interpolate_at_offset:
        return source_of(registers_.input(choices_.below(registers_.plan().inputs)));
    case Action::fetch_framebuffer: return source_of(registers_.output(0));
    case Action::order_memory: return component_of(registers_.immediate({0, 1, 2, 3}).reg, 1);
    default: return std::nullopt;
    }
}

// With operands of the types that the table names.
void ProgramMaker::write_plainly(Opcode opcode) {
    const OpcodeInfo& facts = info(opcode);
    std::array<Source, 5> sources;
    for (unsigned i = 0; i < facts.num_sources; ++i) {
        const OperandType type = facts.source_types[i];
        const std::optional<Source> special = special_source(opcode, i);
        sources[i] = special          ? *special
                     : is_value(type) ? registers_.source(type)
                                      : resource_source(type);
    }
    std::optional<Destination> destination;
    if (facts.num_destinations != 0) {
        const OperandType type = facts.destination_type;
        destination = is_value(type) ? registers_.destination(type) : whole(registers_.resource());
    }
    Instruction& made = emit(opcode, destination, std::span(sources).first(facts.num_sources));
    if (facts.takes_texture_target) {
        made.target = TextureTarget::dim_2d;
    }
    if (destination) {
        registers_.note_written(destination->reg);
    }
}

// Most fragments should live.
void ProgramMaker::kill() {
    const auto known = [&](Action action) { return menu_.actions.count(action) != 0; };
    if (known(Action::discard_if_negative) && choices_.one_in(3)) {
        const Opcode opcode = any_of(menu_.actions.at(Action::discard_if_negative));
        emit(opcode, std::nullopt, {registers_.source(OperandType::float_type)});
        have_left_ = true;
        return;
    }
    const bool demotes = known(Action::demote) && (choices_.one_in(2) || !known(Action::discard));
    if (!demotes && !known(Action::discard)) {
        return;
    }
    const Opcode opener = any_of(menu_.opening(BlockKind::if_block));
    emit(opener, std::nullopt, {condition_for(opener)});
    emit(any_of(menu_.actions.at(demotes ? Action::demote : Action::discard)), std::nullopt, {});
    emit(closer_of(BlockKind::if_block), std::nullopt, {});
    have_left_ = have_left_ || !demotes;
}

void ProgramMaker::use_stack() {
    if (pushed_ == 0 || choices_.one_in(2)) {
        const Opcode opcode = any_of(menu_.actions.at(Action::push));
        emit(opcode, std::nullopt, {registers_.source(OperandType::int_type)});
        ++pushed_;
    } else {
        const Destination to = registers_.destination(OperandType::int_type);
        emit(any_of(menu_.actions.at(Action::pop)), to, {});
        registers_.note_written(to.reg);
    }
}

} // namespace jacquard::tgsi
