// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// StudioServices: what the window needs from the program around it: texts, domains, catalogue, recipes, samples, the user's
// places and file dialogs. The session implements it; tests replace the dialogs and the places.

#include "catalog/part_library.h"
#include "model/project/project.h"
#include "solvers/engine/scheduler.h"
#include "solvers/engine/solution.h"
#include "solvers/recipes/recipe.h"
#include "solvers/sizing/systems.h"
#include "ui/text/texts.h"

#include <QString>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

class QSettings;
class QWidget;

namespace rackwright {

/// Asks a person for a file. Behind an interface because a native dialog cannot be driven by a test.
class FileDialogs {
public:
    virtual ~FileDialogs() = default;
    /// Empty when the person turned back.
    virtual QString openFile(QWidget* parent, const QString& title, const QString& filter) = 0;
    /// Of several filters `chosen` is the one to begin with, and then the one that the person chose; it may be null.
    virtual QString saveFile(QWidget* parent, const QString& title, const QString& filter, const QString& proposal,
                             QString* chosen = nullptr) = 0;
    /// Empty when the person turned back.
    virtual QString folder(QWidget* parent, const QString& title) = 0;
};

/// Outlives the window; used on its thread.
class StudioServices {
public:
    virtual ~StudioServices() = default;

    /// In the reader's language, numbers and units; the same object throughout.
    virtual const Texts& texts() const = 0;
    /// Other numbers and units from now on, for everyone who holds texts().
    virtual void setTexts(Texts texts) = 0;
    /// Never null.
    virtual const DomainsPtr& domains() const = 0;
    /// Where solves run; one at a time.
    virtual Executor& executor() = 0;
    /// The catalogue with the user's own parts over it; null when there is none, and the window says why and goes on.
    virtual const PartLibrary* library() const = 0;
    /// The compiled catalogue alone, without own parts; null as library() is.
    virtual const Catalog* catalog() const = 0;
    /// Parts and cost lines for recipes.
    virtual Result<RecipeSource> recipeSource() = 0;
    /// Makes a design by a recipe, on whatever thread calls it: the catalogue's connections belong to their thread, so it
    /// opens one of its own.
    using RecipeMaker = std::function<Result<Document>(const std::string& recipe, const std::vector<Parameter>& set)>;
    virtual RecipeMaker recipeMaker() = 0;
    /// Designs that come with the program.
    virtual std::vector<std::filesystem::path> samples() const = 0;
    /// ISO 8601: the day that documents and acceptances bear.
    virtual std::string today() const = 0;
    /// Appearance and layout only; what changes figures lies in the design.
    virtual QSettings& preferences() = 0;
    /// Where recovery journals lie.
    virtual std::filesystem::path recoveryFolder() const = 0;
    virtual FileDialogs& dialogs() = 0;
    /// Reads what sizing draws on, on whatever thread calls it, which alone may then make designs of it.
    using SizingSourceMaker = std::function<Result<SizingSource>()>;
    virtual SizingSourceMaker sizingSourceMaker() = 0;
};

} // namespace rackwright
