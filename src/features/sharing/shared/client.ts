import { monthOf } from "../../../core/goal.ts";
import { horizonOf, type Horizon } from "../../../core/knowledge.ts";
import type { HealthSnapshot } from "../../../core/health-snapshot.ts";
import { unknownSinceOf } from "../../../kinds/proof.ts";
import { MAX_JUDGED, together, type MonthsDeps } from "../../goals/months.ts";
import { daysOf, peopleOf, totalsOf, type Person, type Totals } from "../../goals/people.ts";
import { airingOf, isLost } from "../../lists/page/live.tsx";
import { handleOf, type OnAir } from "../../now/card.ts";
import type { Watched } from "../../now/now-reading.ts";
import type { AirtimeReportDeps } from "../../reports/rows/report.ts";
import { isLive } from "../../history/broadcasts.ts";
import { MAX_NEXT, usuallyNext, type NextUp, type WallDeps } from "../../wall/wall.ts";
import type { LiveDay } from "../../../sections/lives/measure.ts";

/** Creators on a page, and the number of pages: a thousand creators. */
export const A_PAGE = 50;
export const MAX_PAGES = 20;

/** The requested page of creators, from 1. */
export function pageIn(url: URL): number {
  const page = Number(url.searchParams.get("page") ?? "1");
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGES ? page : 1;
}

/** What is known of a creator right now; `unchecked`: added a moment ago, and not checked yet. */
type Presence = "live" | "unknown" | "unchecked" | "paused" | "offline";

/** A creator of a list as of now. */
export interface Listed {
  id: string;
  name: string;
  handle: string | null;
  presence: Presence;
  /** Since when it is unknown whether they are live, epoch ms; null unless it is. */
  unknownSince: number | null;
}

/** Who of a list is live. It changes with each check. */
export interface ClientLive {
  /** Epoch ms. */
  at: number;
  pulse: HealthSnapshot;
  name: string | null;
  /** The list's own time zone; null for none. */
  timezone: string | null;
  creators: number;
  airing: OnAir[];
  /** True if more are live than were read. */
  more: boolean;
  unknown: number;
  /** True if somebody was not checked yet. */
  unchecked: boolean;
  next: NextUp[];
  /** Everybody; of a long list those of the page. */
  listed: Listed[];
  /** True if these are those of the page only. */
  part: boolean;
  page: number;
  /** Whether more creators follow after the page, if it is a part. */
  isMore: boolean;
}

function listedOf(one: Watched, horizon: Horizon): Listed {
  const unknownSince = one.enabled ? unknownSinceOf(one, horizon) : null;
  const named = { id: one.id, name: one.name, handle: handleOf(one), unknownSince };
  if (!one.enabled) return { ...named, presence: "paused" };
  if (unknownSince !== null) return { ...named, presence: "unknown" };
  if (one.state === null) return { ...named, presence: "unchecked" };
  return { ...named, presence: isLive(one, horizon) ? "live" : "offline" };
}

/** Reads who of a list (null: of all) is live, who is expected next, and a page of creators: three statements. */
export async function readLive(deps: WallDeps, watchlistId: string | null, page: number): Promise<ClientLive> {
  const reading = await deps.read(watchlistId, A_PAGE + 1, (page - 1) * A_PAGE, MAX_JUDGED);
  const at = deps.wallNow();
  const { pulse, first } = reading;
  const horizon = horizonOf(pulse, at);
  const part = reading.ofList > MAX_JUDGED;
  const shown = part ? first.slice(0, A_PAGE) : first;
  const listed = shown.map((one) => listedOf(one, horizon));
  const airing = airingOf(reading.onAir, horizon);
  // Of all lists together, which takes two rows a list, it is read while few are live.
  const isQuiet = first.length > 0 && (watchlistId !== null || airing.length < MAX_NEXT);
  const lost = airing.filter(isLost).length;
  return {
    at,
    pulse,
    name: reading.list,
    timezone: reading.timezone,
    creators: reading.ofList,
    airing,
    more: reading.more,
    // Those who were live are counted as unknown too, by ticks.
    unknown: Math.max(reading.unknown ?? pulse.load.unknown, lost, listed.filter(isUnknown).length),
    unchecked: part ? pulse.load.judged < pulse.load.habitual : listed.some(({ presence }) => presence === "unchecked"),
    next: isQuiet ? await usuallyNext(watchlistId, horizon.now, deps) : [],
    listed,
    part,
    page,
    isMore: part && first.length > A_PAGE,
  };
}

const isUnknown = ({ presence }: Listed): boolean => presence === "unknown";

/** How the month goes for a list. */
export interface ClientMonth {
  /** Those of whom it is known, most hours first; of a long list those of the page. */
  people: Person[];
  /** All together; null while a long list, or the first of many lists, is being counted. */
  totals: Totals | null;
  /** All together day by day; empty for a long list. */
  days: LiveDay[];
  /** When it was counted, epoch ms. */
  asOf: number;
}

type MonthReports = Pick<AirtimeReportDeps, "pastMonths" | "goals">;

/**
 * Reads how the month goes for a list: two statements, three for a long list, and about six rows a creator. Of all lists
 * together it is a row a list besides.
 */
export async function readMonth(
  live: ClientLive,
  watchlistId: string | null,
  zone: string,
  { reports, months }: { reports: MonthReports; months: Pick<MonthsDeps, "order" | "everyone"> },
): Promise<ClientMonth> {
  const { at, listed, part, pulse } = live;
  const none = { people: [], totals: null, days: [], asOf: at };
  const deps = { ...reports, horizon: async () => horizonOf(pulse, at) };
  if (listed.length === 0) return none;
  if (!part) {
    const people = await peopleOf({ watchlistId, zone, max: MAX_JUDGED, days: true }, at, deps);
    people.sort((a, b) => b.standing.hours - a.standing.hours);
    return { ...none, people, totals: totalsOf(people), days: daysOf(people) };
  }
  const { name: period } = monthOf(at, zone);
  const counted =
    watchlistId === null
      ? together(await months.everyone(), period, live.creators)
      : ((await months.order(watchlistId))?.month ?? null);
  if (counted?.period !== period) return none;
  const ids = listed.map(({ id }) => id);
  const people = await peopleOf({ watchlistId: null, ids, zone, max: ids.length, days: true }, at, deps);
  return { ...none, people, totals: counted, asOf: counted.at };
}
