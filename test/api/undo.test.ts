import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { targetKinds } from "../../src/kinds/registry.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

let api: RunningApi;
let me: Visitor;
beforeAll(async () => {
  api = await runSqliteApi();
  me = await context(api);
});
beforeEach(() => api.clear());
afterEach(() => vi.useRealTimers());
afterAll(() => api.stop());

const created = async (what: string, body: object): Promise<string> =>
  (await api.call("POST", `/v1/${what}`, body)).body.id;
const channel = () => created("channels", { kind: "webhook", name: "hook", settings: { url: "http://127.0.0.1:9/x" } });
const creator = (userId = "7012") => created("targets", { kind: "live", name: `C${userId}`, params: { userId } });
const alert = async (channelId: string) => created("subscriptions", { name: "A", events: ["live.*"], channelId });
const WEEKLY = { schedule: "0 9 * * 1", timezone: "UTC", period: "P7D", sections: ["lives"] };
const digest = async (channelId: string) => created("digests", { name: "D", channelId, ...WEEKLY });

/** A change on a page that offers an Undo: what is changed, by which form, and how a colleague changes the same. */
interface Case {
  make(): Promise<string>;
  path: string;
  send(id: string): [string, [string, string][]];
  later: object;
}

const CASES: Record<string, Case> = {
  "a channel's switch": {
    make: channel,
    path: "channels",
    send: (id) => [`/channels/${id}/off`, []],
    later: { name: "theirs" },
  },
  "an alert's pause": {
    make: async () => alert(await channel()),
    path: "subscriptions",
    send: (id) => [`/alerts/${id}/pause`, []],
    later: { name: "theirs" },
  },
  "a digest's pause": {
    make: async () => digest(await channel()),
    path: "digests",
    send: (id) => [`/digests/${id}/pause`, []],
    later: { name: "theirs" },
  },
  "a creator's pause": {
    make: creator,
    path: "targets",
    send: (id) => [`/creators/${id}/pause`, []],
    later: { name: "theirs" },
  },
  "the pause of several": {
    make: creator,
    path: "targets",
    send: (id) => ["/creators/pause", [["id", id]]],
    later: { name: "theirs" },
  },
  "a creator's snooze": {
    make: creator,
    path: "targets",
    send: (id) => [`/snoozes/${id}`, [["for", "week"]]],
    later: {},
  },
};

/** What is kept of it, and of the silences. */
const stored = async ({ path }: Case, id: string) => [
  (await api.call("GET", `/v1/${path}/${id}`)).body,
  (await api.call("GET", "/v1/silences")).body.items,
];

/** A colleague changes what the Undo is about. */
async function changedByRest(one: Case, id: string): Promise<void> {
  const { items } = (await api.call("GET", "/v1/silences")).body;
  const answer =
    items.length > 0
      ? await api.call("PATCH", `/v1/silences/${items[0].id}`, { reason: "theirs" })
      : await api.call("PATCH", `/v1/${one.path}/${id}`, one.later);
  expect(answer.status).toBe(200);
}

describe.each(Object.entries(CASES))("an Undo of %s", (_name, one) => {
  test("takes it back", async () => {
    const id = await one.make();
    const { enabled } = (await stored(one, id))[0];
    const { text } = await me.send(...one.send(id));
    expect((await me.undo(text)).status).toBe(303);
    const [now, silences] = await stored(one, id);
    expect([now.enabled, silences]).toEqual([enabled, []]);
  });

  test("leaves what a colleague changed since as it is, and says so", async () => {
    const id = await one.make();
    const { text } = await me.send(...one.send(id));
    await changedByRest(one, id);
    const before = await stored(one, id);
    const undone = await me.undo(text);
    expect([undone.status, undone.text]).toEqual([412, expect.stringContaining("Someone else changed this")]);
    expect(await stored(one, id)).toEqual(before);
  });

  test("comes too late after ten minutes", async () => {
    const id = await one.make();
    const { text } = await me.send(...one.send(id));
    const before = await stored(one, id);
    vi.useFakeTimers({ now: Date.now() + 601_000, toFake: ["Date"] });
    const undone = await me.undo(text);
    expect([undone.status, undone.text]).toEqual([409, expect.stringContaining("undo a change for ten minutes")]);
    vi.useRealTimers();
    expect(await stored(one, id)).toEqual(before);
  });

  test("of what is gone says that it is gone, or that there is nothing to do", async () => {
    const id = await one.make();
    const { text } = await me.send(...one.send(id));
    await api.call("DELETE", `/v1/${one.path}/${id}?cascade=true`);
    expect((await me.undo(text)).status).toBeLessThan(500);
    expect((await api.call("GET", `/v1/${one.path}/${id}`)).status).toBe(404);
  });
});

