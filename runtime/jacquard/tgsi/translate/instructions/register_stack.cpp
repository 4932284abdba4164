#include <jacquard/tgsi/translate/instructions/register_stack.h>
#include <jacquard/tgsi/translate/registers/hoisted.h>
#include <jacquard/tgsi/translate/registers/operands.h>
#include <jacquard/tgsi/translate/registers/places.h>
#include <jacquard/tgsi/translate/registers/results.h>

// The stack of addresses.
namespace jacquard::tgsi {

using nir::SsaDef;

// Made where it is used, since few programs have one.
void RegisterStack::plan_stack() {
    // The stack holds this many registers. Values that PUSHA puts above them are lost and read as
    // 0.
    constexpr std::int32_t kStackRegisters = 16;
    if (stack_.count() == 0) {
        stack_.reset(kStackRegisters);
        stack_.make_array(0, kStackRegisters - 1);
        stack_depth_.reset(1);
    }
}

// All four components go onto the stack together.
void RegisterStack::push_register() {
    plan_stack();
    SsaDef* depth = stack_depth_.load(places_.here(), 0, 0);
    for (unsigned c = 0; c < 4; ++c) {
        stack_.store_relative(places_.here(), 0, depth, c, b().whole(operands_.read_source(0, c)));
    }
    stack_depth_.store(places_.here(), 0, 0, b().iadd(depth, hoisted_.constant(1)));
}

void RegisterStack::pop_register() {
    plan_stack();
    SsaDef* minus_one = hoisted_.constant(~0U);
    SsaDef* depth = b().iadd(stack_depth_.load(places_.here(), 0, 0), minus_one);
    stack_depth_.store(places_.here(), 0, 0, depth);
    Formula formula(b(), current().destination.write_mask, operands_);
    for (unsigned c = 0; c < 4; ++c) {
        if (formula.wants(1U << c)) {
            formula.set(c, stack_.load_relative(places_.here(), 0, depth, c));
        }
    }
    results_.write_results(formula);
}

} // namespace jacquard::tgsi
