#pragma once

#include <jacquard/tgsi/translate/registers/concern.h>
#include <jacquard/tgsi/translate/registers/register_storage.h>

namespace jacquard::tgsi {

class DeclaredRegisters;
class Faults;

// Holds the registers that the program reads and writes.
class Registers : Concern {
  public:
    Registers(Context& context, DeclaredRegisters& declared_registers, Faults& faults)
        : Concern(context), declared_registers_(declared_registers), faults_(faults) {}

    void plan_storage();
    RegisterStorage* storage_of(RegisterFile file);
    std::int32_t register_in_array(const Register& reg) const;
    const Declaration* declaration_of(const Register& reg) const;
    [[nodiscard]] RegisterStorage& temporaries() { return temporaries_; }
    [[nodiscard]] RegisterStorage& outputs() { return output_registers_; }

  private:
    void plan_arrays(RegisterFile file, RegisterStorage& storage);
    bool has_free_relative(RegisterFile file) const;

    DeclaredRegisters& declared_registers_;
    Faults& faults_;
    RegisterStorage temporaries_{pool()};
    RegisterStorage addresses_{pool()};
    RegisterStorage loop_counters_{pool()};
    RegisterStorage predicates_{pool()};
    RegisterStorage output_registers_{pool()};
};

} // namespace jacquard::tgsi
