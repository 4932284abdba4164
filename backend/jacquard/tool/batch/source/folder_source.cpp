#include <jacquard/platform/files.h>
#include <jacquard/platform/paths.h>
#include <jacquard/tool/batch/source/folder_source.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>

namespace jacquard::driver {

namespace {

namespace fs = std::filesystem;

// Returns the kind of what a folder lists. Systems take longer paths in another form than the one
// in which a folder lists them.
fs::file_type kind_of(const fs::directory_entry& entry) {
    std::error_code fault;
    const fs::file_type kind = entry.status(fault).type();
    return fault ? fs::status(platform::native_path(platform::text_of_path(entry.path())), fault)
                       .type()
                 : kind;
}

class FolderSource final : public BatchSource {
  public:
    FolderSource(fs::path root, bool (*is_wanted)(std::string_view name))
        : root_(std::move(root)), is_wanted_(is_wanted) {
        enter({});
    }

    std::optional<BatchItem> next() override {
        while (!levels_.empty()) {
            Level& level = levels_.back();
            if (level.names.empty()) {
                levels_.pop_back();
                continue;
            }
            const std::string name = level.prefix + level.names.back();
            level.names.pop_back();
            if (name.ends_with('/')) {
                enter(name);
            } else {
                return BatchItem{name, platform::text_of_path(root_ / platform::plain_path(name))};
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] std::string empty_message() const override {
        return "there are no shaders (.tgsi, .spv, .spvasm, .vert, .frag, ...) below '" +
               platform::text_of_path(root_) + '\'';
    }

  private:
    // A folder that is being gone through.
    struct Level {
        std::string prefix; // "a/b/"
        std::optional<platform::FolderIdentity> identity;
        std::vector<std::string> names; // those still to come, the next one last; "c/" is a folder
    };

    // Folders are ordered as if the slash behind them were part of their names, which makes it the
    // order of whole names.
    void enter(const std::string& prefix) {
        Level level;
        level.prefix = prefix;
        const fs::path path = root_ / platform::plain_path(prefix);
        level.identity = platform::identity_of_folder(platform::text_of_path(path));
        // A link to a folder that leads here would never end.
        const auto is_same = [&](const Level& other) {
            return level.identity && other.identity == level.identity;
        };
        if (std::any_of(levels_.begin(), levels_.end(), is_same)) {
            return;
        }
        std::error_code fault;
        fs::directory_iterator it(platform::native_path(platform::text_of_path(path)), fault);
        for (; !fault && it != fs::directory_iterator(); it.increment(fault)) {
            std::string name = platform::text_of_path(it->path().filename());
            const fs::file_type kind = kind_of(*it);
            if (kind == fs::file_type::directory) {
                level.names.push_back(name + '/');
            } else if (kind == fs::file_type::regular && is_wanted_(name)) {
                level.names.push_back(std::move(name));
            }
        }
        if (fault) {
            add_fault("jacquard: cannot list '" + platform::text_of_path(path) +
                      "': " + fault.message() + '\n');
        }
        std::sort(level.names.begin(), level.names.end(), std::greater<>());
        levels_.push_back(std::move(level));
    }

    fs::path root_;
    bool (*is_wanted_)(std::string_view name);
    std::vector<Level> levels_; // the root first
};

} // namespace

std::unique_ptr<BatchSource> open_folder(std::string_view folder,
                                         bool (*is_wanted)(std::string_view name)) {
    return std::make_unique<FolderSource>(platform::plain_path(folder), is_wanted);
}

} // namespace jacquard::driver
