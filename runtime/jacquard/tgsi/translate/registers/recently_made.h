#pragma once

#include <jacquard/nir/ir/control_flow.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace jacquard::tgsi {

// Values that were made of another value and a number, the last few of them. Where the program is
// still in the block in which one was made it can be read again, as the next component of an
// operand does.
template <typename Made>
class RecentlyMade {
  public:
    struct Key {
        const nir::Block* block = nullptr;
        const nir::SsaDef* value = nullptr;
        std::uint32_t number = 0;

        friend bool operator==(const Key&, const Key&) = default;
    };

    template <typename Make>
    const Made& find_or_make(const Key& key, const Make& make) {
        for (const Entry& entry : entries_) {
            if (entry.key == key) {
                return entry.made;
            }
        }
        Entry& oldest = entries_[next_++ % entries_.size()];
        oldest = {key, make()};
        return oldest.made;
    }

  private:
    struct Entry {
        Key key;
        Made made{};
    };

    std::array<Entry, 4> entries_;
    std::size_t next_ = 0;
};

} // namespace jacquard::tgsi
