// SPDX-License-Identifier: GPL-3.0-or-later
// The CSV set of NetBox: what is written is read and written again byte by byte, hand-worked rows, a set of somebody
// else, and files that are wrong, which say their line.
#include "model/file/design_text.h"
#include "model/parts/port_list.h"
#include "model/text/csv.h"
#include "solvers/exchange/netbox_set.h"
#include "tests/support/hall_fixture.h"
#include "tests/support/sample_designs.h"
#include "tests/support/suite.h"

#include <QTest>

#include <fstream>
#include <random>
#include <set>
#include <sstream>

using namespace rackwright;

namespace {

ProjectPtr sampleProject(const std::string& sample) {
    std::ifstream file(RW_SOURCE_DIR "/resources/samples/" + sample + ".rkw.json", std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    const Result<Document> document = readDesignText(text.str(), sample);
    return document ? document->project : ProjectPtr();
}

std::vector<ExchangeFile> setOf(const ProjectPtr& project) { return netboxSet(Context(snapshotOf(project))); }

const std::string& textOf(const std::vector<ExchangeFile>& files, const std::string& part) {
    static const std::string none;
    for (const ExchangeFile& file : files)
        if (file.name.find(part) != std::string::npos)
            return file.text;
    return none;
}

CsvTable tableOf(const std::vector<ExchangeFile>& files, const std::string& part) {
    Result<CsvTable> table = CsvTable::read(textOf(files, part), {std::size_t{512} << 20, 256});
    return table ? std::move(*table) : CsvTable();
}

/// The row with a value in a column; the size where there is none.
std::size_t rowWith(const CsvTable& table, std::string_view column, const std::string& value) {
    for (std::size_t row = 0; row < table.size(); ++row)
        if (table.cell(row, column) == value)
            return row;
    return table.size();
}

void set(std::vector<ExchangeFile>& files, const std::string& name, std::string text) {
    for (ExchangeFile& file : files)
        if (file.name == name) {
            file.text = std::move(text);
            return;
        }
    files.push_back({name, std::move(text)});
}

/// A site as somebody else would write it, with the columns that he needs.
std::vector<ExchangeFile> smallSet() {
    return {
        {"netbox-01-sites.csv", "name,slug,status\nAmsterdam,ams,active\n"},
        {"netbox-02-locations.csv", "site,name,slug,status\nAmsterdam,Hall 1,hall-1,active\n"},
        {"netbox-06-racks.csv", "site,location,name,status,width,u_height\nAmsterdam,Hall 1,R1,active,19,42\n"
                                "Amsterdam,Hall 1,R2,planned,19,42\n"},
        {"netbox-08-device-types.csv", "manufacturer,model,slug,u_height,is_full_depth,weight,weight_unit\n"
                                       "Arista,DCS-7060X,arista-7060,1,true,22,lb\nDell,R760,dell-r760,2,true,,\n"
                                       "APC,AP8858,apc-ap8858,0,false,,\n"},
        {"netbox-09-devices.csv", "name,role,manufacturer,device_type,status,site,location,rack,position,face\n"
                                  "sw1,Leaf,Arista,DCS-7060X,active,Amsterdam,Hall 1,R1,42,rear\n"
                                  "srv1,Server,Dell,R760,planned,Amsterdam,Hall 1,R1,1,front\n"
                                  "pdu1,PDU,APC,AP8858,active,Amsterdam,Hall 1,R1,,\n"},
        {"netbox-11-interfaces.csv",
         "device,name,type,mgmt_only\nsw1,Ethernet1,100gbase-x-qsfp28,false\nsw1,Ethernet2,100gbase-x-qsfp28,false\n"
         "sw1,Ethernet2s0,25gbase-x-sfp28,false\nsw1,Ethernet2s1,25gbase-x-sfp28,false\n"
         "sw1,Vlan10,virtual,false\nsrv1,eno1,25gbase-x-sfp28,false\nsrv1,idrac,1000base-t,true\n"},
        {"netbox-12-power-ports.csv", "device,name,type,maximum_draw,allocated_draw\n"
                                      "srv1,PSU1,iec-60320-c14,400,250\nsrv1,PSU2,iec-60320-c14,400,250\n"
                                      "pdu1,In,iec-60309-3p-n-e-6h,,\n"},
        {"netbox-13-power-outlets.csv", "device,name,type,power_port\npdu1,A1,iec-60320-c13,In\n"
                                        "pdu1,A2,iec-60320-c13,In\n"},
        {"netbox-14-power-panels.csv", "site,location,name\nAmsterdam,Hall 1,PP-1\n"},
        {"netbox-15-power-feeds.csv", "site,power_panel,rack,name,status,type,supply,phase,voltage,amperage\n"
                                      "Amsterdam,PP-1,R1,1.3.5,active,redundant,ac,three-phase,400,32\n"},
        {"netbox-16-cables.csv",
         "side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name,type,status,label,color,length,"
         "length_unit\nsw1,dcim.interface,Ethernet2s1,srv1,dcim.interface,eno1,dac-passive,connected,W-7,ff0000,10,ft\n"
         "pdu1,dcim.poweroutlet,A2,srv1,dcim.powerport,PSU2,power,connected,,,,\n"},
        {"netbox-17-feed-cables.csv",
         "side_a_power_panel,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name\n"
         "PP-1,dcim.powerfeed,1.3.5,pdu1,dcim.powerport,In\n"},
    };
}

} // namespace

class TestNetbox : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void outInOutIsByteIdentical_data() {
        QTest::addColumn<QString>("sample");
        for (const SampleDesign& sample : sampleDesigns())
            QTest::newRow(sample.name.c_str()) << QString::fromStdString(sample.name);
    }
    void outInOutIsByteIdentical() {
        QFETCH(QString, sample);
        const ProjectPtr project = sampleProject(sample.toStdString());
        QVERIFY(project);
        const std::vector<ExchangeFile> first = setOf(project);
        // Once with the parts that the set describes, once with those of the design as a catalogue.
        for (const bool hasParts : {false, true}) {
            std::string file;
            NetboxReading reading;
            reading.source = "set";
            if (hasParts)
                reading.partOf = [&project](const std::string& slug) {
                    for (const PartRow& row : project->parts)
                        if (row.part->id == slug)
                            return row.part;
                    return PartPtr();
                };
            const Result<NetboxDesign> read = readNetboxSet(first, reading, file);
            QVERIFY2(read, read ? "" : (file + ": " + read.error().message.id).c_str());
            const std::vector<ExchangeFile> second = setOf(read->document.project);
            QCOMPARE(second.size(), first.size());
            for (std::size_t i = 0; i < first.size(); ++i) {
                QCOMPARE(second[i].name, first[i].name);
                const CsvTable a = tableOf(first, first[i].name), b = tableOf(second, first[i].name);
                for (std::size_t row = 0; row < std::min(a.size(), b.size()); ++row)
                    for (const std::string& column : a.header())
                        if (a.cell(row, column) != b.cell(row, column))
                            QFAIL((first[i].name + " line " + std::to_string(a.line(row)) + " " + column + ": '" +
                                   a.cell(row, column) + "' came back as '" + b.cell(row, column) + "'")
                                      .c_str());
                QVERIFY2(second[i].text == first[i].text, first[i].name.c_str());
            }
            const Design& before = *activeOption(*project).design;
            const Design& after = *activeOption(*read->document.project).design;
            QCOMPARE(after.racks.size(), before.racks.size());
            QCOMPARE(after.devices.size(), before.devices.size());
            QCOMPARE(after.cables.size(), before.cables.size());
            if (hasParts)
                QVERIFY(read->known > 0);
        }
    }

