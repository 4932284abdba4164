#pragma once

#include <jacquard/tool/mcp/tool_call.h>
#include <jacquard/tool/rpc/serve.h>

namespace jacquard::driver::mcp {

// A server of the Model Context Protocol: tools, and nothing else. It ends with its input. A
// request that was taken back has no answer.
class AssistantServer final : public rpc::Server {
  public:
    AssistantServer(rpc::Connection& connection, const Surroundings& surroundings)
        : Server(connection, {"notifications/cancelled", "requestId"}),
          surroundings_(surroundings) {}

  private:
    void handle(const rpc::Message& message) override;
    void initialise(const rpc::Message& request);
    void call(const rpc::Message& request);

    const Surroundings& surroundings_;
    bool is_initialised_ = false;
};

} // namespace jacquard::driver::mcp
