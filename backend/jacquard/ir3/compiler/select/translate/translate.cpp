// Makes the machine graph from NIR.
//
// Before: ALU instructions have one component, save copies and vectors; declared registers that are
// not arrays have become values.
// After: a graph whose end reads the vectors of all outputs. Values are scalars; whatever reads or
// writes several consecutive registers goes through collect and split. Constants are sources of
// movs. Nothing is folded yet.

#include <jacquard/generated/ir3/roles.h>
#include <jacquard/generated/ir3/select.h>
#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/ir3/compiler/contract/among_lanes.h>
#include <jacquard/ir3/compiler/contract/shader_property.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/options/line_error.h>
#include <jacquard/ir3/compiler/select/translate/translate.h>
#include <jacquard/ir3/compiler/select/translate/translator.h>
#include <jacquard/ir3/shader_stage.h>
#include <jacquard/ir3/target/workgroup_limits.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

// The width of an operand that no rule is for: bools have one bit, and wide types are lowered where
// they can be. 0: there is none.
unsigned unselected_width(const nir::AluInstruction& alu) {
    const nir::OpcodeInfo& info = alu.info();
    const auto is_selected = [](nir::AluType type, unsigned bit_size) {
        return type.base == nir::BaseType::bool_type ? bit_size == 1 : is_selected_width(bit_size);
    };
    if (!is_selected(info.output_type, alu.value.bit_size)) {
        return alu.value.bit_size;
    }
    for (unsigned i = 0; i < info.num_sources; ++i) {
        if (!is_selected(info.source_types[i], alu.sources()[i].ssa->bit_size)) {
            return alu.sources()[i].ssa->bit_size;
        }
    }
    return 0;
}

std::string refused_operation(const nir::AluInstruction& alu) {
    return "the operation '" + std::string(alu.info().name) + "' of " +
           std::to_string(alu.value.bit_size) + " bits is";
}

// Whether a byte is extended that was loaded, or cut off to be stored. Bytes stand in half
// registers, below zeros where they were loaded, and only the low bits of a register are stored.
bool resizes_byte(const nir::AluInstruction& alu) {
    const nir::SsaDef& from = *alu.sources()[0].ssa;
    if (alu.opcode == nir::core::u2u8) {
        return from.bit_size == 16 || from.bit_size == 32;
    }
    const bool extends = alu.opcode == nir::core::u2u16 || alu.opcode == nir::core::u2u32;
    return extends && from.bit_size == 8 && from.instruction->as<nir::IntrinsicInstruction>();
}

} // namespace

bool translate(const nir::Shader& shader, const CompileOptions& options, const Target& target,
               std::uint32_t longest_array, Graph& graph, Diagnostics& diagnostics) {
    Context context(shader, options, target, longest_array, graph, diagnostics);
    return Translator(context).run();
}

bool Translator::run() {
    graph_.stage = shader_stage(shader_.info.stage);
    if (shader_.entry == nullptr) {
        context_.diagnostics().error("I101", {}, "the shader has no entry point");
        return false;
    }
    if (!chain_.check()) {
        return false;
    }
    if (graph_.stage == ShaderStage::compute && !machine_.bindless_descriptors &&
        !machine_.slot_memory) {
        refuse("compute shaders are, on this part,");
        return false;
    }
    if (!check_float_controls()) {
        return false;
    }
    graph_.constant_limit =
        graph_.stage == ShaderStage::compute
            ? compute_constant_room(property_of(shader_, "shared_size"), machine_)
            : machine_.graphics_constant_vec4;
    if (machine_.slot_constants != 0) {
        graph_.constant_limit =
            std::min<std::uint32_t>(graph_.constant_limit, machine_.slot_constants);
    }
    selection_.reserve(shader_.next_ssa_index);
    layout_.map();
    chain_.describe_stored_outputs();
    chain_.describe_level_inputs();
    return translate_function(*shader_.entry);
}

// No mode of a program is known by which arithmetic rounds otherwise or takes denormals for zeros.
bool Translator::check_float_controls() {
    const nir::FloatControls& wanted = shader_.info.float_controls;
    for (const unsigned bits : {16U, 32U, 64U}) {
        if (wanted.rounds_to_zero(bits)) {
            refuse("results of " + std::to_string(bits) + " bits that round toward zero are");
        }
        if (wanted.flushes_denormals(bits)) {
            refuse("zeros in place of denormals of " + std::to_string(bits) + " bits are");
        }
    }
    return !wanted.change_results();
}

