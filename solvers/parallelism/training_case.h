// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One question about a training or inference run as named cells of text: a row of a batch file or the words after
// `train`. It reads cells into an architecture, a plan and numbers, with the defaults that the definitions give to
// empty cells; it computes nothing.

#include "solvers/parallelism/memory.h"
#include "solvers/workload/parameter_count.h"

#include <map>
#include <span>
#include <string_view>

namespace rackwright {

/// Column to text. An absent cell and an empty one are the same.
using CaseCells = std::map<std::string, std::string, std::less<>>;

/// One question. What can fail names the column.
class TrainingCase {
public:
    /// `architecture`: from a model's own configuration; cells and presets are then not asked.
    explicit TrainingCase(CaseCells cells, std::optional<ModelArchitecture> architecture = std::nullopt)
        : m_cells(std::move(cells)), m_architecture(std::move(architecture)) {}

    /// Empty where the cell is absent or "n/a".
    const std::string& text(std::string_view column) const;
    bool has(std::string_view column) const { return !text(column).empty(); }
    /// The number of a column; an error that names the column when it is empty or no number.
    Result<double> number(std::string_view column) const;
    Result<double> numberOr(std::string_view column, double otherwise) const;

    /// That what a case counts is there: nothing is worked out for sequences without a token.
    Done checkCounts() const;

    /// Of the cells "input_1" to "input_3" ("mtbf=1800 s"), the one called `name`.
    Result<double> input(std::string_view name) const;
    bool hasInput(std::string_view name) const { return !inputText(name).empty(); }

    /// From the model's configuration, the preset of the name and the columns; columns win over the preset.
    Result<ModelArchitecture> model() const;
    /// Whether its dimensions are in the columns alone: no configuration and no preset is of its name.
    bool describesOwnModel() const;
    /// Checked against the model.
    Result<ParallelPlan> plan(const ModelArchitecture& model) const;
    Result<StateBytes> stateBytes() const;
    Result<Recompute> recompute() const;
    /// ZeRO stage that "zero_stage" or the words of "sharding" say; unset: neither does.
    Result<std::optional<int>> statedZeroStage() const;
    /// Where the states of "offload" or "offload_weights" lie: none, cpu or nvme.
    Result<StateHome> home(std::string_view column) const;

    const CaseCells& cells() const { return m_cells; }
    /// The same with another text in a cell.
    TrainingCase with(std::string column, std::string text) const;

    /// Every column that a case may have, for messages about wrong ones.
    static std::span<const std::string_view> columns();
    /// The column that people call by a word ("gpus": "num_gpus"); the word itself where nothing else is meant.
    static std::string_view columnOf(std::string_view word);

private:
    std::string inputText(std::string_view name) const;
    Result<std::int64_t> countOr(std::string_view column, std::int64_t otherwise) const;
    Result<ModelArchitecture> modelOfCells(const ModelArchitecture* preset) const;
    /// With the kind and width of MLP and the embeddings that nobody said so that the total comes nearest.
    ModelArchitecture ofStatedTotal(const ModelArchitecture& guessed, double total) const;
    CaseCells m_cells;
    std::optional<ModelArchitecture> m_architecture;
};

/// GPT* without GPT OSS*, MT-NLG* and MPT*.
bool isGptName(std::string_view model);

} // namespace rackwright
