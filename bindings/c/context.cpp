#include <jacquard/support/memory/kept_memory.h>

#include "handles.h"

#include <array>
#include <cstdlib>
#include <new>
#include <string_view>
#include <utility>

using namespace jacquard;

namespace {

void* allocate_by_malloc(void* /*user*/, std::size_t size) {
    return std::malloc(size);
}

void release_by_free(void* /*user*/, void* memory, std::size_t /*size*/) {
    std::free(memory);
}

struct LimitMember {
    std::uint64_t jacquard_context_options::*given;
    std::uint64_t Limits::*limit;
};

constexpr std::array<LimitMember, kNumLimits> kLimits = {{
    {&jacquard_context_options::max_input_bytes, &Limits::input_bytes},
    {&jacquard_context_options::max_instructions, &Limits::instructions},
    {&jacquard_context_options::max_nesting, &Limits::nesting},
    {&jacquard_context_options::max_registers, &Limits::registers},
    {&jacquard_context_options::max_memory, &Limits::memory},
    {&jacquard_context_options::max_steps, &Limits::steps},
    {&jacquard_context_options::max_errors, &Limits::errors},
}};

// Limits that nobody sets are the default ones; none goes beyond what the library can keep to.
Limits limits_of(const jacquard_context_options& options) {
    Limits limits;
    for (std::size_t i = 0; i < kNumLimits; ++i) {
        const std::uint64_t given = options.*kLimits[i].given;
        if (given != 0) {
            limits.*kLimits[i].limit = given;
        }
    }
    for (std::size_t i = 0; i < kNumLimits; ++i) {
        const LimitInfo& limit = info(static_cast<Limit>(i));
        limits.*limit.member = std::min(limits.*limit.member, limit.most);
    }
    return limits;
}

} // namespace

void* jacquard_context::allocate(std::size_t size) {
    void* memory = allocator.allocate(allocator.user, size);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    return memory;
}

void jacquard_context::disown() {
    if (--owners == 0) {
        const jacquard_allocator last = allocator;
        this->~jacquard_context();
        last.release(last.user, this, sizeof(jacquard_context));
    }
}

extern "C" {

jacquard_status jacquard_context_create(const jacquard_context_options* options,
                                        jacquard_context** context) {
    if (context == nullptr) {
        return JACQUARD_WRONG_USE;
    }
    *context = nullptr;
    return binding::guarded([&] {
        std::optional<jacquard_context_options> known = binding::read(options);
        if (!known ||
            (known->allocator.allocate == nullptr) != (known->allocator.release == nullptr)) {
            return JACQUARD_WRONG_USE;
        }
        if (known->allocator.allocate == nullptr) {
            known->allocator = {allocate_by_malloc, release_by_free, nullptr};
        }
        void* memory = known->allocator.allocate(known->allocator.user, sizeof(jacquard_context));
        if (memory == nullptr) {
            return JACQUARD_OUT_OF_MEMORY;
        }
        *context = new (memory) jacquard_context{known->allocator, known->on_diagnostic,
                                                 known->diagnostic_user, limits_of(*known)};
        return JACQUARD_OK;
    });
}

void jacquard_context_destroy(jacquard_context* context) {
    if (context != nullptr) {
        context->disown();
    }
}

void jacquard_release_memory(void) {
    release_kept_memory();
}

} // extern "C"
