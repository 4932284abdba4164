#pragma once

#include <jacquard/ir3/emulator/core/operand_access.h>
#include <jacquard/support/quad_weights.h>

namespace jacquard::ir3 {

// Varyings: how they are read, and when their storage is given back.
class VaryingUnit : OperandPart {
  public:
    using OperandPart::OperandPart;

    void start() { storage_ = {}; }
    bool check_varyings(const Step& step);
    bool execute_varying(const Step& step);
    bool execute_varying_load(const Step& step);

    // Whether varyings must be looked at with their weights.
    [[nodiscard]] bool moves_weights() const;
    [[nodiscard]] bool is_released() const { return storage_.released; }
    // Notes that instructions were executed that may read varyings.
    void note_executed(bool reads, bool takes_short) {
        storage_.outstanding = storage_.outstanding && !takes_short;
        storage_.read |= reads;
    }

  private:
    struct Storage {
        bool read = false;
        bool released = false;
        std::uint32_t loaded_by = 0; // the load that is outstanding
        bool outstanding = false;
    };

    bool check_kind_of_varying(const Step& step);
    // False where lanes, places or widths differ, or what is read is not there.
    bool copy_varyings(const Step& step);
    [[nodiscard]] std::uint32_t varying_at(const QuadWeights& weights, std::uint64_t component,
                                           unsigned lane) const;

    Storage storage_;
};

} // namespace jacquard::ir3
