// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/families/family_params.h"

#include "model/base/nearest.h"
#include "model/units/number_text.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rackwright {

namespace {

constexpr double kSlowest = 0.001, kFastest = 1e6; // Gb/s of a cable
constexpr double kMostCounted = 0x1p53;            // beyond it numbers of double precision skip whole ones
constexpr FabricSize kMostDrawn{kMostVertices, 4'000'000, 16'000'000, 1e9};

std::optional<std::int64_t> wholeNumber(std::string_view text) {
    const auto value = plainNumber(text);
    constexpr double kLargest = 1e15;
    if (!value || *value != std::floor(*value) || std::abs(*value) > kLargest)
        return std::nullopt;
    return static_cast<std::int64_t>(*value);
}

} // namespace

bool FabricSize::isDrawable() const {
    return switches <= kMostDrawn.switches && trunks <= kMostDrawn.trunks && endpoints <= kMostDrawn.endpoints &&
           cables <= kMostDrawn.cables;
}

bool FabricSize::isCountable() const {
    return std::max({switches, trunks, endpoints, cables, endpoints + cables}) <= kMostCounted;
}

Message FabricSize::refusal(std::string id, const WordList& nearest) const {
    if (nearest.words.empty())
        id = "fabric.over-size";
    Message message(std::move(id));
    message.with("vertices", switches)
        .with("links", trunks)
        .with("endpoints", endpoints)
        .with("most-vertices", kMostDrawn.switches)
        .with("most-links", kMostDrawn.trunks)
        .with("most-endpoints", kMostDrawn.endpoints)
        .with("cables", cables)
        .with("most-cables", kMostDrawn.cables)
        .with("most-counted", kMostCounted)
        .with("nearest", nearest);
    return message;
}

void FamilyParams::setSize(const FabricSize& size) {
    m_size = size;
    if (!size.isCountable())
        fail(Message(std::string(kOverCount)));
}

void FamilyParams::fail(Message message) {
    if (!m_error)
        m_error = inputError(std::move(message));
}

const std::string* FamilyParams::text(std::string_view key) {
    m_known.emplace(key);
    const auto found = m_request.params.find(key);
    if (found == m_request.params.end()) {
        fail(Message("fabric.missing-key").with("key", key));
        return nullptr;
    }
    return &found->second;
}

std::int64_t FamilyParams::count(std::string_view key, std::int64_t least, std::int64_t most) {
    const std::string* given = text(key);
    if (!given)
        return least;
    m_sizeKeys.emplace_back(key);
    const auto value = wholeNumber(*given);
    if (!value) {
        fail(Message("fabric.no-count").with("key", key).with("text", *given));
        return least;
    }
    if (*value < least || *value > most) {
        fail(Message("fabric.count-out-of-range")
                 .with("key", key)
                 .with("value", *value)
                 .with("least", least)
                 .with("most", most)
                 .with("nearest", std::clamp(*value, least, most)));
        return least;
    }
    return *value;
}

double FamilyParams::number(std::string_view key, double least) {
    const std::string* given = text(key);
    const auto value = given ? plainNumber(*given) : std::nullopt;
    if (given && (!value || *value < least || *value > kFastest))
        fail(Message("fabric.number-out-of-range")
                 .with("key", key)
                 .with("text", *given)
                 .with("least", least)
                 .with("most", kFastest));
    return value && *value >= least && *value <= kFastest ? *value : least;
}

CountAtSpeed FamilyParams::countAtSpeed(std::string_view key) {
    const std::string* given = text(key);
    CountAtSpeed read;
    if (!given)
        return read;
    const std::size_t cross = given->find('x');
    const std::size_t end = given->find_last_of("0123456789.");
    const auto bad = [&] {
        fail(Message(key == "switch" ? "fabric.no-ports-at-speed" : "fabric.no-count-at-speed")
                 .with("key", key)
                 .with("text", *given));
    };
    if (cross == std::string::npos || cross == 0 || end == std::string::npos || end < cross) {
        bad();
        return read;
    }
    constexpr std::int64_t kMost = 100'000;
    const auto count = wholeNumber(std::string_view(*given).substr(0, cross));
    const auto gbps = plainNumber(std::string_view(*given).substr(cross + 1, end - cross));
    const std::string_view unit = std::string_view(*given).substr(end + 1);
    const bool isUnit = unit.empty() || unit == "G" || unit == "GbE" || unit == "Gbps" || unit == "Gb/s";
    if (!count || *count < 1 || *count > kMost || !gbps || *gbps < kSlowest || *gbps > kFastest || !isUnit)
        bad();
    else
        read = {*count, *gbps};
    return read;
}

CountAtSpeed FamilyParams::countAtSpeed(std::string_view key, double otherwise) {
    const auto found = m_request.params.find(key);
    if (found == m_request.params.end() || found->second.find('x') != std::string::npos)
        return countAtSpeed(key);
    return {count(key), otherwise};
}

