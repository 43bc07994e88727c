// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rows of the reviewed tables that speak of parts, one function a table: the part itself, its facts, rates, power,
// water, ports and prices. They judge form only and note each problem with its place; content_reader.h calls them.

#include "catalog/load/content_builder.h"

namespace rackwright {

void readPart(ContentBuilder& builder, const ReviewedRow& row, const std::string& family);
void readFact(ContentBuilder& builder, const ReviewedRow& row);
void readRate(ContentBuilder& builder, const ReviewedRow& row);
void readPowerMode(ContentBuilder& builder, const ReviewedRow& row);
void readPowerInput(ContentBuilder& builder, const ReviewedRow& row);
void readLiquidPoint(ContentBuilder& builder, const ReviewedRow& row);
void readPorts(ContentBuilder& builder, const ReviewedRow& row);
void readPrice(ContentBuilder& builder, const ReviewedRow& row);
void readCloudPrice(ContentBuilder& builder, const ReviewedRow& row);

} // namespace rackwright
