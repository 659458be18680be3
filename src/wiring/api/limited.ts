import type { Page, SeqKey } from "../../core/page.ts";
import type { EventFilter } from "../../core/filter.ts";
import type { ImportedQuery } from "../../features/history/sessions.ts";
import { type LiveQuery, onAirWithin } from "../../features/now/live-looks.ts";
import { target } from "../../features/creators/resource/target.ts";
import { watchlist } from "../../features/lists/resource/watchlist.ts";
import type { AnyStored, Declared } from "../../resources/resource.ts";
import type { Step } from "../../resources/step.ts";
import type { Actor } from "../../http/auth.ts";
import type { CorePorts } from "../../http/ports.ts";
import type { ApiPorts } from "./routes.ts";
import type { AirtimeReportDeps } from "../../features/reports/rows/report.ts";
import { BEYOND, INVALID, Problem } from "../../http/problem.ts";
import type { Route, RouteContext } from "../../http/route.ts";

/** The API's ports, and how they are limited. */
export type LimitablePorts = ApiPorts & {
  /** The same limited to some watchlists (their ids), for tokens that are limited to them. */
  within(lists: string[]): {
    keep: Pick<CorePorts["keep"], "find" | "all" | "known" | "list"> & {
      /** Ids of the channels that resources of the watchlists send to. */
      channelsInUse(): Promise<string[]>;
    };
    reports: AirtimeReportDeps;
  };
};

/**
 * The ports of a request, limited to the watchlists of its token. Throws the 403 Problem if the route concerns all
 * watchlists.
 */
export function portsFor<Own extends LimitablePorts>(
  { withinLists }: Pick<Route, "withinLists">,
  { watchlistIds }: Actor,
  ports: Own,
): Own {
  if (watchlistIds === null) return ports;
  if (withinLists !== true) throw new Problem(403, BEYOND);
  return limitedPorts(ports, watchlistIds);
}

/** Limits ports to what belongs to these watchlists. */
function limitedPorts<Own extends LimitablePorts>(ports: Own, lists: string[]): Own {
  const { keep: own, reports } = ports.within(lists);
  const isOwn = (id: string | null | undefined) => id != null && lists.includes(id);
  return {
    ...ports,
    reports,
    keep: {
      ...ports.keep,
      ...own,
      named: async (of: Declared, texts: string[]) => {
        const ids = await ports.keep.named(of, texts);
        return of.name === watchlist.name ? new Map([...ids].filter(([, id]) => isOwn(id))) : ids;
      },
    },
    events: {
      ...ports.events,
      async find(id: string) {
        const event = await ports.events.find(id);
        return isOwn(event?.watchlistId) ? event : null;
      },
      async list(filter: EventFilter, page: Page<SeqKey>) {
        // A filter by watchlist has already been checked against the token. A target that is not there may be deleted.
        const isOwnTarget = filter.targetId !== undefined && (await own.find(target, filter.targetId)) !== null;
        if (isOwnTarget || filter.watchlistId !== undefined) return ports.events.list(filter, page);
        const [watchlistId, ...more] = lists;
        const within = more.length === 0 ? { watchlistId } : { watchlistIds: lists };
        return ports.events.list({ ...filter, ...within }, page);
      },
    },
    importedSessions: (query: ImportedQuery, max: number) =>
      ports.importedSessions({ ...query, watchlistIds: query.watchlistIds?.filter(isOwn) ?? lists }, max),
    onAirByName: (look: LiveQuery) =>
      look.watchlistId === null ? onAirWithin(lists, look, ports.onAirByName) : ports.onAirByName(look),
  };
}

/** The same steps, which delete nothing that others use. */
const within = (steps: Step[], lists: string[]): Step[] =>
  steps.map((step) => (step.do === "remove" ? { ...step, lists } : step));

/** Returns a write that refuses records outside the token's watchlists. It throws the 422 or 403 Problem. */
export function writeFor(
  { watchlistIds }: Actor,
  ports: LimitablePorts,
  write: RouteContext["write"],
): RouteContext["write"] {
  if (watchlistIds === null) return write;
  return async (steps, answered, entries) => {
    await refuseBeyond(steps, watchlistIds, ports);
    return write(within(steps, watchlistIds), answered, entries);
  };
}

/** A record that is written; `before` is null for a new one. */
interface Written {
  of: Declared;
  before: AnyStored | null;
  after: AnyStored;
}

const BEYOND_RECORD = "This token is limited to some watchlists. Without a watchlistId of them, this concerns all.";

const BEYOND_NAME = "This token is limited to some watchlists. Names of watchlists concern all of them.";

const NOT_OWN = "must be one of the watchlists that this token is limited to";

async function refuseBeyond(steps: Step[], lists: string[], ports: LimitablePorts): Promise<void> {
  if (steps.some((step) => step.do === "make" && step.of.name === watchlist.name)) throw new Problem(403, BEYOND);
  const records = steps.flatMap((step): Written[] => {
    if (step.do === "make") return step.records.map((after) => ({ of: step.of, before: null, after }));
    return step.do === "change" ? step.changes.map(({ before, after }) => ({ of: step.of, before, after })) : [];
  });
  const { keep: own } = ports.within(lists);
  const named = [...new Set(records.flatMap(({ after }) => idIn(after["targetId"])))];
  const targets = new Set([
    ...(await own.known(target, named)).map(({ id }) => id),
    ...records.flatMap(({ of, before, after }) => (of.name === target.name && before === null ? after.id : [])),
  ]);
  let channels: Set<string> | undefined;
  for (const { of, before, after } of records) {
    if (of.name === watchlist.name) {
      // A name that is taken would tell of another list.
      if (before !== null && before["name"] !== after["name"]) throw new Problem(403, BEYOND_NAME);
      continue;
    }
    const [ownLists, ownTargets] = [idIn(after["watchlistId"]), idIn(after["targetId"])];
    if (ownTargets.some((id) => !targets.has(id))) throw invalidProblem("/targetId", "names no target");
    if (ownLists.length + ownTargets.length === 0) throw new Problem(403, BEYOND_RECORD);
    if (ownLists.some((id) => !lists.includes(id))) throw invalidProblem("/watchlistId", NOT_OWN);
    for (const id of idIn(after["channelId"])) {
      if (id === before?.["channelId"]) continue;
      channels ??= new Set(await own.channelsInUse());
      if (!channels.has(id)) throw invalidProblem("/channelId", "names no channel");
    }
  }
}

const invalidProblem = (pointer: string, message: string): Problem =>
  new Problem(422, INVALID, { errors: [{ pointer, message }] });

const idIn = (value: unknown): string[] => (typeof value === "string" ? [value] : []);