    void rowsOfAHall() {
        const ProjectPtr project = sampleProject("hall-1024-h200");
        const std::vector<ExchangeFile> files = setOf(project);
        const Design& design = *activeOption(*project).design;
        const CsvTable devices = tableOf(files, "devices"), racks = tableOf(files, "06-racks"),
                       cables = tableOf(files, "16-cables"), ports = tableOf(files, "11-interfaces");
        QCOMPARE(racks.size(), design.racks.size());
        const Device& node = *std::ranges::find(design.devices, std::string("compute"), &Device::role);
        const std::size_t row = rowWith(devices, "name", node.name);
        QVERIFY(row < devices.size());
        const auto& place = std::get<InRack>(node.placement);
        QCOMPARE(devices.cell(row, "position"), std::to_string(place.unit));
        QCOMPARE(devices.cell(row, "face"), std::string("front"));
        QCOMPARE(devices.cell(row, "rack"), design.racks.find(place.rack)->name);
        QCOMPARE(devices.cell(row, "status"), std::string("planned"));
        const Cable& cable = *design.cables.begin();
        QCOMPARE(cables.cell(0, "label"), std::to_string(cable.id.value));
        QCOMPARE(cables.cell(0, "side_a_type"), std::string("dcim.interface"));
        QVERIFY(rowWith(ports, "name", cables.cell(0, "side_a_name")) < ports.size());
        // Each end of a cable is a row of interfaces, ports or outlets, as NetBox asks for.
        std::set<std::pair<std::string, std::string>> ends;
        for (const char* file : {"11-interfaces", "12-power-ports", "13-power-outlets"}) {
            const CsvTable table = tableOf(files, file);
            for (std::size_t i = 0; i < table.size(); ++i)
                QVERIFY(ends.emplace(table.cell(i, "device"), file + table.cell(i, "name")).second);
        }
        for (std::size_t i = 0; i < cables.size(); ++i)
            for (const std::string side : {"side_a_", "side_b_"}) {
                const std::string type = cables.cell(i, side + "type");
                const char* file = type == "dcim.interface"   ? "11-interfaces"
                                   : type == "dcim.powerport" ? "12-power-ports"
                                                              : "13-power-outlets";
                QVERIFY2(ends.contains({cables.cell(i, side + "device"), file + cables.cell(i, side + "name")}),
                         (cables.cell(i, side + "device") + " " + cables.cell(i, side + "name")).c_str());
            }
    }

