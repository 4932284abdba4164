// Draws what scripts say and looks at the pixels they probe, for run_piglit.py, which makes the
// scripts: `draw_scripts [--engine nir] [--gpu N]... < SCRIPTS`, one JSON object a line in,
// one line for each engine out.

#include <jacquard/support/json/json.h>

#include "frame.h"
#include "program.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace jacquard;
using namespace jacquard::piglit;

enum class Verdict : std::uint8_t { pass, fail, refused, not_glsl };

constexpr std::array<std::string_view, 4> kVerdicts = {"pass", "fail", "refused", "not glsl"};

struct Outcome {
    Verdict verdict = Verdict::pass;
    std::string reason;
};

Outcome failed(std::string reason) {
    return {Verdict::fail, std::move(reason)};
}

template <typename Number>
std::optional<Number> parsed(std::string_view text, int base) {
    Number value{};
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, value, base);
    return fault == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

template <std::size_t count>
std::array<float, count> floats_of(json::Value list) {
    std::array<float, count> values{};
    std::size_t i = 0;
    for (const json::Value each : list) {
        values.at(i++) = static_cast<float>(each.number());
    }
    return values;
}

std::uint32_t unsigned_of(json::Value value) {
    return static_cast<std::uint32_t>(value.integer());
}

// Words of vertices as the script has them: hexadecimal, four a vertex.
Attributes attributes_of(json::Value object) {
    Attributes attributes;
    for (const json::Value list : object) {
        std::vector<std::array<std::uint32_t, 4>>& vertices = attributes[std::string(list.name())];
        for (const json::Value words : list) {
            std::array<std::uint32_t, 4> vertex{};
            std::size_t i = 0;
            for (const json::Value word : words) {
                vertex.at(i++) = parsed<std::uint32_t>(word.string(), 16).value_or(0);
            }
            vertices.push_back(vertex);
        }
    }
    return attributes;
}

class Player {
  public:
    Player(json::Value script, Program& program)
        : script_(script), program_(program),
          frame_(unsigned_of(script["size"].at(0)), unsigned_of(script["size"].at(1))) {}

    Outcome play() {
        for (const json::Value command : script_["commands"]) {
            if (command["do"].string() == "probe" && !want(command)) {
                return failed("a probe outside of the picture");
            }
        }
        frame_.clear({});
        for (const json::Value command : script_["commands"]) {
            const std::string_view verb = command["do"].string();
            std::string fault;
            const bool is_done = verb == "uniform" ? set(command, fault)
                                 : verb == "draw"  ? draw(command, fault)
                                 : verb == "probe" ? probe(command, fault)
                                                   : clear(command);
            if (!is_done) {
                return failed("line " + std::to_string(command["line"].integer()) + ": " + fault);
            }
        }
        return {};
    }

  private:
    [[nodiscard]] static std::vector<std::pair<std::uint32_t, std::uint32_t>>
    places_of(json::Value command) {
        return Frame::places(unsigned_of(command["x"]), unsigned_of(command["y"]),
                             unsigned_of(command["width"]), unsigned_of(command["height"]));
    }

    bool want(json::Value command) {
        bool is_inside = true;
        for (const auto& [x, y] : places_of(command)) {
            is_inside = frame_.want(x, y) && is_inside;
        }
        return is_inside;
    }

    bool clear(json::Value command) {
        frame_.clear(floats_of<4>(command["colour"]));
        return true;
    }

    bool set(json::Value command, std::string& fault) {
        std::vector<std::uint64_t> bits;
        for (const json::Value each : command["bits"]) {
            bits.push_back(parsed<std::uint64_t>(each.string(), 16).value_or(0));
        }
        return program_.set(command["name"].string(), bits, fault);
    }

    bool draw(json::Value command, std::string& fault) {
        std::vector<std::array<std::uint32_t, 3>> triangles;
        for (const json::Value each : command["triangles"]) {
            triangles.push_back(
                {unsigned_of(each.at(0)), unsigned_of(each.at(1)), unsigned_of(each.at(2))});
        }
        driver::draw::ShadedVertices shaded;
        const auto count = static_cast<std::size_t>(command["vertices"].integer());
        return program_.shade(attributes_of(command["attributes"]), count, shaded, fault) &&
               frame_.draw(program_, shaded, triangles, fault);
    }

    bool probe(json::Value command, std::string& fault) const {
        const std::array<float, 4> wanted = floats_of<4>(command["colour"]);
        const std::array<float, 4> tolerance = floats_of<4>(command["tolerance"]);
        const std::size_t channels = command["colour"].size();
        for (const auto& [x, y] : places_of(command)) {
            const Colour found = frame_.pixel(x, y);
            for (std::size_t c = 0; c < channels; ++c) {
                if (!(std::abs(found[c] - wanted[c]) <= tolerance[c])) {
                    fault = "pixel " + std::to_string(x) + ", " + std::to_string(y) + " is";
                    for (std::size_t i = 0; i < channels; ++i) {
                        fault += ' ' + std::to_string(found[i]);
                    }
                    fault += ", wanted";
                    for (std::size_t i = 0; i < channels; ++i) {
                        fault += ' ' + std::to_string(wanted[i]);
                    }
                    return false;
                }
            }
        }
        return true;
    }

    json::Value script_;
    Program& program_;
    Frame frame_;
};

void report(std::string_view name, std::string_view engine, const Outcome& outcome) {
    std::string line;
    json::Writer writer(line);
    writer.begin_object().member("name", name).member("engine", engine);
    writer.member("verdict", kVerdicts.at(static_cast<std::size_t>(outcome.verdict)));
    writer.member("reason", outcome.reason).end_object();
    std::cout << line << '\n' << std::flush;
}

std::string name_of(Engine engine) {
    return engine.is_machine ? "ir3 " + std::to_string(engine.gpu) : "nir";
}

void play(json::Value script, const std::vector<Engine>& engines) {
    const std::string_view name = script["name"].string();
    Modules modules;
    Refusal refusal;
    const bool is_glsl =
        make_modules(script["vertex"].string(), script["fragment"].string(), modules, refusal);
    for (const Engine engine : engines) {
        Outcome outcome{Verdict::not_glsl, refusal.reason};
        if (is_glsl) {
            const std::unique_ptr<Program> program =
                Program::load(modules, engine, script["by_location"].boolean(), refusal);
            outcome = program != nullptr ? Player(script, *program).play()
                                         : Outcome{Verdict::refused, refusal.reason};
        }
        report(name, name_of(engine), outcome);
    }
}

} // namespace

int main(int count, char** arguments) {
    std::vector<Engine> engines;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string_view option = arguments[i];
        const std::string_view value = arguments[i + 1];
        const auto gpu = parsed<std::uint32_t>(value, 10);
        if (option == "--engine" && value == "nir") {
            engines.push_back({false, 0});
        } else if (option == "--gpu" && gpu) {
            engines.push_back({true, *gpu});
        } else {
            count = 0;
        }
    }
    if (count % 2 == 0 || engines.empty()) {
        std::cerr << "usage: draw_scripts [--engine nir] [--gpu N]... < SCRIPTS\n";
        return 2;
    }
    for (std::string line; std::getline(std::cin, line);) {
        json::ParseError error;
        const std::optional<json::Document> document = json::Document::parse(line, error);
        if (!document) {
            std::cerr << "no script: " << error.message << '\n';
            return 2;
        }
        play(document->root(), engines);
    }
    return 0;
}
