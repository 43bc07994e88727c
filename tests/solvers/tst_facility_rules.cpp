// SPDX-License-Identifier: GPL-3.0-or-later
// Findings of the facility rules: grouping by cause, keys, acceptance. The rules themselves are tested in tst_rules.
#include "solvers/cooling/cooling_domain.h"
#include "solvers/engine/rules.h"
#include "solvers/engine/solution.h"
#include "solvers/power/power_domain.h"
#include "solvers/space/space_domain.h"
#include "solvers/space/walk_grid.h"
#include "tests/solvers/hall_fixture.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <set>

using namespace rackwright;
using fixture::Hall;

namespace {

DomainsPtr facilityDomains() {
    static const DomainsPtr domains = joined({spaceDomain(), powerDomain(), coolingDomain()});
    return domains;
}

void setAttribute(Part& part, std::string_view key, double si) {
    std::erase_if(part.attributes, [key](const Attribute& attribute) { return attribute.key == key; });
    part.attributes.push_back(fixture::number(key, si));
}
std::function<void(Hall&)> attributeIs(Id<PartRow> Hall::*part, std::string_view key, double si) {
    return [=](Hall& hall) { hall.changePart(hall.*part, [&](Part& p) { setAttribute(p, key, si); }); };
}
// Moves row B so that the aisle between the rows has this width (the rows are 3 m apart, racks 1.2 m deep).
std::function<void(Hall&)> aisleIs(std::int64_t mm) {
    return [=](Hall& hall) {
        for (std::size_t i = 4; i < 8; ++i)
            hall.change(&Design::racks, hall.racks[i],
                        [&](Rack& rack) { rack.centre.y = Length::millimetres(3'000 + 1'200 + mm); });
    };
}

double metresToSide(Point point, Point a, Point b) {
    const double dx = (b.x - a.x).inMetres(), dy = (b.y - a.y).inMetres();
    const double x = (point.x - a.x).inMetres(), y = (point.y - a.y).inMetres();
    const double along = std::clamp((x * dx + y * dy) / (dx * dx + dy * dy), 0.0, 1.0);
    return std::hypot(x - along * dx, y - along * dy);
}

double metresToOutline(Point point, const std::vector<Point>& outline) {
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < outline.size(); ++i)
        nearest = std::min(nearest, metresToSide(point, outline[i], outline[(i + 1) % outline.size()]));
    return nearest;
}

/// WalkGrid without haste: every place is measured against every side. `slack` (metres) makes all that blocks wider and
/// all doorways narrower, so that places on a limit show.
class PlainWays {
public:
    PlainWays(const std::vector<Point>& room, Length width, double step, double slack)
        : m_step(step), m_radius(width.inMetres() / 2 - 0.75 * step), m_slack(slack) {
        const Box box = boundingBox(room);
        m_columns = static_cast<int>(std::ceil((box.high.x - box.low.x).inMetres() / step));
        m_rows = static_cast<int>(std::ceil((box.high.y - box.low.y).inMetres() / step));
        for (int row = 0; row < m_rows; ++row)
            for (int column = 0; column < m_columns; ++column)
                m_middles.push_back({box.low.x + Length::nearest((column + 0.5) * step),
                                     box.low.y + Length::nearest((row + 0.5) * step)});
        m_free.resize(m_middles.size());
        m_reached.resize(m_middles.size());
        for (std::size_t i = 0; i < m_middles.size(); ++i)
            m_free[i] = contains(room, m_middles[i]) && metresToOutline(m_middles[i], room) >= m_radius + slack;
    }
    void block(const std::vector<Point>& outline) {
        for (std::size_t i = 0; i < m_middles.size(); ++i)
            if (contains(outline, m_middles[i]) || metresToOutline(m_middles[i], outline) < m_radius + m_slack)
                m_free[i] = false;
    }
    void open(Point from, Point to, bool isWayIn) {
        const double dx = (to.x - from.x).inMetres(), dy = (to.y - from.y).inMetres(), length = std::hypot(dx, dy);
        const Point middle{(from.x + to.x) / 2, (from.y + to.y) / 2};
        for (std::size_t i = 0; i < m_middles.size(); ++i) {
            const double x = (m_middles[i].x - middle.x).inMetres(), y = (m_middles[i].y - middle.y).inMetres();
            const double along = std::abs(x * dx + y * dy) / length, off = std::abs(x * dy - y * dx) / length;
            if (along > std::max(length / 2 - m_radius, m_step) - m_slack ||
                off > 0.3 + m_radius + 2 * m_step - m_slack)
                continue;
            m_free[i] = true;
            if (isWayIn && off <= 0.3 + m_step - m_slack)
                m_begun.push_back(i);
        }
    }
    void follow() {
        std::vector<std::size_t> waiting = m_begun;
        while (!waiting.empty()) {
            const std::size_t at = waiting.back();
            waiting.pop_back();
            if (!m_free[at] || m_reached[at])
                continue;
            m_reached[at] = true;
            const auto columns = static_cast<std::size_t>(m_columns);
            if (at % columns > 0)
                waiting.push_back(at - 1);
            if (at % columns + 1 < columns)
                waiting.push_back(at + 1);
            if (at >= columns)
                waiting.push_back(at - columns);
            if (at + columns < m_middles.size())
                waiting.push_back(at + columns);
        }
    }
    const std::vector<Point>& middles() const { return m_middles; }
    bool isReached(std::size_t place) const { return m_reached[place]; }

private:
    double m_step, m_radius, m_slack;
    int m_columns = 0, m_rows = 0;
    std::vector<Point> m_middles;
    std::vector<bool> m_free, m_reached;
    std::vector<std::size_t> m_begun;
};

