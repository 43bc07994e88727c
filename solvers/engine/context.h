// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Context: what a kernel reads: one snapshot of a project and option, with look-ups that are built once and shared by
// all solvers of that snapshot; what an edit leaves unchanged is taken over from the context before. It is const and
// safe from several threads; it holds no result.

#include "model/project/project.h"
#include "solvers/engine/fingerprint.h"
#include "solvers/engine/settings_read.h"

#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rackwright {

/// What a solve is of. `design` is that of `option`; none is null.
struct Snapshot {
    ProjectPtr project;
    std::uint64_t option = 0;
    DesignPtr design;
};

/// The active option of a project, or the option asked for.
Snapshot snapshotOf(ProjectPtr project);
Snapshot snapshotOf(ProjectPtr project, std::uint64_t option);

/// Like devices counted together: same part, same cap. Trays of a system that is rated as a whole are not counted,
/// since the figures of their host hold them.
struct PartCount {
    Id<PartRow> part;
    std::int64_t count = 0;
    std::optional<Power> powerCap;
    bool operator==(const PartCount&) const = default;
};

/// What stands in a rack when the phase is done (nothing with status removed), trays inside devices included.
struct RackContents {
    std::vector<const Device*> devices;           ///< in the order of ids
    std::vector<const PowerElement*> elements;    ///< rack PDUs and power shelves in it
    std::vector<const CoolingUnit*> coolingUnits; ///< rear doors, in-rack CDUs
    std::vector<const CoolingService*> services;  ///< which units take its heat away
    std::vector<const CordOverride*> cords;       ///< of its devices
    std::vector<PartCount> groups;                ///< of devices, in the order of part ids
    /// Of the chunks that all these rows lie in, the rack's own included: equal, equal rows, names and places included.
    Fingerprint rows;
    /// Of what the rack is and holds (parts, places in it, sides, ratings, cords), without names, ids, services and the
    /// rack's place on the floor: racks of one likeness have one answer in every sum over what is in them.
    Fingerprint likeness;
};

/// Racks whose contents are alike for every sum (same rack part, devices, PDUs and cooling units); places may differ.
struct LikeRacks {
    const Rack* first = nullptr; ///< the one of least id stands for all
    std::vector<const Rack*> racks;
    /// How often the answer for `first` counts in a sum.
    std::int64_t count() const { return static_cast<std::int64_t>(racks.size()); }
};

/// Version stamps of all tables of a snapshot by name, of the project's header ("header": quote, names) and of what
/// stands in all racks and rooms, by value ("rack_contents"). Circuits ("power_links") count with what the cooling
/// units on them draw.
using Stamps = std::map<std::string_view, std::uint64_t>;

/// One snapshot to read. What it returns by reference or pointer lives as long as it.
class Context {
public:
    /// What `before` has worked out from unchanged tables is shared with it.
    explicit Context(Snapshot snapshot, const Context* before = nullptr);
    ~Context();

    const Snapshot& snapshot() const { return m_snapshot; }
    const Project& project() const { return *m_snapshot.project; }
    const Design& design() const { return *m_snapshot.design; }
    const Stamps& stamps() const { return m_stamps; }
    /// By a name in stamps(); of any other a check fails.
    std::uint64_t stampOf(std::string_view table) const;

    /// The part revision of a row; null when the row names none.
    const Part* part(Id<PartRow> id) const {
        const auto it = m_parts.find(id);
        return it == m_parts.end() ? nullptr : it->second;
    }
    /// Nothing for a rack that is not there or holds nothing.
    const RackContents& contents(Id<Rack> rack) const;
    /// All present devices, placed or not, as groups of like parts.
    const std::vector<PartCount>& groups() const;
    /// Present devices in racks of a room or on its floor.
    const std::vector<PartCount>& groups(Id<Room> room) const;
    /// Racks present, in the order of ids.
    const std::vector<const Rack*>& racks() const;
    /// The racks in classes of like contents, in the order of their first ids; all, or those of one room.
    const std::vector<LikeRacks>& likeRacks() const;
    std::vector<LikeRacks> likeRacks(Id<Room> room) const;
    /// Some of the racks in classes of like contents.
    std::vector<LikeRacks> likeRacks(const std::vector<Id<Rack>>& some) const;
    /// The racks that a cooling unit serves for one kind of heat, in the order of service ids.
    const std::vector<const CoolingService*>& servedBy(Id<CoolingUnit> unit) const;
    /// Circuits that leave or reach a power element, in the order of ids.
    const std::vector<const PowerLink*>& linksFrom(Id<PowerElement> element) const;
    const std::vector<const PowerLink*>& linksTo(Id<PowerElement> element) const;
    /// Circuits from a power element to cooling units, which linksFrom() leaves out, and those that reach a unit, in
    /// the order of ids.
    const std::vector<const PowerLink*>& unitLinksFrom(Id<PowerElement> element) const;
    const std::vector<const PowerLink*>& linksTo(Id<CoolingUnit> unit) const;
    /// Whether a circuit leaves an element at all.
    bool feeds(Id<PowerElement> element) const {
        return !linksFrom(element).empty() || !unitLinksFrom(element).empty();
    }
    /// Cooling units that hang on a circuit, in the order of ids.
    const std::vector<Id<CoolingUnit>>& fedUnits() const;
    /// The embedded part of a catalogue id ("nv-h200-sxm"); null id when the project embeds none. Of several revisions
    /// the newest row.
    Id<PartRow> partOf(std::string_view catalogueId) const;
    /// The rack that a device stands in, also through the devices that hold it; null when in none.
    Id<Rack> rackHolding(const Device& device) const;
    /// The assumption that a person entered for a key ("part:nv-dgx-h200:weight", "setting..."), or null.
    const Assumption* assumption(std::string_view key) const;
    bool hasAssumptions() const { return !m_assumptions.empty(); }
    /// Text of a setting that differs from its default, or null. A SettingsRecorder notes that it was asked for.
    const Setting* setting(std::string_view key) const;
    /// The same without a note: for comparing snapshots, not for a solver.
    const Setting* settingUnnoted(std::string_view key) const;

