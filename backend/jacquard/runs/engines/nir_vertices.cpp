#include <jacquard/runs/engines/nir_vertices.h>

namespace jacquard::driver {

void NirVertexSink::clear() {
    for (std::vector<Vertex>& vertices : vertices_) {
        vertices.clear();
    }
    next_flags_.fill(kBeginsPrimitive);
}

// Vertices beyond the maximum are lost.
void NirVertexSink::emit_vertex(unsigned lane, unsigned stream,
                                nir::interpreter::OutputWords outputs) {
    if (lane >= kCaseLanes || vertices_[lane].size() >= kMaxCaseOutputVertices) {
        return;
    }
    Vertex& vertex = vertices_[lane].emplace_back();
    for (std::size_t at = lane; at < outputs.size(); at += kCaseLanes) {
        vertex.words.push_back(outputs[at]);
    }
    vertex.flags = next_flags_[lane] | stream;
    next_flags_[lane] = 0;
}

void NirVertexSink::end_primitive(unsigned lane, unsigned /*stream*/) {
    if (lane < kCaseLanes) {
        next_flags_[lane] = kBeginsPrimitive;
    }
}

} // namespace jacquard::driver