void Translator::translate_block(const nir::Block& block) {
    for (const nir::Instruction& instruction : block.instructions()) {
        graph_.origins.begin({instruction.origin, {}});
        switch (instruction.kind) {
        case nir::InstructionKind::alu:
            translate_alu(*instruction.as<nir::AluInstruction>());
            break;
        case nir::InstructionKind::intrinsic:
            graph_.origins.begin(
                {instruction.origin, stride_of(*instruction.as<nir::IntrinsicInstruction>())});
            translate_intrinsic(*instruction.as<nir::IntrinsicInstruction>());
            break;
        case nir::InstructionKind::texture:
            textures_.translate(*instruction.as<nir::TextureInstruction>());
            break;
        case nir::InstructionKind::constant:
        case nir::InstructionKind::undef: break; // made where they are read
        case nir::InstructionKind::jump:
            flow_.translate_jump(*instruction.as<nir::JumpInstruction>());
            break;
        case nir::InstructionKind::phi:
            flow_.translate_phi(*instruction.as<nir::PhiInstruction>());
            break;
        case nir::InstructionKind::parallel_copy: refuse("parallel copies are"); break;
        case nir::InstructionKind::call: refuse("subroutines are"); break;
        case nir::InstructionKind::deref: refuse("variables are"); break;
        }
    }
    graph_.origins.begin({});
}

void Translator::translate_alu(const nir::AluInstruction& alu) {
    const ScalarValue self{&alu.value, 0};
    if (!(Selection::resolve(self) == self)) {
        return; // a copy or vector
    }
    if (resizes_byte(alu)) {
        resize_byte(alu);
        return;
    }
    if (const unsigned bits = unselected_width(alu); bits != 0) {
        refuse(bits > 32 ? std::to_string(bits) + "-bit types are" : refused_operation(alu));
        return;
    }
    selection_.set_exact(alu.exact);
    for (unsigned i = 0; i < alu.value.num_components; ++i) {
        Node* node = select(selection_, {&alu, i});
        if (node == nullptr) {
            refuse(refused_operation(alu));
            return;
        }
        node->is_truth = alu.value.bit_size == 1;
        selection_.set_node(alu.value, i, node);
        if (observer_ != nullptr) {
            observer_->after_selection(alu, selection_.taken());
        }
    }
    selection_.set_exact(false);
}

void Translator::resize_byte(const nir::AluInstruction& alu) {
    const bool from_half = alu.sources()[0].ssa->bit_size != 32;
    const bool to_half = alu.value.bit_size != 32;
    for (unsigned i = 0; i < alu.value.num_components; ++i) {
        Node* node = selection_.node(Selection::source({&alu, i}, 0));
        if (from_half != to_half) {
            node = selection_.emit(role::kConvert, to_half, false, {ssa_source(node)});
            node->source_type = from_half ? DataType::u16 : DataType::u32;
            node->type = to_half ? DataType::u16 : DataType::u32;
        }
        selection_.set_node(alu.value, i, node);
    }
}

void Translator::finish() {
    const bool hands_on = graph_.feeds != NextStage::rasteriser;
    Node* end = graph_.make_machine(role::kEnd, graph_.outputs.size() + (hands_on ? 1U : 0U));
    for (std::size_t i = 0; i < graph_.outputs.size(); ++i) {
        end->sources()[i] = ssa_source(graph_.outputs[i].node);
    }
    if (hands_on) { // the header of the next stage stays where it is
        end->sources()[graph_.outputs.size()] = ssa_source(system_values_.stage_header());
    }
    graph_.set_dependencies(*end, context_.effects());
    selection_.append(end);
}

bool Translator::translate_function(const nir::Function& function) {
    flow_.begin(function);
    for (const nir::Block& block : function.blocks()) {
        flow_.begin_block(block);
        translate_block(block);
        flow_.end_block(block);
    }
    if (context_.has_refusals()) {
        return false;
    }
    flow_.branch_around();
    finish();
    flow_.connect(function);
    return !context_.has_refusals();
}

} // namespace jacquard::ir3
