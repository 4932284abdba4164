#pragma once

#include <jacquard/tool/worker/batch_item.h>

#include <optional>
#include <string>
#include <vector>

// A source yields the shaders of a batch one after the other, and never holds all at once.
namespace jacquard::driver {

// The shaders of a batch, in an order that depends on nothing but their names or the list.
class BatchSource {
  public:
    virtual ~BatchSource() = default;

    // Returns nothing at the end. Items with a fault are skipped; the fault is kept until it is
    // taken.
    [[nodiscard]] virtual std::optional<BatchItem> next() = 0;

    // The message for a source without any shader.
    [[nodiscard]] virtual std::string empty_message() const = 0;

    // Returns whether faults of some items say nothing of the others, so that they are all wanted.
    [[nodiscard]] virtual bool has_independent_items() const { return false; }

    // Returns messages about what is no fault since the last call, with their line ends.
    [[nodiscard]] std::vector<std::string> take_warnings();

    // Returns the messages about items that could not be read since the last call, with their line
    // ends.
    [[nodiscard]] std::vector<std::string> take_faults();

  protected:
    void add_fault(std::string message) { faults_.push_back(std::move(message)); }
    void add_warning(std::string message) { warnings_.push_back(std::move(message)); }

  private:
    std::vector<std::string> faults_;
    std::vector<std::string> warnings_;
};

} // namespace jacquard::driver
