#pragma once

#include <jacquard/tool/lsp/shader_analysis.h>
#include <jacquard/tool/lsp/text_document.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jacquard::driver::lsp {

// A shader that is open in the editor, and what is known of its text.
struct OpenShader {
    std::string uri;
    std::string language;
    std::int64_t version = 0;
    TextDocument document{{}};
    std::optional<ShaderAnalysis> analysis; // of the text as it is
    bool is_told = false;                   // its faults are, to the client
};

// The abilities of a client that answers depend on.
struct ClientAbilities {
    PositionEncoding encoding = PositionEncoding::utf16;
    bool relates_information = false; // of diagnostics, at other places
    bool reads_markdown = false;      // in hovers
    bool refreshes_hints = false;     // when asked to
    bool refreshes_lenses = false;
};

// The path of a file, or the last part of another address, which then stands for its name.
[[nodiscard]] std::string path_of_uri(std::string_view uri);

} // namespace jacquard::driver::lsp
