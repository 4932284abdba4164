#include "generator/machine/machine_vertices.h"

#include <jacquard/nir/build/builder.h>

#include <array>

namespace jacquard::nir {

namespace {

// Primitives as TGSI numbers them.
constexpr std::uint32_t kLinesAdjacency = 10;
constexpr std::uint32_t kTriangles = 4;
constexpr std::uint32_t kQuads = 7;

constexpr unsigned kMaxVerticesOut = 4;

// Slots that a patch has behind those of its vertices, in this order.
enum PatchSlot : std::uint8_t { of_patch, outer_levels, inner_levels };

void set_property(Shader& shader, const char* name, std::uint32_t value) {
    shader.info.properties.push_back({name, {value}});
}

} // namespace

bool MachineVertices::is_for(Stage stage) {
    return stage == Stage::geometry || stage == Stage::tess_control ||
           stage == Stage::tess_evaluation;
}

bool MachineVertices::has_quads(const Shader& shader) {
    const ShaderProperty* mode = shader.info.property("TES_PRIM_MODE");
    return mode != nullptr && mode->values == std::vector<std::uint32_t>{kQuads};
}

MachineVertices::MachineVertices(Choices& choices, Shader& shader, unsigned num_inputs,
                                 unsigned num_outputs)
    : stage_(shader.info.stage), num_inputs_(num_inputs), num_outputs_(num_outputs) {
    stage_ == Stage::geometry ? declare_geometry(choices, shader) : declare_patch(choices, shader);
}

void MachineVertices::declare_geometry(Choices& choices, Shader& shader) const {
    static constexpr std::array<std::uint32_t, 3> kStrips = {0, 3, 5}; // points, lines, triangles
    set_property(shader, "GS_INPUT_PRIMITIVE", kLinesAdjacency);
    set_property(shader, "GS_OUTPUT_PRIMITIVE", kStrips[choices.below(kStrips.size())]);
    set_property(shader, "GS_MAX_OUTPUT_VERTICES", 1 + choices.below(kMaxVerticesOut));
    set_property(shader, "GS_INVOCATIONS", 1 + choices.below(2));
}

void MachineVertices::declare_patch(Choices& choices, Shader& shader) {
    if (stage_ == Stage::tess_evaluation) {
        has_levels_ = choices.one_in(2);
        set_property(shader, "TES_PRIM_MODE", has_levels_ ? kQuads : kTriangles);
        set_property(shader, "TES_SPACING", choices.below(3));
        set_property(shader, "TES_VERTEX_ORDER_CW", choices.below(2));
        set_property(shader, "TES_POINT_MODE", 0);
        shader.info.inputs.emplace_back().semantic = Semantic::patch;
        return;
    }
    num_vertices_out_ = 1U << choices.below(3);
    set_property(shader, "TCS_VERTICES_OUT", num_vertices_out_);
    for (const Semantic semantic : {Semantic::patch, Semantic::tessouter, Semantic::tessinner}) {
        shader.info.outputs.emplace_back().semantic = semantic;
    }
}

void MachineVertices::begin(Values& values) {
    Builder& b = values.builder();
    if (stage_ != Stage::tess_control) {
        return;
    }
    invocation_ = &b.load_invocation_id()->value;
    values.know(invocation_, ValueClass::integers);
    for (unsigned slot = 0; slot < num_outputs_; ++slot) {
        b.store_per_vertex_output(b.imm_vec4(0.0F, 0.5F, 1.0F, -1.0F), invocation_, values.zero())
            ->set_base(slot)
            ->set_src_type(type_of(ValueClass::floats))
            ->set_write_mask(0xf);
    }
}

void MachineVertices::load_input(Values& values, unsigned slot, ValueClass kind) {
    Builder& b = values.builder();
    Choices& choices = values.choices();
    const unsigned count = 1 + choices.below(4);
    IntrinsicInstruction* load = nullptr;
    if (stage_ == Stage::tess_evaluation && choices.one_in(4)) {
        load = b.load_input(count, 32, values.zero())->set_base(num_inputs_);
    } else {
        SsaDef* vertex = values.index(kInputVertices);
        load = b.load_per_vertex_input(count, 32, vertex, values.zero())->set_base(slot);
    }
    load->set_component(choices.below(5 - count))->set_dest_type(type_of(kind));
    values.know(&load->value, kind);
}

void MachineVertices::load_system_value(Values& values) {
    Builder& b = values.builder();
    Choices& choices = values.choices();
    if (choices.one_in(3)) {
        values.know(&b.load_primitive_id()->value, ValueClass::integers);
    } else if (stage_ != Stage::tess_evaluation) {
        values.know(&b.load_invocation_id()->value, ValueClass::integers);
    } else if (has_levels_ && choices.one_in(2)) {
        load_level(values);
    } else {
        values.know(&b.load_tess_coord()->value, ValueClass::floats);
    }
}

void MachineVertices::load_level(Values& values) {
    Builder& b = values.builder();
    IntrinsicInstruction* levels =
        values.choices().one_in(2) ? b.load_tess_level_inner() : b.load_tess_level_outer();
    values.know(&levels->value, ValueClass::floats);
}

void MachineVertices::store_output(Values& values, unsigned slot) {
    Builder& b = values.builder();
    if (stage_ == Stage::tess_control && is_handed_) {
        SsaDef* vertex = values.index(num_vertices_out_);
        IntrinsicInstruction* load = b.load_per_vertex_output(4, 32, vertex, values.zero());
        load->set_base(slot)->set_dest_type(type_of(ValueClass::floats));
        values.know(&load->value, ValueClass::floats);
        return;
    }
    const Values::Known known = values.recent_words();
    IntrinsicInstruction* store =
        stage_ == Stage::tess_control
            ? b.store_per_vertex_output(known.value, invocation_, values.zero())
            : b.store_output(known.value, values.zero());
    store->set_base(slot)
        ->set_src_type(type_of(known.kind))
        ->set_write_mask((1U << known.value->num_components) - 1);
}

void MachineVertices::statement(Values& values, bool is_together) {
    if (stage_ == Stage::geometry) {
        emit(values);
    } else if (stage_ == Stage::tess_control && is_together) {
        wait(values);
    } else {
        load_system_value(values);
    }
}

// A vertex begins with nothing, so all outputs are written.
void MachineVertices::emit(Values& values) {
    Builder& b = values.builder();
    for (unsigned slot = 0; slot < num_outputs_; ++slot) {
        b.store_output(b.imm_vec4(1.0F, -1.0F, 0.5F, 0.0F), values.zero())
            ->set_base(slot)
            ->set_src_type(type_of(ValueClass::floats))
            ->set_write_mask(0xf);
        if (!values.empty()) {
            store_output(values, slot);
        }
    }
    b.emit_vertex()->set_stream_id(0);
    if (values.choices().one_in(3)) {
        b.end_primitive()->set_stream_id(0);
    }
}

// From now on, values written before may be read, or the other way round.
void MachineVertices::wait(Values& values) {
    values.builder()
        .barrier()
        ->set_execution_scope(Scope::workgroup)
        ->set_memory_scope(Scope::workgroup)
        ->set_memory_semantics(MemorySemantics::acquire | MemorySemantics::release)
        ->set_memory_modes(VariableMode::shader_out);
    is_handed_ = !is_handed_;
}

// One invocation says what the patch as a whole has.
void MachineVertices::store_of_patch(Values& values) {
    Builder& b = values.builder();
    IfNode* node = b.push_if(b.ieq(invocation_, values.zero()));
    for (const PatchSlot slot : {of_patch, outer_levels, inner_levels}) {
        const unsigned count = slot == inner_levels ? 2 : 4;
        b.store_output(values.whole(ValueClass::floats, 32, count), values.zero())
            ->set_base(num_outputs_ + slot)
            ->set_src_type(type_of(ValueClass::floats))
            ->set_write_mask((1U << count) - 1);
    }
    b.push_else(node);
    b.pop_if(node);
}

void MachineVertices::finish(Values& values) {
    if (stage_ == Stage::tess_control) {
        if (is_handed_) {
            wait(values);
        }
        for (unsigned slot = 0; slot < num_outputs_ && !values.empty(); ++slot) {
            store_output(values, slot);
        }
        store_of_patch(values);
    } else if (stage_ == Stage::geometry) {
        emit(values);
    } else {
        for (unsigned slot = 0; slot < num_outputs_ && !values.empty(); ++slot) {
            store_output(values, slot);
        }
    }
}

} // namespace jacquard::nir