test("those who were moved stay where somebody else moved one of them", async () => {
  const ids = [await creator("1"), await creator("2")];
  const list = await created("watchlists", { name: "Music" });
  const { text } = await me.send("/creators/move", [...ids.map((id): [string, string] => ["id", id]), ["to", list]]);
  await api.call("PATCH", `/v1/targets/${ids[0]}`, { name: "theirs" });
  expect((await me.undo(text)).status).toBe(412);
  const where = async (id: string) => (await api.call("GET", `/v1/targets/${id}`)).body.watchlistId;
  expect([await where(ids[0]!), await where(ids[1]!)]).toEqual([list, list]);
});

test("an alert that was changed again does not go back, nor does a new one go that somebody has changed", async () => {
  const id = await channel();
  const fields: [string, string][] = [
    ["/channelId", id],
    ["/onEnd", "edit"],
    ["/quietHours/timezone", "UTC"],
    ["events", "live.started"],
    ["/name", "Mine"],
  ];
  const added = await me.send("/alerts", fields);
  const one = (await api.call("GET", "/v1/subscriptions")).body.items[0];
  await api.call("PATCH", `/v1/subscriptions/${one.id}`, { name: "theirs" });
  expect((await me.undo(added.text)).status).toBe(412);
  const saved = await me.send(`/alerts/${one.id}`, [...fields, ["revision", "1"]]);
  expect(saved.text).toContain("saved");
  await api.call("PATCH", `/v1/subscriptions/${one.id}`, { cooldownSeconds: 60 });
  expect((await me.undo(saved.text)).status).toBe(412);
  const now = (await api.call("GET", `/v1/subscriptions/${one.id}`)).body;
  expect(now).toMatchObject({ name: "Mine", cooldownSeconds: 60 });
});

test("a form that has expired is refused however it says its time", async () => {
  const id = await channel();
  for (const until of ["0", "-1", "1e3", "soon"])
    expect((await me.send(`/channels/${id}/off`, [["undoUntil", until]])).status).toBe(409);
  expect((await api.call("GET", `/v1/channels/${id}`)).body.enabled).toBe(true);
});

