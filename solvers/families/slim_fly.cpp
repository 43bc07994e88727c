// SPDX-License-Identifier: GPL-3.0-or-later
// SlimFly: the graphs of diameter two that McKay, Miller and Siran gave (J. Combin. Theory B 74, 1998), with the sets
// of Hafner (Discrete Math. 285, 2004) that Besta and Hoefler use for networks (SC14). 2 q^2 routers for a prime power
// q = 4w + d with d in {-1, 0, 1}; each joins (3q - d) / 2 others.
#include "model/base/numbers.h"
#include "solvers/families/family_params.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace rackwright {

namespace {

/// A finite field of q = p^n elements: sums and products of 0 .. q - 1, whose digits to the base p are the
/// coefficients of polynomials.
class SmallField {
public:
    static std::optional<SmallField> of(std::int64_t q) {
        SmallField field;
        field.m_size = q;
        for (field.m_prime = 2; field.m_prime * field.m_prime <= q && q % field.m_prime != 0;)
            ++field.m_prime;
        if (q % field.m_prime != 0)
            field.m_prime = q;
        for (std::int64_t rest = q; rest > 1; rest /= field.m_prime, ++field.m_degree)
            if (rest % field.m_prime != 0)
                return std::nullopt;
        // The first polynomial modulo which some element has all others but 0 as its powers makes a field.
        for (field.m_low = 0; field.m_low < q; ++field.m_low)
            if (field.findGenerator())
                return field;
        return std::nullopt;
    }

    std::int64_t add(std::int64_t a, std::int64_t b) const {
        std::int64_t sum = 0;
        for (std::int64_t place = 1; place < m_size; place *= m_prime)
            sum += (a / place + b / place) % m_prime * place;
        return sum;
    }
    std::int64_t multiply(std::int64_t a, std::int64_t b) const {
        if (a == 0 || b == 0)
            return 0;
        return m_power[static_cast<std::size_t>(
            (m_log[static_cast<std::size_t>(a)] + m_log[static_cast<std::size_t>(b)]) % (m_size - 1))];
    }
    /// Of the generator.
    std::int64_t power(std::int64_t exponent) const {
        return m_power[static_cast<std::size_t>(exponent % (m_size - 1))];
    }
    std::int64_t prime() const { return m_prime; }

private:
    /// By x, modulo x^n + the polynomial whose digits are `m_low`.
    std::int64_t timesX(std::int64_t a) const {
        const std::int64_t top = m_size / m_prime, lead = a / top;
        std::int64_t moved = a % top * m_prime;
        for (std::int64_t i = 0; i < (m_prime - lead) % m_prime; ++i)
            moved = add(moved, m_low);
        return moved;
    }
    std::int64_t slowProduct(std::int64_t a, std::int64_t b) const {
        std::int64_t sum = 0;
        for (std::int64_t place = m_size / m_prime; place >= 1; place /= m_prime) {
            sum = timesX(sum);
            for (std::int64_t i = 0; i < b / place % m_prime; ++i)
                sum = add(sum, a);
        }
        return sum;
    }
    bool findGenerator() {
        for (std::int64_t candidate = m_degree > 1 ? m_prime : 1; candidate < m_size; ++candidate) {
            m_power.assign(1, 1);
            for (std::int64_t next = slowProduct(1, candidate);
                 next > 1 && static_cast<std::int64_t>(m_power.size()) < m_size - 1;
                 next = slowProduct(next, candidate))
                m_power.push_back(next);
            if (static_cast<std::int64_t>(m_power.size()) != m_size - 1 || slowProduct(m_power.back(), candidate) != 1)
                continue;
            m_log.assign(static_cast<std::size_t>(m_size), 0);
            for (std::size_t i = 0; i < m_power.size(); ++i)
                m_log[static_cast<std::size_t>(m_power[i])] = static_cast<std::int64_t>(i);
            return true;
        }
        return false;
    }

