#pragma once

#include <jacquard/spirv/translate/values/concern.h>

namespace jacquard::spirv {

class EntryPoint;
class Faults;

// Reports the uses of names that the tables refuse.
class RefusedNames : Concern {
  public:
    RefusedNames(Context& context, EntryPoint& entry_point, Faults& faults)
        : Concern(context), entry_point_(entry_point), faults_(faults) {}

    void refuse_names_of_module();
    void refuse_decorations();
    void refuse_names_of_function(std::uint32_t first, std::uint32_t last);

  private:
    void refuse_name(const RefusedName& refused);

    EntryPoint& entry_point_;
    Faults& faults_;
};

} // namespace jacquard::spirv
