// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Session: the one place that knows everybody: texts, domains, design files, catalogue, recipes. It makes no figure and
// no sentence itself; verbs (and, with it, the studio) ask it for what they need.

#include "catalog/part_library.h"
#include "catalog/price_book.h"
#include "model/project/project.h"
#include "solvers/engine/solution.h"
#include "solvers/recipes/recipe.h"
#include "solvers/sizing/systems.h"
#include "ui/text/texts.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rackwright {

class RecoveryJournal;

/// Where a session finds and keeps what lies outside a design, and which day it is: a test gives its own.
struct Places {
    std::filesystem::path programFolder; ///< of the executable; the compiled catalogue lies near it
    std::filesystem::path overlayFile;   ///< the user's own parts
    std::string today;                   ///< ISO 8601
    std::filesystem::path priceBookFile = {}; ///< empty: beside the own parts

    /// Of the running program and its user.
    static Places ofProgram();
};

/// A design as it was read, with the option that a verb works on.
struct OpenDesign {
    std::filesystem::path path;
    Document document;
    Snapshot snapshot;
    /// The one that the verb works on.
    const Option& option() const { return *findOption(*snapshot.project, snapshot.option); }
};

/// The catalogue with the user's own parts over it.
struct CatalogAccess {
    CatalogAccess(std::unique_ptr<Catalog> compiled, std::unique_ptr<PartOverlay> own);
    ~CatalogAccess();
    CatalogAccess(const CatalogAccess&) = delete;
    CatalogAccess& operator=(const CatalogAccess&) = delete;

    std::unique_ptr<Catalog> catalogFile;
    std::unique_ptr<PartOverlay> overlay; ///< null while the user has no own parts and none are asked for
    const Catalog& catalog;
    std::optional<PartLibrary> library; ///< always there; made anew in its place when own parts come back
};

/// Used on one thread; its catalogue belongs to it.
class Session {
public:
    explicit Session(Texts texts, Places places = {});

    /// In which answers are given.
    const Texts& texts() const { return m_texts; }
    /// Answers in another language from now on.
    void setTexts(Texts texts) { m_texts = std::move(texts); }
    const Places& places() const { return m_places; }

    /// Figures, rules and settings of every domain of this build, in the order in which they print.
    const DomainsPtr& domains() const { return m_domains; }

    /// Reads a design of either form; without a name the active option.
    Result<OpenDesign> open(const std::filesystem::path& path, const std::optional<std::string>& option) const;

    /// All figures and findings; `only` names domains, empty for all. An unknown name is an Error.
    Result<SolutionPtr> solve(const Snapshot& snapshot, const std::vector<std::string>& only = {}) const;

    /// Begins the recovery journal of the design that is edited, in the place of an earlier one. A failed check of the
    /// model flushes it before the program ends.
    Done startJournal(const std::filesystem::path& path, const Document& base, const std::string& baseHash);
    /// Null until a journal was started. What was recorded in it stays on the disk until it is discarded.
    RecoveryJournal* journal() const { return m_journal.get(); }

    /// Whether the user's file of own parts is opened, made where there is none, or left out.
    enum class OwnParts { IfThereAreSome, MakeTheFile, LeaveOut };
    /// Opens the catalogue on first use.
    Result<CatalogAccess*> catalog(OwnParts ownParts = OwnParts::IfThereAreSome);
    /// Puts a damaged file of own parts aside and goes on with what was last known to be sound; where the file went.
    Result<std::string> restoreOwnParts();

    /// Parts and cost lines of the catalogue for recipes.
    Result<RecipeSource> recipeSource();
    /// The same with the accelerator systems and storage products of the catalogue, for sizing.
    Result<SizingSource> sizingSource();

    /// The user's price books, opened on first use and made where there are none.
    Result<PriceBookStore*> priceBook();

private:
    Texts m_texts;
    Places m_places;
    DomainsPtr m_domains;
    std::unique_ptr<CatalogAccess> m_catalog;
    std::unique_ptr<PriceBookStore> m_priceBook;
    bool m_leavesOwnPartsOut = false;
    std::shared_ptr<RecoveryJournal> m_journal;
};

/// The option of a project that a person names; an Error with those it has.
Result<Snapshot> snapshotOfOption(const ProjectPtr& project, const std::string& name);

} // namespace rackwright
