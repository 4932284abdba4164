#pragma once

#include <jacquard/tgsi/translate/registers/concern.h>
#include <jacquard/tgsi/translate/registers/hoisted.h>

#include <cstddef>

namespace jacquard::tgsi {

class Declarations;
class Faults;
class Hoisted;
class IndexReader;
class Registers;

// A slot that an index names or chooses.
struct SlotChoice {
    std::size_t base;
    std::size_t count;
    nir::SsaDef* offset;
    nir::SsaDef* in_range; // null: the index is in range
};

// Accesses inputs and outputs that exist for each vertex of a primitive or patch.
class Vertices : Concern {
  public:
    Vertices(Context& context, Declarations& declarations, Faults& faults, Hoisted& hoisted,
             IndexReader& indices, Registers& registers)
        : Concern(context), declarations_(declarations), faults_(faults), hoisted_(hoisted),
          indices_(indices), registers_(registers) {}

    nir::Operand read_vertex_register(const Register& reg, unsigned component);
    nir::Operand read_patch_output(const Register& reg, unsigned component);
    void write_patch_output(const Register& reg, unsigned component, nir::SsaDef* value);
    bool check_vertex(const Register& reg);

  private:
    SlotChoice choose_slot(const Index& index, std::size_t count);
    nir::SsaDef* vertex_number(const Index& dimension);
    bool has_vertices(RegisterFile file) const;
    nir::Operand or_zero(const SlotChoice& slot, nir::SsaDef* value);

    Declarations& declarations_;
    Faults& faults_;
    Hoisted& hoisted_;
    IndexReader& indices_;
    Registers& registers_;
    ValuesByKey vertex_inputs_{ValuesByKey::allocator_type(arena())};
};

} // namespace jacquard::tgsi
