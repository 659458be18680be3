import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { connecting, type Connecting, fieldsIn, PASSWORD } from "./connecting.ts";
import type { RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

describe("first steps", () => {
  let all: Connecting;
  let api: RunningApi;
  let me: Visitor;
  beforeAll(async () => {
    all = await connecting();
    ({ api, me } = all);
  });
  beforeEach(async () => {
    all.answer(null);
    await api.clear();
  });
  afterAll(() => all.stop());

  const SERVICE = "/first-steps/service";

  describe("from the first step to the last", () => {
    test("each leads on by what is there; nothing is lost by leaving", async () => {
      expect((await me.open("/")).text).toContain('href="/first-steps"');
      const to = async () => (await api.send(new Request("http://127.0.0.1:8787/first-steps"))).status;
      expect(await to()).toBe(401);
      const nothing = await me.open("/first-steps/done");
      expect(nothing.text).toMatch(
        /Before you get alerts: connect the data service, choose where alerts go and add creators/,
      );
      await me.send(`${SERVICE}/keep`, all.form());
      for (const { id } of (await api.call("GET", "/v1/targets")).body.items)
        await api.call("DELETE", `/v1/targets/${id}`);
      const invalid = await me.send("/first-steps/channel", [
        ["/settings/url", "https://example.com/x"],
        ["/name", "<i>ours"],
        ["/mention", ""],
      ]);
      expect([invalid.status, invalid.text]).toEqual([422, expect.stringContaining('value="&lt;i&gt;ours"')]);
      const pinged = await me.send("/first-steps/channel", [
        ["/settings/url", "x"],
        ["/mention", "everybody!"],
      ]);
      expect([pinged.status, pinged.text]).toEqual([422, expect.stringContaining("Must be @here")]);
      const added = await me.send("/first-steps/channel", [
        ["/settings/url", `${all.receiver.url}/api/webhooks/1001/secret-part`],
        ["/mention", "@here"],
      ]);
      expect(added.text).toMatch(/A test message arrived in Discord. It took \d+ ms/);
      expect(added.text).toContain("We also created an alert");
      expect(added.text).not.toContain("secret-part");
      const [alert] = (await api.call("GET", "/v1/subscriptions")).body.items;
      expect(alert).toMatchObject({ events: ["live.started", "live.ended"], mention: "@here", watchlistId: null });
      const operations = (await api.call("GET", "/v1/audit")).body.items.map(
        (one: { operation: string }) => one.operation,
      );
      expect(operations.slice(0, 2).toSorted()).toEqual(["createChannel", "createSubscription"]);
      const pasted = "Maria 7012\n<script>x</script> 7018\nnobody at all";
      const arrived = await me.send("/first-steps/creators", [
        ["creators", pasted],
        ["announce", "true"],
      ]);
      expect(arrived.text).toMatch(/2 of 3 added/);
      expect(arrived.text).toMatch(/Maria[\s\S]*live[\s\S]*7018[\s\S]*offline[\s\S]*not a handle, link or ID/);
      expect(arrived.text).not.toContain("<script>x");
      expect(all.receiver.received.some(({ body }) => JSON.stringify(body).includes("Maria"))).toBe(true);
      const done = await me.open("/first-steps/done");
      // Without a tick nobody knows how soon.
      expect(done.text).toContain("You&#39;ll be notified when someone goes live");
      const load = { calls: 2, asked: 2, habitual: 2, habitualAsked: 2, perCall: 1, shortestMs: 60_000 };
      const soon = async (asked: number) => {
        const needed = JSON.stringify({ ...load, asked, habitualAsked: asked });
        await api.db.prepare("UPDATE ticker SET load = ?1").bind(needed).run();
        return (await me.open("/first-steps/done")).text;
      };
      expect(await soon(2)).toMatch(
        /notified within a minute[\s\S]*Alerts within a minute|Alerts within a minute[\s\S]*notified within a minute/,
      );
      const scarce = await soon(20_000);
      expect(scarce).toMatch(/notified about .{2,9} after a start/);
      expect(scarce).not.toContain("within a minute");
      expect(done.text).toMatch(/2 creators are watched. Alerts go to <bdi>Discord/);
      expect(
        (await me.send(`/first-steps/channel/${(await api.call("GET", "/v1/channels")).body.items[0].id}/test`, []))
          .text,
      ).toContain("A test message arrived in");
      all.receiver.interfere = () => ({ status: 404, body: "" });
      const [{ id: silent }] = (await api.call("GET", "/v1/channels")).body.items;
      const unreached = (await me.send(`/first-steps/channel/${silent}/test`, [])).text;
      expect(unreached).toContain("Paste a new address, or check that the channel still exists.");
      expect(unreached).not.toMatch(/<a[^>]*class="done"[^>]*>(?:(?!<\/a>).)*<b>Channel/s);
      expect(done.text).toMatch(/<a[^>]*class="done"[^>]*>(?:(?!<\/a>).)*<b>Channel/s);
      all.receiver.interfere = () => null;
      const failure = JSON.stringify({ refusals: 2, failed: true, reason: "x", fix: "wait", triedAt: 2, waiting: 1 });
      await api.db.prepare("UPDATE channels SET failing_since = 1, failure = ?1").bind(failure).run();
      const deaf = await me.open("/first-steps/done");
      expect(deaf.text).not.toContain("You&#39;ll be notified");
      expect(deaf.text).toMatch(/Messages to <bdi[^>]*>Discord<\/bdi> aren&#39;t arriving/);
      expect(deaf.text).not.toContain("Alerts go to");
    });

    test("a channel that hears nothing gets its alert by one click", async () => {
      const settings = { url: `${all.receiver.url}/hooks/x` };
      const { id } = (await api.call("POST", "/v1/channels", { kind: "webhook", name: "Ours", settings })).body;
      expect((await me.open("/first-steps/channel")).text).toContain("no alerts yet");
      expect((await me.send(`/first-steps/channel/${id}/alert`, [])).text).toContain(
        "notified when anyone starts or ends a stream",
      );
    });
  });
});

describe("first step service", () => {
  let all: Connecting;
  let api: RunningApi;
  let me: Visitor;
  beforeAll(async () => {
    all = await connecting();
    ({ api, me } = all);
  });
  beforeEach(async () => {
    all.answer(null);
    await api.clear();
  });
  afterAll(() => all.stop());

  const SERVICE = "/first-steps/service";

  /** Who is watched, by user id. */
  async function watched() {
    const { items } = (await api.call("GET", "/v1/targets")).body as {
      items: { id: string; name: string; params: Record<string, string>; status: { verdict: string } }[];
    };
    return items.toSorted((a, b) => Number(a.params["userId"]) - Number(b.params["userId"]));
  }

  describe("the service", () => {
    test("of a shape that nobody knows is tried, chosen by a click, proven on both, and kept; the password is shown nowhere", async () => {
      const first = await me.send(SERVICE, all.form());
      expect([first.status, first.text]).toEqual([200, expect.stringContaining("Maria</bdi> is live")]);
      expect(first.text).toMatch(/Lena &lt;b&gt;Winter&lt;\/b&gt;<\/bdi> is offline/);
      expect(first.text).toContain("/v3/…/pulse");
      expect(first.text).not.toMatch(/<b>Winter|a-secret/);
      expect(first.text.length).toBeLessThan(40_000);
      const sent = fieldsIn(first.text);
      expect(sent).toMatchObject({
        verdict: "/stream/tally_state",
        "show-title": "/stream/words",
        "show-viewers": "/stream/people",
      });
      expect(sent["/account/password"]).toBe("");
      // Another value is chosen, and it is tried without typing the password again.
      const clicked = await me.send(SERVICE, Object.entries({ ...sent, slot: "verdict", pick: "/stream/people" }));
      expect(fieldsIn(clicked.text)["verdict"]).toBe("/stream/people");
      const untitled = await me.send(
        SERVICE,
        Object.entries({ ...fieldsIn(clicked.text), drop: "title", pick: "/stream/tally_state" }),
      );
      const stored = await me.send(`${SERVICE}/keep`, Object.entries(fieldsIn(untitled.text)));
      expect([stored.status, stored.to]).toEqual([303, SERVICE]);
      const account = (await api.call("GET", "/v1/upstream/account")).body;
      expect(account).toEqual({
        baseUrl: all.url,
        username: "tally",
        headers: {},
        query: {},
        pollsPerMinute: 10_000,
        source: "api",
      });
      // Both are watched from now on, under the names that the service gives them.
      const targets = await watched();
      expect(targets.map((one) => [one.name, one.params, one.status.verdict])).toEqual([
        ["Maria", { userId: "7012" }, "on"],
        ["Lena <b>Winter</b>", { userId: "7018" }, "off"],
      ]);
      const [target] = targets as [(typeof targets)[number], ...unknown[]];
      expect((await api.call("POST", `/v1/targets/${target.id}/poll`)).body.verdict).toBe("on");
      const { body } = await api.call("GET", "/v1/upstream/operations");
      const listed = Object.fromEntries(body.items.map((one: { name: string }) => [one.name, one]));
      expect(listed["live.info"]).toMatchObject({ path: "/v3/{userId}/pulse", source: "config" });
      expect(listed["user.resolve"].path).toBeNull();
      const audit = JSON.stringify((await api.call("GET", "/v1/audit")).body.items);
      expect(audit).toContain("setAccount");
      expect(audit).not.toContain("a-secret");
      expect((await me.send(`${SERVICE}/forget`, [])).text).toContain("Disconnected");
      expect((await api.call("GET", "/v1/upstream/account")).body.source).toBeNull();
      const kept = await api.db.prepare("SELECT polls_per_minute FROM ticker WHERE id = 1").first("polls_per_minute");
      expect(kept).toBeNull();
    });

    test("@names are looked up where an example says how; what it is to be asked stays typed", async () => {
      const more = {
        "/account/baseUrl": all.url,
        "/account/check": "/v3/pulse?who=1234567",
        live: "@maria",
        off: "lena",
      };
      const without = await me.send(SERVICE, all.form(more));
      expect([without.status, without.text]).toEqual([
        422,
        expect.stringMatching(/couldn&#39;t find @maria|look up @maria/),
      ]);
      expect(fieldsIn(without.text)).toMatchObject({ live: "@maria", "/account/check": "/v3/pulse?who=1234567" });
      const found = await me.send(SERVICE, all.form({ ...more, "/account/resolve": `${all.url}/v3/find?at=maria` }));
      expect(found.text).toContain("Maria</bdi> is live");
      await me.send(`${SERVICE}/keep`, all.form({ ...more, "/account/resolve": `${all.url}/v3/find?at=maria` }));
      expect((await watched()).map((one) => one.params)).toEqual([
        { userId: "7012", handle: "maria" },
        { userId: "7018", handle: "lena" },
      ]);
    });

    test.each<[what: string, status: number, body: string, words: RegExp]>([
      ["a wrong password", 401, "{}", /wants to know who asks/],
      ["an address that is none", 404, "{}", /paste an example address of the live check/],
      ["too many calls", 429, "{}", /asked us to slow down/],
      ["a fault of its own", 503, "<html>", /answered with status 503/],
      ["a page for people", 200, "<!doctype html>", /not with data/],
      ["nothing", 200, "", /not with data/],
      ["a failure inside", 200, '{"code":401,"data":null}', /answered with an error/],
      ["the same for both", 200, '{"live":1}', /Both answers look live. Is 7018 really offline/],
      ["what is too large", 200, `[${"0,".repeat(2_100_000)}0]`, /larger than 4 MB/],
      ["what is too deep", 200, "[".repeat(100_000), /not with data|are the same/],
      [
        "many rows",
        200,
        JSON.stringify(Array.from({ length: 10_000 }, (_, n) => ({ n, pad: "x".repeat(200) }))),
        /Both answers are the same/,
      ],
    ])("that answers with %s is told in words", async (_what, status, body, words) => {
      all.answer({ status, body });
      const { status: displayed, text } = await me.send(SERVICE, all.form());
      expect([200, 422]).toContain(displayed);
      expect(text).toMatch(words);
      expect(text).not.toContain("a-secret");
      expect(text.length).toBeLessThan(120_000);
      expect(text).toContain('value="tally"');
    });

    test("where the second of the two is not answered, nothing is concluded", async () => {
      const { status, text } = await me.send(SERVICE, all.form({ off: "7999" }));
      expect([status, text]).toEqual([422, expect.stringMatching(/7999/)]);
      expect(text).not.toMatch(/<\/bdi> is live|name="verdict"/);
    });

    test.each<[answer: Record<string, string>, perMinute: number | RegExp]>([
      [{ "/callsKnown": "yes", "/calls": "30", "/callsPer": "minute" }, 30],
      [{ "/callsKnown": "yes", "/calls": "5,000", "/callsPer": "day" }, 3],
      [{ "/callsKnown": "yes", "/calls": "1 000 000", "/callsPer": "month" }, 22],
      [{ "/callsKnown": "no", "/calls": "", "/callsPer": "minute" }, 10],
      [{ "/callsKnown": "no", "/calls": "45", "/callsPer": "minute" }, 45],
      [{ "/callsKnown": "yes", "/calls": "", "/callsPer": "minute" }, /Enter a whole number/],
      [{ "/callsKnown": "yes", "/calls": "100", "/callsPer": "day" }, /less than one call per minute/],
    ])("how many calls the service allows is asked: %o", async (answer, perMinute) => {
      const service = await connecting({});
      try {
        const asked = await service.me.send(SERVICE, service.form());
        expect(asked.text).toContain("How many calls does your service allow?");
        const stored = await service.me.send(`${SERVICE}/keep`, service.form(answer));
        const { body } = await service.api.call("GET", "/v1/upstream/account");
        if (typeof perMinute === "number") {
          expect([stored.status, body.pollsPerMinute, body.source]).toEqual([303, perMinute, "api"]);
          expect(stored.text).toContain(`Up to ${perMinute} calls per minute.`);
        } else {
          expect([stored.status, body.source]).toEqual([422, null]);
          expect(stored.text).toMatch(perMinute);
          expect(fieldsIn(stored.text)["/calls"]).toBe(answer["/calls"]);
        }
      } finally {
        await service.stop();
      }
    });

    test("the calls that the environment allows are said, not asked", async () => {
      const { text } = await me.send(SERVICE, all.form());
      expect(text).toContain("Up to 10,000 calls per minute, as set on the server");
      expect(text).not.toContain("How many calls does your service allow?");
    });

    test("what does not hold for both is not kept, whatever the form says", async () => {
      all.answer({ status: 200, body: '{"live":1}' });
      const { status } = await me.send(`${SERVICE}/keep`, all.form());
      expect(status).toBe(422);
      expect((await api.call("GET", "/v1/upstream/account")).body.source).toBeNull();
    });

    test.each<[fields: Record<string, string>, words: RegExp]>([
      [{ live: "" }, /Enter an @handle/],
      [{ off: "7012" }, /Must be someone else\./],
      [{ live: "two words" }, /Not a handle, link or ID/],
      [{ "/account/password": "" }, /Enter the password again/],
      [{ "/account/baseUrl": "ftp://x" }, /https/],
      [{ "/account/baseUrl": "http://10.0.0.1" }, /https|address/],
      [{ sealed: "k1.AAAA.AAAA", "/account/password": "" }, /Enter the password again/],
      [{ "/account/check": "https://me:pw@svc.test/live?uid=1" }, /Remove the user name and the password/],
    ])("what is wrong with %o stands beside its field", async (fields, words) => {
      const { status, text } = await me.send(SERVICE, all.form(fields));
      expect([status, text]).toEqual([422, expect.stringMatching(words)]);
    });

    test.each([["tally"], [""]])(
      "the password typed beside a mistake is not lost (user name “%s”)",
      async (username) => {
        const twice = { off: "7012", "/account/username": username };
        const invalid = await me.send(SERVICE, all.form(twice));
        expect(invalid.text).toContain("Must be someone else.");
        expect(invalid.text).toContain("Leave empty to use the one you typed.");
        expect(invalid.text).not.toContain(PASSWORD);
        const mended = { ...fieldsIn(invalid.text), off: "7018", "/account/username": "tally" };
        const { text } = await me.send(SERVICE, Object.entries(mended));
        expect(text).toContain(username === "" ? "Enter the password again" : "Maria</bdi> is live");
      },
    );

    test("an address where nothing answers, or that is none, is said to be so before any name is", async () => {
      const named = { live: "@maria", off: "@lena" };
      const at = (baseUrl: string) => me.send(SERVICE, all.form({ ...named, "/account/baseUrl": baseUrl }));
      const none = { "/account/username": "", "/account/password": "" };
      await api.call("PUT", "/v1/upstream/operations/user.resolve", {
        path: "/who",
        query: { at: "{handle}" },
        fields: { userId: "/result/uid" },
      });
      const dead = await me.send(SERVICE, all.form({ ...named, ...none, "/account/baseUrl": "http://127.0.0.1:9" }));
      expect(dead.text).toContain("Nothing answers at 127.0.0.1:9.");
      expect(dead.text).not.toContain("couldn&#39;t find");
      for (const address of ["htp:/foo", "https://10.0.0.1"]) {
        const { text } = await at(address);
        expect([address, text.includes("can&#39;t look up")]).toEqual([address, false]);
        expect(text).toMatch(/id="[^"]*baseUrl[^"]*"[^>]*aria-invalid|aria-invalid[^>]*baseUrl/);
      }
    });

    test("counts each call that a test made", async () => {
      const before = all.calls();
      const { text } = await me.send(SERVICE, all.form());
      const [, said] = /(\d+) calls? ·/.exec(text)!;
      expect(Number(said)).toBe(all.calls() - before);
    });

    test("what was typed stays as it was typed, and a correction of it counts", async () => {
      const typo = { "/account/baseUrl": `${all.url}/v3/7012/plse` };
      const invalid = await me.send(SERVICE, all.form(typo));
      expect(invalid.status).toBe(422);
      const sent = fieldsIn(invalid.text);
      expect(sent["/account/baseUrl"]).toBe(typo["/account/baseUrl"]);
      expect(sent["/account/check"] ?? "").toBe("");
      const example = `${all.url}/v3/7012/pulse`;
      const right = await me.send(SERVICE, Object.entries({ ...sent, "/account/baseUrl": example }));
      expect(right.text).toContain("Maria</bdi> is live");
      expect(fieldsIn(right.text)["/account/baseUrl"]).toBe(example);
    });

    test("a command of curl and an address without a scheme do; its password is not shown again", async () => {
      const host = new URL(all.url).host;
      const bare = await me.send(SERVICE, all.form({ "/account/baseUrl": `${host}/v3/7012/pulse` }));
      expect(bare.text).toContain("Maria</bdi> is live");
      const command = `curl -u tally:${PASSWORD} '${all.url}/v3/7012/pulse' -H 'Accept: application/json'`;
      const none = { "/account/username": "", "/account/password": "" };
      const pasted = await me.send(SERVICE, all.form({ "/account/baseUrl": command, ...none }));
      expect(pasted.text).toContain("Maria</bdi> is live");
      expect(pasted.text).not.toContain(PASSWORD);
      expect(fieldsIn(pasted.text)["/account/baseUrl"]).toMatch(/^curl .*pulse.* -H /);
    });

    test("a redirect names its target and offers it; the password goes to no other host", async () => {
      all.answer({ status: 301, body: "", headers: { location: "/v3/7012/pulse" } });
      const moved = await me.send(SERVICE, all.form({ "/account/baseUrl": `${all.url}/old/7012` }));
      expect([moved.status, moved.text]).toEqual([
        422,
        expect.stringContaining(`It redirects to ${all.url}/v3/7012/pulse`),
      ]);
      const use = /name="use" value="([^"]+)"/.exec(moved.text)![1]!;
      all.answer(null);
      const used = await me.send(SERVICE, Object.entries({ ...fieldsIn(moved.text), use }));
      expect(used.text).toContain("Maria</bdi> is live");
      expect(fieldsIn(used.text)["/account/baseUrl"]).toBe(`${all.url}/v3/7012/pulse`);
      all.answer({ status: 302, body: "", headers: { location: `${all.receiver.url}/v3/7012/pulse?p=${PASSWORD}` } });
      const away = await me.send(SERVICE, all.form());
      expect(away.text).not.toContain(PASSWORD);
      const elsewhere = /name="use" value="([^"]+)"/.exec(away.text)![1]!;
      const requested = await me.send(SERVICE, Object.entries({ ...fieldsIn(away.text), use: elsewhere }));
      expect(requested.text).toContain("Enter the password again");
      expect(all.receiver.received).toEqual([]);
    });

    test("two the wrong way round are swapped by a click; somebody else takes the place of one who says nothing", async () => {
      const reversed = await me.send(
        SERVICE,
        all.form({ live: "7018", off: "7012", "/account/check": "/v3/7018/pulse", "/account/baseUrl": all.url }),
      );
      expect(reversed.text).toMatch(/look swapped|would not be live|nothing in them clearly/);
      const swapped = await me.send(SERVICE, Object.entries({ ...fieldsIn(reversed.text), swap: "1" }));
      expect(swapped.text).toContain("Maria</bdi> is live");
      expect(fieldsIn(swapped.text)).toMatchObject({ live: "7012", off: "7018" });
      all.answer({ status: 200, body: '{"live":0}' });
      const asleep = await me.send(SERVICE, all.form({ live: "7044" }));
      expect(asleep.text).toContain("Or test with someone else who is live");
      all.answer(null);
      const third = await me.send(SERVICE, Object.entries({ ...fieldsIn(asleep.text), third: "7012" }));
      expect(third.text).toContain("Maria</bdi> is live");
    });

    test("who is replaced stays known as the one that the example names", async () => {
      all.answer({ status: 200, body: '{"live":0}' });
      const command = `curl ${all.url}/v3/7044/pulse`;
      const asleep = await me.send(SERVICE, all.form({ live: "7044", "/account/baseUrl": command }));
      expect(asleep.text).toContain("Or test with someone else who is live");
      all.answer(null);
      const third = await me.send(SERVICE, Object.entries({ ...fieldsIn(asleep.text), third: "7012" }));
      expect(third.text).toContain("Maria</bdi> is live");
      const again = await me.send(SERVICE, Object.entries(fieldsIn(third.text)));
      expect(again.text).toContain("Maria</bdi> is live");
      expect(fieldsIn(again.text)["/account/baseUrl"]).toBe(command);
    });

    test("a sealed password opens for its address, its session and its time alone", async () => {
      const sealed = fieldsIn((await me.send(SERVICE, all.form())).text)["sealed"]!;
      const again = { sealed, "/account/password": "" };
      const address = { "/account/baseUrl": all.url, "/account/check": `${all.url}/v3/7012/pulse` };
      expect((await me.send(SERVICE, all.form({ ...again, ...address }))).status).toBe(200);
      const elsewhere = { "/account/baseUrl": `${all.receiver.url}/v3/7012/pulse` };
      expect((await me.send(SERVICE, all.form({ ...again, ...elsewhere }))).text).toContain("Enter the password again");
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * 60_000 });
      const late = await me.send(SERVICE, all.form({ ...again, ...address }));
      vi.useRealTimers();
      expect(late.text).toContain("Enter the password again");
      const other = await context(api);
      expect((await other.send(SERVICE, all.form({ ...again, ...address }))).text).toContain(
        "Enter the password again",
      );
    });

    test("that the environment sets stays; a reader sees no form", async () => {
      const provided = {
        ...api.env,
        UPSTREAM_BASE_URL: all.url,
        UPSTREAM_USERNAME: "tally",
        UPSTREAM_PASSWORD: PASSWORD,
      };
      const operator = await context({ ...api, send: (request) => api.send(request, provided as never) });
      const displayed = await operator.open(SERVICE);
      expect(displayed.text).toContain("are set on the server");
      expect(displayed.text).not.toContain("/account/password");
      const tried = await operator.send(
        SERVICE,
        Object.entries({ live: "7012", off: "7018", "/account/check": "/v3/7012/pulse" }),
      );
      expect(tried.text).toContain("Maria</bdi> is live");
      const foreign = { live: "7012", off: "7018", "/account/check": `${all.receiver.url}/v3/7012/pulse` };
      expect((await operator.send(SERVICE, Object.entries(foreign))).text).toContain(`Must be at ${all.url}`);
      const { token } = (await api.call("POST", "/v1/tokens", { name: "r", scopes: ["read"] })).body;
      const reader = await context(api, token);
      for (const step of ["service", "channel", "creators"])
        expect((await reader.open(`/first-steps/${step}`)).text).not.toMatch(
          /Test connection|Add and send|Add creators</,
        );
    });
  });
});
