#pragma once

#include <jacquard/tgsi/translate/registers/hoisted.h>
#include <jacquard/tgsi/translate/registers/register_storage.h>

namespace jacquard::tgsi {

// Tells registers at which place in control flow they are accessed.
class Places : Concern {
  public:
    Places(Context& context, Hoisted& hoisted, bool has_blocks)
        : Concern(context), hoisted_(hoisted), has_blocks_(has_blocks) {}

    [[nodiscard]] StoragePlace here() const {
        return {hoisted_.declare(),    hoisted_.zero(),    b(),        context().scalars(),
                num_conditional_ != 0, num_repeated_ != 0, has_blocks_};
    }
    // Counts scopes that are opened (1) or closed (-1).
    void note(bool is_conditional, bool is_repeated, int change) {
        num_conditional_ += is_conditional ? change : 0;
        num_repeated_ += is_repeated ? change : 0;
    }

  private:
    Hoisted& hoisted_;
    const bool has_blocks_;
    int num_conditional_ = 0; // open scopes that control may go past
    int num_repeated_ = 0;    // open scopes to which control may come again
};

} // namespace jacquard::tgsi
