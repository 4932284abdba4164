#include <jacquard/generated/nir/intrinsics.h>
#include <jacquard/generated/nir/opcode_info.h>
#include <jacquard/generated/nir/texture.h>
#include <jacquard/nir/binary/binary_format.h>
#include <jacquard/nir/binary/hash_bytes.h>

#include <string>

namespace jacquard::nir::binary {
namespace {

// Every word of the tables that a number in the bytes stands for.
std::string table_words() {
    std::string words;
    const auto add = [&words](std::string_view word) {
        words += word;
        words += '\n';
    };
    const auto add_all = [&add](std::span<const EnumWord> entries) {
        for (const EnumWord& entry : entries) {
            add(entry.word);
        }
        add("");
    };
    for (const OpcodeInfo& info : opcode_infos()) {
        add(info.name);
        words += static_cast<char>(info.num_sources);
        for (unsigned i = 0; i < info.num_sources; ++i) {
            words += static_cast<char>(info.source_components[i]);
        }
    }
    for (const IntrinsicInfo& info : kIntrinsicInfos) {
        add(info.name);
        words += static_cast<char>(info.num_sources);
        words += static_cast<char>(info.num_variables);
        for (unsigned i = 0; i < info.num_indices; ++i) {
            add(index_info(info.indices[i]).name);
        }
    }
    for (const IndexInfo& info : kIndexInfos) {
        words += static_cast<char>(info.type);
        add_all(info.words);
    }
    add_all(kTextureOpWords);
    add_all(kTextureSourceTypeWords);
    add_all(kTextureDimWords);
    add_all(kStageWords);
    add_all(kSemanticWords);
    add_all(kInterpolationWords);
    add_all(kInterpolationLocationWords);
    add_all(kVariableModeWords);
    add_all(kAccessWords);
    return words;
}

} // namespace

std::uint64_t table_fingerprint() {
    static const std::uint64_t fingerprint = [] {
        const std::string words = table_words();
        return hash_bytes({reinterpret_cast<const std::uint8_t*>(words.data()), words.size()}).low;
    }();
    return fingerprint;
}

} // namespace jacquard::nir::binary
