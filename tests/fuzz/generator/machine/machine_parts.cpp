#include "generator/machine/machine_parts.h"

#include <jacquard/nir/build/builder.h>

#include "generator/machine/machine_textures.h"

#include <algorithm>
#include <array>
#include <bit>

namespace jacquard::nir {

namespace {

constexpr unsigned kBuffers = 2;

} // namespace

MachineParts::MachineParts(Choices& choices, Shader& shader, const MachineMenu& menu,
                           bool has_memory)
    : menu_(menu), stage_(shader.info.stage), num_inputs_(2 + choices.below(3)),
      num_outputs_(1 + choices.below(3)), num_constants_(1 + choices.below(6)) {
    const bool is_fragment = stage_ == Stage::fragment;
    if (stage_ == Stage::compute) {
        num_inputs_ = 0;
        num_outputs_ = 0;
    }
    if (has_memory) {
        memory_.emplace(choices, shader);
    }
    for (unsigned i = 0; i < num_inputs_; ++i) {
        IoSlot& slot = shader.info.inputs.emplace_back();
        slot.semantic_index = i;
        slot.interpolation = is_fragment ? Interpolation::smooth : Interpolation::none;
    }
    for (unsigned i = 0; i < num_outputs_; ++i) {
        IoSlot& slot = shader.info.outputs.emplace_back();
        slot.semantic = is_fragment ? Semantic::color : Semantic::generic;
        slot.semantic_index = i;
    }
    if (MachineVertices::is_for(stage_)) {
        vertices_.emplace(choices, shader, num_inputs_, num_outputs_);
    }
    for (std::uint32_t buffer = 0; buffer < kBuffers; ++buffer) {
        shader.info.constant_buffers.push_back({.index = buffer, .num_vec4 = num_constants_});
    }
}

void MachineParts::begin(Values& values) {
    Builder& b = values.builder();
    if (stage_ == Stage::fragment) {
        barycentric_ = &b.load_barycentric_pixel(32)->set_interp_mode(Interpolation::smooth)->value;
    }
    if (vertices_) {
        vertices_->begin(values);
    }
    for (unsigned i = 0; i < 2 && num_inputs_ != 0; ++i) {
        load_input(values);
    }
    if (memory_) {
        memory_->begin(values);
    }
    // An output that only some lanes store must have a value in the others.
    for (unsigned slot = 0; slot < num_outputs_ && stage_ != Stage::tess_control; ++slot) {
        b.store_output(b.imm_vec4(0.0F, 0.5F, 1.0F, -1.0F), values.zero())
            ->set_base(slot)
            ->set_src_type(type_of(ValueClass::floats))
            ->set_write_mask(0xf);
    }
}

void MachineParts::statement(Values& values, bool is_together) {
    Choices& choices = values.choices();
    if (memory_ && choices.one_in(2)) {
        memory_->statement(values, is_together);
        return;
    }
    const unsigned what = choices.below(32);
    if (what < 4) {
        num_inputs_ != 0 ? load_input(values) : memory_->load_any(values);
    } else if (what < 6) {
        load_constant(values);
    } else if (what < 7) {
        load_system_value(values);
    } else if (what < 9) {
        add_machine_texture(values);
    } else if (what < 10 && num_outputs_ != 0) {
        store_output(values, choices.below(num_outputs_));
    } else if (what < 11 && vertices_) {
        vertices_->statement(values, is_together);
    } else if (what < 11 && stage_ == Stage::fragment) {
        if (choices.one_in(2) && is_together && !have_left_) {
            derivative(values);
        } else {
            kill(values);
        }
    } else if (what < 20 && !menu_.patterns.empty()) {
        grow_pattern(values);
    } else {
        const auto count = static_cast<std::uint32_t>(menu_.operations.size());
        const Operation& operation = menu_.operations[choices.below(count)];
        values.apply(operation.opcode, operation.bit_size);
    }
}

// Returns the barycentric coordinates of the pixel, or of another location in it.
SsaDef* MachineParts::weights(Values& values) {
    Builder& b = values.builder();
    switch (values.choices().below(8)) {
    case 0: {
        SsaDef* offset = values.whole(ValueClass::floats, 32, 2);
        return &b.load_barycentric_at_offset(32, offset)
                    ->set_interp_mode(Interpolation::smooth)
                    ->value;
    }
    case 1:
        return &b.load_barycentric_at_sample(32, values.index(4))
                    ->set_interp_mode(Interpolation::smooth)
                    ->value;
    case 2: return &b.load_barycentric_centroid(32)->set_interp_mode(Interpolation::smooth)->value;
    default: return barycentric_;
    }
}

// Even slots hold floats, odd ones integers.
void MachineParts::load_input(Values& values) {
    Builder& b = values.builder();
    Choices& choices = values.choices();
    const unsigned slot = choices.below(num_inputs_);
    const ValueClass kind = slot % 2 == 0 ? ValueClass::floats : ValueClass::integers;
    if (vertices_) {
        vertices_->load_input(values, slot, kind);
        return;
    }
    const unsigned count = 1 + choices.below(4);
    IntrinsicInstruction* load =
        barycentric_ != nullptr
            ? b.load_interpolated_input(count, 32, weights(values), values.zero())
            : b.load_input(count, 32, values.zero());
    load->set_base(slot)->set_component(choices.below(5 - count))->set_dest_type(type_of(kind));
    values.know(&load->value, kind);
}

void MachineParts::load_constant(Values& values) {
    Builder& b = values.builder();
    Choices& choices = values.choices();
    const unsigned count = 1 + choices.below(4);
    SsaDef* index = b.imm_int(choices.below(num_constants_));
    if (choices.one_in(3)) {
        index = b.umin(values.operand(ValueClass::integers, 32, 1), b.imm_int(num_constants_ - 1));
    }
    IntrinsicInstruction* load =
        b.load_ubo_vec4(count, 32, b.imm_int(choices.below(kBuffers)), index);
    load->set_base(0)->set_component(choices.below(5 - count));
    values.know(&load->value, choices.one_in(2) ? ValueClass::floats : ValueClass::integers);
}

void MachineParts::load_system_value(Values& values) {
    Builder& b = values.builder();
    if (vertices_) {
        vertices_->load_system_value(values);
    } else if (stage_ == Stage::compute) {
        memory_->load_system_value(values);
    } else if (stage_ == Stage::fragment) {
        switch (values.choices().below(8)) {
        case 0: values.know(&b.load_helper_invocation(1)->value, ValueClass::truths); break;
        case 1: values.know(&b.is_helper_invocation(1)->value, ValueClass::truths); break;
        case 2: values.know(&b.load_view_index()->value, ValueClass::integers); break;
        default: values.know(&b.load_front_face(1)->value, ValueClass::truths); break;
        }
    } else if (values.choices().one_in(8)) {
        values.know(&b.load_view_index()->value, ValueClass::integers);
    } else if (values.choices().one_in(2)) {
        values.know(&b.load_vertex_id()->value, ValueClass::integers);
    } else {
        values.know(&b.load_instance_id()->value, ValueClass::integers);
    }
}

void MachineParts::store_output(Values& values, unsigned slot) {
    if (vertices_) {
        vertices_->store_output(values, slot);
        return;
    }
    const Values::Known known = values.recent_words();
    values.builder()
        .store_output(known.value, values.zero())
        ->set_base(slot)
        ->set_src_type(type_of(known.kind))
        ->set_write_mask((1U << known.value->num_components) - 1);
}

void MachineParts::kill(Values& values) {
    Builder& b = values.builder();
    SsaDef* condition = values.whole(ValueClass::truths, 1, 1);
    if (values.choices().one_in(2)) {
        b.demote_if(condition);
    } else {
        b.terminate_if(condition);
        have_left_ = true;
    }
}

void MachineParts::derivative(Values& values) {
    Builder& b = values.builder();
    const unsigned count = 1 + values.choices().below(4);
    SsaDef* value = values.whole(ValueClass::floats, 32, count);
    IntrinsicInstruction* made =
        values.choices().one_in(2) ? b.ddx(count, 32, value) : b.ddy_coarse(count, 32, value);
    values.know(&made->value, ValueClass::floats);
}

void MachineParts::grow_pattern(Values& values) {
    Choices& choices = values.choices();
    const auto count = static_cast<std::uint32_t>(menu_.patterns.size());
    const std::string& pattern = menu_.patterns[choices.below(count)];
    build_pattern(values, pattern, choices.one_in(4) ? 16 : 32);
}

void MachineParts::finish(Values& values) {
    if (vertices_) {
        vertices_->finish(values);
    }
    for (unsigned slot = 0; slot < num_outputs_ && !vertices_ && !values.empty(); ++slot) {
        store_output(values, slot);
    }
    if (memory_) {
        memory_->finish(values);
    }
}

} // namespace jacquard::nir
