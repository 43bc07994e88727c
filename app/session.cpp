// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session.h"

#include "catalog/overlay_copy.h"
#include "model/base/check.h"
#include "model/base/letter_case.h"
#include "model/base/nearest.h"
#include "model/file/design_file.h"
#include "model/file/disk.h"
#include "model/file/recovery_journal.h"
#include "solvers/domains.h"
#include "solvers/engine/known_keys.h"

#include <QCoreApplication>
#include <QDate>
#include <QStandardPaths>

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

std::string textOf(const QString& text) { return text.toStdString(); }

// The compiled catalogue beside the program or in the build tree's catalog/ folder, or in ../share/rackwright.
Result<std::string> catalogFile(const std::filesystem::path& programFolder) {
    Result<std::string> beside = findCatalogFile(programFolder.string());
    if (beside)
        return beside;
    const Result<std::string> inBuildTree = findCatalogFile((programFolder / "catalog").string());
    return inBuildTree ? inBuildTree : beside;
}

CostLine costLineOf(const CatalogCostLine& line) {
    CostLine row;
    row.item = line.id;
    row.category = line.category;
    row.description = line.description;
    row.unitBasis = line.unitBasis;
    row.rate = line.rate;
    row.percent = line.share;
    row.percentBasis = line.percentBasis;
    std::optional<Source> source;
    if (!line.sources.empty())
        source = line.sources.front();
    if (line.labourPerUnit)
        row.hoursPerUnit = Fact<double>::known(line.labourPerUnit->in(unit::hour), line.grade, source);
    if (line.termYears)
        row.termYears = Fact<double>::known(*line.termYears, line.grade, source);
    row.note = line.note;
    return row;
}

} // namespace

Places Places::ofProgram() {
    const QString data = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
    return {textOf(QCoreApplication::applicationDirPath()), textOf(data + QStringLiteral("/rackwright/parts.sqlite")),
            textOf(QDate::currentDate().toString(Qt::ISODate))};
}

CatalogAccess::CatalogAccess(std::unique_ptr<Catalog> compiled, std::unique_ptr<PartOverlay> own)
    : catalogFile(std::move(compiled)), overlay(std::move(own)), catalog(*catalogFile),
      library(std::in_place, catalog, overlay.get()) {}

CatalogAccess::~CatalogAccess() = default;

Session::Session(Texts texts, Places places)
    : m_texts(std::move(texts)), m_places(std::move(places)), m_domains(joined(programDomains())) {}

Result<OpenDesign> Session::open(const std::filesystem::path& path, const std::optional<std::string>& option) const {
    Result<Document> document = readDesign(path);
    if (!document)
        return document.error();
    if (Done known = checkKeys(*document->project, *m_domains, shownPath(path)); !known)
        return known.error();
    if (!option) {
        Snapshot snapshot = snapshotOf(document->project);
        return OpenDesign{path, std::move(*document), std::move(snapshot)};
    }
    Result<Snapshot> snapshot = snapshotOfOption(document->project, *option);
    if (!snapshot)
        return snapshot.error();
    return OpenDesign{path, std::move(*document), std::move(*snapshot)};
}

Result<SolutionPtr> Session::solve(const Snapshot& snapshot, const std::vector<std::string>& only) const {
    std::vector<std::string> names;
    for (const Domain& domain : m_domains->list())
        if (!domain.figures.empty() || !domain.rules.empty())
            names.push_back(domain.name);
    for (const std::string& name : only)
        if (std::ranges::find(names, name) == names.end()) {
            const std::vector<std::string> near = nearestWords(name, names);
            return usageError(Message("session.no-domain")
                                  .with("domain", name)
                                  .with("nearest", WordList{near.empty() ? names : near}));
        }
    return rackwright::solve(snapshot, m_domains, {.only = only});
}

Done Session::startJournal(const std::filesystem::path& path, const Document& base, const std::string& baseHash) {
    Result<std::unique_ptr<RecoveryJournal>> journal = RecoveryJournal::start(path, base, baseHash);
    if (!journal)
        return journal.error();
    m_journal = std::move(*journal);
    // The check may fail in another thread while the session ends; the lock keeps the journal for as long as it
    // flushes.
    setCheckFailureHandler([watched = std::weak_ptr(m_journal)] {
        if (const auto kept = watched.lock())
            kept->flush();
    });
    return done();
}

