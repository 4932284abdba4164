#include <jacquard/generated/tgsi/names.h>
#include <jacquard/library/program/slot_meaning.h>
#include <jacquard/runs/case/case_file.h>
#include <jacquard/runs/case/case_parser.h>
#include <jacquard/support/text/near_name.h>

#include <algorithm>
#include <array>
#include <bit>
#include <new>

namespace jacquard::driver {

CaseFile CaseParser::parse(std::string_view text) {
    std::uint32_t number = 1;
    for (std::size_t start = 0; start < text.size(); ++number) {
        if (stopped_ || diagnostics_->is_full()) {
            return std::move(file_);
        }
        const std::size_t end = std::min(text.find('\n', start), text.size());
        parse_line(text.substr(start, end - start), number);
        start = end + 1;
    }
    if (file_.shader.empty()) {
        diagnostics_->error("C101", {1, 1}, "a case begins with a line 'shader PATH'");
    }
    if (file_.runs.empty()) {
        diagnostics_->error("C102", {number, 1}, "the case has no line 'run'");
    }
    return std::move(file_);
}

void CaseParser::parse_line(std::string_view text, std::uint32_t number) {
    CaseLine line(text, number, *diagnostics_);
    if (line.at_end()) {
        return;
    }
    const CaseWord keyword = line.next();
    if (keyword.text.starts_with('#')) {
        return;
    }
    if (keyword.text == "shader") {
        parse_shader(line, keyword);
    } else if (keyword.text == "run") {
        begin_run(line, keyword);
    } else if (is_heading(keyword.text)) {
        parse_heading(line, keyword);
    } else if (!known_keyword(keyword)) {
        return;
    } else if (file_.runs.empty()) {
        diagnostics_->error("C107", keyword.position,
                            "'" + std::string(keyword.text) + "' comes before the first 'run'");
    } else {
        parse_item(line, keyword);
    }
}

bool CaseParser::known_keyword(const CaseWord& keyword) {
    static constexpr std::array<std::string_view, 17> kKeywords = {
        "shader",  "entry",   "stage", "spec",  "run",    "IN",  "CONST", "SV",    "MEMORY",
        "TEXTURE", "SAMPLER", "IMAGE", "TEXEL", "GROUPS", "POS", "FACE",  "expect"};
    if (std::find(kKeywords.begin(), kKeywords.end(), keyword.text) != kKeywords.end()) {
        return true;
    }
    Diagnostic& fault = diagnostics_->error(
        "C108", keyword.position, "unknown line of a case: '" + std::string(keyword.text) + "'");
    suggest_name(fault, keyword.text, kKeywords);
    return false;
}

void CaseParser::parse_shader(CaseLine& line, const CaseWord& keyword) {
    if (!file_.shader.empty()) {
        diagnostics_->error("C109", keyword.position, "the case names its shader twice");
        return;
    }
    const CaseWord path = line.next();
    if (path.text.empty()) {
        line.fail("C103", path, "expected the path of the shader");
        return;
    }
    if (line.end_of_line()) {
        file_.shader = path.text;
    }
}

void CaseParser::begin_run(CaseLine& line, const CaseWord& keyword) {
    line.end_of_line();
    if (!take(sizeof(CaseRun) + state_bytes_, keyword.position)) {
        return;
    }
    CaseRun run;
    if (!file_.runs.empty()) {
        run = file_.runs.back();
        run.expected.clear();
        run.expected_vectors.clear();
        run.expected_mask = 0xf;
    }
    run.position = keyword.position;
    file_.runs.push_back(std::move(run));
}

bool CaseParser::take(std::uint64_t bytes, SourcePosition position) {
    if (bytes > bytes_left_) {
        if (!stopped_) {
            report_limit(*diagnostics_, position, Limit::memory, *limits_);
        }
        stopped_ = true;
        return false;
    }
    bytes_left_ -= bytes;
    return true;
}

void CaseParser::parse_item(CaseLine& line, const CaseWord& keyword) {
    CaseRun& run = file_.runs.back();
    if (keyword.text == "IN") {
        parse_input(line, keyword, run);
    } else if (keyword.text == "CONST") {
        parse_constant(line, keyword, run);
    } else if (keyword.text == "SV") {
        parse_system_value(line, keyword, run);
    } else if (keyword.text == "MEMORY") {
        parse_memory(line, keyword, run);
    } else if (keyword.text == "TEXTURE") {
        parse_texture(line, keyword, run.textures);
    } else if (keyword.text == "IMAGE") {
        parse_texture(line, keyword, run.images);
    } else if (keyword.text == "SAMPLER") {
        parse_sampler(line, keyword, run);
    } else if (keyword.text == "TEXEL") {
        parse_texel(line, run);
    } else if (keyword.text == "GROUPS") {
        parse_groups(line, run);
    } else if (keyword.text == "POS") {
        const std::optional<Vector4> value = line.vector();
        if (value && line.end_of_line()) {
            run.fragment_position = *value;
            run.has_fragment_position = true;
        }
    } else if (keyword.text == "FACE") {
        parse_facing(line, run);
    } else if (line.accept("MASK")) {
        parse_mask(line, run);
    } else if (line.accept("OUT")) {
        parse_output(line, keyword, run);
    } else if (line.accept("MEMORY")) {
        parse_expected_memory(line, keyword, run);
    } else if (line.accept("IMAGE") || (line.accept("TEXEL") && line.accept("IMAGE"))) {
        parse_expected_texel(line, keyword, run);
    } else {
        line.fail("C103", line.next(),
                  "expected 'MASK', 'OUT', 'MEMORY', 'IMAGE' or 'TEXEL IMAGE'");
    }
}

void CaseParser::parse_input(CaseLine& line, const CaseWord& keyword, CaseRun& run) {
    const std::optional<unsigned> index = line.number("the number of an input", kMaxCaseIndex);
    std::optional<unsigned> vertex;
    if (!index || !vertex_of(line, kMaxCaseVertices, vertex)) {
        return;
    }
    const std::optional<unsigned> lane = line.lane();
    const std::optional<Vector4> value = lane ? line.vector() : std::nullopt;
    if (!value || !line.end_of_line()) {
        return;
    }
    if (!vertex) {
        if (grow(run.inputs, *index, keyword.position)) {
            run.inputs[*index][*lane] = *value;
        }
    } else if (grow(run.vertex_inputs, *index, keyword.position) &&
               grow(run.vertex_inputs[*index], *vertex, keyword.position)) {
        run.vertex_inputs[*index][*vertex][*lane] = *value;
    }
}

bool CaseParser::vertex_of(CaseLine& line, unsigned limit, std::optional<unsigned>& vertex) {
    if (!line.accept("vertex")) {
        return true;
    }
    vertex = line.number("a vertex", limit);
    return vertex.has_value();
}

void CaseParser::parse_constant(CaseLine& line, const CaseWord& keyword, CaseRun& run) {
    const std::optional<unsigned> buffer =
        resource(line, "the number of a constant buffer", kMaxCaseBuffers);
    const std::optional<unsigned> index =
        buffer ? line.number("the number of a constant", kMaxCaseIndex) : std::nullopt;
    const std::optional<Vector4> value = index ? line.vector() : std::nullopt;
    if (value && line.end_of_line() && grow(run.constants, *buffer, keyword.position) &&
        grow(run.constants[*buffer], *index, keyword.position)) {
        run.constants[*buffer][*index] = *value;
    }
}

void CaseParser::parse_system_value(CaseLine& line, const CaseWord& keyword, CaseRun& run) {
    const CaseWord name = line.next();
    if (name.text.empty()) {
        line.fail("C103", name, "expected the name of a system value");
        return;
    }
    const std::vector<std::string_view> names = case_names();
    if (std::find(names.begin(), names.end(), name.text) == names.end()) {
        Diagnostic& fault = diagnostics_->error(
            "C116", name.position, "there is no system value '" + std::string(name.text) + "'");
        suggest_name(fault, name.text, names);
        return;
    }
    std::optional<unsigned> lane;
    if (line.accept("lane")) {
        lane = line.number("a lane", kCaseLanes);
        if (!lane) {
            return;
        }
    }
    Vector4 value{};
    const std::optional<std::uint32_t> first = line.hex_word();
    value[0] = first.value_or(0);
    for (std::size_t i = 1; first && i < value.size() && !line.at_end(); ++i) {
        const std::optional<std::uint32_t> word = line.hex_word();
        if (!word) {
            return;
        }
        value[i] = *word;
    }
    if (!first || !line.end_of_line()) {
        return;
    }
    auto found =
        std::find_if(run.system_values.begin(), run.system_values.end(),
                     [&](const CaseSystemValue& value) { return value.name == name.text; });
    if (found == run.system_values.end()) {
        const std::uint64_t bytes = sizeof(CaseSystemValue) + name.text.size();
        if (run.system_values.size() == kMaxCaseSystemValues) {
            line.fail("C111", name,
                      "a run has at most " + std::to_string(kMaxCaseSystemValues) +
                          " system values");
            return;
        }
        if (!take(bytes, keyword.position)) {
            return;
        }
        state_bytes_ += bytes;
        run.system_values.push_back({std::string(name.text), {}, {}});
        found = run.system_values.end() - 1;
    }
    for (unsigned i = lane.value_or(0); i < (lane ? *lane + 1 : kCaseLanes); ++i) {
        found->lanes[i] = value[0];
        for (std::size_t component = 1; component < value.size(); ++component) {
            found->more[component - 1][i] = value[component];
        }
    }
}

void CaseParser::parse_facing(CaseLine& line, CaseRun& run) {
    const CaseWord facing = line.next();
    if (facing.text != "1" && facing.text != "-1") {
        line.fail("C103", facing, "expected 1 (front) or -1 (back)");
    } else if (line.end_of_line()) {
        run.front_facing = facing.text == "1";
        run.has_facing = true;
    }
}

void CaseParser::parse_mask(CaseLine& line, CaseRun& run) {
    const CaseWord word = line.next();
    const std::optional<unsigned> value = parse_number<unsigned>(word.text, 16);
    if (!value || *value > 0xf) {
        line.fail("C105", word, "expected one hex digit, one bit a lane");
    } else if (line.end_of_line()) {
        run.expected_mask = static_cast<std::uint8_t>(*value);
    }
}

void CaseParser::parse_output(CaseLine& line, const CaseWord& keyword, CaseRun& run) {
    const std::optional<unsigned> index = line.number("the number of an output", kMaxCaseOutputs);
    if (!index) {
        return;
    }
    const CaseWord semantic = line.next();
    const std::optional<unsigned> semantic_index =
        line.number("the index of a semantic", kMaxCaseIndex);
    std::optional<unsigned> vertex;
    if (!semantic_index || !vertex_of(line, kMaxCaseOutputVertices, vertex)) {
        return;
    }
    const std::optional<unsigned> lane = line.lane();
    const std::optional<Vector4> value = lane ? line.vector() : std::nullopt;
    if (!value || !line.end_of_line()) {
        return;
    }
    auto found =
        std::find_if(run.expected.begin(), run.expected.end(), [&](const CaseOutput& output) {
            return output.index == *index && output.vertex == vertex;
        });
    if (found == run.expected.end()) {
        if (!take(sizeof(CaseOutput) + semantic.text.size(), keyword.position)) {
            return;
        }
        run.expected.push_back(
            {*index, std::string(semantic.text), *semantic_index, {}, 0, vertex});
        found = run.expected.end() - 1;
    } else if (found->semantic != semantic.text || found->semantic_index != *semantic_index) {
        line.fail("C110", semantic,
                  "output " + std::to_string(*index) + " is " + found->semantic + ' ' +
                      std::to_string(found->semantic_index) + " on an earlier line");
        return;
    }
    found->lanes[*lane] = *value;
    found->given = static_cast<std::uint8_t>(found->given | (1U << *lane));
}

CaseFile parse_case_file(std::string_view text, Diagnostics& diagnostics, const Limits& limits) {
    if (text.size() > limits.input_bytes) {
        report_limit(diagnostics, {}, Limit::input_bytes, limits);
        return {};
    }
    try {
        return CaseParser(diagnostics, limits).parse(text);
    } catch (const std::bad_alloc& reason) {
        report_out_of_memory(diagnostics, reason, limits);
        return {};
    }
}

} // namespace jacquard::driver
