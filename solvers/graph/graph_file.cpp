// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/graph/graph_file.h"

#include "model/units/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <unordered_map>

namespace rackwright {

namespace {

constexpr std::array<std::pair<std::string_view, VertexKind>, 6> kKinds = {{{"host", VertexKind::Host},
                                                                            {"node", VertexKind::Node},
                                                                            {"leaf", VertexKind::Leaf},
                                                                            {"spine", VertexKind::Spine},
                                                                            {"core", VertexKind::Core},
                                                                            {"router", VertexKind::Router}}};

/// Whatever is no end of cables is a switch, by any name.
VertexKind kindOf(std::string_view word) {
    for (const auto& [name, kind] : kKinds)
        if (name == word)
            return kind;
    return VertexKind::Switch;
}

/// The words of a line; more than five count as five.
struct Words {
    std::array<std::string_view, 5> at;
    std::size_t count = 0;

    explicit Words(std::string_view line) {
        constexpr std::string_view kBlanks = " \t\r";
        for (std::size_t i = line.find_first_not_of(kBlanks); i < line.size() && count < at.size();) {
            const std::size_t end = std::min(line.find_first_of(kBlanks, i), line.size());
            at[count++] = line.substr(i, end - i);
            i = line.find_first_not_of(kBlanks, end);
        }
    }
};

std::optional<std::int64_t> integerIn(std::string_view word) {
    std::int64_t value = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (problem != std::errc() || end != word.data() + word.size())
        return std::nullopt;
    return value;
}

Message atLine(std::string id, std::size_t line) { return Message(std::move(id)).with("line", line); }

// No link is slower or faster; what lies beyond is a slip of the pen, whose sums are no numbers.
constexpr double kLeastUnit = 1e-6, kLargestUnit = 1e9; // Gb/s

/// "... in units of 100 Gb/s each way": the number before the unit, whatever it is.
std::optional<double> unitIn(std::string_view comment) {
    const std::size_t mark = comment.find("Gb/s");
    if (mark == std::string_view::npos)
        return std::nullopt;
    const std::string_view head = comment.substr(0, mark);
    const std::size_t end = head.find_last_not_of(" \t");
    if (end == std::string_view::npos)
        return std::nullopt;
    const std::size_t start = head.substr(0, end + 1).find_last_of(" \t#");
    return plainNumber(head.substr(start + 1, end - start));
}

class GraphReader {
public:
    explicit GraphReader(const GraphLimits& limits) : m_limits(limits) {}

    Result<GraphFile> read(std::string_view text) {
        if (text.size() > m_limits.bytes)
            return inputError(Message("graph.too-large").with("limit", m_limits.bytes >> 20));
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            ++m_line;
            if (Done read = readLine(text.substr(at, end - at)); !read)
                return read.error();
            at = end + 1;
        }
        if (m_kinds.empty())
            return inputError(Message("graph.empty"));
        if (!m_unit)
            return inputError(Message("graph.no-unit"));
        if (*m_unit < kLeastUnit || *m_unit > kLargestUnit)
            return inputError(Message("graph.unit-out-of-range").with("least", kLeastUnit).with("most", kLargestUnit));
        return folded();
    }

private:
    struct Line {
        std::uint32_t a, b;
        std::int64_t capacity;
    };

    Done readLine(std::string_view text) {
        const Words words(text);
        if (words.count == 0)
            return done();
        if (words.at[0].starts_with('#')) {
            if (m_line == 1)
                m_unit = unitIn(text);
            return done();
        }
        if (words.at[0] == "vertex")
            return readVertex(words);
        if (words.at[0] == "edge")
            return readEdge(words);
        return inputError(atLine("graph.unknown-word", m_line).with("word", words.at[0].substr(0, 40)));
    }

    Done readVertex(const Words& words) {
        if (words.count != 4)
            return inputError(atLine("graph.vertex-form", m_line));
        if (m_kinds.size() == m_limits.vertices)
            return inputError(atLine("graph.too-many-vertices", m_line).with("limit", m_limits.vertices));
        const VertexKind kind = kindOf(words.at[2]);
        if (!isEndpointKind(kind) && ++m_switches > m_limits.switches)
            return inputError(atLine("graph.too-many-switches", m_line).with("limit", m_limits.switches));
        const auto weight = integerIn(words.at[3]);
        if (!weight || *weight < 0 || *weight > m_limits.weight)
            return inputError(
                atLine("graph.weight", m_line).with("word", words.at[3].substr(0, 40)).with("limit", m_limits.weight));
        if (!m_ids.emplace(std::string(words.at[1]), static_cast<std::uint32_t>(m_kinds.size())).second)
            return inputError(atLine("graph.vertex-twice", m_line).with("vertex", words.at[1].substr(0, 40)));
        m_kinds.push_back(kind);
        m_weights.push_back(*weight);
        return done();
    }

