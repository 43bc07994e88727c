// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// JobFilesDialog: the files of the cluster and its jobs as the export writes them, one to be read at a time; a file can
// be copied or saved alone. It follows the design while it is open.

#include "solvers/jobfiles/job_files.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QDialog>

#include <vector>

class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace rackwright {

class JobFilesDialog : public QDialog {
    Q_OBJECT
public:
    /// Begins with the first file of a workload.
    JobFilesDialog(StudioDocument& document, StudioServices& services, Id<Workload> workload,
                   QWidget* parent = nullptr);

private:
    void ask();
    void fill(std::vector<JobFile> files);
    void showFile();
    void copy();
    void save();
    const JobFile* current() const;
    QString text(const std::string& id) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    Id<Workload> m_workload;
    std::vector<JobFile> m_files;
    QListWidget* m_list = nullptr;
    QPlainTextEdit* m_text = nullptr;
    QLabel* m_state = nullptr;
    QPushButton* m_copy = nullptr;
    QPushButton* m_save = nullptr;
};

} // namespace rackwright
