#include <jacquard/tool/batch/record/batch_journal.h>

#include "catch.h"
#include "driver/tool_runner.h"

#include <sys/wait.h>
#include <unistd.h>

using namespace jacquard::driver;

namespace {

BatchIdentity identity_of(const std::string& gpu) {
    BatchIdentity identity;
    identity.add("command", "batch").add("--gpu", gpu);
    return identity;
}

// All that the file holds, "a=1 b=2 "; the journal then stands behind it.
std::string entries_of(BatchJournal& journal) {
    std::string all;
    while (const std::optional<BatchJournal::Entry> entry = journal.next()) {
        all += entry->name + '=' + entry->result + ' ';
    }
    return all;
}

// Writes the file anew with these results.
void write_journal(const std::string& path, int count) {
    std::filesystem::remove(path);
    BatchJournal journal;
    REQUIRE(journal.open(path, identity_of("630")));
    CHECK(entries_of(journal).empty());
    for (int i = 0; i < count; ++i) {
        REQUIRE(journal.append("n" + std::to_string(i), std::to_string(i)));
    }
}

} // namespace

TEST_CASE("a journal tells what was written, and goes on behind it") {
    const TemporaryFolder folder("journal");
    const std::string path = folder / "j";
    write_journal(path, 2);
    {
        BatchJournal journal;
        REQUIRE(journal.open(path, identity_of("630")));
        CHECK(entries_of(journal) == "n0=0 n1=1 ");
        CHECK_FALSE(journal.was_damaged());
        REQUIRE(journal.append("odd \"\n\xff name", "{\"a\": \"\\n\"}"));
    }
    BatchJournal journal;
    REQUIRE(journal.open(path, identity_of("630")));
    CHECK(entries_of(journal) == "n0=0 n1=1 odd \"\n\xff name={\"a\": \"\\n\"} ");
}

TEST_CASE("a journal that is cut off at any byte counts up to the last whole line") {
    const TemporaryFolder folder("journal_cut");
    const std::string path = folder / "j";
    write_journal(path, 3);
    const std::string whole = file_content(path);
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        INFO(size);
        std::ofstream(path, std::ios::binary) << whole.substr(0, size);
        std::string expected;
        std::size_t lines = 0;
        for (std::size_t at = whole.find('\n'); at < size; at = whole.find('\n', at + 1)) {
            if (lines != 0) {
                const std::string number = std::to_string(lines - 1);
                expected += 'n' + number + '=' + number + ' ';
            }
            ++lines;
        }
        {
            BatchJournal journal;
            REQUIRE(journal.open(path, identity_of("630")));
            CHECK(entries_of(journal) == expected);
            REQUIRE(journal.append("more", "m"));
        }
        BatchJournal journal;
        REQUIRE(journal.open(path, identity_of("630")));
        CHECK(entries_of(journal) == expected + "more=m ");
        CHECK_FALSE(journal.was_damaged());
    }
}

TEST_CASE("a journal counts up to the first damaged line") {
    const TemporaryFolder folder("journal_damage");
    const std::string path = folder / "j";
    write_journal(path, 3);
    const std::string whole = file_content(path);
    const std::size_t first = whole.find('\n') + 1;
    const std::size_t second = whole.find('\n', first) + 1;
    for (std::size_t at = second; at < whole.size(); ++at) {
        INFO(at);
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 4);
        std::ofstream(path, std::ios::binary) << changed;
        BatchJournal journal;
        REQUIRE(journal.open(path, identity_of("630")));
        const std::string entries = entries_of(journal);
        CHECK((entries == "n0=0 " || entries == "n0=0 n1=1 "));
        CHECK(journal.was_damaged());
    }
}

TEST_CASE("a journal of other work, or a file that is none, is left as it is") {
    const TemporaryFolder folder("journal_other");
    const std::string path = folder / "j";
    write_journal(path, 1);
    {
        BatchJournal journal;
        CHECK_FALSE(journal.open(path, identity_of("730")));
        CHECK(journal.fault() == path + ":1:1: error[D208]: the file belongs to other work: --gpu "
                                        "is '630' there and '730' here\n");
    }
    for (const std::string text : {"shader\n", "shader", "0123456789abcdef shader\n"}) {
        folder.write("j", text);
        BatchJournal journal;
        CHECK_FALSE(journal.open(path, identity_of("630")));
        CHECK(journal.fault() ==
              path + ":1:1: error[D208]: this is not a file that 'batch --resume' wrote\n");
        CHECK(file_content(path) == text);
    }
    BatchJournal device;
    CHECK_FALSE(device.open("/dev/zero", identity_of("630")));
    CHECK(device.fault() == "jacquard: '/dev/zero' is not a regular file\n");
    BatchJournal journal;
    CHECK_FALSE(journal.open(folder / "no/where", identity_of("630")));
    CHECK(journal.fault() ==
          "jacquard: cannot write '" + folder / "no/where" + "': No such file or directory\n");
}

TEST_CASE("two processes do not write one journal") {
    const TemporaryFolder folder("journal_lock");
    const std::string path = folder / "j";
    BatchJournal journal;
    REQUIRE(journal.open(path, identity_of("630")));
    const pid_t child = fork();
    if (child == 0) {
        BatchJournal other;
        const bool is_open = other.open(path, identity_of("630"));
        _exit(!is_open && other.fault() == "jacquard: another process is writing '" + path + "'\n"
                  ? 0
                  : 1);
    }
    int status = -1;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
}
