// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/document_keeper.h"

#include <QMetaObject>

#include <utility>

namespace rackwright {

DocumentKeeper::DocumentKeeper(StudioDocument& document, QObject* parent) : QObject(parent), m_document(document) {
    m_pool.setMaxThreadCount(1);
}

DocumentKeeper::~DocumentKeeper() { m_pool.waitForDone(); }

template <class Work, class Done>
void DocumentKeeper::run(Work work, Done done) {
    setBusy(true);
    m_pool.start([this, work = std::move(work), done = std::move(done)] {
        QMetaObject::invokeMethod(
            this,
            [this, done, result = work()] {
                setBusy(false);
                done(result);
            },
            Qt::QueuedConnection);
    });
}

void DocumentKeeper::setBusy(bool isBusy) {
    m_isBusy = isBusy;
    Q_EMIT busyChanged();
}

void DocumentKeeper::open(const std::filesystem::path& path, DesignFile::Access access) {
    if (m_isBusy)
        return;
    // Our own lock would keep us out of the file that is open here.
    std::error_code problem;
    if (m_file && std::filesystem::equivalent(m_file->path(), path, problem)) {
        m_name = name();
        m_file.reset();
    }
    using Opened = std::shared_ptr<Result<DesignFile>>; // a file is moved, never copied
    run([path, access] { return std::make_shared<Result<DesignFile>>(DesignFile::open(path, access)); },
        [this, path](const Opened& file) {
            if (!*file) {
                Q_EMIT failed(path, file->error());
                return;
            }
            m_file = std::make_shared<DesignFile>(std::move(**file));
            m_name.clear();
            m_document.open(m_file->document());
            Q_EMIT opened(path);
        });
}

void DocumentKeeper::openNew(Document document, const QString& name) {
    m_file.reset();
    m_name = name;
    m_document.open(std::move(document));
    Q_EMIT opened({});
}

void DocumentKeeper::save(DesignFile::WhenChanged whenChanged) {
    if (m_isBusy || !m_file)
        return;
    const Document written = m_document.history().document();
    run([file = m_file, written, whenChanged] { return file->save(written, whenChanged); },
        [this, written](const rackwright::Done& result) {
            if (!result) {
                Q_EMIT failed(path(), result.error());
                return;
            }
            m_document.markSaved(written.project);
            Q_EMIT saved(path());
        });
}

void DocumentKeeper::saveAs(const std::filesystem::path& path) {
    if (m_isBusy)
        return;
    if (m_file && m_file->path() == path && !m_file->isReadOnly()) {
        save();
        return;
    }
    const Document written = m_document.history().document();
    using Created = std::shared_ptr<Result<DesignFile>>;
    run([path, written] { return std::make_shared<Result<DesignFile>>(DesignFile::create(path, written)); },
        [this, path, written](const Created& file) {
            if (!*file) {
                Q_EMIT failed(path, file->error());
                return;
            }
            m_file = std::make_shared<DesignFile>(std::move(**file));
            m_document.markSaved(written.project);
            Q_EMIT saved(path);
        });
}

QString DocumentKeeper::name() const {
    return m_file ? QString::fromStdString(m_file->path().filename().string()) : m_name;
}

} // namespace rackwright
