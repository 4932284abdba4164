// The functions of the module. Texts are bytes in UTF-8 with a length; an answer stands until the
// next call.
#include "commands.h"

#include <emscripten/emscripten.h>
#include <exception>
#include <new>

namespace {

using jacquard::driver::javascript::Answer;

// A call answers this where the module itself has failed, and is to be replaced.
constexpr int kFailed = -1;

Answer answer;

template <typename Work>
int answer_by(const Work& work) {
    try {
        answer = {};
        answer = work();
    } catch (const std::bad_alloc&) {
        answer = {kFailed, {}, "there is no more memory"};
    } catch (const std::exception& fault) {
        answer = {kFailed, {}, fault.what()};
    }
    return answer.code;
}

} // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE int jacquard_run(const char* request, std::size_t size) {
    return answer_by([&] { return jacquard::driver::javascript::run({request, size}); });
}

EMSCRIPTEN_KEEPALIVE int jacquard_describe() {
    return answer_by([] { return Answer{0, jacquard::driver::javascript::description(), {}}; });
}

EMSCRIPTEN_KEEPALIVE int jacquard_names(const char* part, std::size_t size) {
    return answer_by([&] {
        return Answer{0, jacquard::driver::javascript::names({part, size}), {}};
    });
}

EMSCRIPTEN_KEEPALIVE const char* jacquard_out() {
    return answer.out.data();
}

EMSCRIPTEN_KEEPALIVE std::size_t jacquard_out_size() {
    return answer.out.size();
}

EMSCRIPTEN_KEEPALIVE const char* jacquard_err() {
    return answer.err.data();
}

EMSCRIPTEN_KEEPALIVE std::size_t jacquard_err_size() {
    return answer.err.size();
}
}
