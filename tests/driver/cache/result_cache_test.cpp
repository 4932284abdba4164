#include <jacquard/library/facade/result_cache.h>
#include <jacquard/support/sha256.h>

#include "catch.h"
#include "driver/tool_runner.h"

#include <chrono>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace jacquard;
using namespace jacquard::driver;

namespace {

std::string key_of(const std::string& what) {
    return Sha256().add(what).hex();
}

std::size_t files_below(const std::string& folder) {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        count += entry.is_regular_file() ? 1 : 0;
    }
    return count;
}

// A cache with one entry.
struct OneEntry {
    explicit OneEntry(const std::string& name) : folder(name), cache(folder / "c") {
        REQUIRE(cache.prepare());
        cache.store(key, "a result");
    }

    TemporaryFolder folder;
    ResultCache cache;
    std::string key = key_of("a");
    std::string path = cache.path_of(key);
};

} // namespace

TEST_CASE("what was stored is found by its key alone") {
    const TemporaryFolder folder("cache");
    const ResultCache cache(folder / "c");
    REQUIRE(cache.prepare());
    CHECK_FALSE(cache.find(key_of("a")));
    for (const std::string& result :
         {std::string("one"), std::string(), std::string("a\nb\0", 4), std::string(100'000, 'x')}) {
        cache.store(key_of("a"), result);
        CHECK(cache.find(key_of("a")) == result);
        CHECK_FALSE(cache.find(key_of("b")));
    }
    CHECK(files_below(folder / "c") == 1);
}

TEST_CASE("what is no plain file of an entry's size is no entry, and gives way to one") {
    const OneEntry entry("cache_places");
    const ResultCache& cache = entry.cache;
    const std::string& key = entry.key;
    const std::string& path = entry.path;
    const auto is_replaced = [&] {
        const bool is_missed = !cache.find(key);
        cache.store(key, "another");
        const bool is_found = cache.find(key) == "another";
        std::filesystem::remove(path);
        return is_missed && is_found;
    };
    std::filesystem::remove(path);
    REQUIRE(mkfifo(path.c_str(), 0600) == 0); // nobody writes into it
    CHECK(is_replaced());
    std::filesystem::create_symlink("/dev/zero", path);
    CHECK(is_replaced());
    std::ofstream(path) << "";
    std::filesystem::resize_file(path, std::uintmax_t{1} << 40); // a hole
    CHECK(is_replaced());
    std::filesystem::create_symlink(path, path);
    CHECK(is_replaced());
    // A result that is too large to be read again is not kept.
    cache.store(key, std::string((std::size_t{64} << 20) + 1, 'x'));
    CHECK(files_below(entry.folder / "c") == 0);
}

TEST_CASE("an entry that is cut off anywhere, changed anywhere or longer is not believed") {
    const OneEntry entry("cache_damage");
    const ResultCache& cache = entry.cache;
    const std::string& key = entry.key;
    const std::string& path = entry.path;
    const std::string whole = file_content(path);
    const auto write = [&](const std::string& content) {
        std::ofstream(path, std::ios::binary) << content;
    };
    for (std::size_t size = 0; size < whole.size(); ++size) {
        write(whole.substr(0, size));
        INFO(size);
        CHECK_FALSE(cache.find(key));
        std::string changed = whole;
        changed[size] = static_cast<char>(changed[size] ^ 1);
        write(changed);
        CHECK_FALSE(cache.find(key));
    }
    write(whole + '\n');
    CHECK_FALSE(cache.find(key));
    // The whole entry of another key at this place.
    cache.store(key_of("b"), "another result");
    write(file_content(cache.path_of(key_of("b"))));
    CHECK_FALSE(cache.find(key));
    cache.store(key, "a result");
    CHECK(cache.find(key) == "a result");
}

TEST_CASE("what was not used for longest goes when the cache is full") {
    const TemporaryFolder folder("cache_trim");
    // Room for a few entries in each of the 256 folders.
    const ResultCache cache(folder / "c", std::uint64_t{256} * 5 * 4096);
    REQUIRE(cache.prepare());
    std::vector<std::string> keys;
    for (char c = '1'; c < '9'; ++c) {
        keys.push_back("00" + std::string(62, c)); // all in one folder
        cache.store(keys.back(), "result");
        const auto time =
            std::filesystem::file_time_type::clock::now() - std::chrono::hours('z' - c);
        std::filesystem::last_write_time(cache.path_of(keys.back()), time);
    }
    CHECK(cache.find(keys[0]) == "result"); // which is used now
    const std::string begun = cache.path_of(keys[0]) + ".unfinished.1.0";
    std::ofstream(begun) << "part";
    std::filesystem::last_write_time(begun, std::filesystem::file_time_type::clock::now() -
                                                std::chrono::hours(2));
    cache.trim(keys[0]);
    CHECK_FALSE(std::filesystem::exists(begun));
    CHECK(cache.find(keys[0]) == "result");
    CHECK(cache.find(keys.back()) == "result");
    CHECK_FALSE(cache.find(keys[1]));
    CHECK_FALSE(cache.find(keys[2]));
    CHECK(files_below(folder / "c") <= 5);
}

TEST_CASE("many processes store and find the same keys at once") {
    const TemporaryFolder folder("cache_shared");
    const ResultCache cache(folder / "c", std::uint64_t{1} << 24);
    REQUIRE(cache.prepare());
    const auto result_of = [](int i) { return std::string(static_cast<std::size_t>(i) * 37, 'r'); };
    std::vector<pid_t> children;
    for (int process = 0; process < 6; ++process) {
        const pid_t child = fork();
        if (child == 0) {
            bool is_right = true;
            for (int round = 0; round < 20; ++round) {
                for (int i = 0; i < 40; ++i) {
                    const std::string key = key_of(std::to_string(i));
                    const std::optional<std::string> found = cache.find(key);
                    is_right = is_right && (!found || *found == result_of(i));
                    cache.store(key, result_of(i));
                }
            }
            _exit(is_right ? 0 : 1);
        }
        children.push_back(child);
    }
    for (const pid_t child : children) {
        int status = -1;
        REQUIRE(waitpid(child, &status, 0) == child);
        CHECK(status == 0);
    }
    CHECK(files_below(folder / "c") == 40);
    CHECK(cache.find(key_of("39")) == result_of(39));
}

TEST_CASE("a cache that cannot be written is wrong usage") {
    const TemporaryFolder folder("cache_unwritable");
    folder.write("file", "");
    folder.write("s/a.tgsi", "FRAG\nEND\n");
    const Answer answer = run_tool({"batch", folder / "s", "--cache", folder / "file"});
    CHECK(answer.code == 2);
    CHECK(answer.err == "jacquard: cannot write into '" + folder / "file" + "': Not a directory\n");
    CHECK(run_tool({"batch", folder / "s", "--cache", folder / "no/where"}).code == 2);
    CHECK(run_tool({"batch", folder / "s", "--cache-size", "0"}).code == 2);
}
