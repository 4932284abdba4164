#include <jacquard/fossilize/format/crc32.h>

#include "catch.h"
#include "contains.h"
#include "driver/databases/database_writer.h"
#include "driver/tool_runner.h"

using jacquard::fossilize::ResourceTag;

namespace {

Answer names_of(const std::string& bytes, const std::string& name) {
    const TemporaryFolder folder("faults_" + name);
    folder.write("app.foz", bytes);
    Answer answer = run_tool({"batch", folder / "app.foz", "--names"});
    // Faults name the file.
    for (std::size_t at = answer.err.find(folder / ""); at != std::string::npos;
         at = answer.err.find(folder / "")) {
        answer.err.erase(at, (folder / "").size());
    }
    return answer;
}

std::string error(std::size_t place, const std::string& rest, const char* code = "D220") {
    return "app.foz: error[" + std::string(code) + "]: byte " + std::to_string(place) + rest + '\n';
}

std::string warning(std::size_t place, const std::string& rest, const char* code = "D220") {
    return "app.foz: warning[" + std::string(code) + "]: byte " + std::to_string(place) + rest +
           '\n';
}

const std::string kKernel = R"("stage":)" + stage_json(0x20, 0xb, "main");
const std::string kKernelName = "compute/0000000000000003/compute\n";

// A database with one pipeline, and the same behind another entry.
struct Written {
    DatabaseWriter database;
    std::size_t place = 0; // of the entry that is tried

    explicit Written(char version = 6) : database(version) {
        database.add_module(0xb, one_kernel());
    }
    void add_pipeline() { database.add_pipeline(ResourceTag::compute_pipeline, 0x3, kKernel); }
};

} // namespace

TEST_CASE("the checksum of a database is that of gzip") {
    CHECK(jacquard::fossilize::crc32("123456789") == 0xcbf43926);
}

TEST_CASE("a file that begins otherwise, or is newer, is no database") {
    const Answer other = names_of("\x81"
                                  "FOSSILIZEDC and more of it",
                                  "magic");
    CHECK(contains(other.err, "app.foz: error[D220]: byte 0: no database of Fossilize begins so"));
    CHECK(other.code == 2);
    CHECK(contains(names_of("", "empty").err, "byte 0: no database of Fossilize begins so"));
    CHECK(names_of(DatabaseWriter(7).bytes, "newer").err ==
          error(15,
                ": the database is of version 7, which is newer than this tool, versions 5 and "
                "6 can be read",
                "D221"));
    CHECK(contains(names_of(DatabaseWriter(4).bytes, "old").err, "of version 4, which is too old"));
    CHECK(contains(names_of(DatabaseWriter(5).bytes, "none").err, "there are no shaders"));
}

TEST_CASE("an entry that is cut off at the end is warned of, and the others are read") {
    Written written;
    written.add_pipeline();
    const std::size_t whole = written.database.bytes.size();
    written.database.add(ResourceTag::sampler, 9, "{}");
    for (std::size_t size = whole + 1; size < written.database.bytes.size(); ++size) {
        const Answer answer = names_of(written.database.bytes.substr(0, size), "cut");
        CHECK(answer.code == 0);
        CHECK(answer.out == kKernelName);
        const std::string was = size < whole + 56
                                    ? "56 bytes were expected, the head of an entry, and " +
                                          std::to_string(size - whole) + " are there"
                                    : "the payload of the last entry should be 2 bytes, and " +
                                          std::to_string(size - whole - 56) + " are there";
        CHECK(answer.err == warning(whole, ": the database is cut off; " + was));
    }
}

TEST_CASE("kinds of entries that are not known, and ray tracing, are skipped and counted") {
    Written written;
    const std::size_t newer = written.database.add(11, 1, "{}");
    written.database.add(12, 1, "{}");
    const std::size_t rays = written.database.add(ResourceTag::raytracing_pipeline, 1, "{}");
    written.add_pipeline();
    const Answer answer = names_of(written.database.bytes, "kinds");
    CHECK(answer.code == 0);
    CHECK(answer.out == kKernelName);
    CHECK(answer.err ==
          warning(newer,
                  ": 2 entries from here on are of a kind that this tool does not know, and "
                  "skipped",
                  "D221") +
              warning(rays,
                      ": a ray tracing pipeline is left out, since the compiler has no such "
                      "stages",
                      "D221"));
}

