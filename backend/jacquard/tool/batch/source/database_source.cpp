#include <jacquard/tool/batch/source/database_source.h>
#include <jacquard/tool/databases/database_shaders.h>

#include <cerrno>
#include <cstring>

namespace jacquard::driver {

namespace {

class DatabaseSource final : public BatchSource {
  public:
    explicit DatabaseSource(DatabasePath path)
        : path_(std::move(path)), opened_(path_.file, {}), names_(path_, Limits(), opened_) {
        tell(opened_);
    }

    [[nodiscard]] bool is_open() const { return names_.is_open(); }

    std::optional<BatchItem> next() override {
        Diagnostics diagnostics(path_.file, {});
        const std::optional<std::string> name = names_.next(diagnostics);
        tell(diagnostics);
        if (!name) {
            return std::nullopt;
        }
        return BatchItem{*name, path_.file + '/' + *name};
    }

    [[nodiscard]] bool has_independent_items() const override { return true; }

    [[nodiscard]] std::string empty_message() const override {
        return "there are no shaders in the database '" + path_.text() + '\'';
    }

  private:
    void tell(const Diagnostics& diagnostics) {
        if (diagnostics.has_errors()) {
            add_fault(diagnostics.render());
        } else if (!diagnostics.all().empty()) {
            add_warning(diagnostics.render());
        }
    }

    DatabasePath path_;
    Diagnostics opened_;
    DatabaseNames names_;
};

} // namespace

std::unique_ptr<BatchSource> open_database_source(DatabasePath path, ReadFault& fault) {
    errno = 0;
    const std::string file = path.file;
    auto source = std::make_unique<DatabaseSource>(std::move(path));
    if (source->is_open()) {
        return source;
    }
    const int reason = errno;
    const std::vector<std::string> faults = source->take_faults();
    fault.message = "cannot read '" + file + "': " + std::strerror(reason);
    if (!faults.empty()) {
        fault.message = faults.front();
        fault.is_diagnostic = true;
    }
    return nullptr;
}

} // namespace jacquard::driver
