// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/settings_read.h"

#include "solvers/engine/context.h"

#include <algorithm>

namespace rackwright {

namespace {

thread_local SettingsRead* t_current = nullptr;

} // namespace

void SettingsRead::note(std::string_view key, const Setting* said) {
    if (!m_said.contains(key))
        m_said.emplace(std::string(key), said ? std::optional(*said) : std::nullopt);
}

void SettingsRead::note(const SettingsRead& further) {
    if (std::ranges::find(m_noted, &further) != m_noted.end())
        return;
    m_noted.push_back(&further);
    m_said.insert(further.m_said.begin(), further.m_said.end());
}

void SettingsRead::restate(const Context& context) {
    for (auto& [key, said] : m_said) {
        const Setting* now = context.settingUnnoted(key);
        said = now ? std::optional(*now) : std::nullopt;
    }
}

bool SettingsRead::holdIn(const Context& context) const {
    return std::ranges::all_of(m_said, [&context](const auto& entry) {
        const Setting* now = context.settingUnnoted(entry.first);
        return now ? entry.second == *now : !entry.second;
    });
}

SettingsRecorder::SettingsRecorder(SettingsRead& into) : m_into(into), m_around(t_current) { t_current = &into; }

// The look-ups may be gone when it is asked again, and others stand where they stood.
SettingsRecorder::~SettingsRecorder() {
    m_into.m_noted.clear();
    t_current = m_around;
}

SettingsRead* SettingsRecorder::current() { return t_current; }

} // namespace rackwright
