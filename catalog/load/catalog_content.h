// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Everything that the reviewed tables hold, as values with the place of each in its file. The loader fills it, the
// plausibility checks judge it, the store writes it.

#include "catalog/catalog_rows.h"
#include "model/base/message.h"
#include "model/parts/part.h"

#include <map>
#include <string>
#include <vector>

namespace rackwright {

/// Where something stands in the reviewed tables, for messages; `line` counts from 1.
struct Place {
    std::string file;
    std::size_t line = 0;
    std::string column;
    bool operator==(const Place&) const = default;
};

/// A cell that cannot be read.
struct LoadProblem {
    Place place;
    Message reason;
};

/// The basis of the price of several parts sold as one.
struct AssemblyPrice {
    std::int64_t count = 1;
    Fact<PriceRate> rate;
};

/// A part with the place of each of its figures.
struct CatalogPart {
    Part part;
    std::string family; ///< the table that it stands in
    std::vector<std::string> aliases;
    std::vector<std::string> origins; ///< "file:row" of the collected tables
    std::vector<AssemblyPrice> assemblies;
    Place place;
    std::map<std::string, Place> places; ///< by property key, "power.maximum", "rate.bf16.matrix.dense", "ports.0", ...

    /// That of the part's own row where the key has none.
    const Place& placeOf(const std::string& key) const {
        const auto it = places.find(key);
        return it == places.end() ? place : it->second;
    }
};

/// Why a violation may stand, with its place in explanations.csv.
struct Explanation {
    ExplainedViolation violation;
    Place place;
};

struct CatalogContent {
    std::map<std::string, Source> sources;
    std::vector<AttributeKey> attributeKeys;
    std::vector<AliasGroup> aliases;
    std::vector<CatalogPart> parts;
    std::vector<CloudPrice> cloudPrices;
    std::vector<Norm> norms;
    std::vector<CatalogCoolingMethod> methods;
    std::vector<LinkTechnology> linkTechnologies;
    std::vector<WaterClass> waterClasses;
    std::vector<PipeSize> pipeSizes;
    std::vector<CatalogCostLine> costLines;
    std::vector<LoadRow> loadRows;
    std::vector<Explanation> explanations;

    /// By id; null where there is none.
    const CatalogPart* find(std::string_view id) const {
        for (const CatalogPart& part : parts)
            if (part.part.id == id)
                return &part;
        return nullptr;
    }
};

} // namespace rackwright
