#pragma once

#include <jacquard/tgsi/translate/registers/concern.h>

namespace jacquard::tgsi {

class Calls;
class Leaves;
class Loops;
class Regions;
class Results;
class Scopes;
class Switches;

// Turns the blocks of a program into ifs and loops.
class Flow : Concern {
  public:
    Flow(Context& context, Calls& calls, Leaves& leaves, Loops& loops, Regions& regions,
         Results& results, Scopes& scopes, Switches& switches)
        : Concern(context), calls_(calls), leaves_(leaves), loops_(loops), regions_(regions),
          results_(results), scopes_(scopes), switches_(switches) {}

    void translate_block();
    void translate_jump(Jump jump);

  private:
    void close_block(bool has_else);

    Calls& calls_;
    Leaves& leaves_;
    Loops& loops_;
    Regions& regions_;
    Results& results_;
    Scopes& scopes_;
    Switches& switches_;
};

} // namespace jacquard::tgsi
