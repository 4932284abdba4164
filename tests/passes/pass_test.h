#pragma once

#include <jacquard/nir/text/print/printer.h>
#include <jacquard/nir/validate/validator.h>

#include "../nir/text.h"

#include <string>

// Runs a pass on the main function of a text and returns the function's lines, values numbered
// anew, from the first block on. The shader is valid before and after.
template <typename Pass>
std::string after(Pass&& pass, const std::string& body, const std::string& header = "") {
    const auto shader =
        parsed("shader fragment\n" + header + "function \"main\" entry {\n" + body + "}\n");
    if (shader == nullptr) {
        return "";
    }
    pass(*shader);
    CHECK(jacquard::nir::validation_report(*shader, "after the pass") == "");
    shader->number_values();
    const std::string text = jacquard::nir::print(*shader);
    const std::size_t start = text.find("{\n") + 2;
    return "\n" + text.substr(start, text.size() - start - 2);
}
