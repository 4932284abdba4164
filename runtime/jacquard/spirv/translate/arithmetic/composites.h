#pragma once

#include <jacquard/spirv/translate/values/concern.h>

namespace jacquard::spirv {

class Pointers;
class Values;

// Translates the construction of vectors, arrays and structures, and accesses to their parts.
class Composites : Concern {
  public:
    Composites(Context& context, Pointers& pointers, Values& values)
        : Concern(context), pointers_(pointers), values_(values) {}

    void translate_vector_extract();
    void translate_vector_insert();
    void translate_shuffle();
    void translate_construct();
    void translate_extract();
    void translate_insert();
    const Value& copied(const Value& value, const Type& type);

  private:
    void translate_replicate();
    const Value& insert(const Value& whole, const Value& part, Words path);

    Pointers& pointers_;
    Values& values_;
};

} // namespace jacquard::spirv
