// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/facility/loss_figures.h"

#include "solvers/engine/define_figure.h"
#include "solvers/engine/kernels.h"
#include "solvers/facility/figures.h"
#include "solvers/facility/losses.h"

#include <algorithm>
#include <optional>

namespace rackwright {

namespace {

constexpr const char* kLossReference = "reference.single-losses";

Reads lossReads() { return Reads::only({HallLosses::kReads.begin(), HallLosses::kReads.end()}); }

/// Nothing counted: of a design without such elements there is nothing to say.
template <class N>
Ratio<N> unknownLosses(const char* what, std::int64_t count) {
    return Ratio<N>(Numbers<N>::given(Value::unknown().withTerms(std::max<std::int64_t>(1, count)), {what, {}, 1}, {}));
}

template <class N>
Ratio<N> takingLosses(const Context& context) {
    const auto& losses = context.lookUp<HallLosses>().losses();
    if (losses.empty())
        return unknownLosses<N>("power and cooling, not drawn", 1);
    std::int64_t taking = 0, open = 0;
    for (const HallLoss& loss : losses) {
        taking += loss.taken.dark.accelerators > 0 ? loss.things() : 0;
        open += loss.taken.dark.accelerators == 0 && loss.taken.open.accelerators > 0 ? loss.things() : 0;
    }
    Sum<dim::None, N> sum;
    sum.add(Ratio<N>(counted<N>(taking, "losses that leave accelerators dark")));
    if (open > 0)
        sum.add(unknownLosses<N>("losses of which it is not known", open));
    return sum.total();
}

template <class N>
Ratio<N> worstLoss(const Context& context) {
    const auto& look = context.lookUp<HallLosses>();
    if (look.losses().empty() || look.accelerators() == 0)
        return unknownLosses<N>("power and cooling of accelerators, not drawn", 1);
    const HallLoss* worst = nullptr;
    std::int64_t most = 0;
    for (const HallLoss& loss : look.losses()) {
        if (!worst || loss.taken.dark.accelerators > worst->taken.dark.accelerators)
            worst = &loss;
        most = std::max(most, loss.taken.dark.accelerators + loss.taken.open.accelerators);
    }
    const std::int64_t dark = worst->taken.dark.accelerators;
    Sum<dim::None, N> sum;
    sum.add(Ratio<N>(counted<N>(dark, "accelerators that go with " + worst->name) /
                     counted<N>(look.accelerators(), "accelerators")));
    if (most > dark)
        sum.add(unknownLosses<N>("what may go with other losses", 1));
    return sum.total();
}

template <class N>
Ratio<N> judgedLosses(const Context& context, LossTrade trade, bool isBorne) {
    std::int64_t count = 0, open = 0, all = 0;
    for (const HallLoss& loss : context.lookUp<HallLosses>().losses()) {
        if (loss.trade != trade || loss.isWholeFeed)
            continue;
        all += loss.things();
        if (!loss.isMaintainable)
            open += loss.things();
        else if (*loss.isMaintainable == isBorne)
            count += loss.things();
    }
    if (all == 0)
        return unknownLosses<N>("elements, not drawn", 1);
    Sum<dim::None, N> sum;
    sum.add(Ratio<N>(counted<N>(count, isBorne ? "losses that take nothing" : "losses that take something")));
    if (open > 0)
        sum.add(unknownLosses<N>("losses of which it is not known", open));
    return sum.total();
}

FigureDefinition judgedFigure(FigureHandle handle, LossTrade trade, bool isBorne) {
    return figure(figureRow(handle, "", kLossReference, lossReads()),
                  [trade, isBorne]<class N>(std::type_identity<N>, const Context& context, Subject) {
                      return judgedLosses<N>(context, trade, isBorne);
                  });
}

} // namespace

std::vector<FigureDefinition> lossFigures() {
    return {
        figure(
            figureRow(figure_of::lossesTaking, "", kLossReference, lossReads()),
            []<class N>(std::type_identity<N>, const Context& context, Subject) { return takingLosses<N>(context); }),
        figure(figureRow(figure_of::lossesWorst, "%", kLossReference, lossReads()),
               []<class N>(std::type_identity<N>, const Context& context, Subject) { return worstLoss<N>(context); }),
        judgedFigure(figure_of::lossesPowerBorne, LossTrade::OfPower, true),
        judgedFigure(figure_of::lossesPowerNotBorne, LossTrade::OfPower, false),
        judgedFigure(figure_of::lossesCoolingBorne, LossTrade::OfCooling, true),
        judgedFigure(figure_of::lossesCoolingNotBorne, LossTrade::OfCooling, false)};
}

} // namespace rackwright
