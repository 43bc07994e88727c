// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/recipes/record.h"

#include "model/project/site_fields.h"

namespace rackwright {

namespace {

// The customer of the samples; a person enters the real one.
constexpr const char* kCustomer = "Example customer";
constexpr const char* kBriefDate = "2026-10-12";
constexpr const char* kBrief = "Customer brief";
constexpr const char* kOurOwner = "Design";
constexpr const char* kAnswerBy = "2026-12-11";

GivenBy byCustomer() { return {kCustomer, kBriefDate, kBrief}; }

} // namespace

RecordWriter::RecordWriter(Document document)
    : m_document(std::move(document)), m_project(*m_document.project), m_ids(m_document.nextId) {}

RecordWriter& RecordWriter::known(std::string_view key, std::string value, std::string basis) {
    m_project.site = m_project.site.with(SiteField{m_ids.take<SiteField>(),
                                                   std::string(key),
                                                   Knowledge::Known,
                                                   std::move(value),
                                                   std::move(basis),
                                                   byCustomer(),
                                                   {}});
    return *this;
}

RecordWriter& RecordWriter::assumed(std::string_view key, std::string value, std::string note, std::string basis) {
    m_project.site = m_project.site.with(SiteField{m_ids.take<SiteField>(),
                                                   std::string(key),
                                                   Knowledge::Assumed,
                                                   std::move(value),
                                                   std::move(basis),
                                                   {},
                                                   std::move(note)});
    return *this;
}

RecordWriter& RecordWriter::unknown(std::string_view key, std::string question, std::string effect) {
    m_project.site =
        m_project.site.with(SiteField{m_ids.take<SiteField>(), std::string(key), Knowledge::Unknown, {}, {}, {}, {}});
    Rfi rfi;
    rfi.id = m_ids.take<Rfi>();
    rfi.number = static_cast<std::int64_t>(m_project.rfis.size()) + 1;
    rfi.question = std::move(question);
    rfi.about = std::string(key);
    rfi.owner = kCustomer;
    rfi.neededBy = kAnswerBy;
    rfi.effect = std::move(effect);
    m_project.rfis = m_project.rfis.with(std::move(rfi));
    return *this;
}

RecordWriter& RecordWriter::requirement(std::string text, std::string figure, Comparison comparison, double target,
                                        std::string unit, Need need) {
    Requirement row;
    row.id = m_ids.take<Requirement>();
    row.number = static_cast<std::int64_t>(m_project.requirements.size()) + 1;
    row.text = std::move(text);
    row.figure = std::move(figure);
    row.comparison = comparison;
    row.target = target;
    row.unit = std::move(unit);
    row.need = need;
    row.givenBy = byCustomer();
    m_project.requirements = m_project.requirements.with(std::move(row));
    return *this;
}

RecordWriter& RecordWriter::assumption(std::string statement) {
    Assumption row;
    row.id = m_ids.take<Assumption>();
    row.number = static_cast<std::int64_t>(m_project.assumptions.size()) + 1;
    row.statement = std::move(statement);
    row.owner = kOurOwner;
    m_project.assumptions = m_project.assumptions.with(std::move(row));
    return *this;
}

RecordWriter& RecordWriter::enteredValue(std::string key, std::string statement, double low, double typical,
                                         double high, std::string unit) {
    Assumption row;
    row.id = m_ids.take<Assumption>();
    row.number = static_cast<std::int64_t>(m_project.assumptions.size()) + 1;
    row.key = std::move(key);
    row.statement = std::move(statement);
    row.low = low;
    row.typical = typical;
    row.high = high;
    row.unit = std::move(unit);
    row.grade = Grade::Estimate;
    row.owner = kOurOwner;
    m_project.assumptions = m_project.assumptions.with(std::move(row));
    return *this;
}

RecordWriter& RecordWriter::setting(std::string key, std::string value, std::string source) {
    m_project.settings =
        m_project.settings.with(Setting{m_ids.take<Setting>(), std::move(key), std::move(value), std::move(source)});
    return *this;
}

RecordWriter& RecordWriter::workload(Workload workload) {
    workload.id = m_ids.take<Workload>();
    m_workloads.push_back(std::move(workload));
    return *this;
}

RecordWriter& RecordWriter::storagePool(StoragePool pool, std::string_view role) {
    for (const Device& device : activeOption(m_project).design->devices)
        if (device.role == role)
            pool.members.push_back(device.id);
    if (pool.members.empty())
        return *this;
    pool.id = m_ids.take<StoragePool>();
    m_pools.push_back(std::move(pool));
    return *this;
}

RecordWriter& RecordWriter::quote(std::string number, std::vector<std::string> exclusions) {
    QuoteHeader& header = m_project.quote;
    header.number = std::move(number);
    header.customer = kCustomer;
    header.date = "2026-11-16";
    header.validUntil = "2027-01-31";
    header.currency = Currency::usd();
    header.deliveryPlace = "Customer site";
    header.incoterm = "DAP";
    header.paymentTerms = "30 days net";
    header.warranty = "36 months";
    header.destinationCountry = siteText(m_project, site::country);
    header.exclusions = std::move(exclusions);
    return *this;
}

Document RecordWriter::done() {
    const Option& option = activeOption(m_project);
    Design design = *option.design;
    design.workloads = design.workloads.with(std::move(m_workloads));
    design.storagePools = design.storagePools.with(std::move(m_pools));
    m_document.project = withDesign(m_project, option.id, std::make_shared<const Design>(std::move(design)));
    m_document.nextId = m_ids.next();
    return std::move(m_document);
}

} // namespace rackwright
