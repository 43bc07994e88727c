// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ReportInput: everything that a proposal or an export prints, gathered before a page is laid out, so that all
// documents of one issue agree. The documents read nothing else.

#include "solvers/cooling/figures.h"
#include "solvers/cost/bill.h"
#include "solvers/cost/figures.h"
#include "solvers/engine/domain.h"
#include "solvers/engine/rule_counts.h"
#include "solvers/engine/solution.h"
#include "solvers/fabric/figures.h"
#include "solvers/inference/figures.h"
#include "solvers/power/figures.h"
#include "solvers/requirements/requirements.h"
#include "solvers/space/figures.h"
#include "solvers/storage/figures.h"
#include "solvers/training/figures.h"
#include "ui/paint/loop_diagram.h"
#include "ui/paint/overlay.h"
#include "ui/paint/single_line.h"
#include "ui/report/document.h"
#include "ui/text/texts.h"

#include <array>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// A printed figure with the reason behind it. `number` is its stable number in every output.
struct ReportFigure {
    int number = 0;           ///< 0: it has none yet
    std::string label;        ///< "power.it.peak", "rack.power.peak@rack:A07"
    Value value;              ///< SI
    std::string unit;         ///< as it prints, the quote's currency put in
    double unitFactor = 1;    ///< SI per unit
    std::string definition;   ///< message id
    std::string formula;      ///< in words
    std::string reference;    ///< in words, as far as the edition names it
    DerivationPtr derivation; ///< null when it could not be worked out
    bool isHeadline = false;
};

/// An option of the project for the table of options: its name and its figures, none of them traced.
struct OptionColumn {
    std::string name;
    std::vector<ReportFigure> figures;
    std::string accelerators{}; ///< in use by model, "256 × NVIDIA H200 SXM 141GB"; empty: none
};

struct SectionPrice {
    QuoteSection section = QuoteSection::Compute;
    Money amount;
    std::int64_t unpriced = 0;
    std::int64_t lines = 0;
    bool isLowerBound = false;
    std::int64_t outside = 0;  ///< lines that are no part of the amount
    std::int64_t unrated = 0;  ///< of the unpriced: for want of an exchange rate
    std::string unratedFrom{}; ///< from these currencies
    std::int64_t included = 0; ///< lines whose price another line holds
    Money low{}, high{};       ///< of the amount, as far as its lines have prices; both nothing: not stated
};

/// Made by reportInputOf(); immutable from then on.
struct ReportInput {
    std::shared_ptr<const Context> context; ///< project, option and design
    std::vector<ReportFigure> figures;      ///< in the order of their numbers
    std::vector<ReportFigure> readings;     ///< further figures that pages name, none of them derived
    CheckReport checks;
    std::vector<RequirementAnswer> requirements; ///< as the rule judges them; they live as long as the context
    std::vector<RuleCounts> rules;               ///< every rule of this build; they live as long as the program
    std::vector<Schedule> schedules;             ///< that documents print
    std::vector<ScheduleMaker>
        tables; ///< of all files with schedules, in their order; they live as long as the context
    std::vector<SectionPrice> sections; ///< of the customer's price
    SectionPrice total;
    Overlay overlay;
    LoopReadings loops;                ///< of the diagram of cooling loops
    SingleLineReadings powers;         ///< of the single line
    std::vector<OptionColumn> options; ///< empty: nothing to compare
    std::string designHash;
    std::string date; ///< ISO 8601: the day of issue
    Paper paper = Paper::A4;
    Edition edition = Edition::Customer; ///< of the schedules that are written

    /// By ReportFigure::label; null where it was not gathered.
    const ReportFigure* find(std::string_view label) const;
    /// A figure of one thing of the design.
    const ReportFigure* find(FigureHandle figure, Subject subject) const;
    const Schedule* schedule(std::string_view id) const;
};

/// Figures of the cover in their order, where the design has them.
inline constexpr std::array<std::string_view, 7> kCoverFigures = {
    figure_of::designAccelerators, figure_of::designComputeBf16, figure_of::powerItPeak,
    figure_of::powerUtilityPeak,   figure_of::powerRackWorst,    figure_of::designRackHeaviest,
    figure_of::costLeadTimeLongest};
/// What workloads achieve, derived like headline figures.
inline constexpr std::array<std::string_view, 8> kResultFigures = {
    figure_of::trainingDuration,  figure_of::trainingRate,  figure_of::trainingMfu,   figure_of::inferenceRate,
    figure_of::inferenceRateUser, figure_of::inferenceTtft, figure_of::inferenceTpot, figure_of::inferenceQueries};
