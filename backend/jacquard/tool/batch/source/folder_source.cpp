#include <jacquard/platform/files.h>
#include <jacquard/platform/paths.h>
#include <jacquard/tool/batch/source/folder_source.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>

namespace jacquard::driver {

namespace {

namespace fs = std::filesystem;

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
        std::vector<platform::FolderEntry> entries;
        if (!platform::list_folder(platform::text_of_path(path), entries)) {
            add_fault("jacquard: cannot list '" + platform::text_of_path(path) +
                      "': " + std::strerror(errno) + '\n');
        }
        for (platform::FolderEntry& entry : entries) {
            if (entry.is_folder) {
                level.names.push_back(entry.name + '/');
            } else if (entry.is_plain_file && is_wanted_(entry.name)) {
                level.names.push_back(std::move(entry.name));
            }
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
