#include <jacquard/generated/ir3/parts.h>
#include <jacquard/ir3/cost/register_holders.h>
#include <jacquard/library/program/cost_rows.h>
#include <jacquard/tool/cost/shader/cost_registers.h>

#include <algorithm>
#include <limits>

namespace jacquard::driver {

namespace {

using ir3::RegisterHolder;
using ir3::RegisterHolders;

// Values that are told without being asked for.
constexpr std::size_t kFewHolders = 6;
constexpr std::size_t kHolderWidth = 28;

std::string line_label(const CostedShader& shader, const SourceLine& line) {
    return !line.exists()               ? std::string("?")
           : is_of_source(shader, line) ? std::to_string(line.line)
                                        : line_name(shader, line);
}

std::string name_of(const CostedShader& shader, const RegisterHolder& holder) {
    if (!holder.name.empty()) {
        return holder.name;
    }
    if (holder.is_input) {
        return "an input";
    }
    return holder.defined.exists() ? "(of line " + line_label(shader, holder.defined) + ')'
                                   : std::string("(no name)");
}

std::string width_text(const RegisterHolder& holder) {
    const std::string type = holder.type.empty()
                                 ? (holder.registers.front().location.half ? "16 bits" : "32 bits")
                                 : std::string(holder.type);
    return std::to_string(holder.registers.size()) + " x " + type;
}

std::string span_text(const CostedShader& shader, const RegisterHolder& holder) {
    const std::string from = holder.is_input && !holder.defined.exists()
                                 ? "the start"
                                 : "line " + line_label(shader, holder.defined);
    return from + " to " +
           (holder.is_output ? std::string("the end") : line_label(shader, holder.last_used));
}

std::string advice_text(const CostedShader& shader, const RegisterHolder& holder) {
    if (!holder.wins_step) {
        return {};
    }
    if (holder.recompute_slots) {
        const std::uint32_t slots = *holder.recompute_slots;
        return "; computing it again on line " + line_label(shader, holder.last_used) + " costs " +
               std::to_string(slots) + (slots == 1 ? " slot" : " slots") + " and wins a step";
    }
    const bool is_one = !holder.name.empty() || holder.registers.size() == 1;
    return is_one ? "; freeing it wins a step" : "; freeing these wins a step";
}

std::string table_of(const CostedShader& shader, const RegisterHolders& found, std::size_t most) {
    std::string text = "registers held at word " + std::to_string(found.word) + " on " +
                       ir3::part_label(shader.gpu);
    text += found.line.exists() ? ", line " + line_label(shader, found.line) : std::string();
    text += ": " + number_text(found.vec4) + " vec4";
    text += found.step != 0 ? "; more waves with " + std::to_string(found.step) : std::string();
    text += '\n';
    for (std::size_t i = 0; i < std::min(found.holders.size(), most); ++i) {
        const RegisterHolder& holder = found.holders[i];
        std::string line = "  " + name_of(shader, holder);
        line.resize(std::max(line.size() + 1, kHolderWidth), ' ');
        const std::string vec4 = number_text(holder.vec4);
        line.append(vec4.size() < 5 ? 5 - vec4.size() : 0, ' ').append(vec4);
        text += line + "  " + width_text(holder) + ", " + span_text(shader, holder) +
                advice_text(shader, holder) + '\n';
    }
    if (found.holders.size() > most) {
        text += "  and " + std::to_string(found.holders.size() - most) + " more\n";
    }
    return text;
}

std::optional<RegisterHolders> holders_of(const CostedShader& shader, const CostOptions& options) {
    return ir3::register_holders(shader.program, shader.report->revision,
                                 options.registers_at_word);
}

} // namespace

std::string cost_registers(std::span<const CostedShader* const> shaders,
                           const CostOptions& options) {
    std::string text;
    for (const CostedShader* shader : shaders) {
        const bool is_short = shader->report->limited_by == ir3::WaveLimit::registers;
        if (!options.tells_registers && (!is_short || !text.empty())) {
            continue;
        }
        const std::optional<RegisterHolders> found = holders_of(*shader, options);
        if (!found && options.registers_at_word) {
            text += "there is no word " + std::to_string(*options.registers_at_word) + " on " +
                    ir3::part_label(shader->gpu) + ", whose program has " +
                    std::to_string(shader->program.words.size()) + '\n';
        } else if (found) {
            text += table_of(*shader, *found,
                             options.tells_registers ? std::numeric_limits<std::size_t>::max()
                                                     : kFewHolders);
        }
    }
    return text;
}

void append_registers(json::Writer& json, const CostedShader& shader, const CostOptions& options) {
    const std::optional<RegisterHolders> found = holders_of(shader, options);
    json.name("register_holders");
    if (!found) {
        json.null();
        return;
    }
    json.begin_object();
    json.member("word", found->word);
    json.name("vec4").number(found->vec4);
    json.member("step", found->step).member("words_over", found->words_over);
    json.name("values").begin_array();
    for (const RegisterHolder& holder : found->holders) {
        json.begin_object();
        json.member("name", holder.name).member("type", holder.type);
        json.name("registers").begin_array();
        for (const ir3::HeldRegister& held : holder.registers) {
            json.string(ir3::to_string(held.location));
        }
        json.end_array();
        json.name("spans").begin_array();
        for (const ir3::HeldRegister& held : holder.registers) {
            json.begin_array().number(held.first_word).number(held.last_word).end_array();
        }
        json.end_array();
        json.name("vec4").number(holder.vec4);
        json.member("defined", holder.defined.line).member("last_used", holder.last_used.line);
        json.member("first_word", holder.first_word).member("last_word", holder.last_word);
        json.name("input").boolean(holder.is_input);
        json.name("output").boolean(holder.is_output);
        json.name("recompute_slots");
        if (holder.recompute_slots) {
            json.number(*holder.recompute_slots);
        } else {
            json.null();
        }
        json.member("words_over", holder.words_over);
        json.name("wins_step").boolean(holder.wins_step);
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

} // namespace jacquard::driver
