// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// RW_CHECK states what cannot happen, in release builds too. In a solver or painter, CheckScope turns a failure into
// the error of that figure; elsewhere the process ends after the handler (which flushes the recovery journal) has run.

#include "model/base/result.h"

#include <functional>
#include <string>

namespace rackwright {

/// Called once, before the process ends, by a failed check outside a guarded call. Set by the session.
void setCheckFailureHandler(std::function<void()> handler);

[[noreturn]] void checkFailed(const char* condition, const char* reason, const char* file, int line);

/// Runs `work`; a failed RW_CHECK inside it becomes an Error of kind Internal instead of ending the process.
/// `thing` names what was worked out (a figure or drawing).
Done guarded(std::string thing, const std::function<void()>& work);

} // namespace rackwright

#define RW_CHECK(condition, reason)                                                                                    \
    ((condition) ? static_cast<void>(0) : ::rackwright::checkFailed(#condition, reason, __FILE__, __LINE__))
