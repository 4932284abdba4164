#include <jacquard/fossilize/format/entry_head.h>
#include <jacquard/layer/capture_file.h>
#include <jacquard/support/plain_file.h>

#include "../catch.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

using namespace jacquard::layer;

namespace {

// A folder that goes with the test.
class Folder {
  public:
    Folder() {
        std::string name = std::filesystem::temp_directory_path() / "jacquard_capture_XXXXXX";
        path_ = ::mkdtemp(name.data());
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    [[nodiscard]] std::string file(const std::string& name) const { return path_ / name; }

  private:
    std::filesystem::path path_;
};

std::unique_ptr<CaptureFile> open_file(const std::string& path) {
    std::string fault;
    std::unique_ptr<CaptureFile> file = CaptureFile::open(path, fault);
    INFO(fault);
    REQUIRE(file != nullptr);
    return file;
}

std::string fault_of(const std::string& path) {
    std::string fault;
    CHECK(CaptureFile::open(path, fault) == nullptr);
    return fault;
}

void write_file(const std::string& path, std::string_view bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

std::string read_file(const std::string& path) {
    return jacquard::read_plain_file(path).value_or("");
}

const std::string kStart = file_start();
const std::string kOne = entry_bytes(ResourceTag::sampler, 1, "one");
const std::string kTwo = entry_bytes(ResourceTag::sampler, 2, "two");

} // namespace

TEST_CASE("layer: each entry is in the file as soon as it is added, once") {
    const Folder folder;
    const auto file = open_file(folder.file("app.foz"));
    CHECK(read_file(file->path()) == kStart);
    CHECK(file->add(ResourceTag::sampler, 1, "one").empty());
    CHECK(read_file(file->path()) == kStart + kOne);
    CHECK(file->has(ResourceTag::sampler, 1));
    CHECK_FALSE(file->has(ResourceTag::shader_module, 1));
    CHECK(file->add(ResourceTag::sampler, 1, "one").empty());
    CHECK(file->add(ResourceTag::sampler, 2, "two").empty());
    CHECK(read_file(file->path()) == kStart + kOne + kTwo);
}

TEST_CASE("layer: a second capture adds what the file does not have") {
    const Folder folder;
    const std::string path = folder.file("app.foz");
    CHECK(open_file(path)->add(ResourceTag::sampler, 1, "one").empty());
    const auto file = open_file(path);
    CHECK(file->has(ResourceTag::sampler, 1));
    CHECK(file->add(ResourceTag::sampler, 1, "one").empty());
    CHECK(file->add(ResourceTag::sampler, 2, "two").empty());
    CHECK(read_file(path) == kStart + kOne + kTwo);
}

TEST_CASE("layer: an entry that was cut off, wherever it was, is removed") {
    const Folder folder;
    const std::string path = folder.file("app.foz");
    for (std::size_t left = 0; left < kTwo.size(); ++left) {
        write_file(path, kStart + kOne + kTwo.substr(0, left));
        CHECK(open_file(path)->add(ResourceTag::sampler, 2, "two").empty());
        CHECK(read_file(path) == kStart + kOne + kTwo);
    }
    for (std::size_t left = 0; left < kStart.size(); ++left) {
        write_file(path, kStart.substr(0, left));
        CHECK(open_file(path)->path() == path);
        CHECK(read_file(path) == kStart);
    }
}

TEST_CASE("layer: entries of other kinds are kept") {
    const Folder folder;
    const std::string path = folder.file("app.foz");
    const std::string other = entry_bytes(static_cast<ResourceTag>(9), 5, "other");
    write_file(path, kStart + other);
    CHECK(open_file(path)->add(ResourceTag::sampler, 1, "one").empty());
    CHECK(read_file(path) == kStart + other + kOne);
}

TEST_CASE("layer: files that are something else stay as they are") {
    const Folder folder;
    const std::string path = folder.file("notes.txt");
    for (const std::string& text :
         {std::string("a letter"), kStart.substr(0, 15) + '\5',
          kStart + std::string(jacquard::fossilize::kEntryHeadBytes, 'x')}) {
        write_file(path, text);
        CHECK_FALSE(fault_of(path).empty());
        CHECK(read_file(path) == text);
    }
    CHECK(fault_of("/dev/null") == "cannot write '/dev/null': it is no regular file");
    CHECK(fault_of(folder.file("none/app.foz")) ==
          "cannot write '" + folder.file("none/app.foz") + "': No such file or directory");
}

TEST_CASE("layer: while one capture has the file, another one writes beside it") {
    const Folder folder;
    const std::string path = folder.file("app.foz");
    const auto first = open_file(path);
    const auto second = open_file(path);
    CHECK(first->path() == path);
    CHECK(second->path() == path + "." + std::to_string(::getpid()));
}

TEST_CASE("layer: without room the last whole entry is the end") {
    const Folder folder;
    const auto file = open_file(folder.file("app.foz"));
    CHECK(file->add(ResourceTag::sampler, 1, "one").empty());
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    rlimit room = before;
    room.rlim_cur = kStart.size() + kOne.size() + 20;
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &room);
    const std::string fault = file->add(ResourceTag::sampler, 2, "two");
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    CHECK(fault == "cannot write '" + file->path() + "': File too large");
    CHECK(read_file(file->path()) == kStart + kOne);
    // The file is not tried again, nor the fault told.
    CHECK(file->add(ResourceTag::sampler, 3, "three").empty());
    CHECK(read_file(file->path()) == kStart + kOne);
}
