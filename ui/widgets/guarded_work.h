// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Work beside the window: a check that fails there, or memory that is not enough, ends that work and is told to the
// widget that waits for it, never the program.

#include "model/base/check.h"

#include <QMetaObject>
#include <QObject>
#include <QThreadPool>

#include <string>
#include <utility>

namespace rackwright {

/// Runs `work` on a thread of the pool. Where it fails, `failed(const Error&)` is called on the thread of `owner`, which
/// waits for its pool before it goes.
template <class Work, class Failed>
void startGuarded(QThreadPool& pool, QObject* owner, std::string thing, Work work, Failed failed) {
    pool.start([owner, thing = std::move(thing), work = std::move(work), failed = std::move(failed)]() mutable {
        const Done worked = guarded(thing, work);
        if (!worked)
            QMetaObject::invokeMethod(
                owner, [failed, error = worked.error()] { failed(error); }, Qt::QueuedConnection);
    });
}

} // namespace rackwright
