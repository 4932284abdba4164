#pragma once

#include <jacquard/support/api.h>

#include <cstdint>
#include <memory>
#include <new>
#include <utility>

JACQUARD_BEGIN_API

namespace jacquard {

// Thrown where a budget does not suffice. Whoever made the budget catches it.
class BudgetExceeded : public std::bad_alloc {
  public:
    [[nodiscard]] const char* what() const noexcept override { return "memory budget exceeded"; }
};

// Describes how much memory one piece of work may take. The arenas and large tables of the work are
// charged to it; one thread at a time.
class MemoryBudget {
  public:
    explicit MemoryBudget(std::uint64_t limit) : limit_(limit) {}

    // Throws BudgetExceeded, and takes nothing, when less is left.
    void take(std::uint64_t bytes) {
        if (bytes > left()) {
            throw BudgetExceeded();
        }
        used_ += bytes;
        peak_ = used_ > peak_ ? used_ : peak_;
    }
    void give_back(std::uint64_t bytes) noexcept { used_ -= bytes; }

    [[nodiscard]] std::uint64_t left() const { return limit_ - used_; }
    [[nodiscard]] std::uint64_t peak() const { return peak_; }

  private:
    std::uint64_t limit_;
    std::uint64_t used_ = 0;
    std::uint64_t peak_ = 0;
};

// The share of a table that may become larger than what it is made of, such as the values that are
// live at each block. Given back at the end.
class MemoryCharge {
  public:
    // Without a budget nothing is counted.
    explicit MemoryCharge(std::shared_ptr<MemoryBudget> budget) : budget_(std::move(budget)) {}
    ~MemoryCharge() {
        if (budget_ != nullptr) {
            budget_->give_back(bytes_);
        }
    }
    MemoryCharge(const MemoryCharge&) = delete;
    MemoryCharge& operator=(const MemoryCharge&) = delete;
    MemoryCharge(MemoryCharge&& other) noexcept
        : budget_(std::move(other.budget_)), bytes_(std::exchange(other.bytes_, 0)) {}
    MemoryCharge& operator=(MemoryCharge&& other) noexcept {
        std::swap(budget_, other.budget_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }

    // Before the memory is taken.
    void add(std::uint64_t bytes) {
        if (budget_ != nullptr) {
            budget_->take(bytes);
            bytes_ += bytes;
        }
    }

    // Leaves what was taken to others, who give it back.
    void keep() noexcept { bytes_ = 0; }

  private:
    std::shared_ptr<MemoryBudget> budget_;
    std::uint64_t bytes_ = 0;
};

} // namespace jacquard

JACQUARD_END_API
