#pragma once

#include <jacquard/platform/child_program.h>

#include <string>
#include <string_view>

// Other programs that are asked for something, with files in between.
namespace jacquard::driver {

// A folder of our own, which goes with the object.
class ScratchFolder {
  public:
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    // False where none can be made; errno then says why.
    [[nodiscard]] bool exists() const { return !path_.empty(); }
    [[nodiscard]] std::string file(std::string_view name) const;

  private:
    std::string path_;
};

// False on a fault; errno then says which.
[[nodiscard]] bool write_file(const std::string& path, std::string_view content);

using platform::ChildEnd;
using platform::ChildOptions;
using platform::ChildResult;
using platform::run_child;

} // namespace jacquard::driver
