// SPDX-License-Identifier: GPL-3.0-or-later
// Random edits, one after another and undone again, to every sample and to a design of a recipe: what the solver
// remembers must give the figures, findings and counts of a cold solve, bit for bit.
#include "model/project/site_fields.h"
#include "model/units/number_text.h"
#include "solvers/cabling/cabling_domain.h"
#include "solvers/cooling/cooling_domain.h"
#include "solvers/cost/cost_domain.h"
#include "solvers/engine/rules.h"
#include "solvers/engine/setting_text.h"
#include "solvers/engine/solution.h"
#include "solvers/fabric/fabric_domain.h"
#include "solvers/facility/facility_domain.h"
#include "solvers/power/power_domain.h"
#include "solvers/space/space_domain.h"
#include "tests/support/sample_designs.h"
#include "tests/support/suite.h"

#include <QTest>

#include <random>

using namespace rackwright;

namespace {

DomainsPtr allDomains() {
    static const DomainsPtr domains = joined({spaceDomain(), powerDomain(), coolingDomain(), facilityDomain(),
                                              fabricDomain(), costDomain(), cablingDomain()});
    return domains;
}

/// A project that is bent at random; each edit is a new value, so that all former ones can be returned to.
class Edited {
public:
    Edited(const Document& document, unsigned seed)
        : m_project(document.project), m_ids(document.nextId), m_random(seed) {}

    const ProjectPtr& project() const { return m_project; }
    Snapshot snapshot() const { return snapshotOf(m_project); }

