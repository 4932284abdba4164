#include <jacquard/amber/script/reader.h>

#include <algorithm>

namespace jacquard::driver::amber {

namespace {

constexpr std::uint32_t kMostCells = 256; // of a grid, along a side

constexpr std::array<Word<Comparison>, 6> kComparisons = {{
    {"EQ", Comparison::eq},
    {"NE", Comparison::ne},
    {"LT", Comparison::lt},
    {"LE", Comparison::le},
    {"GT", Comparison::gt},
    {"GE", Comparison::ge},
}};

} // namespace

void Reader::add(const Token& token, decltype(Command::what) what) {
    commands_.back()->push_back({token.position, std::move(what)});
}

bool Reader::take_graphics(std::size_t& pipeline) {
    const Token token = scanner_.peek();
    if (!find(pipelines_, "pipeline", pipeline)) {
        return false;
    }
    return !script_.pipelines[pipeline].is_compute ||
           fail("M108", token, "'" + std::string(token.text) + "' is no graphics pipeline");
}

bool Reader::read_run() {
    const Token start = word_;
    RunCommand run;
    const Token first = scanner_.peek();
    if (first.text == "TIMED_EXECUTION") {
        return refuse(first, Refused::timed_execution);
    }
    if (!find(pipelines_, "pipeline", run.pipeline)) {
        return false;
    }
    const Token kind = scanner_.peek();
    const bool is_draw =
        kind.text == "DRAW_RECT" || kind.text == "DRAW_GRID" || kind.text == "DRAW_ARRAY";
    if (script_.pipelines[run.pipeline].is_compute == is_draw) {
        return fail("M108", kind,
                    is_draw ? "a compute pipeline draws nothing; expected RUN NAME x y z"
                            : "a graphics pipeline is run with DRAW_RECT, DRAW_GRID or DRAW_ARRAY");
    }
    if (is_draw) {
        scanner_.take();
        const bool is_read = kind.text == "DRAW_ARRAY"
                                 ? read_array(run)
                                 : read_rectangle(run, kind.text == "DRAW_GRID");
        if (!is_read) {
            return false;
        }
    } else {
        RunCompute groups;
        for (std::uint32_t& along : groups.groups) {
            if (!take_unsigned32("a number of workgroups", along)) {
                return false;
            }
        }
        run.what = groups;
    }
    add(start, run);
    return true;
}

bool Reader::read_rectangle(RunCommand& run, bool is_grid) {
    RunRectangle rectangle;
    if (!expect("POS") || !take_float("x", rectangle.x) || !take_float("y", rectangle.y) ||
        !expect("SIZE") || !take_float("the width", rectangle.width) ||
        !take_float("the height", rectangle.height)) {
        return false;
    }
    if (is_grid) {
        const Token token = scanner_.peek();
        if (!expect("CELLS") || !take_unsigned32("the number of columns", rectangle.columns) ||
            !take_unsigned32("the number of rows", rectangle.rows)) {
            return false;
        }
        if (rectangle.columns == 0 || rectangle.rows == 0 || rectangle.columns > kMostCells ||
            rectangle.rows > kMostCells) {
            return fail("M103", token,
                        "a grid has 1 to " + std::to_string(kMostCells) + " cells a side");
        }
    }
    run.what = rectangle;
    return true;
}

bool Reader::read_array(RunCommand& run) {
    static constexpr std::array<std::string_view, 5> kKeys = {"INDEXED", "START_IDX", "COUNT",
                                                              "START_INSTANCE", "INSTANCE_COUNT"};
    RunArray draw;
    if (!expect("AS")) {
        return false;
    }
    const Token topology = scanner_.peek();
    if (topology.text.find("ADJACENCY") != std::string_view::npos) {
        scanner_.take();
        return refuse(topology, Refused::adjacency);
    }
    if (topology.text == "PATCH_LIST") {
        scanner_.take();
        return refuse(topology, Refused::patches);
    }
    if (!take_word<Topology>("topology", topology_words(), draw.topology)) {
        return false;
    }
    while (!scanner_.peek().is_end()) {
        const Token key = scanner_.take();
        const auto found = std::find(kKeys.begin(), kKeys.end(), key.text);
        std::uint32_t value = 0;
        if (found == kKeys.end()) {
            return fail_word(key, "option of a draw", kKeys);
        }
        if (key.text != "INDEXED" && !take_unsigned32("a number", value)) {
            return false;
        }
        switch (found - kKeys.begin()) {
        case 0: draw.is_indexed = true; break;
        case 1: draw.first = value; break;
        case 2: draw.count = value; break;
        case 3: draw.first_instance = value; break;
        default: draw.instances = value; break;
        }
    }
    if (draw.is_indexed && !script_.pipelines[run.pipeline].indices) {
        return fail("M108", topology, "an indexed draw needs INDEX_DATA in its pipeline");
    }
    run.what = draw;
    return true;
}

bool Reader::read_clear() {
    const Token start = word_;
    ClearCommand clear;
    if (!take_graphics(clear.pipeline)) {
        return false;
    }
    add(start, clear);
    return true;
}

bool Reader::read_clear_colour() {
    const Token start = word_;
    ClearColourCommand clear;
    if (!take_graphics(clear.pipeline)) {
        return false;
    }
    for (float& component : clear.colour) {
        std::uint64_t value = 0;
        if (!take_unsigned("a component of a colour", 255, value)) {
            return false;
        }
        component = static_cast<float>(value) / 255.0F;
    }
    add(start, clear);
    return true;
}

bool Reader::read_clear_depth() {
    const Token start = word_;
    ClearDepthCommand clear;
    if (!take_graphics(clear.pipeline) || !take_float("a depth", clear.depth)) {
        return false;
    }
    add(start, clear);
    return true;
}

bool Reader::read_clear_stencil() {
    const Token start = word_;
    ClearStencilCommand clear;
    std::uint64_t value = 0;
    if (!take_graphics(clear.pipeline) || !take_unsigned("a stencil", 255, value)) {
        return false;
    }
    clear.stencil = static_cast<std::uint8_t>(value);
    add(start, clear);
    return true;
}

bool Reader::read_copy() {
    const Token start = word_;
    CopyCommand copy;
    if (!find(buffers_, "buffer", copy.from) || !expect("TO") ||
        !find(buffers_, "buffer", copy.to)) {
        return false;
    }
    if (copy.from == copy.to) {
        return fail("M108", start, "a buffer is not copied to itself");
    }
    add(start, copy);
    return true;
}

bool Reader::read_repeat() {
    static constexpr std::array<Command_, 7> kCommands = {{
        {"CLEAR", &Reader::read_clear},
        {"CLEAR_COLOR", &Reader::read_clear_colour},
        {"CLEAR_DEPTH", &Reader::read_clear_depth},
        {"CLEAR_STENCIL", &Reader::read_clear_stencil},
        {"COPY", &Reader::read_copy},
        {"EXPECT", &Reader::read_expect},
        {"RUN", &Reader::read_run},
    }};
    const Token start = word_;
    RepeatCommand repeat;
    if (!take_unsigned32("a number of times", repeat.count)) {
        return false;
    }
    commands_.push_back(&repeat.commands);
    const bool is_read = read_block(start, kCommands);
    commands_.pop_back();
    add(start, std::move(repeat));
    return is_read;
}

bool Reader::read_expect() {
    static constexpr std::array<std::string_view, 4> kForms = {"IDX", "EQ_BUFFER", "RMSE_BUFFER",
                                                               "EQ_HISTOGRAM_EMD_BUFFER"};
    const Token start = word_;
    ExpectCommand expect;
    if (!find(buffers_, "buffer", expect.buffer)) {
        return false;
    }
    const Token form = scanner_.peek();
    if (std::find(kForms.begin(), kForms.end(), form.text) == kForms.end()) {
        scanner_.take();
        return fail_word(form, "form of expectation", kForms);
    }
    if (!(form.text == "IDX" ? read_expect_values(expect) : read_expect_buffer(expect))) {
        return false;
    }
    add(start, std::move(expect));
    return true;
}

bool Reader::take_tolerances(std::vector<Tolerance>& tolerances) {
    while (!scanner_.peek().is_end() && tolerances.size() <= 4) {
        const Token token = scanner_.peek();
        std::string_view text = token.text;
        Tolerance tolerance;
        tolerance.is_percent = text.ends_with('%');
        text.remove_suffix(tolerance.is_percent ? 1 : 0);
        Number number;
        if (!read_number(text, ScalarKind::floating, 64, number)) {
            break;
        }
        if (number.floating < 0.0) {
            return fail("M103", token, "a tolerance is not below 0");
        }
        scanner_.take();
        tolerance.value = number.floating;
        tolerances.push_back(tolerance);
    }
    return (!tolerances.empty() && tolerances.size() <= 4) ||
           fail("M103", scanner_.peek(), "expected 1 to 4 tolerances");
}

bool Reader::read_expect_values(ExpectCommand& expectation) {
    ExpectValues values;
    std::uint64_t first = 0;
    if (!expect("IDX") || !take_unsigned("an offset", ~std::uint64_t{0} >> 1, first)) {
        return false;
    }
    Number number;
    if (read_number(scanner_.peek().text, ScalarKind::unsigned_integer, 32, number)) {
        std::uint32_t y = 0;
        return take_unsigned32("y", y) &&
               (first <= 0xffffffff || fail("M103", scanner_.peek(), "x is too large")) &&
               read_expect_colour(expectation, static_cast<std::uint32_t>(first), y);
    }
    values.offset = first;
    if (take_if("TOLERANCE") && !take_tolerances(values.tolerances)) {
        return false;
    }
    const Token comparison = scanner_.peek();
    if (!take_word<Comparison>("comparison", kComparisons, values.comparison)) {
        return false;
    }
    if (!values.tolerances.empty()) {
        if (values.comparison != Comparison::eq) {
            return fail("M108", comparison, "a tolerance goes with EQ alone");
        }
        values.comparison = Comparison::near;
    }
    while (!scanner_.peek().is_end()) {
        const Token token = scanner_.take();
        if (!read_number(token.text, ScalarKind::floating, 64, number)) {
            return fail("M103", token, "'" + std::string(token.text) + "' is no number");
        }
        values.values.emplace_back(std::string(token.text), token.position);
    }
    if (values.values.empty()) {
        return fail("M102", scanner_.peek(), "expected a value, not the end of the line");
    }
    expectation.what = std::move(values);
    return true;
}

bool Reader::read_expect_colour(ExpectCommand& expectation, std::uint32_t x, std::uint32_t y) {
    static constexpr std::array<Word<unsigned>, 2> kForms = {{{"EQ_RGB", 3}, {"EQ_RGBA", 4}}};
    ExpectColour colour;
    colour.x = x;
    colour.y = y;
    if (!expect("SIZE") || !take_unsigned32("the width", colour.width) ||
        !take_unsigned32("the height", colour.height)) {
        return false;
    }
    if (colour.width == 0 || colour.height == 0) {
        return fail("M103", word_, "an expectation of no pixel expects nothing");
    }
    const auto take_tolerance = [&] {
        return !take_if("TOLERANCE") || take_tolerances(colour.tolerances);
    };
    if (!take_tolerance() ||
        !take_word<unsigned>("comparison of colours", kForms, colour.components)) {
        return false;
    }
    for (unsigned i = 0; i < colour.components; ++i) {
        float value = 0.0F;
        if (!take_float("a component of a colour", value)) {
            return false;
        }
        colour.colour[i] = static_cast<double>(value);
    }
    if (!take_tolerance()) {
        return false;
    }
    expectation.what = std::move(colour);
    return true;
}

bool Reader::read_expect_buffer(ExpectCommand& expectation) {
    ExpectBuffer other;
    const Token form = scanner_.take();
    if (!find(buffers_, "buffer", other.other)) {
        return false;
    }
    if (form.text != "EQ_BUFFER") {
        other.comparison = form.text == "RMSE_BUFFER" ? BufferComparison::root_mean_square
                                                      : BufferComparison::histogram;
        if (!expect("TOLERANCE") || !take_double("a tolerance", other.tolerance)) {
            return false;
        }
    }
    expectation.what = other;
    return true;
}

} // namespace jacquard::driver::amber
