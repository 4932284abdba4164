#include <jacquard/driver/tool/commands.h>
#include <jacquard/driver/tool/explain.h>

#include <ostream>

namespace jacquard::driver {

namespace {

int run_explain(const Arguments& arguments, const Streams& streams) {
    const std::string_view name = arguments.operands()[0];
    const std::string text = explain(name);
    if (text.empty()) {
        streams.err << "error: no table has the name '" << name << '\'' << explain_suggestion(name)
                    << '\n';
        return exit_findings;
    }
    streams.out << text;
    return exit_fine;
}

} // namespace

const CommandSpec kExplainCommand = {"explain",
                                     "NAME",
                                     1,
                                     1,
                                     "Tells everything the tables say about a name, in every "
                                     "language that has it. A prefix chooses\n"
                                     "the language: tgsi:MOV, nir:mov, ir3:mov.",
                                     {},
                                     run_explain};

} // namespace jacquard::driver
