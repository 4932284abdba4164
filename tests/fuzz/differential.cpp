// differential [--seed S] [--count N] [--size N] [--runs N] [--gpu LIST] [--language tgsi|nir]
//              [--precise|--fast] [--pressure] [--memory] [--state] [--jobs N] [--keep-going]
//              [--no-reduce] [--print] [--coverage] [--must-reach FILE] [--replay FOLDER]
//
// Makes random shaders and compares what the interpreter says of them right after translation with
// what the emulator computes from their machine code, on a part of each revision: the same bits for
// precise code, results within the bound of `batch` for fast code. Half of the shaders are compiled
// each way. A failure is printed as a shader and a case of few lines; `run` and `batch` reproduce
// it. Exits with 1 when there was one, and with --must-reach also when an opcode or selection rule
// was not reached that the file does not list, or listed although it was. With --replay the shaders
// of a folder take the place of random ones: NAME.tgsi or NAME.nir, with their NAME.case. With
// --pressure the shaders keep up to 1,000 components alive, in precise TGSI. With --memory they
// access buffers, images and the memory of work groups and lanes, in NIR; half of them are compute
// shaders. With --state they are compiled for random state beside them.

#include "differential/campaign.h"
#include "differential/crash_report.h"
#include "differential/reach.h"
#include "differential/replay.h"

#include <charconv>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

using namespace jacquard;
using namespace jacquard::fuzz;

namespace {

struct Wanted {
    CampaignOptions campaign;
    bool prints_coverage = false;
    std::string list;   // a file
    std::string folder; // to replay
};

template <typename Number>
bool read_number(std::string_view text, Number& number) {
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    return read.ec == std::errc() && read.ptr == end;
}

bool read_parts(std::string_view text, std::vector<std::uint32_t>& gpus) {
    gpus.clear();
    while (!text.empty()) {
        const std::size_t length = std::min(text.find(','), text.size());
        std::uint32_t gpu = 0;
        if (!read_number(text.substr(0, length), gpu)) {
            return false;
        }
        gpus.push_back(gpu);
        text.remove_prefix(std::min(length + 1, text.size()));
    }
    return !gpus.empty();
}

bool read_language(std::string_view text, std::optional<driver::SourceLanguage>& language) {
    if (text == "tgsi" || text == "nir") {
        language = text == "tgsi" ? driver::SourceLanguage::tgsi : driver::SourceLanguage::nir;
        return true;
    }
    return false;
}

bool read_flag(std::string_view word, Wanted& wanted) {
    CampaignOptions& campaign = wanted.campaign;
    if (word == "--precise" || word == "--fast") {
        campaign.mode = word == "--fast" ? Mode::fast : Mode::precise;
    } else if (word == "--pressure") {
        campaign.is_deep = true;
    } else if (word == "--memory") {
        campaign.has_memory = true;
    } else if (word == "--state") {
        campaign.has_state = true;
    } else if (word == "--keep-going") {
        campaign.keeps_going = true;
    } else if (word == "--no-reduce") {
        campaign.reduces = false;
    } else if (word == "--print") {
        campaign.prints = true;
    } else if (word == "--coverage") {
        wanted.prints_coverage = true;
    } else {
        return false;
    }
    return true;
}

bool read_option(std::string_view word, std::string_view value, Wanted& wanted) {
    CampaignOptions& campaign = wanted.campaign;
    if (word == "--seed") {
        return read_number(value, campaign.first_seed);
    }
    if (word == "--count") {
        return read_number(value, campaign.count);
    }
    if (word == "--size") {
        return read_number(value, campaign.size) && campaign.size != 0;
    }
    if (word == "--runs") {
        return read_number(value, campaign.runs);
    }
    if (word == "--jobs") {
        return read_number(value, campaign.jobs) && campaign.jobs != 0;
    }
    if (word == "--gpu") {
        return read_parts(value, campaign.gpus);
    }
    if (word == "--language") {
        return read_language(value, campaign.language);
    }
    if (word == "--must-reach" || word == "--replay") {
        (word == "--replay" ? wanted.folder : wanted.list) = value;
        return true;
    }
    return false;
}

bool read_arguments(int argc, char** argv, Wanted& wanted) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (!read_flag(word, wanted) && (i + 1 == argc || !read_option(word, argv[++i], wanted))) {
            return false;
        }
    }
    return true;
}

bool reaches_all(const std::string& file, const Campaign& campaign) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
        std::fprintf(stderr, "differential: cannot read '%s'\n", file.c_str());
        return false;
    }
    const std::string list{std::istreambuf_iterator<char>(stream), {}};
    const std::vector<std::string> faults =
        check_reach(list, campaign.coverage(), campaign.ingredients());
    for (const std::string& fault : faults) {
        std::printf("%s\n", fault.c_str());
    }
    return faults.empty();
}

int replay_folder(const Wanted& wanted) {
    if (!std::filesystem::is_directory(wanted.folder)) {
        std::fprintf(stderr, "differential: '%s' is no folder\n", wanted.folder.c_str());
        return 2;
    }
    const Replay result = replay(wanted.folder, wanted.campaign.gpus);
    for (const std::string& failure : result.failures) {
        std::printf("%s\n", failure.c_str());
    }
    std::printf("%u shaders, %zu failures\n", result.num_shaders, result.failures.size());
    return result.failures.empty() && result.num_shaders != 0 ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
    Wanted wanted;
    if (!read_arguments(argc, argv, wanted)) {
        std::fprintf(
            stderr,
            "usage: differential [--seed S] [--count N] [--size N] [--runs N] "
            "[--gpu LIST] [--language tgsi|nir] [--precise|--fast] [--pressure] [--memory] "
            "[--state] "
            "[--jobs N] [--keep-going] [--no-reduce] [--print] [--coverage] [--must-reach FILE] "
            "[--replay FOLDER]\n");
        return 2;
    }
    report_crashes();
    if (!wanted.folder.empty()) {
        return replay_folder(wanted);
    }
    Campaign campaign(wanted.campaign);
    const auto start = std::chrono::steady_clock::now();
    campaign.run();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    if (wanted.prints_coverage) {
        std::printf("%s", full_reach_text(campaign.coverage()).c_str());
    }
    campaign.print_totals();
    std::printf("%s%.0f programs a second\n", reach_text(campaign.coverage()).c_str(),
                static_cast<double>(campaign.coverage().programs) / time.count());
    const bool is_good = wanted.list.empty() || reaches_all(wanted.list, campaign);
    return campaign.has_failed() || !is_good ? 1 : 0;
}
