#include <jacquard/amber/read/lines/memory_budget.h>

namespace jacquard::driver::amber {

bool MemoryBudget::allot(const Token& token, std::uint64_t bytes) {
    if (bytes > limits_.memory || bytes_ + bytes > limits_.memory) {
        return fail(token);
    }
    bytes_ += bytes;
    return true;
}

} // namespace jacquard::driver::amber
