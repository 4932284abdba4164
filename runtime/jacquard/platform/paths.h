#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

// Names of files. The project keeps them as bytes, which are UTF-8 where the system has a say; what
// the system wants to be called by is made of them here.
namespace jacquard::platform {

// The path, to be put together with others and taken apart. Never throws.
[[nodiscard]] std::filesystem::path plain_path(std::string_view path);

// The path as the system's functions take it, however long it is. Never throws.
[[nodiscard]] std::filesystem::path native_path(std::string_view path);

// The bytes for a path of the system, with its own separators.
[[nodiscard]] std::string text_of_path(const std::filesystem::path& path);

// The path with a slash between names, as modules, records and debug lines have it.
[[nodiscard]] std::string with_slashes(std::string path);

// Returns where the last name of a path starts.
[[nodiscard]] std::size_t start_of_name(std::string_view path);

// The path of a file whose address has this one, decoded: "/tmp/a", "/c:/a".
[[nodiscard]] std::string path_of_address(std::string path);

// The file of the running program; empty where the system does not tell.
[[nodiscard]] std::string own_program();

// The file that this code was loaded from: a program, a library or somebody's plugin. Empty where
// the system does not tell, or the file is no longer there.
[[nodiscard]] std::string own_code_file();

// The first of the folders that PATH lists which has the program; nothing when none has.
[[nodiscard]] std::optional<std::string> find_program(const std::string& name);

// The file swallows all that is written into it and has nothing to be read.
[[nodiscard]] std::string null_file();

} // namespace jacquard::platform
