// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/catalog.h"

#include "catalog/search_words.h"
#include "model/base/nearest.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

namespace rackwright {

namespace {

template <class Rows>
Done take(Result<Rows> rows, Rows& into) {
    if (!rows)
        return rows.error();
    into = std::move(*rows);
    return done();
}

Done checkIdentity(const SqlConnection& connection) {
    const auto identity = connection.identity();
    if (!identity)
        return identity.error();
    if (identity->first != kCatalogApplicationId)
        return inputError(Message("catalog.file.foreign").with("file", std::string_view(connection.path())));
    if (identity->second != kCatalogVersion)
        return inputError(Message("catalog.file.version")
                              .with("file", std::string_view(connection.path()))
                              .with("found", ArgumentValue(identity->second))
                              .with("expected", ArgumentValue(kCatalogVersion)));
    return done();
}

} // namespace

Catalog::~Catalog() = default;

Catalog::Catalog(std::unique_ptr<SqlConnection> connection)
    : m_connection(std::move(connection)), m_tables(*m_connection) {}

Result<std::unique_ptr<Catalog>> Catalog::open(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored))
        return systemError(Message("catalog.file.missing").with("file", std::string_view(path)));
    Result<std::unique_ptr<SqlConnection>> connection = SqlConnection::open(path, SqlAccess::ReadOnly);
    if (!connection)
        return connection.error();
    if (const Done known = checkIdentity(**connection); !known)
        return known.error();
    std::unique_ptr<Catalog> catalog(new Catalog(std::move(*connection)));
    if (const Done loaded = catalog->load(); !loaded)
        return loaded.error();
    return catalog;
}

Done Catalog::load() {
    Done ok = m_tables.loadSources();
    if (ok)
        ok = take(partSummaries(*m_connection), m_summaries);
    if (ok)
        ok = take(readNorms(*m_connection, m_tables), m_norms);
    if (ok)
        ok = take(readMethods(*m_connection, m_tables), m_methods);
    if (ok)
        ok = take(readLinkTechnologies(*m_connection, m_tables), m_linkTechnologies);
    if (ok)
        ok = take(readWaterClasses(*m_connection, m_tables), m_waterClasses);
    if (ok)
        ok = take(readPipeSizes(*m_connection, m_tables), m_pipeSizes);
    if (ok)
        ok = take(readCostLines(*m_connection, m_tables), m_costLines);
    if (ok)
        ok = take(readCloudPrices(*m_connection, m_tables), m_cloudPrices);
    if (ok)
        ok = take(readAliases(*m_connection), m_aliases);
    if (ok)
        ok = take(readAttributeKeys(*m_connection), m_attributeKeys);
    return ok;
}

std::vector<PartSummary> Catalog::parts(PartCategory category) const {
    std::vector<PartSummary> found;
    std::ranges::copy_if(m_summaries, std::back_inserter(found),
                         [category](const PartSummary& part) { return part.category == category; });
    return found;
}

Result<PartListing> Catalog::listing(std::string_view id) const {
    const auto it = std::ranges::find(m_summaries, id, &PartSummary::id);
    if (it != m_summaries.end())
        return m_tables.read(it->key);
    std::vector<std::string> ids;
    for (const PartSummary& part : m_summaries)
        ids.push_back(part.id);
    return usageError(Message("catalog.part.not-found")
                          .with("text", id)
                          .with("nearest", ArgumentValue(WordList{nearestWords(id, ids)})));
}

Result<PartPtr> Catalog::part(std::string_view id) const {
    Result<PartListing> found = listing(id);
    if (!found)
        return found.error();
    return std::make_shared<const Part>(std::move(found->part));
}

namespace {

// What one looks for under a vendor's name: servers, then what joins and feeds them, parts of all these last.
int placeAmongSought(PartCategory category) {
    switch (category) {
    case PartCategory::RackScaleSystem:
    case PartCategory::GpuNode:
    case PartCategory::PcieGpuNode:
    case PartCategory::CpuNode:
    case PartCategory::HeadNode:
    case PartCategory::ManagementNode:
        return 0;
    case PartCategory::Switch:
        return 1;
    case PartCategory::StorageNode:
    case PartCategory::StorageSystem:
        return 2;
    case PartCategory::Rack:
        return 3;
    case PartCategory::RackPdu:
    case PartCategory::PowerShelf:
    case PartCategory::BatteryShelf:
    case PartCategory::BuswayTapOff:
    case PartCategory::Busway:
    case PartCategory::RemotePowerPanel:
    case PartCategory::Ups:
    case PartCategory::Battery:
    case PartCategory::Transformer:
    case PartCategory::Switchgear:
    case PartCategory::Generator:
    case PartCategory::DcPower:
        return 4;
    case PartCategory::Cdu:
    case PartCategory::Crah:
    case PartCategory::FanWall:
    case PartCategory::InRowCooler:
    case PartCategory::RearDoorExchanger:
    case PartCategory::Manifold:
    case PartCategory::PumpUnit:
    case PartCategory::Chiller:
    case PartCategory::DryCooler:
    case PartCategory::ImmersionTank:
    case PartCategory::Containment:
        return 5;
    case PartCategory::Tray:
    case PartCategory::Nic:
    case PartCategory::Accelerator:
    case PartCategory::Processor:
    case PartCategory::Drive:
    case PartCategory::Transceiver:
    case PartCategory::CopperCable:
    case PartCategory::OpticalCable:
    case PartCategory::Fibre:
    case PartCategory::CableManagement:
    case PartCategory::Software:
    case PartCategory::Service:
    case PartCategory::CloudInstance:
    case PartCategory::Other:
        break;
    }
    return 6;
}

} // namespace

