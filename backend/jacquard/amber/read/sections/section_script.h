#pragma once

#include <jacquard/amber/read/lines/file_reader.h>
#include <jacquard/amber/read/pipelines/framebuffers.h>
#include <jacquard/amber/read/resources/buffer_contents.h>
#include <jacquard/amber/read/resources/data_types.h>
#include <jacquard/amber/read/sections/section_requirements.h>
#include <jacquard/amber/read/sections/test_commands.h>
#include <jacquard/amber/read/sections/vertex_sections.h>

#include <set>
#include <string_view>

namespace jacquard::driver::amber {

// Reads a script of VkScript: holds the concerns of its sections, and says which of them reads a
// line.
class SectionScript {
  public:
    SectionScript(std::string_view text, const FileReader& files, const Limits& limits,
                  Diagnostics& diagnostics)
        : lines_(text, diagnostics), memory_(lines_, limits), contents_(lines_, memory_, files) {}

    [[nodiscard]] Script read();

  private:
    void start();
    void read_section();
    bool read_shader(const Token& start, std::string_view header);
    bool read_line(Section section);

    Script script_;
    Lines lines_;
    std::set<Section> said_; // that a script has once at most
    MemoryBudget memory_;
    CommandList commands_{script_};
    DataTypes types_{lines_, script_, memory_};
    BufferContents contents_;
    OpenPipeline pipeline_{script_};
    Framebuffers framebuffers_{lines_, pipeline_, script_, contents_};
    SectionRequirements requirements_{lines_, script_, types_, framebuffers_};
    VertexSections vertices_{lines_, script_, memory_};
    TestCommands tests_{lines_, script_, memory_, commands_};
};

} // namespace jacquard::driver::amber
