import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { channelKinds } from "../../src/channels/registry.ts";
import { exampleOf, limitsOf, standingOf } from "../support/channel-kinds.ts";
import { fakeTime, platform, watch, type Platform } from "../support/platform.ts";
import { runs } from "../support/runs.ts";

describe("boards", () => {
  const MINUTE = 60_000;
  const START = Date.UTC(2026, 0, 5, 12);

  fakeTime(START);

  interface Post {
    /** The message that was edited; null for a new one. */
    edited: string | null;
    says: string;
  }

  interface Chat extends Platform {
    posts: Post[];
    /** The messages that people have deleted. */
    deleted: Set<string>;
    /** User ids that are live. */
    live: Set<string>;
    channelId: string;
    boardId: string;
    at: (minutes: number) => Promise<void>;
  }

  /** A board in a Discord channel, about creators whom the test lets go live. */
  async function chat(userIds: string[], board: object = {}): Promise<Chat> {
    const cloud = await platform();
    const [posts, deleted, live] = [[] as Post[], new Set<string>(), new Set<string>()];
    cloud.outside = (url, body) => {
      if (!url.startsWith("https://discord.com/")) {
        const on = live.has(/user_id=(\d+)/.exec(url)?.[1] ?? "");
        const row = { alive: on, room_id: on ? 7100 : 0 };
        return { status: 200, body: JSON.stringify({ code: 0, data: { data: [row] } }) };
      }
      const edited = /\/messages\/(\d+)/.exec(url)?.[1] ?? null;
      if (edited !== null && deleted.has(edited)) return { status: 404, body: JSON.stringify({ code: 10008 }) };
      const { content, embeds = [] } = JSON.parse(body);
      posts.push({ edited, says: [content, ...embeds.map((one: any) => one.description)].join("\n") });
      return { status: 200, body: JSON.stringify({ id: edited ?? String(posts.length) }) };
    };
    await watch(cloud, userIds, { settings: { graceSeconds: 0, confirmOff: 1 } });
    // Poll every creator once. Until then a board does not list anyone as offline.
    expect(await cloud.tick(START)).toBe(true);
    const settings = { url: "https://discord.com/api/webhooks/1001/secret" };
    const channel = await cloud.api("POST", "/v1/channels", { kind: "discord", name: "stage", settings });
    const created = await cloud.api("POST", "/v1/boards", { name: "On stage", channelId: channel.body.id, ...board });
    expect([created.status, created.body]).toMatchObject([201, { shownAt: null, watchlistId: null }]);
    const at: Chat["at"] = async (minutes) => expect(await cloud.tick(START + minutes * MINUTE)).toBe(true);
    return Object.assign(cloud, { posts, deleted, live, channelId: channel.body.id, boardId: created.body.id, at });
  }

  const LOADING = { edited: null, says: expect.stringContaining("This message or a newer one shows who is live.") };

  test("one message says who is live: posted once, edited on changes, at most every thirty seconds", async () => {
    const cloud = await chat(["7012", "7013"]);
    await cloud.at(1);
    expect(cloud.posts).toEqual([LOADING, { edited: "1", says: expect.stringContaining("On stage · No one is live") }]);
    cloud.posts.shift();
    cloud.live.add("7012");
    await cloud.at(2);
    expect(cloud.posts.slice(1)).toEqual([{ edited: "1", says: expect.stringContaining("On stage · 1 live") }]);
    expect(cloud.posts[1]!.says).toContain("**user 7012** · since <t:");
    await cloud.at(3);
    expect(cloud.posts).toHaveLength(2);
    cloud.live.add("7013");
    await cloud.at(4);
    expect(cloud.posts[2]).toMatchObject({ edited: "1", says: expect.stringContaining("2 live") });
    cloud.live.clear();
    await cloud.api("PATCH", `/v1/boards/${cloud.boardId}`, { name: "On the stage" });
    await cloud.tick(START + 4 * MINUTE + 20_000);
    expect(cloud.posts).toHaveLength(3);
    await cloud.at(5);
    const last = cloud.posts.slice(3);
    expect(last.map(({ edited }) => edited)).toEqual(["1"]);
    expect(last[0]!.says).toContain("On the stage · No one is live");
    const { body } = await cloud.api("GET", "/v1/deliveries");
    expect(body.items).toHaveLength(1);
    expect(body.items[0]).toMatchObject({ status: "sent", eventIds: [], boardId: cloud.boardId });
    expect((await cloud.api("POST", `/v1/deliveries/${body.items[0].id}/replay`)).status).toBe(409);
  });

  test("it is posted again if it was deleted, and refreshed every quarter of an hour", async () => {
    const cloud = await chat(["7012"]);
    await cloud.at(1);
    cloud.deleted.add("1");
    for (let n = 2; n <= 15; n++) await cloud.at(n);
    expect(cloud.posts).toHaveLength(2);
    await cloud.at(16);
    expect(cloud.posts.slice(2)).toEqual([LOADING, { edited: "3", says: expect.stringContaining("No one is live") }]);
    cloud.live.add("7012");
    await cloud.at(17);
    expect(cloud.posts[4]).toMatchObject({ edited: "3" });
  });

  test("a failed update is retried by the schedule with the content of then, and edits the existing message", async () => {
    const cloud = await chat(["7012"]);
    await cloud.at(1);
    cloud.posts.shift();
    const own = cloud.outside;
    cloud.outside = (url, body) =>
      url.startsWith("https://discord.com/") ? { status: 500, body: "" } : own(url, body);
    cloud.live.add("7012");
    await cloud.at(2);
    cloud.live.clear();
    await cloud.at(3);
    const [delivery] = (await cloud.api("GET", "/v1/deliveries")).body.items;
    expect(delivery).toMatchObject({ status: "pending", nextAttemptAt: expect.any(String) });
    expect(delivery.attempts[0].at).toBe(new Date(START + 2 * MINUTE).toISOString());
    cloud.outside = own;
    for (let n = 4; n <= 6; n++) await cloud.at(n);
    expect(cloud.posts.slice(1)).toEqual([{ edited: "1", says: expect.stringContaining("No one is live") }]);
  });

  test("it does not say that no one is live while that is unknown", async () => {
    const cloud = await chat(["7012"]);
    cloud.live.add("7012");
    await cloud.at(1);
    const own = cloud.outside;
    cloud.outside = (url, body) =>
      url.startsWith("https://discord.com/") ? own(url, body) : { status: 401, body: "" };
    await cloud.at(2);
    await cloud.at(3);
    expect(cloud.posts.at(-1)!.says).toMatch(/We can't tell who is live[^]*Unknown since <t:[^]*user 7012/);
  });

  test("a board that was deleted or moved says so in its old message", async () => {
    const cloud = await chat(["7012"]);
    await cloud.at(1);
    const settings = { url: "https://discord.com/api/webhooks/1002/secret" };
    const other = await cloud.api("POST", "/v1/channels", { kind: "discord", name: "hall", settings });
    expect((await cloud.api("PATCH", `/v1/boards/${cloud.boardId}`, { channelId: other.body.id })).status).toBe(200);
    await cloud.at(2);
    const over = "This board is no longer updated.";
    expect(cloud.posts.slice(1)).toEqual(
      expect.arrayContaining([
        { edited: "1", says: over },
        LOADING,
        { edited: "4", says: expect.stringContaining("No one") },
      ]),
    );
    expect(cloud.calls.filter((url) => url.includes("/1002/"))).toHaveLength(2);
    const before = cloud.posts.length;
    expect((await cloud.api("DELETE", `/v1/channels/${other.body.id}`)).status).toBe(409);
    expect((await cloud.api("DELETE", `/v1/boards/${cloud.boardId}`)).status).toBe(204);
    await cloud.at(3);
    expect(cloud.posts.slice(before)).toEqual([{ edited: expect.any(String), says: over }]);
    await cloud.at(30);
    expect(cloud.posts).toHaveLength(before + 1);
  });

  test("it shows only its watchlist, and returns with its channel", async () => {
    const cloud = await chat(["7012"]);
    const list = await cloud.api("POST", "/v1/watchlists", { name: "empty" });
    await cloud.api("PATCH", `/v1/boards/${cloud.boardId}`, { watchlistId: list.body.id });
    cloud.live.add("7012");
    await cloud.at(1);
    expect(cloud.posts[1]!.says).toContain("No one is live");
    await cloud.api("PATCH", `/v1/boards/${cloud.boardId}`, { watchlistId: null });
    const own = cloud.outside;
    cloud.outside = (url, body) =>
      url.startsWith("https://discord.com/") ? { status: 404, body: JSON.stringify({ code: 10015 }) } : own(url, body);
    await cloud.at(2);
    expect((await cloud.api("GET", `/v1/channels/${cloud.channelId}`)).body).toMatchObject({ enabled: false });
    cloud.outside = own;
    await cloud.at(3);
    expect(cloud.posts).toHaveLength(2);
    await cloud.api("PATCH", `/v1/channels/${cloud.channelId}`, { enabled: true });
    await cloud.at(4);
    expect(cloud.posts.at(-1)!.says).toContain("1 live");
  });

  test("a channel without editable messages is rejected, by the API and in the document", async () => {
    const cloud = await chat([]);
    const settings = { url: "https://hooks.slack.com/services/T1/B1/x" };
    const slack = await cloud.api("POST", "/v1/channels", { kind: "slack", name: "slack", settings });
    const invalid = { pointer: "/channelId", message: expect.stringMatching(/messages can be edited \(discord, /) };
    const created = await cloud.api("POST", "/v1/boards", { name: "no", channelId: slack.body.id });
    expect([created.status, created.body.errors]).toEqual([422, [invalid]]);
    const changed = await cloud.api("PATCH", `/v1/boards/${cloud.boardId}`, { channelId: slack.body.id });
    expect([changed.status, changed.body.errors]).toEqual([422, [invalid]]);
    const boards = [{ name: "On stage", channelId: "slack", watchlistId: null }];
    const applied = await cloud.api("PUT", "/v1/config", { version: 1, boards });
    expect([applied.status, applied.body.errors]).toEqual([422, [{ ...invalid, pointer: "/boards/0/channelId" }]]);
  });
});

describe("board faults", () => {
  const MINUTE = 60_000;
  const START = Date.UTC(2026, 0, 5, 12);
  const CREATORS = ["7012", "7013"];
  const PLACEHOLDER = "This message or a newer one shows who is live.";

  fakeTime(START);

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
  const KINDS = Object.values(channelKinds).flatMap(({ kind, editing }) => (editing === undefined ? [] : [kind]));

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
    const channel = await cloud.api("POST", "/v1/channels", {
      kind,
      name: "stage",
      settings: exampleOf(kind).settings,
    });
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
});
