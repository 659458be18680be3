import type { Bench, Options, Row } from "../bench.ts";
import { historiesOf, shuffled, WEEK, type History } from "../polling/histories.ts";
import { sessionsOf } from "../polling/replay.ts";
import { engineOver, type Run } from "../../test/support/whole-engine.ts";
import { polledInTurn } from "../../test/support/polled-in-turn.ts";
import { SCENARIOS, watchedPart } from "./scenarios.ts";
import type { Delays, Log } from "../../test/support/polling-log.ts";

const N_OVER_B = 20;
const TARGETS = 240;
const WEEKS = 4;
/** A start asks for so much beyond its check. */
const OPTIONAL_CALLS = 2;

const mean = (all: number[]): number => all.reduce((sum, one) => sum + one, 0) / Math.max(1, all.length);

const p95 = (all: number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)] ?? 0;

const within = (all: Delays, from: number, to: number): number[] =>
  all.flatMap(([week, minutes]) => (week >= from && week < to ? minutes : []));

async function run({ traces, seed = 1, most: max = TARGETS, scenario }: Options): Promise<Row[]> {
  const sessions = await sessionsOf(traces, seed);
  const histories = shuffled(historiesOf({ sessions }, seed, null), seed).slice(0, max);
  const watched = watchedPart(histories);
  const rows: Row[] = [];
  for (const { what, more } of SCENARIOS.filter((one) => scenario === undefined || one.what === scenario))
    rows.push(...(await rowsOf(what, watched, more(histories, seed))));
  return rows;
}

async function rowsOf(scenario: string, histories: History[], more: Partial<Run>): Promise<Row[]> {
  const { weather } = more;
  const failing = weather === undefined ? undefined : (minute: number) => weather(minute) !== null;
  const perMinute = histories.length / N_OVER_B;
  const even = polledInTurn(histories, perMinute, WEEKS * WEEK, failing);
  const prediction = await engineOver({
    histories,
    perMinute,
    minutes: WEEKS * WEEK,
    optionalCalls: OPTIONAL_CALLS,
    ...more,
  });
  const row = (what: string, from: number, to: number): Row => {
    const times = (of: (log: Log) => Delays) => [within(of(even), from, to), within(of(prediction), from, to)] as const;
    const [evenStarts, starts] = times((log) => log.starts);
    const [evenOffs, offs] = times((log) => log.offs);
    const [evenEnds, ends] = times((log) => log.ends);
    const confirmed = within(prediction.confirmed, from, to);
    const calls = prediction.calls.slice(from, to).reduce((sum, one) => sum + one, 0);
    return {
      what: `${scenario}, ${what}`,
      starts: starts.length,
      "in turn": mean(evenStarts).toFixed(2),
      "by habit": mean(starts).toFixed(2),
      promised: prediction.promised.slice(from, to).at(-1)?.toFixed(2) ?? "",
      "times sooner": (mean(evenStarts) / mean(starts)).toFixed(2),
      p95s: `${p95(evenStarts)} / ${p95(starts)}`,
      "off seen": `${mean(evenOffs).toFixed(1)} / ${mean(offs).toFixed(1)}`,
      "end told": `${mean(evenEnds).toFixed(1)} / ${mean(ends).toFixed(1)}`,
      confirmed: `${mean(confirmed).toFixed(1)}, p95 ${p95(confirmed)}`,
      "used %": ((calls / (perMinute * WEEK * (to - from))) * 100).toFixed(1),
    };
  };
  return [
    ...Array.from({ length: WEEKS }, (_, week) => row(`week ${week + 1}`, week, week + 1)),
    row(`weeks 1 to ${WEEKS}`, 0, WEEKS),
    {
      what: `${scenario}, all calls`,
      mostCalls: prediction.mostCalls,
      perMinute,
      optional: prediction.optional,
      longestGap: prediction.longestGap,
      told: prediction.toldStarts,
    },
  ];
}

/** How much sooner starts are found by the whole engine, by habit, than in turn, over weeks from nothing. */
export const adaptive: Bench = { name: "adaptive", run };
