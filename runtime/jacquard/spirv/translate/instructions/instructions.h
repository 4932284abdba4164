#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <span>

namespace jacquard::spirv {

class Addresses;
class Arithmetic;
class Atomics;
class Calls;
class Composites;
class Constants;
class FloatAssumptions;
class GenericPointers;
class Geometry;
class GroupCopies;
class IntegerDots;
class KernelArithmetic;
class KernelMemory;
class Matrices;
class Memory;
class StorageImages;
class Subgroups;
class Textures;
class Types;
class Values;
class WorkGroups;

// Hands each instruction to the concern that translates it.
class Instructions : Concern {
  public:
    Instructions(Context& context, Addresses& addresses, Arithmetic& arithmetic, Atomics& atomics,
                 Calls& calls, Composites& composites, Constants& constants,
                 FloatAssumptions& float_assumptions, GenericPointers& generic_pointers,
                 Geometry& geometry, GroupCopies& group_copies, IntegerDots& integer_dots,
                 KernelArithmetic& kernel_arithmetic, KernelMemory& kernel_memory,
                 Matrices& matrices, Memory& memory, StorageImages& storage_images,
                 Subgroups& subgroups, Textures& textures, Types& types, Values& values,
                 WorkGroups& work_groups)
        : Concern(context), addresses_(addresses), arithmetic_(arithmetic), atomics_(atomics),
          calls_(calls), composites_(composites), constants_(constants),
          float_assumptions_(float_assumptions), generic_pointers_(generic_pointers),
          geometry_(geometry), group_copies_(group_copies), integer_dots_(integer_dots),
          kernel_arithmetic_(kernel_arithmetic), kernel_memory_(kernel_memory), matrices_(matrices),
          memory_(memory), storage_images_(storage_images), subgroups_(subgroups),
          textures_(textures), types_(types), values_(values), work_groups_(work_groups) {}

    void translate_instruction(const Instruction& instruction);
    void translate_current();

  private:
    void translate_arithmetic();
    bool translate_composite();
    bool translate_matrix();
    bool translate_memory();
    bool translate_image();
    bool translate_group();
    void translate_plain();
    [[nodiscard]] bool is_relaxed(const Instruction& instruction) const;
    void translate_extended(const Instruction& instruction);

    Addresses& addresses_;
    Arithmetic& arithmetic_;
    Atomics& atomics_;
    Calls& calls_;
    Composites& composites_;
    Constants& constants_;
    FloatAssumptions& float_assumptions_;
    GenericPointers& generic_pointers_;
    Geometry& geometry_;
    GroupCopies& group_copies_;
    IntegerDots& integer_dots_;
    KernelArithmetic& kernel_arithmetic_;
    KernelMemory& kernel_memory_;
    Matrices& matrices_;
    Memory& memory_;
    StorageImages& storage_images_;
    Subgroups& subgroups_;
    Textures& textures_;
    Types& types_;
    Values& values_;
    WorkGroups& work_groups_;
    std::uint32_t extended_id_ = 0; // of the set that an instruction was last looked up in
    std::span<const InstructionInfo> extended_set_;
};

} // namespace jacquard::spirv
