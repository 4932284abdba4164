#include <jacquard/platform/paths.h>
#include <jacquard/tool/databases/open_database.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <utility>

namespace jacquard::driver {

namespace {

namespace fs = std::filesystem;

// By what a file that was written anew is told apart.
struct FileMark {
    std::string path;
    fs::file_time_type time;
    std::uint64_t size = 0;

    explicit FileMark(const std::string& name) : path(name) {
        std::error_code ignored;
        const fs::path native = platform::native_path(name);
        time = fs::last_write_time(native, ignored);
        size = fs::file_size(native, ignored);
    }
    friend bool operator==(const FileMark&, const FileMark&) = default;
};

struct KeptDatabase {
    std::mutex mutex;
    std::optional<FileMark> mark;
    std::shared_ptr<const fossilize::Database> database;
};

KeptDatabase& kept() {
    static KeptDatabase database;
    return database;
}

} // namespace

std::shared_ptr<const fossilize::Database>
open_database(const std::string& path, const Limits& limits, Diagnostics& diagnostics) {
    const FileMark mark(path);
    KeptDatabase& last = kept();
    const std::lock_guard lock(last.mutex);
    if (last.mark == mark) {
        return last.database;
    }
    Diagnostics of_entries(path, {});
    errno = 0;
    std::shared_ptr<const fossilize::Database> database =
        fossilize::Database::open(path, limits, of_entries);
    if (database == nullptr) {
        if (!of_entries.has_errors()) {
            diagnostics.error("D220", {},
                              std::string("it cannot be read: ") + std::strerror(errno));
        }
        for (const Diagnostic& each : of_entries.all()) {
            diagnostics.error(each.code, {}, each.message);
        }
        return nullptr;
    }
    last.mark = mark;
    last.database = database;
    return database;
}

} // namespace jacquard::driver
