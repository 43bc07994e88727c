// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sample_designs.h"

#include "catalog/part_library.h"
#include "model/edits/device_edits.h"
#include "model/edits/part_edits.h"
#include "model/edits/rack_edits.h"
#include "model/edits/record_edits.h"
#include "model/edits/target.h"
#include "model/project/site_fields.h"
#include "model/units/number_text.h"
#include "solvers/recipes/record.h"

#include <cmath>
#include <map>

namespace rackwright {

namespace {

CostLine costLine(const CatalogCostLine& from) {
    CostLine line;
    line.item = from.id;
    line.category = from.category;
    line.description = from.description;
    line.unitBasis = from.unitBasis;
    line.rate = from.rate;
    line.percent = from.share;
    line.percentBasis = from.percentBasis;
    const std::optional<Source> source = from.sources.empty() ? std::nullopt : std::optional(from.sources.front());
    if (from.labourPerUnit)
        line.hoursPerUnit = Fact<double>::known(from.labourPerUnit->in(unit::hour), from.grade, source);
    if (from.termYears)
        line.termYears = Fact<double>::known(*from.termYears, from.grade, source);
    line.note = from.note;
    return line;
}

// The samples show a whole proposal: their customer and brief are examples and say so.
const GivenBy kExampleBrief{"Example customer", "2026-10-12", "Example brief"};

double upTo(double value, double step) { return std::ceil(value / step) * step; }

/// Peak power as planned: the sum over the devices of their maximum (else typical) power, and that of the fullest rack.
struct PlannedPower {
    double total = 0;
    double worstRack = 0;
};

PlannedPower plannedPower(const Project& project) {
    PlannedPower planned;
    std::map<Id<Rack>, double> racks;
    for (const Device& device : activeOption(project).design->devices) {
        const Part* of = findPart(project, device.part);
        const auto maximum = powerIn(*of, PowerModeKind::Maximum).high();
        const auto typical = powerIn(*of, PowerModeKind::Typical).high();
        const double watts = maximum ? maximum->si() : typical ? typical->si() : 0;
        planned.total += watts;
        if (const Id<Rack> rack = rackOf(device))
            planned.worstRack = std::max(planned.worstRack, racks[rack] += watts);
    }
    return planned;
}

struct Brief {
    std::string quote;
    double accelerators = 0;
    double budget = 0; ///< US dollars for everything of the bill
};

Requirement asked(std::string text, std::string figure, Comparison comparison, double target, std::string unit,
                  Need need = Need::Must) {
    return {{}, 0, std::move(text), std::move(figure), comparison, target, std::move(unit), need, kExampleBrief};
}

/// What the recipe assumed, as the example customer confirms it.
void confirmSite(RecordWriter& record, const Project& project) {
    for (const std::string_view key :
         {site::kind, site::region, site::voltage, site::redundancy, site::waterSupply, site::waterFluid,
          site::clearHeight, site::doorHeight, site::doorWidth, site::plenumHeight, site::floorUniform,
          site::floorConcentrated, site::floorRolling})
        record.known(key, siteText(project, key), kExampleBrief);
    record.known(site::country, siteText(project, site::region) == "nec" ? "US" : "DE", kExampleBrief);
}

/// Limits that leave a tenth free, in the round steps in which sites are rated, and what was asked for.
void askFor(RecordWriter& record, const Project& project, const Brief& brief) {
    const PlannedPower planned = plannedPower(project);
    const double site = upTo(planned.total * 1.1, 50'000), rack = upTo(planned.worstRack * 1.05, 5'000);
    record.known(site::powerLimit, shortestDigits(site), kExampleBrief, "IT")
        .known(site::rackLimit, shortestDigits(rack), kExampleBrief, "contracted maximum")
        .requirement(asked("Accelerators for jobs, spare ones not counted", "design.accelerators.in-use",
                           Comparison::AtLeast, brief.accelerators, ""))
        .requirement(asked("Accelerator memory of 80 GB or more each", "design.memory.gpu", Comparison::AtLeast,
                           brief.accelerators * 80, "GB"))
        .requirement(
            asked("IT power stays within the site's limit", "power.it.peak", Comparison::AtMost, site / 1000, "kW"))
        .requirement(asked("No rack exceeds the site's limit for a rack", "power.rack.worst", Comparison::AtMost,
                           rack / 1000, "kW"))
        .requirement(asked("The purchase stays within the budget", "cost.price.total", Comparison::AtMost,
                           upTo(brief.budget, 100'000), "USD"))
        .requirement(asked("Annual PUE", "power.pue", Comparison::AtMost, 1.4, "", Need::Wish));
}

Document briefed(Document made, const Brief& brief) {
    const ProjectPtr recipe = made.project;
    RecordWriter record(std::move(made));
    confirmSite(record, *recipe);
    askFor(record, *recipe, brief);
    Document document = record.done();
    Project project = *document.project;
    QuoteHeader& header = project.quote;
    header.number = brief.quote;
    header.customer = kExampleBrief.person;
    header.date = "2026-11-16";
    header.validUntil = "2027-01-31";
    header.currency = Currency::usd();
    header.deliveryPlace = "Customer site";
    header.incoterm = "DAP";
    header.paymentTerms = "Net 30";
    header.warranty = "36 months";
    header.destinationCountry = siteText(project, site::country);
    // The brief names what it requires, and its jobs.
    project.rfis = project.rfis.with({}, edits::idsWhere(project.rfis, [](const Rfi& rfi) {
                                         return rfi.about == "requirements" || rfi.about == "workloads";
                                     }));
    project.assumptions =
        project.assumptions.with({}, edits::idsWhere(project.assumptions, [](const Assumption& assumption) {
                                     return assumption.statement.starts_with("Workloads are examples");
                                 }));
    document.project = std::make_shared<const Project>(std::move(project));
    return document;
}

std::function<Result<Document>(const RecipeSource&)> fromRecipe(std::string recipe, std::vector<Parameter> set,
                                                                Brief brief) {
    return [recipe = std::move(recipe), set = std::move(set),
            brief = std::move(brief)](const RecipeSource& source) -> Result<Document> {
        Result<Document> made = makeFromRecipe(recipe, set, source);
        return made ? Result<Document>(briefed(std::move(*made), brief)) : made;
    };
}

/// Mistakes on purpose, each of which a rule must find: see mistakes.expected.csv.
class MistakeMaker {
public:
    MistakeMaker(Document document, const RecipeSource& source)
        : m_source(source), m_project(*document.project), m_ids(document.nextId),
          m_design(*activeOption(m_project).design) {}

    Result<Document> make() {
        for (const auto step :
             {&MistakeMaker::overlapRacks, &MistakeMaker::narrowColdAisle, &MistakeMaker::doubleUnit,
              &MistakeMaker::turnNodeRound, &MistakeMaker::placeDoubtfulParts, &MistakeMaker::putNvl72OnAir,
              &MistakeMaker::leaveRackUncooled, &MistakeMaker::limitRacks})
            if (Done made = (this->*step)(); !made)
                return made.error();
        const std::uint64_t option = m_project.activeOption;
        return Document{withDesign(m_project, option, std::make_shared<const Design>(m_design)), m_ids.next()};
    }

private:
    const Rack& rack(std::size_t index) const {
        auto it = m_design.racks.begin();
        std::advance(it, static_cast<std::ptrdiff_t>(index));
        return *it;
    }
    Id<PartRow> embed(std::string_view id, Done& answer) {
        Result<PartPtr> part = m_source.part(id);
        if (!part) {
            answer = part.error();
            return {};
        }
        return edits::embedPart(m_project, m_ids, *part);
    }

    // The second rack stands half in the first.
    Done overlapRacks() {
        Rack second = rack(1);
        second.centre.x -= Length::millimetres(300);
        m_design.racks = m_design.racks.with(second);
        return done();
    }

    // The second row comes 600 mm nearer to the first.
    Done narrowColdAisle() {
        std::vector<Rack> moved;
        for (Rack each : m_design.racks)
            if (each.row == "B") {
                each.centre.y -= Length::millimetres(600);
                moved.push_back(std::move(each));
            }
        m_design.racks = m_design.racks.with(std::move(moved));
        return done();
    }

    // A copy of a node that starts in the middle of it.
    Done doubleUnit() {
        for (Device device : m_design.devices)
            if (device.name == "node-01") {
                device.copiedFrom = device.id;
                device.id = m_ids.take<Device>();
                device.name = "node-01 again";
                std::get<InRack>(device.placement).unit += 3;
                m_design.devices = m_design.devices.with(std::move(device));
                return done();
            }
        return edits::missingRow("device");
    }

    // A node mounted from the rear blows into the cold aisle.
    Done turnNodeRound() {
        for (Device device : m_design.devices)
            if (device.name == "node-04") {
                std::get<InRack>(device.placement).face = Face::Rear;
                m_design.devices = m_design.devices.with(std::move(device));
                return done();
            }
        return edits::missingRow("device");
    }

    void addDevice(std::string name, Id<PartRow> part, Placement placement) {
        Device device;
        device.id = m_ids.take<Device>();
        device.name = std::move(name);
        device.part = part;
        device.placement = placement;
        device.role = "compute";
        m_design.devices = m_design.devices.with(std::move(device));
    }

    // Parts of unknown weight and power, from memory only, or no longer sold.
    Done placeDoubtfulParts() {
        Done answer = done();
        const Id<Rack> place = rack(2).id;
        const Id<PartRow> bare = embed("smc-sys-821ge-tnhr", answer), recalled = embed("nv-dgx-a100-640", answer),
                          old = embed("nv-a100-sxm4-80", answer);
        if (!answer)
            return answer;
        addDevice("unknown weight", bare, InRack{place, 25, Face::Front, 0});
        addDevice("from memory", recalled, InRack{place, 33, Face::Front, 0});
        Module module;
        module.id = m_ids.take<Module>();
        module.device = m_design.devices.begin()->id;
        module.slot = "GPU";
        module.part = old;
        m_design.modules = m_design.modules.with(std::move(module));
        return done();
    }

    // A liquid-cooled rack in the row, with neither loop nor coolant unit.
    Done putNvl72OnAir() {
        Done answer = done();
        const Id<PartRow> part = embed("nv-dgx-gb200-nvl72", answer);
        if (!answer)
            return answer;
        Rack system = rack(0);
        system.id = m_ids.take<Rack>();
        system.name = "L01";
        system.part = part;
        system.centre.x -= Length::millimetres(1500);
        const Id<Rack> id = system.id;
        m_design.racks = m_design.racks.with(std::move(system));
        addDevice("NVL72", part, InRack{id, 1, Face::Front, 0});
        if (!m_design.coolingUnits.isEmpty())
            m_design.coolingServices = m_design.coolingServices.with(
                CoolingService{m_ids.take<CoolingService>(), id, m_design.coolingUnits.begin()->id, HeatKind::Air});
        return done();
    }

    Done leaveRackUncooled() {
        m_design.coolingServices = m_design.coolingServices.with(
            {}, edits::idsWhere(m_design.coolingServices,
                                [id = rack(3).id](const CoolingService& service) { return service.rack == id; }));
        return done();
    }

    Done limitRacks() {
        SiteField limit = *findSiteField(m_project, site::rackLimit);
        limit.value = "15000";
        m_project.site = m_project.site.with(std::move(limit));
        return done();
    }

    const RecipeSource& m_source;
    Project m_project;
    IdSource m_ids;
    Design m_design;
};

Result<Document> mistakes(const RecipeSource& source) {
    Result<Document> start = makeFromRecipe(
        "cluster", {{"name", "A design full of mistakes"}, {"accelerators", "64"}, {"rows", "2"}}, source);
    if (!start)
        return start;
    return MistakeMaker(briefed(std::move(*start), {"RW-0001", 64, 4e6 + 105e3 * 64}), source).make();
}

} // namespace

const std::vector<SampleDesign>& sampleDesigns() {
    static const std::vector<SampleDesign> all = {
        {"typical-llm-cluster", fromRecipe("typical-llm-cluster", {}, {"RW-0002", 32, 85e3 * 32})},
        {"hall-1024-h200", fromRecipe("cluster",
                                      {{"name", "1,024 H200 in a hall of 24 x 14 m"},
                                       {"accelerators", "1024"},
                                       {"rows", "4"},
                                       {"room-width", "24000"},
                                       {"room-depth", "14000"},
                                       {"floor", "raised"}},
                                      {"RW-0001", 1024, 4e6 + 105e3 * 1024})},
        {"nvl72-8-racks", fromRecipe("nvl72", {{"name", "Eight GB200 NVL72 racks on liquid"}, {"racks", "8"}},
                                     {"RW-0003", 576, 70e3 * 576})},
        {"existing-hall-512-b200",
         fromRecipe("existing-hall", {{"name", "512 B200 in an existing hall"}}, {"RW-0004", 512, 140e3 * 512})},
        {"single-node-fine-tuning",
         fromRecipe("single-node", {{"name", "A single 8-GPU node for fine-tuning"}}, {"RW-0005", 8, 1.3e6})},
        {"mistakes", mistakes},
    };
    return all;
}

RecipeSource recipeSource(const Catalog& catalog) {
    RecipeSource source;
    source.part = [&catalog](std::string_view id) { return PartLibrary(catalog, nullptr).part(id); };
    for (const CatalogCostLine& line : catalog.costLines())
        source.costLines.push_back(costLine(line));
    return source;
}

} // namespace rackwright
