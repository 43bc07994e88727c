// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Edits that connect many things at once: an element to all that it feeds, the racks of a row to two feeds and to what
// takes their heat, and a row that goes over to liquid.

#include "model/edits/target.h"

#include <unordered_map>
#include <unordered_set>

namespace rackwright::edits {

/// Whether elements of these kinds stand in this order in a supply.
bool mayFeed(PowerElementKind from, PowerElementKind to);

/// The circuits of a design by their ends, for many questions about which element may feed which.
class SupplyChain {
public:
    explicit SupplyChain(const Design& design);

    /// Whether a circuit may run from one element down to another: to none that stands higher in a supply, closing no
    /// ring, and none that is there already. The error says why not.
    Done canFeed(Id<PowerElement> from, Id<PowerElement> to) const;
    const std::vector<const PowerLink*>& feeding(Id<PowerElement> element) const { return of(m_up, element); }
    const std::vector<const PowerLink*>& fedBy(Id<PowerElement> element) const { return of(m_down, element); }

private:
    using Links = std::unordered_map<std::uint64_t, std::vector<const PowerLink*>>;
    static const std::vector<const PowerLink*>& of(const Links& links, Id<PowerElement> element);
    bool leadsTo(Id<PowerElement> from, Id<PowerElement> to) const;

    Design m_design; ///< tables share their chunks
    Links m_up, m_down;
};

/// Circuits from one element to others; those that it feeds already keep theirs. `circuit` gives breaker, poles,
/// connector and whip of the new ones.
Edit feedElements(const Target& target, Id<PowerElement> from, std::vector<Id<PowerElement>> to,
                  PowerLink circuit = {});
/// Whether elements of a kind feed cooling units: all that hand power on, rack PDUs among them.
bool mayFeedUnits(PowerElementKind from);
/// Circuits from an element to cooling units; those that it feeds already keep theirs. A unit with circuits from
/// several elements shares what it draws over those that are live, and runs while one is. Refused where no circuit
/// would come.
Edit feedUnits(const Target& target, Id<PowerElement> from, std::vector<Id<CoolingUnit>> units, PowerLink circuit = {});
/// A new element (id 0) and circuits from it to others, in one step.
Edit feedFromNew(const Target& target, PowerElement from, std::vector<Id<PowerElement>> to);

/// What supplies the racks of a row; what is left out stays as it is.
struct RowSupply {
    std::vector<Id<Rack>> racks;
    Id<PowerElement> feedA, feedB;
    bool hasTapOffs = true; ///< of busways: a tap-off for each PDU
    PartPtr tapOff;         ///< null: known by its breaker alone
    std::optional<Current> breaker;
    std::vector<Id<CoolingUnit>> liquidUnits, airUnits;
    Id<CoolingLoop> doorWater; ///< that the rear doors of the racks take
};
/// Rack PDUs and power shelves of side A hang on feed A then, those of B on feed B, as far as nothing feeds them yet.
/// Those without a side take one in turn. Refused where nothing would be connected.
Edit connectRow(const Target& target, RowSupply row);

/// CDUs for a row, and the loop that they keep.
struct LiquidRow {
    std::vector<Id<Rack>> racks;
    PartPtr cdu;
    std::int64_t cdus = 2;
    CoolingLoop loop;                       ///< new; its name is counted up where it is taken
    Id<CoolingLoop> facility;               ///< that takes the heat of the CDUs; null: none yet
    std::optional<CoolingLoop> newFacility; ///< made for them instead; its name is counted up too
    std::string unitName = "CDU";           ///< each with a number
};
/// CDUs that stand on the floor go to the ends of the row, others into its racks; their loop takes the racks' heat to
/// liquid, in which the CDUs share. Refused where there is no place for one.
Edit convertRowToLiquid(const Target& target, LiquidRow row);

} // namespace rackwright::edits
