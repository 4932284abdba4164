#include <jacquard/draw/uniforms/uniform_file.h>
#include <jacquard/support/json/json.h>

namespace jacquard::driver::draw {

namespace {

class Reader {
  public:
    explicit Reader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

    void read_members(const json::Value& object, const std::string& prefix) {
        for (const json::Value member : object) {
            read(member, prefix + std::string(member.name()));
        }
    }

    std::vector<Assignment> assignments;

  private:
    void read(const json::Value& value, const std::string& path) {
        if (value.is(json::Kind::object)) {
            read_members(value, path + '.');
            return;
        }
        bool has_objects = false;
        if (value.is(json::Kind::array)) {
            for (const json::Value element : value) {
                has_objects = has_objects || element.is(json::Kind::object);
            }
        }
        if (has_objects) {
            std::size_t number = 0;
            for (const json::Value element : value) {
                read(element, path + '[' + std::to_string(number++) + ']');
            }
            return;
        }
        Assignment assignment{path, {}, value.position()};
        add_numbers(value, assignment.numbers);
        assignments.push_back(std::move(assignment));
    }

    void add_numbers(const json::Value& value, std::vector<double>& numbers) {
        switch (value.kind()) {
        case json::Kind::number: numbers.push_back(value.number()); break;
        case json::Kind::boolean: numbers.push_back(value.boolean() ? 1.0 : 0.0); break;
        case json::Kind::array:
            for (const json::Value element : value) {
                add_numbers(element, numbers);
            }
            break;
        default:
            diagnostics_.error("P104", value.position(),
                               "a uniform is a number, true, false, or an array of these");
            break;
        }
    }

    Diagnostics& diagnostics_;
};

} // namespace

std::vector<Assignment> read_uniform_file(std::string_view text, Diagnostics& diagnostics,
                                          const Limits& limits) {
    const auto document = json::Document::parse(text, "P103", diagnostics, limits);
    if (!document) {
        return {};
    }
    if (!document->root().is(json::Kind::object)) {
        diagnostics.error("P104", document->root().position(),
                          "the uniforms are the members of an object: { \"time\": 1.5 }");
        return {};
    }
    Reader reader(diagnostics);
    reader.read_members(document->root(), {});
    return std::move(reader.assignments);
}

} // namespace jacquard::driver::draw
