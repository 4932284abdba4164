#include <jacquard/library/frontend/input_form.h>
#include <jacquard/tool/files/input_file.h>

#include "catch.h"
#include "driver/tool_runner.h"

#include <cerrno>
#include <fcntl.h>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace jacquard;
using namespace jacquard::driver;

namespace {

constexpr const char* kShader = "FRAG\nDCL OUT[0], COLOR\n0: END\n";

// Returns the answer of a command that is given `path` as its input.
Answer read_by(std::string_view command, const std::string& path) {
    if (command == "fold") {
        return run_tool({"fold", "--batch", path});
    }
    if (command == "case") {
        return run_tool({"run", "-", "--case", path}, kShader);
    }
    if (command == "header") {
        return run_tool({"run", "-", "--header", path}, kShader);
    }
    if (command == "opt") {
        return run_tool({"opt", path, "--max-input-bytes", "1K"});
    }
    return run_tool({command, path});
}

constexpr const char* kReaders[] = {"compile", "disasm", "asm",  "run",
                                    "opt",     "fold",   "case", "header"};

} // namespace

TEST_CASE("every command says what is wrong with a file that it cannot read") {
    const TemporaryFolder folder("unreadable");
    const std::string here = folder / "";
    for (const char* command : kReaders) {
        INFO(command);
        const Answer directory = read_by(command, here);
        CHECK(directory.code == 2);
        CHECK(directory.err == "jacquard: cannot read '" + here + "': Is a directory\n");
        const Answer missing = read_by(command, folder / "none");
        CHECK(missing.code == 2);
        CHECK(missing.err ==
              "jacquard: cannot read '" + folder / "none" + "': No such file or directory\n");
    }
    if (geteuid() == 0) {
        WARN("the user root may read everything; permissions are not tested");
    } else {
        folder.write("secret", kShader);
        REQUIRE(chmod((folder / "secret").c_str(), 0) == 0);
        CHECK(read_by("compile", folder / "secret").err ==
              "jacquard: cannot read '" + folder / "secret" + "': Permission denied\n");
    }
}

TEST_CASE("a text may begin with the mark of UTF-8, and is refused in UTF-16") {
    const std::string mark = "\xef\xbb\xbf";
    const std::string plain = run_tool({"compile", "-"}, kShader).out;
    CHECK(run_tool({"compile", "-"}, mark + kShader).out == plain);
    CHECK(run_tool({"compile", "-"}, mark + "FRAG\nMOVE\n").err.starts_with("<stdin>:2:1: error"));
    CHECK(run_tool({"disasm", "--hex", "-"}, mark + "4730000a00002006\n").out ==
          "bary.f r2.z, 6, r0.x\n");
    for (const bool is_little : {true, false}) {
        std::string wide = is_little ? "\xff\xfe" : "\xfe\xff";
        for (const char* letter = kShader; *letter != '\0'; ++letter) {
            wide += is_little ? std::string{*letter, '\0'} : std::string{'\0', *letter};
        }
        const Answer answer = run_tool({"compile", "-"}, wide);
        CHECK(answer.code == 1);
        CHECK(answer.err.starts_with("<stdin>: error[D210]: the text is in UTF-16"));
    }
    // Words that begin with the bytes of a mark are words.
    CHECK(run_tool({"disasm", "-"}, mark + std::string(5, '\0')).out.starts_with("nop ; bits "));
    CHECK(run_tool({"disasm", "-"}, std::string("\xff\xfe\0\0\0\0\0\0", 8)).out ==
          "nop ; bits without meaning: 15:9=0x7f, 7:0=0xff\n");
}

TEST_CASE("a device without end is an input that is too large") {
    for (const char* command : kReaders) {
        INFO(command);
        const Answer answer = read_by(command, "/dev/zero");
        CHECK(answer.code == 1);
        CHECK(answer.out.empty());
        CHECK(answer.err.starts_with("/dev/zero: error[L101]: the input has more than "));
    }
}

TEST_CASE("a file is read up to the limit and not beyond") {
    const TemporaryFolder folder("long");
    const std::string shader(kShader);
    folder.write("a.tgsi", shader);
    const std::string most = std::to_string(shader.size());
    const std::string less = std::to_string(shader.size() - 1);
    CHECK(run_tool({"compile", folder / "a.tgsi", "--max-input-bytes", most}).code == 0);
    CHECK(run_tool({"compile", "-", "--max-input-bytes", most}, shader).code == 0);
    const Answer file = run_tool({"compile", folder / "a.tgsi", "--max-input-bytes", less});
    CHECK(file.code == 1);
    CHECK(file.err == folder / "a.tgsi" + ": error[L101]: the input has more than " + less +
                          " bytes\n" + folder / "a.tgsi" +
                          ": note: Limits::input_bytes or --max-input-bytes sets the limit\n");
    const Answer stream = run_tool({"compile", "-", "--max-input-bytes", less}, shader);
    CHECK(stream.code == 1);
    CHECK(stream.err.starts_with("<stdin>: error[L101]"));
}

