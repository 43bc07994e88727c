// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/migrations.h"

#include "model/file/format.h"
#include "model/file/format_1_schema.h"
#include "model/file/format_2_schema.h"

#include <algorithm>

namespace rackwright {

namespace {

// Format 2 says more of power, cooling and pipes. What format 1 could not say is unset, which its texts are without.
Migration toFormatTwo() {
    return {1, formatOneSchema(),
            R"(ALTER TABLE "rooms" ADD COLUMN "dewPoint_K" REAL;
               ALTER TABLE "path_segments" ADD COLUMN "nominalDiameter" INTEGER NOT NULL DEFAULT 0;
               ALTER TABLE "power_elements" ADD COLUMN "outputVoltage_V" REAL;
               ALTER TABLE "power_elements" ADD COLUMN "deliversDirectCurrent" INTEGER NOT NULL DEFAULT 0;
               ALTER TABLE "power_elements" ADD COLUMN "storedEnergy_J" REAL;
               ALTER TABLE "cooling_loops" ADD COLUMN "volume_m3" REAL;
               ALTER TABLE "cooling_units" ADD COLUMN "flow_m3_per_s" REAL;
               ALTER TABLE "cooling_units" ADD COLUMN "head_Pa" REAL;
               ALTER TABLE "cooling_units" ADD COLUMN "redundancyGroup" TEXT NOT NULL DEFAULT '';
               ALTER TABLE "cooling_units" ADD COLUMN "redundancy" TEXT NOT NULL DEFAULT '')",
            nullptr};
}

// Format 3 hangs cooling units on circuits, says on which terms a quote is made and keeps with an issued revision what
// was issued. Before it no class of lines had terms, no line more than a discount, and of an issue only the hash is
// known.
Migration toFormatThree() {
    return {2, formatTwoSchema(),
            R"(ALTER TABLE "power_links" ADD COLUMN "unit" INTEGER NOT NULL DEFAULT 0;
               ALTER TABLE "cooling_units" ADD COLUMN "draw_W" REAL;
               ALTER TABLE "document" ADD COLUMN "project_quote_terms" TEXT;
               ALTER TABLE "quote_lines" ADD COLUMN "alternateTo" TEXT NOT NULL DEFAULT '';
               ALTER TABLE "quote_lines" ADD COLUMN "margin_ppb" INTEGER NOT NULL DEFAULT 0;
               ALTER TABLE "quote_lines" ADD COLUMN "marginKind" TEXT NOT NULL DEFAULT 'margin';
               ALTER TABLE "quote_lines" ADD COLUMN "isNet" INTEGER NOT NULL DEFAULT 0;
               ALTER TABLE "quote_lines" ADD COLUMN "manufacturer" TEXT NOT NULL DEFAULT '';
               ALTER TABLE "quote_lines" ADD COLUMN "partNumber" TEXT NOT NULL DEFAULT '';
               ALTER TABLE "quote_lines" ADD COLUMN "quantityRule" TEXT NOT NULL DEFAULT 'fixed';
               ALTER TABLE "quote_lines" ADD COLUMN "isPerMonth" INTEGER NOT NULL DEFAULT 0;
               ALTER TABLE "quote_lines" ADD COLUMN "termMonths" INTEGER NOT NULL DEFAULT 0;
               ALTER TABLE "quote_lines" ADD COLUMN "percent_ppb" INTEGER NOT NULL DEFAULT 0;
               ALTER TABLE "quote_lines" ADD COLUMN "percentBasis" TEXT NOT NULL DEFAULT 'hardware';
               ALTER TABLE "revisions" ADD COLUMN "content" TEXT NOT NULL DEFAULT '')",
            nullptr};
}

} // namespace

std::span<const Migration> migrations() {
    static const std::vector<Migration> steps{toFormatTwo(), toFormatThree()};
    return steps;
}

const Migration* migrationFrom(std::span<const Migration> steps, std::int64_t version) {
    const auto it = std::ranges::find(steps, version, &Migration::from);
    return it == steps.end() ? nullptr : &*it;
}

bool isReadAsItStands(std::int64_t version, std::span<const Migration> steps) {
    for (; version < kFormatVersion; ++version) {
        const Migration* step = migrationFrom(steps, version);
        if (!step || step->text)
            return false;
    }
    return version == kFormatVersion;
}

} // namespace rackwright
