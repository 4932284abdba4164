#pragma once

#include <jacquard/nir/ir/shader.h>

namespace jacquard::nir {

// Notices on the way through copies that they copy one another in a ring, which is possible where
// control never comes.
class RingWatch {
  public:
    // Must be called for each value on the way. Returns true after a few rounds of a ring, and
    // never if there is none.
    bool closes_at(const SsaDef* value) {
        if (value == seen_) {
            return true;
        }
        if (++steps_ == until_next_) {
            seen_ = value;
            steps_ = 0;
            until_next_ *= 2;
        }
        return false;
    }

  private:
    const SsaDef* seen_ = nullptr;
    unsigned steps_ = 0;
    unsigned until_next_ = 2;
};

} // namespace jacquard::nir
