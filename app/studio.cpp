// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio.h"

#include "app/echo.h"
#include "app/preferences_file.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/main_window.h"
#include "ui/paint/fonts.h"
#include "ui/theme/theme.h"
#include "ui/widgets/small_screens.h"

#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QScreen>
#include <QSettings>
#include <QStandardPaths>

#include <algorithm>
#include <cstdio>

namespace rackwright {

namespace {

class DesktopFileDialogs : public FileDialogs {
public:
    QString openFile(QWidget* parent, const QString& title, const QString& filter) override {
        return QFileDialog::getOpenFileName(parent, title, {}, filter);
    }
    QString saveFile(QWidget* parent, const QString& title, const QString& filter, const QString& proposal,
                     QString* chosen) override {
        return QFileDialog::getSaveFileName(parent, title, proposal, filter, chosen);
    }
    QString folder(QWidget* parent, const QString& title) override {
        return QFileDialog::getExistingDirectory(parent, title);
    }
};

// Beside the program, in the tree that it was built in, or installed.
std::filesystem::path samplesFolder(const std::filesystem::path& program) {
    std::error_code problem;
    for (const std::filesystem::path& folder :
         {program / "samples", program.parent_path() / "share" / "rackwright" / "samples",
          std::filesystem::path(RACKWRIGHT_SAMPLES)})
        if (std::filesystem::is_directory(folder, problem))
            return folder;
    return {};
}

} // namespace

std::unique_ptr<FileDialogs> desktopFileDialogs() { return std::make_unique<DesktopFileDialogs>(); }

SessionServices::SessionServices(Session& session, std::unique_ptr<FileDialogs> dialogs, const QString& preferencesFile)
    : m_session(session), m_dialogs(std::move(dialogs)), m_preferences(openPreferences(preferencesFile)),
      m_recoveryFolder((preferencesFile.isEmpty()
                            ? QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
                                  QStringLiteral("/rackwright/recovery")
                            : QFileInfo(preferencesFile).absolutePath() + QStringLiteral("/recovery"))
                           .toStdString()) {
    // Where the file of own parts cannot be made or read, the catalogue alone will do, and the window says why.
    Result<CatalogAccess*> access = session.catalog(Session::OwnParts::MakeTheFile);
    if (!access) {
        const Error error = access.error();
        access = session.catalog(Session::OwnParts::LeaveOut);
        if (access)
            m_trouble = {error, goodCopy(session.places().overlayFile.string())};
    }
    if (access)
        m_catalog = *access;
    else
        std::fprintf(stderr, "rackwright: %s\n",
                     session.texts().sentence(withShortEchoes(access.error().message)).c_str());
}

SessionServices::~SessionServices() = default;

const PartLibrary* SessionServices::library() const { return m_catalog ? &*m_catalog->library : nullptr; }

const Catalog* SessionServices::catalog() const { return m_catalog ? &m_catalog->catalog : nullptr; }

Result<std::string> SessionServices::restoreOwnParts() {
    Result<std::string> aside = m_session.restoreOwnParts();
    if (aside)
        m_trouble.reset();
    return aside;
}

StudioServices::RecipeMaker SessionServices::recipeMaker() {
    Places places = m_session.places();
    if (m_trouble)
        places.overlayFile.clear();
    return [texts = m_session.texts(), places](const std::string& recipe,
                                               const std::vector<Parameter>& set) -> Result<Document> {
        Session session(texts, places);
        const Result<RecipeSource> source = session.recipeSource();
        if (!source)
            return source.error();
        return makeFromRecipe(recipe, set, *source);
    };
}

StudioServices::SizingSourceMaker SessionServices::sizingSourceMaker() {
    Places places = m_session.places();
    if (m_trouble)
        places.overlayFile.clear();
    return [texts = m_session.texts(), places]() -> Result<SizingSource> {
        // Parts are read from its catalogue for as long as designs are made of it.
        auto session = std::make_shared<Session>(texts, places);
        Result<SizingSource> source = session->sizingSource();
        if (!source)
            return source;
        source->recipes.part = [session, read = source->recipes.part](std::string_view id) { return read(id); };
        return source;
    };
}

std::vector<std::filesystem::path> SessionServices::samples() const {
    std::vector<std::filesystem::path> files;
    std::error_code problem;
    for (const auto& entry :
         std::filesystem::directory_iterator(samplesFolder(m_session.places().programFolder), problem))
        if (entry.path().string().ends_with(".rkw.json"))
            files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

int runStudio(QApplication& application, Session& session, const std::string& file) {
    if (const Done loaded = loadBundledFonts(); !loaded) {
        std::fprintf(stderr, "rackwright: %s\n",
                     session.texts().sentence(withShortEchoes(loaded.error().message)).c_str());
        return 2;
    }
    SessionServices services(session, desktopFileDialogs());
    const QSettings& preferences = services.preferences();
    const QString language = preferences.value(QLatin1String(kLanguagePreference)).toString();
    if (!language.isEmpty())
        session.setTexts(Texts::of(language.toStdString()));
    session.setTexts(preferredTexts(preferences, session.texts()));
    Theme::of(themeOf(preferences.value(QLatin1String(kThemePreference)).toString())).applyTo(application);
    MainWindow window(services);
    SmallScreens::fit(window, window.screen()->availableSize());
    window.show();
    window.begin(file);
    return QApplication::exec();
}

} // namespace rackwright
