#include <jacquard/glsl/high_level.h>
#include <jacquard/tool/batch/source/database_source.h>
#include <jacquard/tool/batch/source/folder_source.h>
#include <jacquard/tool/batch/source/shaders_below.h>

#include <string>
#include <utility>

namespace jacquard::driver {

namespace {

class ShadersBelow final : public BatchSource {
  public:
    explicit ShadersBelow(std::string_view folder)
        : files_(open_folder(folder, [](std::string_view name) {
              return is_shader_name(name) || is_database_name(name);
          })) {}

    std::optional<BatchItem> next() override {
        for (;;) {
            if (database_ != nullptr) {
                std::optional<BatchItem> inside = database_->next();
                take_messages(*database_);
                if (inside) {
                    inside->name = prefix_ + inside->name;
                    return inside;
                }
                database_ = nullptr;
            }
            std::optional<BatchItem> file = files_->next();
            take_messages(*files_);
            if (!file || !is_database_name(file->name)) {
                return file;
            }
            enter(*file);
        }
    }

    [[nodiscard]] std::string empty_message() const override { return files_->empty_message(); }
    // A file that cannot be read says nothing of the others.
    [[nodiscard]] bool has_independent_items() const override { return true; }

  private:
    void enter(const BatchItem& file) {
        prefix_ = file.name + '/';
        ReadFault fault;
        database_ = open_database_source({file.path, {}}, fault);
        if (database_ == nullptr) {
            add_fault(fault.is_diagnostic ? fault.message : "jacquard: " + fault.message + '\n');
        }
    }

    void take_messages(BatchSource& source) {
        for (std::string& fault : source.take_faults()) {
            add_fault(std::move(fault));
        }
        for (std::string& warning : source.take_warnings()) {
            add_warning(std::move(warning));
        }
    }

    std::unique_ptr<BatchSource> files_;
    std::unique_ptr<BatchSource> database_; // that the shaders come from now
    std::string prefix_;                    // of their names
};

} // namespace

bool is_shader_name(std::string_view name) {
    return name.ends_with(".tgsi") || name.ends_with(".spv") || name.ends_with(".spvasm") ||
           is_opencl(name) || !stage_of_name(name).empty();
}

std::unique_ptr<BatchSource> open_shaders_below(std::string_view folder) {
    return std::make_unique<ShadersBelow>(folder);
}

} // namespace jacquard::driver
