// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/device_type_import.h"

#include "catalog/load/port_rules.h"
#include "catalog/yaml_reader.h"
#include "model/parts/part_title.h"
#include "model/project/value_limits.h"
#include "model/units/number_text.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace rackwright {

namespace {

constexpr std::size_t kLongestNotes = 4'096;
constexpr std::int64_t kPortsOfASwitch = 16; ///< fewer data ports are those of a server

std::string lowerCased(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

/// "AS-4125GS-TNRT" as an id: small letters, digits and hyphens, at most 64.
std::string idFrom(std::string_view words) {
    std::string id;
    for (const char c : lowerCased(words)) {
        const bool isGood = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_';
        if (isGood)
            id += c;
        else if (!id.empty() && id.back() != '-')
            id += '-';
    }
    while (!id.empty() && id.back() == '-')
        id.pop_back();
    return id.substr(0, 64);
}

/// "400gbase-x-osfp": 400 and OSFP; nothing for links without a speed of their own ("virtual", "lag").
struct InterfaceType {
    double gigabits = 0;
    std::string connector;
    FabricProtocol protocol = FabricProtocol::Ethernet;
};

struct Ending {
    std::string_view text, connector;
};

std::string connectorOf(std::string_view type) {
    constexpr Ending kEndings[] = {
        {"-sfp", "SFP"},           {"-sfpp", "SFP+"},        {"-sfp28", "SFP28"},
        {"-sfp56", "SFP56"},       {"-sfpdd", "SFP-DD"},     {"-qsfpp", "QSFP+"},
        {"-qsfp28", "QSFP28"},     {"-qsfp56", "QSFP56"},    {"-qsfp112", "QSFP112"},
        {"-qsfpdd", "QSFP-DD"},    {"-qsfpdd56", "QSFP-DD"}, {"-qsfpdd112", "QSFP-DD"},
        {"-qsfpdd800", "QSFP-DD"}, {"-osfp", "OSFP"},        {"-osfp-rhs", "OSFP flat-top (RHS)"},
        {"base-t", "RJ45"},        {"base-tx", "RJ45"}};
    for (const Ending& ending : kEndings)
        if (type.ends_with(ending.text))
            return std::string(ending.connector);
    return {};
}

std::optional<InterfaceType> interfaceType(std::string_view type) {
    struct Fabric {
        std::string_view name;
        double gigabits;
        std::string_view connector;
    };
    constexpr Fabric kInfiniband[] = {{"infiniband-qdr", 40, "QSFP+"},   {"infiniband-fdr", 56, "QSFP+"},
                                      {"infiniband-edr", 100, "QSFP28"}, {"infiniband-hdr", 200, "QSFP56"},
                                      {"infiniband-ndr", 400, "OSFP"},   {"infiniband-xdr", 800, "OSFP"}};
    for (const Fabric& fabric : kInfiniband)
        if (type == fabric.name)
            return InterfaceType{fabric.gigabits, std::string(fabric.connector), FabricProtocol::InfiniBand};
    std::size_t digits = 0;
    while (digits < type.size() && (std::isdigit(static_cast<unsigned char>(type[digits])) != 0 || type[digits] == '.'))
        ++digits;
    const std::optional<double> number = plainNumber(std::string(type.substr(0, digits)));
    const std::string_view rest = type.substr(digits);
    if (!number || *number <= 0)
        return std::nullopt;
    if (rest.starts_with("gbase") || rest.starts_with("gfc"))
        return InterfaceType{*number, connectorOf(type),
                             rest.starts_with("gfc") ? FabricProtocol::Other : FabricProtocol::Ethernet};
    if (rest.starts_with("base"))
        return InterfaceType{*number / 1000, connectorOf(type), FabricProtocol::Ethernet};
    return std::nullopt;
}

std::optional<double> kilograms(double value, std::string_view unit) {
    if (unit.empty() || unit == "kg")
        return value;
    if (unit == "g")
        return value / 1000;
    if (unit == "lb")
        return value * 0.45359237;
    if (unit == "oz")
        return value * 0.028349523125;
    return std::nullopt;
}

/// "iec-60320-c14": C14; other plugs by their name.
std::string inletOf(std::string_view type) {
    const std::string upper = [&] {
        std::string text(type);
        std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
        return text;
    }();
    constexpr std::string_view kIec = "IEC-60320-";
    return upper.starts_with(kIec) ? upper.substr(kIec.size()) : upper;
}

Airflow airflowOf(std::string_view word) {
    if (word == "front-to-rear")
        return Airflow::FrontToRear;
    if (word == "rear-to-front")
        return Airflow::RearToFront;
    if (word == "side-to-rear" || word == "left-to-right" || word == "right-to-left")
        return Airflow::SideToSide;
    return word == "passive" ? Airflow::None : Airflow::Unknown;
}

class DeviceTypeReader {
public:
    DeviceTypeReader(const YamlNode& node, const PartImportContext& context, std::optional<PartCategory> category,
                     const std::string& file, PartImportPlan& plan)
        : m_node(node), m_context(context), m_category(category),
          m_plan(plan), m_source{"NetBox device type", file, {}, {}} {}

    void read() {
        if (m_node.kind != YamlNode::Kind::Map || !m_node.find("manufacturer") || !m_node.find("model"))
            return problem(m_node, {}, Message("catalog.device-type.nameless"));
        Part& part = m_listing.part;
        part.vendor = m_node.text("manufacturer");
        part.model = m_node.text("model");
        part.partNumber = m_node.text("part_number");
        part.partNumberConfidence =
            part.partNumber.empty() ? PartNumberConfidence::Unknown : PartNumberConfidence::Confirmed;
        const std::string slug = m_node.text("slug");
        part.id = idFrom(slug.empty() ? part.vendor + "-" + part.model : slug);
        const bool isTaken = std::ranges::find(m_context.catalogueIds, part.id) != m_context.catalogueIds.end();
        if (isTaken)
            part.id = idFrom(part.id.substr(0, 60)) + "-own";
        part.description = m_node.text("description").empty() ? partTitle(part) : m_node.text("description");
        part.notes = m_node.text("comments").substr(0, kLongestNotes);
        part.lifecycle = Lifecycle::Available;
        part.procurement = Procurement::OnPremises;
        part.airflow = airflowOf(m_node.text("airflow"));
        part.sources = {m_source};
        readSize();
        readPower();
        readPorts();
        part.category = m_category.value_or(guessedCategory());
        for (PortGroup& group : part.portGroups)
            group.namePattern = portNamePattern(part.category, group);
        sortToFaceplateOrder(part.portGroups);
        if (const auto breach = limitBreach(part))
            problem(m_node, breach->field, limitError(*breach).message);
        if (!m_category)
            m_plan.doubts.push_back({m_node.line,
                                     {},
                                     Message("catalog.device-type.category")
                                         .with("part", std::string_view(part.id))
                                         .with("category", enumName(part.category))});
        for (Message& doubt : doubtsAbout(part))
            m_plan.doubts.push_back({m_node.line, {}, std::move(doubt)});
        m_plan.parts.push_back(std::move(m_listing));
    }

private:
    void problem(const YamlNode& at, std::string field, Message reason) {
        m_plan.problems.push_back({at.line, std::move(field), std::move(reason)});
    }

    const std::vector<YamlNode>& itemsOf(std::string_view key) const {
        static const std::vector<YamlNode> none;
        const YamlNode* list = m_node.find(key);
        return list ? list->items : none;
    }

    std::optional<double> number(const YamlNode& node, std::string_view key) {
        const YamlNode* entry = node.find(key);
        if (!entry || entry->scalar.empty())
            return std::nullopt;
        const std::optional<double> value = plainNumber(entry->scalar);
        if (!value || *value < 0)
            problem(*entry, std::string(key),
                    Message("catalog.cell.no-number").with("text", entry->scalar.substr(0, 80)));
        return value && *value >= 0 ? value : std::nullopt;
    }

    void attribute(std::string_view key, double si) {
        m_listing.part.attributes.push_back(
            {std::string(key), Fact<double>::known(si, Grade::ThirdParty, m_source), {}, {}});
    }

    void readSize() {
        Part& part = m_listing.part;
        part.mounting = Mounting::None;
        if (const auto units = number(m_node, "u_height")) {
            part.mounting = *units > 0 ? Mounting::Eia19 : Mounting::ZeroU;
            attribute(attribute::rackUnits.key, *units);
            if (m_node.text("is_full_depth") == "false" && *units > 0)
                attribute(attribute::depthShare.key, 0.5);
        } else if (!m_node.find("u_height") && isModule()) {
            part.mounting = Mounting::InDevice;
        }
        if (const auto weight = number(m_node, "weight")) {
            const std::string unit = m_node.text("weight_unit");
            const auto mass = kilograms(*weight, unit);
            if (!mass)
                return problem(*m_node.find("weight_unit"), "weight_unit",
                               Message("catalog.cell.no-unit").with("text", std::string_view(unit)));
            attribute(attribute::weight.key, *mass);
        }
    }

    // Modules have no slug and no height of their own.
    bool isModule() const { return !m_node.find("slug"); }

    void readPower() {
        Part& part = m_listing.part;
        std::optional<double> one;
        for (const YamlNode& port : itemsOf("power-ports")) {
            PowerInput input;
            input.count = 1;
            input.inlet = inletOf(port.text("type"));
            if (const auto draw = number(port, "maximum_draw"); draw && *draw > 0) {
                input.rating = Fact<Power>::known(Power(*draw), Grade::ThirdParty, m_source);
                one = *draw;
            }
            const auto like = std::ranges::find_if(part.powerInputs, [&input](const PowerInput& known) {
                return known.inlet == input.inlet && known.rating.typical() == input.rating.typical();
            });
            if (like != part.powerInputs.end())
                ++like->count;
            else
                part.powerInputs.push_back(std::move(input));
        }
        // Of several the record does not say how many carry the device.
        if (one && itemsOf("power-ports").size() == 1)
            part.powerModes.push_back(
                {PowerModeKind::Maximum, Fact<Power>::known(Power(*one), Grade::ThirdParty, m_source), {}});
        std::int64_t c13 = 0, c19 = 0;
        for (const YamlNode& outlet : itemsOf("power-outlets")) {
            const std::string type = inletOf(outlet.text("type"));
            c13 += type == "C13" ? 1 : 0;
            c19 += type == "C19" ? 1 : 0;
        }
        if (c13 > 0)
            attribute(attribute::outletsC13.key, static_cast<double>(c13));
        if (c19 > 0)
            attribute(attribute::outletsC19.key, static_cast<double>(c19));
    }

    void addPort(PortGroup port) {
        const auto like = std::ranges::find_if(m_listing.part.portGroups, [&port](const PortGroup& known) {
            return known.role == port.role && known.connector == port.connector && known.protocol == port.protocol &&
                   known.speed.typical() == port.speed.typical();
        });
        if (like != m_listing.part.portGroups.end())
            ++like->count;
        else
            m_listing.part.portGroups.push_back(std::move(port));
    }

    void readPorts() {
        for (const YamlNode& each : itemsOf("interfaces")) {
            const std::string type = each.text("type");
            const auto known = interfaceType(type);
            if (!known)
                continue; // virtual links, bridges, radio
            PortGroup port;
            port.role = each.text("mgmt_only") == "true" ? PortRole::Management : PortRole::Data;
            port.count = 1;
            port.connector = known->connector;
            port.protocol = known->protocol;
            port.speed = Fact<DataRate>::known(DataRate(unit::gigabitPerSecond.si() * known->gigabits),
                                               Grade::ThirdParty, m_source);
            addPort(std::move(port));
        }
        for ([[maybe_unused]] const YamlNode& each : itemsOf("console-ports")) {
            PortGroup port;
            port.role = PortRole::Console;
            port.count = 1;
            port.connector = each.text("type").starts_with("rj") ? "RJ45" : each.text("type");
            port.protocol = FabricProtocol::Other;
            addPort(std::move(port));
        }
    }

    PartCategory guessedCategory() const {
        if (!itemsOf("power-outlets").empty())
            return m_listing.part.mounting == Mounting::InDevice ? PartCategory::Other : PartCategory::RackPdu;
        std::int64_t data = 0;
        for (const PortGroup& group : m_listing.part.portGroups)
            data += group.role == PortRole::Data ? group.count : 0;
        if (isModule())
            return data > 0 ? PartCategory::Nic : PartCategory::Other;
        return data >= kPortsOfASwitch ? PartCategory::Switch : data > 0 ? PartCategory::CpuNode : PartCategory::Other;
    }

    const YamlNode& m_node;
    const PartImportContext& m_context;
    std::optional<PartCategory> m_category;
    PartImportPlan& m_plan;
    Source m_source;
    PartListing m_listing;
};

} // namespace

bool isDeviceTypes(std::string_view text) {
    // The first line that is no comment and no mark of a document.
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.starts_with("\xEF\xBB\xBF"))
            line.remove_prefix(3);
        if (!line.empty() && line.back() == '\r')
            line.remove_suffix(1);
        if (line.empty() || line.front() == '#' || line == "---")
            continue;
        const std::size_t colon = line.find(':');
        return colon != std::string_view::npos && line.find(',') > colon &&
               (colon + 1 == line.size() || line[colon + 1] == ' ');
    }
    return false;
}

PartImportPlan planDeviceTypeImport(std::string_view yaml, const PartImportContext& context,
                                    std::optional<PartCategory> category, const std::string& file) {
    if (yaml.starts_with("\xEF\xBB\xBF"))
        yaml.remove_prefix(3);
    const Result<std::vector<YamlNode>> documents = readYaml(yaml);
    if (!documents)
        return {{}, {{0, {}, documents.error().message}}, {}};
    PartImportPlan plan;
    for (const YamlNode& document : *documents)
        DeviceTypeReader(document, context, category, file, plan).read();
    std::set<std::string> ids;
    for (std::size_t i = 0; i < plan.parts.size(); ++i)
        if (!ids.insert(plan.parts[i].part.id).second)
            plan.problems.push_back(
                {(*documents)[i].line,
                 {},
                 Message("catalog.id.twice").with("text", std::string_view(plan.parts[i].part.id))});
    if (plan.parts.empty() && plan.problems.empty())
        plan.problems.push_back({0, {}, Message("catalog.device-type.none")});
    return plan;
}

} // namespace rackwright