    /// A further look-up over the snapshot (a map of the floor, say), built from this context on first use and kept
    /// with it. LookUp must be constructible from `const Context&`, or from that and `const LookUp*`, the one of the
    /// context before (null: none), of which it may take over what still holds. One that lists `LookUp::kReads`
    /// (tables) is shared with the context before while those, the parts, site record and assumptions, and the settings
    /// that it read are unchanged; it then keeps no reference to its context.
    template <class LookUp>
    const LookUp& lookUp() const {
        static const std::size_t place = nextPlace();
        Slot& slot = slotAt(place);
        std::call_once(slot.built, [&] {
            const std::shared_ptr<const Kept> former = formerOf(slot);
            const LookUp* before = former ? static_cast<const LookUp*>(former->content.get()) : nullptr;
            if (former)
                slot.settings = former->settings;
            if constexpr (requires { LookUp::kReads; }) {
                slot.inputs = inputsOf({std::begin(LookUp::kReads), std::end(LookUp::kReads)});
                if (before && slot.inputs == former->inputs && slot.settings.holdIn(*this))
                    slot.content = former->content;
            }
            if (!slot.content) {
                // What it takes over from the one before may rest on the settings that that one read.
                slot.settings.restate(*this);
                const SettingsRecorder recorder(slot.settings);
                if constexpr (std::constructible_from<LookUp, const Context&, const LookUp*>)
                    slot.content = std::make_shared<const LookUp>(*this, before);
                else
                    slot.content = std::make_shared<const LookUp>(*this);
            }
            forgetFormer(slot);
            slot.isBuilt.store(true, std::memory_order_release);
        });
        if (SettingsRead* reader = SettingsRecorder::current())
            reader->note(slot.settings);
        return *static_cast<const LookUp*>(slot.content.get());
    }

private:
    /// A look-up of a context before, with what it rests on.
    struct Kept {
        std::shared_ptr<const void> content;
        std::vector<std::uint64_t> inputs;
        SettingsRead settings;
    };
    struct Slot {
        std::once_flag built;
        std::atomic<bool> isBuilt = false;
        std::shared_ptr<const void> content;
        std::vector<std::uint64_t> inputs;
        SettingsRead settings; ///< that it read
        /// The last that was built, however many contexts before; until this one is built. Under m_slotsMutex.
        std::shared_ptr<const Kept> former;
    };
    struct Holdings;
    struct Links;
    /// Places of look-ups are counted up as their types are first asked for.
    static std::size_t nextPlace();
    Slot& slotAt(std::size_t place) const {
        Slot* slot = m_slots[place].load(std::memory_order_acquire);
        return slot ? *slot : newSlot(place);
    }
    Slot& newSlot(std::size_t place) const;
    std::shared_ptr<const Kept> formerOf(const Slot& slot) const;
    void forgetFormer(Slot& slot) const;
    std::vector<std::uint64_t> inputsOf(const std::vector<std::string_view>& tables) const;
    void takeStamps(const Context* before);
    void takeSlots(const Context& before);

    Snapshot m_snapshot;
    Stamps m_stamps;
    std::unordered_map<Id<PartRow>, const Part*> m_parts;
    std::unordered_map<std::string_view, Id<PartRow>> m_partIds;
    std::unordered_map<std::string_view, const Assumption*> m_assumptions;
    std::unordered_map<std::string_view, const Setting*> m_settings;
    std::shared_ptr<const Holdings> m_holdings;
    std::shared_ptr<const Links> m_links;
    mutable std::mutex m_slotsMutex;
    /// By the place of the type; null until it is asked for. Asked for some 100,000 times a solve, so without a lock.
    static constexpr std::size_t kMostLookUps = 512;
    mutable std::array<std::atomic<Slot*>, kMostLookUps> m_slots{};
};

} // namespace rackwright
