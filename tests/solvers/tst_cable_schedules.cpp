// SPDX-License-Identifier: GPL-3.0-or-later
// The lists of cables: columns of the documents, labels, reasons, pieces that join to the whole.
#include "model/project/site_fields.h"
#include "solvers/cabling/cable_schedules.h"
#include "solvers/fabric/slurm_topology.h"
#include "tests/solvers/cabling_fixture.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <set>

using namespace rackwright;
using namespace rackwright::fixture;

namespace {

std::size_t columnOf(const Schedule& schedule, std::string_view header) {
    const auto found = std::ranges::find(schedule.columns, header, &ScheduleColumn::header);
    return static_cast<std::size_t>(found - schedule.columns.begin());
}

std::string text(const Schedule& schedule, std::size_t row, std::string_view header) {
    const ScheduleCell& cell = schedule.rows[row].cells[columnOf(schedule, header)];
    if (const auto* given = std::get_if<GivenText>(&cell))
        return given->text;
    if (const auto* message = std::get_if<Message>(&cell))
        return message->id;
    if (const auto* count = std::get_if<std::int64_t>(&cell))
        return std::to_string(*count);
    return {};
}

double number(const Schedule& schedule, std::size_t row, std::string_view header) {
    const auto* value = std::get_if<Value>(&schedule.rows[row].cells[columnOf(schedule, header)]);
    return value && value->isKnown() ? value->typical() : -1;
}

/// What the reason of the first cable says at a place of its sentence.
std::string said(const Schedule& schedule, std::string_view name) {
    const auto& reason = std::get<Message>(schedule.rows[0].cells[columnOf(schedule, "Chosen because")]);
    const auto found = std::ranges::find(reason.arguments, name, &Argument::name);
    return found == reason.arguments.end() ? std::string() : std::get<std::string>(found->value);
}

CabledHall threeCables() {
    CabledHall hall;
    hall.addTrays();
    const Id<Device> node = hall.addNode(hall.racks[1]);
    hall.cable(node, 0, hall.leaf, 0);
    hall.cable(node, 1, hall.leaf, 5);
    hall.cable(Id<Device>{999'999}, 0, hall.leaf, 7);
    return hall;
}

void checkForm(const Schedule& schedule) {
    std::set<std::string> keys;
    for (const ScheduleRow& row : schedule.rows) {
        QVERIFY2(row.cells.size() == schedule.columns.size(), row.key.c_str());
        QVERIFY2(keys.insert(row.key).second, row.key.c_str());
        // Files print all numbers in the unit of their column.
        for (std::size_t i = 0; i < row.cells.size(); ++i)
            if (std::holds_alternative<Value>(row.cells[i]))
                QCOMPARE(inColumnUnit(schedule.columns[i], 0), 0.0);
    }
}

} // namespace

class TstCableSchedules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rowOfACable() {
        const CabledHall hall = threeCables();
        const Context context = hall.b.context();
        const Schedule schedule = cableSchedule(context, {0, 10});
        checkForm(schedule);
        QCOMPARE(schedule.rows.size(), std::size_t(3));
        // The upper unit of the node at U1 to U8; the leaf stands at U40.
        QCOMPARE(text(schedule, 0, "Label A"), std::string("Hall.R2-8-compute1"));
        QCOMPARE(text(schedule, 0, "Label B"), std::string("Hall.R1-40-data1"));
        QCOMPARE(text(schedule, 1, "Label B"), std::string("Hall.R1-40-data6"));
        QCOMPARE(text(schedule, 0, "Fabric"), std::string("fabric.level-name.compute"));
        QCOMPARE(text(schedule, 0, "Network"), std::string("Compute"));
        // 7.066 m from port to port, 1 m of slack; 8.066 m is ordered as 10.
        QCOMPARE(number(schedule, 0, "Route m"), 7.066);
        QCOMPARE(number(schedule, 0, "Slack m"), 1.0);
        QCOMPARE(text(schedule, 0, "A site"), std::string());
        QCOMPARE(text(schedule, 0, "Medium"), std::string("active-optical"));
        QCOMPARE(text(schedule, 0, "PN"), std::string("class-aoc-400"));
        QCOMPARE(text(schedule, 0, "Route (tray ids)"), std::to_string(hall.trays[0].value));
        QCOMPARE(number(schedule, 0, "Order length m"), 10.0);
        QCOMPARE(number(schedule, 0, "Speed (Gb/s)"), 400.0);
        QCOMPARE(text(schedule, 0, "Chosen because"), std::string("cabling.reason.cheapest"));
        QCOMPARE(text(schedule, 2, "Chosen because"), std::string("cabling.reason.unknown"));
        QCOMPARE(number(schedule, 2, "Order length m"), -1.0);
    }
    // One copper cable takes both links of two twin-port cages: the second row names the first.
    void linksOfOnePieceSayIt() {
        CabledHall hall;
        const Id<PartRow> twin = hall.b.addPart(twinSwitch("test-twin"));
        const Id<Device> a = hall.addSwitch(hall.racks[0], 38, twin), c = hall.addSwitch(hall.racks[0], 36, twin);
        const Id<Cable> first = hall.cable(a, 0, c, 0);
        hall.cable(a, 1, c, 1);
        const Context context = hall.b.context();
        const Schedule schedule = cableSchedule(context, {0, 10});
        QCOMPARE(text(schedule, 0, "Notes"), std::string());
        QCOMPARE(text(schedule, 1, "Notes"), std::string("schedule.cables.same-piece"));
        const auto& note = std::get<Message>(schedule.rows[1].cells[columnOf(schedule, "Notes")]);
        QCOMPARE(std::get<std::int64_t>(note.arguments.front().value), static_cast<std::int64_t>(first.value));
        QCOMPARE(text(schedule, 1, "A cage"), std::string("1"));
        // The same from a later piece of the list.
        QCOMPARE(text(cableSchedule(context, {1, 1}), 0, "Notes"), std::string("schedule.cables.same-piece"));
    }
    void whatPersonsDecided() {
        CabledHall hall = threeCables();
        hall.b.project.name = "Offer 12";
        SiteField name;
        name.key = site::name;
        name.knowledge = Knowledge::Known;
        name.value = "Hamburg 2";
        hall.b.put(hall.b.project.site, name);
        CableDetail label = decisionsFor(hall.b.design, hall.b.design.cables.begin()->id);
        label.label = "F-1";
        label.length = Length::metres(12);
        hall.b.put(hall.b.design.cableDetails, label);
        const Context context = hall.b.context();
        const Schedule schedule = cableSchedule(context, {0, 1});
        for (const char* end : {"Label A", "Label B"})
            QCOMPARE(text(schedule, 0, end), std::string("F-1"));
        for (const char* end : {"A site", "B site"})
            QCOMPARE(text(schedule, 0, end), std::string("Hamburg 2"));
        QCOMPARE(number(schedule, 0, "Slack m"), 4.934); // 12 m less the way of 7.066
        for (const CableLabel& made : cableLabels(context, {0, 1}, labelPatterns(context)))
            QCOMPARE(made.lines[1], std::string("F-1"));
    }
    // At 10 m an active optical cable is the cheapest (790): a fibre of 80 with two modules of 900 costs 1,090 more.
    void aPinnedPartSaysWhatItCosts() {
        CabledHall hall = threeCables();
        hall.pin(hall.b.design.cables.begin()->id, hall.b.addPart(fibrePart("test-fibre", "OS2", false, 80)));
        const Context context = hall.b.context();
        const Schedule schedule = cableSchedule(context, {0, 1});
        QCOMPARE(text(schedule, 0, "Chosen because"), std::string("cabling.reason.pinned"));
        QCOMPARE(said(schedule, "medium"), std::string("active-optical"));
        QCOMPARE(said(schedule, "difference"), std::string("-1090 USD"));
        QVERIFY(said(schedule, "dearer").find("multimode (+") != std::string::npos);
        QVERIFY(said(schedule, "others").find("passive-copper (too-far") != std::string::npos);
    }
    void piecesJoinToTheWhole() {
        const CabledHall hall = threeCables();
        const Context context = hall.b.context();
        const Schedule whole = cableSchedule(context, {0, 3});
        for (std::size_t i = 0; i < 3; ++i) {
            const Schedule piece = cableSchedule(context, {i, 1});
            QCOMPARE(piece.rows.size(), std::size_t(1));
            QVERIFY(piece.rows[0].cells == whole.rows[i].cells);
        }
        QVERIFY(cableSchedule(context, {3, 5}).rows.empty());
    }
    // Who writes a list takes row by row; who prints no reasons is given none.
    void rowsAreGivenAwayAsTheyAreMade() {
        const CabledHall hall = threeCables();
        const Context context = hall.b.context();
        const Schedule whole = cableSchedule(context, {0, 3});
        std::size_t taken = 0, reason = 0;
        while (whole.columns[reason].header != "Chosen because")
            ++reason;
        const Schedule head = cableSchedule(context, {0, 3, false}, [&](const Schedule& of, ScheduleRow& row) {
            QVERIFY(of.rows.empty());
            QCOMPARE(of.columns.size(), whole.columns.size());
            for (std::size_t i = 0; i < row.cells.size(); ++i)
                QVERIFY(row.cells[i] == (i == reason ? ScheduleCell() : whole.rows[taken].cells[i]));
            ++taken;
        });
        QCOMPARE(taken, std::size_t(3));
        QVERIFY(head.rows.empty());
        QVERIFY(head.notes == whole.notes);
    }
    void pointsOfACable() {
        const CabledHall hall = threeCables();
        const Context context = hall.b.context();
        const Schedule schedule = pointToPoint(context, {0, 3});
        checkForm(schedule);
        QCOMPARE(schedule.rows.size(), std::size_t(3));
        QCOMPARE(text(schedule, 0, "Source rack"), std::string("R2"));
        QCOMPARE(text(schedule, 0, "Source U"), std::string("8"));
        QCOMPARE(text(schedule, 0, "Source port"), std::string("compute1"));
        QCOMPARE(text(schedule, 1, "Destination port"), std::string("data6"));
        QCOMPARE(number(schedule, 0, "Speed (Gb/s)"), 400.0);
        QCOMPARE(text(schedule, 2, "Source device"), std::string());
        QVERIFY(pointToPoint(context, {2, 1}).rows[0].cells == schedule.rows[2].cells);
    }
    void portsOfTheSwitch() {
        const CabledHall hall = threeCables();
        const Context context = hall.b.context();
        QCOMPARE(cabledSwitches(context), std::size_t(1));
        const Schedule schedule = portMap(context, {0, 1});
        checkForm(schedule);
        // 64 ports for data, one for management.
        QCOMPARE(schedule.rows.size(), std::size_t(65));
        QCOMPARE(text(schedule, 0, "State"), std::string("cabling.state.new"));
        QCOMPARE(text(schedule, 1, "Port"), std::string("data2"));
        QCOMPARE(text(schedule, 1, "State"), std::string("cabling.state.free"));
        QCOMPARE(number(schedule, 1, "Speed (Gb/s)"), 400.0);
        QCOMPARE(text(schedule, 1, "Cable ID"), std::string());
        QCOMPARE(text(schedule, 5, "Port"), std::string("data6"));
        QCOMPARE(text(schedule, 5, "Peer port"), std::string("compute2"));
        QCOMPARE(text(schedule, 7, "Peer device"), std::string());
        QCOMPARE(text(schedule, 7, "State"), std::string("cabling.state.new"));
        QVERIFY(portMap(context, {1, 1}).rows.empty());
    }
    // Two nodes, their first ports on one leaf and their second ones on another.
    void railsOfCablesAndPorts() {
        CabledHall hall;
        const Id<Device> second = hall.addSwitch(hall.racks[0], 38);
        for (const std::uint16_t node : {std::uint16_t(1), std::uint16_t(2)}) {
            const Id<Device> made = hall.addNode(hall.racks[node]);
            hall.cable(made, 0, hall.leaf, node);
            hall.cable(made, 1, second, node);
        }
        hall.cable(hall.leaf, 40, second, 40);
        const Context context = hall.b.context();
        const Schedule cables = cableSchedule(context, {0, 5});
        checkForm(cables);
        for (const auto& [row, rail] : {std::pair{0, "1"}, std::pair{1, "2"}, std::pair{2, "1"}, std::pair{3, "2"}})
            QCOMPARE(text(cables, static_cast<std::size_t>(row), "Rail/plane"), std::string(rail));
        QCOMPARE(text(portMap(context, {1, 1}), 1, "Rail"), std::string("2"));
        QCOMPARE(text(portMap(context, {1, 1}), 0, "Rail"), std::string());
    }
    // A leg of a port: the other leg is free. Both plugs of the fibre, and how it is crossed.
    void endsAndLegs() {
        CabledHall hall;
        const Id<PartRow> half =
            hall.b.addPart(priced(networkSwitch("test-half", 8, 200, FabricProtocol::InfiniBand), dated(10'000)));
        const Id<Device> far = hall.addSwitch(hall.racks[1], 10, half);
        hall.pin(hall.cable(far, 0, hall.leaf, 0, 0, 1), hall.b.addPart(fibrePart("test-split", "OS2", true, 80)));
        hall.cable(hall.addNode(hall.racks[0]), 0, hall.leaf, 2);
        const Context context = hall.b.context();
        const Schedule cables = cableSchedule(context, {0, 2});
        checkForm(cables);
        QCOMPARE(text(cables, 0, "Medium"), std::string("single-mode"));
        QCOMPARE(text(cables, 0, "PN"), std::string("PN-test-split"));
        QCOMPARE(text(cables, 0, "Transceiver PN B"), std::string("class-smf-400-dr4"));
        QCOMPARE(text(cables, 0, "Connector and polish A"), std::string("MPO-12/APC"));
        QCOMPARE(text(cables, 0, "Connector and polish B"), std::string("MPO-12/APC"));
        QCOMPARE(text(cables, 0, "Polarity"), std::string("B"));
        QCOMPARE(text(cables, 0, "Breakout leg"), std::string("2"));
        QCOMPARE(text(cables, 1, "Connector and polish A"), std::string("OSFP"));
        QCOMPARE(text(cables, 1, "Polarity"), std::string());
        const Schedule ports = portMap(context, {0, 1});
        checkForm(ports);
        QCOMPARE(ports.rows.size(), std::size_t(66));
        QCOMPARE(text(ports, 0, "State"), std::string("cabling.state.free"));
        QCOMPARE(text(ports, 0, "Split leg"), std::string("1"));
        QCOMPARE(text(ports, 1, "Split leg"), std::string("2"));
        QCOMPARE(text(ports, 2, "Split leg"), std::string()); // the next port, whole
    }
    void aReasonNamesRulesAndPrices() {
        const CabledHall hall = threeCables();
        const Context context = hall.b.context();
        const Schedule schedule = cableSchedule(context, {0, 1});
        const std::string ruledOut = said(schedule, "others"), dearer = said(schedule, "dearer");
        QVERIFY2(ruledOut.find("passive-copper (too-far, reach 3 m, NET-05)") != std::string::npos, ruledOut.c_str());
        QVERIFY2(ruledOut.find("twisted-pair (cage, NET-03)") != std::string::npos, ruledOut.c_str());
        QVERIFY2(dearer.find(" (+") != std::string::npos && dearer.find(" USD)") != std::string::npos, dearer.c_str());
        QVERIFY2(dearer.find("active-optical") == std::string::npos, dearer.c_str());
    }
    void aPatternSaysWhatItCannotRead_data() {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QByteArray>("problem");
        QTest::newRow("no such field") << QByteArray("{rack}-{shelf}") << QByteArray("label.no-field");
        QTest::newRow("a field of the other pattern") << QByteArray("{rack}-{from}") << QByteArray("label.no-field");
        QTest::newRow("open brace") << QByteArray("{rack}-{port") << QByteArray("label.lone");
        QTest::newRow("lone brace") << QByteArray("{rack}}") << QByteArray("label.lone");
        QTest::newRow("open bracket") << QByteArray("{rack}[-{port}") << QByteArray("label.lone");
        QTest::newRow("lone bracket") << QByteArray("{rack}]") << QByteArray("label.lone");
        QTest::newRow("nested") << QByteArray("[{rack}[-{port}]]") << QByteArray("label.nested");
        QTest::newRow("no field at all") << QByteArray("cable") << QByteArray("label.no-fields");
        QTest::newRow("empty") << QByteArray() << QByteArray("label.no-fields");
    }
    void aPatternSaysWhatItCannotRead() {
        QFETCH(QByteArray, pattern);
        QFETCH(QByteArray, problem);
        const auto read = endLabelPattern(pattern.toStdString());
        QVERIFY(!read);
        QCOMPARE(QByteArray::fromStdString(read.error().message.id), problem);
    }
    void partsInBracketsFallAway() {
        const auto pattern =
            LabelPattern::parse("[{a}.]{b}[-{c}/{a}]|x", std::array<std::string_view, 3>{"a", "b", "c"});
        QVERIFY(pattern.has_value());
        QCOMPARE(pattern->lines(), std::size_t(2));
        QCOMPARE(pattern->print(std::array<std::string_view, 3>{"1", "2", "3"}), std::string("1.2-3/1\nx"));
        QCOMPARE(pattern->print(std::array<std::string_view, 3>{"", "2", "3"}), std::string("2\nx"));
    }
    void labelsOfBothEnds() {
        CabledHall hall = threeCables();
        {
            const Context context = hall.b.context();
            const auto labels = cableLabels(context, {0, 1}, labelPatterns(context));
            QCOMPARE(labels.size(), std::size_t(2));
            QCOMPARE(labels[0].end, 'A');
            QCOMPARE(labels[0].lines,
                     (std::vector<std::string>{std::to_string(labels[0].cable.value), "Hall.R2-8-compute1",
                                               "Hall.R1-40-data1", "10 m active-optical"}));
            QCOMPARE(labels[1].lines[1], std::string("Hall.R1-40-data1"));
            const Schedule list = labelList(context, {0, 3});
            checkForm(list);
            QCOMPARE(list.rows.size(), std::size_t(6));
            QCOMPARE(text(list, 1, "End"), std::string("B"));
            QCOMPARE(text(list, 0, "To port"), std::string("data1"));
            QCOMPARE(text(list, 0, "Length"), std::string("10 m"));
            QCOMPARE(text(list, 0, "Line 4"), std::string("10 m active-optical"));
        }
        hall.b.setSetting(std::string(kEndLabelKey), "{row}{rack}:{port}");
        hall.b.setSetting(std::string(kPrintLabelKey), "{from-device}>{to}|{speed}");
        {
            const Context context = hall.b.context();
            const auto labels = cableLabels(context, {0, 1}, labelPatterns(context));
            QCOMPARE(labels[0].lines.size(), std::size_t(2));
            QVERIFY(labels[0].lines[0].ends_with(">R1:data1") || labels[0].lines[0].ends_with("R1:data1"));
            QCOMPARE(labels[0].lines[1], std::string("400G"));
            QVERIFY(text(cableSchedule(context, {0, 1}), 0, "Label B").ends_with("R1:data1"));
        }
        hall.b.setSetting(std::string(kEndLabelKey), "{shelf}");
        const Context context = hall.b.context();
        QCOMPARE(labelPatterns(context).problems.size(), std::size_t(1));
        QCOMPARE(text(cableSchedule(context, {0, 1}), 0, "Label A"), std::string("Hall.R2-8-compute1"));
    }
    // Two nodes on two rails, then a third node on a leaf of its own; both groups meet at a spine.
    void topologyForSlurm() {
        CabledHall hall;
        const auto named = [&](Id<Device> id, std::string name) {
            Device device = *hall.b.design.devices.find(id);
            device.name = std::move(name);
            hall.b.design.devices = hall.b.design.devices.with(device);
            return id;
        };
        const Id<Device> a = named(hall.addNode(hall.racks[1]), "node a"), b = named(hall.addNode(hall.racks[2]), "n2");
        const Id<Device> second = hall.addSwitch(hall.racks[0], 38), third = hall.addSwitch(hall.racks[0], 36);
        const Id<Device> spine = hall.addSwitch(hall.racks[0], 34);
        hall.cable(a, 0, hall.leaf, 0);
        hall.cable(a, 1, second, 0);
        hall.cable(b, 0, hall.leaf, 1);
        hall.cable(b, 1, second, 1);
        QCOMPARE(slurmTree(hall.b.context()),
                 std::string("# TopologyPlugin=topology/tree. Ignored by Slurm where topology.yaml exists.\n"
                             "SwitchName=su1 Nodes=node-a,n2\n"));
        hall.cable(named(hall.addNode(hall.racks[3]), "n3"), 0, third, 0);
        for (const Id<Device> leaf : {hall.leaf, second, third})
            hall.cable(leaf, 40, spine, static_cast<std::uint16_t>(leaf.value % 60));
        const Context context = hall.b.context();
        QCOMPARE(slurmTree(context),
                 std::string("# TopologyPlugin=topology/tree. Ignored by Slurm where topology.yaml exists.\n"
                             "SwitchName=su1 Nodes=node-a,n2\nSwitchName=su2 Nodes=n3\n"
                             "SwitchName=pod1 Switches=su1,su2\n"));
        QCOMPARE(slurmBlocks(context), std::string("# TopologyPlugin=topology/block\nBlockName=su1 Nodes=node-a,n2\n"
                                                   "BlockName=su2 Nodes=n3\nBlockSizes=1\n"));
        QCOMPARE(slurmYaml(context),
                 std::string("# Slurm reads this file instead of topology.conf; a partition chooses with Topology=tree "
                             "or Topology=block.\n"
                             "---\n"
                             "- topology: tree\n"
                             "  cluster_default: true\n"
                             "  tree:\n"
                             "    switches:\n"
                             "      - switch: su1\n"
                             "        nodes: \"node-a,n2\"\n"
                             "      - switch: su2\n"
                             "        nodes: \"n3\"\n"
                             "      - switch: pod1\n"
                             "        children: \"su1,su2\"\n"
                             "- topology: block\n"
                             "  cluster_default: false\n"
                             "  block:\n"
                             "    block_sizes:\n"
                             "      - 1\n"
                             "    blocks:\n"
                             "      - block: su1\n"
                             "        nodes: \"node-a,n2\"\n"
                             "      - block: su2\n"
                             "        nodes: \"n3\"\n"));
        QVERIFY(slurmTree(CabledHall().b.context()).empty() && slurmYaml(CabledHall().b.context()).empty());
    }
    void totals() {
        const CabledHall hall = threeCables();
        const Schedule schedule = cableSummary(hall.b.context());
        checkForm(schedule);
        QCOMPARE(schedule.rows.size(), std::size_t(4)); // unknown, active optical 10 m, its spare, total
        QVERIFY(schedule.rows.back().role == RowRole::Total);
        QCOMPARE(text(schedule, 3, "Cables"), std::string("3"));
        QCOMPARE(number(schedule, 3, "Length in all m"), 20.0);
        // 650 + 14 a metre: 790 each, of two and of one more.
        QCOMPARE(text(schedule, 2, "PN"), std::string("class-aoc-400"));
        QCOMPARE(text(schedule, 2, "Spares"), std::string("1"));
        QCOMPARE(number(schedule, 2, "Planning price (USD)"), 790.0);
        QCOMPARE(text(schedule, 3, "Spares"), std::string("1"));
        QCOMPARE(number(schedule, 3, "Planning price (USD)"), 2370.0);
        // What the sums do not hold is told with them, and nothing where they hold all.
        QCOMPARE(schedule.notes.back().id, std::string("schedule.note.cables-unknown"));
        CabledHall whole;
        whole.cable(whole.addNode(whole.racks[1]), 0, whole.leaf, 0);
        QCOMPARE(cableSummary(whole.b.context()).notes.back().id, std::string("schedule.note.cable-classes"));
    }
};

RW_SUITE(TstCableSchedules)
#include "tst_cable_schedules.moc"
