#pragma once

#include <jacquard/amber/read/lines/lines.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver::amber {

// The names of all things of one kind, each of which stands for a number.
class Names {
  public:
    Names(Lines& lines, std::string_view what) : lines_(lines), what_(what) {}

    // Takes a name that is known, and one that is not. Each is false after a fault.
    bool find(std::size_t& number);
    bool declare(std::size_t number, std::string& name);

    [[nodiscard]] std::optional<std::size_t> number_of(std::string_view name) const;
    // False where there is such a name.
    bool add(std::string_view name, std::size_t number);
    [[nodiscard]] std::vector<std::string_view> all() const;

  private:
    Lines& lines_;
    std::string_view what_;
    std::map<std::string, std::size_t, std::less<>> numbers_;
};

} // namespace jacquard::driver::amber
