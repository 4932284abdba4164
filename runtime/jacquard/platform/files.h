#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// These functions take files and folders by their names. After a fault errno tells the reason.
namespace jacquard::platform {

// Puts a file in the place of another or of none. Whoever looks finds one of the two.
[[nodiscard]] bool rename_file(const std::string& from, const std::string& to);
void remove_file(const std::string& path);

// Makes a folder, where it is not there.
[[nodiscard]] bool make_folder(const std::string& path);
// Whether it is a folder that takes new files.
[[nodiscard]] bool is_writable_folder(const std::string& path);
[[nodiscard]] bool is_readable(const std::string& path);

// Sets the time of the last change to now.
void touch_file(const std::string& path);

// A folder lists such entries; links are what they lead to.
struct FolderEntry {
    std::string name;
    bool is_folder = false;
    bool is_plain_file = false; // neither of both: a device, a link to nothing
};
// Adds the entries in the order of the system. Returns false if it has not come to their end.
[[nodiscard]] bool list_folder(const std::string& folder, std::vector<FolderEntry>& entries);

// A plain file of a folder.
struct ListedFile {
    std::string path;
    std::uint64_t bytes = 0; // on the disk, where the system tells; else of its contents
    std::int64_t seconds = 0;
    std::int64_t nanoseconds = 0; // the time of the last change, in both
};
[[nodiscard]] std::vector<ListedFile> plain_files_of(const std::string& folder);

// The identity tells a folder from others, under whatever name; there is none where the system does
// not tell.
struct FolderIdentity {
    std::uint64_t device = 0;
    std::uint64_t number = 0;
    friend bool operator==(const FolderIdentity&, const FolderIdentity&) = default;
};
[[nodiscard]] std::optional<FolderIdentity> identity_of_folder(const std::string& path);

// A plain file is written beside and renamed: whoever looks finds the old content or the new one,
// and the old one is still there when the disk is full. It keeps its permissions. Devices, FIFOs,
// what descriptors stand for, files with several names and files in folders that take no others are
// written through instead. A symbolic link stays one; the file that it leads to is written.
[[nodiscard]] bool replace_file(const std::string& path, std::string_view content);

// Makes a folder of a new name for files of the moment; empty on a fault.
[[nodiscard]] std::string make_scratch_folder();
// This process makes such folders there from here on.
void set_scratch_place(const std::string& folder);

} // namespace jacquard::platform
