// SPDX-License-Identifier: GPL-3.0-or-later
// Device types of NetBox as own parts, and tables whose columns are called otherwise.

#include "catalog/catalog.h"
#include "catalog/device_type_import.h"
#include "catalog/yaml_reader.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>

using namespace rackwright;

namespace {

// Of our own making, in the form of the public library.
const char* const kLeaf = "---\n"
                          "manufacturer: Acme\n"
                          "model: Leaf 64 # the second edition\n"
                          "slug: acme-leaf-64\n"
                          "part_number: 'AC-L64'\n"
                          "u_height: 2\n"
                          "is_full_depth: true\n"
                          "airflow: front-to-rear\n"
                          "weight: 22\n"
                          "weight_unit: lb\n"
                          "comments: >\n"
                          "  First line\n"
                          "  goes on.\n"
                          "\n"
                          "  A second one.\n"
                          "console-ports:\n"
                          "  - name: con\n"
                          "    type: rj-45\n"
                          "power-ports:\n"
                          "- name: PS0\n"
                          "  type: iec-60320-c20\n"
                          "  maximum_draw: 1500\n"
                          "- name: PS1\n"
                          "  type: iec-60320-c20\n"
                          "  maximum_draw: 1500\n"
                          "interfaces:\n"
                          "  - name: mgmt\n"
                          "    type: 1000base-t\n"
                          "    mgmt_only: true\n"
                          "  - name: loop\n"
                          "    type: virtual\n";

std::string leaf() {
    std::string text = kLeaf;
    for (int i = 0; i < 64; ++i)
        text += "  - name: p" + std::to_string(i) + "\n    type: 800gbase-x-osfp\n";
    return text;
}

const char* const kModule =
    "manufacturer: Acme\nmodel: Card 2\npart_number: AC-C2\nweight: 400\nweight_unit: g\n"
    "interfaces:\n  - name: '1'\n    type: infiniband-ndr\n  - name: '2'\n    type: infiniband-ndr\n";

} // namespace

class TestDeviceTypes : public QObject {
    Q_OBJECT

    std::unique_ptr<Catalog> m_catalog;
    PartImportContext context() const { return {m_catalog->attributeKeys(), {"nv-dgx-h200"}, "2026-11-28"}; }

private Q_SLOTS:
    void initTestCase() {
        auto catalog = Catalog::open(RW_CATALOG_FILE);
        QVERIFY(catalog.has_value());
        m_catalog = std::move(*catalog);
    }

    void aSwitchIsRead() {
        const PartImportPlan plan = planDeviceTypeImport(leaf(), context(), std::nullopt, "leaf.yaml");
        QVERIFY(plan.isSound());
        const Part& part = plan.parts.front().part;
        QCOMPARE(part.id, std::string("acme-leaf-64"));
        QCOMPARE(part.model, std::string("Leaf 64"));
        QCOMPARE(part.partNumber, std::string("AC-L64"));
        QCOMPARE(part.category, PartCategory::Switch);
        QCOMPARE(part.mounting, Mounting::Eia19);
        QCOMPARE(part.airflow, Airflow::FrontToRear);
        QCOMPARE(rackUnitsOf(part), 2);
        QVERIFY(std::abs(fact(part, attribute::weight).typical()->si() - 22 * 0.45359237) < 1e-9);
        QCOMPARE(part.notes, std::string("First line goes on.\nA second one."));
        QCOMPARE(part.powerInputs.size(), std::size_t{1});
        QCOMPARE(part.powerInputs.front().count, 2);
        QCOMPARE(part.powerInputs.front().inlet, std::string("C20"));
        QVERIFY(powerIn(part, PowerModeKind::Maximum).isUnknown()); // of two supplies nobody says how many carry it
        const auto data = std::ranges::find(part.portGroups, PortRole::Data, &PortGroup::role);
        QCOMPARE(data->count, 64);
        QCOMPARE(data->connector, std::string("OSFP"));
        QCOMPARE(data->speed.typical()->in(unit::gigabitPerSecond), 800.0);
        QCOMPARE(std::ranges::count(part.portGroups, PortRole::Management, &PortGroup::role), 1);
        QCOMPARE(std::ranges::count(part.portGroups, PortRole::Console, &PortGroup::role), 1);
        // What was guessed is said.
        QVERIFY(std::ranges::any_of(
            plan.doubts, [](const ImportProblem& doubt) { return doubt.reason.id == "catalog.device-type.category"; }));
        const PartImportPlan told = planDeviceTypeImport(leaf(), context(), PartCategory::ManagementNode, "leaf.yaml");
        QCOMPARE(told.parts.front().part.category, PartCategory::ManagementNode);
        QVERIFY(told.doubts.size() < plan.doubts.size());
    }

