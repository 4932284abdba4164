#pragma once

#include <jacquard/generated/ir3/slots.h>
#include <jacquard/ir3/compiler/select/context.h>
#include <jacquard/ir3/compiler/select/resources/constant_layout.h>
#include <jacquard/ir3/compiler/select/resources/uniforms.h>

#include <utility>

namespace jacquard::ir3 {

// System values: in registers that the hardware fills, or in constants that the driver writes.
class SystemValues : TranslationPart {
  public:
    SystemValues(Context& context, ConstantLayout& layout, Uniforms& uniforms)
        : TranslationPart(context), layout_(layout), uniforms_(uniforms) {}

    Node* system_value(Slot slot, unsigned num_components);
    // One vector of what the hardware gives in the first registers, where the next stage finds it,
    // too.
    Node* stage_header();

    void load_system_value(const nir::IntrinsicInstruction& load, Slot slot);
    void load_vertex_id(const nir::IntrinsicInstruction& load);
    void load_workgroup_id(const nir::IntrinsicInstruction& load);
    void load_clip_plane(const nir::IntrinsicInstruction& load);
    void load_frag_coord(const nir::IntrinsicInstruction& load);
    void load_front_face(const nir::IntrinsicInstruction& load);

  private:
    Node* header_part(Slot slot);

    ConstantLayout& layout_;
    Uniforms& uniforms_;
    Node* header_ = nullptr;
    PoolVector<std::pair<Slot, Node*>> known_{graph_.pool()};
};

} // namespace jacquard::ir3
