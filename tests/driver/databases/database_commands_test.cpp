#include "catch.h"
#include "contains.h"
#include "driver/databases/database_writer.h"
#include "driver/tool_runner.h"

namespace {

const std::string kNames = "graphics/0000000000000001/vertex\n"
                           "graphics/0000000000000001/fragment\n"
                           "graphics/0000000000000002/fragment\n"
                           "compute/0000000000000003/compute\n"
                           "module/000000000000000c/vertex/vs\n"
                           "module/000000000000000c/fragment/fs\n";

// A folder with the small database in it.
struct Folder {
    TemporaryFolder folder;
    std::string path;

    explicit Folder(const std::string& name, Packing packing = Packing::plain)
        : folder("database_" + name), path(folder / "app.foz") {
        folder.write("app.foz", small_database(packing));
    }
    [[nodiscard]] std::string operator/(const std::string& shader) const {
        return path + '/' + shader;
    }
};

} // namespace

TEST_CASE("the shaders of a database are the stages of its pipelines and what no pipeline uses") {
    const Folder app("names");
    const Answer all = run_tool({"batch", app.path, "--names"});
    CHECK(all.err.empty());
    CHECK(all.out == kNames);
    CHECK(all.code == 0);
    CHECK(run_tool({"batch", app / "graphics/0000000000000001", "--names"}).out ==
          kNames.substr(0, kNames.find("graphics/0000000000000002")));
    CHECK(run_tool({"batch", app / "module", "--names"}).out ==
          kNames.substr(kNames.find("module")));
    CHECK(run_tool({"batch", app / "graphics/000000000000000f", "--names"}).code == 2);
}

TEST_CASE("a batch compiles a database as it does a folder: in shards, resumed and from a cache") {
    const Folder app("batch");
    const Answer whole = run_tool({"batch", app.path, "--json"});
    CHECK(whole.code == 0);
    CHECK(whole.err.empty());
    CHECK(contains(whole.out, R"({"totals": {"shaders": 6, "compiled": 6,)"));
    const std::string journal = app.folder / "journal";
    CHECK(run_tool({"batch", app.path, "--json", "--resume", journal}).out == whole.out);
    CHECK(run_tool({"batch", app.path, "--json", "--resume", journal}).out == whole.out);
    const std::string cache = app.folder / "cache";
    CHECK(run_tool({"batch", app.path, "--json", "--cache", cache}).out == whole.out);
    CHECK(run_tool({"batch", app.path, "--json", "--cache", cache}).out == whole.out);
    for (const char* shard : {"1/2", "2/2"}) {
        app.folder.write(std::string("part") + shard[0],
                         run_tool({"batch", app.path, "--json", "--shard", shard}).out);
    }
    CHECK(run_tool({"merge", app.folder / "part1", app.folder / "part2"}).out == whole.out);
}

TEST_CASE("a database within a folder is a folder of it, whose faults cost the others nothing") {
    const TemporaryFolder folder("database_within");
    folder.write("game/app.foz", small_database());
    folder.write("game/none.foz", "no database");
    folder.write("game/b.tgsi", "FRAG\nEND\n");
    folder.write("z.txt", "no shader");
    std::string inside;
    for (std::size_t at = 0; at < kNames.size(); at = kNames.find('\n', at) + 1) {
        inside += "game/app.foz/" + kNames.substr(at, kNames.find('\n', at) + 1 - at);
    }
    const std::string fault = "error[D220]: byte 0: no database of Fossilize begins so";

    const Answer names = run_tool({"batch", folder / "", "--names"});
    CHECK(names.out == inside + "game/b.tgsi\n");
    CHECK(contains(names.err, fault));
    CHECK(names.code == 2);

    const Answer compiled = run_tool({"batch", folder / "", "--json"});
    CHECK(contains(compiled.out, R"("totals": {"shaders": 7, "compiled": 7,)"));
    CHECK(contains(compiled.err, fault));
    CHECK(compiled.code == 2);

    // Costs have a baseline that is a folder, too.
    folder.write("game/none.foz", small_database());
    const Answer costs = run_tool({"cost", folder / "", "--gpu", "630", "--against", folder / ""});
    CHECK(costs.err.empty());
    // Each database has six shaders, two of which have a form for binning; the other file has one.
    CHECK(costs.out == "worse 0, better 0, unchanged 17\n");
    CHECK(costs.code == 0);
}

