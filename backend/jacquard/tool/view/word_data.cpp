#include <jacquard/ir3/cost/cost_lines.h>
#include <jacquard/ir3/cost/costed_code.h>
#include <jacquard/ir3/isa/listing/listing.h>
#include <jacquard/ir3/target/occupancy.h>
#include <jacquard/support/hex.h>
#include <jacquard/tool/view/picture_data.h>
#include <jacquard/tool/view/word_data.h>

#include <algorithm>

namespace jacquard::driver::view {

namespace {

// Bits of "flags".
enum : unsigned {
    flag_short_sync = 1,
    flag_long_sync = 2,
    flag_nop = 4,
    flag_preamble = 8,
    flag_padding = 16, // behind the end
};

unsigned flags_of(const ir3::CostedWord& word) {
    return (word.sync_short ? flag_short_sync : 0U) | (word.sync_long ? flag_long_sync : 0U) |
           (word.counted_as == ir3::CountedAs::nop ? flag_nop : 0U);
}

// "sam r0.x" of "(sy)sam (f32)(xyzw)r0.x, r1.y, s#0, t#0".
std::string short_name(std::string_view text) {
    constexpr std::size_t kLongest = 24;
    std::string name;
    unsigned depth = 0;
    for (const char character : text.substr(0, text.find(','))) {
        depth += character == '(' ? 1 : 0;
        if (depth == 0 && name.size() < kLongest) {
            name += character;
        }
        depth -= character == ')' && depth > 0 ? 1 : 0;
    }
    return name;
}

void append_texts(json::Writer& json, std::string_view name,
                  const std::vector<std::string>& texts) {
    json.name(name).begin_array();
    for (const std::string& text : texts) {
        json.string(text);
    }
    json.end_array();
}

void append_words(json::Writer& json, const CostedShader& shader, OriginTable& origins,
                  const ir3::CostedCode& code, const ir3::ValueFlow& flow) {
    const ir3::Program& program = shader.program;
    const std::size_t size = program.words.size();
    std::vector<unsigned> flags(size, flag_padding);
    std::vector<unsigned> units(size);
    for (const ir3::CostedWord& word : code.main) {
        flags[word.index] = flags_of(word);
        units[word.index] = static_cast<unsigned>(word.unit);
    }
    for (const ir3::CostedWord& word : code.preamble) {
        flags[word.index] = flags_of(word) | flag_preamble;
        units[word.index] = static_cast<unsigned>(word.unit);
    }
    std::vector<std::string> names;
    std::string hexes;
    NumberList keys;
    NumberList issue;
    NumberList waits;
    NumberList stalls;
    NumberList stalls_for;
    NumberList live;
    NumberList flag_list;
    NumberList unit_list;
    const std::vector<ir3::WordCost> costs =
        ir3::word_costs(code, ir3::cost_flow(code.main, shader.report->known_loops), size).words;
    for (std::size_t i = 0; i < size; ++i) {
        names.push_back(short_name(word_text(shader, static_cast<std::uint32_t>(i))));
        append_hex(hexes, program.words[i], 16);
        keys.add(i < program.lines.size() ? origins.number(program.lines[i]) : 0);
        issue.add_real(costs[i].issue);
        waits.add_real(costs[i].waits);
        stalls.add_real(costs[i].stalls);
        const bool waits_for = costs[i].stalls_for != ir3::WordCost::kNothing;
        stalls_for.add(waits_for ? std::int64_t{costs[i].stalls_for} : -1);
        live.add_real(i < flow.live.size() ? flow.live[i] : 0);
        flag_list.add(flags[i]);
        unit_list.add(units[i]);
    }
    json.name("words").begin_object();
    append_texts(json, "text",
                 lines_of(ir3::disassemble_program(program.words, shader.report->revision)));
    append_texts(json, "name", names);
    json.member("hex", hexes);
    json.member("key", keys.text()).member("issue", issue.text()).member("waits", waits.text());
    json.member("stalls", stalls.text()).member("for", stalls_for.text());
    json.member("live", live.text()).member("flags", flag_list.text());
    json.member("unit", unit_list.text());
    json.end_object();
}

void append_flow(json::Writer& json, const ir3::ValueFlow& flow) {
    json.name("blocks").begin_array();
    for (const ir3::FlowBlock& block : flow.blocks) {
        NumberList numbers;
        numbers.add(block.first).add(block.end);
        for (const std::uint32_t next : block.successors) {
            numbers.add(next);
        }
        json.string(numbers.text());
    }
    json.end_array();
    NumberList uses;
    for (const ir3::ValueUse& use : flow.uses) {
        uses.add(use.writer).add(use.reader).add(static_cast<int>(use.arrives));
    }
    json.member("uses", uses.text());
}

// Appends the steps at which more registers mean fewer lanes at a time: the most registers of each
// number of lanes, with the waves and the percents of occupancy that they make.
void append_steps(json::Writer& json, const CostedShader& shader, const ir3::CostedCode& code) {
    NumberList steps;
    const ir3::MachineFacts& machine = code.machine;
    ir3::WaveNeeds needs = ir3::wave_needs(shader.program);
    needs.half_registers = 0;
    std::uint32_t before = 0;
    for (std::uint32_t registers = machine.full_registers; registers > 0; --registers) {
        needs.full_registers = registers;
        const ir3::Occupancy occupancy = ir3::occupancy_of(needs, machine);
        if (occupancy.lanes_at_a_time() != before) {
            steps.add(registers).add(occupancy.waves).add(occupancy.percent);
            before = occupancy.lanes_at_a_time();
        }
    }
    json.member("steps", steps.text());
}

} // namespace

void append_word_data(json::Writer& json, const CostedShader& shader, OriginTable& origins,
                      PictureLayout layout) {
    const ir3::Revision revision = shader.report->revision;
    const ir3::CostedCode code = ir3::costed_code(shader.program, revision);
    const ir3::ValueFlow flow = ir3::value_flow(shader.program, revision);
    append_words(json, shader, origins, code, flow);
    append_flow(json, flow);
    append_steps(json, shader, code);
    if (layout == PictureLayout::graphviz) {
        append_pictures(json, flow);
    }
}

} // namespace jacquard::driver::view