/// A random room with a wall across it in which a door hangs, a door in its left edge, and things that stand about.
struct RandomRoom {
    explicit RandomRoom(std::mt19937& random) {
        const auto metres = [&random](double low, double high) {
            return Length::nearest(low + (high - low) * static_cast<double>(random() % 1'000'003) / 1'000'003);
        };
        const Length x = metres(-20, 20), y = metres(-20, 20), wide = metres(4, 7), deep = metres(4, 6),
                     notch = metres(1, 2);
        outline = {{x, y}, {x + wide, y}, {x + wide, y + deep}, {x, y + deep}};
        if (random() % 2 == 0) // L-shaped
            outline = {{x, y},
                       {x + wide, y},
                       {x + wide, y + deep - notch},
                       {x + wide - notch, y + deep - notch},
                       {x + wide - notch, y + deep},
                       {x, y + deep}};
        width = metres(0.5, 1);
        const Length doorAt = y + metres(0.3, 1);
        wayIn = {{x, doorAt}, {x, doorAt + metres(0.9, 1.6)}};
        const Length wallAt = x + metres(1.8, 2.4);
        wall = {{wallAt, y},
                {wallAt + Length::millimetres(101), y},
                {wallAt + Length::millimetres(101), y + deep},
                {wallAt, y + deep}};
        const Length innerAt = y + metres(0.5, 2);
        inner = {{wallAt + Length::millimetres(50), innerAt},
                 {wallAt + Length::millimetres(50), innerAt + metres(0.9, 1.6)}};
        for (auto left = 2 + random() % 5; left > 0; --left)
            things.push_back(corners({{x + metres(0, 7), y + metres(0, 6)},
                                      metres(0.2, 0.8),
                                      metres(0.2, 1.2),
                                      Angle::degrees(static_cast<std::int64_t>(random() % 360))}));
    }
    std::vector<Point> outline, wall;
    std::pair<Point, Point> wayIn, inner;
    std::vector<std::vector<Point>> things;
    Length width;
};

PlainWays plainWays(const RandomRoom& room, double step, double slack) {
    PlainWays ways(room.outline, room.width, step, slack);
    ways.block(room.wall);
    ways.open(room.wayIn.first, room.wayIn.second, true);
    ways.open(room.inner.first, room.inner.second, false);
    for (const std::vector<Point>& thing : room.things)
        ways.block(thing);
    ways.follow();
    return ways;
}

} // namespace

