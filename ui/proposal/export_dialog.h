// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ExportDialog: writes the volumes of an issue into a folder: which documents and which files of the data pack,
// edition, progress with cancel, and what was written. What a quote must say and does not say yet it asks for once, as
// an edit of the design. The work runs beside; the window stays usable.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/proposal/proposal_maker.h"

#include <QDialog>

#include <set>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QProgressBar;
class QPushButton;

namespace rackwright {

class ExportDialog : public QDialog {
    Q_OBJECT
public:
    /// `request` is of `document`. `design` is its file, empty where it lies in none yet; `name` is what it is called
    /// there.
    ExportDialog(ProposalRequest request, StudioDocument& document, const std::filesystem::path& design,
                 const QString& designName, StudioServices& services, QWidget* parent = nullptr);

    bool isBusy() const { return m_maker.isBusy(); }

protected:
    void reject() override;

private:
    void check();
    void say(const QString& text);
    bool hasMetricTables() const;
    QWidget* quoteFields();
    bool takesQuoteFields();
    void start();
    void write();
    void ask(std::size_t count, const std::string& project);
    void forgetQuestion();
    QString offeredFolder(const QString& name) const;
    Replaces replacesWithoutQuestion() const;
    void showPartly(const ExportOutcome& outcome);
    void showFiles(const std::vector<std::filesystem::path>& files);
    void showWritten(const std::vector<std::filesystem::path>& files, const std::vector<Error>& failures);
    std::vector<ExportFormat> formats() const;
    std::set<ReportVolume> volumes() const;
    void chooseAll();

    ProposalRequest m_request;
    StudioDocument& m_document;
    std::filesystem::path m_design;
    bool m_isWaiting = false; ///< for the solution of what was typed about the quote
    bool m_isAsked = false;   ///< what would be replaced is shown, and the button replaces it
    StudioServices& m_services;
    ProposalMaker m_maker;
    QLineEdit* m_folder = nullptr;
    struct VolumeBox {
        QCheckBox* box;
        ReportVolume volume;
    };
    struct FormatBox {
        QCheckBox* box;
        ExportFormat format;
    };
    struct QuoteField {
        QLineEdit* line;
        std::string key;
    };
    std::vector<QuoteField> m_quote; ///< empty where nothing was missing when the dialog came
    QLabel* m_missing = nullptr;
    std::vector<VolumeBox> m_volumes;
    std::vector<FormatBox> m_formats; ///< of the data pack
    QComboBox* m_units = nullptr;
    QComboBox* m_edition = nullptr;
    QLabel* m_scope = nullptr; ///< what the units do not hold for
    QProgressBar* m_progress = nullptr;
    QLabel* m_state = nullptr;
    QListWidget* m_files = nullptr;
    QPushButton* m_start = nullptr;
    QPushButton* m_open = nullptr;
    QPushButton* m_close = nullptr;
};

} // namespace rackwright
