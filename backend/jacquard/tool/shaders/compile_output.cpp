#include <jacquard/library/program/program_header.h>
#include <jacquard/library/program/statistics.h>
#include <jacquard/support/hex.h>
#include <jacquard/tool/shaders/compile_output.h>

#include <ostream>

namespace jacquard::driver {

void print_statistics(const ir3::ProgramStatistics& statistics, std::string_view prefix,
                      std::ostream& out) {
    for (const auto& [name, value] : named_statistics(statistics)) {
        out << prefix << name << ' ' << value << '\n';
    }
}

void append_result(json::Writer& json, const CompileResult& result, std::string_view file,
                   bool with_words) {
    json.member("shader", file).member("status", to_string(result.status));
    json.name("reason");
    if (result.status == CompileStatus::compiled) {
        json.null();
    } else {
        json.string(result.reason);
    }
    if (result.status == CompileStatus::compiled) {
        json.name("statistics").begin_object();
        for (const auto& [name, value] : named_statistics(result.program.statistics)) {
            json.member(name, value);
        }
        json.end_object();
        json.name("header");
        append_program_header(json, result.program);
        if (with_words) {
            json.name("words").begin_array();
            for (const std::uint64_t word : result.program.words) {
                json.string(hex(word, 16));
            }
            json.end_array();
        }
    }
}

} // namespace jacquard::driver
