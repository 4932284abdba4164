// The tables against the published lists of opcodes and intrinsics: names, counts, types and flags.
#include <jacquard/generated/nir/intrinsics.h>
#include <jacquard/generated/nir/opcodes.h>

#include "catch.h"
#include "shared_table.h"

#include <algorithm>
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

// The product is rounded in between, which the list does not say of this one.
const std::set<std::string> kNotAssociative = {"umul_unorm_4x8_vc4"};

// Their operands are bits to the tables, whatever number these stand for.
const std::set<std::string> kOfBits = {"bfmul",  "bf2f",      "e4m3fn2f",     "e5m22f",
                                       "f2bf",   "f2e4m3fn",  "f2e4m3fn_sat", "f2e4m3fn_satfn",
                                       "f2e5m2", "f2e5m2_sat"};

bool is_ours(const std::string& vendor) {
    return vendor == "-" || vendor == "ir3";
}

bool has_word(const std::string& list, const std::string& word) {
    const std::vector<std::string> words = split(list, ',');
    return std::ranges::find(words, word) != words.end();
}

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) {
        text += (text.empty() ? "" : ",") + part;
    }
    return text.empty() ? "-" : text;
}

} // namespace

TEST_CASE("every ALU opcode has the sources, result and properties of the list") {
    const auto rows = shared_table("reference/nir/nir_opcodes_26.tsv");
    if (rows.empty()) {
        return;
    }
    std::set<std::string> listed;
    std::size_t left_out = 0;
    for (const auto& row : rows) {
        INFO(row[0]);
        listed.insert(row[0]);
        const auto opcode = find_opcode(row[0]);
        // Opcodes that other vendors added for themselves since the list of 456 are left out.
        const bool is_left_out = row[9] == "1" && !is_ours(row[8]);
        left_out += is_left_out ? 1 : 0;
        CHECK(opcode.has_value() != is_left_out);
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
        CHECK(info.is_conversion == (row[6] == "yes" && kOfBits.count(row[0]) == 0));
        CHECK(info.is_commutative == has_word(row[7], "2src_commutative"));
        CHECK(info.is_associative ==
              (has_word(row[7], "associative") && kNotAssociative.count(row[0]) == 0));
        CHECK(info.is_rounded_associative ==
              (has_word(row[7], "inexact_associative") && kOfBits.count(row[0]) == 0));
        // It chooses and then converts, so what it gives is neither of its sources.
        if (row[0] != "b32fcsel_mdg") {
            CHECK(info.is_selection == has_word(row[7], "selection"));
        }
    }
    CHECK(left_out == 11);
    for (const OpcodeInfo& info : opcode_infos()) {
        INFO(info.name);
        CHECK(listed.count(std::string(info.name)) == 1);
    }
}

TEST_CASE("an opcode is found by the name that it had before, and by no other name") {
    CHECK(find_opcode("umul_low") == Opcode::umul_16x16);
    CHECK(find_opcode("interleave_agx") == Opcode::interleave);
    CHECK_FALSE(find_opcode("umul_lo").has_value());
    CHECK_FALSE(find_opcode("").has_value());
}

namespace {

// A row of the list as the table says it: sources, result, indices, flags, widths.
std::vector<std::string> described(const IntrinsicInfo& info) {
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
    return {std::string(info.name),
            joined(sources),
            info.has_dest ? "yes" : "no",
            info.has_dest ? std::to_string(info.dest_components) : "-",
            joined(indices),
            joined(flags),
            info.is_system_value ? "yes" : "no",
            widths.size() == 5 ? "-" : joined(widths)};
}

// The list's spelling for the type of an index whose number means a word or a structure.
const std::map<std::string, IndexType> kIndexTypes = {
    {"int", IndexType::signed_number},
    {"unsigned", IndexType::unsigned_number},
    {"uint8_t", IndexType::unsigned_number},
    {"bool", IndexType::truth},
    {"nir_alu_type", IndexType::alu_type},
    {"nir_op", IndexType::opcode},
    {"enum glsl_sampler_dim", IndexType::word},
    {"enum glsl_matrix_layout", IndexType::word},
    {"enum gl_access_qualifier", IndexType::word_set},
    {"nir_memory_semantics", IndexType::word_set},
    {"nir_variable_mode", IndexType::word_set},
    {"nir_cmat_signed", IndexType::word_set},
    {"mesa_scope", IndexType::word},
    {"nir_ray_query_value", IndexType::word},
    {"nir_rounding_mode", IndexType::word},
    {"nir_atomic_op", IndexType::word},
    {"struct nir_io_semantics", IndexType::io_semantics},
    {"struct nir_io_xfb", IndexType::transform_feedback},
    {"struct glsl_cmat_description", IndexType::cooperative_matrix},
    {"enum pipe_format", IndexType::unsigned_number}, // the driver's own number
};

// If a number in the list has named values, the table has their type.
const std::map<std::string, IndexType> kNamedNumbers = {
    {"interp_mode", IndexType::word},
    {"reduction_op", IndexType::opcode},
    {"saturate", IndexType::truth},
};

// Memory of the work group may be volatile or coherent like any other; the list has no place for
// it.
const std::set<std::string> kWithAccess = {"load_shared", "load_task_payload", "store_shared",
                                           "store_task_payload"};

} // namespace

