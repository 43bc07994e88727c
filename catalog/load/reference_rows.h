// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rows of the reviewed tables that are no parts, one function a table: norms, cooling methods, links, water classes,
// pipe sizes and cost lines. They judge form only and note each problem with its place; content_reader.h calls them.

#include "catalog/load/content_builder.h"

namespace rackwright {

void readNorm(ContentBuilder& builder, const ReviewedRow& row);
void readMethod(ContentBuilder& builder, const ReviewedRow& row);
void readLinkTechnology(ContentBuilder& builder, const ReviewedRow& row);
void readWaterClass(ContentBuilder& builder, const ReviewedRow& row);
void readPipeSize(ContentBuilder& builder, const ReviewedRow& row);
void readCostLine(ContentBuilder& builder, const ReviewedRow& row);

} // namespace rackwright
