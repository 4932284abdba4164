#pragma once

#include <jacquard/generated/ir3/slots.h>
#include <jacquard/ir3/compiler/select/context.h>
#include <jacquard/ir3/compiler/select/translate/system_values.h>

namespace jacquard::ir3 {

// Varyings: interpolated and flat ones, and those that shaders need not declare.
class Varyings : TranslationPart {
  public:
    Varyings(Context& context, SystemValues& system_values)
        : TranslationPart(context), system_values_(system_values) {
        locations_.assign(shader_.info.inputs.size(), -1);
    }

    void load_varying(const nir::IntrinsicInstruction& load, bool flat);
    void load_barycentric(const nir::IntrinsicInstruction& load);
    void load_undeclared(const nir::IntrinsicInstruction& load, Slot slot);
    void load_point_coord(const nir::IntrinsicInstruction& load);
    void load_primitive_id(const nir::IntrinsicInstruction& load);
    void load_view_index(const nir::IntrinsicInstruction& load);

  private:
    // Components of a varying from `first` on, with the weights in a slot.
    struct Varying {
        std::uint32_t input;
        const SlotInfo* slot;
        bool flat;
        unsigned first;
        Slot weights = Slot::SYSTEM_VALUE_BARYCENTRIC_PERSP_PIXEL;
        Node* computed = nullptr; // weights that the program computes instead
    };

    void read_varying(const Varying& varying, const nir::SsaDef& result);
    static Slot barycentric_slot(const nir::IntrinsicInstruction& load);
    Node* interpolate(unsigned location, Node* weights);
    Node* read_flat(unsigned location);
    std::uint8_t varying_location(std::uint32_t input, const SlotInfo& slot, bool flat);

    SystemValues& system_values_;
    PoolVector<int> locations_{graph_.pool()};   // by input of the shader; -1 until it is read
    PoolVector<Slot> undeclared_{graph_.pool()}; // in the order in which they are first read
    std::uint32_t next_ = 0;                     // the first free location
};

} // namespace jacquard::ir3