/// What pages say beside headline figures, of the design or of the things of a kind.
inline constexpr std::array<std::string_view, 39> kReadings = {figure_of::designAcceleratorsInUse,
                                                               figure_of::designAcceleratorsSpare,
                                                               figure_of::designNodes,
                                                               figure_of::designRacks,
                                                               figure_of::designRows,
                                                               figure_of::designDevices,
                                                               figure_of::designWhiteSpace,
                                                               figure_of::designWeight,
                                                               figure_of::designMemoryGpu,
                                                               figure_of::powerItNameplate,
                                                               figure_of::powerPue,
                                                               figure_of::powerUtilityDrawn,
                                                               figure_of::powerRideThrough,
                                                               figure_of::heatAir,
                                                               figure_of::heatLiquid,
                                                               figure_of::coolingAirflow,
                                                               figure_of::coolingLiquidFlow,
                                                               figure_of::coolingCapacityAir,
                                                               figure_of::coolingCapacityAirOneLost,
                                                               figure_of::coolingCapacityLiquid,
                                                               figure_of::coolingCapacityLiquidOneLost,
                                                               figure_of::memoryGpu,
                                                               figure_of::memoryGpuShare,
                                                               figure_of::trainingStep,
                                                               figure_of::trainingEnergy,
                                                               figure_of::trainingStepCompute,
                                                               figure_of::trainingStepTensor,
                                                               figure_of::trainingStepExpert,
                                                               figure_of::trainingStepContext,
                                                               figure_of::trainingStepBubble,
                                                               figure_of::trainingStepPipeline,
                                                               figure_of::trainingStepData,
                                                               figure_of::trainingStepOptimizer,
                                                               figure_of::trainingStepOffload,
                                                               figure_of::trainingStepGeneration,
                                                               figure_of::inferenceAccelerators,
                                                               figure_of::inferenceInstances,
                                                               figure_of::poolRead,
                                                               figure_of::poolCapacityUsable};
/// Of racks the one with the most: what the floor has to bear.
inline constexpr std::string_view kFloorLoad = figure_of::rackLoadArea;

/// The price of the quote, shown with its currency and what is open.
inline constexpr std::string_view kPriceFigure = figure_of::costPriceTotal;

/// What the names of the figures of each kind of node begin with.
inline constexpr std::string_view kNodeFigures = "node.";

/// Figures of each network that jobs wait for, in the order in which they are shown.
inline constexpr std::array<std::string_view, 16> kNetworkFigures = {figure_of::fabricEndpoints,
                                                                     figure_of::fabricSwitches,
                                                                     figure_of::fabricCables,
                                                                     figure_of::fabricBisectionLower,
                                                                     figure_of::fabricBisectionUpper,
                                                                     figure_of::fabricBisectionNodesLower,
                                                                     figure_of::fabricBisectionNodesUpper,
                                                                     figure_of::fabricBisectionRoutersLower,
                                                                     figure_of::fabricBisectionRoutersUpper,
                                                                     figure_of::fabricBisectionShare,
                                                                     figure_of::fabricLatency,
                                                                     figure_of::fabricLoadAllToAll,
                                                                     figure_of::fabricOversubscriptionLeaf,
                                                                     figure_of::fabricFaultBisection,
                                                                     figure_of::fabricAllreduceAlgbw,
                                                                     figure_of::fabricAllreduceBusbw};

/// What is made of a design: nothing is gathered that no document of these kinds shows.
struct ReportNeeds {
    bool proposal = true;
    bool tables = true;        ///< files with schedules
    bool drawings = true;      ///< files with drawings
    bool longSchedules = true; ///< the document prints those of single racks and devices too
    bool derivations = true;   ///< something says how figures are worked out
    bool page = false;         ///< the page of the proposal: ours has every figure's derivation behind it
    /// Whether anything of it needs a solution.
    bool figures() const { return proposal || tables || drawings; }
};

/// What a caller adds to a solution.
struct ReportRequest {
    ReportNeeds needs{};
    std::vector<Schedule> schedules;  ///< none: those of the design and its figures
    std::vector<SolutionPtr> options; ///< of all options in their order, for the table that compares them
    std::string designHash;
    std::string date;
    Paper paper = Paper::A4;
    Edition edition = Edition::Customer;
    std::stop_token stop{}; ///< nobody waits for the report any more: what is long is cut short
};

/// Gathers headline figures and those that requirements name, with their derivations, and the readings of the drawings.
ReportInput reportInputOf(const SolutionPtr& solution, ReportRequest request, const Texts& texts);
/// Of a design alone: for documents without figures and schedules.
ReportInput reportInputOf(const Snapshot& snapshot, ReportRequest request);

/// "38.04 M USD", "from 38.04 M USD" when lines have no price.
QString printedPrice(const SectionPrice& price, const Texts& texts);

/// ">= 16 weeks" of a lower bound, without the count of what is unknown.
QString printedBound(const ReportFigure& figure, const Texts& texts);

/// "1.42 MW" in the unit that reads best, ">= 612 kg, 2 of 7 unknown".
QString printedFigure(const ReportFigure& figure, const Texts& texts);

} // namespace rackwright
