#pragma once

#include <jacquard/support/json/json.h>
#include <jacquard/tool/cost/shader/costed_shader.h>
#include <jacquard/tool/frame/command_line.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver::lsp {

// The settings that a shader is read and compiled with. The arguments refer to the words.
struct ShaderSettings {
    std::vector<std::string> words;
    std::optional<Arguments> arguments;
    CostOptions options;
};

// The settings of a server: those of its command line, and then those of the editor.
class ServerSettings {
  public:
    explicit ServerSettings(const Arguments& arguments);

    // The folder that included folders are relative to.
    void set_root(std::string folder) { root_ = std::move(folder); }
    // Replaces the settings of the editor. Returns what is wrong with them, a sentence each; such
    // settings do not count.
    [[nodiscard]] std::vector<std::string> read(json::Value settings);

    // Returns those of a shader with that name. A stage that the name tells is not replaced.
    [[nodiscard]] const ShaderSettings& of(std::string_view name) const;

    // As a JSON schema.
    [[nodiscard]] static std::string schema();

  private:
    void parse(ShaderSettings& settings, std::vector<std::string> words, std::string& fault) const;
    [[nodiscard]] std::vector<std::string> accepted(std::vector<std::string> words,
                                                    std::vector<std::string>& faults) const;
    void remake();

    std::string root_;
    std::vector<std::string> given_;  // on the command line
    std::vector<std::string> edited_; // in the editor
    ShaderSettings with_stage_;
    ShaderSettings without_stage_;
};

} // namespace jacquard::driver::lsp
