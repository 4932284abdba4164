#pragma once

#include <cstdint>
#include <string>

namespace jacquard::fuzz {

// From now on a signal that ends the process writes to standard error which seed and which shader
// each thread was at when it came.
void report_crashes();

// Notes the work of this thread until the object is destroyed.
class AtWork {
  public:
    explicit AtWork(const std::string& text);
    AtWork(const AtWork&) = delete;
    AtWork& operator=(const AtWork&) = delete;
    ~AtWork();

    static void set_seed(std::uint64_t seed);

  private:
    const std::string* before_;
};

} // namespace jacquard::fuzz
