import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Jar } from "../support/jar.ts";
import { HOSTILE_NAMES, watchedUntil } from "../support/watched-now.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context } from "./visitor.ts";

describe("looking pages", () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await runSqliteApi();
  });
  beforeEach(() => api.clear());
  afterAll(() => api.stop());

  const world = { targets: 12, events: 1, onAir: 3, failing: 1, names: ["Maria", "Suna", "Kenji"] };
  const readToken = async (): Promise<string> =>
    (await api.call("POST", "/v1/tokens", { name: "for reading", scopes: ["read"] })).body.token;

  /** A page as a stranger sees it. */
  const stranger = async (path: string) => {
    const response = await api.send(new Request(`http://127.0.0.1:8787${path}`, { headers: { accept: "text/html" } }));
    return { status: response.status, text: await response.text(), headers: response.headers };
  };

  test("the wall says who is on air, how many watch, and has no controls", async () => {
    await watchedUntil(api.db, Date.now(), { ...world, onAir: 9, names: HOSTILE_NAMES });
    const { text } = await (await context(api)).open("/wall");
    expect(text).toContain("9 live");
    expect(text).not.toMatch(/<form|<button|<script>|<img|\u202e/);
    await api.clear();
    expect((await (await context(api)).open("/wall")).text).toContain("Not checked yet");
  });

  test("a key opens the page of its list to whoever has it, and nothing else", async () => {
    await watchedUntil(api.db, Date.now(), world);
    const list = (await api.call("POST", "/v1/watchlists", { name: "Agency" })).body.id;
    await api.db.prepare("UPDATE targets SET watchlist_id = ?1 WHERE id IN ('tgt_0', 'tgt_4')").bind(list).run();
    const moderator = await context(api);
    const created = await moderator.send("/sharing", [
      ["/name", "Client"],
      ["/watchlistId", list],
    ]);
    const address = /value="http[^"]*(\/shared\?key=tlf_\w+)"/.exec(created.text)![1]!;
    expect(created.text).toContain("This address works on this computer only");
    expect(created.text).not.toContain("Another link shows the same.");
    const again = await moderator.send("/sharing", [
      ["/name", "Client again"],
      ["/watchlistId", list],
    ]);
    expect(again.text).toContain("Another link shows the same.");
    const seen = await stranger(address);
    expect(seen.status).toBe(200);
    expect(seen.text).toContain("Agency");
    expect(seen.text).toContain("1 live");
    expect(seen.text).toContain("Creator 4");
    expect(seen.text).not.toMatch(/Suna|Creator 5|<form|href="\/creators/);
    expect([seen.headers.get("referrer-policy"), seen.headers.get("x-robots-tag")]).toEqual([
      "no-referrer",
      "noindex, nofollow",
    ]);
    for (const invalid of ["/shared", "/shared?key=tlf_nobody", `${address}x`])
      expect((await stranger(invalid)).status).toBe(404);
    expect((await moderator.open("/sharing")).text).not.toContain("tlf_");
    const key = (await api.call("GET", "/v1/feed-keys")).body.items.find(({ name }: any) => name === "Client");
    expect((await moderator.send(`/sharing/${key.id}/delete`, [])).to).toBe("/sharing");
    expect((await stranger(address)).status).toBe(404);
  });

  test("a board is added, changed, taken back and deleted by the page; a reader sees it and no more", async () => {
    const jar = await context(api);
    expect((await jar.open("/boards")).text).toContain("Add a channel first");
    const settings = { url: "https://discord.com/api/webhooks/1001/secret" };
    const { id: channelId } = (await api.call("POST", "/v1/channels", { kind: "discord", name: "stage", settings }))
      .body;
    const invalid = await jar.send("/boards", [
      ["/name", "x".repeat(201)],
      ["/channelId", channelId],
    ]);
    expect([invalid.status, invalid.text]).toEqual([422, expect.stringContaining('aria-invalid="true"')]);
    // Without a headline, the one that the field and the preview show.
    await jar.send("/boards", [
      ["/name", ""],
      ["/channelId", channelId],
    ]);
    const { id: unnamed, name: shown } = (await api.call("GET", "/v1/boards")).body.items[0];
    expect(shown).toBe("Live now");
    await jar.send(`/boards/${unnamed}/delete`, []);
    await jar.send("/boards", [
      ["/name", "On stage"],
      ["/channelId", channelId],
      ["/watchlistId", ""],
    ]);
    const [board] = (await api.call("GET", "/v1/boards")).body.items;
    expect(board).toMatchObject({ name: "On stage", channelId, watchlistId: null });
    const changed = await jar.send(`/boards/${board.id}`, [
      ["/name", "Live"],
      ["/channelId", channelId],
      ["/watchlistId", "wl_default"],
    ]);
    expect((await api.call("GET", `/v1/boards/${board.id}`)).body).toMatchObject({
      name: "Live",
      watchlistId: "wl_default",
    });
    await jar.undo(changed.text);
    expect((await api.call("GET", `/v1/boards/${board.id}`)).body).toMatchObject({
      name: "On stage",
      watchlistId: null,
    });
    const reader = await context(api, await readToken());
    expect((await reader.open("/boards")).text).toContain("On stage");
    expect((await reader.open("/boards")).text).not.toMatch(/method="post"/);
    expect((await reader.send(`/boards/${board.id}/delete`, [])).status).toBe(403);
    const deleted = await jar.send(`/boards/${board.id}/delete`, []);
    expect((await api.call("GET", "/v1/boards")).body.items).toEqual([]);
    expect((await jar.undo(deleted.text)).text).toContain("On stage is back and posts a new message");
    expect((await api.call("GET", "/v1/boards")).body.items).toMatchObject([{ name: "On stage", watchlistId: null }]);
  });

  test("a board's message is seen before it is posted, in the look of the chosen channel", async () => {
    await watchedUntil(api.db, Date.now(), { ...world, targets: 30 });
    const jar = await context(api);
    const discord = {
      kind: "discord",
      name: "stage",
      settings: { url: "https://discord.com/api/webhooks/1001/secret" },
    };
    await api.call("POST", "/v1/channels", discord);
    const telegram = {
      kind: "telegram",
      name: "fans",
      settings: { token: "123456789:AAE-ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8", chatId: "-1001234567890" },
    };
    const { id } = (await api.call("POST", "/v1/channels", telegram)).body;
    const first = (await jar.open("/boards")).text;
    expect(first).toContain("<h1>No boards yet</h1>");
    expect(first).toMatch(/Right now it would say:.*Live now · \d+ live/s);
    for (const state of ["While no one is live", "When someone is unknown"]) expect(first).toContain(state);
    expect(first).toContain("No one is live");
    const { status, text } = await jar.send("/boards/preview", [
      ["/name", "On <b>stage"],
      ["/channelId", id],
      ["/watchlistId", ""],
    ]);
    expect(status).toBe(200);
    expect(text).toContain('value="On &lt;b&gt;stage"');
    expect(text).toMatch(/<small>Telegram<\/small>/);
    expect((await api.call("GET", "/v1/boards")).body.items).toEqual([]);
  });

  test("a board says whether its message is up to date, on its way, refused, or stopped with its channel", async () => {
    await watchedUntil(api.db, Date.now(), { ...world, targets: 30 });
    const jar = await context(api);
    const settings = { token: "123456789:AAE-ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8", chatId: "-1001234567890" };
    const { id: channelId } = (await api.call("POST", "/v1/channels", { kind: "telegram", name: "fans", settings }))
      .body;
    const { id } = (await api.call("POST", "/v1/boards", { name: "On stage", channelId, watchlistId: null })).body;
    const page = async () => (await jar.open("/boards")).text;
    expect(await page()).toMatch(/<h1>The board is being posted<.*not posted yet.*It appears within a minute/s);
    const content = { onAir: [], more: 0, atLeast: false, blindSince: null };
    const now = Date.now();
    await api.db.batch([
      api.db.prepare("UPDATE boards SET content = ?1, shown_at = ?2").bind(JSON.stringify(content), now),
      api.db
        .prepare(
          `INSERT INTO deliveries (id, channel_id, status, items, board, made_at, open_until, closed, sent_at, message_ref)
           VALUES ('dlv_b', ?1, 'sent', '[]', ?2, ?3, 0, 1, ?3, 'n1001234:77')`,
        )
        .bind(channelId, id, now),
    ]);
    const sent = await page();
    expect(sent).toContain('href="https://t.me/c/1234/77"');
    expect(sent).toMatch(
      /<h1>The board is about to change<.*posted .*Next update within a minute\..*On stage · No one is live/s,
    );
    // Once nobody else is live than it says, it is up to date.
    await api.db.prepare("UPDATE targets SET on_air = 0").run();
    expect(await page()).toMatch(/<h1>The board is up to date<.*updated /s);
    const set = (sql: string) => api.db.prepare(`UPDATE deliveries SET ${sql} WHERE id = 'dlv_b'`).run();
    const failed = `'[{"at":${now},"status":400,"error":"chat not found: the channel no longer exists or token is not valid","durationMs":9}]'`;
    await set(`status = 'pending', attempts = ${failed}`);
    expect(await page()).toMatch(/<h1>The board is not up to date<.*no longer accepts this address or token/s);
    await set("status = 'dead', reason = 'token is not valid'");
    const refused = await page();
    expect(refused).toMatch(/Paste a new one in Channels\..*tries again every 15 minutes/s);
    expect(refused).toContain(`href="/channels#${channelId}"`);
    expect(refused).toContain('href="/messages/dlv_b"');
    await api.call("PATCH", `/v1/channels/${channelId}`, { enabled: false });
    expect(await page()).toContain("The channel is off, so the message stays as it is.");
  });

  test("a search finds people, pages and what to do with whom; what nobody is called it says", async () => {
    await watchedUntil(api.db, Date.now(), { ...world, targets: 30 });
    const jar = await context(api);
    const found = await jar.open("/search?q=maria");
    expect(found.text).toContain('href="/creators/tgt_0"');
    expect(found.text).not.toContain("No results for");
    expect(found.text).not.toContain("Snoozed until");
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await api.call("POST", "/v1/silences", { targetId: "tgt_0", until, reason: "" });
    expect((await jar.open("/search?q=maria")).text).toMatch(/tgt_0.*Snoozed until <time/s);
    const place = await jar.open("/search?q=wa");
    expect(place.text).toContain('class="place" href="/wall"');
    expect(place.text).not.toContain("No results for");
    const deed = await jar.open(`/search?q=${encodeURIComponent("Pause creator 12")}`);
    expect(deed.text).toMatch(/action="\/creators\/pause"[^]*?value="tgt_12"/);
    const done = await jar.send("/creators/pause", [
      ["id", "tgt_12"],
      ["from", "/search?q=pause+creator+12"],
    ]);
    expect(done.to).toBe("/search?q=pause+creator+12");
    expect((await api.call("GET", "/v1/targets/tgt_12")).body.enabled).toBe(false);
    await api.call("POST", "/v1/targets", {
      kind: "hashtag",
      name: "#Cats",
      params: { keyword: "cats", region: "US" },
    });
    for (const text of ["cats", "%23CATS"]) {
      const others = await jar.open(`/search?q=${text}`);
      expect(others.text).toMatch(/href="\/hashtags\/tgt_\w+"/);
      expect(others.text).not.toContain("No results for");
    }
    expect((await jar.open("/search?q=marya")).text).toMatch(/Similar names: <a href="\/creators\/tgt_0"/);
    const none = await jar.open(`/search?q=${encodeURIComponent("<script>nobody")}`);
    expect(none.text).toContain("No results for");
    expect(none.text).not.toContain("<script>nobody");
    expect((await jar.open("/more")).text).toContain('href="/settings"');
    expect((await jar.open("/keys")).text).toContain("<kbd>z</kbd>");
  });
});

