#include <jacquard/amber/read/commands/amber_script.h>
#include <jacquard/amber/read/lines/bounds.h>

#include <utility>

namespace jacquard::driver::amber {

bool AmberScript::read_copy() {
    const Token start = lines_.word();
    CopyCommand copy;
    if (!buffers_.find(copy.from) || !lines_.expect(Keyword::to) || !buffers_.find(copy.to)) {
        return false;
    }
    if (copy.from == copy.to) {
        return lines_.fail("M108", start, "a buffer is not copied to itself");
    }
    commands_.add(start, copy);
    return true;
}

bool AmberScript::read_repeat() {
    const Token start = lines_.word();
    const std::size_t faults = lines_.error_count();
    RepeatCommand repeat;
    std::uint64_t count = 0;
    const bool is_head_read = lines_.take_unsigned("a number of times", kMostTimes, count);
    repeat.count = static_cast<std::uint32_t>(count);
    commands_.open(repeat.commands);
    const bool is_read =
        lines_.read_block(start, is_head_read, kRepeatedCommandWords,
                          [&](ScriptCommand command) { return read_command(command); });
    commands_.close();
    if (lines_.error_count() == faults && (repeat.count == 0 || repeat.commands.empty())) {
        return lines_.fail("M108", start, "nothing is repeated here");
    }
    commands_.add(start, std::move(repeat));
    return is_read;
}

bool AmberScript::read_command(ScriptCommand command) {
    switch (command) {
    case ScriptCommand::set: return requirements_.read_engine_data();
    case ScriptCommand::device_feature: return requirements_.read_feature();
    case ScriptCommand::device_property: return requirements_.read_property();
    case ScriptCommand::device_extension:
    case ScriptCommand::instance_extension: return requirements_.read_extension();
    case ScriptCommand::virtual_file: return shaders_.read_virtual_file();
    case ScriptCommand::shader: return shaders_.read_shader();
    case ScriptCommand::struct_: return types_.read_structure();
    case ScriptCommand::buffer: return buffers_.read_buffer();
    case ScriptCommand::image: return buffers_.read_image();
    case ScriptCommand::sampler: return samplers_.read_sampler();
    case ScriptCommand::pipeline: return pipelines_.read_pipeline();
    case ScriptCommand::derive_pipeline: return pipelines_.read_derived();
    case ScriptCommand::run: return runs_.read_run();
    case ScriptCommand::clear: return clears_.read_clear();
    case ScriptCommand::clear_color: return clears_.read_clear_colour();
    case ScriptCommand::clear_depth: return clears_.read_clear_depth();
    case ScriptCommand::clear_stencil: return clears_.read_clear_stencil();
    case ScriptCommand::copy: return read_copy();
    case ScriptCommand::repeat: return read_repeat();
    case ScriptCommand::expect: break;
    }
    return expectations_.read_expect();
}

Script AmberScript::read() {
    while (lines_.next_line() && !lines_.is_full()) {
        lines_.read_line(kScriptCommandWords,
                         [&](ScriptCommand command) { return read_command(command); });
    }
    if (lines_.error_count() == 0 && script_.commands.empty()) {
        lines_.fail("M108", {{}, {1, 1}},
                    "this script has no command that runs or expects something");
    }
    return std::move(script_);
}

} // namespace jacquard::driver::amber
