#include <jacquard/amber/read/commands/runs.h>
#include <jacquard/amber/read/lines/command_list.h>
#include <jacquard/amber/read/pipelines/pipelines.h>

namespace jacquard::driver::amber {

namespace {

constexpr std::uint32_t kMostCells = 256; // of a grid, along a side

} // namespace

bool Runs::read_rectangle(RunCommand& run, bool is_grid) {
    RunRectangle rectangle;
    if (!lines_.expect(Keyword::position) || !lines_.take_float("x", rectangle.x) ||
        !lines_.take_float("y", rectangle.y) || !lines_.expect(Keyword::size) ||
        !lines_.take_float("the width", rectangle.width) ||
        !lines_.take_float("the height", rectangle.height)) {
        return false;
    }
    if (is_grid) {
        const Token token = lines_.peek();
        if (!lines_.expect(Keyword::cells) ||
            !lines_.take_unsigned32("the number of columns", rectangle.columns) ||
            !lines_.take_unsigned32("the number of rows", rectangle.rows)) {
            return false;
        }
        if (rectangle.columns == 0 || rectangle.rows == 0 || rectangle.columns > kMostCells ||
            rectangle.rows > kMostCells) {
            return lines_.fail("M103", token,
                               "a grid has 1 to " + std::to_string(kMostCells) + " cells a side");
        }
    }
    run.what = rectangle;
    return true;
}

bool Runs::read_option(DrawOption option, RunArray& draw) {
    std::uint32_t value = 0;
    if (option == DrawOption::indexed) {
        draw.is_indexed = true;
        return true;
    }
    if (!lines_.take_unsigned32("a number", value)) {
        return false;
    }
    switch (option) {
    case DrawOption::first: draw.first = value; break;
    case DrawOption::count: draw.count = value; break;
    case DrawOption::first_instance: draw.first_instance = value; break;
    case DrawOption::indexed:
    case DrawOption::instances: draw.instances = value; break;
    }
    return true;
}

bool Runs::read_array(RunCommand& run) {
    RunArray draw;
    if (!lines_.expect(Keyword::as)) {
        return false;
    }
    const Token topology = lines_.peek();
    if (!lines_.take_word(kTopologyWords, draw.topology)) {
        return false;
    }
    if (!lines_.take_options(kDrawOptionWords,
                             [&](DrawOption option) { return read_option(option, draw); })) {
        return false;
    }
    if (draw.is_indexed && !script_.pipelines[run.pipeline].indices) {
        return lines_.fail("M108", topology, "an indexed draw needs INDEX_DATA in its pipeline");
    }
    run.what = draw;
    return true;
}

bool Runs::read_groups(RunCommand& run) {
    RunCompute groups;
    for (std::uint32_t& along : groups.groups) {
        if (!lines_.take_unsigned32("a number of workgroups", along)) {
            return false;
        }
    }
    run.what = groups;
    return true;
}

bool Runs::read_draw(RunForm form, RunCommand& run) {
    lines_.take();
    return form == RunForm::array ? read_array(run) : read_rectangle(run, form == RunForm::grid);
}

bool Runs::read_run() {
    const Token start = lines_.word();
    RunCommand run;
    if (lines_.refuses(lines_.peek(), kRunFormWords) || !pipelines_.find(run.pipeline)) {
        return false;
    }
    const Token kind = lines_.peek();
    const Word<RunForm>* const form = kRunFormWords.find(kind.text);
    const bool is_draw = form != nullptr && !form->refused;
    if (script_.pipelines[run.pipeline].is_compute == is_draw) {
        return lines_.fail(
            "M108", kind,
            is_draw ? "a compute pipeline draws nothing; expected RUN NAME x y z"
                    : "a graphics pipeline is run with DRAW_RECT, DRAW_GRID or DRAW_ARRAY");
    }
    if (!(is_draw ? read_draw(form->meaning, run) : read_groups(run))) {
        return false;
    }
    commands_.add(start, run);
    return true;
}

} // namespace jacquard::driver::amber
