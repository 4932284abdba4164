#pragma once

#include <jacquard/tgsi/print.h>
#include <jacquard/tgsi/read/parse.h>
#include <jacquard/tgsi/translate/translate.h>

#include "catch.h"

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace jacquard::tgsi {

// Returns the messages, a line each: "2:5 T104 message", notes indented.
inline std::string found(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        text += std::to_string(diagnostic.position.line) + ":" +
                std::to_string(diagnostic.position.column) + " " + diagnostic.code + " " +
                diagnostic.message + "\n";
        for (const DiagnosticNote& note : diagnostic.notes) {
            text += "  ";
            if (note.position.line != 0) {
                text += std::to_string(note.position.line) + ":" +
                        std::to_string(note.position.column) + " ";
            }
            text += note.message + "\n";
        }
    }
    return text;
}

inline std::string faults_of(std::string_view text) {
    Diagnostics diagnostics("test", text);
    const auto program = parse(text, diagnostics);
    CHECK(program.has_value() == !diagnostics.has_errors());
    return found(diagnostics);
}

// A program that must be good.
inline Program read(std::string_view text) {
    Diagnostics diagnostics("test", text);
    auto program = parse(text, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(program);
    return std::move(*program);
}

inline std::optional<std::filesystem::path> shared_folder() {
    const char* given = std::getenv("JACQUARD_SHARED");
    std::filesystem::path folder(given != nullptr ? given : JACQUARD_SHARED_DIR);
    if (!std::filesystem::is_directory(folder / "corpus")) {
        WARN("skipped: there is no corpus in " << folder << " (see JACQUARD_SHARED)");
        SUCCEED("skipped");
        return std::nullopt;
    }
    return folder;
}

} // namespace jacquard::tgsi