describe("refresh", () => {
  // An open tab asks every ten seconds whether anything changed.

  const NOW = Date.UTC(2026, 10, 20, 12);

  let api: RunningApi;
  let jar: Jar;
  beforeEach(async () => {
    vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
    api = await runSqliteApi();
    jar = new Jar((request) => api.send(request));
    await jar.send("/sign-in", { token: api.env["ADMIN_TOKEN"] as string, next: "/creators" });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await api.stop();
  });

  const displayed = async (path: string): Promise<string> =>
    /data-version="([^"]+)"/.exec(await (await jar.open(path)).text())![1]!;

  const again = async (path: string, version: string): Promise<number> =>
    (await jar.open(path, { "x-version": version })).status;

  test("a page of which nothing changed is not drawn again, within the minute", async () => {
    for (const path of ["/creators", "/channels", "/settings"]) {
      const version = await displayed(path);
      expect(await again(path, version), path).toBe(204);
      expect(await again(path, "1.2.3"), path).toBe(200);
      vi.setSystemTime(Date.now() + 60_000);
      expect(await again(path, version), path).toBe(200);
    }
  });

  test("after a tick or a batch of polls it is", async () => {
    const changes = [
      () => api.db.prepare("UPDATE ticker SET last_tick_at = last_tick_at + 60000").run(),
      () => api.db.prepare("UPDATE tally SET last_poll_at = last_poll_at + 60000").run(),
      () => api.db.prepare('UPDATE tally SET done = \'{"1":",0,"}\'').run(),
    ];
    for (const change of changes) {
      const version = await displayed("/creators");
      await change();
      expect(await again("/creators", version)).toBe(200);
    }
  });

  test("who is not signed in is told nothing by it", async () => {
    const version = await displayed("/creators");
    jar.kept.clear();
    expect(await again("/creators", version)).toBe(401);
  });
});
