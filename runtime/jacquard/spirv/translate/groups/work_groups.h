#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <map>
#include <utility>

namespace jacquard::spirv {

class Atomics;
class Values;
class Widths;

// Translates what all invocations of a group do together, in OpenCL's words: the group is a
// subgroup or a work group. Subgroups hand their results to each other in workgroup memory.
class WorkGroups : Concern {
  public:
    WorkGroups(Context& context, Atomics& atomics, Values& values, Widths& widths)
        : Concern(context), atomics_(atomics), values_(values), widths_(widths) {}

    void translate_reduce();
    void translate_vote();
    void translate_broadcast();

  private:
    [[nodiscard]] bool is_work_group() const;
    SsaDef* in_subgroup(nir::Opcode opcode, GroupOperation operation, SsaDef* given);
    SsaDef* in_work_group(nir::Opcode opcode, GroupOperation operation, SsaDef* given);
    SsaDef* combined(nir::Opcode opcode, nir::Variable* parts, SsaDef* count, const SsaDef& like);
    nir::Variable* shared_values(const SsaDef& like);
    SsaDef* flat_index(SsaDef* place);

    Atomics& atomics_;
    Values& values_;
    Widths& widths_;
    std::map<std::pair<unsigned, unsigned>, nir::Variable*> shared_; // by components and bits
};

} // namespace jacquard::spirv