    void namesAreMadeDifferentAndCellsNeverRun() {
        fixture::DrawnHall hall;
        Rack second = *hall.design.racks.find(hall.racks[1]);
        second.name = hall.design.racks.find(hall.racks[0])->name;
        hall.design.racks = hall.design.racks.with(second);
        Rack third = *hall.design.racks.find(hall.racks[2]);
        third.name = "=1+1";
        hall.design.racks = hall.design.racks.with(third);
        auto project = std::make_shared<Project>(hall.project);
        project->options.front().design = std::make_shared<const Design>(hall.design);
        const std::vector<ExchangeFile> files = setOf(project);
        const CsvTable racks = tableOf(files, "06-racks");
        QCOMPARE(racks.cell(1, "name"), racks.cell(0, "name") + " (2)");
        QCOMPARE(racks.cell(2, "name"), std::string("'=1+1"));
        std::string file;
        const Result<NetboxDesign> read = readNetboxSet(files, {}, file);
        QVERIFY(read);
        QCOMPARE(std::next(activeOption(*read->document.project).design->racks.begin(), 2)->name, std::string("=1+1"));
        QVERIFY(setOf(read->document.project) == files);
    }

    void aSetOfSomebodyElse() {
        std::string file;
        NetboxReading reading;
        reading.source = "theirs";
        const Result<NetboxDesign> read = readNetboxSet(smallSet(), reading, file);
        QVERIFY2(read, read ? "" : (file + " " + read.error().message.id).c_str());
        const Project& project = *read->document.project;
        const Design& design = *activeOption(project).design;
        QCOMPARE(project.name, std::string("Amsterdam"));
        QCOMPARE(design.racks.size(), std::size_t{2});
        QCOMPARE(design.racks.begin()->scope.status, Status::Existing);
        QCOMPARE(design.devices.size(), std::size_t{2});
        const Device& leaf = *design.devices.begin();
        QCOMPARE(std::get<InRack>(leaf.placement).unit, std::int64_t{42});
        QCOMPARE(std::get<InRack>(leaf.placement).face, Face::Rear);
        const Part& part = *findPart(project, leaf.part);
        QCOMPARE(portCount(part), std::int64_t{2});
        QCOMPARE(part.portGroups.front().maximumSplit, std::int64_t{2});
        // 22 lb
        QVERIFY(std::abs(numberFact(part, attribute::weight.key).typical().value() - 9.97903) < 1e-4);
        const Device& server = *std::next(design.devices.begin());
        QCOMPARE(powerIn(*findPart(project, server.part), PowerModeKind::Maximum).typical()->si(), 800.0);
        QCOMPARE(design.cables.size(), std::size_t{1});
        const Cable& cable = *design.cables.begin();
        QCOMPARE(cable.a.port, std::uint16_t{1});
        QCOMPARE(cable.a.lane, std::uint8_t{1});
        const CableDetail& detail = *design.cableDetails.begin();
        QCOMPARE(detail.length->inMillimetres(), 3048.0);
        QCOMPARE(detail.colour, std::string("#ff0000"));
        QCOMPARE(detail.label, std::string("W-7"));
        QCOMPARE(design.powerElements.size(), std::size_t{2});
        QCOMPARE(design.powerLinks.size(), std::size_t{1});
        QCOMPARE(design.powerLinks.begin()->poles, std::string("1.3.5"));
        QCOMPARE(design.cordOverrides.size(), std::size_t{1});
        QCOMPARE(design.cordOverrides.begin()->supply, std::int64_t{1});
        QCOMPARE(design.cordOverrides.begin()->outlet, std::string("A2"));
        QCOMPARE(read->leftOut.size(), std::size_t{1});
        QCOMPARE(read->leftOut.front().id, std::string("netbox.left.logical"));
        // Racks that nobody placed stand beside one another within the room.
        const Room& room = *design.rooms.begin();
        QVERIFY(contains(room.outline, design.racks.begin()->centre));
        QVERIFY(design.racks.begin()->centre != std::next(design.racks.begin())->centre);
        // From then on the set stays as it is.
        const std::vector<ExchangeFile> out = setOf(read->document.project);
        const Result<NetboxDesign> again = readNetboxSet(out, reading, file);
        QVERIFY2(again, again ? "" : (file + " " + again.error().message.id).c_str());
        const std::vector<ExchangeFile> twice = setOf(again->document.project);
        for (std::size_t i = 0; i < out.size(); ++i)
            QCOMPARE(twice[i].text, out[i].text);
    }

