// The tables against the published lists of opcodes and intrinsics: names, counts, types and flags.
#include <jacquard/nir/intrinsics.h>
#include <jacquard/nir/opcodes.h>

#include "catch.h"
#include "shared_table.h"

#include <map>
#include <set>
#include <string>

using namespace jacquard::nir;

namespace {

std::string type_name(AluType type) {
    constexpr const char* kNames[] = {"float", "int", "uint", "bool"};
    return kNames[static_cast<std::size_t>(type.base)] +
           (type.bit_size != 0 ? std::to_string(type.bit_size) : "");
}

// The list calls these associative, which their own evaluators refute: the products are cut to 24
// bits or rounded in between, and imad is no operation on two values.
const std::set<std::string> kNotAssociative = {"imad", "imul24", "umul24", "umul_unorm_4x8_vc4"};

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) {
        text += (text.empty() ? "" : ",") + part;
    }
    return text.empty() ? "-" : text;
}

} // namespace

TEST_CASE("every ALU opcode has the sources, result and properties of the list") {
    const auto rows = shared_table("reference/nir/alu_opcodes.tsv");
    if (rows.empty()) {
        return;
    }
    std::set<std::string> listed;
    for (const auto& row : rows) {
        INFO(row[0]);
        listed.insert(row[0]);
        const auto opcode = find_opcode(row[0]);
        CHECK(opcode.has_value());
        if (!opcode) {
            continue;
        }
        const OpcodeInfo& info = opcode_info(*opcode);
        std::vector<std::string> sizes;
        std::vector<std::string> types;
        for (unsigned i = 0; i < info.num_sources; ++i) {
            sizes.push_back(std::to_string(info.source_components[i]));
            types.push_back(type_name(info.source_types[i]));
        }
        CHECK(std::to_string(info.num_sources) == row[1]);
        CHECK(std::to_string(info.output_components) == row[2]);
        CHECK(type_name(info.output_type) == row[3]);
        CHECK(joined(sizes) == row[4]);
        CHECK(joined(types) == row[5]);
        CHECK(info.is_conversion == (row[6] == "yes"));
        CHECK(info.is_commutative == (row[7].find("2src_commutative") != std::string::npos));
        if (kNotAssociative.count(row[0]) == 0) {
            CHECK((info.is_associative || info.is_rounded_associative) ==
                  (row[7].find(",associative") != std::string::npos));
        } else {
            CHECK_FALSE(info.is_associative);
        }
        // It chooses and then converts, so what it gives is neither of its sources.
        if (row[0] != "b32fcsel_mdg") {
            CHECK(info.is_selection == (row[7].find("selection") != std::string::npos));
        }
    }
    for (const OpcodeInfo& info : kOpcodeInfos) {
        INFO(info.name);
        CHECK(listed.count(std::string(info.name)) == 1);
    }
}

TEST_CASE("every intrinsic has the sources, result, indices and flags of the list") {
    const auto rows = shared_table("reference/nir/intrinsics.tsv");
    if (rows.empty()) {
        return;
    }
    std::map<std::string, std::vector<std::string>> listed;
    for (const auto& row : rows) {
        listed[row[0]] = row;
    }
    for (const IntrinsicInfo& info : kIntrinsicInfos) {
        INFO(info.name);
        REQUIRE(listed.count(std::string(info.name)) == 1);
        const std::vector<std::string>& row = listed[std::string(info.name)];
        std::vector<std::string> sources;
        for (unsigned i = 0; i < info.num_sources; ++i) {
            sources.push_back(std::to_string(info.source_components[i]));
        }
        std::vector<std::string> indices;
        for (unsigned i = 0; i < info.num_indices; ++i) {
            indices.emplace_back(index_info(info.indices[i]).name);
        }
        std::vector<std::string> flags;
        if (info.can_eliminate) {
            flags.emplace_back("can_eliminate");
        }
        if (info.can_reorder) {
            flags.emplace_back("can_reorder");
        }
        std::vector<std::string> widths;
        for (const unsigned bit : {0U, 3U, 4U, 5U, 6U}) {
            if ((info.bit_size_mask >> bit & 1) != 0) {
                widths.push_back(std::to_string(1U << bit));
            }
        }
        CHECK(joined(sources) == row[1]);
        CHECK(info.has_dest == (row[2] == "yes"));
        CHECK((info.has_dest ? std::to_string(info.dest_components) : "-") == row[3]);
        CHECK(joined(indices) == row[4]);
        CHECK(joined(flags) == row[5]);
        CHECK(info.is_system_value == (row[6] == "yes"));
        CHECK((widths.size() == 5 ? "-" : joined(widths)) == row[7]);
    }
}
