#include <jacquard/generated/nir/facts.h>
#include <jacquard/nir/analysis/memory/deref_path.h>
#include <jacquard/nir/interpreter/prepare/prepare.h>

#include <algorithm>

namespace jacquard::nir::interpreter {

void Preparer::prepare_instruction(const Instruction& instruction, std::vector<OpenList>& open) {
    switch (instruction.kind) {
    case InstructionKind::alu: prepare_alu(*instruction.as<AluInstruction>()); break;
    case InstructionKind::intrinsic:
        prepare_intrinsic(*instruction.as<IntrinsicInstruction>());
        break;
    case InstructionKind::constant: {
        const auto& constant = *instruction.as<ConstantInstruction>();
        program_->initial_values.push_back({place_of(constant.value), constant.values});
        break;
    }
    case InstructionKind::undef:
        program_->initial_values.push_back(
            {place_of(instruction.as<UndefInstruction>()->value), nullptr});
        break;
    case InstructionKind::deref: prepare_deref(*instruction.as<DerefInstruction>()); break;
    case InstructionKind::texture: {
        const bool is_taken =
            fact_refused_by_interpreter(*instruction.as<TextureInstruction>()).empty();
        prepare_handled(instruction, is_taken ? execute_texture : refuse_texture);
        break;
    }
    case InstructionKind::call: prepare_call(*instruction.as<CallInstruction>(), open); break;
    case InstructionKind::parallel_copy:
        prepare_parallel_copy(*instruction.as<ParallelCopyInstruction>());
        break;
    case InstructionKind::phi:  // made by the blocks before
    case InstructionKind::jump: // by prepare_jump()
        break;
    }
}

bool Preparer::needs_float_controls(const AluInstruction& alu) const {
    if (shader_->info.float_controls == FloatControls{}) {
        return false;
    }
    const OpcodeInfo& info = alu.info();
    bool has_floats = info.output_type.base == BaseType::float_type;
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        has_floats = has_floats || info.source_types[i].base == BaseType::float_type;
    }
    return has_floats;
}

void Preparer::prepare_alu(const AluInstruction& alu) {
    const OpcodeInfo& info = alu.info();
    const LaneFunctionChoice function = lane_function(alu.opcode, alu.unsized_bit_size());
    if (function == nullptr || needs_float_controls(alu)) {
        prepare_alu_by_lane(alu);
        return;
    }
    const Place result = place_of(alu.value);
    const bool is_masked = escapes_loop(alu.value);
    const std::uint32_t written = is_masked ? program_->temporary : result.offset;
    const bool per_component = info.output_components == 0 && !info.is_replicated;

    // Lanes of neighbouring components are neighbours, so one loop does them all where the sources
    // take them in order.
    bool in_order = per_component;
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        const AluSource& source = alu.sources()[i];
        in_order = in_order && info.source_components[i] == 0;
        for (unsigned c = 1; in_order && c < result.num_components; ++c) {
            in_order = source.swizzle[c] == source.swizzle[0] + c;
        }
    }
    const unsigned num_steps = per_component && !in_order ? result.num_components : 1;
    for (unsigned c = 0; c < num_steps; ++c) {
        const auto first = static_cast<std::uint32_t>(program_->arrays.size());
        const unsigned num_results =
            per_component || info.is_replicated ? 1 : result.num_components;
        for (unsigned r = 0; r < num_results; ++r) {
            program_->arrays.push_back(written + (c + r) * std::uint32_t{result.bytes});
        }
        for (unsigned i = 0; i < alu.num_sources; ++i) {
            const AluSource& source = alu.sources()[i];
            const Place place = place_of(*source.ssa);
            const unsigned declared = info.source_components[i];
            for (unsigned s = 0; s < std::max(declared, 1U); ++s) {
                const unsigned component = source.swizzle[declared == 0 ? c : s];
                program_->arrays.push_back(place.offset + component * std::uint32_t{place.bytes});
            }
        }
        add_to_batch(StepKind::lanes, program_->lane_calls.size());
        program_->lane_calls.push_back({function, first, in_order ? result.num_components : 1U});
    }
    if (info.is_replicated) {
        for (unsigned c = 1; c < result.num_components; ++c) {
            Step& step = add_step(StepKind::copy, &alu);
            step.bytes = result.bytes;
            step.first = written + c * std::uint32_t{result.bytes};
            step.second = written;
        }
    }
    if (is_masked) {
        Step& step = add_step(StepKind::blend, &alu);
        step.bytes = result.bytes;
        step.rows = result.num_components;
        step.first = result.offset;
        step.second = written;
    }
}

void Preparer::add_to_batch(StepKind kind, std::size_t number) {
    if (program_->steps.empty() || program_->steps.back().kind != kind) {
        add_step(kind, nullptr).first = static_cast<std::uint32_t>(number);
    }
    ++program_->steps.back().second;
}

void Preparer::prepare_alu_by_lane(const AluInstruction& alu) {
    const auto first = static_cast<std::uint32_t>(program_->places.size());
    std::vector<Place> places = {place_of(alu.value)};
    for (const AluSource& source : alu.sources()) {
        places.push_back(place_of(*source.ssa));
    }
    program_->places.insert(program_->places.end(), places.begin(), places.end());
    add_step(StepKind::evaluate, &alu).first = first;
}

