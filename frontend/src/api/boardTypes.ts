/* Names for the types of leaderboards in the generated schema. */

import type { components } from "./schema";

type Schemas = components["schemas"];

export type Board = Schemas["Board"];
/** A system on a board. */
export type BoardRow = Schemas["BoardRow"];
export type BoardMetric = Schemas["BoardMetric"];
/** A score with its 95 % interval. */
export type MetricScore = Schemas["MetricScore"];
/** Win probabilities. */
export type Wins = Schemas["Wins"];
export type System = Schemas["System"];
export type SystemItem = Schemas["SystemItem"];
/** Gold or predictions of an item. Spans are in code points, half-open. */
export type ItemLabels = Schemas["ItemLabels"];
export type ItemText = Schemas["ItemText"];
export type Comparison = Schemas["Comparison"];
export type ComparedItem = Schemas["ComparedItem"];
/** The labels of both systems on an item. */
export type ComparedItemData = Schemas["ItemComparison"];
export type PastBoard = Schemas["PastBoard"];
export type PastBoardRow = Schemas["PastBoardRow"];
export type PastBoardSummary = Schemas["PastBoardSummary"];
export type Analysis = Schemas["Analysis"];
export type DayCount = Schemas["DayCount"];
