import { monthLabel } from "../../core/calendar.ts";
import { MAX_ROWS } from "../../core/chart.ts";
import { periodOf } from "../period.ts";
import type { Frame } from "../section.ts";
import { distinguished } from "../distinguish.ts";
import { byName, top } from "../top.ts";
import { watchedOf } from "../watched.ts";
import type { LiveMeasure, LivesData } from "./data.ts";

/** Smaller differences are not reported. */
const LEAST_MOVE_MS = 60_000;

/** The time live of all creators, and who stands out. */
export function concludeLives(all: LiveMeasure[], frame: Frame): LivesData {
  const measures = distinguished(all);
  const live = measures.filter(({ sessions }) => sessions > 0);
  const compared = measures.filter((one) => one.beforeMs !== null);
  const moved = compared.filter((one) => Math.abs(moveOf(one)) >= LEAST_MOVE_MS);
  const paced = measures.filter(({ paceMs }) => paceMs !== null);
  const paces = paced.filter(({ paceMs }) => paceMs! > 0);
  const [longest] = top(live, (a, b) => b.longestMs - a.longestMs || byName(a, b), 1);
  return {
    period: periodOf(frame),
    watched: watchedOf(measures, frame),
    airtimeMs: sum(live, ({ airtimeMs }) => airtimeMs),
    sessions: sum(live, ({ sessions }) => sessions),
    live: live.length,
    onAirAtEnd: live.filter(({ onAirAtEnd }) => onAirAtEnd).length,
    compared: {
      creators: compared.length,
      beforeMs: sum(compared, ({ beforeMs }) => beforeMs!),
      nowMs: sum(compared, ({ airtimeMs }) => airtimeMs),
    },
    month: {
      name: monthLabel("en", frame.to - 1, frame.timezone),
      soFarMs: sum(measures, ({ monthMs }) => monthMs),
      // Creators watched for too short a time to have a projection count with their time so far.
      paceMs: paced.length === 0 ? null : sum(measures, ({ paceMs, monthMs }) => paceMs ?? monthMs),
    },
    longest: longest === undefined ? null : { name: longest.name, ms: longest.longestMs },
    most: top(live, (a, b) => b.airtimeMs - a.airtimeMs || byName(a, b)).map(
      ({ name, airtimeMs, beforeMs, sessions, days, spark, spans }, index) => ({
        name,
        airtimeMs,
        beforeMs,
        sessions,
        days,
        spark,
        spans: index < MAX_ROWS ? spans : [],
      }),
    ),
    moved: top(moved, (a, b) => Math.abs(moveOf(b)) - Math.abs(moveOf(a)) || byName(a, b)).map(
      ({ name, airtimeMs, beforeMs }) => ({ name, airtimeMs, beforeMs: beforeMs! }),
    ),
    movedCount: moved.length,
    paces: top(paces, (a, b) => b.paceMs! - a.paceMs! || byName(a, b)).map(({ name, monthMs, paceMs }) => ({
      name,
      monthMs,
      paceMs: paceMs!,
    })),
    pacesCount: paces.length,
  };
}

const moveOf = ({ airtimeMs, beforeMs }: LiveMeasure): number => airtimeMs - (beforeMs ?? airtimeMs);

const sum = (all: LiveMeasure[], of: (one: LiveMeasure) => number): number =>
  all.reduce((total, one) => total + of(one), 0);
