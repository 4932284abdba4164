#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <unordered_map>
#include <vector>

namespace jacquard::spirv {

class Annotations;
class EntryPoint;
class GenericPointers;
class Memory;
class Pointers;
class Types;
class Values;

// Declares functions, and translates calls and returned values.
class Calls : Concern {
  public:
    Calls(Context& context, Annotations& annotations, EntryPoint& entry_point,
          GenericPointers& generic_pointers, Memory& memory, Pointers& pointers, Types& types,
          Values& values)
        : Concern(context), annotations_(annotations), entry_point_(entry_point),
          generic_pointers_(generic_pointers), memory_(memory), pointers_(pointers), types_(types),
          values_(values) {}

    void make_function(const Instruction& definition);
    void translate_call();
    void return_value(std::uint32_t id);
    [[nodiscard]] nir::Function* function(std::uint32_t id) const { return functions_.at(id); }

  private:
    void list_parameters(const Type& type, std::vector<nir::Parameter>& list);
    void hand_over(const Value& value, std::vector<SsaDef*>& arguments);

    Annotations& annotations_;
    EntryPoint& entry_point_;
    GenericPointers& generic_pointers_;
    Memory& memory_;
    Pointers& pointers_;
    Types& types_;
    Values& values_;
    std::unordered_map<std::uint32_t, nir::Function*> functions_; // by id
};

} // namespace jacquard::spirv