    void modulesAndSeveralDocuments() {
        const PartImportPlan plan =
            planDeviceTypeImport(leaf() + "---\n" + kModule, context(), std::nullopt, "both.yaml");
        QVERIFY(plan.isSound());
        QCOMPARE(plan.parts.size(), std::size_t{2});
        const Part& card = plan.parts.back().part;
        QCOMPARE(card.category, PartCategory::Nic);
        QCOMPARE(card.mounting, Mounting::InDevice);
        QCOMPARE(card.id, std::string("acme-card-2"));
        QCOMPARE(card.portGroups.front().protocol, FabricProtocol::InfiniBand);
        QVERIFY(std::abs(fact(card, attribute::weight).typical()->si() - 0.4) < 1e-9);
    }

    void faultsNameTheirLine_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        QTest::newRow("nameless") << QStringLiteral("model: X\n") << QStringLiteral("catalog.device-type.nameless");
        QTest::newRow("tab") << QStringLiteral("a:\n\tb: 1\n") << QStringLiteral("catalog.yaml.tab");
        QTest::newRow("anchor") << QStringLiteral("a: &b 1\n") << QStringLiteral("catalog.yaml.anchor");
        QTest::newRow("flow") << QStringLiteral("a: [1, 2]\n") << QStringLiteral("catalog.yaml.flow");
        QTest::newRow("no entry") << QStringLiteral("a: 1\nb\n") << QStringLiteral("catalog.yaml.no-entry");
        QTest::newRow("twice") << QStringLiteral("a: 1\na: 2\n") << QStringLiteral("catalog.yaml.twice");
        QTest::newRow("quote") << QStringLiteral("a: \"1\n") << QStringLiteral("catalog.yaml.open-quote");
        QTest::newRow("weight") << QStringLiteral("manufacturer: A\nmodel: B\nweight: heavy\n")
                                << QStringLiteral("catalog.cell.no-number");
        QTest::newRow("unit") << QStringLiteral("manufacturer: A\nmodel: B\nweight: 1\nweight_unit: stone\n")
                              << QStringLiteral("catalog.cell.no-unit");
        QTest::newRow("nothing") << QStringLiteral("---\n# nothing\n") << QStringLiteral("catalog.device-type.none");
    }
    void faultsNameTheirLine() {
        QFETCH(QString, text);
        QFETCH(QString, message);
        const PartImportPlan plan = planDeviceTypeImport(text.toStdString(), context(), std::nullopt, "x.yaml");
        QVERIFY(!plan.isSound() && !plan.problems.empty());
        QCOMPARE(QString::fromStdString(plan.problems.front().reason.id), message);
    }

    void whatIsDeviceTypesAndWhatIsATable() {
        QVERIFY(isDeviceTypes(kLeaf) && isDeviceTypes("# c\r\n---\r\nmanufacturer: A\r\n"));
        QVERIFY(!isDeviceTypes("id,category,vendor,model\n") && !isDeviceTypes("") && !isDeviceTypes("a,b: c\n"));
    }

    void columnsAreMapped() {
        const char* const table = "Code,Kind,Maker,Name,Gewicht,Remark,source-title\n"
                                  "own-x,switch,Acme,X 1,12.5,nothing,sheet\n";
        PartImportContext mapped = context();
        QCOMPARE(unknownColumns(table, mapped),
                 (std::vector<std::string>{"Code", "Kind", "Maker", "Name", "Gewicht", "Remark"}));
        QVERIFY(!planPartImport(table, mapped).isSound());
        mapped.columns = {{"Code", "id"},    {"Kind", "category"},       {"Maker", "vendor"},
                          {"Name", "model"}, {"Gewicht", "weight [kg]"}, {"Remark", ""}};
        QVERIFY(unknownColumns(table, mapped).empty());
        const PartImportPlan plan = planPartImport(table, mapped);
        QVERIFY(plan.isSound());
        QCOMPARE(plan.parts.front().part.id, std::string("own-x"));
        QCOMPARE(fact(plan.parts.front().part, attribute::weight).typical()->si(), 12.5);
        // Every name that is offered is one that a column may have.
        std::string all;
        for (const std::string& name : columnNames(m_catalog->attributeKeys()))
            all += (all.empty() ? "" : ",") + ("\"" + name + "\"");
        QVERIFY(unknownColumns(all + "\n", context()).empty());
    }
};

RW_CORE_SUITE(TestDeviceTypes)
#include "tst_device_types.moc"
