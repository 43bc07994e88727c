// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Catalog: the parts that one can buy and the reference tables, read from the compiled catalogue. Read-only and used on
// the thread that opened it; the user's own parts lie over it (overlay.h), a project keeps copies of what it uses.

#include "catalog/catalog_rows.h"
#include "catalog/store/catalog_sql.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// The compiled catalogue, without own parts; who shows or takes parts asks a PartLibrary.
class Catalog {
public:
    /// Fails on a missing file, one that is no catalogue, or one of a newer version.
    static Result<std::unique_ptr<Catalog>> open(const std::string& path);
    // All its tables at once are much code; it stands in catalog.cpp, not in every file that holds one.
    ~Catalog();
    Catalog(const Catalog&) = delete;
    Catalog& operator=(const Catalog&) = delete;

    /// Of the file, as it was opened.
    const std::string& path() const { return m_connection->path(); }

    /// All parts in the catalogue's order.
    const std::vector<PartSummary>& parts() const { return m_summaries; }
    /// In the same order.
    std::vector<PartSummary> parts(PartCategory category) const;
    /// The part revision, complete. An unknown id is an error that names the nearest ids.
    Result<PartPtr> part(std::string_view id) const;
    Result<PartListing> listing(std::string_view id) const;

    /// Every word must occur (as a prefix); aliases of the trade count as one. Best first; empty text finds nothing.
    Result<std::vector<PartSummary>> search(std::string_view text) const;
    /// The text in the trade's preferred words.
    std::string preferredWords(std::string_view text) const;
    /// Words of the catalogue nearest to those of a search that found nothing.
    std::vector<std::string> nearestSearchWords(std::string_view text) const;

    const std::vector<Norm>& norms() const { return m_norms; }
    /// Null where there is none, as of costLine() and attributeKey().
    const Norm* norm(std::string_view id) const;
    const std::vector<CatalogCoolingMethod>& coolingMethods() const { return m_methods; }
    const std::vector<LinkTechnology>& linkTechnologies() const { return m_linkTechnologies; }
    const std::vector<WaterClass>& waterClasses() const { return m_waterClasses; }
    const std::vector<PipeSize>& pipeSizes() const { return m_pipeSizes; }
    const std::vector<CatalogCostLine>& costLines() const { return m_costLines; }
    const CatalogCostLine* costLine(std::string_view id) const;
    const std::vector<CloudPrice>& cloudPrices() const { return m_cloudPrices; }
    const std::vector<AliasGroup>& aliases() const { return m_aliases; }
    /// All properties that parts may have.
    const std::vector<AttributeKey>& attributeKeys() const { return m_attributeKeys; }
    const AttributeKey* attributeKey(std::string_view key) const;

    /// Where each row of the collected tables went, as the build recorded it.
    Result<std::vector<LoadRow>> loadReport() const;
    /// Figures that disagree and may, with the reason.
    Result<std::vector<ExplainedViolation>> explainedViolations() const;

private:
    explicit Catalog(std::unique_ptr<SqlConnection> connection);
    Done load();

    std::unique_ptr<SqlConnection> m_connection;
    PartTables m_tables;
    std::vector<PartSummary> m_summaries;
    std::vector<Norm> m_norms;
    std::vector<CatalogCoolingMethod> m_methods;
    std::vector<LinkTechnology> m_linkTechnologies;
    std::vector<WaterClass> m_waterClasses;
    std::vector<PipeSize> m_pipeSizes;
    std::vector<CatalogCostLine> m_costLines;
    std::vector<CloudPrice> m_cloudPrices;
    std::vector<AliasGroup> m_aliases;
    std::vector<AttributeKey> m_attributeKeys;
};

/// Where the compiled catalogue lies for a program in `executableFolder`: beside it or in the build tree's catalog/
/// folder, else in ../share/rackwright. The error names the places looked at.
Result<std::string> findCatalogFile(const std::string& executableFolder);

} // namespace rackwright
