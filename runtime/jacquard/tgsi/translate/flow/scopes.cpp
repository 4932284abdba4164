#include <jacquard/tgsi/translate/flow/scopes.h>
#include <jacquard/tgsi/translate/registers/faults.h>
#include <jacquard/tgsi/translate/registers/places.h>

#include <algorithm>

// Open blocks of control flow.
namespace jacquard::tgsi {

namespace {

// An instruction in a scope may need some ifs of its own.
constexpr std::uint64_t kOwnNesting = 3;

} // namespace

FlowScope& Scopes::push_scope(BlockKind kind) {
    std::uint64_t depth = kOwnNesting;
    for (const nir::ControlFlowNode* at = b().cursor.block->parent; at != nullptr;
         at = at->parent) {
        ++depth;
    }
    if (std::max<std::uint64_t>(depth, scopes_.size()) > context().limits().nesting) {
        faults_.reached(current().position, Limit::nesting);
    }
    FlowScope& scope = scopes_.emplace_back();
    scope.kind = kind;
    return scope;
}

void Scopes::note_scope(const FlowScope& scope, int change) {
    const bool is_conditional = scope.branch != nullptr || scope.loop != nullptr;
    const bool is_repeated =
        scope.loop != nullptr && (scope.is_repeated() || scope.region != nullptr);
    places_.note(is_conditional, is_repeated, change);
}

// The innermost block that is a loop in NIR; null when there is none.
FlowScope* Scopes::innermost_loop() {
    for (std::size_t i = scopes_.size(); i-- > 0;) {
        if (scopes_[i].loop != nullptr) {
            return &scopes_[i];
        }
    }
    return nullptr;
}

bool Scopes::is_called(std::uint32_t subroutine) const {
    return std::any_of(calls_.begin(), calls_.end(),
                       [&](std::size_t call) { return scopes_[call].subroutine == subroutine; });
}

} // namespace jacquard::tgsi
