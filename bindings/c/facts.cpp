// Facts that hold without a context: versions, statuses, parts.
#include <jacquard/generated/errors/statuses.h>
#include <jacquard/generated/ir3/default_part.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/jacquard.h>
#include <jacquard/library/program/statistics.h>

#include <array>
#include <optional>

using namespace jacquard;

extern "C" {

uint32_t jacquard_version(void) {
    return JACQUARD_VERSION;
}

const char* jacquard_version_text(void) {
    return JACQUARD_VERSION_STRING;
}

const char* jacquard_status_text(int status) {
    return driver::text_of_status(status);
}

uint32_t jacquard_find_part(const char* name) {
    return name != nullptr ? ir3::find_part(name).value_or(0) : 0;
}

uint32_t jacquard_default_part(void) {
    return ir3::kDefaultPart;
}

const char* jacquard_revision_of_part(uint32_t gpu) {
    const std::optional<ir3::Revision> revision = ir3::revision_of_part(gpu);
    return revision ? ir3::name_of(*revision).data() : nullptr;
}

size_t jacquard_statistic_count(void) {
    return driver::named_statistics({}).size();
}

const char* jacquard_statistic_name(size_t index) {
    const auto statistics = driver::named_statistics({});
    return index < statistics.size() ? statistics[index].first.data() : nullptr;
}

} // extern "C"