Step Preparer::handled_step(const Instruction& instruction, Handler handler) {
    std::vector<Place> places(1);
    if (const SsaDef* value = instruction.def()) {
        places[0] = place_of(*value);
    }
    instruction.for_each_source(
        [&](const Source& source) { places.push_back(place_of(*source.ssa)); });
    Step step;
    step.kind = StepKind::call_handler;
    step.instruction = &instruction;
    step.first = static_cast<std::uint32_t>(program_->places.size());
    step.handler = handler;
    program_->places.insert(program_->places.end(), places.begin(), places.end());
    return step;
}

void Preparer::prepare_handled(const Instruction& instruction, Handler handler) {
    program_->steps.push_back(handled_step(instruction, handler));
}

void Preparer::prepare_intrinsic(const IntrinsicInstruction& intrinsic) {
    if (const RegisterAccess* access = register_access(intrinsic.op)) {
        if (access->action == RegisterAction::declare) {
            prepare_register(intrinsic);
        } else {
            prepare_register_access(intrinsic, *access);
        }
    } else if (const VariableAccess* named = variable_access(intrinsic.op)) {
        prepare_variable_access(intrinsic, *named);
    } else if (!prepare_fixed_access(intrinsic)) {
        prepare_handled(intrinsic, intrinsic_handler(intrinsic.op));
    }
}

void Preparer::prepare_variable_access(const IntrinsicInstruction& intrinsic,
                                       const VariableAccess& access) {
    if (access.action == VariableAction::copy) {
        prepare_copy(intrinsic, access);
        return;
    }
    if (access.action == VariableAction::parameter) {
        const auto number = static_cast<std::size_t>(intrinsic.param_idx());
        if (number < current_->parameters.size()) {
            add_copies({{current_->parameters[number], place_of(intrinsic.value),
                         intrinsic.value.num_components}},
                       &intrinsic);
        } else {
            prepare_handled(intrinsic, nullptr);
        }
        return;
    }
    bool is_known = true;
    for (const std::int8_t source : {access.deref_source, access.from_source}) {
        is_known = is_known && (source < 0 || deref_of(source_at(intrinsic, source)) != nullptr);
    }
    prepare_handled(intrinsic, is_known ? intrinsic_handler(intrinsic.op) : nullptr);
}

// Both numbers have 32 bits.
void Preparer::prepare_register(const IntrinsicInstruction& declaration) {
    const auto num_components = static_cast<unsigned>(declaration.num_components());
    const auto num_elements =
        std::max<std::uint64_t>(1, static_cast<std::uint64_t>(declaration.num_array_elems()));
    num_registers_ += num_elements * num_components;
    if (num_registers_ > limits_->registers) {
        reach(Limit::registers);
        return;
    }
    RegisterPlace reg;
    reg.num_elements = static_cast<std::uint32_t>(num_elements);
    reg.place = allocate_place(num_components, static_cast<unsigned>(declaration.bit_size()));
    reg.stride = std::uint32_t{reg.place.bytes} * num_components;
    static_cast<void>(allocate(reg.place.bytes, num_components * (num_elements - 1)));
    value_of(declaration.value).reg = static_cast<std::uint32_t>(program_->registers.size());
    program_->registers.push_back(reg);
}

// A register access is a step like others, whose target is the register's number.
void Preparer::prepare_register_access(const IntrinsicInstruction& intrinsic,
                                       const RegisterAccess& access) {
    const SsaDef& declared = *source_at(intrinsic, access.register_source).ssa;
    prepare_handled(intrinsic, intrinsic_handler(intrinsic.op));
    const std::uint32_t reg = value_of(declared).reg;
    if (reg != kNoRegister) {
        program_->steps.back().target = reg;
    } else {
        program_->steps.back().handler = nullptr;
    }
}

void Preparer::prepare_parallel_copy(const ParallelCopyInstruction& parallel_copy) {
    std::vector<Copy> copies;
    for (const ParallelCopyEntry& entry : parallel_copy.entries()) {
        const Place from = place_of(*entry.source.ssa);
        const std::uint32_t reg =
            entry.to_register ? value_of(*entry.register_value.ssa).reg : kNoRegister;
        if (entry.to_register && reg == kNoRegister) {
            prepare_handled(parallel_copy, nullptr); // of code that nothing reaches
            return;
        }
        const Place to = entry.to_register ? program_->registers[reg].place : place_of(entry.value);
        copies.push_back({from, to, std::min(from.num_components, to.num_components)});
    }
    add_copies(copies, &parallel_copy);
}

void Preparer::prepare_call(const CallInstruction& call, std::vector<OpenList>& open) {
    const FunctionState& callee = functions_[index_of(call.callee)];
    std::vector<Copy> copies;
    for (std::size_t i = 0; i < call.num_sources && i < callee.parameters.size(); ++i) {
        const Place& parameter = callee.parameters[i];
        copies.push_back({place_of(*call.sources()[i].ssa), parameter, parameter.num_components});
    }
    add_copies(copies, &call);
    call_steps_.push_back(next_step());
    add_step(StepKind::call, &call);
    add_pending(open.back(), next_step() - 1);
}

} // namespace jacquard::nir::interpreter
