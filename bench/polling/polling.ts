import { createWriteStream } from "node:fs";
import type { Bench, Options, Row } from "../bench.ts";
import { historiesOf, randomOf, shuffled, WEEKS, type History } from "./histories.ts";
import { sessionsOf } from "./sessions.ts";
import { adaptive } from "./adaptive.ts";
import { replay, uniform, type Found } from "./replay.ts";

/** Creators a call a minute, where a start is found after ten minutes in turn. */
const N_OVER_B = 20;

const RESAMPLED = 400;

const mean = (all: number[]): number => all.reduce((sum, one) => sum + one, 0) / Math.max(1, all.length);

function quantile(all: number[], share: number): number {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Delays of starts in some weeks, minutes. */
const delays = ({ delays: all }: Found, from: number, to: number): number[] =>
  all.flatMap(([week, minutes]) => (week >= from && week < to ? minutes : []));

const ratio = (even: Found, prediction: Found, from: number, to: number): number =>
  mean(delays(even, from, to)) / mean(delays(prediction, from, to));

/** How far the ratio may be off, by other streamers out of the same: the middle nine tenths. */
function spreadOf(even: Found, prediction: Found, seed: number): string {
  const random = randomOf(seed);
  const sums = (found: Found) => Map.groupBy(found.delays, ([, , streamer]) => streamer);
  const [evens, predictions] = [sums(even), sums(prediction)];
  const streamers = [...evens.keys()];
  const ratios = Array.from({ length: RESAMPLED }, () => {
    const drawn = streamers.map(() => streamers[Math.floor(random() * streamers.length)]!);
    const of = (all: typeof evens) => mean(drawn.flatMap((one) => (all.get(one) ?? []).map(([, minutes]) => minutes)));
    return of(evens) / of(predictions);
  });
  return `${quantile(ratios, 0.05).toFixed(2)} - ${quantile(ratios, 0.95).toFixed(2)}`;
}

/** Each poll of one history a streamer, as `minute,id`. */
function logTo(file: string, histories: History[]): (minute: number, target: number) => void {
  const stream = createWriteStream(file);
  const first = new Map<string, number>();
  histories.forEach(({ streamer }, place) => first.has(streamer) || first.set(streamer, place));
  const displayed = new Map([...first].map(([streamer, place]) => [place, streamer]));
  return (minute, target) => {
    const streamer = displayed.get(target);
    if (streamer !== undefined) stream.write(`${minute},${streamer}\n`);
  };
}

async function run({ traces, seed = 1, log }: Options): Promise<Row[]> {
  const sessions = await sessionsOf(traces, seed);
  const histories = shuffled(historiesOf({ sessions }, seed, null), seed);
  const calls = histories.length / N_OVER_B;
  const even = replay(histories, calls, uniform(histories.length, calls));
  const prediction = replay(
    histories,
    calls,
    adaptive(histories.length, calls),
    log === undefined ? undefined : logTo(log, histories),
  );
  const row = (what: string, from: number, to: number): Row => ({
    what,
    "in turn, mean min": mean(delays(even, from, to)).toFixed(2),
    "by habit, mean min": mean(delays(prediction, from, to)).toFixed(2),
    "times sooner": ratio(even, prediction, from, to).toFixed(2),
    "in turn, p95": quantile(delays(even, from, to), 0.95),
    "by habit, p95": quantile(delays(prediction, from, to), 0.95),
  });
  const share = ({ missed, long }: Found): number => missed / Math.max(1, long);
  return [
    ...Array.from({ length: WEEKS }, (_, week) => row(`week ${week + 1}`, week, week + 1)),
    row("weeks 7 and 8", 6, 8),
    row("weeks 1 to 8", 0, 8),
    {
      what: "ends",
      "in turn, mean min": mean(even.ends).toFixed(2),
      "by habit, mean min": mean(prediction.ends).toFixed(2),
    },
    {
      what: "polling",
      nOverB: N_OVER_B,
      histories: histories.length,
      ratioWeeks7to8: round(ratio(even, prediction, 6, 8)),
      ratioWeeks1to8: round(ratio(even, prediction, 0, 8)),
      spread: spreadOf(even, prediction, seed),
      p95Minutes: quantile(delays(prediction, 0, 8), 0.95),
      p95UniformMinutes: quantile(delays(even, 0, 8), 0.95),
      missedDelta: round((share(prediction) - share(even)) * 100),
      budgetUsed: round(prediction.polls / prediction.calls),
      maxLateTicks: Math.ceil(prediction.mostLate),
    },
  ];
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

/** How much sooner starts are found by habit than in turn, over recorded broadcasts or made ones. */
export const polling: Bench = { name: "polling", run };
