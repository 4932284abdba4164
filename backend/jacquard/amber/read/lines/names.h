#pragma once

#include <jacquard/amber/read/lines/lines.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver::amber {

// The names of all things of one kind, each of which stands for a number. What has a fault keeps
// its name, but no number: nothing more is told of the lines that name it.
class Names {
  public:
    Names(Lines& lines, std::string_view what) : lines_(lines), what_(what) {}

    // Takes a name that is known, and one that is not. Each is false after a fault.
    bool find(std::size_t& number);
    bool declare(std::size_t number, std::string& name);

    // Takes the name of what has a fault, if there is one.
    void declare_faulty();
    // A fault was found in what is called so.
    void spoil(std::string_view name);

    [[nodiscard]] std::optional<std::size_t> number_of(std::string_view name) const;
    [[nodiscard]] bool is_faulty(std::string_view name) const;
    [[nodiscard]] bool knows(std::string_view name) const {
        return numbers_.find(name) != numbers_.end();
    }
    // False where there is such a name.
    bool add(std::string_view name, std::size_t number);
    [[nodiscard]] std::vector<std::string_view> all() const;

  private:
    Lines& lines_;
    std::string_view what_;
    std::map<std::string, std::optional<std::size_t>, std::less<>> numbers_;
};

} // namespace jacquard::driver::amber
