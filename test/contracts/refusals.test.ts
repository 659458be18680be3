import { describe, expect, test } from "vitest";
import type { OutboundAnswer, OutboundRequest } from "../../src/channels/kind.ts";
import { anyRefusals, LIMIT_SECONDS, type Refusal } from "../../src/channels/limits.ts";
import { retryNow } from "../../src/engine/deliver/channel-store.ts";
import { deliver } from "../../src/engine/deliver/deliver.ts";
import { everyKind, exampleOf, limitsOf } from "../support/channel-kinds.ts";
import { tellingOn } from "../support/delivery-world.ts";
import { answered } from "../support/messages.ts";
import { outbound } from "../support/outbound.ts";
import { migratedSqlite } from "../support/sqlite-d1.ts";

// Every refusal of every destination, for each thing that a channel does: an edit, a new message, a message in one
// thread, and a board. What is limited waits, nothing else does, and nothing is dead that a person could fix.

const MINUTE = 60_000;
const T = Date.UTC(2026, 0, 5, 12);
/** The minutes until a limit ends, and until somebody has fixed the destination. */
const MENDED = LIMIT_SECONDS / 60;
const LAST = MENDED + 15;

/** What is refused, while everything else is accepted. */
type Act = "edit" | "post" | "thread" | "board";

const actsOf = (name: string): Act[] => {
  const { editing, threads } = everyKind.find(([one]) => one === name)![1];
  return [...(editing ? (["edit", "board"] as const) : []), "post", ...(threads ? (["thread"] as const) : [])];
};

/** A message of Discord from ten minutes ago. */
const YOUNG = String(BigInt(T - 10 * MINUTE - Date.UTC(2015, 0, 1)) << 22n);

const board = { name: "Who is live", content: { onAir: [], more: 0, atLeast: false, blindSince: null }, shownAt: T };

/** Texts by which the receiver and the test recognize the creators. */
const REFUSED = "Rita";
const OTHER = "Otto";

/** Reports whether a request edits a message. */
const isEdit = (name: string, request: OutboundRequest): boolean =>
  (limitsOf(name).standing?.edited(request) ?? null) !== null;

interface Call {
  at: number;
  request: OutboundRequest;
  refused: boolean;
}

/** A channel whose destination refuses one thing until it is fixed. The clock stands still but for ticks. */
async function world(name: string, act: Act, refusal: Refusal) {
  const telling = tellingOn(await migratedSqlite());
  const { settings, took, ref } = exampleOf(name);
  const threads = act === "thread";
  const { threadId: _, ...rest } = settings;
  const own = threads ? { ...rest, threadName: "{{name}}" } : settings;
  const row = { kind: name, threads: threads ? JSON.stringify({ tgt_rita: "111", tgt_otto: "222" }) : null };
  await telling.channel("ch", row, own as Record<string, string>);
  const calls: Call[] = [];
  let now = T;
  let mended = false;
  const isRefused = (request: OutboundRequest): boolean =>
    act === "edit" || act === "board"
      ? isEdit(name, request) && !request.url.includes(YOUNG)
      : act === "thread"
        ? /\b111\b/.test(request.url) && !isEdit(name, request)
        : !isEdit(name, request);
  const send = async (request: OutboundRequest): Promise<OutboundAnswer> => {
    const refused = !mended && isRefused(request);
    calls.push({ at: now, request, refused });
    return refused ? answered(refusal.status, refusal.body, refusal.headers) : answered(took.status, took.body);
  };
  const deps = outbound(send, telling.outbox, {
    wallNow: () => telling.clock.wall,
    board: async () => ({ ...board, channelId: "ch" }),
  });
  let notified = 0;
  const event = async (who: string, type: "live.started" | "live.ended", more: object = {}) => {
    const id = `d${notified++}`;
    await telling.tell(now, { id, channelId: "ch", ...more });
    const target = JSON.stringify({ name: who, kind: "live", params: { userId: "1" } });
    await telling.db
      .prepare("UPDATE events SET type = ?2, target = ?3, target_id = ?4 WHERE id = ?1")
      .bind(`evt_${id}`, type, target, `tgt_${who.toLowerCase()}`)
      .run();
    return id;
  };
  return {
    telling,
    calls,
    mend: () => void (mended = true),
    start: (who: string) => event(who, "live.started"),
    /** The end of a stream whose start was sent an hour and more ago, or as `sent`. */
    async end(who: string, sent = threads ? `222:${ref}` : ref!) {
      const start = await event(who, "live.started");
      await telling.db
        .prepare("UPDATE deliveries SET status = 'sent', next_attempt_at = NULL, message_ref = ?2 WHERE id = ?1")
        .bind(start, sent)
        .run();
      const id = await event(who, "live.ended", { edits: start });
      await telling.db
        .prepare(`UPDATE events SET data = '{"durationSeconds":60}', follows = ?2 WHERE id = ?1`)
        .bind(`evt_${id}`, JSON.stringify({ eventId: `evt_${start}`, detectedAt: T }))
        .run();
      return id;
    },
    async board() {
      const id = await event(REFUSED, "live.started");
      await telling.db
        .prepare("UPDATE deliveries SET board = 'brd', items = '[]', message_ref = ?2 WHERE id = ?1")
        .bind(id, ref!)
        .run();
      return id;
    },
    async tick(minute: number) {
      now = T + minute * MINUTE;
      telling.clock.wall = Math.max(telling.clock.wall, now);
      await retryNow(telling.db, now, now - MINUTE, now - 10 * MINUTE);
      for (let [more, n] = [true, 0]; more; n++) {
        if (n > 20) throw new Error(`still more: ${JSON.stringify(await telling.ids("status = 'pending'"))}`);
        ({ more } = await deliver(now, 100, null, deps));
      }
    },
    async failure() {
      const { failure } = await telling.row("ch", "channels");
      return failure === null ? null : (JSON.parse(String(failure)) as object);
    },
    status: async (id: string) => String((await telling.row(id))["status"]),
    /** The minute in which a delivery was sent. */
    async sentAfter(id: string) {
      const at = (await telling.row(id))["sent_at"];
      return at === null ? null : (Number(at) - T) / MINUTE;
    },
  };
}

