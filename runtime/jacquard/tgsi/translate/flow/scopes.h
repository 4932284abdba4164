#pragma once

#include <jacquard/tgsi/translate/flow/flow_scope.h>
#include <jacquard/tgsi/translate/registers/concern.h>

#include <cstddef>
#include <vector>

namespace jacquard::tgsi {

class Faults;
class Places;

// Holds the open blocks of control flow and the open calls.
class Scopes : Concern {
  public:
    Scopes(Context& context, Faults& faults, Places& places)
        : Concern(context), faults_(faults), places_(places) {}

    FlowScope& push_scope(BlockKind kind);
    void note_scope(const FlowScope& scope, int change);
    FlowScope* innermost_loop();
    [[nodiscard]] bool empty() const { return scopes_.empty(); }
    [[nodiscard]] std::size_t size() const { return scopes_.size(); }
    // Scopes are counted from the outermost one.
    [[nodiscard]] FlowScope& operator[](std::size_t number) { return scopes_[number]; }
    [[nodiscard]] FlowScope& back() { return scopes_.back(); }
    void pop_back() { scopes_.pop_back(); }

    // The innermost scope becomes a call.
    void push_call() { calls_.push_back(scopes_.size() - 1); }
    void pop_call() { calls_.pop_back(); }
    [[nodiscard]] bool has_calls() const { return !calls_.empty(); }
    [[nodiscard]] FlowScope& innermost_call() { return scopes_[calls_.back()]; }
    [[nodiscard]] bool is_called(std::uint32_t subroutine) const;

    // Returns whether control flow does not reach the current instruction.
    [[nodiscard]] bool is_dead() const { return is_dead_; }
    void set_dead(bool is_dead) { is_dead_ = is_dead; }

  private:
    Faults& faults_;
    Places& places_;
    std::vector<FlowScope> scopes_;  // from the outside in
    std::vector<std::size_t> calls_; // the scopes that are subroutines
    bool is_dead_ = false;
};

} // namespace jacquard::tgsi
