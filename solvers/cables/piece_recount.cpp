// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cables/piece_recount.h"

#include <algorithm>
#include <tuple>
#include <vector>

namespace rackwright {

namespace {

/// Distinct things, noted once a link and counted at the end.
template <class Thing>
std::int64_t distinct(std::vector<Thing>& things) {
    std::ranges::sort(things);
    return static_cast<std::int64_t>(std::ranges::unique(things).begin() - things.begin());
}

CableForm formOfPinned(const Context& context, const CableDetail& detail) {
    const Part* part = context.part(detail.part);
    const std::optional<CableProduct> product = part ? cableProductOf(detail.part, *part) : std::nullopt;
    return product ? product->form : CableForm::Direct;
}

} // namespace

PieceRecount recountPieces(const Context& context, const CableEnds& ends, const CablePlan& plan) {
    PieceRecount count;
    const auto add = [&count](CableForm form, std::int64_t pieces) {
        count.pieces[static_cast<std::size_t>(form)] += pieces;
    };
    using Cage = std::uint32_t;
    std::vector<bool> isOptical(ends.cages.size(), false); // by cage: a transceiver is in it
    std::vector<std::tuple<Cage, std::int32_t>> direct;
    // Device, port, group of lanes, product; a planning class has its medium alone.
    std::vector<std::tuple<std::uint64_t, std::uint16_t, std::int64_t, std::int32_t, CableMedium>> split;
    std::size_t index = 0;
    for (const Cable& cable : context.design().cables) {
        const CableLine& line = ends.cables[index];
        const LinkOption* option = plan.option(ends, index++);
        if (!option) {
            if (line.isPinned && line.isPresent)
                add(formOfPinned(context, ends.details[line.detail]), 1);
            continue;
        }
        if (option->direct != kNoProduct) {
            // One cable in the cage of the broken out end, else in both cages, of which either tells it.
            const bool isAlone = !option->isSplitter() && !ends.links[line.link].kind.isPaired;
            if (isAlone)
                add(CableForm::Direct, 1);
            else
                direct.emplace_back(option->isSplitAtB ? line.b.cage : line.a.cage, option->direct);
            continue;
        }
        if (line.isPriced) {
            isOptical[line.a.cage] = true;
            isOptical[line.b.cage] = true;
        }
        if (option->isSplitter()) {
            const PortRef& port = option->isSplitAtB ? cable.b : cable.a;
            split.emplace_back(port.device.value, port.port, port.lane / option->linksPerFibre, option->fibre,
                               option->medium);
        } else
            add(CableForm::Fibre, option->fibresPerLink);
    }
    add(CableForm::Transceiver, std::ranges::count(isOptical, true));
    add(CableForm::Direct, distinct(direct));
    add(CableForm::Fibre, distinct(split));
    return count;
}

} // namespace rackwright