describe("a deletion", () => {
  const report = async () => (await api.call("GET", "/v1/reports/airtime?period=lastMonth")).body.items;

  test("of creators is undone: they are the same ones, with their lists and settings, once", async () => {
    const ids = [await creator("1"), await creator("2")];
    await api.call("PATCH", `/v1/targets/${ids[0]}`, { name: "Maria", priority: 5, usualHours: [] });
    const before = await Promise.all(ids.map(async (id) => (await api.call("GET", `/v1/targets/${id}`)).body));
    const chosen = ids.map((id): [string, string] => ["id", id]);
    const { text } = await me.send("/creators/delete", chosen);
    expect(text).not.toContain("Past streams that you added");
    expect((await api.call("GET", "/v1/targets")).body.items).toEqual([]);
    expect((await me.undo(text)).status).toBe(303);
    const after = await Promise.all(ids.map(async (id) => (await api.call("GET", `/v1/targets/${id}`)).body));
    const steady = ({ updatedAt: _updatedAt, createdAt: _createdAt, ...rest }: any) => rest;
    expect(after.map(steady)).toEqual(before.map(steady));
    expect((await report()).map(({ removed }: any) => removed)).toEqual([false, false]);
    expect((await me.undo(text)).status).toBe(303);
    expect((await api.call("GET", "/v1/targets")).body.items).toHaveLength(2);
  });

  test("of creators says that past streams, which somebody added, don't come back", async () => {
    const ids = [await creator("1"), await creator("2")];
    const [from, to] = [new Date(Date.now() - 9 * 3_600_000), new Date(Date.now() - 8 * 3_600_000)];
    const stream = { targetId: ids[0], startedAt: from.toISOString(), endedAt: to.toISOString() };
    expect((await api.call("POST", "/v1/sessions/import", [stream])).status).toBe(200);
    const chosen = ids.map((id): [string, string] => ["id", id]);
    const { text } = await me.send("/creators/delete", chosen);
    expect(text).toContain("Past streams that you added don’t come back.");
    expect((await me.undo(text)).status).toBe(303);
  });

  test("of a full page of creators is undone, too", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 50; n++) ids.push(await creator(String(7_312_849_501_234_560_000n + BigInt(n * 977))));
    const { text } = await me.send(
      "/creators/delete",
      ids.map((id): [string, string] => ["id", id]),
    );
    expect((await me.undo(text)).status).toBe(303);
    expect((await api.call("GET", "/v1/targets?limit=200")).body.items.map(({ id }: any) => id).toSorted()).toEqual(
      ids.toSorted(),
    );
  });

  test("of a channel is undone, with its address, and tells nobody what that is", async () => {
    const id = await channel();
    const sealedOf = () => api.db.prepare("SELECT name, masked, enabled FROM channels WHERE id = ?1").bind(id).first();
    const before = await sealedOf();
    const { text } = await me.send(`/channels/${id}/delete`, []);
    expect(await sealedOf()).toBeNull();
    expect(text).not.toContain("127.0.0.1:9/x");
    expect((await me.undo(text)).status).toBe(303);
    expect(await sealedOf()).toEqual(before);
    const { items } = (await api.call("GET", "/v1/audit")).body;
    expect(JSON.stringify(items)).not.toContain("127.0.0.1:9/x");
  });

  test("of a channel takes what is sent there with it, and brings all of it back as it was", async () => {
    const id = await channel();
    const bodies: [string, object][] = [
      ["subscriptions", { name: "All", events: ["live.*"], channelId: id, cooldownSeconds: 60 }],
      ["subscriptions", { name: "Off", events: ["*"], channelId: id, enabled: false }],
      ["digests", { name: "Monday", channelId: id, schedule: "0 9 * * mon", timezone: "UTC" }],
    ];
    for (const [of, body] of bodies)
      expect([of, (await api.call("POST", `/v1/${of}`, body)).status]).toEqual([of, 201]);
    const sending = async () =>
      Promise.all(
        ["subscriptions", "digests"].map(async (of) =>
          (await api.call("GET", `/v1/${of}`)).body.items.map((one: any) => ({
            ...one,
            updatedAt: 0,
            createdAt: 0,
            nextAt: 0,
          })),
        ),
      );
    const before = await sending();
    const { text, status } = await me.send(`/channels/${id}/delete`, []);
    expect([status, await sending()]).toEqual([303, [[], []]]);
    expect((await me.undo(text)).status).toBe(303);
    const after = await sending();
    const byId = (all: any[]) => all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(after.map(byId)).toEqual(before.map(byId));
  });

  test("comes back for ten minutes, and for nobody who makes it up", async () => {
    const id = await creator();
    const { text } = await me.send("/creators/delete", [["id", id]]);
    for (const removed of ["", "x", "k1.AAAA.AAAA"])
      expect((await me.send("/creators/restore", [["removed", removed]])).status).toBe(409);
    vi.useFakeTimers({ now: Date.now() + 601_000, toFake: ["Date"] });
    expect((await me.undo(text)).status).toBe(409);
    vi.useRealTimers();
    expect((await api.call("GET", `/v1/targets/${id}`)).status).toBe(404);
  });
});

