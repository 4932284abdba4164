#pragma once

#include <jacquard/nir/parser.h>
#include <jacquard/nir/shader.h>

#include "catch.h"

#include <memory>
#include <string>

// The shader of a text that is well formed; the test fails with the diagnostics where it is not.
inline std::unique_ptr<jacquard::nir::Shader> parsed(const std::string& text) {
    jacquard::Diagnostics diagnostics("test.nir", text);
    auto shader = jacquard::nir::parse(text, diagnostics);
    INFO(diagnostics.render());
    CHECK(shader != nullptr);
    return shader;
}
