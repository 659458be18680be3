import { ok } from "../../core/result.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { liveParams } from "../../kinds/live/params.ts";
import {
  importSessions,
  sessionKey,
  TIME_FAULTS,
  type ImportedSession,
  type ImportSessionsDeps,
} from "./import-sessions.ts";
import type { PastLine } from "./past-lines.ts";

/** Why a line is no stream that can be stored. */
export type PastFault = "who" | "two" | "time" | "day" | keyof typeof TIME_FAULTS;

/** What a line says: a stream, or why it is none. */
export type PastRead =
  | { line: PastLine; session: ImportedSession; isNew: boolean }
  | { line: PastLine; fault: PastFault };

/** What a word of a line names a creator by. */
const paramsOf = (named: string) => (/^\d{5,32}$/.test(named) ? { userId: named } : { handle: named });

const identityOf = (named: string): string | null => {
  const params = liveParams().safeParse(paramsOf(named));
  return params.success ? targetKinds["live"]!.identity(params.data) : null;
};

const OF_OURS = /^tgt_\w{20,40}$/;

const faultOf = (message: string): PastFault =>
  (Object.keys(TIME_FAULTS) as (keyof typeof TIME_FAULTS)[]).find((one) => TIME_FAULTS[one] === message) ?? "time";

/**
 * Finds whose streams the lines are: by id, user id or handle, else by name. With `store` false nothing is stored, and
 * every stream counts as new.
 */
export async function readPast(lines: PastLine[], deps: ImportSessionsDeps, store: boolean): Promise<PastRead[]> {
  const words = [...new Set(lines.flatMap(({ who }) => who))];
  const identities = new Map(words.flatMap((one) => [[one, identityOf(one)] as const]).filter(([, id]) => id !== null));
  const known = await deps.importable(
    words.filter((one) => OF_OURS.test(one)),
    [...new Set(identities.values())] as string[],
  );
  const ids = new Set(known.map(({ id }) => id));
  const called = new Set(known.flatMap(({ identity, alias }) => [identity, alias ?? identity]));
  const byName = Map.groupBy(await deps.namedSo(words.filter((one) => !OF_OURS.test(one))), ({ name }) =>
    name.toLowerCase(),
  );
  const rowOf = ({ who, startedAt, endedAt, ambiguous }: PastLine): object | PastFault => {
    if (ambiguous) return "day";
    const times = { startedAt, endedAt };
    for (const one of who) {
      if (ids.has(one)) return { targetId: one, ...times };
      const identity = identities.get(one);
      if (identity != null && called.has(identity)) return { ...paramsOf(one), ...times };
      const named = byName.get(one.toLowerCase()) ?? [];
      if (new Set(named.map((found) => found.identity)).size > 1) return "two";
      if (named.length > 0) return { targetId: named[0]!.id, ...times };
    }
    return "who";
  };
  const found = lines.map(rowOf);
  const rows = found.filter((one) => typeof one === "object");
  const kept = { ...deps, store: async (all: ImportedSession[]) => new Set(all.map(sessionKey)) };
  const results = await importSessions(
    rows.map((one) => ok(one as never)),
    store ? deps : kept,
  );
  let at = 0;
  return lines.map((line, index): PastRead => {
    const one = found[index]!;
    if (typeof one === "string") return { line, fault: one };
    const result = results[at++]!;
    if ("errors" in result) return { line, fault: faultOf(result.errors[0]!.message) };
    return { line, session: result.session, isNew: result.isNew };
  });
}