class TestFacilityRules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void waysAreThoseOfAPlainReference() {
        std::mt19937 random(20);
        std::size_t reached = 0, unreached = 0, onALimit = 0;
        for (int i = 0; i < 16; ++i) {
            const RandomRoom room(random);
            WalkGrid grid(room.outline, room.width);
            grid.block(room.wall);
            grid.open(room.wayIn.first, room.wayIn.second, WalkGrid::Doorway::WayIn);
            grid.open(room.inner.first, room.inner.second, WalkGrid::Doorway::Inner);
            for (const std::vector<Point>& thing : room.things)
                grid.block(thing);
            grid.follow();
            const PlainWays most = plainWays(room, grid.step(), -2e-6), least = plainWays(room, grid.step(), 2e-6);
            for (std::size_t place = 0; place < most.middles().size(); ++place) {
                if (most.isReached(place) != least.isReached(place)) {
                    ++onALimit;
                    continue;
                }
                const bool isReached = grid.isReached(most.middles()[place]);
                QVERIFY2(isReached == most.isReached(place),
                         qPrintable(QStringLiteral("room %1, place %2").arg(i).arg(place)));
                ++(isReached ? reached : unreached);
            }
        }
        QVERIFY(reached > 1'000 && unreached > 1'000);
        QVERIFY2(onALimit * 10 < reached, qPrintable(QString::number(onALimit)));
    }
    void oneCauseIsOneFinding() {
        Hall hall = fixture::hall();
        attributeIs(&Hall::rackPart, "static-load", 319)(hall);
        const auto solution = solve(hall.snapshot(), facilityDomains(), {{"space"}, 1});
        const auto& findings = solution->report().findings;
        const auto it = std::ranges::find_if(findings, [](const Finding& f) { return f.rule->id == "RACK-04"; });
        QVERIFY(it != findings.end());
        QCOMPARE(it->subjects.size(), std::size_t(8));
        QCOMPARE(std::ranges::count_if(findings, [](const Finding& f) { return f.rule->id == "RACK-04"; }), 1);
        QCOMPARE(it->measured->typical(), 320.0);
        QCOMPARE(it->limit->typical(), 319.0);
        // A new name changes nothing of the key.
        Hall renamed = hall;
        renamed.change(&Design::racks, renamed.racks[0], [](Rack& rack) { rack.name = "other"; });
        const auto again = solve(renamed.snapshot(), facilityDomains(), {{"space"}, 1});
        QVERIFY(std::ranges::any_of(again->report().findings, [&](const Finding& f) { return f.key == it->key; }));
    }
    void keysAreUnique() {
        Hall hall = fixture::hall();
        attributeIs(&Hall::rackPart, "static-load", 319)(hall);
        aisleIs(899)(hall);
        const auto solution = solve(hall.snapshot(), facilityDomains());
        std::vector<std::string> keys;
        for (const Finding& finding : solution->report().findings)
            keys.push_back(finding.key);
        std::ranges::sort(keys);
        QVERIFY(std::ranges::adjacent_find(keys) == keys.end());
    }
    void acceptanceEndsWhenFiguresChange() {
        Hall hall = fixture::hall();
        attributeIs(&Hall::rackPart, "static-load", 319)(hall);
        const auto find = [](const SolutionPtr& solution) {
            const auto& findings = solution->report().findings;
            return *std::ranges::find_if(findings, [](const Finding& f) { return f.rule->id == "RACK-04"; });
        };
        const auto before = solve(hall.snapshot(), facilityDomains());
        hall.project.acceptedFindings = hall.project.acceptedFindings.with(
            acceptanceOf(find(before), hall.ids.take<AcceptedFinding>(), "A. Architect", "2025-01-01", "braced"));
        const auto accepted = solve(hall.snapshot(), facilityDomains());
        QCOMPARE(find(accepted).state, RuleState::Accepted);
        QCOMPARE(accepted->report().accepted, std::size_t(8));
        QCOMPARE(accepted->report().failed + 8, before->report().failed);
        attributeIs(&Hall::rackPart, "static-load", 318)(hall);
        attributeIs(&Hall::nodePart, "weight", 131)(hall);
        const auto changed = solve(hall.snapshot(), facilityDomains());
        QCOMPARE(find(changed).state, RuleState::Failed);
    }
    // Each room, not the first of those that lack the same.
    void everyRoomWithoutADoorIsNamed() {
        Hall hall = fixture::hall();
        Room annex = *hall.design.rooms.find(hall.room);
        annex.id = hall.ids.take<Room>();
        annex.name = "Annex";
        hall.design.rooms = hall.design.rooms.with(annex);
        hall.change(&Design::racks, hall.racks.back(), [&annex](Rack& rack) { rack.room = annex.id; });
        const auto solution = solve(hall.snapshot(), facilityDomains(), {{}, 1});
        for (const std::string id : {"rule.FLOOR-05.no-door", "rule.FLOOR-05.no-routes", "rule.FLOOR-07.no-door"}) {
            std::string rooms;
            for (const Finding& finding : solution->report().findings)
                if (finding.message.id == id && finding.state == RuleState::NotChecked)
                    rooms += std::get<std::string>(finding.message.arguments.front().value) + " ";
            QVERIFY2(rooms == "Hall Annex " || rooms == "Annex Hall ", (id + ": " + rooms).c_str());
        }
    }
    // A part whose cooling nobody states is asked for once, whatever number of racks holds it.
    void coolingThatNobodyStatesIsAskedForOnce() {
        Hall hall = fixture::hall();
        hall.changePart(hall.nodePart, [](Part& part) {
            part.heatPath = HeatPath::Unknown;
            part.attributes.push_back(fixture::number("liquid-share", 0));
        });
        const auto solution = solve(hall.snapshot(), facilityDomains(), {{}, 1});
        std::size_t asked = 0;
        for (const Finding& finding : solution->report().findings)
            if (finding.message.id == "rule.COOL-01.not-stated") {
                ++asked;
                QCOMPARE(finding.state, RuleState::NotChecked);
                QVERIFY(finding.subjects.size() > 1);
            }
        QCOMPARE(asked, std::size_t(1));
    }
    void heightsAreToldInOneUnit() {
        Hall hall = fixture::hall();
        hall.change(&Design::rooms, hall.room, [](Room& room) { room.clearHeight = Length::millimetres(254); });
        const auto solution = solve(hall.snapshot(), facilityDomains(), {{}, 1});
        std::size_t told = 0;
        for (const Finding& finding : solution->report().findings)
            if (finding.rule->id == "FLOOR-08" && finding.state == RuleState::Failed) {
                ++told;
                for (const Argument& argument : finding.message.arguments)
                    if (const auto* number = std::get_if<UnitNumber>(&argument.value))
                        QCOMPARE(number->unit, std::string("mm"));
            }
        QCOMPARE(told, std::size_t(2));
    }
    // A rack that does not pass the delivery door is not told to be walled in as well; a door on the way is named.
    void whatKeepsARackOutIsToldOnce() {
        const auto at = [](std::int64_t x, std::int64_t y) {
            return Point{Length::millimetres(x), Length::millimetres(y)};
        };
        const auto failed = [](const Hall& hall) {
            std::set<std::string> messages;
            const auto solution = solve(hall.snapshot(), facilityDomains(), {{}, 1});
            for (const Finding& finding : solution->report().findings)
                if (finding.rule->id == "FLOOR-07" && finding.state == RuleState::Failed)
                    messages.insert(finding.message.id);
            return messages;
        };
        Hall hall = fixture::hall();
        Door door;
        door.from = at(0, 7'000);
        door.to = at(0, 7'500);
        door.height = Length::millimetres(2'400);
        door.isDeliveryPath = true;
        hall.addObject(door);
        QCOMPARE(failed(hall), std::set<std::string>{"rule.FLOOR-07.width"});
        // A door in a wall across the hall that is large enough changes nothing, one that is too low is told.
        hall.addObject(Wall{at(2'000, 0), at(2'000, 9'000), Length::millimetres(100)});
        Door inner;
        inner.from = at(2'000, 4'000);
        inner.to = at(2'000, 5'000);
        inner.height = Length::millimetres(2'400);
        const Id<RoomObject> object = hall.addObject(inner);
        QCOMPARE(failed(hall), std::set<std::string>{"rule.FLOOR-07.width"});
        hall.change(&Design::roomObjects, object,
                    [](RoomObject& row) { std::get<Door>(row.shape).height = Length::millimetres(1'900); });
        QCOMPARE(failed(hall), (std::set<std::string>{"rule.FLOOR-07.inner-door", "rule.FLOOR-07.width"}));
        hall.design.roomObjects = hall.design.roomObjects.without(object);
        QCOMPARE(failed(hall), (std::set<std::string>{"rule.FLOOR-07.walled-in", "rule.FLOOR-07.width"}));
    }
    // What stands in a route is named, is a place of the finding, and so is where it stands.
    void whatStandsInARouteIsNamed() {
        Hall hall = fixture::hall();
        const auto at = [](std::int64_t x, std::int64_t y) {
            return Point{Length::millimetres(x), Length::millimetres(y)};
        };
        hall.addObject(
            Aisle{{at(0, 0), at(12'000, 0), at(12'000, 1'400), at(0, 1'400)}, AisleKind::Circulation, false});
        const Id<RoomObject> column =
            hall.addObject(Column{{at(9'000, 1'000), at(9'200, 1'000), at(9'200, 1'200), at(9'000, 1'200)}});
        hall.change(&Design::roomObjects, column, [](RoomObject& object) { object.name = "C3"; });
        const auto solution = solve(hall.snapshot(), facilityDomains(), {{}, 1});
        const auto& findings = solution->report().findings;
        const auto blocked = [](const Finding& finding) { return finding.message.id == "rule.FLOOR-05.blocked"; };
        const auto it = std::ranges::find_if(findings, blocked);
        QVERIFY(it != findings.end());
        QCOMPARE(std::ranges::count_if(findings, blocked), std::ptrdiff_t(1));
        const auto argument = [&it](std::string_view name) {
            return std::ranges::find(it->message.arguments, name, &Argument::name)->value;
        };
        QCOMPARE(std::get<std::string>(argument("other")), std::string("C3"));
        QCOMPARE(std::get<UnitNumber>(argument("x")), (UnitNumber{9.1, "m"}));
        QCOMPARE(std::get<UnitNumber>(argument("y")), (UnitNumber{1.1, "m"}));
        QVERIFY(std::ranges::count(it->subjects, Subject(column)) == 1);
    }
    // A rack in a keep-out: the finding is about both, not about all of the room.
    void whatStandsInTheBuildingNamesTheThingItself() {
        Hall hall = fixture::hall();
        const Rack& rack = *hall.design.racks.begin();
        const auto beside = [&rack](std::int64_t x, std::int64_t y) {
            return Point{rack.centre.x + Length::millimetres(x), rack.centre.y + Length::millimetres(y)};
        };
        const Id<RoomObject> keepOut = hall.addObject(
            KeepOut{std::vector{beside(-50, -50), beside(50, -50), beside(50, 50), beside(-50, 50)}, {}});
        const auto solution = solve(hall.snapshot(), facilityDomains(), {{}, 1});
        const auto& findings = solution->report().findings;
        const auto it = std::ranges::find_if(
            findings, [](const Finding& finding) { return finding.message.id == "rule.FLOOR-01.keep-out"; });
        QVERIFY(it != findings.end());
        QCOMPARE(it->subjects, (std::vector{Subject(rack.id), Subject(keepOut)}));
    }
    void ruleOfThumbIsAWarningAtMost() {
        Verdict verdict;
        verdict.state = RuleState::Failed;
        verdict.severity = Severity::Error;
        verdict.message = Message("x");
        verdict.isRuleOfThumb = true;
        Rule rule;
        rule.id = "X-01";
        VerdictSorter sorter;
        sorter.add(verdict);
        const RuleSummary summary = sorter.summary(rule);
        const CheckReport report = reportOf({{&rule, &summary, {}}}, {});
        QCOMPARE(report.findings.front().severity, Severity::Warning);
    }
};

RW_SUITE(TestFacilityRules)
#include "tst_facility_rules.moc"
