import { canonical, type Json } from "../../src/core/json.ts";
import type { RankingChange } from "../../src/kinds/ranking/events.ts";
import { judgeRanking } from "../../src/kinds/ranking/judge.ts";
import { rankingSettings } from "../../src/kinds/ranking/params.ts";
import type { RankingState, Standing } from "../../src/kinds/ranking/view.ts";

export const T0 = Date.UTC(2026, 0, 5, 12);
export const MINUTE = 60_000;
export const RESET = T0 + 60 * MINUTE;
export const DAY = 86_400_000;

const at7: Standing = {
  groupType: 1,
  rankType: 8,
  title: "Daily Ranking",
  onRank: true,
  place: 7,
  resetAt: RESET,
  classType: null,
  gap: "1.2K Diamonds to reach No. 6",
};
export const off: Partial<Standing> = { onRank: false, place: null };

export type Poll = Partial<Standing>[] & { minute?: number };

export const atMinute = (minute: number, ...standings: Partial<Standing>[]): Poll =>
  Object.assign(standings, { minute });

/**
 * Polls a watcher. A number is a place, an object a standing, a list several; one per minute unless a minute is given.
 */
export function watch(settings: object = {}) {
  let state: RankingState | null = null;
  let minute = -1;
  let lastOkAt: number | null = null;
  return (poll: number | Partial<Standing> | Poll) => {
    const rows: Poll = typeof poll === "number" ? [{ place: poll }] : Array.isArray(poll) ? poll : [poll];
    minute = rows.minute ?? minute + 1;
    const at = T0 + minute * MINUTE;
    const judgment = judgeRanking({
      targetId: "tgt_1",
      params: { roomId: "1", userId: "2" },
      settings: rankingSettings().parse(settings),
      announceInitial: false,
      before: state,
      view: { standings: rows.map((row) => ({ ...at7, ...row })) },
      at,
      hold: false,
      holdsMs: 600_000,
      lastOkAt,
    });
    const text = canonical(judgment.state as unknown as Json);
    const written = state === null || text !== canonical(state as unknown as Json);
    state = JSON.parse(text) as RankingState;
    lastOkAt = at;
    return { ...judgment, written, types: judgment.changes.map(({ type }) => type.replace("ranking.", "")) };
  };
}

/** The event types reported along some polls. */
export function notified(polls: (number | Partial<Standing> | Poll)[], settings: object = {}): string[] {
  const poll = watch(settings);
  return polls.flatMap((one) => poll(one).types);
}

type Race = Extract<RankingChange, { type: "ranking.closing" }>;

/** The races among changes. */
export const racesOf = ({ changes }: { changes: RankingChange[] }): Race[] =>
  changes.filter((change): change is Race => change.type === "ranking.closing");

/** The thresholds of a ranking without settings. */
export const THRESHOLDS = [99, 50, 20, 10, 3, 1];
