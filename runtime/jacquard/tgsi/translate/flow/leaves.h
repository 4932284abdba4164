#pragma once

#include <jacquard/tgsi/translate/flow/flow_scope.h>
#include <jacquard/tgsi/translate/registers/concern.h>

#include <vector>

namespace jacquard::tgsi {

class Flags;
class Scopes;

// Leaves scopes from wherever control flow is. A leave that crosses several loops sets a flag,
// which is tested after each of them.
class Leaves : Concern {
  public:
    Leaves(Context& context, Flags& flags, Scopes& scopes)
        : Concern(context), flags_(flags), scopes_(scopes) {}

    void leave_to(PendingLeave leave);
    void go_on_leaving(const FlowScope& closed);
    void translate_break();
    void translate_continue();

  private:
    void go_on_with(const std::vector<PendingLeave>& pending);
    Scalar& continue_flag();

    Flags& flags_;
    Scopes& scopes_;
};

} // namespace jacquard::tgsi
