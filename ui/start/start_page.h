// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// StartPage: the first minute: recent files and samples with a small plan of each, recipes with their parameters, and
// an empty room. It opens nothing itself.

#include "ui/document/studio_services.h"

#include <QWidget>

class QPushButton;

namespace rackwright {

class FlowLayout;

class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(StudioServices& services, QWidget* parent = nullptr);

    /// Reads the list of recent files again.
    void refresh();
    /// Reads the files of the cards again, for a person who reads other units now.
    void showAnew();
    /// Offers the way back to the design that is open; empty: none is.
    void setOpenDesign(const QString& name);

Q_SIGNALS:
    void fileChosen(const std::filesystem::path& path);
    /// A sample opens as a project of no file, so that it is never overwritten.
    void sampleChosen(const std::filesystem::path& path);
    void recipeChosen(const QString& name);
    void newRoomChosen();
    void openAsked();
    void backAsked();
    void calculatorsAsked();
    void sizingAsked();
    /// A customer's sentence that designs are to be sized from.
    void sentenceGiven(const QString& said);

private:
    void showSamples();
    QWidget* fileCard(const std::filesystem::path& path, bool isSample);

    StudioServices& m_services;
    QPushButton* m_back = nullptr;
    FlowLayout* m_recent = nullptr;
    FlowLayout* m_samples = nullptr;
    QWidget* m_recentBox = nullptr;
};

/// Recently opened files, newest first, those that are gone left out.
std::vector<std::filesystem::path> recentFiles(QSettings& preferences);
void addRecentFile(QSettings& preferences, const std::filesystem::path& path);

} // namespace rackwright
