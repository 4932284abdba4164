#pragma once

#include <jacquard/spirv/translate/values/concern.h>
#include <jacquard/support/memory/arena_allocator.h>

#include <functional>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace jacquard::spirv {

class Annotations;
class ConstantReader;
class Faults;

// States how a type is laid out in memory.
struct LayoutFacts {
    bool is_explicit = false; // the module's strides and offsets apply
    bool is_row_major = false;
    std::uint32_t matrix_stride = 0;

    friend auto operator<=>(const LayoutFacts&, const LayoutFacts&) = default;
};

// Makes the types of the module, and finds what each is in NIR.
class Types : Concern {
  public:
    Types(Context& context, Annotations& annotations, ConstantReader& constants, Faults& faults)
        : Concern(context), annotations_(annotations), constants_(constants), faults_(faults),
          types_(context.module().bound) {}

    void make_type(const Instruction& instruction);
    const Type& type(std::uint32_t id) const;
    const Type& value_type(std::uint32_t id) const; // of a value
    const Type& variable_type(const Type& pointer) const;
    const nir::Type* nir_type(const Type& type, LayoutFacts layout = {});
    nir::VariableMode mode_of(StorageClass storage, const Type& pointee) const;
    LayoutFacts layout_of(StorageClass storage) const;
    // Makes an integer of a kernel that the module need not declare.
    const Type& integer(unsigned bits);
    // The pointer to the same type into another memory: the module's own, where it has one.
    const Type& pointer_into(StorageClass storage, const Type& pointer);
    // Returns whether the variable is a table of constants in a kernel.
    bool is_table(StorageClass storage, const Type& pointee) const;

  private:
    using LaidOut = std::tuple<const Type*, LayoutFacts>;
    using NirTypes = std::map<LaidOut, const nir::Type*, std::less<>,
                              ArenaAllocator<std::pair<const LaidOut, const nir::Type*>>>;

    void make_image_type(Type& type, Words words);
    void make_structure(Type& type, Words words);
    void lay_out_members(Type& type);
    void lay_out(Type& type);
    void take_pointer(Type& type);
    Type& begin_type(const Instruction& instruction);
    const nir::Type* make_nir_type(const Type& type, LayoutFacts layout);
    bool has_places(StorageClass storage) const;

    Annotations& annotations_;
    ConstantReader& constants_;
    Faults& faults_;
    std::vector<const Type*> types_;                                       // by id
    std::unordered_map<std::uint32_t, Type*> forward_types_;               // of pointers, by id
    std::map<std::pair<StorageClass, const Type*>, const Type*> pointers_; // by what they point at
    NirTypes nir_types_{NirTypes::allocator_type(arena())};
};

} // namespace jacquard::spirv
