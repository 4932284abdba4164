#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <optional>
#include <unordered_map>
#include <vector>

namespace jacquard::spirv {

class Types;

// Proves into which memory pointers lead whose type leaves it open: what is made of a pointer leads
// where that one does, and a parameter where the arguments of all calls do.
class GenericPointers : Concern {
  public:
    GenericPointers(Context& context, Types& types) : Concern(context), types_(types) {}

    // The type of an instruction's result; where that is a generic pointer, a pointer into the
    // memory into which it is proven to lead.
    const Type& type_of(const Instruction& instruction);
    // The same of the parameters of a function.
    std::vector<const Type*> parameter_types(const Instruction& definition);

  private:
    // It says where a pointer leads: nothing is known yet, into one memory, or into several.
    struct Space {
        std::optional<StorageClass> storage;
        bool is_open = false;
    };

    [[nodiscard]] bool is_generic(std::uint32_t type) const;
    [[nodiscard]] Space space_of(std::uint32_t id) const;
    void prove();
    void note_sources(const Instruction& instruction);
    void note_arguments(const Instruction& call);
    void note_source(std::uint32_t id, std::uint32_t from);
    bool join(std::uint32_t id, const Space& given);

    Types& types_;
    bool is_proven_ = false;
    std::unordered_map<std::uint32_t, Space> spaces_; // of generic pointers, by id
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> made_of_; // generic ones, by id
};

} // namespace jacquard::spirv
