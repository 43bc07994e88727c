// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/cord_takeoff.h"

#include "model/design/occupancy.h"
#include "solvers/power/outlets.h"
#include "solvers/power/power_schedule.h"
#include "solvers/power/settings.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace rackwright {

namespace {

struct CordKind {
    std::string connector, plug;
    std::int64_t metres = 0;
    auto operator<=>(const CordKind&) const = default;
};
struct WhipKind {
    std::string connector;
    std::int64_t metres = 0;
    auto operator<=>(const WhipKind&) const = default;
};

using ScopeKey = std::tuple<Status, Party, Party, std::int64_t>;
ScopeKey keyOf(const Scope& scope) { return {scope.status, scope.suppliedBy, scope.installedBy, scope.phase}; }

template <class Kind>
using PiecesOf = std::map<std::pair<Kind, ScopeKey>, RackPieces>;

void addPieces(RackPieces& pieces, const Scope& scope, std::int64_t count, Id<Rack> rack) {
    pieces.scope = scope;
    pieces.count += count;
    if (rack && (pieces.racks.empty() || pieces.racks.back() != rack))
        pieces.racks.push_back(rack);
}

// Cords and whips are stocked by the metre.
std::int64_t wholeMetres(double metres) {
    constexpr double kRounding = 1e-9;
    return static_cast<std::int64_t>(std::ceil(metres - kRounding));
}

std::optional<std::int64_t> unitOf(const Placement& placement) {
    const auto* in = std::get_if<InRack>(&placement);
    return in ? std::optional(in->unit) : std::nullopt;
}

class CordCount {
public:
    explicit CordCount(const Context& context)
        : m_context(context), m_length(setting<Value>(context, setting_of::cordLength).si().typical()) {}

    CordTakeoff run() {
        for (const LikeRacks& like : m_context.likeRacks())
            countLike(like);
        countCircuits();
        takeHeld();
        CordTakeoff takeoff;
        for (auto& [key, pieces] : m_cords)
            if (pieces.count > 0)
                takeoff.cords.push_back({key.first.connector, key.first.plug, key.first.metres, std::move(pieces)});
        for (auto& [key, pieces] : m_unknownSupplies)
            takeoff.unknownSupplies.push_back(std::move(pieces));
        for (auto& [key, pieces] : m_whips)
            takeoff.whips.push_back({key.first.connector, key.first.metres, std::move(pieces)});
        for (auto& [key, pieces] : m_tapOffs)
            takeoff.tapOffs.push_back(std::move(pieces));
        return takeoff;
    }

private:
    // Like racks have like cords; who supplies them is nothing that racks are alike in.
    void countLike(const LikeRacks& like) {
        countUnknownSupplies(like);
        std::map<CordKind, std::int64_t> ofOne;
        for (const PluggedCord& cord : pluggedCords(m_context, m_context.contents(like.first->id)))
            ++ofOne[kindOf(cord)];
        if (ofOne.empty())
            return;
        for (const Rack* rack : like.racks) {
            const RackContents& contents = m_context.contents(rack->id);
            const Scope& scope = contents.devices.front()->scope;
            const bool isOne =
                std::ranges::all_of(contents.devices, [&](const Device* device) { return device->scope == scope; });
            if (isOne)
                for (const auto& [kind, count] : ofOne)
                    countCords(kind, scope, count, rack->id);
            else
                for (const PluggedCord& cord : pluggedCords(m_context, contents))
                    countCords(kindOf(cord), cord.device->scope, 1, rack->id);
        }
    }

    // What has no count of supplies has a count of cords that nobody knows, not none.
    void countUnknownSupplies(const LikeRacks& like) {
        const RackContents& first = m_context.contents(like.first->id);
        const std::vector<const PowerElement*> sources = sourcesOf(first);
        if (sources.empty() || sources.front()->kind != PowerElementKind::RackPdu ||
            std::ranges::none_of(first.devices, [this](const Device* device) { return hasUnknownSupplies(*device); }))
            return;
        for (const Rack* rack : like.racks)
            for (const Device* device : m_context.contents(rack->id).devices)
                if (device->scope.status == Status::New && hasUnknownSupplies(*device))
                    addPieces(m_unknownSupplies[keyOf(device->scope)], device->scope, 1, rack->id);
    }

    bool hasUnknownSupplies(const Device& device) const {
        const Part* part = m_context.part(device.part);
        return isFedInRack(m_context, device) &&
               (!part ||
                std::ranges::all_of(part->powerInputs, [](const PowerInput& input) { return input.count <= 0; }));
    }

    void countCords(const CordKind& kind, const Scope& scope, std::int64_t count, Id<Rack> rack) {
        if (scope.status == Status::New)
            addPieces(m_cords[{kind, keyOf(scope)}], scope, count, rack);
    }

