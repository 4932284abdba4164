#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace jacquard::driver {

// A path into a database: "app.foz/graphics/0123456789abcdef/vertex".
struct DatabasePath {
    std::string file;  // "app.foz"
    std::string inner; // "graphics/0123456789abcdef/vertex"; empty for the database itself

    [[nodiscard]] std::string text() const { return inner.empty() ? file : file + '/' + inner; }
};

// Returns true for names that databases have.
[[nodiscard]] bool is_database_name(std::string_view name);

// Returns the parts of a path that leads into a database, which is a file whose name ends in
// ".foz"; nothing for other paths.
[[nodiscard]] std::optional<DatabasePath> database_path(std::string_view path);

// Returns the path if it is that of a database or of a part of one that holds shaders, all of its
// graphics pipelines, for example, or one pipeline.
[[nodiscard]] std::optional<DatabasePath> database_folder(std::string_view path);

} // namespace jacquard::driver
