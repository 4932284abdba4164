#pragma once

#include <jacquard/amber/read/lines/scanner.h>
#include <jacquard/amber/script/script.h>

#include <utility>
#include <vector>

namespace jacquard::driver::amber {

// The commands that a script runs: those that are read go to the end of the innermost list.
class CommandList {
  public:
    explicit CommandList(Script& script) : lists_{&script.commands} {}

    void add(const Token& token, decltype(Command::what) what) {
        lists_.back()->push_back({token.position, std::move(what)});
    }
    void open(std::vector<Command>& list) { lists_.push_back(&list); }
    void close() { lists_.pop_back(); }

  private:
    std::vector<std::vector<Command>*> lists_; // the innermost last
};

} // namespace jacquard::driver::amber
