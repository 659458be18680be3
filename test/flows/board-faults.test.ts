import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { channelKinds } from "../../src/channels/registry.ts";
import { exampleOf, limitsOf, standingOf } from "../support/channel-kinds.ts";
import { platform, watch } from "../support/platform.ts";
import { runs } from "../support/runs.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 12);
const CREATORS = ["7012", "7013"];
const PLACEHOLDER = "This message or a newer one shows who is live.";

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What goes wrong in a minute. */
interface Fault {
  /** The answers to posts and edits. */
  answers: "fine" | "lost" | "refused" | "503";
  /** People delete the board's message. */
  deleted: boolean;
  /** The process dies after sending something and before storing that. */
  dies: boolean;
  /** A creator starts or ends a stream. */
  flips: boolean;
}

/** The kinds that can have a board: those whose messages can be edited. */
const KINDS = Object.values(channelKinds).flatMap(({ kind, edits }) => (edits ? [kind] : []));

interface Posted {
  says: string;
  metadata: unknown;
}

type Body = Record<string, unknown> & { nonce?: string; metadata?: unknown };

/** Discord remembers nonces for some minutes, even of deleted messages. */
const NONCES_MS = 600_000;

/** A chat that stores messages, with a board in it. */
async function boardIn(kind: string) {
  const cloud = await platform();
  const messages = new Map<number, Posted>();
  const nonces = new Map<string, { id: number; at: number }>();
  const live = new Set<string>();
  let now = START;
  let fault: Fault["answers"] = "fine";
  let created = 0;
  const { forbids, missing } = limitsOf(kind);
  const { answer: ok, edited: editedBy } = standingOf(kind);
  const post = (body: Body, says: string) => {
    const same = nonces.get(body.nonce ?? "");
    if (same !== undefined && now - same.at < NONCES_MS) return ok(same.id);
    const id = ++created;
    if (body.nonce !== undefined) nonces.set(body.nonce, { id, at: now });
    messages.set(id, { says, metadata: body.metadata });
    return ok(id);
  };
  cloud.outside = (url, text) => {
    if (url.startsWith("https://upstream.example")) {
      const on = live.has(/user_id=(\d+)/.exec(url)?.[1] ?? "");
      const row = { alive: on, room_id: on ? 7100 : 0 };
      return { status: 200, body: JSON.stringify({ code: 0, data: { data: [row] } }) };
    }
    if (fault === "503") return { status: 503, body: "" };
    if (fault === "refused" && url.includes("conversations") === false) return forbids;
    if (url.includes("conversations.history")) {
      const all = [...messages].map(([id, { metadata }]) => ({ ts: `${id}.1`, metadata })).reverse();
      return { status: 200, body: JSON.stringify({ ok: true, channel: "C012AB", messages: all.slice(0, 15) }) };
    }
    const body = JSON.parse(text) as Body;
    const edited = editedBy({ url, body: text });
    if (edited !== null && !messages.has(edited)) return missing!;
    const answer = edited === null ? post(body, text) : ok(edited);
    if (edited !== null) messages.get(edited)!.says = text;
    if (fault === "lost") throw new Error("the answer was lost");
    return answer;
  };
  await watch(cloud, CREATORS, { settings: { graceSeconds: 0, confirmOff: 1 } });
  const channel = await cloud.api("POST", "/v1/channels", { kind, name: "stage", settings: exampleOf(kind).settings });
  const board = await cloud.api("POST", "/v1/boards", { name: "On stage", channelId: channel.body.id });
  expect(board.status, JSON.stringify(board.body)).toBe(201);
  return {
    messages,
    live,
    made: () => created,
    /** The messages that say who is live. */
    telling: () => [...messages.values()].filter(({ says }) => !says.includes(PLACEHOLDER)),
    async tick(at: number, { answers, deleted, dies, flips }: Fault) {
      now = at;
      fault = answers;
      if (flips) {
        const who = CREATORS[(at / MINUTE) % 2]!;
        if (!live.delete(who)) live.add(who);
      }
      if (deleted) for (const [id, { says }] of messages) if (!says.includes(PLACEHOLDER)) messages.delete(id);
      cloud.database = (statements) => {
        if (dies && statements.some(({ text }) => text.includes("UPDATE deliveries SET status =")))
          throw new Error("killed");
      };
      await cloud.tick(at);
    },
  };
}

const CALM: Fault = { answers: "fine", deleted: false, dies: false, flips: false };

const fault: fc.Arbitrary<Fault> = fc.record({
  answers: fc.constantFrom("fine", "fine", "lost", "503", "refused"),
  deleted: fc.constantFrom(false, false, false, true),
  dies: fc.constantFrom(false, false, true),
  flips: fc.boolean(),
});

test.each(KINDS)(
  "%s: one message says who is live, whatever was lost, deleted or killed, and any other is a placeholder",
  { timeout: process.env["LONG"] ? 3_600_000 : 600_000 },
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { minLength: 1, maxLength: 25 }), async (faults) => {
        vi.setSystemTime(START);
        const board = await boardIn(kind);
        let at = START;
        for (const one of faults) {
          await board.tick((at += MINUTE), one);
          expect(board.telling().length).toBeLessThanOrEqual(1);
        }
        for (let n = 0; n < 20; n++) await board.tick((at += MINUTE), CALM);
        const telling = board.telling();
        expect(telling).toHaveLength(1);
        for (const id of CREATORS) expect(telling[0]!.says.includes(`user ${id}`)).toBe(board.live.has(id));
      }),
      { numRuns: runs(400, 3) },
    );
  },
);

test.each(KINDS)(
  "%s: if the answers to four posts are lost, at most three orphans remain, without content",
  async (kind) => {
    const board = await boardIn(kind);
    board.live.add("7012");
    let at = START;
    for (let n = 0; n < 4; n++) await board.tick((at += MINUTE), { ...CALM, answers: "lost" });
    // A bot that reads the latest messages finds its own, and has edited it by now.
    if (typeof channelKinds[kind]!.recall !== "object") expect(board.telling()).toEqual([]);
    for (let n = 0; n < 12; n++) await board.tick((at += MINUTE), CALM);
    expect(board.telling()).toHaveLength(1);
    // A bot finds its message again.
    if (channelKinds[kind]!.recall !== undefined) expect(board.made()).toBe(1);
  },
);

test.each(KINDS)("%s: a message deleted soon after it was posted is posted again at once", async (kind) => {
  const board = await boardIn(kind);
  await board.tick(START + MINUTE, CALM);
  await board.tick(START + 2 * MINUTE, { ...CALM, deleted: true, flips: true });
  await board.tick(START + 3 * MINUTE, CALM);
  expect(board.telling()).toHaveLength(1);
  expect(board.telling()[0]!.says).toContain("user ");
  expect(board.messages.size).toBe(1);
});
