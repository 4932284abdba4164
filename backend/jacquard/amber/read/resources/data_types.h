#pragma once

#include <jacquard/amber/read/lines/memory_budget.h>
#include <jacquard/amber/read/lines/names.h>
#include <jacquard/amber/script/script.h>

#include <cstddef>
#include <string>

namespace jacquard::driver::amber {

// Reads data types and the structures that a script defines.
class DataTypes {
  public:
    DataTypes(Lines& lines, Script& script, MemoryBudget& memory)
        : lines_(lines), script_(script), memory_(memory) {}

    bool read_structure();
    bool take_type(std::size_t& type);
    bool take_format(nir::TexelFormat& format);

  private:
    // Takes the name of a structure, which is no other type's.
    bool declare(std::string& name);
    bool read_member(DataType& structure);

    Lines& lines_;
    Script& script_;
    MemoryBudget& memory_;
    Names names_{lines_, "structure"};
};

} // namespace jacquard::driver::amber
