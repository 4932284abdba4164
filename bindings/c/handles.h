#pragma once

#include <jacquard/ir3/cost/cost_report.h>
#include <jacquard/ir3/program.h>
#include <jacquard/jacquard.h>
#include <jacquard/library/program/cost_rows.h>
#include <jacquard/runs/case/agreement.h>
#include <jacquard/runs/case/case_file.h>
#include <jacquard/support/text/limits.h>

#include "call.h"

#include <atomic>
#include <string>
#include <vector>

// The objects behind the handles of <jacquard/jacquard.h>.

struct jacquard_context {
    jacquard_allocator allocator{};
    jacquard_diagnostic_callback on_diagnostic = nullptr;
    void* diagnostic_user = nullptr;
    jacquard::Limits limits;
    std::atomic<std::size_t> owners = 1; // the caller, and every object that was made with it

    // Memory of the allocator; throws std::bad_alloc where there is none.
    [[nodiscard]] void* allocate(std::size_t size);
    void release(void* memory, std::size_t size) {
        allocator.release(allocator.user, memory, size);
    }
    // The last owner's ends it.
    void disown();
};

namespace jacquard::binding {

// Keeps a context for an object.
class Owner {
  public:
    explicit Owner(jacquard_context& context) : context_(&context) { ++context.owners; }
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;
    ~Owner() { context_->disown(); }

    [[nodiscard]] jacquard_context& context() const { return *context_; }

  private:
    jacquard_context* context_;
};

// An object behind a handle, in memory of the context's allocator.
template <typename Object, typename... Parts>
Object* create(jacquard_context& context, Parts&&... parts) {
    void* memory = context.allocate(sizeof(Object));
    try {
        return new (memory) Object{Owner(context), std::forward<Parts>(parts)...};
    } catch (...) {
        context.release(memory, sizeof(Object));
        throw;
    }
}

template <typename Object>
void destroy(Object* object) {
    if (object == nullptr) {
        return;
    }
    // The object's own hold on the context ends before its memory goes.
    const Owner owner(object->owner.context());
    object->~Object();
    owner.context().release(object, sizeof(Object));
}

// Hands out a copy of a text.
[[nodiscard]] jacquard_text* create_text(jacquard_context& context, std::string_view text);

} // namespace jacquard::binding

struct jacquard_text {
    jacquard::binding::Owner owner;
    char* data = nullptr; // of the allocator, with a zero behind
    std::size_t size = 0;
};

struct jacquard_program {
    jacquard::binding::Owner owner;
    jacquard::ir3::Program program;
    jacquard::ir3::Revision revision{};
    std::vector<jacquard::driver::CaseOutput> declared; // outputs of a shader in TGSI, all 0
};

struct jacquard_cost {
    jacquard::binding::Owner owner;
    std::vector<jacquard::driver::CostRow> rows;
    std::vector<jacquard::ir3::LineCost> lines;
    std::vector<std::string> source_files;
};

struct jacquard_results {
    jacquard::binding::Owner owner;
    std::vector<jacquard::driver::RunResult> runs;
};