TEST_CASE("of entries with one hash the first one counts") {
    Written written;
    written.add_pipeline();
    written.database.add_pipeline(ResourceTag::compute_pipeline, 0x3, "");
    const Answer answer = names_of(written.database.bytes, "twice");
    CHECK(answer.err.empty());
    CHECK(answer.out == kKernelName);
}

TEST_CASE("a damaged entry costs itself alone") {
    const std::string head = ", compute pipeline 0000000000000001: ";
    const auto tried = [&](const std::string& json, const std::string& fault,
                           const char* code = "D220") {
        Written written;
        written.place = written.database.add(ResourceTag::compute_pipeline, 1, json);
        written.add_pipeline();
        const Answer answer = names_of(written.database.bytes, "entry");
        CHECK(answer.code == 2);
        CHECK(answer.out == kKernelName);
        CHECK(answer.err == error(written.place, head + fault, code));
    };
    const auto described = [](const std::string& stage) {
        return R"({"version":6,"computePipelines":{"0000000000000001":{"stage":)" + stage + "}}}";
    };
    tried("{", "line 1, column 2 of its JSON: a name in quotes is expected here");
    tried("{}", "its JSON should have a member 'computePipelines' with a member "
                "'0000000000000001'");
    tried(R"({"version":7})",
          "line 1, column 12 of its JSON: it is of version 7, which is newer than this tool; "
          "versions up to 6 can be read",
          "D221");
    tried(described(stage_json(0x4000, 0xb, "main")),
          "the stage 0x00004000 is none that graphics and compute pipelines are known to have",
          "D221");
    tried(described(R"({"stage":32,"module":3,"name":"main"})"),
          "line 1, column 83 of its JSON: 'module' should be the hash of a module");
    tried(described(R"({"stage":-1,"module":"b","name":"main"})"),
          "line 1, column 71 of its JSON: 'stage' should be an integer from 0 to 4294967295");
    tried(described(R"({"stage":32,"module":"b","name":""})"),
          "line 1, column 94 of its JSON: 'name' should be the name of an entry point");
    const auto with = [&](const std::string& constants) {
        return described(stage_json(32, 0xb, "main", R"("specializationInfo":)" + constants));
    };
    tried(with(R"({"data":"A"})"),
          "line 1, column 155 of its JSON: 'data' should be a text in base 64");
    tried(with(R"({"data":"AAAA","mapEntries":[{"constantID":1,"offset":2,"size":2}]})"),
          "line 1, column 176 of its JSON: 'size' should be 1 to 8 bytes within the 3 of the "
          "constants' data");
}