test("an Undo returns to the page that it is pressed on", async () => {
  const mine = await context(api);
  const id = await created("targets", {
    kind: "hashtag",
    name: "cats",
    params: targetKinds["hashtag"]!.example.params,
  });
  const at = `/hashtags/${id}`;
  const paused = await mine.send("/creators/pause", [
    ["id", id],
    ["from", at],
  ]);
  const undone = await mine.undo(paused.text);
  expect([undone.to, undone.text]).toEqual([at, expect.stringContaining("cats resumed")]);
  await mine.send("/creators/pause", [["id", id]]);
  await mine.open("/creators");
  // The line of the list leads back to the list.
  const line = /<div class="undo-line.*?<\/form>/s.exec((await mine.open("/creators")).text)![0];
  const fields = [...line.matchAll(/name="(ids|from|undoUntil)" value="([^"]*)"/g)];
  expect(fields.map(([, name, value]) => (name === "from" ? value : null))).toContain("/creators");
});

describe("what can still be undone stands on the list of its kind", () => {
  /** The line of a page that offers it, and what its button sends. */
  const lineIn = (text: string) => /<div class="undo-line.*?<\/form>/s.exec(text)?.[0] ?? null;
  const sent = async (line: string, sender = me) => {
    const fields = [...line.matchAll(/name="(removed|undoUntil|revision|undo)" value="([^"]*)"/g)];
    return sender.send(
      /action="([^"]+)"/.exec(line)![1]!,
      fields.map(([, name, value]): [string, string] => [name!, value!]),
    );
  };

  test("until it ends, and goes once it is undone", async () => {
    const [one, other] = [
      await channel(),
      await created("channels", { kind: "webhook", name: "other", settings: { url: "http://127.0.0.1:9/y" } }),
    ];
    await me.send(`/channels/${one}/delete`, []);
    await me.send(`/alerts/${await alert(other)}/pause`, []);
    expect(lineIn((await me.open("/creators")).text)).toBeNull();
    expect(lineIn((await me.open("/alerts")).text)).toContain("A paused");
    const line = lineIn((await me.open("/channels")).text)!;
    expect(line).toMatch(/hook deleted .*can be undone until <time/s);
    const page = (await sent(line)).text;
    expect(page).toContain("hook is back");
    expect(lineIn(page)).toBeNull();
    expect((await api.call("GET", `/v1/channels/${one}`)).status).toBe(200);
    expect(lineIn((await me.open("/alerts")).text)).toContain("A paused");
    vi.useFakeTimers({ now: Date.now() + 601_000, toFake: ["Date"] });
    expect(lineIn((await me.open("/alerts")).text)).toBeNull();
  });

  test("and goes once it can't be undone any more", async () => {
    const id = await channel();
    await me.send(`/channels/${id}/off`, []);
    const line = lineIn((await me.open("/channels")).text)!;
    await api.call("PATCH", `/v1/channels/${id}`, { name: "theirs" });
    expect((await sent(line)).status).toBe(412);
    expect(lineIn((await me.open("/channels")).text)).toBeNull();
  });

  test("only where the change was made", async () => {
    const colleague = await context(api);
    await me.send(`/channels/${await channel()}/off`, []);
    expect(lineIn((await colleague.open("/channels")).text)).toBeNull();
  });
});

test("a channel is not deleted with more than an Undo holds", async () => {
  const id = await channel();
  let seed = 1;
  const letter = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return String.fromCodePoint(97 + ((seed >> 16) % 26));
  };
  for (let n = 0; n < 12; n++) {
    const template = { "live.started": Array.from({ length: 300 }, letter).join("") };
    const body = { name: `A${n}`, events: ["live.started"], channelId: id, template };
    expect((await api.call("POST", "/v1/subscriptions", body)).status).toBe(201);
  }
  const { status, text } = await me.send(`/channels/${id}/delete`, []);
  expect([status, text]).toEqual([409, expect.stringContaining("Turn the channel off instead.")]);
  expect((await api.call("GET", `/v1/channels/${id}`)).status).toBe(200);
});
