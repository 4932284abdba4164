#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <span>
#include <unordered_set>
#include <vector>

namespace jacquard::spirv {

class ConstantReader;
class Faults;
class PlaceReader;
class Types;

// Holds the values of ids, and reads the operands of the current instruction.
class Values : Concern {
  public:
    Values(Context& context, ConstantReader& constants, Faults& faults, PlaceReader& places,
           Types& types)
        : Concern(context), constants_(constants), faults_(faults), places_(places), types_(types),
          values_(context.module().bound) {
        local_ids_.reserve(context.module().bound);
    }

    const Value& known_value(std::uint32_t id);
    const Value& value(std::uint32_t id);
    const Value& operand(std::size_t i);
    SsaDef* operand_def(std::size_t i) { return def(word(i)); }
    SsaDef* def(std::uint32_t id);
    const Value& made(const Type& type, SsaDef* def);
    const Value& made(const Type& type, std::span<const Value*> parts);
    // Returns a place for each part of a composite, however large a module says that it is.
    std::span<const Value*> parts_of(const Type& type);
    const Value& undefined(const Type& type);
    void define(const Value& value);
    void define(SsaDef* def);
    // Defines the result of the intrinsic, which must support the width of the result.
    void define(nir::IntrinsicInstruction& made);
    void set_value(std::uint32_t id, const Value& value);
    Value& new_value(const Type& type);
    void define_pair(SsaDef* first, SsaDef* second);
    const Value& select(SsaDef* condition, const Value& yes, const Value& no);
    // Returns the value of an id, or null if the id has none (yet).
    [[nodiscard]] const Value* find(std::uint32_t id) const { return values_[id]; }
    // Gives an id a value that does not end with the function.
    void set_global(std::uint32_t id, const Value& value) { values_[id] = &value; }
    void clear(std::uint32_t id) { values_[id] = nullptr; }
    // Clears the values that belong to the function that was translated.
    void forget_locals();
    // Marks an id whose definition failed, so that its uses are not reported as faults of their
    // own.
    void set_failed(std::uint32_t id) { failed_ids_.insert(id); }

  private:
    ConstantReader& constants_;
    Faults& faults_;
    PlaceReader& places_;
    Types& types_;
    std::vector<const Value*> values_;     // by id
    std::vector<std::uint32_t> local_ids_; // with values that are of the function at hand
    std::uint64_t num_parts_ = 0;          // of all composites made
    std::unordered_set<std::uint32_t> failed_ids_;
};

} // namespace jacquard::spirv
