// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/recipes/record.h"

#include "model/project/site_fields.h"
#include "solvers/requirements/site_questions.h"

namespace rackwright {

namespace {

constexpr const char* kOurOwner = "Design";
constexpr const char* kTheirOwner = "Customer";

} // namespace

RecordWriter::RecordWriter(Document document)
    : m_document(std::move(document)), m_project(*m_document.project), m_ids(m_document.nextId) {}

void RecordWriter::put(SiteField field) {
    const SiteField* old = findSiteField(m_project, field.key);
    field.id = old ? old->id : m_ids.take<SiteField>();
    m_project.site = m_project.site.with(std::move(field));
}

RecordWriter& RecordWriter::known(std::string_view key, std::string value, const GivenBy& by, std::string basis) {
    put({{}, std::string(key), Knowledge::Known, std::move(value), std::move(basis), by, {}});
    std::vector<Id<Rfi>> answered;
    for (const Rfi& rfi : m_project.rfis)
        if (rfi.about == key)
            answered.push_back(rfi.id);
    m_project.rfis = m_project.rfis.with({}, answered);
    return *this;
}

RecordWriter& RecordWriter::assumed(std::string_view key, std::string value, std::string note, std::string basis) {
    put({{}, std::string(key), Knowledge::Assumed, std::move(value), std::move(basis), {}, std::move(note)});
    return *this;
}

RecordWriter& RecordWriter::unknown(std::string_view key) {
    const SiteQuestion* asked = siteQuestionOf(key);
    RW_CHECK(asked, "what a recipe asks about the site has its wording");
    put({{}, std::string(key), Knowledge::Unknown, {}, {}, {}, {}});
    return request(std::string(key), std::string(asked->question), std::string(asked->effect));
}

RecordWriter& RecordWriter::request(std::string about, std::string question, std::string effect) {
    Rfi rfi;
    rfi.id = m_ids.take<Rfi>();
    rfi.number = static_cast<std::int64_t>(m_project.rfis.size()) + 1;
    rfi.question = std::move(question);
    rfi.about = std::move(about);
    rfi.owner = kTheirOwner;
    rfi.effect = std::move(effect);
    m_project.rfis = m_project.rfis.with(std::move(rfi));
    return *this;
}

RecordWriter& RecordWriter::requirement(Requirement row) {
    row.id = m_ids.take<Requirement>();
    row.number = static_cast<std::int64_t>(m_project.requirements.size()) + 1;
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

RecordWriter& RecordWriter::assumption(std::string statement, AssumedRange range) {
    Assumption row;
    row.id = m_ids.take<Assumption>();
    row.number = static_cast<std::int64_t>(m_project.assumptions.size()) + 1;
    row.statement = std::move(statement);
    row.low = range.low;
    row.typical = range.typical;
    row.high = range.high;
    row.unit = std::move(range.unit);
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

RecordWriter& RecordWriter::exclusions(std::vector<std::string> exclusions) {
    m_project.quote.exclusions = std::move(exclusions);
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
