#include "tgsi_test.h"

#include <fstream>
#include <sstream>
#include <vector>

using namespace jacquard;
using namespace jacquard::tgsi;

namespace {

// The rows of a table of tab-separated columns, without its heading.
std::vector<std::vector<std::string>> rows_of(const std::filesystem::path& path) {
    std::ifstream file(path);
    INFO(path);
    REQUIRE(file);
    std::vector<std::vector<std::string>> rows;
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        std::vector<std::string> row;
        std::istringstream columns(line);
        std::string column;
        while (std::getline(columns, column, '\t')) {
            row.push_back(column);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

std::span<const std::string_view> names_of_kind(std::string_view kind) {
    const std::pair<std::string_view, std::span<const std::string_view>> kinds[] = {
        {"register_file", register_file_names()},
        {"semantic", semantic_names()},
        {"texture_target", texture_target_names()},
        {"property", property_names()},
        {"return_type", return_type_names()},
        {"interpolation", interpolation_names()},
        {"interpolation_location", interpolation_location_names()},
        {"primitive", primitive_names()},
        {"fs_coord_origin", fs_coord_origin_names()},
        {"fs_coord_pixel_center", fs_coord_pixel_center_names()},
        {"immediate_type", immediate_type_names()},
        {"memory_qualifier", memory_qualifier_names()},
    };
    for (const auto& [name, names] : kinds) {
        if (name == kind) {
            return names;
        }
    }
    return {};
}

std::string_view word_of(WriteMode mode) {
    switch (mode) {
    case WriteMode::component: return "comp";
    case WriteMode::replicated: return "repl";
    case WriteMode::channels: return "chan";
    case WriteMode::other: return "othr";
    case WriteMode::none: return "none";
    }
    return "";
}

} // namespace

TEST_CASE("every name is found in any letter case, and nothing else") {
    for (unsigned i = 0; i < kNumSemantic; ++i) {
        const auto semantic = static_cast<Semantic>(i);
        CHECK(find_semantic(name_of(semantic)) == semantic);
    }
    CHECK(find_register_file("temp") == RegisterFile::temporary);
    CHECK(find_texture_target("2d_Array_msaa") == TextureTarget::dim_2d_array_msaa);
    CHECK_FALSE(find_register_file("TEMPX"));
    CHECK_FALSE(find_register_file(""));
    CHECK_FALSE(find_opcode("MO"));
    CHECK(find_opcode("mov") == Opcode::mov);
    for (unsigned i = 0; i < kNumOpcodes; ++i) {
        const auto opcode = static_cast<Opcode>(i);
        CHECK(find_opcode(name_of(opcode)) == opcode);
    }
}

TEST_CASE("the names are those of the reference, with their numbers") {
    const auto shared = shared_folder();
    if (!shared) {
        return;
    }
    unsigned compared = 0;
    for (const auto& row : rows_of(*shared / "reference/tgsi/names.tsv")) {
        const auto names = names_of_kind(row.at(0));
        const std::size_t number = std::stoul(row.at(1));
        INFO(row.at(0) << " " << row.at(2));
        REQUIRE(number < names.size());
        CHECK(names[number] == row.at(2));
        ++compared;
    }
    CHECK(compared == 151);
}

TEST_CASE("the opcodes are those of the reference") {
    const auto shared = shared_folder();
    if (!shared) {
        return;
    }
    unsigned compared = 0;
    for (const auto& row : rows_of(*shared / "reference/tgsi/opcodes_modern.tsv")) {
        INFO(row.at(0));
        const auto opcode = find_opcode(row[0]);
        REQUIRE(opcode);
        const OpcodeInfo& facts = info(*opcode);
        const std::string& flags = row.at(6);
        const auto has = [&flags](std::string_view flag) {
            return flags.find(flag) != std::string::npos;
        };
        CHECK(facts.name == row[0]);
        CHECK_FALSE(facts.is_legacy);
        CHECK(facts.num_destinations == std::stoul(row.at(1)));
        CHECK(facts.num_sources == std::stoul(row.at(2)));
        CHECK(word_of(facts.write_mode) == row.at(3));
        CHECK(facts.takes_texture_target == has("is_tex"));
        CHECK(facts.takes_label == has("is_branch"));
        CHECK(facts.is_store == has("is_store"));
        ++compared;
    }
    CHECK(compared == 243);
    for (const auto& row : rows_of(*shared / "reference/tgsi/opcodes_legacy.tsv")) {
        INFO(row.at(0));
        const auto opcode = find_opcode(row[0]);
        REQUIRE(opcode);
        const OpcodeInfo& facts = info(*opcode);
        CHECK(facts.name == (row.at(4) == "-" ? row[0] : row[4]));
        CHECK(facts.is_legacy == (row[4] == "-"));
        CHECK(facts.num_destinations == std::stoul(row.at(1)));
        CHECK(facts.num_sources == std::stoul(row.at(2)));
        ++compared;
    }
    CHECK(compared == 243 + 31);
}