Result<std::vector<PartSummary>> Catalog::search(std::string_view text) const {
    const std::string expression = searchExpression(text, m_aliases);
    if (expression.empty())
        return std::vector<PartSummary>{};
    Result<std::vector<PartSummary>> found = matchingParts(*m_connection, expression);
    if (!found)
        return found;
    const std::string words = preferredWords(text);
    // Among names that answer alike, those that begin so and products before classes; then what is looked for most.
    // Where no name answers, the order of the found text stays.
    constexpr int noName = 3;
    std::vector<std::pair<std::array<int, 4>, PartSummary>> ranked;
    for (PartSummary& part : *found) {
        std::vector<std::string> names = part.aliases;
        names.insert(names.begin(), {part.id, part.model, part.vendor, part.vendor + " " + part.model});
        const int rank = nameRank(words, names);
        const bool begins = beginsName(words, part.model) || beginsName(words, part.vendor + " " + part.model);
        const int sought = rank == noName ? 0 : placeAmongSought(part.category);
        ranked.push_back({{rank, part.isPlanningClass ? 1 : 0, begins ? 0 : 1, sought}, std::move(part)});
    }
    std::ranges::stable_sort(ranked, {}, &std::pair<std::array<int, 4>, PartSummary>::first);
    found->clear();
    for (auto& [rank, part] : ranked)
        found->push_back(std::move(part));
    return found;
}

std::string Catalog::preferredWords(std::string_view text) const { return rackwright::preferredWords(text, m_aliases); }

std::vector<std::string> Catalog::nearestSearchWords(std::string_view text) const {
    std::set<std::string> vocabulary;
    for (const PartSummary& part : m_summaries)
        for (std::string& token : searchTokens(part.id + " " + part.vendor + " " + part.model))
            vocabulary.insert(std::move(token));
    for (const AliasGroup& group : m_aliases)
        for (const std::string& phrase : group.phrases)
            for (std::string& token : searchTokens(phrase))
                vocabulary.insert(std::move(token));
    const std::vector<std::string> words(vocabulary.begin(), vocabulary.end());
    std::vector<std::string> nearest;
    for (const std::string& token : wordsAsked(text))
        if (!vocabulary.contains(token))
            for (std::string& word : nearestWords(token, words))
                nearest.push_back(std::move(word));
    return nearest;
}

const Norm* Catalog::norm(std::string_view id) const {
    const auto it = std::ranges::find(m_norms, id, &Norm::id);
    return it == m_norms.end() ? nullptr : &*it;
}

const CatalogCostLine* Catalog::costLine(std::string_view id) const {
    const auto it = std::ranges::find(m_costLines, id, &CatalogCostLine::id);
    return it == m_costLines.end() ? nullptr : &*it;
}

const AttributeKey* Catalog::attributeKey(std::string_view key) const {
    const auto it = std::ranges::find(m_attributeKeys, key, &AttributeKey::key);
    return it == m_attributeKeys.end() ? nullptr : &*it;
}

Result<std::vector<LoadRow>> Catalog::loadReport() const { return readLoadReport(*m_connection); }

Result<std::vector<ExplainedViolation>> Catalog::explainedViolations() const {
    return readExplainedViolations(*m_connection);
}

Result<std::string> findCatalogFile(const std::string& executableFolder) {
    namespace fs = std::filesystem;
    const fs::path folder(executableFolder);
    WordList places;
    for (const char* place : {"catalog.sqlite", "../catalog/catalog.sqlite", "../share/rackwright/catalog.sqlite"}) {
        const fs::path candidate = (folder / place).lexically_normal();
        std::error_code ignored;
        if (fs::is_regular_file(candidate, ignored))
            return candidate.string();
        places.words.push_back(candidate.string());
    }
    return systemError(Message("catalog.file.not-found").with("places", ArgumentValue(std::move(places))));
}

} // namespace rackwright