TEST_CASE("a stage has the entry point, the constants and the state of its pipeline") {
    const Folder app("stage");
    const Answer half = run_tool({"compile", app / "graphics/0000000000000001/fragment"});
    CHECK(half.err.empty());
    CHECK(contains(half.out, "@stage FRAG"));
    CHECK(contains(half.out, "0x3f000000"));
    const Answer one = run_tool({"compile", app / "graphics/0000000000000002/fragment"});
    CHECK(!contains(one.out, "0x3f000000"));
    // Who asks for another value gets it.
    CHECK(contains(
        run_tool({"compile", app / "graphics/0000000000000001/fragment", "--spec", "7=0.25"}).out,
        "0x3e800000"));
    // Alpha is one, whatever the shader writes.
    const Answer quarter = run_tool({"compile", app / "graphics/0000000000000002/fragment",
                                     "--spec", "7=0.5", "--state", "alpha_to_one"});
    CHECK(quarter.out == half.out);
    CHECK(contains(run_tool({"compile", app / "module/000000000000000c/vertex/vs"}).out,
                   "@stage VERT"));
}

TEST_CASE("costs are told of all shaders of a database, and compared with those of another one") {
    const Folder app("cost");
    const Answer costs = run_tool({"cost", app.path, "--format", "csv", "--gpu", "730"});
    CHECK(costs.code == 0);
    CHECK(contains(costs.out, app / "graphics/0000000000000001/fragment,730,main,compiled"));
    app.folder.write("old.foz", small_database());
    const Answer compared =
        run_tool({"cost", app.path, "--against", app.folder / "old.foz", "--gpu", "730"});
    CHECK(contains(compared.out, "worse 0, better 0, unchanged 8"));
    CHECK(compared.code == 0);
    const Answer linked = run_tool({"cost", "--link", app / "graphics/0000000000000001/vertex",
                                    app / "graphics/0000000000000001/fragment", "--gpu", "730"});
    CHECK(linked.code == 0);
    CHECK(contains(linked.out, "VERT"));
    CHECK(contains(linked.out, "FRAG"));
}

TEST_CASE("a page shows one shader of a database") {
    const Folder app("view");
    const std::string page = app.folder / "page.html";
    const Answer answer =
        run_tool({"view", app / "graphics/0000000000000001/fragment", "-o", page});
    CHECK(answer.err.empty());
    CHECK(answer.code == 0);
    CHECK(contains(file_content(page), "OpStore"));
}

TEST_CASE("deflated entries are read where zlib is there, and refused by name where it is not") {
    const Folder app("deflated", Packing::deflated);
    const Answer batch = run_tool({"batch", app.path});
    if (std::string_view(JACQUARD_INFLATES) == "yes") {
        CHECK(contains(batch.out, "shaders 6  compiled 6"));
    } else {
        CHECK(contains(batch.err + batch.out, "its payload is deflated, and this tool was built "
                                              "without zlib"));
    }
}

TEST_CASE("what leads to no shader of a database is told with what there is") {
    const Folder app("astray");
    const auto fault = [&](const std::string& path) {
        const Answer answer = run_tool({"compile", path});
        CHECK(answer.code == 1);
        CHECK(answer.out.empty());
        return answer.err;
    };
    CHECK(contains(fault(app.path), "app.foz: error[D222]: the database has many shaders"));
    CHECK(contains(fault(app / "graphics/000000000000000f/vertex"),
                   "the database has no graphics pipeline 000000000000000f"));
    CHECK(contains(fault(app / "graphics/0000000000000001/geometry"),
                   "has no stage 'geometry'; it has vertex, fragment"));
    CHECK(contains(fault(app / "module/000000000000000c/vertex/fs"),
                   "has no vertex entry point 'fs'; it has vertex 'vs', fragment 'fs'"));
    CHECK(contains(fault(app / "pipelines/1"), "no shader of a database is called 'pipelines/1'"));
}

TEST_CASE("the example that pages show is the small database") {
    CHECK(file_content(example("app.foz")) == small_database());
}

TEST_CASE("the example that pages show is written anew", "[.write]") {
    std::ofstream(example("app.foz"), std::ios::binary) << small_database();
}
