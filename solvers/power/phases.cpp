// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/phases.h"

#include "solvers/power/circuits.h"
#include "solvers/power/feed_loads.h"
#include "solvers/power/upstream.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <numbers>

namespace rackwright {

namespace {

constexpr std::array<double, 3> kEven = {1, 1, 1};

// Directions of the voltages from line to neutral.
std::complex<double> direction(std::size_t line) {
    return std::polar(1.0, -2.0 * std::numbers::pi * static_cast<double>(line) / 3.0);
}

// Line currents in units of W / (sqrt(3) V), V from line to line: a balanced load of P has a current of P.
using LineCurrents = std::array<std::complex<double>, 3>;

void addBalanced(LineCurrents& currents, double watts) {
    for (std::size_t line = 0; line < 3; ++line)
        currents[line] += watts * direction(line);
}

void addOnLines(LineCurrents& currents, Lines lines, double watts) {
    std::vector<std::size_t> on;
    for (std::size_t line = 0; line < 3; ++line)
        if (lines & (1U << line))
            on.push_back(line);
    if (on.size() == 1) {
        currents[on[0]] += 3.0 * watts * direction(on[0]);
    } else if (on.size() == 2) {
        const std::complex<double> flow = watts * (direction(on[0]) - direction(on[1]));
        currents[on[0]] += flow;
        currents[on[1]] -= flow;
    } else {
        addBalanced(currents, watts);
    }
}

bool isSinglePhase(const PowerElement& element) { return element.phases == 1 || element.phases == 2; }

// What stands between an element and its lines: a double conversion and a winding of their own spread a load.
bool spreadsLoad(PowerElementKind kind) {
    return kind == PowerElementKind::Ups || kind == PowerElementKind::Transformer;
}

Lines lineBit(std::size_t line) { return static_cast<Lines>(1U << line); }

} // namespace

std::optional<Lines> linesOf(std::string_view poles) {
    Lines lines = 0;
    std::size_t at = 0;
    while (at < poles.size()) {
        const bool isLine = poles[at] == 'L' || poles[at] == 'l';
        if (isLine)
            ++at;
        std::int64_t number = 0;
        std::size_t digits = 0;
        for (; at < poles.size() && poles[at] >= '0' && poles[at] <= '9' && digits < 4; ++at, ++digits)
            number = number * 10 + (poles[at] - '0');
        if (digits == 0 || number < 1 || (isLine && number > 3))
            return std::nullopt;
        lines |= lineBit(static_cast<std::size_t>(isLine ? number - 1 : (number - 1) / 2 % 3));
        while (at < poles.size() &&
               (poles[at] == ',' || poles[at] == '/' || poles[at] == ' ' || poles[at] == '-' || poles[at] == '+'))
            ++at;
    }
    return lines ? std::optional(lines) : std::nullopt;
}

std::string linesText(Lines lines) {
    std::string text;
    for (std::size_t line = 0; line < 3; ++line)
        if (lines & lineBit(line))
            text += (text.empty() ? "" : "+") + std::to_string(line + 1);
    return text;
}

class PhaseLoads::Search {
public:
    Search(const Context& context, PhaseLoads& found)
        : m_context(context), m_loads(context.lookUp<FeedLoads>()), m_rings(context.lookUp<PowerRings>()),
          m_found(found) {}

    void run() {
        for (const PowerElement& element : m_context.design().powerElements)
            m_hasSingle = m_hasSingle || (isSinglePhase(element) && element.scope.isPresent());
        if (!m_hasSingle)
            return;
        assign();
        for (const PowerElement& element : m_context.design().powerElements)
            if (element.scope.isPresent() && element.phases == 3)
                currentsOf(element);
    }

private:
    struct Free {
        const PowerLink* link = nullptr;
        double watts = 0;
        bool isAcross = false; ///< from line to line
        Id<PowerElement> root;
    };

    const PowerElement* present(Id<PowerElement> id) const {
        const PowerElement* element = m_context.design().powerElements.find(id);
        return element && element->scope.isPresent() ? element : nullptr;
    }
    double load(const PowerElement& element) const {
        const Value& value = m_loads.load(element.id, LoadKind::Nameplate);
        return value.isUnknown() ? 0.0 : value.typical();
    }

    // The panel or busway that the circuits of a tap-off are balanced on.
    Id<PowerElement> rootOf(const PowerElement& from) const {
        const PowerElement* at = &from;
        for (int steps = 0; steps < 64 && at->kind == PowerElementKind::TapOff; ++steps) {
            const PowerElement* above = nullptr;
            for (const PowerLink* link : m_context.linksTo(at->id))
                if (const PowerElement* each = present(link->from);
                    each && each->phases == 3 && m_rings.isFollowed(*link)) {
                    above = each;
                    break;
                }
            if (!above)
                break;
            at = above;
        }
        return at->id;
    }

    // Of single phase across its lines, where its voltage is that of what feeds it.
    bool isAcross(const PowerElement& from, const PowerElement& fed) const {
        if (fed.phases == 2)
            return true;
        const auto above = outputVoltageOf(m_context, from);
        const auto own = inputVoltageOf(m_context, fed);
        constexpr double kBetween = 0.79; // between 1/sqrt(3) and 1
        return above && own && above->si() > 0 && own->si() / above->si() > kBetween;
    }