std::vector<std::int64_t> FamilyParams::sides(std::string_view key) {
    std::vector<std::int64_t> read;
    const std::string* given = text(key);
    if (!given)
        return read;
    m_sizeKeys.emplace_back(key);
    for (std::size_t at = 0; at <= given->size();) {
        const std::size_t end = std::min(given->find('x', at), given->size());
        const auto side = wholeNumber(std::string_view(*given).substr(at, end - at));
        constexpr std::size_t kMost = 20;
        if (!side || *side < 2 || *side > kLargestValue || read.size() == kMost) {
            fail(Message("fabric.no-sides").with("key", key).with("text", *given));
            return {};
        }
        read.push_back(*side);
        at = end + 1;
    }
    return read;
}

bool FamilyParams::flag(std::string_view key) {
    m_known.emplace(key);
    return has(key);
}

double FamilyParams::speed(std::string_view key, std::optional<double> column, double otherwise) {
    m_known.emplace(key);
    if (has(key))
        return number(key, kSlowest);
    const double gbps = column.value_or(otherwise);
    if (gbps < kSlowest || gbps > kFastest) {
        fail(Message("fabric.number-out-of-range")
                 .with("key", key)
                 .with("text", shortestDigits(gbps))
                 .with("least", kSlowest)
                 .with("most", kFastest));
        return otherwise;
    }
    return gbps;
}

double FamilyParams::endpointGbps() {
    constexpr double kUsual = 400;
    return speed("endpoint_gbps", m_request.endpointGbps, kUsual);
}

double FamilyParams::leafSpineGbps() { return speed("uplink_gbps", m_request.leafSpineGbps, endpointGbps()); }

double FamilyParams::spineCoreGbps() { return speed("spine_core_gbps", m_request.spineCoreGbps, leafSpineGbps()); }

void FamilyParams::demandMultiple(std::string_view key, std::int64_t value, std::int64_t divisor) {
    if (divisor <= 1 || value % divisor == 0)
        return;
    const std::int64_t below = value / divisor * divisor;
    fail(Message("fabric.no-multiple")
             .with("key", key)
             .with("value", value)
             .with("divisor", divisor)
             .with("nearest", below > 0 ? WordList{{std::to_string(below), std::to_string(below + divisor)}}
                                        : WordList{{std::to_string(divisor)}}));
}

void FamilyParams::demandAtMost(std::string_view key, std::int64_t value, std::int64_t most, std::string_view bound) {
    if (value > most)
        fail(
            Message("fabric.over-bound").with("key", key).with("value", value).with("most", most).with("bound", bound));
}

std::optional<Error> FamilyParams::problem() {
    for (const std::string_view key : {"endpoint_gbps", "uplink_gbps", "spine_core_gbps"})
        m_known.emplace(key);
    WordList unknown;
    for (const auto& [key, value] : m_request.params)
        if (!m_known.contains(key))
            unknown.words.push_back(key);
    if (unknown.words.empty())
        return m_error;
    const std::vector<std::string> known(m_known.begin(), m_known.end());
    const std::vector<std::string> nearest = nearestWords(unknown.words.front(), known, known.size());
    return inputError(Message("fabric.unknown-key")
                          .with("key", unknown)
                          .with("family", m_request.family)
                          .with("nearest", WordList{nearest.empty() ? known : nearest}));
}

std::int64_t capacityUnits(double gbps) { return std::llround(gbps * 1000); }

void reduceUnits(FabricGraph& graph, double unitGbps) {
    std::int64_t common = 0;
    for (const FabricLink& link : graph.links)
        common = std::gcd(common, link.capacity);
    for (const EndpointRun& run : graph.endpoints)
        common = std::gcd(common, run.capacity);
    common = std::max<std::int64_t>(common, 1);
    for (FabricLink& link : graph.links)
        link.capacity /= common;
    for (EndpointRun& run : graph.endpoints)
        run.capacity /= common;
    graph.unitGbps = static_cast<double>(common) * unitGbps;
}

bool isCarried(std::int64_t endpoints, double endpointGbps, std::int64_t uplinks, double uplinkGbps) {
    // In whole units, whose products are exact.
    const auto units = [](double gbps) { return static_cast<double>(capacityUnits(gbps)); };
    return static_cast<double>(endpoints) * units(endpointGbps) <= static_cast<double>(uplinks) * units(uplinkGbps);
}

ClosedBisection halfOfEndpoints(std::int64_t endpoints, double gbps) {
    return {endpoints / 2, gbps, endpoints - endpoints / 2, endpoints / 2, BoundProof::ClosedForm};
}

void demandCapacity(FamilyParams& params, double capacity, double unitGbps) {
    constexpr double kMost = 1e15; // sums of these, a few times over, are whole numbers still
    if (capacity > kMost)
        params.fail(Message("fabric.over-capacity")
                        .with("capacity", UnitNumber{capacity * unitGbps, "Gb/s"})
                        .with("most", UnitNumber{kMost * unitGbps, "Gb/s"}));
}

void demandCapacity(FamilyParams& params, const FabricGraph& graph) {
    double capacity = 0;
    for (const FabricLink& link : graph.links)
        capacity += static_cast<double>(link.capacity) * link.cables;
    for (const EndpointRun& run : graph.endpoints)
        capacity += static_cast<double>(run.capacity) * run.count;
    demandCapacity(params, capacity, graph.unitGbps);
}

} // namespace rackwright