TEST_CASE("a payload that was changed, or is packed in an unknown way, is not read") {
    Written written;
    const std::size_t changed = written.database.add(ResourceTag::compute_pipeline, 1, "{}");
    written.database.bytes.back() = '!';
    const std::size_t packed = written.database.add(ResourceTag::compute_pipeline, 2, "{}");
    written.database.bytes[packed + 44] = 3;
    const std::size_t longer = written.database.add(ResourceTag::compute_pipeline, 4, "{}");
    written.database.bytes[longer + 52] = 3;
    // A bomb says less than it is.
    const std::size_t bomb = written.database.add(ResourceTag::compute_pipeline, 5,
                                                  std::string(100'000, ' '), Packing::deflated);
    written.database.bytes.replace(bomb + 52, 4, std::string("\x10\0\0\0", 4));
    // And one that says what no shader is.
    const std::size_t large = written.database.add(ResourceTag::compute_pipeline, 6, "{}");
    written.database.bytes.replace(large + 52, 4, "\xff\xff\xff\xff");
    written.add_pipeline();
    const Answer answer = names_of(written.database.bytes, "payload");
    CHECK(answer.code == 2);
    CHECK(answer.out == kKernelName);
    CHECK(
        contains(answer.err, error(changed, ", compute pipeline 0000000000000001: its payload was "
                                            "changed: its checksum is 0x")
                                 .substr(0, 90)));
    CHECK(contains(answer.err,
                   error(packed,
                         ", compute pipeline 0000000000000002: its payload is packed in the "
                         "unknown way 3; 1, not at all, and 2, deflated, are known",
                         "D221")));
    CHECK(contains(answer.err,
                   error(longer, ", compute pipeline 0000000000000004: its payload is stored as it "
                                 "is, and should be 3 bytes; it takes 2")));
    if (std::string_view(JACQUARD_INFLATES) == "yes") {
        CHECK(contains(answer.err,
                       error(bomb, ", compute pipeline 0000000000000005: its payload cannot be "
                                   "inflated to 16 bytes: there are more")));
    }
    CHECK(contains(answer.err, "error[L101]"));
}

TEST_CASE("an entry whose size is a lie hides no other one") {
    const std::string head = ", sampler 0000000000000009: its payload should be ";
    // More than the file has.
    Written beyond;
    beyond.place = beyond.database.add(ResourceTag::sampler, 9, "{}");
    beyond.database.bytes[beyond.place + 42] = 1;
    const std::size_t next = beyond.database.bytes.size();
    beyond.add_pipeline();
    const Answer far = names_of(beyond.database.bytes, "beyond");
    CHECK(far.out == kKernelName);
    CHECK(far.err == error(beyond.place, head +
                                             "65538 bytes, which is more than the file has; "
                                             "another entry begins at byte " +
                                             std::to_string(next)));
    // Some bytes of the next entry.
    beyond.database.bytes[beyond.place + 42] = 0;
    beyond.database.bytes[beyond.place + 40] = 20;
    const Answer near = names_of(beyond.database.bytes, "near");
    CHECK(near.out == kKernelName);
    CHECK(near.err == error(beyond.place, head +
                                              "20 bytes, and another entry begins within it, at "
                                              "byte " +
                                              std::to_string(next)));
    // Less than it has.
    beyond.database.bytes[beyond.place + 40] = 0;
    const Answer less = names_of(beyond.database.bytes, "less");
    CHECK(less.out == kKernelName);
    CHECK(less.err == error(next - 2, ": the name of an entry was expected, 40 hexadecimal digits; "
                                      "the next entry begins at byte " +
                                          std::to_string(next)));
}

TEST_CASE("a shader whose module is missing or damaged is malformed, and the others are compiled") {
    const TemporaryFolder folder("database_modules");
    DatabaseWriter database;
    database.add_module(0xb, one_kernel());
    const std::string json = R"({"shaderModules":{"000000000000000d":)";
    database.add(ResourceTag::shader_module, 0xd,
                 json + R"({"codeSize":8,"varintOffset":0,"varintSize":2}}})" +
                     std::string("\0\x81\x01", 3));
    database.add(ResourceTag::shader_module, 0xe, "{}");
    const auto add = [&](std::uint64_t hash, std::uint64_t module, const char* entry) {
        database.add_pipeline(ResourceTag::compute_pipeline, hash,
                              R"("stage":)" + stage_json(0x20, module, entry));
    };
    add(1, 0xb, "main");
    add(2, 0xd, "main");
    add(3, 0xe, "main");
    add(4, 0xf, "main");
    add(5, 0, "main");
    add(6, 0xb, "other");
    folder.write("app.foz", database.bytes);
    const Answer answer = run_tool({"batch", folder / "app.foz", "--all", "--jobs", "1"});
    CHECK(answer.err.empty());
    CHECK(answer.code == 0);
    CHECK(contains(answer.out, "shaders 6  compiled 1  refused 1  malformed 4  failed 0"));
    for (const char* reason :
         {"word 1 of 2 was expected where its payload ends",
          "its JSON should have a member 'shaderModules' with a member '000000000000000e'",
          "the module of its stage 'compute', 000000000000000f, is not in the database",
          "the module of its stage 'compute' was not recorded",
          "the module 000000000000000b has no compute entry point 'other'; it has compute "
          "'main'"}) {
        CHECK(contains(answer.out, reason));
    }
}

TEST_CASE("modules of older databases have their words in base 64") {
    const TemporaryFolder folder("database_base64");
    DatabaseWriter database(5);
    database.add(ResourceTag::shader_module, 0xa,
                 R"({"version":5,"shaderModules":{"a":{"codeSize":8,"code":"AwIjBwAAAQA="}}})");
    folder.write("app.foz", database.bytes);
    const Answer answer = run_tool({"batch", folder / "app.foz", "--names"});
    CHECK(contains(answer.err, "shader module 000000000000000a: it is no module of SPIR-V that can "
                               "be read, or has no entry point"));
}