    std::int64_t m_size = 0, m_prime = 2, m_degree = 0, m_low = 0;
    std::vector<std::int64_t> m_power, m_log;
};

/// d of q = 4w + d; nothing for q = 4w + 2, of which 2 alone is a prime power.
std::optional<std::int64_t> slimOffset(std::int64_t q) {
    if (q % 4 == 2)
        return std::nullopt;
    return q % 4 == 3 ? -1 : q % 4;
}

WordList nearestSlimSizes(std::int64_t q) {
    WordList nearest;
    for (std::int64_t below = q - 1; below >= 3; --below)
        if (isSlimFlySize(below)) {
            nearest.words.push_back(std::to_string(below));
            break;
        }
    std::int64_t above = q + 1;
    while (!isSlimFlySize(above))
        ++above;
    nearest.words.push_back(std::to_string(above));
    return nearest;
}

/// The differences by which routers of one line of the first half join each other, and those of the second half.
struct SlimSets {
    std::vector<std::int64_t> first, second;
};

SlimSets slimSets(const SmallField& field, std::int64_t q, std::int64_t offset) {
    SlimSets sets;
    const auto add = [&](std::vector<std::int64_t>& to, std::int64_t from, std::int64_t last) {
        for (std::int64_t exponent = from; exponent <= last; exponent += 2)
            to.push_back(field.power(exponent));
    };
    if (offset == -1) {
        const std::int64_t w = (q + 1) / 4;
        add(sets.first, 0, 2 * w - 2);
        add(sets.first, 2 * w - 1, 4 * w - 3);
        add(sets.second, 1, 2 * w - 1);
        add(sets.second, 2 * w, 4 * w - 2);
    } else {
        add(sets.first, 0, q - 2 - offset);
        add(sets.second, 1, q - 1 - offset);
    }
    return sets;
}

} // namespace

bool isSlimFlySize(std::int64_t q) {
    if (q < 3 || !slimOffset(q))
        return false;
    std::int64_t prime = 2;
    while (prime * prime <= q && q % prime != 0)
        ++prime;
    if (q % prime != 0)
        return true;
    while (q % prime == 0)
        q /= prime;
    return q == 1;
}

GeneratedFabric generateSlimFly(FamilyParams& params) {
    constexpr std::int64_t kMost = 10'000; // a table of the field is worked out
    const std::int64_t q = params.count("q", 3, kMost);
    if (!isSlimFlySize(q))
        params.fail(Message("fabric.no-prime-power").with("value", q).with("nearest", nearestSlimSizes(q)));
    const std::int64_t offset = slimOffset(q).value_or(0), degree = (3 * q - offset) / 2;
    // As many endpoints as half of the cables to others: with shortest ways of two at most, each carries its part.
    const std::int64_t endpoints = params.has("p") ? params.count("p", 0) : (degree + 1) / 2;
    params.remark("p");
    params.endpointGbps();
    const double gbps = params.leafSpineGbps();
    const double routers = 2 * real(q) * real(q), links = routers * real(degree) / 2;
    params.setSize({routers, links, routers * real(endpoints), links});
    if (!params.isSound())
        return {};
    GeneratedFabric made;
    made.level = BisectionLevel::Router;
    const std::int64_t count = 2 * q * q;
    made.endpoints = count * endpoints;
    made.counts = {count,
                   0,
                   0,
                   count,
                   made.endpoints,
                   FabricCount::notDefined("fabric.no-tiers"),
                   FabricCount::notDefined("fabric.no-tiers"),
                   count * degree / 2};
    if (!params.isDrawn())
        return made;
    const auto field = SmallField::of(q);
    if (!field) {
        params.fail(Message("fabric.no-prime-power").with("value", q).with("nearest", nearestSlimSizes(q)));
        return {};
    }
    const SlimSets sets = slimSets(*field, q, offset);
    FabricGraph& graph = made.graph;
    for (std::int64_t v = 0; v < count; ++v) {
        const std::uint32_t router = graph.addVertex(VertexKind::Router);
        if (endpoints > 0)
            graph.endpoints.push_back({router, narrow(endpoints), 0, 1});
    }
    const auto router = [q](std::int64_t half, std::int64_t line, std::int64_t place) {
        return narrow((half * q + line) * q + place);
    };
    const auto join = [&](std::uint32_t a, std::uint32_t b) {
        graph.links.push_back({a, b, capacityUnits(gbps), 1, LinkTier::Direct});
    };
    for (std::int64_t line = 0; line < q; ++line)
        for (std::int64_t place = 0; place < q; ++place) {
            for (const std::int64_t half : {0, 1})
                for (const std::int64_t step : half == 0 ? sets.first : sets.second)
                    if (const std::int64_t other = field->add(place, step); other > place)
                        join(router(half, line, place), router(half, line, other));
            // (0, x, y) joins (1, m, c) where y = m x + c; here c is `place`.
            for (std::int64_t m = 0; m < q; ++m)
                join(router(0, line, field->add(field->multiply(m, line), place)), router(1, m, place));
        }
    // One step along all lines at once, by each power of x.
    for (std::int64_t step = 1; step < q; step *= field->prime()) {
        auto& map = graph.symmetries.emplace_back();
        for (std::int64_t v = 0; v < count; ++v)
            map.push_back(narrow(v / q * q + field->add(v % q, step)));
    }
    reduceUnits(graph);
    return made;
}

} // namespace rackwright
