#pragma once

#include <jacquard/generated/errors/statuses.h>
#include <jacquard/generated/options/compile_settings.h>
#include <jacquard/ir3/program.h>
#include <jacquard/support/api.h>

JACQUARD_BEGIN_API

namespace jacquard::driver {

// The options in which the compiled forms of one shader may differ.
using VariantKey = ir3::CompileSettings;

} // namespace jacquard::driver

JACQUARD_END_API