    // Circuits that nobody put on a line: the largest first, onto the lines of their panel or busway with least load.
    void assign() {
        std::unordered_map<Id<PowerElement>, std::array<double, 3>> totals;
        std::vector<Free> free;
        for (const PowerLink& link : m_context.design().powerLinks) {
            const PowerElement* from = present(link.from);
            const PowerElement* fed = present(link.to);
            if (!from || !fed || from->phases != 3 || !isSinglePhase(*fed) || !m_rings.isFollowed(link))
                continue;
            const std::int64_t circuits = sharingCircuits(m_context, link, FeedSide::None);
            const double watts = circuits ? load(*fed) / static_cast<double>(circuits) : 0.0;
            const Id<PowerElement> root = rootOf(*from);
            if (const auto given = linesOf(link.poles); given && *given != kAllLines) {
                m_found.m_lines.emplace(fed->id, *given);
                put(totals[root], *given, watts);
                continue;
            }
            free.push_back({&link, watts, isAcross(*from, *fed), root});
        }
        std::ranges::stable_sort(free, [](const Free& a, const Free& b) { return a.watts > b.watts; });
        for (const Free& each : free) {
            auto& total = totals[each.root];
            Lines best = 0;
            double least = 0;
            for (std::size_t line = 0; line < 3; ++line) {
                const Lines lines =
                    each.isAcross ? static_cast<Lines>(kAllLines & ~lineBit((line + 2) % 3)) : lineBit(line);
                const double sum = sumOn(total, lines);
                if (best == 0 || sum < least) {
                    best = lines;
                    least = sum;
                }
            }
            if (m_found.m_lines.emplace(each.link->to, best).second)
                put(total, best, each.watts);
        }
    }

    static double sumOn(const std::array<double, 3>& total, Lines lines) {
        double sum = 0;
        for (std::size_t line = 0; line < 3; ++line)
            if (lines & lineBit(line))
                sum += total[line];
        return sum;
    }
    static void put(std::array<double, 3>& total, Lines lines, double watts) {
        int count = 0;
        for (std::size_t line = 0; line < 3; ++line)
            count += (lines & lineBit(line)) != 0;
        for (std::size_t line = 0; line < 3; ++line)
            if (lines & lineBit(line))
                total[line] += watts / count;
    }

    // Rings and chains too long are not followed, so that this ends.
    const LineCurrents& currentsOf(const PowerElement& element) {
        if (const auto it = m_currents.find(element.id); it != m_currents.end())
            return it->second;
        LineCurrents currents{};
        double below = 0;
        for (const PowerLink* link : m_context.linksFrom(element.id)) {
            const PowerElement* fed = present(link->to);
            const std::int64_t circuits =
                fed && m_rings.isFollowed(*link) ? sharingCircuits(m_context, *link, FeedSide::None) : 0;
            if (circuits == 0)
                continue;
            const auto share = static_cast<double>(circuits);
            const Value drawn =
                drawnPower<Value>(m_context, *fed,
                                  Quantity<dim::Power, Value>(m_loads.load(fed->id, LoadKind::Nameplate)))
                    .si();
            const double watts = drawn.isUnknown() ? 0.0 : drawn.typical() / share;
            below += watts;
            if (isSinglePhase(*fed)) {
                m_found.m_overSingle.insert(element.id);
                const auto lines = m_found.m_lines.find(fed->id);
                addOnLines(currents, lines == m_found.m_lines.end() ? kAllLines : lines->second, watts);
            } else if (spreadsLoad(fed->kind) || fed->phases != 3) {
                addBalanced(currents, watts);
            } else {
                const LineCurrents& its = currentsOf(*fed);
                if (m_found.m_overSingle.contains(fed->id))
                    m_found.m_overSingle.insert(element.id);
                for (std::size_t line = 0; line < 3; ++line)
                    currents[line] += its[line] / share;
            }
        }
        addBalanced(currents, std::max(0.0, load(element) - below));
        const double even = std::max(load(element), below);
        constexpr double kNoise = 1e-9;
        std::array<double, 3> shape = kEven;
        bool isEven = true;
        for (std::size_t line = 0; line < 3 && even > 0; ++line) {
            shape[line] = std::abs(currents[line]) / even;
            isEven = isEven && std::abs(shape[line] - 1) < kNoise;
        }
        if (!isEven)
            m_found.m_shapes.emplace(element.id, shape);
        return m_currents.emplace(element.id, currents).first->second;
    }

    const Context& m_context;
    const FeedLoads& m_loads;
    const PowerRings& m_rings;
    PhaseLoads& m_found;
    bool m_hasSingle = false;
    std::unordered_map<Id<PowerElement>, LineCurrents> m_currents;
};

PhaseLoads::PhaseLoads(const Context& context) {
    Search(context, *this).run();
    // What hangs below a single-phase circuit hangs on its lines.
    const auto& rings = context.lookUp<PowerRings>();
    std::vector<Id<PowerElement>> open;
    for (const auto& [element, lines] : m_lines)
        open.push_back(element);
    std::ranges::sort(open);
    for (std::size_t i = 0; i < open.size(); ++i)
        for (const PowerLink* link : context.linksFrom(open[i])) {
            const PowerElement* fed = context.design().powerElements.find(link->to);
            if (fed && fed->scope.isPresent() && isSinglePhase(*fed) && rings.isFollowed(*link) &&
                m_lines.emplace(fed->id, m_lines.at(open[i])).second)
                open.push_back(fed->id);
        }
}

Lines PhaseLoads::lines(Id<PowerElement> element) const {
    const auto it = m_lines.find(element);
    return it == m_lines.end() ? kAllLines : it->second;
}

const std::array<double, 3>& PhaseLoads::shape(Id<PowerElement> element) const {
    const auto it = m_shapes.find(element);
    return it == m_shapes.end() ? kEven : it->second;
}

double PhaseLoads::imbalance(Id<PowerElement> element) const {
    const std::array<double, 3>& each = shape(element);
    const double mean = (each[0] + each[1] + each[2]) / 3;
    return mean > 0 ? (std::ranges::max(each) - mean) / mean : 0.0;
}

} // namespace rackwright
