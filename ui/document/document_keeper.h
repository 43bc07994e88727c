// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// DocumentKeeper: where the open project lies on disk: opens and saves off the GUI thread, holds the lock of the file and
// tells of every failure. It asks no person anything; the window does.

#include "model/file/design_file.h"
#include "ui/document/studio_document.h"

#include <QObject>
#include <QThreadPool>

#include <filesystem>
#include <memory>

namespace rackwright {

class DocumentKeeper : public QObject {
    Q_OBJECT
public:
    explicit DocumentKeeper(StudioDocument& document, QObject* parent = nullptr);
    ~DocumentKeeper() override;

    /// Reads a file and makes it the open project; what was open stays when that fails.
    void open(const std::filesystem::path& path, DesignFile::Access access = DesignFile::Access::Edit);
    /// A project that lies in no file yet; `name` is proposed when it is saved.
    void openNew(Document document, const QString& name);
    /// Writes to its file.
    void save(DesignFile::WhenChanged whenChanged = DesignFile::WhenChanged::Refuse);
    void saveAs(const std::filesystem::path& path);

    bool hasFile() const { return m_file != nullptr; }
    bool isReadOnly() const { return m_file && m_file->isReadOnly(); }
    /// Empty for a project that lies in no file.
    std::filesystem::path path() const { return m_file ? m_file->path() : std::filesystem::path(); }
    /// File name, or the proposed one.
    QString name() const;
    /// A file is being read or written.
    bool isBusy() const { return m_isBusy; }

Q_SIGNALS:
    void opened(const std::filesystem::path& path);
    void saved(const std::filesystem::path& path);
    void failed(const std::filesystem::path& path, const rackwright::Error& error);
    void busyChanged();

private:
    using FilePtr = std::shared_ptr<DesignFile>;

    /// Runs `work` on the worker, then `done` with its result on this thread.
    template <class Work, class Done>
    void run(Work work, Done done);
    void setBusy(bool isBusy);

    StudioDocument& m_document;
    FilePtr m_file;
    QString m_name;
    bool m_isBusy = false;
    QThreadPool m_pool;
};

} // namespace rackwright