Result<CatalogAccess*> Session::catalog(OwnParts ownParts) {
    std::error_code problem;
    // Who once goes on without own parts that cannot be read is not asked for them again.
    m_leavesOwnPartsOut = m_leavesOwnPartsOut || ownParts == OwnParts::LeaveOut;
    const bool hasOwnParts = std::filesystem::is_regular_file(m_places.overlayFile, problem);
    const bool needsOverlay = !m_leavesOwnPartsOut && (hasOwnParts || ownParts == OwnParts::MakeTheFile);
    if (m_catalog && (m_catalog->overlay || !needsOverlay))
        return m_catalog.get();
    const Result<std::string> file = catalogFile(m_places.programFolder);
    if (!file)
        return file.error();
    Result<std::unique_ptr<Catalog>> compiled = Catalog::open(*file);
    if (!compiled)
        return compiled.error();
    std::unique_ptr<PartOverlay> own;
    if (needsOverlay) {
        std::filesystem::create_directories(m_places.overlayFile.parent_path(), problem);
        Result<std::unique_ptr<PartOverlay>> opened = PartOverlay::open(m_places.overlayFile.string());
        if (!opened)
            return opened.error();
        own = std::move(*opened);
    }
    m_catalog = std::make_unique<CatalogAccess>(std::move(*compiled), std::move(own));
    return m_catalog.get();
}

Result<std::string> Session::restoreOwnParts() {
    const std::string file = m_places.overlayFile.string();
    const Result<std::string> aside = restoreGoodCopy(file);
    if (!aside)
        return aside;
    Result<std::unique_ptr<PartOverlay>> opened = PartOverlay::open(file);
    if (!opened)
        return opened.error();
    m_leavesOwnPartsOut = false;
    if (m_catalog) {
        m_catalog->overlay = std::move(*opened);
        m_catalog->library.emplace(m_catalog->catalog, m_catalog->overlay.get()); // in the same place
    }
    return aside;
}

Result<RecipeSource> Session::recipeSource() {
    const Result<CatalogAccess*> access = catalog();
    if (!access)
        return access.error();
    RecipeSource source;
    source.part = [library = &*(*access)->library](std::string_view id) { return library->part(id); };
    for (const CatalogCostLine& line : (*access)->catalog.costLines())
        source.costLines.push_back(costLineOf(line));
    return source;
}

Result<PriceBookStore*> Session::priceBook() {
    if (m_priceBook)
        return m_priceBook.get();
    const std::filesystem::path file = m_places.priceBookFile.empty()
                                           ? m_places.overlayFile.parent_path() / "prices.sqlite"
                                           : m_places.priceBookFile;
    std::error_code problem;
    std::filesystem::create_directories(file.parent_path(), problem);
    Result<std::unique_ptr<PriceBookStore>> opened = PriceBookStore::open(file.string());
    if (!opened)
        return opened.error();
    m_priceBook = std::move(*opened);
    return m_priceBook.get();
}

Result<SizingSource> Session::sizingSource() {
    Result<RecipeSource> recipes = recipeSource();
    if (!recipes)
        return recipes.error();
    SizingSource source;
    source.recipes = std::move(*recipes);
    source.today = m_places.today;
    for (const PartSummary& summary : m_catalog->library->parts()) {
        const bool isSystem = isSizingSystem(summary.category);
        if (!isSystem && !isSizingStorage(summary.category))
            continue;
        Result<PartPtr> part = source.recipes.part(summary.id);
        if (!part)
            return part.error();
        (isSystem ? source.systems : source.storage).push_back(std::move(*part));
    }
    return source;
}

Result<Snapshot> snapshotOfOption(const ProjectPtr& project, const std::string& name) {
    if (const Option* option = findOption(*project, std::string_view(name)))
        return snapshotOf(project, option->id);
    // "Cheapest" of "Cheapest: 34 x DGX H200", where no other begins so.
    std::vector<std::uint64_t> begun;
    std::vector<std::string> names;
    for (const Option& option : project->options) {
        if (!name.empty() && lowerCase(option.name).starts_with(lowerCase(name)))
            begun.push_back(option.id);
        names.push_back(option.name);
    }
    if (begun.size() == 1)
        return snapshotOf(project, begun.front());
    return usageError(Message("session.no-option").with("option", name).with("known", WordList{std::move(names)}));
}

} // namespace rackwright
