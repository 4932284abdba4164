#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace jacquard::nir::narrowing {

// Sets of connected values, by number; at first each value is a set of its own.
class Webs {
  public:
    explicit Webs(std::size_t count) : webs_(count) { std::iota(webs_.begin(), webs_.end(), 0); }

    // Returns the value that stands for the set of `web`.
    std::uint32_t root_of(std::uint32_t web) {
        while (webs_[web] != web) {
            web = webs_[web] = webs_[webs_[web]];
        }
        return web;
    }

    void join(std::uint32_t one, std::uint32_t other) { webs_[root_of(one)] = root_of(other); }

  private:
    std::vector<std::uint32_t> webs_; // another value of the set, or the value itself for the root
};

} // namespace jacquard::nir::narrowing
