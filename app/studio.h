// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The program with its window: what the studio needs from the session, and the run until the last window is closed.

#include "app/session.h"
#include "ui/document/studio_services.h"
#include "ui/parts/own_parts.h"
#include "ui/prices/price_books.h"

#include <memory>

class QApplication;
class QSettings;

namespace rackwright {

/// The studio's view of a session. A test gives its own dialogs and a preference file of its own.
class SessionServices : public StudioServices, public OwnParts, public PriceBooks {
public:
    /// `preferencesFile` empty: the user's own; else recovery journals lie beside it.
    SessionServices(Session& session, std::unique_ptr<FileDialogs> dialogs, const QString& preferencesFile = {});
    ~SessionServices() override;

    const Texts& texts() const override { return m_session.texts(); }
    void setTexts(Texts texts) override { m_session.setTexts(std::move(texts)); }
    const DomainsPtr& domains() const override { return m_session.domains(); }
    Executor& executor() override { return m_executor; }
    const PartLibrary* library() const override;
    const Catalog* catalog() const override;
    PartOverlay* ownParts() override { return m_catalog ? m_catalog->overlay.get() : nullptr; }
    const std::optional<OwnPartsTrouble>& trouble() const override { return m_trouble; }
    Result<std::string> restoreOwnParts() override;
    Result<PriceBookStore*> priceBook() override { return m_session.priceBook(); }
    Result<RecipeSource> recipeSource() override { return m_session.recipeSource(); }
    RecipeMaker recipeMaker() override;
    SizingSourceMaker sizingSourceMaker() override;
    std::vector<std::filesystem::path> samples() const override;
    std::string today() const override { return m_session.places().today; }
    QSettings& preferences() override { return *m_preferences; }
    std::filesystem::path recoveryFolder() const override { return m_recoveryFolder; }
    FileDialogs& dialogs() override { return *m_dialogs; }

private:
    Session& m_session;
    std::unique_ptr<FileDialogs> m_dialogs;
    std::unique_ptr<QSettings> m_preferences;
    std::filesystem::path m_recoveryFolder;
    const CatalogAccess* m_catalog = nullptr;
    std::optional<OwnPartsTrouble> m_trouble;
    ThreadExecutor m_executor;
};

/// Dialogs of the desktop.
std::unique_ptr<FileDialogs> desktopFileDialogs();

/// Shows the studio, with a design file when `file` is not empty, until it is closed; the exit code.
int runStudio(QApplication& application, Session& session, const std::string& file);

} // namespace rackwright
