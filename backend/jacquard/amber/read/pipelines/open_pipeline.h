#pragma once

#include <jacquard/amber/read/lines/lines.h>
#include <jacquard/amber/script/script.h>

#include <functional>
#include <set>
#include <string>

namespace jacquard::driver::amber {

// The pipeline whose block is read.
class OpenPipeline {
  public:
    explicit OpenPipeline(Script& script) : script_(script) {}

    void open(std::size_t number) {
        number_ = number;
        given_.clear();
    }
    // False where the block gave that before. What a parent gave is given anew.
    bool give(const std::string& what) { return given_.insert(what).second; }
    [[nodiscard]] std::size_t number() const { return number_; }
    [[nodiscard]] Pipeline& get() const { return script_.pipelines[number_]; }

  private:
    Script& script_;
    std::size_t number_ = 0;
    std::set<std::string, std::less<>> given_;
};

// The base of the classes that each read some lines of a pipeline's block.
class PipelineConcern {
  public:
    PipelineConcern(const PipelineConcern&) = delete;
    PipelineConcern& operator=(const PipelineConcern&) = delete;

  protected:
    PipelineConcern(Lines& lines, OpenPipeline& pipeline) : lines_(lines), pipeline_(pipeline) {}
    ~PipelineConcern() = default;

    [[nodiscard]] Lines& lines() const { return lines_; }
    [[nodiscard]] Pipeline& pipeline() const { return pipeline_.get(); }
    // The block gives something that it may give once. False after the fault that it did so before.
    bool give(const Token& token, const std::string& what) {
        return pipeline_.give(what) ||
               lines_.fail("M105", token, "this block has " + what + " already");
    }

  private:
    Lines& lines_;
    OpenPipeline& pipeline_;
};

} // namespace jacquard::driver::amber
