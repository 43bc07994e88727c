// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The folder of a study: what was asked, its designs cut into tasks, and what each task found. Whoever works on a task
// (a thread of ours, another machine) reads and writes files of it alone, so that work that was stopped is taken up
// where it ended.

#include "ui/study/study.h"

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace rackwright {

/// Some designs of a study, worked out together.
struct StudyTask {
    std::size_t number = 0; ///< from 1
    std::vector<std::size_t> designs; ///< from 1
};

class StudyFolder {
public:
    /// Makes the folder, or takes up one of the very same study. Fails on one of another study, unless it may be
    /// replaced, and on a folder that holds something else.
    enum class WhenOther { Refuse, Replace };
    static Result<StudyFolder> make(const std::filesystem::path& path, Study study, WhenOther whenOther);
    static Result<StudyFolder> open(const std::filesystem::path& path);

    const std::filesystem::path& path() const { return m_path; }
    const Study& study() const { return m_study; }
    const std::vector<StudyTask>& tasks() const { return m_tasks; }
    std::filesystem::path taskFile(const StudyTask& task) const;
    /// The folder and the task of such a file.
    static Result<std::pair<std::filesystem::path, std::size_t>> taskOf(const std::filesystem::path& file);

    /// What was found, one row a design of the task; nothing where it has not been worked out yet.
    std::optional<std::vector<StudyRow>> found(const StudyTask& task) const;
    Done keep(const StudyTask& task, const std::vector<StudyRow>& rows) const;
    /// Tasks that nothing was found of yet.
    std::vector<StudyTask> missing() const;
    /// Of all tasks that were worked out, by design.
    std::vector<StudyRow> rows() const;

private:
    std::filesystem::path m_path;
    Study m_study;
    std::vector<StudyTask> m_tasks;
};

/// Reads what designs are made of; each thread calls it for a source of its own.
using StudySource = std::function<Result<SizingSource>()>;

struct StudyRun {
    std::stop_token stop;
    std::function<void(std::size_t done)> tell; ///< designs; called on threads of the work, one at a time
    unsigned threads = 0;                       ///< 0: as many as can run at once
};

/// Works out some designs of a study, each task handed to `keep` as soon as it is done (on threads of the work, one at a
/// time). Cancelled: what was done is kept. Fails where a source cannot be read or `keep` fails.
Done workOut(const Study& study, const std::vector<StudyTask>& tasks, const StudySource& source,
             const DomainsPtr& domains, const Texts& texts,
             const std::function<Done(const StudyTask&, std::vector<StudyRow>)>& keep, const StudyRun& run);
/// Designs 1 to `count` in at most 256 tasks.
std::vector<StudyTask> tasksFor(std::size_t count);

} // namespace rackwright
