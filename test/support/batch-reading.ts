import type { Breakers } from "../../src/core/circuit-breaker.ts";
import { factsOf } from "../../src/core/facts.ts";
import { PUBLIC_ONLY } from "../../src/core/public-url.ts";
import { ok } from "../../src/core/result.ts";
import type { WatchedTarget } from "../../src/engine/poll/batch.ts";
import type { Read } from "../../src/engine/poll/calls.ts";
import { readAll } from "../../src/engine/poll/read.ts";
import { live } from "../../src/kinds/live/kind.ts";
import { plainOperation } from "./readings.ts";

export const AT = Date.UTC(2026, 0, 5, 12);
export const MINUTE = 60_000;

/** Offline a minute ago; live since `since` if given. */
export const watched = (userId: string, since: number | null = null): WatchedTarget => ({
  id: `tgt_${userId}`,
  kind: "live",
  name: userId,
  watchlistId: "wl_default",
  params: { userId },
  settings: live.settings().parse({}),
  announceInitial: false,
  intervalSeconds: 60,
  sheetId: 1,
  revision: 0,
  judgedAt: AT - MINUTE,
  state: JSON.stringify({
    verdict: since === null ? "off" : "on",
    since: since ?? AT - MINUTE,
    session:
      since === null
        ? null
        : { id: "ses_1", room: "7100", startedAt: since, startedAfter: null, lastOnAt: null, toldAt: since },
    flip: null,
    baseline: false,
  }),
  consecutiveFaults: 0,
  lastOkAt: AT - MINUTE,
  onAir: since !== null,
  unknownSince: null,
  expectedAt: null,
  expectedConfidence: null,
});

const bodies: Record<string, object> = {
  "live.check": { code: 0, data: { data: [{ alive: true, room_id: "7100" }] } },
  "live.info": { code: 0, data: { room: { title: "Hello" } } },
  "user.info": { code: 0, data: { user: { nickname: "Maria" } } },
};
const fields = { title: "/data/room/title", name: "/data/user/nickname" };

/** Reads targets that are all live, and returns the calls made. */
export async function reading(
  targets: WatchedTarget[],
  how: {
    answer?: (operation: string, userId: string) => ReturnType<Read> | null;
    most?: number;
    all?: number;
    heldBack?: number;
    laterToo?: boolean;
    deadline?: AbortSignal;
    configured?: string[];
    breakers?: Breakers;
    tests?: boolean;
    alone?: boolean;
    late?: (requested: number) => boolean;
    slow?: (requested: number) => boolean;
    sideBySide?: number;
  } = {},
) {
  const asked: string[] = [];
  const bugs: unknown[] = [];
  const read: Read = async ({ operation: name, values }) => {
    asked.push(`${name} ${String(values["userId"])}`);
    const own = (await how.answer?.(name, String(values["userId"]))) ?? null;
    if (own !== null) return own;
    const body = bodies[name] as never;
    const operation = { ...plainOperation(name), fields };
    return ok({ body, operation, facts: factsOf(body, fields, PUBLIC_ONLY) });
  };
  const { most: max = 100, all = 200, heldBack = 0, laterToo = true } = how;
  const answers = await readAll(
    targets.map((target) => ({ target, lastAt: AT - MINUTE, calls: 1 })),
    AT,
    { most: max, all, heldBack, laterToo },
    {
      read,
      widthAt: () => how.sideBySide ?? 6,
      wallNow: () => 0,
      more: async () => 0,
      sharedOf: () => null,
      configured: (operation) => how.configured?.includes(operation) ?? true,
      deadline: () => how.deadline ?? new AbortController().signal,
      late: () => how.late?.(asked.length) ?? false,
      breakers: how.breakers ?? {},
      tests: () => how.tests ?? true,
      alone: how.alone ?? false,
      slow: () => how.slow?.(asked.length) ?? false,
      bug: (thrown) => bugs.push(thrown),
    },
  );
  const notified = Object.fromEntries(
    answers.seen.map(({ target, seen }) => [target.name, seen?.ok ? ((seen.value as any).told?.info ?? null) : seen]),
  );
  return { ...answers, asked, told: notified, bugs };
}
