// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Cables that a person draws: which free ports two devices can be joined by, or why not, and moving one end of a cable.
// A question looks at the cables of the two devices only, so that a drag may ask for every device in sight.

#include "model/edits/target.h"

#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rackwright::edits {

/// Of the ports by which devices that are no switches join a network of a role; scale-up networks are inside of systems
/// and not drawn.
PortRole endRoleOf(NetworkRole role);

/// The ports that one cable would join.
struct CableEnds {
    PortRef a, b;
};

/// Which ports of devices are free for a cable by hand. Keeps references to project and design: made for one drag or
/// question.
class FreePorts {
public:
    /// For cables of a network of a role; the ports of `lifted`, which is about to be moved, count as free.
    FreePorts(const Project& project, const Design& design, NetworkRole role, Id<Cable> lifted = {});

    /// A port of a device by its number; nothing: any.
    using PortNumber = std::optional<std::uint16_t>;

    /// The first free ports of the highest common speed, at b the port that is asked for; the Error says what is
    /// missing.
    Result<CableEnds> between(Id<Device> a, Id<Device> b, PortNumber atB = {}) const;
    /// The same from a given port.
    Result<CableEnds> between(const PortRef& a, Id<Device> b, PortNumber atB = {}) const;
    /// Whether there are such ends; without words, for asking thousands.
    bool canJoin(Id<Device> a, Id<Device> b, PortNumber atB = {}) const;
    bool canJoin(const PortRef& a, Id<Device> b, PortNumber atB = {}) const;
    /// Whether ports of a group carry or end networks of the role, whatever is plugged in.
    bool takes(const Part& part, const PortGroup& group) const;

    /// Notes which ports some more of the cables take. A question about one device looks its cables up; who asks about
    /// thousands reads all cables first, and each answer is quick then. False when all are read.
    bool readMore();

private:
    struct Offer {
        PortRef port;
        double gbps = 0; ///< of the link
        /// A whole port beside ports of its kind that are broken out: between two of those nothing would tell that the
        /// cable takes the whole ports.
        bool isWholeBesideLanes = false;
    };
    std::vector<Offer> offers(Id<Device> device, PortNumber only = {}) const;
    const std::vector<Offer>& offersOfBegin(Id<Device> device) const;
    std::vector<Offer> offersOf(const PortRef& port) const;
    /// Two offers; null where none go together.
    using Pair = std::pair<const Offer*, const Offer*>;
    struct Best {
        Pair taken{};
        Pair clash{}; ///< of one speed whose protocols differ
    };
    Best bestOf(const std::vector<Offer>& a, const std::vector<Offer>& b) const;
    Result<CableEnds> match(const std::vector<Offer>& a, Id<Device> deviceA, Id<Device> b, PortNumber atB) const;
    std::vector<PortRef> takenOf(Id<Device> device) const;
    std::string nameOf(Id<Device> device) const;

    const Project& m_project;
    const Design& m_design;
    NetworkRole m_role;
    Id<Cable> m_lifted;
    /// What the device that was last begun at offers: thousands of ends are asked for one begin.
    mutable Id<Device> m_begin;
    mutable std::vector<Offer> m_ofBegin;
    std::size_t m_chunksRead = 0;
    std::unordered_map<Id<Device>, std::vector<PortRef>> m_taken; ///< of the chunks that were read
};

/// Takes the end of a cable that is at `from` and puts it to `to`; the cable keeps its id, network and pinned details,
/// and is drawn by hand from now on.
Edit moveCableEnd(const Target& target, Id<Cable> cable, PortRef from, PortRef to);

} // namespace rackwright::edits
