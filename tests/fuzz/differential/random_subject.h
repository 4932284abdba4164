#pragma once

#include "comparison.h"
#include "generator/choices.h"
#include "generator/random_shader.h"
#include "takes.h"
#include "tgsi_generator/menu.h"

#include <array>
#include <vector>

namespace jacquard::fuzz {

// Random shaders are made of these, for the parts that a campaign asks about.
struct Ingredients {
    explicit Ingredients(std::span<const std::uint32_t> gpus);

    std::array<tgsi::Menu, 2> menus; // of vertices and of fragments
    nir::MachineMenu operations;
    // The opcodes that every part refuses, in any stage or width, and why.
    Refusals tgsi_refusals;
    Refusals nir_refusals;
    Refusals nir_width_refusals; // of opcodes that some part takes in another width
};

enum class Mode : std::uint8_t { either, precise, fast };

struct SubjectOptions {
    unsigned size = 60;
    driver::SourceLanguage language = driver::SourceLanguage::tgsi;
    Mode mode = Mode::either;
    unsigned runs = 2;
    bool is_deep = false; // more live values than registers
    bool has_memory = false;
    bool has_state = false; // beside the shader
};

// A random shader, what the front end makes of it, and runs for it. Seeds or bytes that are the
// same make the same.
struct RandomSubject {
    Subject subject;
    LoadedSubject loaded;
    std::vector<driver::CaseRun> runs;
};
[[nodiscard]] RandomSubject random_subject(nir::Choices& choices, const Ingredients& ingredients,
                                           const SubjectOptions& options);

} // namespace jacquard::fuzz
