import { perMinuteOf, type ConfiguredBudget } from "../../core/budget.ts";
import { family, type Sample } from "../history/metric-text.ts";
import { targetMetrics, type TargetMetricsDeps } from "../creators/target-metrics.ts";

export interface MetricsReading {
  /** The counters by key, such as `polls|live|ok`. They only grow. */
  counters: Record<string, number>;
  targets: { kind: string; count: number }[];
  /** Epoch ms; 0 before the first tick. */
  lastTickAt: number;
  tokens: number;
  /** 0 if no tick has filled the bucket. */
  filledAt: number;
  /** The budget that people set; null if they did not. */
  pollsPerMinute: number | null;
}

export interface MetricsDeps extends TargetMetricsDeps {
  read(): Promise<MetricsReading>;
  budget: ConfiguredBudget;
  wallNow(): number;
}

/** Metrics by the first part of a counter's key. The other parts are labels. */
const COUNTERS: Record<string, { name: string; help: string; labels: string[] }> = {
  polls: { name: "tallylight_polls_total", help: "Polls by kind of target and outcome.", labels: ["kind", "outcome"] },
  calls: {
    name: "tallylight_upstream_calls_total",
    help: "Calls of the polled service by operation and HTTP status.",
    labels: ["operation", "status"],
  },
  events: { name: "tallylight_events_total", help: "Committed events by type.", labels: ["type"] },
  deliveries: {
    name: "tallylight_deliveries_total",
    help: "Attempts to deliver by kind of channel and what came of them.",
    labels: ["channel_kind", "status"],
  },
  "d1|statements": { name: "tallylight_d1_statements_total", help: "D1 statements.", labels: [] },
  "d1|rowsRead": { name: "tallylight_d1_rows_read_total", help: "D1 rows read.", labels: [] },
  "d1|rowsWritten": { name: "tallylight_d1_rows_written_total", help: "D1 rows written.", labels: [] },
  "audit|failed": {
    name: "tallylight_audit_failures_total",
    help: "Entries that the audit log misses, as they could not be written.",
    labels: [],
  },
  "queue|operations": {
    name: "tallylight_queue_operations_total",
    help: "Queue operations: a message is written, read and deleted.",
    labels: [],
  },
};

/** Renders counters and gauges in the Prometheus text format 0.0.4; with `each`, those of each target too. */
export async function metrics(deps: MetricsDeps, each: boolean): Promise<string> {
  const reading = await deps.read();
  const { lastTickAt, filledAt, targets } = reading;
  const lag = lastTickAt === 0 ? 0 : Math.max(0, deps.wallNow() - lastTickAt) / 1000;
  const perMinute = perMinuteOf(deps.budget, reading.pollsPerMinute);
  const left = filledAt === 0 ? perMinute : Math.min(perMinute, Math.max(0, reading.tokens));
  const families = [
    ...Object.entries(COUNTERS).map(([key, counter]) => counterFamily(key, counter, reading.counters)),
    family("tallylight_tick_lag_seconds", "gauge", "Seconds since the scheduled time of the last tick.", [[{}, lag]]),
    family("tallylight_budget_used_ratio", "gauge", "Share of the budget of calls that is used up.", [
      [{}, 1 - left / perMinute],
    ]),
    family(
      "tallylight_targets",
      "gauge",
      "Targets by kind.",
      targets.map(({ kind, count }) => [{ kind }, count]),
    ),
  ];
  const all = targets.reduce((sum, { count }) => sum + count, 0);
  return families.join("") + (each ? await targetMetrics(all, deps) : "");
}

function counterFamily(
  key: string,
  { name, help, labels }: (typeof COUNTERS)[string],
  counters: Record<string, number>,
): string {
  if (labels.length === 0) return family(name, "counter", help, [[{}, counters[key] ?? 0]]);
  const samples = Object.entries(counters)
    .filter(([one]) => one.startsWith(`${key}|`))
    .map(([one, value]): Sample => {
      const parts = one.split("|").slice(1);
      return [Object.fromEntries(labels.map((label, index) => [label, parts[index] ?? ""])), value];
    });
  return family(name, "counter", help, samples);
}
