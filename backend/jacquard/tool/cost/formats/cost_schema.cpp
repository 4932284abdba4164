#include <jacquard/generated/ir3/cost_model.h>
#include <jacquard/library/program/cost_rows.h>
#include <jacquard/tool/cost/formats/cost_formats.h>

#include <initializer_list>
#include <utility>

namespace jacquard::driver {

namespace {

using Member = std::pair<std::string_view, std::string_view>; // name, type

class Schema {
  public:
    std::string run() {
        json_.begin_object();
        json_.member("$schema", "http://json-schema.org/draft-07/schema#");
        json_.member("title", "A report of jacquard cost");
        json_.member("description", "One form of a shader for one part. Members may be added in a "
                                    "version; those that are there keep their meaning.");
        json_.member("type", "object");
        begin_properties({"schema", "file", "gpu", "form", "status"});
        json_.name("schema").begin_object().member("const", kCostSchema).end_object();
        add_members({{"file", "string"},
                     {"gpu", "integer"},
                     {"form", "string"},
                     {"status", "string"},
                     {"reason", "string"},
                     {"stage", "string"},
                     {"limited_by", "string"},
                     {"occupancy_is_exact", "boolean"}});
        add_sections();
        begin_object("verdict", {"bound_by", "cycles", "busy", "alone"});
        add_members({{"bound_by", "string"},
                     {"cycles", "number"},
                     {"busy", "number"},
                     {"alone", "number"}});
        end_object();
        add_findings();
        begin_object("what_if", {});
        for (const advice::WhatIf& change : advice::what_ifs()) {
            json_.name(change.word).begin_object();
            json_.name("type").begin_array().string("object").string("null").end_array();
            json_.member("description", change.doc).end_object();
        }
        end_object();
        begin_object("bound", {"longest", "shortest", "whole"});
        end_object();
        add_lines();
        add_loops();
        add_holders();
        begin_list("basis", {"name", "doc", "source", "where"});
        end_list();
        json_.end_object(); // properties
        json_.end_object();
        return text_ + '\n';
    }

  private:
    void require(std::initializer_list<std::string_view> names) {
        json_.name("required").begin_array();
        for (const std::string_view name : names) {
            json_.string(name);
        }
        json_.end_array();
    }

    void begin_properties(std::initializer_list<std::string_view> required) {
        require(required);
        json_.name("properties").begin_object();
    }

    void begin_object(std::string_view name, std::initializer_list<std::string_view> required) {
        json_.name(name).begin_object().member("type", "object");
        begin_properties(required);
    }

    void end_object() { json_.end_object().end_object(); }

    void begin_list(std::string_view name, std::initializer_list<std::string_view> required) {
        json_.name(name).begin_object().member("type", "array");
        begin_object("items", required);
    }

    void end_list() {
        end_object();
        json_.end_object();
    }

    void add_members(std::initializer_list<Member> members) {
        for (const auto& [name, type] : members) {
            json_.name(name).begin_object().member("type", type).end_object();
        }
    }

    void add_number_or_null(std::string_view name, std::string_view doc) {
        json_.name(name).begin_object();
        json_.name("type").begin_array().string("number").string("null").end_array();
        json_.member("description", doc).end_object();
    }

    // The figures; null stands for what has no bound.
    void add_sections() {
        std::string_view section;
        for (const CostRow& row : cost_rows({})) {
            if (row.section != section) {
                if (!section.empty()) {
                    end_object();
                }
                section = row.section;
                begin_object(section, {});
            }
            add_number_or_null(row.name, row.label);
        }
        end_object();
    }

    void add_findings() {
        begin_list("findings", {"finding", "line", "number", "text", "reason", "mend", "gain",
                                "issue_slots", "known"});
        add_members({{"finding", "string"},
                     {"line", "string"},
                     {"number", "integer"},
                     {"text", "string"},
                     {"reason", "string"},
                     {"mend", "string"},
                     {"gain", "number"},
                     {"issue_slots", "number"},
                     {"called_from", "array"}});
        json_.name("known").begin_object().name("enum").begin_array();
        json_.string("tried").string("estimated").end_array().end_object();
        end_list();
    }

    void add_lines() {
        begin_list("lines", {"line", "number", "text", "cycles", "issue", "waits", "preamble",
                             "in_calls", "times", "busy", "called_from", "shared", "serves_others",
                             "serves", "served_by", "words", "prefetches"});
        add_members({{"line", "string"},
                     {"number", "integer"},
                     {"text", "string"},
                     {"cycles", "number"},
                     {"issue", "number"},
                     {"waits", "number"},
                     {"preamble", "number"},
                     {"in_calls", "number"},
                     {"times", "number"},
                     {"shared", "number"},
                     {"serves_others", "boolean"},
                     {"called_from", "array"}});
        begin_object("busy", {});
        for (std::size_t unit = 1; unit < ir3::kCostUnitNames.size(); ++unit) {
            add_members({{ir3::kCostUnitNames[unit], "number"}});
        }
        end_object();
        for (const std::string_view list : {"serves", "served_by"}) {
            begin_list(list, {"line", "number", "cycles"});
            add_members({{"line", "string"}, {"number", "integer"}, {"cycles", "number"}});
            end_list();
        }
        add_words();
        begin_list("prefetches", {"index", "waits", "texture"});
        add_members({{"index", "integer"}, {"waits", "number"}, {"texture", "number"}});
        end_list();
        end_list();
        begin_object("no_line", {"prologue", "flow", "prefetch", "preamble", "words"});
        add_members({{"prologue", "number"},
                     {"flow", "number"},
                     {"prefetch", "number"},
                     {"preamble", "number"}});
        add_words();
        end_object();
    }

    void add_words() {
        begin_list("words", {"index", "text", "cycles", "times", "preamble"});
        add_members({{"index", "integer"},
                     {"text", "string"},
                     {"cycles", "number"},
                     {"times", "number"},
                     {"preamble", "boolean"}});
        end_list();
    }

    void add_loops() {
        begin_list("loop_list", {"line", "word", "rounds", "is_exact", "cycles", "each_round"});
        add_members({{"line", "string"},
                     {"word", "integer"},
                     {"is_exact", "boolean"},
                     {"cycles", "number"},
                     {"each_round", "number"}});
        add_number_or_null("rounds", "whole ones, each time that it is entered");
        end_list();
    }

    void add_holders() {
        begin_object("register_holders", {"word", "vec4", "step", "words_over", "values"});
        add_members({{"word", "integer"},
                     {"vec4", "number"},
                     {"step", "integer"},
                     {"words_over", "integer"}});
        begin_list("values", {"name", "type", "registers", "vec4", "defined", "last_used"});
        add_members({{"name", "string"},
                     {"type", "string"},
                     {"registers", "array"},
                     {"spans", "array"},
                     {"vec4", "number"},
                     {"defined", "integer"},
                     {"last_used", "integer"},
                     {"first_word", "integer"},
                     {"last_word", "integer"},
                     {"input", "boolean"},
                     {"output", "boolean"},
                     {"words_over", "integer"},
                     {"wins_step", "boolean"}});
        add_number_or_null("recompute_slots", "to compute it again where it is used last");
        end_list();
        end_object();
    }

    std::string text_;
    json::Writer json_{text_, 2};
};

} // namespace

std::string cost_schema() {
    return Schema().run();
}

} // namespace jacquard::driver