    /// What it did, for the message of a failed test. Findings are those of the solution before.
    std::string edit(const CheckReport& report) {
        m_before.push_back(m_project);
        switch (upTo(17)) {
        case 0:
            return change(&Design::racks, "move rack", [this](Rack& rack) { rack.centre.x += step(); });
        case 1:
            return change(&Design::racks, "turn rack", [](Rack& rack) { rack.rotation = Angle::degrees(90); });
        case 2:
            return change(&Design::racks, "rename rack", [](Rack& rack) { rack.name += "x"; });
        case 3:
            return change(&Design::racks, "cap rack", [](Rack& rack) { rack.powerCap = 7'000 * unit::watt; });
        case 4:
            return addDevice();
        case 5:
            return remove(&Design::devices, "remove device");
        case 6:
            return change(&Design::devices, "move device", [this](Device& device) {
                auto* in = std::get_if<InRack>(&device.placement);
                const Rack* rack = upTo(2) == 0 ? any(design().racks) : nullptr;
                if (in && rack)
                    in->rack = rack->id;
                else if (in)
                    in->unit = 1 + upTo(40);
            });
        case 7:
            return upTo(2) ? remove(&Design::powerElements, "remove power element")
                           : change(&Design::powerElements, "change side", [](PowerElement& element) {
                                 element.side = element.side == FeedSide::A ? FeedSide::B : FeedSide::A;
                             });
        case 8:
            return upTo(2) ? remove(&Design::coolingUnits, "remove cooling unit")
                           : remove(&Design::coolingServices, "remove cooling service");
        case 9:
            return upTo(2) ? remove(&Design::racks, "remove rack") : remove(&Design::powerLinks, "remove circuit");
        case 10:
            return setting();
        case 11:
            return changePart();
        case 12:
            return accept(report);
        case 13:
            return change(&Design::pathNodes, "move pathway", [this](PathNode& node) { node.place.y += step(); });
        case 14:
            return upTo(3) ? change(&Design::cables, "move cable",
                                    [this](Cable& cable) { cable.a.port = static_cast<std::uint16_t>(upTo(64)); })
                           : remove(&Design::cables, "remove cable");
        case 15:
            return change(&Design::pathSegments, "reserve pathway", [this](PathSegment& segment) {
                segment.carries = upTo(2) ? Carries::Fibre : Carries::Copper;
            });
        default:
            return undo();
        }
    }

private:
    const Design& design() const { return *activeOption(*m_project).design; }
    std::int64_t upTo(std::int64_t end) { return static_cast<std::int64_t>(m_random() % static_cast<unsigned>(end)); }
    Length step() { return Length::millimetres(upTo(1'201) - 600); }

    template <class Row>
    const Row* any(const Table<Row>& table) {
        if (table.isEmpty())
            return nullptr;
        return &*std::next(table.begin(), static_cast<std::ptrdiff_t>(upTo(static_cast<std::int64_t>(table.size()))));
    }
    void set(Design next) {
        m_project = withDesign(*m_project, m_project->activeOption, std::make_shared<const Design>(std::move(next)));
    }
    void set(Project next) { m_project = std::make_shared<const Project>(std::move(next)); }

    template <class Row, class Change>
    std::string change(Table<Row> Design::*table, const char* what, Change bend) {
        Design next = design();
        if (const Row* found = any(next.*table)) {
            Row row = *found;
            bend(row);
            next.*table = (next.*table).with(row);
        }
        set(std::move(next));
        return what;
    }
    template <class Row>
    std::string remove(Table<Row> Design::*table, const char* what) {
        Design next = design();
        if (const Row* found = any(next.*table))
            next.*table = (next.*table).without(found->id);
        set(std::move(next));
        return what;
    }
    std::string addDevice() {
        Design next = design();
        if (const Device* like = any(next.devices)) {
            Device device = *like;
            device.id = m_ids.take<Device>();
            device.name = "added-" + std::to_string(device.id.value);
            if (auto* in = std::get_if<InRack>(&device.placement))
                in->unit = 1 + upTo(42);
            next.devices = next.devices.with(device);
        }
        set(std::move(next));
        return "add device";
    }
    std::string setting() {
        static const std::vector<std::pair<std::string, std::string>> kSettings = {
            {"power.peak-ratio", "0.9"},      {"power.coincidence", "0.8"},        {"cost.tariff", "0.2"},
            {"weight.cables-per-rack", "77"}, {"cooling.air-rise", "11"},          {"power.no-degradation", "1"},
            {"cabling.slack-least", "1.5"},   {"cabling.fibre-diameter", "0.004"}, {"cooling.climate", "chicago"},
            {"power.plant", "dry-cooler"}};
        Project next = *m_project;
        const auto& [key, value] = kSettings[static_cast<std::size_t>(upTo(std::ssize(kSettings)))];
        if (upTo(4) == 0)
            next.assumptions = next.assumptions.with(assumption());
        else
            next.settings = next.settings.with({m_ids.take<Setting>(), key, value, "test"});
        set(std::move(next));
        return "set " + key;
    }
    Assumption assumption() {
        Assumption made;
        made.id = m_ids.take<Assumption>();
        made.key = "part:" + any(m_project->parts)->part->id + ":weight";
        made.low = made.typical = made.high = 100;
        return made;
    }
    std::string changePart() {
        Project next = *m_project;
        const PartRow* row = any(next.parts);
        Part part = *row->part;
        if (!part.attributes.empty() && upTo(3) > 0)
            part.attributes.erase(part.attributes.begin() + upTo(std::ssize(part.attributes)));
        else
            part.powerModes.clear();
        next.parts = next.parts.with({row->id, std::make_shared<const Part>(std::move(part))});
        set(std::move(next));
        return "change part";
    }
    std::string accept(const CheckReport& report) {
        Project next = *m_project;
        for (const Finding& finding : report.findings)
            if (finding.state == RuleState::Failed && upTo(2) == 0) {
                next.acceptedFindings = next.acceptedFindings.with(
                    acceptanceOf(finding, m_ids.take<AcceptedFinding>(), "P", "2026-01-01", "known"));
                break;
            }
        set(std::move(next));
        return "accept";
    }
    std::string undo() {
        m_project = m_before[static_cast<std::size_t>(upTo(std::ssize(m_before)))];
        return "undo";
    }

    ProjectPtr m_project;
    std::vector<ProjectPtr> m_before;
    IdSource m_ids;
    std::mt19937 m_random;
};

/// The first difference, in words; empty when there is none.
std::string difference(const Solution& a, const Solution& b) {
    for (std::size_t i = 0; i < a.figures().size(); ++i) {
        const auto& mine = *a.figures()[i].results;
        const auto& others = *b.figures()[i].results;
        const std::string& name = a.figures()[i].definition->name;
        if (mine.size() != others.size())
            return name + ": number of subjects";
        for (std::size_t j = 0; j < mine.size(); ++j)
            if (!(mine[j] == others[j]))
                return name + " of " + std::to_string(mine[j].subject.id);
    }
    const CheckReport &mine = a.report(), &others = b.report();
    if (mine == others)
        return {};
    for (std::size_t i = 0; i < std::min(mine.findings.size(), others.findings.size()); ++i)
        if (!(mine.findings[i] == others.findings[i]))
            return "finding " + mine.findings[i].key + " against " + others.findings[i].key;
    return "counts of findings";
}

} // namespace

class TestIncremental : public QObject {
    Q_OBJECT
    std::shared_ptr<const Catalog> m_catalog;

    void follow(const Document& document, unsigned seed, int edits) {
        Edited edited(document, seed);
        ManualExecutor executor;
        Solver solver(allDomains(), executor, {}, {{}, 1});
        solver.ask(edited.snapshot());
        executor.run();
        for (int i = 0; i < edits; ++i) {
            const std::string what = edited.edit(solver.latest()->report());
            solver.ask(edited.snapshot());
            executor.run();
            const std::string wrong = difference(*solver.latest(), *solve(edited.snapshot(), allDomains(), {{}, 1}));
            QVERIFY2(wrong.empty(), ("after edit " + std::to_string(i) + ", " + what + ": " + wrong).c_str());
        }
    }

private Q_SLOTS:
    void initTestCase() {
        auto opened = Catalog::open(RW_CATALOG_FILE);
        QVERIFY(opened);
        m_catalog = std::move(*opened);
    }
    void samples_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < sampleDesigns().size(); ++i)
            QTest::newRow(sampleDesigns()[i].name.c_str()) << static_cast<int>(i);
    }
    void samples() {
        QFETCH(int, index);
        const auto made = sampleDesigns()[static_cast<std::size_t>(index)].make(recipeSource(*m_catalog));
        QVERIFY(made);
        follow(*made, static_cast<unsigned>(index) + 1, 60);
    }
    void recipe() {
        const auto made =
            makeFromRecipe("cluster", {{"accelerators", "256"}, {"node", "nv-dgx-h200"}}, recipeSource(*m_catalog));
        QVERIFY(made);
        for (const unsigned seed : {11U, 12U, 13U, 14U})
            follow(*made, seed, 80);
    }
    // Nothing declares which settings it reads: each is changed and taken back, once before and once after another
    // edit.
    void everySetting() {
        const auto made = sampleDesigns().front().make(recipeSource(*m_catalog));
        QVERIFY(made);
        IdSource ids(made->nextId);
        ProjectPtr project = made->project;
        ManualExecutor executor;
        Solver solver(allDomains(), executor, {}, {{}, 1});
        const auto differenceNow = [&] {
            const Snapshot snapshot = snapshotOf(project);
            solver.ask(snapshot);
            executor.run();
            return difference(*solver.latest(), *solve(snapshot, allDomains(), {{}, 1}));
        };
        QCOMPARE(differenceNow(), std::string());
        for (const Domain& domain : allDomains()->list())
            for (const SettingDefinition& setting : domain.settings) {
                const std::string word = setting.words.substr(setting.words.rfind('|') + 1);
                const double most = settingLimits(setting.key, setting.unit).greatest;
                const double more = setting.defaultSi * 1.25 + 0.01;
                const std::string value =
                    word.empty() ? shortestDigits(more <= most ? more : setting.defaultSi * 0.9) : word;
                const ProjectPtr unset = project;
                Project next = *unset;
                next.settings = next.settings.with({ids.take<Setting>(), setting.key, value, "test"});
                project = std::make_shared<const Project>(std::move(next));
                QCOMPARE(setting.key + ": " + differenceNow(), setting.key + ": ");
                project = unset;
                QCOMPARE(setting.key + " unset: " + differenceNow(), setting.key + " unset: ");
            }
    }
    // A candidate of a drag is dropped when the next is asked for: what is remembered is of the last that was solved.
    void dropped() {
        const auto made =
            makeFromRecipe("cluster", {{"accelerators", "64"}, {"node", "nv-dgx-h200"}}, recipeSource(*m_catalog));
        QVERIFY(made);
        Edited edited(*made, 5);
        ManualExecutor executor;
        Solver solver(allDomains(), executor, {}, {{}, 1});
        solver.ask(edited.snapshot());
        executor.run();
        for (int i = 0; i < 20; ++i) {
            for (int candidate = 0; candidate < 3; ++candidate) {
                edited.edit(solver.latest()->report());
                solver.ask(edited.snapshot());
            }
            while (executor.waiting() > 0)
                executor.run();
            QVERIFY(solver.latest()->context().snapshot().project == edited.project());
            QCOMPARE(difference(*solver.latest(), *solve(edited.snapshot(), allDomains(), {{}, 1})), std::string());
        }
    }
};

RW_CORE_SUITE(TestIncremental)
#include "tst_incremental.moc"
