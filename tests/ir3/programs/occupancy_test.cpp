// The waves of other compilers' programs, from their registers and what the tables say of the part.

#include <jacquard/ir3/isa/revision.h>
#include <jacquard/ir3/occupancy.h>

#include "catch.h"

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace jacquard::ir3;

namespace {

std::vector<std::string> columns_of(const std::string& line) {
    std::vector<std::string> columns;
    std::istringstream text(line);
    for (std::string column; std::getline(text, column, '\t');) {
        columns.push_back(column);
    }
    return columns;
}

std::uint32_t waves(std::uint32_t full, std::uint32_t half, ShaderStage stage, unsigned part) {
    return waves_at_a_time(full, half, stage, machine_facts(*revision_of_part(part), part));
}

} // namespace

TEST_CASE("occupancy: recorded programs run as many waves as their registers leave room for") {
    const char* folder = std::getenv("JACQUARD_SHARED");
    std::ifstream file(std::string(folder != nullptr ? folder : JACQUARD_SHARED_DIR) +
                       "/vectors/reference_compiler.tsv");
    std::string line;
    if (!std::getline(file, line)) {
        WARN("skipped: the recorded figures are not there");
        SUCCEED("skipped: the recorded figures are not there");
        return;
    }
    std::map<std::string, std::size_t> column;
    for (const std::string& name : columns_of(line)) {
        column.emplace(name, column.size());
    }
    std::map<unsigned, unsigned> counts;
    while (std::getline(file, line)) {
        const std::vector<std::string> row = columns_of(line);
        const bool is_fragment = row[0].ends_with(".frag.tgsi");
        if (!is_fragment && !row[0].ends_with(".vert.tgsi")) {
            continue;
        }
        const auto number = [&](const char* name) {
            return static_cast<unsigned>(std::stoul(row[column.at(name)]));
        };
        INFO(line);
        CHECK(waves(number("full"), number("half"),
                    is_fragment ? ShaderStage::fragment : ShaderStage::vertex,
                    number("gpu")) == number("max_waves"));
        ++counts[number("gpu")];
    }
    CHECK(counts.size() == 5);
    for (const auto& [gpu, count] : counts) {
        INFO(gpu);
        CHECK(count > 450);
    }
}

TEST_CASE("occupancy: parts of one revision have files of different sizes") {
    CHECK(waves(16, 0, ShaderStage::vertex, 630) == 12);
    CHECK(waves(16, 0, ShaderStage::vertex, 660) == 8);
    CHECK(waves(16, 0, ShaderStage::vertex, 610) == 6);
    CHECK(waves(16, 0, ShaderStage::fragment, 630) == 6);
    CHECK(waves(16, 0, ShaderStage::fragment, 610) == 6);
    CHECK(waves(48, 0, ShaderStage::fragment, 630) == 2);
    CHECK(waves(33, 0, ShaderStage::fragment, 660) == 2);
}

TEST_CASE("occupancy: halves are halves of full registers where the files are merged") {
    CHECK(waves(1, 24, ShaderStage::vertex, 630) == 16);
    CHECK(waves(1, 32, ShaderStage::vertex, 630) == 12);
    CHECK(waves(1, 32, ShaderStage::vertex, 540) == 16);
}
