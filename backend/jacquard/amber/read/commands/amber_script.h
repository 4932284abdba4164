#pragma once

#include <jacquard/amber/read/commands/clears.h>
#include <jacquard/amber/read/commands/expectations.h>
#include <jacquard/amber/read/commands/runs.h>
#include <jacquard/amber/read/lines/command_list.h>
#include <jacquard/amber/read/lines/file_reader.h>
#include <jacquard/amber/read/lines/memory_budget.h>
#include <jacquard/amber/read/pipelines/pipelines.h>
#include <jacquard/amber/read/resources/buffers.h>
#include <jacquard/amber/read/resources/requirements.h>
#include <jacquard/amber/read/resources/samplers.h>
#include <jacquard/amber/read/resources/shaders.h>

#include <string_view>

namespace jacquard::driver::amber {

// Reads a script of AmberScript: holds the concerns of its language, and says which of them reads a
// line.
class AmberScript {
  public:
    AmberScript(std::string_view text, const FileReader& files, const Limits& limits,
                Diagnostics& diagnostics)
        : lines_(text, diagnostics), memory_(lines_, limits), shaders_(lines_, script_, files),
          contents_(lines_, memory_, files) {}

    [[nodiscard]] Script read();

  private:
    bool read_command(ScriptCommand command);
    bool read_copy();
    bool read_repeat();

    Script script_;
    Lines lines_;
    MemoryBudget memory_;
    CommandList commands_{script_};
    Requirements requirements_{lines_};
    Shaders shaders_;
    DataTypes types_{lines_, script_, memory_};
    BufferContents contents_;
    Buffers buffers_{lines_, script_, types_, contents_};
    Samplers samplers_{lines_, script_};
    Pipelines pipelines_{lines_, script_, contents_, types_, shaders_, buffers_, samplers_};
    Runs runs_{lines_, script_, commands_, pipelines_};
    Clears clears_{lines_, commands_, pipelines_};
    Expectations expectations_{lines_, commands_, buffers_};
};

} // namespace jacquard::driver::amber