    Done readEdge(const Words& words) {
        if (words.count != 4)
            return inputError(atLine("graph.edge-form", m_line));
        if (m_lines.size() == m_limits.edges)
            return inputError(atLine("graph.too-many-edges", m_line).with("limit", m_limits.edges));
        std::array<std::uint32_t, 2> ends{};
        for (std::size_t i = 0; i < 2; ++i) {
            const auto found = m_ids.find(std::string(words.at[i + 1]));
            if (found == m_ids.end())
                return inputError(atLine("graph.no-vertex", m_line).with("vertex", words.at[i + 1].substr(0, 40)));
            ends[i] = found->second;
        }
        if (ends[0] == ends[1])
            return inputError(atLine("graph.loop", m_line).with("vertex", words.at[1].substr(0, 40)));
        const auto capacity = integerIn(words.at[3]);
        if (!capacity || *capacity < 1 || *capacity > m_limits.capacity)
            return inputError(atLine("graph.capacity", m_line)
                                  .with("word", words.at[3].substr(0, 40))
                                  .with("limit", m_limits.capacity));
        m_lines.push_back({ends[0], ends[1], *capacity});
        return done();
    }

    bool isEndpoint(std::uint32_t v) const { return isEndpointKind(m_kinds[v]); }

    /// For a host of weight 1 with all its cables to one switch: that switch.
    std::vector<std::optional<std::uint32_t>> homes() const {
        constexpr std::uint32_t kNone = ~0U, kSeveral = ~0U - 1;
        std::vector<std::uint32_t> only(m_kinds.size(), kNone);
        for (const Line& line : m_lines)
            for (const auto& [v, other] : {std::pair{line.a, line.b}, std::pair{line.b, line.a}})
                only[v] = only[v] == kNone || only[v] == other ? other : kSeveral;
        std::vector<std::optional<std::uint32_t>> homes(m_kinds.size());
        for (std::uint32_t v = 0; v < m_kinds.size(); ++v)
            if (isEndpoint(v) && m_weights[v] == 1 && only[v] < kSeveral && !isEndpoint(only[v]))
                homes[v] = only[v];
        return homes;
    }

    GraphFile folded() const {
        GraphFile file;
        FabricGraph& graph = file.graph;
        graph.unitGbps = *m_unit;
        const auto home = homes();
        std::vector<std::uint32_t> vertex(m_kinds.size());
        for (std::uint32_t v = 0; v < m_kinds.size(); ++v) {
            // In a file a way may lead over every vertex; a host of ours is a port, which passes nothing on.
            if (!home[v])
                vertex[v] = graph.addVertex(m_kinds[v] == VertexKind::Host ? VertexKind::Node : m_kinds[v]);
            file.counts.switches += isEndpoint(v) ? 0 : 1;
        }
        file.counts.vertices = static_cast<std::int64_t>(m_kinds.size());
        std::vector<std::int64_t> capacity(m_kinds.size());
        std::vector<std::uint32_t> cables(m_kinds.size());
        for (const Line& line : m_lines) {
            const bool isNodeLink = isEndpoint(line.a) || isEndpoint(line.b);
            (isNodeLink ? file.counts.nodeLinks : file.counts.interswitchLinks) += 1;
            if (home[line.a] || home[line.b]) {
                const std::uint32_t host = home[line.a] ? line.a : line.b;
                capacity[host] += line.capacity;
                ++cables[host];
                continue;
            }
            graph.links.push_back(
                {vertex[line.a], vertex[line.b], line.capacity, 1, isNodeLink ? LinkTier::Endpoint : LinkTier::Other});
        }
        for (std::uint32_t v = 0; v < m_kinds.size(); ++v)
            if (m_weights[v] > 0)
                addEndpoints(graph, home[v] ? EndpointRun{vertex[*home[v]], 1, capacity[v], cables[v]}
                                            : EndpointRun{vertex[v], static_cast<std::uint32_t>(m_weights[v]), 0, 1});
        return file;
    }

    static void addEndpoints(FabricGraph& graph, const EndpointRun& run) {
        if (!graph.endpoints.empty()) {
            EndpointRun& last = graph.endpoints.back();
            if (last.vertex == run.vertex && last.capacity == run.capacity && last.cables == run.cables) {
                last.count += run.count;
                return;
            }
        }
        graph.endpoints.push_back(run);
    }

    const GraphLimits& m_limits;
    std::size_t m_line = 0, m_switches = 0;
    std::optional<double> m_unit;
    std::unordered_map<std::string, std::uint32_t> m_ids;
    std::vector<VertexKind> m_kinds;
    std::vector<std::int64_t> m_weights;
    std::vector<Line> m_lines;
};

} // namespace

Result<GraphFile> readGraph(std::string_view text, const GraphLimits& limits) { return GraphReader(limits).read(text); }

} // namespace rackwright
