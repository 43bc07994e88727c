// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ReportSetup: what a person chooses about the proposal: paper, sections, logo, number format and title block. What
// belongs to the quote is written to the project by edits; the rest is remembered as preferences.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/report/report_options.h"

#include <QWidget>

#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace rackwright {

class FieldProblem;

class ReportSetup : public QWidget {
    Q_OBJECT
public:
    ReportSetup(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    const ReportOptions& options() const { return m_options; }
    /// That is shown.
    ReportVolume volume() const;

Q_SIGNALS:
    void optionsChanged();

private:
    struct HeaderField {
        QLineEdit* edit;
        FieldProblem* problem;
        std::string QuoteHeader::*member;
    };
    struct OwnField {
        QLineEdit* edit;
        std::string TitleBlockFields::*member;
        const char* id;
    };
    void restore();
    void showSections();
    void choose();
    void setLogo(const QString& path);
    void refreshHeader();
    void commitHeader(const HeaderField& field);
    static void showProblem(const HeaderField& field, const QString& problem);

    StudioDocument& m_document;
    StudioServices& m_services;
    ReportOptions m_options;
    QComboBox* m_volume = nullptr;
    QComboBox* m_paper = nullptr;
    QComboBox* m_numbers = nullptr;
    QComboBox* m_edition = nullptr;
    struct SectionBox {
        QCheckBox* box;
        std::string id;
    };
    std::vector<SectionBox> m_sections; ///< in reading order
    QLabel* m_logo = nullptr;
    QToolButton* m_dropLogo = nullptr;
    QLabel* m_problem = nullptr;
    std::vector<HeaderField> m_header;
    std::vector<OwnField> m_own;
};

} // namespace rackwright
