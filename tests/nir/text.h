#pragma once

#include <jacquard/nir/ir/shader.h>
#include <jacquard/nir/text/parse/parser.h>
#include <jacquard/nir/text/print/printer.h>

#include "catch.h"

#include <memory>
#include <string>

// The helpers that tests of the text form share.

// The text of a shader whose entry holds these lines; `header` stands before the function.
inline std::string text_of(const std::string& body, const std::string& header = "") {
    return "shader fragment\n" + header + "function \"main\" entry {\n" + body + "\n}\n";
}

// The shader of a text that is well formed; the test fails with the diagnostics where it is not.
inline std::unique_ptr<jacquard::nir::Shader> parsed(const std::string& text) {
    jacquard::Diagnostics diagnostics("test.nir", text);
    auto shader = jacquard::nir::parse(text, diagnostics);
    INFO(diagnostics.render());
    CHECK(shader != nullptr);
    return shader;
}

// The first instruction of a kind in the entry.
template <typename T>
T* first(jacquard::nir::Shader& shader) {
    for (jacquard::nir::Block& block : shader.entry->blocks()) {
        for (jacquard::nir::Instruction& instruction : block.instructions()) {
            if (auto* found = instruction.as<T>()) {
                return found;
            }
        }
    }
    return nullptr;
}

// Every diagnostic of a text that is not well formed.
inline std::string faults(const std::string& text) {
    jacquard::Diagnostics diagnostics("t", text);
    CHECK(jacquard::nir::parse(text, diagnostics) == nullptr);
    return diagnostics.render();
}

// The same of an entry that holds these lines; they begin in line 4, behind its block.
inline std::string faults_in_main(const std::string& body) {
    return faults(text_of("b0:\n" + body));
}

inline bool contains(const std::string& text, const std::string& part) {
    INFO(text);
    const bool found = text.find(part) != std::string::npos;
    CHECK(found);
    return found;
}