    CordKind kindOf(const PluggedCord& cord) const {
        CordKind kind;
        kind.metres = metresOf(cord);
        switch (cord.inlet) {
        case SupplyInlet::C14:
            kind.connector = "C13";
            kind.plug = cord.outlet == OutletType::C19 ? "C20" : "C14";
            break;
        case SupplyInlet::C20:
        case SupplyInlet::C22:
            kind.connector = cord.inlet == SupplyInlet::C20 ? "C19" : "C21";
            kind.plug = "C20";
            break;
        case SupplyInlet::Unknown:
        case SupplyInlet::Other:
            kind.metres = 0;
            break;
        }
        return kind;
    }

    // A vertical PDU has outlets beside each device, a horizontal one where it stands.
    std::int64_t metresOf(const PluggedCord& cord) const {
        if (rackOf(cord.pdu->placement) != m_context.rackHolding(*cord.device))
            return 0;
        const auto pdu = unitOf(cord.pdu->placement), device = unitOf(cord.device->placement);
        const std::int64_t units = pdu && device ? std::abs(*pdu - *device) : 0;
        return wholeMetres(m_length + static_cast<double>(units) * kRackUnit.inMetres());
    }

    void countCircuits() {
        for (const PowerLink& link : m_context.design().powerLinks) {
            const PowerElement* from = present(link.from);
            const PowerElement* fed = present(link.to);
            const Id<Rack> rack = fed ? rackOf(fed->placement) : Id<Rack>{};
            if (!from || !rack || link.scope.status != Status::New || rackOf(from->placement) == rack)
                continue;
            if (from->kind == PowerElementKind::Busway)
                addPieces(m_tapOffs[keyOf(link.scope)], link.scope, 1, rack);
            if (link.whip || isPanel(from->kind)) {
                const std::string connector = link.connector.empty() ? inletOf(m_context, *fed) : link.connector;
                const std::int64_t metres = link.whip ? wholeMetres(link.whip->inMetres()) : 0;
                addPieces(m_whips[{{connector, metres}, keyOf(link.scope)}], link.scope, 1, rack);
            }
        }
    }

    const PowerElement* present(Id<PowerElement> id) const {
        const PowerElement* element = m_context.design().powerElements.find(id);
        return element && element->scope.isPresent() ? element : nullptr;
    }

    // What distributes to racks by cables. Tap-offs and busways bring their own outlets.
    static bool isPanel(PowerElementKind kind) {
        return kind == PowerElementKind::RemotePowerPanel || kind == PowerElementKind::Switchgear ||
               kind == PowerElementKind::Ups || kind == PowerElementKind::Transformer ||
               kind == PowerElementKind::TransferSwitch;
    }

    // Cords that stand in the design as parts: loose, of a device, or entered in the bill.
    void takeHeld() {
        std::map<Id<PartRow>, std::pair<std::string, std::string>> cordParts;
        for (const PartRow& row : m_context.project().parts)
            if (const Part* part = m_context.part(row.id))
                if (const auto a = endOf(*part, "end-a-connector"), b = endOf(*part, "end-b-connector");
                    !a.empty() && !b.empty())
                    cordParts[row.id] = std::minmax(a, b);
        if (cordParts.empty())
            return;
        const auto take = [&](Id<PartRow> part, const Scope& scope, std::int64_t count) {
            const auto held = cordParts.find(part);
            if (held == cordParts.end() || scope.status != Status::New)
                return;
            for (auto& [key, pieces] : m_cords) {
                const auto ends = std::minmax(key.first.connector, key.first.plug);
                if (ends.first != held->second.first || ends.second != held->second.second)
                    continue;
                const std::int64_t taken = std::min(count, pieces.count);
                pieces.count -= taken;
                count -= taken;
            }
        };
        for (const Device& device : m_context.design().devices)
            take(device.part, device.scope, 1);
        for (const Module& module : m_context.design().modules)
            take(module.part, module.scope, module.count);
        for (const QuoteLine& line : m_context.design().quoteLines)
            if (line.derivedKey.empty())
                take(line.part, line.scope, line.quantityMilli.value_or(1000) / 1000);
    }

    // "C13" of a part that is a power cord; empty for all others.
    static std::string endOf(const Part& part, std::string_view key) {
        const std::string text = textFact(part, key).typical().value_or(std::string());
        for (const char* end : {"C13", "C14", "C19", "C20", "C21"})
            if (text == end)
                return end;
        return {};
    }

    const Context& m_context;
    double m_length; ///< m, of a cord within its rack
    PiecesOf<CordKind> m_cords;
    PiecesOf<WhipKind> m_whips;
    std::map<ScopeKey, RackPieces> m_unknownSupplies;
    std::map<ScopeKey, RackPieces> m_tapOffs;
};

} // namespace

CordTakeoff cordTakeoff(const Context& context) { return CordCount(context).run(); }

} // namespace rackwright
