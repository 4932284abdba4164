#include <jacquard/platform/file.h>
#include <jacquard/platform/files.h>
#include <jacquard/platform/paths.h>

#include "catch.h"

#include <cerrno>
#include <filesystem>

using namespace jacquard::platform;

namespace {

// A folder that goes with the object, with a name that every system has to spell in its own way.
class Folder {
  public:
    Folder() : path_(make_scratch_folder() + "/L\u00e9on \u7e54\u308a") {
        REQUIRE(make_folder(path_));
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(native_path(path_).parent_path(), ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    [[nodiscard]] std::string operator/(const std::string& name) const {
        return path_ + '/' + name;
    }
    [[nodiscard]] const std::string& path() const { return path_; }

  private:
    std::string path_;
};

std::string content_of(const std::string& path) {
    const File file(path, FileUse::read);
    std::string text(100, '\0');
    const std::ptrdiff_t got = file.is_open() ? file.read(text.data(), text.size()) : -1;
    return got < 0 ? "unreadable" : text.substr(0, static_cast<std::size_t>(got));
}

} // namespace

TEST_CASE("bytes come back from a file as they were written, line ends and all") {
    const Folder folder;
    const std::string text("one\r\ntwo\n\x1a\0three", 16);
    File made(folder / "file", FileUse::write_new);
    REQUIRE(made.is_open());
    CHECK(made.write(text));
    CHECK(made.close());
    CHECK(content_of(folder / "file") == text);

    CHECK_FALSE(File(folder / "file", FileUse::write_new).is_open());
    CHECK(errno == EEXIST);
    CHECK_FALSE(File(folder / "none", FileUse::read).is_open());
    CHECK(errno == ENOENT);
}

TEST_CASE("a file that is kept up to date is read, written and cut at its places") {
    const Folder folder;
    const File file(folder / "file", FileUse::update);
    REQUIRE(file.is_open());
    CHECK(file.write_at(0, "0123456789"));
    CHECK(file.write_at(4, "abc"));
    std::string piece(3, ' ');
    CHECK(file.read_at(5, piece.data(), piece.size()) == 3);
    CHECK(piece == "bc7");
    CHECK(file.cut(6));
    REQUIRE(file.facts());
    CHECK(file.facts()->kind == FileKind::plain);
    CHECK(file.facts()->size == 6);
    CHECK(file.lock());
    CHECK(content_of(folder / "file") == "0123ab"); // a lock keeps nobody from reading
}

TEST_CASE("a replaced file has the new content, and nothing is left beside it") {
    const Folder folder;
    CHECK(replace_file(folder / "file", "old"));
    CHECK(replace_file(folder / "file", "new"));
    CHECK(content_of(folder / "file") == "new");
    CHECK(plain_files_of(folder.path()).size() == 1);

    CHECK_FALSE(replace_file(folder / "none/file", "x"));
    CHECK(errno == ENOENT);
    CHECK(replace_file(null_file(), "x"));
}

TEST_CASE("a file is renamed over another that somebody reads") {
    const Folder folder;
    REQUIRE(replace_file(folder / "a", "a"));
    REQUIRE(replace_file(folder / "b", "b"));
    {
        const File reader(folder / "a", FileUse::read);
        CHECK(rename_file(folder / "a", folder / "c"));
    }
    CHECK(rename_file(folder / "b", folder / "c"));
    CHECK(content_of(folder / "c") == "b");
    CHECK_FALSE(rename_file(folder / "none", folder / "d"));
    CHECK(errno == ENOENT);
}

TEST_CASE("folders are made once, are told apart, and tell what is in them") {
    const Folder folder;
    CHECK(make_folder(folder / "sub"));
    CHECK(make_folder(folder / "sub"));
    CHECK(is_writable_folder(folder / "sub"));
    CHECK_FALSE(is_writable_folder(folder / "none"));
    REQUIRE(replace_file(folder / "file", "text"));
    CHECK_FALSE(make_folder(folder / "file"));
    CHECK(errno == ENOTDIR);

    const std::vector<ListedFile> files = plain_files_of(folder.path());
    REQUIRE(files.size() == 1);
    CHECK(files[0].path == folder / "file");
    CHECK(files[0].bytes >= 4);
    CHECK(files[0].seconds > 1'700'000'000);

    std::vector<FolderEntry> entries;
    REQUIRE(list_folder(folder.path(), entries));
    REQUIRE(entries.size() == 2);
    const FolderEntry& file = entries[entries[0].name == "file" ? 0 : 1];
    const FolderEntry& sub = entries[entries[0].name == "file" ? 1 : 0];
    CHECK((file.name == "file" && file.is_plain_file && !file.is_folder));
    CHECK((sub.name == "sub" && sub.is_folder && !sub.is_plain_file));
    CHECK_FALSE(list_folder(folder / "none", entries));
    CHECK(errno == ENOENT);

    CHECK(identity_of_folder(folder / "sub") == identity_of_folder(folder / "sub/../sub"));
    CHECK_FALSE(identity_of_folder(folder / "sub") == identity_of_folder(folder.path()));
    CHECK_FALSE(identity_of_folder(folder / "none"));
}

TEST_CASE("a path may be longer than what systems took once") {
    const Folder folder;
    std::string deep = folder.path();
    for (int i = 0; i < 8; ++i) {
        deep += "/a folder with a name of forty letters..";
        deep.back() = 'x';
        REQUIRE(make_folder(deep));
    }
    CHECK(deep.size() > 300);
    CHECK(replace_file(deep + "/file", "far down"));
    CHECK(content_of(deep + "/file") == "far down");
    CHECK(plain_files_of(deep).size() == 1);
}
