#include <jacquard/tgsi/translate/translate.h>
#include <jacquard/tgsi/translate/translator.h>

#include <algorithm>
#include <bit>

namespace jacquard::tgsi {
namespace {

using nir::SsaDef;

// More inputs, outputs or array elements than any hardware has are refused, so that a short text
// cannot ask for a large program.
constexpr std::int32_t kMostSlots = 64;
constexpr std::int32_t kMostArrayElements = 4096;

nir::Stage nir_stage(Stage stage) {
    switch (stage) {
    case Stage::vertex: break;
    case Stage::fragment: return nir::Stage::fragment;
    case Stage::geometry: return nir::Stage::geometry;
    case Stage::tessellation_control: return nir::Stage::tess_control;
    case Stage::tessellation_evaluation: return nir::Stage::tess_evaluation;
    case Stage::compute: return nir::Stage::compute;
    }
    return nir::Stage::vertex;
}

nir::Interpolation nir_interpolation(Interpolation interpolation) {
    switch (interpolation) {
    case Interpolation::constant: return nir::Interpolation::flat;
    case Interpolation::linear: return nir::Interpolation::noperspective;
    case Interpolation::perspective: break;
    case Interpolation::color: return nir::Interpolation::none; // state beside the shader says it
    }
    return nir::Interpolation::smooth;
}

nir::InterpolationLocation nir_location(InterpolationLocation location) {
    switch (location) {
    case InterpolationLocation::center: break;
    case InterpolationLocation::centroid: return nir::InterpolationLocation::centroid;
    case InterpolationLocation::sample: return nir::InterpolationLocation::sample;
    }
    return nir::InterpolationLocation::center;
}

// Calls visit(const Register&) for every register an instruction names.
template <typename Visitor>
void for_each_register(const Program& program, Visitor visit) {
    for (const Instruction& instruction : program.instructions) {
        if (instruction.has_destination) {
            visit(instruction.destination.reg);
        }
    }
    for (const Source& source : program.operands) {
        visit(source.reg);
    }
}

} // namespace

void Translator::not_supported(SourcePosition position, std::string_view what) {
    is_refused_ = true;
    // One report of each reason is enough.
    if (std::find(refused_.begin(), refused_.end(), what) == refused_.end()) {
        refused_.emplace_back(what);
        diagnostics_.error("T301", position, std::string(what) + " is not supported yet");
    }
}

void Translator::reached(Limit limit) {
    if (!is_too_large_) {
        report_limit(diagnostics_, current_->position, limit, options_.limits);
    }
    is_too_large_ = true;
}

void Translator::malformed(SourcePosition position, std::string message) {
    is_malformed_ = true;
    // Each component of an operand meets the same fault.
    const std::vector<Diagnostic>& known = diagnostics_.all();
    if (known.empty() || known.back().position.line != position.line ||
        known.back().position.column != position.column || known.back().message != message) {
        diagnostics_.error("T302", position, std::move(message));
    }
}

TranslateResult Translator::run() {
    shader_ = std::make_unique<nir::Shader>(nir_stage(program_.stage));
    shader_->arena.charge_to(std::make_shared<MemoryBudget>(options_.limits.memory));
    arena_.charge_to(shader_->arena.budget());
    nir::Function* main = shader_->add_function("main", true);
    builder_.emplace(*main);
    b().exact = options_.precise;
    SsaDef* zero = b().imm_int(0);
    constants_.emplace(0, zero);
    anchor_ = zero;
    last_hoisted_ = zero->instruction;
    declare_.emplace(*shader_, nir::Cursor::before_instruction(last_hoisted_));
    entry_.emplace(*shader_, nir::Cursor::after_instruction(last_hoisted_));
    if (declare()) {
        translate_instructions();
    }
    if (is_too_large_ || is_malformed_ || is_refused_) {
        return {is_too_large_   ? TranslateStatus::too_large
                : is_malformed_ ? TranslateStatus::malformed
                                : TranslateStatus::not_supported,
                nullptr};
    }
    main->link_blocks();
    scalars_.finish(*main);
    shader_->number_values();
    return {TranslateStatus::translated, std::move(shader_)};
}

bool Translator::declare() {
    declare_properties();
    declare_slots(RegisterFile::input, inputs_, shader_->info.inputs);
    declare_slots(RegisterFile::output, outputs_, shader_->info.outputs);
    if (is_refused_) {
        return false; // what follows counts on every slot
    }
    declare_constant_buffers();
    input_values_.resize(inputs_.size());
    immediate_values_.resize(program_.immediates.size());
    plan_storage();
    return !is_malformed_ && !is_refused_;
}

void Translator::declare_properties() {
    for (const PropertySetting& setting : program_.properties) {
        if (!is_supported(setting.property) && !setting.values.empty() && setting.values[0] != 0) {
            not_supported(setting.position,
                          "the property " + std::string(name_of(setting.property)));
        }
        shader_->info.properties.push_back(
            {.name = std::string(name_of(setting.property)), .values = setting.values});
    }
}

void Translator::declare_slots(RegisterFile file, PoolVector<const Declaration*>& by_number,
                               std::vector<nir::IoSlot>& slots) {
    std::size_t count = 0;
    for (const Declaration& declared : program_.declarations) {
        if (declared.file != file) {
            continue;
        }
        if (declared.last >= kMostSlots) {
            not_supported(declared.position, "a shader with more than " +
                                                 std::to_string(kMostSlots) + " inputs or outputs");
            return;
        }
        count = std::max(count, static_cast<std::size_t>(declared.last) + 1);
    }
    by_number.resize(count);
    slots.resize(count, {.mask = 0});
    for (const Declaration& declared : program_.declarations) {
        if (declared.file != file) {
            continue;
        }
        for (std::int32_t i = declared.first; i <= declared.last; ++i) {
            const auto number = static_cast<std::size_t>(i);
            by_number[number] = &declared;
            nir::IoSlot& slot = slots[number];
            slot.semantic = nir_semantic(declared.semantic.value_or(Semantic::generic));
            // Vertex inputs have no semantic: their number says which they are.
            slot.semantic_index = static_cast<std::uint32_t>(
                declared.semantic ? declared.semantic_index + (i - declared.first) : i);
            slot.invariant = declared.invariant;
            if (file == RegisterFile::input && program_.stage == Stage::fragment) {
                slot.interpolation =
                    nir_interpolation(declared.interpolation.value_or(Interpolation::constant));
                slot.location =
                    nir_location(declared.location.value_or(InterpolationLocation::center));
            }
        }
    }
}

void Translator::declare_constant_buffers() {
    std::vector<nir::ConstantBuffer>& buffers = shader_->info.constant_buffers;
    for (const Declaration& declared : program_.declarations) {
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

// Whether a register chooses among all registers of a file and not within a declared array.
bool Translator::has_free_relative(RegisterFile file) const {
    bool found = false;
    for_each_register(program_, [&](const Register& reg) {
        found = found || (reg.file == file && reg.index.relative && reg.array_id == 0);
    });
    return found;
}

void Translator::plan_arrays(RegisterFile file, RegisterStorage& storage) {
    const auto make = [&](std::int32_t first, std::int32_t last, SourcePosition position) {
        if (last - first >= kMostArrayElements) {
            not_supported(position, "an array of more than " + std::to_string(kMostArrayElements) +
                                        " registers");
            return;
        }
        storage.make_array(first, last);
    };
    if (has_free_relative(file)) {
        make(0, storage.count() - 1, program_.stage_position);
        return;
    }
    std::vector<std::uint16_t> chosen;
    for_each_register(program_, [&](const Register& reg) {
        if (reg.file == file && reg.index.relative) {
            chosen.push_back(reg.array_id);
        }
    });
    std::sort(chosen.begin(), chosen.end());
    for (const Declaration& declared : program_.declarations) {
        if (declared.file == file && declared.array_id != 0 &&
            std::binary_search(chosen.begin(), chosen.end(), declared.array_id)) {
            make(declared.first, declared.last, declared.position);
        }
    }
}

void Translator::plan_storage() {
    const auto count_of = [this](RegisterFile file) {
        std::int32_t count = 0;
        for (const Declaration& declared : program_.declarations) {
            if (declared.file == file) {
                count = std::max(count, declared.last + 1);
            }
        }
        return count;
    };
    temporaries_.reset(count_of(RegisterFile::temporary));
    addresses_.reset(count_of(RegisterFile::address));
    loop_counters_.reset(count_of(RegisterFile::loop));
    predicates_.reset(count_of(RegisterFile::predicate));
    output_registers_.reset(count_of(RegisterFile::output));
    plan_arrays(RegisterFile::temporary, temporaries_);
    plan_arrays(RegisterFile::output, output_registers_);
    plan_outputs();
}

// A store of outputs may stand in front of the instruction that writes them.
void Translator::plan_outputs() {
    output_masks_.assign(static_cast<std::size_t>(output_registers_.count()), 0);
    for (const Instruction& instruction : program_.instructions) {
        const Register& reg = instruction.destination.reg;
        if (!instruction.has_destination || reg.file != RegisterFile::output) {
            continue;
        }
        const std::int32_t number = reg.index.relative ? register_in_array(reg) : reg.index.value;
        const auto [first, last] =
            reg.index.relative ? output_registers_.array_range(number) : std::array{number, number};
        for (std::int32_t i = first; i <= last; ++i) {
            std::uint8_t& mask = output_masks_[static_cast<std::size_t>(i)];
            mask = static_cast<std::uint8_t>(mask | instruction.destination.write_mask);
        }
    }
    for (std::size_t i = 0; i < output_masks_.size(); ++i) {
        shader_->info.outputs[i].mask = outputs_[i] != nullptr ? output_masks_[i] : 0;
    }
}

void Translator::translate_instruction(const Instruction& instruction) {
    current_ = &instruction;
    b().origin = {instruction.position.line};
    b().exact = options_.precise || instruction.precise;
    const OpcodeTranslation& translation = translation_of(instruction.opcode);
    if (!translation.is_for(program_.stage)) {
        wrong_stage(translation);
        return;
    }
    switch (translation.kind) {
    case Translation::later:
        not_supported(instruction.position, info(instruction.opcode).later);
        break;
    case Translation::formula: translate_formula(); break;
    case Translation::intrinsic: translate_intrinsic(translation.intrinsic); break;
    case Translation::texture: translate_texture(*translation.texture); break;
    case Translation::action: translate_action(translation); break;
    case Translation::control_flow: translate_block(); break;
    case Translation::jump: translate_jump(translation.jump); break;
    }
}

// "the stage FRAG", "the stages TESS_CTRL and COMP"
std::string Translator::stages_text(std::uint8_t mask) {
    std::string names;
    for (unsigned stage = 0; stage < kNumStage; ++stage) {
        if ((mask >> stage & 1) != 0) {
            names += (names.empty() ? "" : " and ");
            names += name_of(static_cast<Stage>(stage));
        }
    }
    return "the stage" + std::string(std::has_single_bit(mask) ? " " : "s ") + names;
}

// An opcode that other stages know.
void Translator::wrong_stage(const OpcodeTranslation& translation) {
    malformed(current_->position, std::string(name_of(current_->opcode)) + " is for " +
                                      stages_text(translation.stages) + " only");
}

void Translator::translate_formula() {
    const bool saturate_pairs =
        current_->saturate && info(current_->opcode).destination_type == OperandType::double_type;
    Formula formula(b(), current_->destination.write_mask, *this, saturate_pairs);
    formula_of(current_->opcode)(formula);
    write_results(formula);
}

// Each component goes through the intrinsic by itself; further sources give their x.
void Translator::translate_intrinsic(nir::IntrinsicOp intrinsic) {
    Formula formula(b(), current_->destination.write_mask, *this);
    for (unsigned c = 0; c < 4; ++c) {
        if (formula.wants(1U << c)) {
            std::array<SsaDef*, 5> sources{};
            for (unsigned i = 0; i < current_->num_sources; ++i) {
                sources[i] = b().whole(formula.source(i, i == 0 ? c : 0));
            }
            const std::span<SsaDef* const> given(sources.data(), current_->num_sources);
            formula.set(c, &b().intrinsic(intrinsic, 1, 32, given)->value);
        }
    }
    write_results(formula);
}

void Translator::translate_action(const OpcodeTranslation& translation) {
    switch (translation.action) {
    case Action::nothing: break;
    case Action::end:
        if (!is_dead_) {
            finish_outputs();
        }
        if (scopes_.empty()) {
            has_ended_ = true;
        } else {
            b().jump(nir::JumpKind::return_function);
            is_dead_ = true;
        }
        break;
    case Action::fetch_framebuffer: fetch_framebuffer(); break;
    case Action::discard: b().terminate(); break;
    case Action::discard_if_negative: discard_if_negative(); break;
    case Action::demote: b().demote(); break;
    case Action::read_helper: write_truth(&b().is_helper_invocation(1)->value); break;
    case Action::interpolate_at_centroid:
    case Action::interpolate_at_sample:
    case Action::interpolate_at_offset: interpolate(translation.action); break;
    case Action::push: push_register(); break;
    case Action::pop: pop_register(); break;
    case Action::emit_vertex: emit_vertex(); break;
    case Action::end_primitive: end_primitive(); break;
    case Action::load_memory: load_memory(); break;
    case Action::store_memory: store_memory(); break;
    case Action::atomic_memory: change_memory(translation); break;
    case Action::query_memory: query_memory(); break;
    case Action::order_memory: order_memory(); break;
    case Action::order_resource: order_resource(); break;
    case Action::wait_for_workgroup: wait_for_workgroup(); break;
    case Action::read_clock:
        write_value(&b().shader_clock()->set_memory_scope(nir::Scope::subgroup)->value);
        break;
    case Action::ballot: write_value(&b().ballot(2, 32, condition())->value); break;
    case Action::vote: vote(translation.intrinsic); break;
    }
}

void Translator::discard_if_negative() {
    const Source& source = program_.sources(*current_)[0];
    SsaDef* zero = hoisted_constant(0);
    SsaDef* any = nullptr;
    unsigned tested = 0;
    for (unsigned c = 0; c < 4; ++c) {
        // A component that stands twice in the swizzle is tested once.
        if ((tested >> source.swizzle[c] & 1) != 0) {
            continue;
        }
        tested |= 1U << source.swizzle[c];
        SsaDef* negative = b().flt(read_source(0, c), zero);
        any = any == nullptr ? negative : b().ior(any, negative);
    }
    b().terminate_if(any);
}

// All results are made before the first is written, as a source may be the destination.
void Translator::write_results(const Formula& formula) {
    const OperandType type = info(current_->opcode).destination_type;
    const bool saturate = current_->saturate &&
                          (type == OperandType::float_type || type == OperandType::untyped_type);
    std::array<SsaDef*, 4> values{};
    for (unsigned c = 0; c < 4; ++c) {
        if (formula.wants(1U << c)) {
            const nir::Operand& result = formula.result(c);
            values[c] = saturate ? b().fsat(result) : b().whole(result);
        }
    }
    for (unsigned c = 0; c < 4; ++c) {
        if (values[c] != nullptr) {
            write(current_->destination, c, values[c]);
        }
    }
}

// What outputs hold where the program ends. Geometry shaders send theirs when they emit a vertex,
// control shaders when they write them.
void Translator::finish_outputs() {
    if (program_.stage != Stage::geometry && program_.stage != Stage::tessellation_control) {
        store_outputs();
    }
}

// Outputs leave the shader whole; what was never written of one is 0. Only components of `stream`
// where it is given.
void Translator::store_outputs(std::optional<std::uint8_t> stream) {
    SsaDef* zero = hoisted_constant(0);
    for (std::int32_t i = 0; i < output_registers_.count(); ++i) {
        const auto number = static_cast<std::size_t>(i);
        if (outputs_[number] == nullptr) {
            continue;
        }
        unsigned mask = output_masks_[number];
        for (unsigned c = 0; c < 4 && stream; ++c) {
            mask &= outputs_[number]->streams[c] == *stream ? ~0U : ~(1U << c);
        }
        if (mask == 0) {
            continue;
        }
        std::array<nir::Operand, 4> components;
        for (unsigned c = 0; c < 4; ++c) {
            components[c] = (mask >> c & 1) != 0 ? output_registers_.load(place(), i, c) : zero;
        }
        b().store_output(b().vec(components), zero)
            ->set_base(i)
            ->set_write_mask(mask)
            ->set_component(0)
            ->set_src_type({nir::BaseType::float_type, 32})
            ->set_io_semantics(slot_meaning(shader_->info.outputs, number, 1));
    }
}

TranslateResult translate_to_nir(const Program& program, const TranslateOptions& options,
                                 Diagnostics& diagnostics) {
    try {
        return Translator(program, options, diagnostics).run();
    } catch (const std::bad_alloc& reason) {
        report_out_of_memory(diagnostics, reason, options.limits);
        return {TranslateStatus::too_large, nullptr};
    }
}

} // namespace jacquard::tgsi