    void wrongFilesSayTheirLine_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("id");
        QTest::addColumn<int>("line");
        const auto row = [](const char* name, const char* file, const char* text, const char* id, int line) {
            QTest::newRow(name) << QString::fromLatin1(file) << QString::fromLatin1(text) << QString::fromLatin1(id)
                                << line;
        };
        row("no column", "netbox-06-racks.csv", "site,label\nAmsterdam,R1\n", "netbox.no-column", 0);
        row("unknown site", "netbox-06-racks.csv", "site,name\nAmsterdm,R1\n", "netbox.unknown-site", 2);
        row("unknown location", "netbox-06-racks.csv", "site,location,name\nAmsterdam,Hall 2,R1\n",
            "netbox.unknown-location", 2);
        row("twice", "netbox-06-racks.csv", "site,name\nAmsterdam,R1\nAmsterdam,R1\n", "netbox.twice", 3);
        row("no number", "netbox-06-racks.csv", "site,name,u_height\nAmsterdam,R1,tall\n", "netbox.no-number", 2);
        row("no name", "netbox-06-racks.csv", "site,name\nAmsterdam,\n", "netbox.no-name", 2);
        row("no type", "netbox-08-device-types.csv", "manufacturer,model\nArista,DCS-7060\n", "netbox.unknown-type", 2);
        row("unknown device", "netbox-11-interfaces.csv", "device,name,type\nsw9,Ethernet1,other\n",
            "netbox.unknown-device", 2);
        row("no port", "netbox-16-cables.csv",
            "side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name\n"
            "sw1,dcim.interface,Ethernet9,srv1,dcim.interface,eno1\n",
            "netbox.unknown-port", 2);
        row("port taken", "netbox-16-cables.csv",
            "side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name\n"
            "sw1,dcim.interface,Ethernet1,srv1,dcim.interface,eno1\n"
            "sw1,dcim.interface,Ethernet1,srv1,dcim.interface,idrac\n",
            "netbox.port-taken", 3);
        row("no panel", "netbox-15-power-feeds.csv", "power_panel,name\nPP-2,x\n", "netbox.unknown-panel", 2);
        row("open quotation", "netbox-09-devices.csv", "name,role,device_type,site\n\"sw1,Leaf\n", "csv.open-quote", 2);
    }
    void wrongFilesSayTheirLine() {
        QFETCH(QString, file);
        QFETCH(QString, text);
        QFETCH(QString, id);
        QFETCH(int, line);
        std::vector<ExchangeFile> files = smallSet();
        set(files, file.toStdString(), text.toStdString());
        std::string at;
        const Result<NetboxDesign> read = readNetboxSet(files, {}, at);
        QVERIFY(!read);
        const Message& said = read.error().message;
        if (!id.startsWith(QStringLiteral("csv")))
            QCOMPARE(QString::fromStdString(said.id), id);
        for (const Argument& argument : said.arguments)
            if (argument.name == "line")
                QCOMPARE(std::get<std::int64_t>(argument.value), std::int64_t{line});
        if (id != QStringLiteral("netbox.unknown-type"))
            QCOMPARE(QString::fromStdString(at), file);
    }
    void aMissingFileIsNamed() {
        std::string at;
        const Result<NetboxDesign> read = readNetboxSet({}, {}, at);
        QVERIFY(!read);
        QCOMPARE(read.error().message.id, std::string("netbox.no-file"));
        QCOMPARE(at, std::string("netbox-01-sites.csv"));
    }

    // Bytes of a set changed at random are read or refused with a file; what is read can be written.
    void hostileSets() {
        std::mt19937 random(7);
        const std::vector<ExchangeFile> sound = smallSet();
        int taken = 0, refusals = 0;
        for (int round = 0; round < 600; ++round) {
            std::vector<ExchangeFile> files = sound;
            ExchangeFile& file = files[random() % files.size()];
            for (int change = 0; change < 3 && !file.text.empty(); ++change) {
                const std::size_t at = random() % file.text.size();
                switch (random() % 5) {
                case 0:
                    file.text[at] = static_cast<char>(random() % 256);
                    break;
                case 1:
                    file.text.erase(at, random() % 12);
                    break;
                case 2:
                    file.text.insert(at, std::string(random() % 40, ','));
                    break;
                case 3:
                    file.text.insert(at, "99999999999999999999");
                    break;
                default:
                    file.text.insert(at, file.text.substr(at / 2, random() % 80));
                    break;
                }
            }
            std::string at;
            const Result<NetboxDesign> read = readNetboxSet(files, {}, at);
            if (read) {
                ++taken;
                QCOMPARE(setOf(read->document.project).size(), sound.size() + 5);
            } else {
                ++refusals;
                QVERIFY(!read.error().message.id.empty());
            }
        }
        QVERIFY(taken > 20);
        QVERIFY(refusals > 20);
    }
};

RW_SUITE(TestNetbox)
#include "tst_netbox.moc"
