#include <jacquard/platform/windows/news.h>

namespace jacquard::platform {

// It is never destroyed: threads of pipes may look at it until the process ends.
News& News::of_process() {
    static News& news = *new News; // NOLINT(cppcoreguidelines-owning-memory)
    return news;
}

Event::Event() : state_(std::make_unique<State>()) {}
Event::~Event() = default;

// Handlers of consoles run in threads of their own.
void Event::happen() const {
    News& news = News::of_process();
    const std::lock_guard guard(news.mutex);
    state_->has_happened = true;
    news.changed.notify_all();
}

bool Event::has_happened() const {
    const std::lock_guard guard(News::of_process().mutex);
    return state_->has_happened;
}

} // namespace jacquard::platform
