#pragma once

#include <jacquard/tgsi/translate/registers/concern.h>
#include <jacquard/tgsi/translate/registers/hoisted.h>
#include <jacquard/tgsi/translate/registers/recently_made.h>

namespace jacquard::tgsi {

class Hoisted;
class IndexReader;

// Declares and reads constant buffers.
class ConstantBuffers : Concern {
  public:
    ConstantBuffers(Context& context, Hoisted& hoisted, IndexReader& indices)
        : Concern(context), hoisted_(hoisted), indices_(indices) {}

    void declare_constant_buffers();
    nir::Operand read_constant(const Register& reg, unsigned component);

  private:
    // The place that a register chooses in a buffer of a number of vec4s.
    struct ChosenVec4 {
        nir::SsaDef* is_in_range = nullptr;
        nir::SsaDef* nearest = nullptr;
    };

    Hoisted& hoisted_;
    IndexReader& indices_;
    ValuesByKey constant_buffer_values_{ValuesByKey::allocator_type(arena())};
    RecentlyMade<ChosenVec4> chosen_vec4s_;
};

} // namespace jacquard::tgsi
