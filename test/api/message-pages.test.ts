import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { attemptWords } from "../../src/features/messages/page/words.ts";
import { watchedUntil } from "../support/watched-now.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { staysHere } from "../support/quiet-fetch.ts";
import { context, type Visitor } from "./visitor.ts";

describe("message pages", () => {
  let api: RunningApi;
  let me: Visitor;
  beforeAll(async () => {
    api = await runSqliteApi();
    me = await context(api);
  });
  beforeEach(() => api.clear());
  afterAll(() => api.stop());

  const HOSTILE = `<img src=x onerror=alert(1)>`;
  const HOUR = 3_600_000;

  const created = async (what: string, body: object): Promise<string> =>
    (await api.call("POST", `/v1/${what}`, body)).body.id;
  const channel = (name = "#live") =>
    created("channels", { kind: "webhook", name, settings: { url: "http://127.0.0.1:1/x" } });

  interface Notified {
    id: string;
    status: string;
    reason?: string;
    attempts?: object[];
    at?: number;
    event?: number;
    exchange?: object;
  }

  const notify = (
    channelId: string,
    { id, status, reason, attempts = [], at = Date.now(), event = 1, exchange }: Notified,
  ) =>
    api.db
      .prepare(
        `INSERT INTO deliveries (id, channel_id, status, reason, items, attempts, made_at, open_until, next_attempt_at, sent_at, exchange)
       VALUES (?1, ?2, ?3, ?4, json_array(json_object('event', 'evt_' || ?5, 'mentions', json('[{"kind":"here"}]'))), ?6,
         cast(?7 AS INTEGER), 0, ?8, ?9, ?10)`,
      )
      .bind(
        id,
        channelId,
        status,
        reason ?? null,
        String(event),
        JSON.stringify(attempts),
        at,
        status === "pending" || status === "held" ? at + HOUR : null,
        status === "sent" ? at : null,
        exchange === undefined ? null : JSON.stringify(exchange),
      )
      .run();

  const tried = (status: number | null, error: string | null) => ({ at: Date.now(), status, error, durationMs: 400 });

  describe("the page of messages", () => {
    test("says in words what became of each, and narrows by that, by channel and by day", async () => {
      const now = Date.now();
      await watchedUntil(api.db, now, { targets: 3, events: 10, onAir: 0, failing: 0, names: ["Maria"] });
      await api.db.prepare("DELETE FROM deliveries").run();
      const [one, other] = [await channel(HOSTILE), await channel("Other")];
      await notify(one, { id: "dlv_old", status: "sent", event: 7, at: now - 50 * HOUR, attempts: [tried(200, null)] });
      await notify(one, { id: "dlv_a", status: "sent", attempts: [tried(null, "timeout"), tried(200, null)] });
      await notify(one, {
        id: "dlv_b",
        status: "dead",
        event: 2,
        reason: "gave up: answered 503",
        attempts: [tried(503, "answered 503")],
      });
      await notify(other, { id: "dlv_c", status: "held", reason: "quiet hours", event: 3 });
      await notify(other, { id: "dlv_d", status: "suppressed", reason: "silenced: x", event: 4 });
      await notify("ch_gone", { id: "dlv_e", status: "pending", event: 5 });
      await notify("ch_gone", { id: "dlv_f", status: "sent", attempts: [tried(200, null)], event: 6 });
      const { text } = await me.open("/messages");
      expect(text).toMatch(/<h1>1 not delivered/);
      for (const words of [
        "sent on the 2nd attempt",
        "not delivered",
        "delayed until",
        "skipped: snoozed",
        "skipped: its channel was deleted",
      ])
        expect(text).toContain(words);
      // What had arrived by then stays sent.
      expect(text.match(/skipped: its channel was deleted/g)).toHaveLength(1);
      expect(text).toContain("Creator 1 is no longer live");
      expect(text).not.toContain("<img");
      const ids = async (query: string) =>
        [...(await me.open(`/messages?${query}`)).text.matchAll(/href="\/messages\/(dlv_\w+)"/g)].map(([, id]) => id);
      expect(await ids("show=dead")).toEqual(["dlv_b"]);
      expect(await ids(`channel=${other}`)).toEqual(["dlv_d", "dlv_c"]);
      expect(await ids(`day=${new Date(now - 30 * HOUR).toISOString().slice(0, 10)}`)).toEqual(["dlv_old"]);
      expect(await ids("before=2")).toEqual(["dlv_old"]);
      expect(await ids("show=nonsense&day=2026-99-99&before=x")).toHaveLength(7);
    });

    test("an event is one row with a state for each channel; replays are in it, though they came later", async () => {
      const now = Date.now();
      await watchedUntil(api.db, now, { targets: 3, events: 10, onAir: 0, failing: 0, names: ["Maria"] });
      await api.db.prepare("DELETE FROM deliveries").run();
      const [one, other] = [await channel("#live"), await channel("Other")];
      const at = now - HOUR;
      await notify(one, { id: "dlv_a", status: "sent", at, attempts: [tried(200, null)] });
      await notify(other, { id: "dlv_b", status: "dead", at, reason: "gave up: answered 503" });
      // Many of other events, so that the replay is on another page.
      const fill = Array.from({ length: 50 }, (_, n) => n);
      for (const n of fill) await notify(one, { id: `dlv_m${n}`, status: "sent", at: at + 1 + n, event: 100 + n });
      const rowsIn = (text: string) =>
        [...text.matchAll(/<ul class="m rows">(.*?)<\/ul><\/section>/gs)].flatMap(([, rows]) =>
          rows!.split(/<li><time/).slice(1),
        );
      const before = rowsIn((await me.open("/messages?before=12")).text).at(-1)!;
      expect(before).toContain("1 of 2 sent");
      expect(before).toContain("/messages/dlv_a");
      expect(before).toContain("/messages/dlv_b");
      // Each filter finds the row by the channel that it asks for.
      const dead = rowsIn((await me.open("/messages?show=dead")).text);
      expect(dead).toHaveLength(1);
      expect(dead[0]).toContain("not delivered");
      await notify(other, { id: "dlv_again", status: "sent", at: now, attempts: [tried(200, null)] });
      await api.db.prepare("UPDATE deliveries SET replay_of = 'dlv_b' WHERE id = 'dlv_again'").run();
      const after = rowsIn((await me.open("/messages?before=12")).text).at(-1)!;
      expect(after).toContain("2 of 2 sent");
      expect(after).toContain("sent again");
      expect(after).not.toContain("not delivered");
    });

    test("what was skipped is not waited for, and what waits behind a failing channel says so", async () => {
      const now = Date.now();
      await watchedUntil(api.db, now, { targets: 3, events: 10, onAir: 0, failing: 0, names: ["Maria"] });
      await api.db.prepare("DELETE FROM deliveries").run();
      const [one, other] = [await channel("#live"), await channel("Other")];
      await notify(one, { id: "dlv_a", status: "sent", at: now - HOUR, attempts: [tried(200, null)] });
      await notify(other, {
        id: "dlv_b",
        status: "suppressed",
        at: now - HOUR,
        reason: "its start was not sent there",
      });
      expect((await me.open("/messages")).text).not.toContain("happened");
      await api.db
        .prepare("UPDATE events SET occurred_at = ?1")
        .bind(now - 2 * HOUR)
        .run();
      const listed = (await me.open("/messages")).text;
      expect(listed).toContain("1 of 1 sent");
      // The row has the time of the message, which is an hour after the event.
      expect(listed).toMatch(/happened <span>/);
      await api.db.prepare("UPDATE deliveries SET status = 'suppressed'").run();
      expect((await me.open("/messages")).text).not.toMatch(/\d of \d sent/);
      await notify(other, { id: "dlv_c", status: "pending", at: now });
      expect((await me.open("/messages/dlv_c")).text).toContain("About to be sent");
      await api.db
        .prepare("UPDATE channels SET failing_since = ?1 WHERE id = ?2")
        .bind(now - HOUR, other)
        .run();
      expect((await me.open("/messages/dlv_c")).text).toContain("Waits: messages to ");
    });

    test("the row of filters says what is set, and a message's data is folded", async () => {
      const id = await channel("#live");
      await notify(id, { id: "dlv_a", status: "sent", at: Date.now() - HOUR });
      const setIn = async (query: string) =>
        /class="filter">.*?<span class="soft cut">(.*?)<\/span>/.exec((await me.open(`/messages?${query}`)).text)![1];
      expect(await setIn("")).toBe("All");
      expect(await setIn(`show=dead&channel=${id}`)).toBe("Not delivered · #live");
      // What the program received is folded, below what happened.
      const { text } = await me.open("/messages/dlv_a");
      expect(text.indexOf('class="raw"')).toBeGreaterThan(text.indexOf("What happened"));
      expect(text.replaceAll(/<details(?![^>]* open).*?<\/details>/gs, "")).not.toContain('class="raw"');
    });

    test("an event of one instant is not parted by the end of a page", async () => {
      const channels = await Promise.all(["a", "b", "c"].map((name) => channel(name)));
      const now = Date.now();
      for (let event = 0; event < 15; event += 1)
        for (const [place, id] of channels.entries())
          await notify(id, { id: `dlv_${event}x${place}`, status: "sent", at: now - 60_000 + event, event });
      const { text } = await me.open("/messages");
      // 14 events of three channels; forty messages would end within the last one.
      expect(text.match(/3 of 3 sent/g)).toHaveLength(14);
      const older = /href="(\/messages\?before=\d+)"/.exec(text)![1]!;
      expect((await me.open(older)).text.match(/3 of 3 sent/g)).toHaveLength(1);
    });

    test("what a channel did not get while it was off is sent with one click, once", async () => {
      const id = await channel(HOSTILE);
      await notify(id, { id: "dlv_a", status: "suppressed", reason: "channel disabled: gone" });
      await notify(id, { id: "dlv_b", status: "dead", reason: "the webhook is no more (10015)" });
      await notify(id, { id: "dlv_c", status: "suppressed", reason: "quiet hours" });
      expect((await me.open("/messages")).text).toContain("2 messages didn&#39;t reach");
      const sent = await me.send(`/channels/${id}/send-left`, []);
      expect(sent.text).toContain("Sending 2 messages");
      expect(sent.text).not.toContain("didn&#39;t reach");
      const { items } = (await api.call("GET", "/v1/deliveries?status=pending")).body;
      expect(items.map((one: { replayOf: string }) => one.replayOf).sort()).toEqual(["dlv_a", "dlv_b"]);
      expect((await me.send(`/channels/${id}/send-left`, [])).text).toContain("Nothing left to send");
    });

    test("says that all arrived only where nothing was held or skipped", async () => {
      const id = await channel();
      const title = async () => /<h1>([^<]*)/.exec((await me.open("/messages")).text)![1];
      await notify(id, { id: "dlv_1", status: "sent" });
      expect(await title()).toBe("All messages arrived");
      for (const status of ["held", "suppressed"]) {
        await notify(id, { id: `dlv_${status}`, status });
        expect(await title()).toBe("Nothing failed, nothing waiting");
      }
    });
  });

  describe("one message", () => {
    test("says what was tried, what there is to do, what it said, and what it was sent again as", async () => {
      const now = Date.now();
      await watchedUntil(api.db, now, { targets: 3, events: 10, onAir: 0, failing: 0, names: ["Maria"] });
      const url = "https://discord.com/api/webhooks/123456789012345678/aSecretThatIsNeverShown";
      const id = await created("channels", { kind: "discord", name: HOSTILE, settings: { url } });
      const body = {
        content: `\\<b\\> @here ${HOSTILE}`,
        embeds: [{ title: "Maria", url: "https://x.test", color: 0xe5383b }],
      };
      const exchange = {
        request: { body: JSON.stringify(body) },
        response: { status: 404, headers: {}, body: '{"code":10015}' },
      };
      const gone = "Discord says that the webhook no longer exists (10015)";
      await notify(id, { id: "dlv_a", status: "dead", reason: gone, attempts: [tried(404, gone)], exchange });
      const { text } = await me.open("/messages/dlv_a");
      for (const words of [
        "says this address no longer exists",
        "Paste a new address",
        "status 404",
        "Mentions @here",
        "10015",
      ])
        expect(text).toContain(words);
      expect(text).toContain('<div class="emb tone-live">');
      expect(text).not.toMatch(/<img|aSecret|href="https:\/\/x/);
      const again = await me.send("/messages/dlv_a/replay", []);
      expect(again.text).toContain("an earlier message");
      expect((await me.open("/messages/dlv_a")).text).toContain("it is queued");
      expect((await me.open("/messages/dlv_nobody")).status).toBe(404);
    });

    test.each([
      [tried(429, "asked to wait: Discord asked to slow down (429)"), "asked us to slow down"],
      [tried(null, "timeout"), "Discord took too long to answer"],
      [tried(503, "answered 503"), "Discord has a server problem"],
      [tried(400, "Discord rejected the message format (50035)"), "rejected the message format"],
      [tried(403, "Discord doesn't allow the bot to post (50013)"), "doesn't allow posting"],
      [tried(null, HOSTILE), HOSTILE],
    ])("a try in words: %j", (attempt, words) => {
      expect(attemptWords(attempt, "Discord").said).toContain(words);
    });
  });
});

describe("telling pages", () => {
  let api: RunningApi;
  let me: Visitor;
  beforeAll(async () => {
    api = await runSqliteApi();
    me = await context(api);
  });
  beforeEach(() => api.clear());
  afterAll(() => api.stop());

  const HOSTILE = `<img src=x onerror=alert(1)>`;
  const DISCORD = "https://discord.com/api/webhooks/123456789012345678/aSecretThatIsNeverShown";
  const SLACK = "https://hooks.slack.com/services/T000/B000/anotherSecretNeverShown";

  const only = async (what: string) => (await api.call("GET", `/v1/${what}`)).body.items[0];
  const channel = async (name = HOSTILE): Promise<string> =>
    (await api.call("POST", "/v1/channels", { kind: "webhook", name, settings: { url: "http://127.0.0.1:1/x" } })).body
      .id;

  describe("the page of channels", () => {
    staysHere();

    test.each([
      [DISCORD, "discord", "Discord", 303, "Discord added. The test arrived"],
      // The answer to a test that failed stays in view beside the channel.
      [` ${SLACK} `, "slack", "Slack", 200, "Slack added, but the test didn’t arrive: Slack "],
    ])("adds one by its address alone, and never shows that again: %s", async (url, kind, name, answer, words) => {
      const { status, text } = await me.send("/channels", [
        ["/settings/url", url],
        ["/language", "de"],
      ]);
      expect([status, text]).toEqual([answer, expect.stringContaining(words)]);
      expect(text.includes("No message yet")).toBe(answer === 303);
      expect(text).not.toContain("Secret");
      expect(await only("channels")).toMatchObject({ kind, name, language: "de", enabled: true });
      const [entry] = (await api.call("GET", "/v1/audit")).body.items;
      expect(entry.operation).toBe("createChannel");
      expect(JSON.stringify(entry)).not.toContain("Secret");
    });

    test.each([
      "",
      "https://example.com/aSecretNeverShown",
      "http://discord.com/api/webhooks/1/aSecretNeverShown",
      "nonsense",
    ])("says what is wrong with an address and where to find one, and keeps the name: %s", async (url) => {
      const { status, text } = await me.send("/channels", [
        ["/settings/url", url],
        ["/name", HOSTILE],
      ]);
      const words = url.includes("discord") ? "Copy Webhook URL" : "Choose your service to see where to find one.";
      expect([status, text]).toEqual([422, expect.stringContaining(words)]);
      if (url === "nonsense") expect(text).toContain("isn’t a webhook address of Discord, ");
      expect(text).toContain('aria-invalid="true"');
      expect(text).toContain("&lt;img");
      expect(text).not.toMatch(/aSecret|<img/);
    });

    test("tells the address of a chat's channel from a webhook's, in words, and keeps what was typed", async () => {
      const url = "https://discord.com/channels/123456789012345678/2";
      const { body } = await api.call("POST", "/v1/channels", {
        kind: "discord",
        name: "#live",
        settings: { url: DISCORD },
      });
      for (const path of ["/channels", "/channels/of/discord", `/channels/${body.id}`]) {
        const { status, text } = await me.send(path, [
          ["/settings/url", url],
          ["/name", "#live"],
          ["revision", "0"],
        ]);
        expect([path, status]).toEqual([path, 422]);
        expect(text).toContain("That’s the address of a channel. Alerts need a webhook address");
        expect(text).toContain(`value="${url}"`);
        expect(text).not.toMatch(/\{id\}|aSecret/);
      }
    });

    test("asks what a new channel should get, creates that alert, and sends a test", async () => {
      const { body: list } = await api.call("POST", "/v1/watchlists", { name: "<b>Ours" });
      const alerts = async () => (await api.call("GET", "/v1/subscriptions")).body.items;
      const add = (gets: string) =>
        me.send("/channels/of/ntfy", [
          ["/settings/topic", `topic-${gets}`],
          ["gets", gets],
          ["from", "/first-steps/channel"],
        ]);
      expect((await me.open("/channels?add=ntfy")).text).toContain("Starts and ends in &lt;b&gt;Ours");
      const { to, text } = await add("all");
      expect([to, text]).toEqual(["/first-steps/channel", expect.stringContaining("ntfy added")]);
      await add(list.id);
      await add("none");
      await add("wl_nowhere");
      expect((await alerts()).map((one: { watchlistId: string | null }) => one.watchlistId).toSorted()).toEqual(
        [null, list.id].toSorted(),
      );
      const page = (await me.open("/channels")).text;
      expect(page.match(/Gets no alerts/g)).toHaveLength(2);
      expect(page.match(/>1 alert</g)).toHaveLength(2);
      expect(page).toContain("<h1>2 channels get no alerts</h1>");
    });

    test("says in words how each is, and what a test came to", async () => {
      const id = await channel();
      const { text: fresh } = await me.open("/channels");
      expect(fresh).toMatch(/No message yet.*Gets no alerts/s);
      expect(fresh).toContain(`href="/alerts/new?channel=${id}"`);
      const tested = await me.send(`/channels/${id}/test`, []);
      expect([tested.status, tested.text]).toEqual([200, expect.stringContaining("The test didn’t arrive")]);
      await api.db.prepare("UPDATE channels SET enabled = 0, disabled_reason = ?1").bind(`gone ${HOSTILE}`).run();
      const { text } = await me.open("/channels");
      expect(text).toContain("Turned off automatically: gone &lt;img");
      expect(text).toContain("1 channel needs attention");
      expect(text).not.toContain("<img");
      const on = await me.send(`/channels/${id}/on`, []);
      expect(await only("channels")).toMatchObject({ enabled: true, disabledReason: null });
      await me.undo(on.text);
      expect((await only("channels")).enabled).toBe(false);
    });

    test("its options are changed without its address, and what is wrong with one is said there", async () => {
      const settings = { url: DISCORD };
      const { id } = (await api.call("POST", "/v1/channels", { kind: "discord", name: "D", settings })).body;
      const save = (revision: string, fields: [string, string][]) =>
        me.send(`/channels/${id}`, [["/name", "D"], ["/language", ""], ["revision", revision], ...fields]);
      const options = (name: string, silent: string[]): [string, string][] => [
        ["with-settings", "1"],
        ["/settings/threadId", ""],
        ["/settings/threadName", name],
        ...silent.map((one): [string, string] => ["/settings/silent", one]),
      ];
      const masked = (await only("channels")).settings.url;
      expect((await save("0", options("{{name}}", ["true"]))).text).toContain("D saved");
      expect((await only("channels")).settings).toEqual({ url: masked, threadName: "{{name}}", silent: true });
      const { text } = await me.open("/channels");
      expect(text).toContain('value="{{name}}"');
      const invalid = await save("1", options("{{time}}", ["true"]));
      expect([invalid.status, invalid.text]).toEqual([422, expect.stringContaining("May have the placeholders")]);
      // A form without them changes none of them.
      expect((await save("1", [])).text).toContain("D saved");
      expect((await only("channels")).settings).toEqual({ url: masked, threadName: "{{name}}", silent: true });
      const { revision } = (await api.db.prepare("SELECT revision FROM channels").first<{ revision: number }>())!;
      expect((await save(String(revision), options("", []))).text).toContain("D saved");
      expect((await only("channels")).settings).toEqual({ url: masked });
    });

    test("a new address repairs it; where others changed it nothing typed is lost", async () => {
      const id = (await api.call("POST", "/v1/channels", { kind: "slack", name: "S", settings: { url: SLACK } })).body
        .id;
      await api.db.prepare("UPDATE channels SET enabled = 0, disabled_reason = 'gone'").run();
      const fields = (revision: string): [string, string][] => [
        ["/settings/url", `${SLACK}2`],
        ["/name", "Ours"],
        ["/language", ""],
        ["revision", revision],
      ];
      expect((await me.send(`/channels/${id}`, fields("0"))).text).toContain("Ours saved");
      expect(await only("channels")).toMatchObject({ name: "Ours", enabled: true, disabledReason: null });
      const late = await me.send(`/channels/${id}`, [
        ["/name", "Mine"],
        ["/language", ""],
        ["revision", "0"],
      ]);
      expect([late.status, late.text]).toEqual([412, expect.stringContaining('value="Mine"')]);
      expect(late.text).toContain('name="revision" value="1"');
      expect((await me.send(`/channels/${id}/delete`, [])).text).toContain("Ours deleted");
    });
  });

  test("channels beyond the first page are a click away, each on one page", async () => {
    await api.clear();
    const names = Array.from({ length: 45 }, (_, n) => `Room ${String(n).padStart(2, "0")}`);
    for (const name of names)
      await api.call("POST", "/v1/channels", {
        kind: "webhook",
        name,
        settings: { url: "https://hooks.example.com/x" },
      });
    const displayed: string[] = [];
    for (let path: string | undefined = "/channels"; path !== undefined;) {
      const { status, text } = await me.open(path);
      expect(status).toBe(200);
      displayed.push(...names.filter((name) => text.includes(name)));
      path = /href="(\/channels\?cursor=[^"]+)"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
    }
    expect(displayed).toEqual(names);
  });
});
