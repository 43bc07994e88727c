// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// SettingsRead: which settings a piece of work read and what they said, so that a change of another setting leaves its
// answer standing. Nothing declares it: a recorder on the thread that does the work notes what Context::setting is
// asked. Work that spreads over further threads reads its settings before it does.

#include "model/project/project_rows.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

class Context;

class SettingsRead {
public:
    /// A setting that was asked for; null: it had no text, and the default held.
    void note(std::string_view key, const Setting* said);
    /// What a shared look-up read when it was built.
    void note(const SettingsRead& further);
    /// The same settings with what another snapshot says of them.
    void restate(const Context& context);
    /// Whether all of them say in another snapshot what they said in this one.
    bool holdIn(const Context& context) const;

private:
    friend class SettingsRecorder;
    std::map<std::string, std::optional<Setting>, std::less<>> m_said;
    std::vector<const SettingsRead*> m_noted; ///< those taken in while a recorder is at work; only compared
};

/// Notes the settings that this thread reads while it lives; the recorder around it goes on afterwards.
class SettingsRecorder {
public:
    explicit SettingsRecorder(SettingsRead& into);
    ~SettingsRecorder();
    SettingsRecorder(const SettingsRecorder&) = delete;
    SettingsRecorder& operator=(const SettingsRecorder&) = delete;

    /// Of the recorder at work on this thread; null when there is none.
    static SettingsRead* current();

private:
    SettingsRead& m_into;
    SettingsRead* m_around;
};

} // namespace rackwright
