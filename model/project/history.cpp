// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/project/history.h"

#include "model/project/value_limits.h"

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

// Chunks of `after` that `before` does not share, by the size of their rows; text inside rows is estimated at 64 bytes.
template <class Row>
std::size_t unsharedBytes(const Table<Row>& before, const Table<Row>& after) {
    if (before.stamp() == after.stamp())
        return 0;
    constexpr std::size_t textEstimate = std::is_trivially_copyable_v<Row> ? 0 : 64;
    std::size_t bytes = after.chunks().size() * sizeof(void*) * 2;
    std::size_t i = 0;
    for (const auto& chunk : after.chunks()) {
        while (i < before.chunks().size() && before.chunks()[i]->key() < chunk->key())
            ++i;
        const bool isShared = i < before.chunks().size() && before.chunks()[i] == chunk;
        if (!isShared)
            bytes += chunk->rows().capacity() * sizeof(Row) + chunk->rows().size() * textEstimate;
    }
    return bytes;
}

std::size_t unsharedBytes(const Project& before, const Project& after) {
    std::size_t bytes = sizeof(Project) + after.description.capacity() + after.options.capacity() * sizeof(Option);
    forEachProjectTable([&](const auto& table) { bytes += unsharedBytes(before.*table.member, after.*table.member); });
    static const Design empty;
    for (const Option& option : after.options) {
        const Option* old = findOption(before, option.id);
        const Design& base = old ? *old->design : empty;
        if (option.design.get() == &base)
            continue;
        bytes += sizeof(Design);
        forEachDesignTable(
            [&](const auto& table) { bytes += unsharedBytes(base.*table.member, (*option.design).*table.member); });
    }
    return bytes;
}

} // namespace

Edit designEdit(Message text, std::uint64_t option,
                std::function<Result<Design>(const Project&, const Design&, IdSource&)> apply, std::string mergeKey) {
    auto onProject = [option, apply = std::move(apply)](const Project& project, IdSource& ids) -> Result<ProjectPtr> {
        const Option* found = findOption(project, option);
        if (!found)
            return inputError(Message("edit.no-option").with("option", option));
        Result<Design> next = apply(project, *found->design, ids);
        if (!next)
            return next.error();
        return withDesign(project, option, std::make_shared<const Design>(std::move(*next)));
    };
    return {std::move(text), std::move(mergeKey), std::move(onProject)};
}

History::History(Document document) : m_nextId(document.nextId) {
    m_steps.push_back({std::move(document.project), Message("undo.start"), {}, 0});
}

Done History::commit(const Edit& edit) {
    IdSource ids(m_nextId);
    Result<ProjectPtr> next = edit.apply(*current(), ids);
    if (!next)
        return next.error();
    if (changes(*current(), **next).isEmpty())
        return done();
    if (const auto breach = limitBreach(*current(), **next))
        return limitError(*breach);
    m_nextId = std::max(m_nextId, ids.next());
    m_steps.resize(m_at + 1);
    const bool merges = m_mergeOpen && !edit.mergeKey.empty() && m_at > 0 && m_steps[m_at].mergeKey == edit.mergeKey;
    if (merges) {
        m_steps[m_at].project = std::move(*next);
        m_steps[m_at].text = edit.text;
    } else {
        m_steps.push_back({std::move(*next), edit.text, edit.mergeKey, 0});
        ++m_at;
    }
    m_steps[m_at].ownBytes = unsharedBytes(*m_steps[m_at - 1].project, *m_steps[m_at].project);
    m_mergeOpen = true;
    dropOldest();
    return done();
}

Result<ProjectPtr> History::candidate(const Edit& edit) const {
    IdSource ids(m_nextId);
    Result<ProjectPtr> next = edit.apply(*current(), ids);
    if (next)
        if (const auto breach = limitBreach(*current(), **next))
            return limitError(*breach);
    return next;
}

void History::undo() { jumpTo(m_at - (canUndo() ? 1 : 0)); }

void History::redo() { jumpTo(m_at + (canRedo() ? 1 : 0)); }

void History::jumpTo(std::size_t index) {
    RW_CHECK(index < m_steps.size(), "a jump leads to a step of the list");
    m_at = index;
    m_mergeOpen = false;
}

// At least kMinimumSteps are kept; beyond them the memory limit decides.
void History::dropOldest() {
    std::size_t bytes = 0;
    for (const Step& step : m_steps)
        bytes += step.ownBytes;
    std::size_t drop = 0;
    while (m_steps.size() - drop > kMinimumSteps + 1 && bytes > kMemoryLimit) {
        ++drop;
        bytes -= m_steps[drop].ownBytes;
    }
    if (drop == 0)
        return;
    m_steps.erase(m_steps.begin(), m_steps.begin() + static_cast<std::ptrdiff_t>(drop));
    m_at -= drop;
    m_steps.front().ownBytes = 0;
}

} // namespace rackwright
