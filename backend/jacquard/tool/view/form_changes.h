#pragma once

#include <jacquard/support/json/json.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver::view {

// Tells what each pass changed: how many instructions of each name its form has more and fewer than
// the one before.
class FormChanges {
  public:
    // The form of a column after a pass. Forms of one column come in their order.
    void add(std::string_view column, std::string_view title, std::string_view text);
    // An earlier attempt at the column did not become the program.
    void forget(std::string_view column);
    // "changes": for each form its column, its title, how many instructions it has, and the names.
    void append(json::Writer& json) const;

  private:
    using Counts = std::map<std::string, std::int64_t, std::less<>>;

    struct Change {
        std::string column;
        std::string title;
        std::int64_t size = 0;
        Counts names; // more; less than 0: fewer
        bool is_first = false;
    };

    std::map<std::string, Counts, std::less<>> last_; // by column
    std::vector<Change> changes_;
};

} // namespace jacquard::driver::view
