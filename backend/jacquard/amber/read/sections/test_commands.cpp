#include <jacquard/amber/read/sections/section_parts.h>
#include <jacquard/amber/read/sections/test_commands.h>

#include <algorithm>
#include <vector>

namespace jacquard::driver::amber {

bool TestCommands::has_shader(std::size_t pipeline, nir::Stage stage) const {
    const std::vector<Attachment>& attachments = script_.pipelines[pipeline].attachments;
    return std::any_of(attachments.begin(), attachments.end(),
                       [stage](const Attachment& each) { return each.stage == stage; });
}

bool TestCommands::read_entry(const Token& start, nir::Stage stage) {
    Token name;
    lines_.take();
    if (!lines_.take_name("the name of an entry point", name)) {
        return false;
    }
    const std::size_t number = stage == nir::Stage::compute ? kComputeSection : kGraphicsSection;
    if (!has_shader(number, stage)) {
        return lines_.fail("M108", start,
                           "there is no " + std::string(nir::name_of(stage)) + " shader");
    }
    commands_.add(start, EntryCommand{number, stage, std::string(name.text)});
    return true;
}

bool TestCommands::read_draw_rect(const Token& start) {
    RunRectangle rectangle;
    rectangle.is_normalised = !lines_.take_if(Keyword::ortho);
    if (lines_.refuses(lines_.peek(), kTestDrawWords)) {
        return false; // `draw rect patch`
    }
    if (!lines_.take_float("x", rectangle.x) || !lines_.take_float("y", rectangle.y) ||
        !lines_.take_float("the width", rectangle.width) ||
        !lines_.take_float("the height", rectangle.height)) {
        return false;
    }
    commands_.add(start, RunCommand{kGraphicsSection, rectangle});
    return true;
}

bool TestCommands::read_draw_arrays(const Token& start) {
    RunArray draw;
    draw.is_indexed = lines_.take_if(Keyword::indexed);
    lines_.take_if(Keyword::instanced);
    std::uint32_t count = 0;
    if (!lines_.take_word(kTestTopologyWords, draw.topology) ||
        !lines_.take_unsigned32("the first vertex", draw.first) ||
        !lines_.take_unsigned32("the number of vertices", count)) {
        return false;
    }
    draw.count = count;
    if (!lines_.peek().is_end() &&
        !lines_.take_unsigned32("the number of instances", draw.instances)) {
        return false;
    }
    if (draw.is_indexed && !script_.pipelines[kGraphicsSection].indices) {
        return lines_.fail("M108", start, "an indexed draw needs a section [indices]");
    }
    commands_.add(start, RunCommand{kGraphicsSection, draw});
    return true;
}

bool TestCommands::read_draw() {
    const Token start = lines_.word();
    if (!has_shader(kGraphicsSection, nir::Stage::vertex)) {
        return lines_.fail("M108", start, "a draw needs a vertex shader");
    }
    states_.tell(start);
    TestDraw form{};
    return lines_.take_word(kTestDrawWords, form) &&
           (form == TestDraw::rect ? read_draw_rect(start) : read_draw_arrays(start));
}

bool TestCommands::read_compute() {
    const Token start = lines_.word();
    RunCompute run;
    for (std::uint32_t& along : run.groups) {
        if (!lines_.take_unsigned32("a number of workgroups", along)) {
            return false;
        }
    }
    if (script_.pipelines[kComputeSection].attachments.empty()) {
        return lines_.fail("M108", start, "there is no compute shader");
    }
    commands_.add(start, RunCommand{kComputeSection, run});
    return true;
}

bool TestCommands::read_clear() {
    const Token start = lines_.word();
    const Word<Cleared>* const cleared = kClearedWords.find(lines_.peek().text);
    if (cleared == nullptr) {
        commands_.add(start, ClearCommand{kGraphicsSection});
        return true;
    }
    lines_.take();
    switch (cleared->meaning) {
    case Cleared::color: return read_clear_colour(start);
    case Cleared::depth: return read_clear_depth(start);
    case Cleared::stencil: break;
    }
    std::uint64_t value = 0;
    if (!lines_.take_unsigned("a stencil", 255, value)) {
        return false;
    }
    commands_.add(start, ClearStencilCommand{kGraphicsSection, static_cast<std::uint8_t>(value)});
    return true;
}

bool TestCommands::read_clear_colour(const Token& start) {
    ClearColourCommand clear{kGraphicsSection, {}};
    for (float& component : clear.colour) {
        if (!lines_.take_float("a component of a colour", component)) {
            return false;
        }
    }
    commands_.add(start, clear);
    return true;
}

bool TestCommands::read_clear_depth(const Token& start) {
    ClearDepthCommand clear{kGraphicsSection, 1.0F};
    if (!lines_.take_depth(clear.depth)) {
        return false;
    }
    commands_.add(start, clear);
    return true;
}

bool TestCommands::read_line() {
    const Token start = lines_.peek();
    if (const Word<nir::Stage>* const stage = kEntryStageWords.find(start.text)) {
        if (lines_.refuses(start, kEntryStageWords)) {
            return false;
        }
        lines_.take(); // `compute` is also a command
        if (lines_.is_next(Keyword::entrypoint)) {
            return read_entry(start, stage->meaning);
        }
        return stage->meaning == nir::Stage::compute ? read_compute()
                                                     : lines_.fail_word(start, kTestCommandWords);
    }
    TestCommand command{};
    if (!lines_.take_word(kTestCommandWords, command)) {
        return false;
    }
    switch (command) {
    case TestCommand::draw: return read_draw();
    case TestCommand::compute: return read_compute();
    case TestCommand::clear: return read_clear();
    case TestCommand::probe: return probes_.read_probe(false);
    case TestCommand::relative: return lines_.expect(Keyword::probe) && probes_.read_probe(true);
    case TestCommand::uniform: return buffers_.read_uniform();
    case TestCommand::ssbo: return buffers_.read_storage();
    case TestCommand::tolerance: return probes_.read_tolerances();
    default: break;
    }
    return states_.read_state(command, start);
}

} // namespace jacquard::driver::amber
