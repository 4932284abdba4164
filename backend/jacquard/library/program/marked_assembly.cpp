#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/ir3/isa/listing/listing.h>
#include <jacquard/library/program/assembly_text.h>
#include <jacquard/library/program/marked_assembly.h>

#include <algorithm>

namespace jacquard::driver {

namespace {

// Names stand between quotes that nothing escapes.
std::string quoted(std::string_view name) {
    std::string text = "\"";
    for (const char character : name) {
        const bool is_plain = static_cast<unsigned char>(character) >= ' ' && character != '"';
        text += is_plain ? character : '_';
    }
    return text + '"';
}

// The flags in front of an operation: "(sy)(ss)".
std::string_view take_flags(std::string_view& text) {
    std::size_t end = 0;
    while (text.substr(end).starts_with('(')) {
        const std::size_t close = text.find(')', end);
        if (close == std::string_view::npos) {
            break;
        }
        end = close + 1;
    }
    const std::string_view flags = text.substr(0, end);
    text.remove_prefix(std::min(text.find_first_not_of(' ', end), text.size()));
    return flags;
}

// "(sy)mul.f r0.x, r0.y, r0.z" begins with the operation, and labels lose their sign.
std::string with_operation_first(std::string_view text) {
    const std::string_view flags = take_flags(text);
    const std::string_view operation = text.substr(0, text.find(' '));
    std::string line(operation);
    if (!flags.empty()) {
        line += ' ' + std::string(flags);
    }
    std::string rest(text.substr(operation.size()));
    if (const std::size_t label = rest.find("#l"); label != std::string::npos) {
        rest.erase(label, 1);
    }
    return line + rest;
}

class Writer {
  public:
    Writer(const ir3::Program& program, std::string_view main_name)
        : program_(program), main_name_(main_name) {}

    std::string run() {
        for (std::size_t i = 0; i < std::max<std::size_t>(program_.source_files.size(), 1); ++i) {
            out_ += ".file " + std::to_string(i + 1) + ' ' + quoted(name_of_file(i)) + '\n';
        }
        out_ += ".text\n";
        const std::string text =
            ir3::disassemble_program(program_.words, *ir3::revision_of_part(program_.gpu));
        std::string_view rest = text;
        for (std::size_t word = 0; !rest.empty(); ++word) {
            const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
            write_word(word, rest.substr(0, end));
            rest.remove_prefix(end + 1);
        }
        return std::move(out_);
    }

  private:
    [[nodiscard]] std::string_view name_of_file(std::size_t file) const {
        const std::vector<std::string>& files = program_.source_files;
        return files.size() > 1 && !files[file].empty() ? std::string_view(files[file])
                                                        : main_name_;
    }

    void write_word(std::size_t word, std::string_view text) {
        const SourceLine line = word < program_.lines.size() ? program_.lines[word] : SourceLine();
        if (!line.is_same_line(last_)) {
            out_ += line.exists() ? ".loc " + std::to_string(line.file + 1) + ' ' +
                                        std::to_string(line.line) + " 0\n"
                                  : std::string(".text\n");
            last_ = line;
        }
        if (const std::size_t colon = text.find(": ");
            text.starts_with('l') && colon != std::string_view::npos) {
            out_ += std::string(text.substr(0, colon + 1)) + '\n';
            text.remove_prefix(colon + 2);
        }
        out_ += "    " + with_operation_first(text) + '\n';
    }

    const ir3::Program& program_;
    std::string_view main_name_;
    std::string out_;
    SourceLine last_;
};

} // namespace

std::string marked_assembly(const ir3::Program& program, std::string_view main_name) {
    return header_directives(program) + Writer(program, main_name).run();
}

} // namespace jacquard::driver
