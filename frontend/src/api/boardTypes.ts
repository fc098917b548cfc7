/* Types of leaderboards. */

export interface Listing<T> {
  results: T[];
  next: string | null;
}
export type RowKind = "team" | "baseline" | "trial" | "human";
export interface BoardMetric {
  name: string;
  formula: string;
  lower_is_better: boolean;
  mean_of_items: boolean;
}
export interface MetricScore {
  value: number | null;
  low: number | null;
  high: number | null;
  reason: string | null;
}
export interface BoardRow {
  rank: number | null;
  tier: number | null;
  kind: RowKind;
  name: string;
  own: boolean;
  team_id: number | null;
  system: string | null;
  submission: number | null;
  values: Record<string, MetricScore>;
  rank_low: number | null;
  rank_high: number | null;
  rank_probabilities: number[] | null;
  win_over_next: number | null;
  scored: number;
  received_at: string | null;
}
export interface BoardStatistics {
  state: "current" | "computing" | "none";
  stale: boolean;
  progress: number | null;
  computed_at: string | null;
  resamples: number | null;
}
export interface BoardData {
  task: string;
  phase: string;
  track: string;
  scope: "all" | "own";
  metrics: BoardMetric[];
  metric: string;
  rule: "best" | "last" | "chosen";
  n: number | null;
  signature: string;
  revision: number;
  frozen: boolean;
  names_hidden: boolean;
  gold_visible: boolean;
  waiting: number;
  by: string;
  slice: string;
  rows: BoardRow[];
  statistics: BoardStatistics;
  slices: { field: string; names: string[] }[];
  tracks: { track: string; name: string; rows: number }[];
}
export interface WinsName {
  name: string;
  own: boolean;
  team_id: number | null;
  rank: number | null;
}
export interface WinsData {
  metric: string;
  names: WinsName[];
  wins: number[][];
  statistics: BoardStatistics;
  signature: string;
}
export interface SliceScores {
  field: string;
  name: string;
  n: number;
  values: Record<string, MetricScore>;
}
export interface SystemData {
  submission: number;
  number: number;
  kind: "team" | "baseline" | "trial";
  team_id: number | null;
  team: string;
  own: boolean;
  system: string;
  task: string;
  phase: string;
  track: string;
  received_at: string;
  revision: number;
  signature: string;
  n: number | null;
  metrics: BoardMetric[];
  values: Record<string, MetricScore>;
  on_board: boolean;
  slices: SliceScores[];
  answers: { key: string; text: string; answer: unknown }[];
  items_visible: boolean;
}
export interface HardSpan {
  start: number;
  end: number;
  label: string | null;
}
export interface SoftSpan {
  start: number;
  end: number;
  prob: number;
  label: string | null;
}
export interface ItemLabels {
  hard: HardSpan[];
  soft: SoftSpan[];
  fields: Record<string, unknown>;
}
export interface ItemText {
  id: string;
  language: string;
  question: string;
  answer: string;
  model: string | null;
  agreement: number | null;
}
export interface SystemItem {
  item: ItemText;
  gold: ItemLabels;
  predicted: ItemLabels;
  scores: Record<string, number>;
}
export interface ComparedSystem {
  submission: number;
  name: string;
  system: string;
  own: boolean;
  value: number | null;
}
export interface HistogramBin {
  low: number;
  high: number;
  items: number;
}
export interface ComparedItem {
  id: string;
  question: string;
  a: number;
  b: number;
  difference: number;
  sign: number;
}
export interface Comparison {
  task: string;
  phase: string;
  track: string;
  metric: string;
  metrics: BoardMetric[];
  n: number;
  a: ComparedSystem;
  b: ComparedSystem;
  difference: number | null;
  low: number | null;
  high: number | null;
  sign: number | null;
  a_better: number | null;
  b_better: number | null;
  equal: number | null;
  histogram: HistogramBin[];
  items: ComparedItem[];
  items_visible: boolean;
  signature: string;
}
export interface ComparedItemData {
  item: ItemText;
  gold: ItemLabels;
  a: ItemLabels;
  b: ItemLabels;
  scores_a: Record<string, number>;
  scores_b: Record<string, number>;
}
export interface PastBoardSummary {
  number: number;
  phase: string;
  phase_name: string;
  track: string;
  track_name: string;
  revision: number;
  closed_at: string;
  rows: number;
}
export interface PastBoardRow {
  kind: "team" | "baseline" | "trial";
  name: string;
  name_then: string;
  own: boolean;
  team_id: number | null;
  system: string | null;
  rank: number | null;
  values: Record<string, MetricScore>;
  rank_now: number | null;
  values_now: Record<string, MetricScore> | null;
  change: number | null;
}
export interface PastBoardData {
  number: number;
  task: string;
  phase: string;
  phase_name: string;
  track: string;
  track_name: string;
  revision: number;
  revision_now: number;
  source: string;
  source_now: string;
  closed_at: string;
  metrics: BoardMetric[];
  signature: string;
  names_hidden: boolean;
  changed: number;
  rows: PastBoardRow[];
}
export interface AgreementEffect {
  name: string;
  own: boolean;
  rank: number | null;
  rho: Record<string, number | null>;
  n: number;
}
export interface FactSheetEffect {
  key: string;
  question: string;
  with_it: number;
  without: number;
  u: number | null;
  f: number | null;
  p: number | null;
}
export interface DayCount {
  day: string;
  submissions: number;
  scored: number;
  teams: number;
}
export interface AnalysisData {
  task: string;
  phase: string;
  track: string;
  metric: string;
  metrics: BoardMetric[];
  agreement: AgreementEffect[];
  agreement_visible: boolean;
  effects: FactSheetEffect[];
  days: DayCount[];
  signature: string;
}