TEST_CASE("every intrinsic without a vendor, or of ir3, is as the list says in every column") {
    const auto rows = shared_table("reference/nir/intrinsics.tsv");
    if (rows.empty()) {
        return;
    }
    // The instructions' text has these beside the dereference forms that followed them, and the
    // last is our own, of pointers that are values.
    std::set<std::string> unlisted = {"load_var", "store_var", "copy_var", "place_of_deref"};
    std::size_t compared = 0;
    for (const auto& row : rows) {
        INFO(row[0]);
        const auto op = find_intrinsic(row[0]);
        CHECK(op.has_value() == is_ours(row[8]));
        if (op) {
            ++compared;
            std::vector<std::string> found = described(intrinsic_info(*op));
            if (kWithAccess.count(row[0]) != 0) {
                const std::size_t access = found[4].find("access,");
                REQUIRE(access != std::string::npos);
                found[4].erase(access, std::string_view("access,").size());
            }
            CHECK(found == std::vector<std::string>(row.begin(), row.begin() + 8));
        }
    }
    CHECK(compared == 395);
    for (const auto& row : shared_table("reference/nir/nir_intrinsics_26.tsv")) {
        if (row[9] == "1" && is_ours(row[8])) {
            unlisted.insert(row[0]);
        }
    }
    CHECK(kNumIntrinsics == compared + unlisted.size());
    for (const std::string& name : unlisted) {
        CHECK(find_intrinsic(name).has_value());
    }
}

TEST_CASE("every newer intrinsic without a vendor, or of ir3, is as the newest list says") {
    std::size_t compared = 0;
    std::size_t left_out = 0;
    const auto rows = shared_table("reference/nir/nir_intrinsics_26.tsv");
    for (auto row : rows) {
        if (row[9] != "1") {
            continue;
        }
        INFO(row[0]);
        const auto op = find_intrinsic(row[0]);
        CHECK(op.has_value() == is_ours(row[8]));
        if (!op) {
            ++left_out;
            continue;
        }
        ++compared;
        // Our tables derive from its behaviour that it works on a subgroup.
        std::vector<std::string> flags = split(row[5], ',');
        std::erase(flags, "subgroup");
        std::ranges::sort(flags);
        row[5] = joined(flags);
        CHECK(described(intrinsic_info(*op)) ==
              std::vector<std::string>(row.begin(), row.begin() + 8));
    }
    if (!rows.empty()) {
        CHECK(compared == 30);
        CHECK(left_out == 102);
    }
}

TEST_CASE("every constant index that is no vendor's has the type of the list") {
    const auto rows = shared_table("reference/nir/intrinsic_indices.tsv");
    if (rows.empty()) {
        return;
    }
    std::size_t vendors = 0;
    for (const auto& row : rows) {
        INFO(row[0]);
        std::size_t kind = 0;
        while (kind < kNumIndexKinds && kIndexInfos[kind].name != row[0]) {
            ++kind;
        }
        if (row[0].find("_amd") != std::string::npos ||
            row[0].find("_intel") != std::string::npos) {
            ++vendors;
            continue;
        }
        REQUIRE(kind < kNumIndexKinds);
        const auto named = kNamedNumbers.find(row[0]);
        CHECK(kIndexInfos[kind].type ==
              (named != kNamedNumbers.end() ? named->second : kIndexTypes.at(row[1])));
    }
    // The part of a preamble is newer than that list.
    CHECK(kNumIndexKinds == rows.size() - vendors + 1);
}

TEST_CASE("what marks dereferences, variables and divergence agrees with the sources") {
    for (const IntrinsicInfo& info : kIntrinsicInfos) {
        INFO(info.name);
        CHECK((info.deref_sources >> info.num_sources) == 0);
        // An instruction that may be executed anywhere has no effect that keeps it in place.
        CHECK((!info.can_speculate || (info.can_eliminate && info.can_reorder)));
        if (info.is_system_value) {
            CHECK(info.num_sources == 0);
            CHECK(info.has_dest);
        }
        if (!info.has_dest) {
            CHECK(info.divergence == Divergence::sources);
        }
    }
    CHECK(intrinsic_info(IntrinsicOp::store_deref).deref_sources == 1);
    CHECK(intrinsic_info(IntrinsicOp::copy_deref).deref_sources == 3);
    CHECK(intrinsic_info(IntrinsicOp::interp_deref_at_offset).deref_sources == 1);
    CHECK(intrinsic_info(IntrinsicOp::copy_var).num_variables == 2);
    CHECK(intrinsic_info(IntrinsicOp::load_vertex_id).divergence == Divergence::always);
    CHECK(intrinsic_info(IntrinsicOp::load_workgroup_id).divergence == Divergence::sources);
    CHECK(intrinsic_info(IntrinsicOp::vote_any).divergence == Divergence::never);
}
