#pragma once

#include <jacquard/amber/read/lines/lines.h>
#include <jacquard/amber/script/script.h>

#include <cstddef>
#include <set>

namespace jacquard::driver::amber {

class DataTypes;
class Framebuffers;

// Reads what a script in sections requires: features and extensions, and the targets of its draws.
class SectionRequirements {
  public:
    SectionRequirements(Lines& lines, Script& script, DataTypes& types, Framebuffers& framebuffers)
        : lines_(lines), script_(script), types_(types), framebuffers_(framebuffers) {}

    bool read_requirement();

  private:
    bool read_target(std::size_t target);
    bool fail_requirement(const Token& key);

    Lines& lines_;
    Script& script_;
    DataTypes& types_;
    Framebuffers& framebuffers_;
    std::set<Requirement> said_;
};

} // namespace jacquard::driver::amber
