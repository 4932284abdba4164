#pragma once

#include <jacquard/spirv/translate/values/concern.h>
#include <jacquard/spirv/translate/values/constant_reader.h>
#include <jacquard/spirv/translate/values/specialisation.h>

#include <map>
#include <unordered_map>
#include <vector>

namespace jacquard::spirv {

class Annotations;
class Faults;
class Types;
class Values;

// Holds the constants of the module, with the values to which they are specialised, and makes
// values of them.
class Constants final : Concern, public ConstantReader {
  public:
    Constants(Context& context, Faults& faults, Types& types, Values& values)
        : Concern(context), faults_(faults), types_(types), values_(values),
          constants_(context.module().bound) {}

    void make_constant(const Instruction& instruction);
    const Constant& constant(std::uint32_t id) const override;
    std::uint64_t constant_number(std::uint32_t id) const override;
    const Value* constant_value(std::uint32_t id) override;
    const Constant* null_constant(const Type& type);
    const Value& materialise(const Constant& constant);
    void flatten(const Constant& constant, std::vector<nir::ConstantValue>& scalars);
    // Returns the constant of an id, or null if the id has none (yet).
    [[nodiscard]] const Constant* find(std::uint32_t id) const {
        return id < constants_.size() ? constants_[id] : nullptr;
    }
    void set(std::uint32_t id, const Constant* constant) { constants_[id] = constant; }
    // Replaces the value of the constants that have this number in their decoration SpecId.
    void specialise(const Specialisation& given) { specialisations_[given.id] = given; }
    // Warns of values for which the module has no constant, once all constants are made.
    void warn_of_missing(const Annotations& names);

  private:
    const Constant* specialised(const Instruction& instruction, std::uint64_t bits);
    const Constant* part_of(const Constant& constant, std::uint32_t i);

    Faults& faults_;
    Types& types_;
    Values& values_;
    std::vector<const Constant*> constants_; // by id
    std::unordered_map<std::uint32_t, Specialisation> specialisations_;
    std::map<std::uint32_t, std::uint32_t> specialisable_; // ids by SpecId
};

} // namespace jacquard::spirv