/** The deliveries: one that is refused, and others that must not wait for it. */
async function begun(one: Awaited<ReturnType<typeof world>>, act: Act): Promise<string> {
  if (act === "edit") return one.end(REFUSED);
  return act === "board" ? one.board() : one.start(REFUSED);
}

async function beside(
  one: Awaited<ReturnType<typeof world>>,
  name: string,
  act: Act,
  { limits }: Refusal,
): Promise<string[]> {
  const canEdit = everyKind.find(([other]) => other === name)![1].editing !== undefined;
  if (act === "thread") return [await one.start(OTHER), await one.end(OTHER)];
  if (act === "post") return canEdit ? [await one.end(OTHER)] : [];
  const start = await one.start(OTHER);
  return limits === "oldEdits" ? [start, await one.end(OTHER, YOUNG)] : [start];
}

const ACTS: Record<Exclude<Refusal["of"], undefined>, Act[]> = {
  edits: ["edit", "board"],
  posts: ["post"],
  threads: ["thread"],
};

/** Reports whether a destination refuses this so: some refusals are of edits alone. */
const concerns = (act: Act, { limits, of = limits === "oldEdits" ? "edits" : undefined }: Refusal): boolean =>
  of === undefined || ACTS[of].includes(act);

const cases = everyKind.flatMap(([name]) =>
  actsOf(name).flatMap((act) =>
    [...limitsOf(name).refusals, ...anyRefusals]
      .filter((refusal) => concerns(act, refusal))
      .map((refusal) => [name, act, refusal.name, refusal] as const),
  ),
);

/** Every third in the short run. */
const tried = process.env["LONG"] ? cases : cases.filter((_, n) => n % 3 === 0);

describe.each(tried)("%s: %s refused with %s", (name, act, _, refusal) => {
  test(`means ${refusal.means}`, async () => {
    const one = await world(name, act, refusal);
    const refused = await begun(one, act);
    await one.tick(0);
    expect(one.calls.some((call) => call.refused)).toBe(true);
    const rest = await beside(one, name, act, refusal);
    // A second one of the same kind: it waits only where that kind is limited.
    const second = act === "post" ? await one.start(OTHER) : null;
    await one.tick(1);
    const everything = refusal.limits === "everything" || refusal.means === "gone";
    if (!everything) for (const id of rest) expect(await one.sentAfter(id)).toBe(1);
    for (let minute = 2; minute < MENDED; minute++) await one.tick(minute);
    const before = one.calls.filter((call) => call.refused);
    if (refusal.means === "limit") {
      expect(before).toHaveLength(1);
      expect(await one.status(refused)).toBe("pending");
    }
    if (refusal.means === "content") expect(await one.status(refused)).toBe("dead");
    if (refusal.means === "gone") {
      expect(await one.telling.row("ch", "channels")).toMatchObject({ enabled: 0 });
      expect(one.calls).toHaveLength(1);
      return;
    }
    if (refusal.means === "fault") {
      expect(await one.status(refused)).toBe("pending");
      expect(await one.telling.row("ch", "channels")).toMatchObject({ enabled: 1 });
    }
    if (refusal.means === "state") {
      // A message that can no longer be edited is sent anew.
      expect(["pending", "sent"]).toContain(await one.status(refused));
      if ((await one.status(refused)) === "pending") {
        expect((await one.telling.row(refused))["reason"]).toMatch(/\w/);
        // Reported although other messages arrive.
        expect(await one.failure()).toMatchObject({ refusals: 2, reason: expect.stringMatching(/\w/) });
      }
      expect(await one.telling.row("ch", "channels")).toMatchObject({ enabled: 1 });
    }
    // A board that can't be edited is not posted again and again.
    const posts = one.calls.filter(({ request }) => act === "board" && !isEdit(name, request));
    expect(posts.filter(({ request }) => request.body.includes("Loading")).length).toBeLessThanOrEqual(2);
    one.mend();
    for (let minute = MENDED; minute <= LAST; minute++) await one.tick(minute);
    const all = [...(refusal.means === "content" ? [] : [refused]), ...rest];
    for (const id of all) expect(await one.status(id)).toBe("sent");
    if (second !== null && refusal.means !== "content") expect(await one.status(second)).toBe("sent");
    if (refusal.means === "limit") expect(await one.sentAfter(refused)).toBe(MENDED);
    if (refusal.means !== "content") expect(await one.failure()).toBeNull();
  });
});

test("the cases include each thing that a channel does, and each meaning of a refusal", () => {
  expect(new Set(tried.map(([, act]) => act))).toEqual(new Set(["edit", "board", "post", "thread"]));
  for (const means of ["content", "state", "limit", "gone", "fault"])
    expect(tried.some(([, , , one]) => one.means === means)).toBe(true);
  expect(cases.length).toBeGreaterThan(400);
});