TEST_CASE("a FIFO is read like a file, however its writer cuts it") {
    const TemporaryFolder folder("fifo");
    const std::string path = folder / "fifo";
    REQUIRE(mkfifo(path.c_str(), 0600) == 0);
    std::thread writer([&] {
        const int fifo = open(path.c_str(), O_WRONLY);
        for (const char* part = kShader; *part != '\0'; ++part) {
            REQUIRE(write(fifo, part, 1) == 1);
        }
        close(fifo);
    });
    const Answer answer = run_tool({"compile", path});
    writer.join();
    INFO(answer.err);
    CHECK(answer.code == 0);
    CHECK(answer.out.find("end") != std::string::npos);
}

TEST_CASE("a FIFO into which nobody writes is given up", "[slow]") {
    const TemporaryFolder folder("silent_fifo");
    const std::string path = folder / "fifo";
    REQUIRE(mkfifo(path.c_str(), 0600) == 0);
    const Answer answer = run_tool({"compile", path});
    CHECK(answer.code == 2);
    CHECK(answer.err == "jacquard: cannot read '" + path + "': no process writes to this FIFO\n");
}

TEST_CASE("an input stream that fails is a file that cannot be read") {
    struct FailingBuffer final : std::streambuf {
        int_type underflow() override { throw std::runtime_error("no more"); }
    };
    FailingBuffer buffer;
    std::istream in(&buffer);
    std::ostringstream out;
    std::ostringstream err;
    const std::string_view words[] = {"compile", "-"};
    CHECK(run_command(words, {in, out, err}) == 2);
    CHECK(err.str().starts_with("jacquard: cannot read '<stdin>'"));
}

TEST_CASE("an output that cannot be written ends with a message") {
    const Answer full = run_tool({"compile", "-", "-o", "/dev/full"}, kShader);
    CHECK(full.code == 2);
    CHECK(full.err == "jacquard: cannot write '/dev/full': No space left on device\n");
    const TemporaryFolder folder("unwritable");
    for (const char* option : {"-o", "--header", "--dot"}) {
        INFO(option);
        const Answer directory = run_tool({"compile", "-", option, folder / ""}, kShader);
        CHECK(directory.code == 2);
        CHECK(directory.err == "jacquard: cannot write '" + folder / "" + "': Is a directory\n");
    }
}

TEST_CASE("a batch without shaders says so") {
    const TemporaryFolder folder("empty_batch");
    const Answer none = run_tool({"batch", folder / ""});
    CHECK(none.code == 2);
    CHECK(none.out.empty());
    CHECK(none.err ==
          "jacquard: there are no shaders (.tgsi, .spv, .spvasm, .vert, .frag, ...) below '" +
              folder / "" + "'\n");
    folder.write("list", "# nothing\n\n");
    CHECK(run_tool({"batch", folder / "list"}).err ==
          "jacquard: the list '" + folder / "list" + "' names no shaders\n");
}

TEST_CASE("a batch prints each result when it is there, in the order of the list") {
    const TemporaryFolder folder("stream");
    folder.write("a.tgsi", kShader);
    folder.write("b.tgsi", "FRAG\n0: NO\n");
    folder.write("c.tgsi", kShader);

    // Counts what was flushed, and takes no more after the second line.
    struct Reader final : std::stringbuf {
        int flushes = 0;
        int sync() override { return ++flushes > 2 ? -1 : 0; }
    };
    Reader reader;
    std::istringstream in;
    std::ostream out(&reader);
    std::ostringstream err;
    const std::string path = folder / "";
    const std::string_view words[] = {"batch", path, "--json", "--jobs", "1"};
    (void)run_command(words, {in, out, err});
    CHECK_FALSE(static_cast<bool>(out));
    CHECK(reader.flushes == 3);
    CHECK(reader.str().starts_with(R"({"shader": "a.tgsi", "status": "compiled")"));
    CHECK(reader.str().find(R"({"shader": "b.tgsi", "status": "malformed")") != std::string::npos);
    CHECK(reader.str().find("totals") == std::string::npos);
}

TEST_CASE("the form of an input is told by its content") {
    const std::string words("\xff\xff\xff\xff\xff\xff\xff\xff", 8);
    CHECK(detect_form("FRAG\nEND\n") == InputForm::tgsi);
    CHECK(detect_form("shader fragment\n") == InputForm::nir);
    CHECK(detect_form(std::string("\x03\x02\x23\x07", 4)) == InputForm::spirv);
    CHECK(detect_form(words) == InputForm::words);
    CHECK(detect_form(std::string("nop\0nop\0", 8)) == InputForm::words);
    // Text has letters of all languages, in UTF-8 or an older encoding.
    CHECK(detect_form("nop ; \xc3\xa9t\xc3\xa9 \xe6\xb0\xb4\n") == InputForm::assembly);
    CHECK(detect_form("nop ; \xe9t\xe9 chaud\n") == InputForm::assembly);
    CHECK(detect_form("\xe9\xe8\xe0n") == InputForm::words);
}
