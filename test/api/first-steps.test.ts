import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { fakeReceiver, type FakeReceiver } from "../support/fake-receiver.ts";
import { serve, type TestServer } from "../support/http-server.ts";
import { HOSTILE_NAMES } from "../support/watched-now.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { visit, type Visitor } from "./visitor.ts";

let api: RunningApi;
let me: Visitor;
let stranger: TestServer;
let receiver: FakeReceiver;
/** What the stranger's service answers in place of the truth; null: the truth. */
let instead: { status: number; body: string } | null = null;
const PASSWORD = "a-secret-that-is-never-shown";

/** A service in a shape of its own: who is live, by an id in its path, for those alone who know the password. */
const IDS: Record<string, { nick: string; live: boolean }> = {
  "7012": { nick: "Maria", live: true },
  "7018": { nick: "Lena <b>Winter</b>", live: false },
};
/** The account's own name is within a key. */
const STATE = "tally_state";
const HOSTILE = { ["__proto__"]: PASSWORD, "a/b~c": HOSTILE_NAMES, ["k".repeat(4000)]: "‮" };

beforeAll(async () => {
  [api, receiver, stranger] = await Promise.all([
    runSqliteApi({
      UPSTREAM_BASE_URL: "",
      UPSTREAM_USERNAME: "",
      UPSTREAM_PASSWORD: "",
      UPSTREAM_POLLS_PER_MINUTE: "10000",
      LIMITS: "local",
    }),
    fakeReceiver(),
    serve((request, _body, response) => {
      const url = new URL(request.url!, "http://x");
      const id =
        /^\/v3\/(\d+)\/pulse$/.exec(url.pathname)?.[1] ??
        (url.pathname === "/v3/pulse" ? url.searchParams.get("who") : null);
      const found = { maria: "7012", lena: "7018" }[url.searchParams.get("at") ?? ""];
      const right = request.headers.authorization === `Basic ${btoa(`tally:${PASSWORD}`)}`;
      const one = IDS[id ?? ""];
      const status = !right ? 401 : one === undefined && found === undefined ? 404 : 200;
      const answer = one ?? null;
      const truth = {
        ...HOSTILE,
        who: { uid: found ?? id, nick: answer?.nick },
        stream: answer?.live
          ? { id: 77, [STATE]: "broadcasting", words: "Late night", people: 12 }
          : { id: 0, [STATE]: "asleep", words: "", people: 0 },
      };
      response.writeHead(instead?.status ?? status, { "content-type": "application/json" });
      response.end(
        instead?.body ??
          (status === 200 ? JSON.stringify(found === undefined ? truth : { result: { uid: found } }) : "{}"),
      );
    }),
  ]);
  for (const name of ["UPSTREAM_BASE_URL", "UPSTREAM_USERNAME", "UPSTREAM_PASSWORD"]) delete api.env[name];
  me = await visit(api);
});
beforeEach(async () => {
  instead = null;
  await api.clear();
});
afterAll(() => Promise.all([api.stop(), stranger.close(), receiver.close()]));

const SERVICE = "/first-steps/service";
const form = (more: Record<string, string> = {}): [string, string][] =>
  Object.entries({
    "/account/baseUrl": `${stranger.url}/v3/7012/pulse`,
    "/account/username": "tally",
    "/account/password": PASSWORD,
    live: "7012",
    off: "7018",
    ...more,
  });
/** The fields of a page's form as a browser would send them back. */
const fieldsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input\b[^>]*\bname="([^"]+)"[^>]*>/g)]
      .filter(([tag, name]) => !tag.includes('type="radio"') && name !== "formKey")
      .map(([tag, name]) => [
        name!,
        (/ value="([^"]*)"/.exec(tag)?.[1] ?? "").replaceAll("&amp;", "&").replaceAll("&quot;", '"'),
      ]),
  );

describe("the service", () => {
  test("of a shape that nobody knows is tried, chosen by a click, proven on both, and kept; the password is shown nowhere", async () => {
    const first = await me.send(SERVICE, form());
    expect([first.status, first.text]).toEqual([200, expect.stringContaining("Maria</bdi> is on air")]);
    expect(first.text).toMatch(/Lena &lt;b&gt;Winter&lt;\/b&gt;<\/bdi> is off/);
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
    const kept = await me.send(`${SERVICE}/keep`, Object.entries(fieldsIn(untitled.text)));
    expect([kept.status, kept.to]).toEqual([303, "/first-steps"]);
    const account = (await api.call("GET", "/v1/upstream/account")).body;
    expect(account).toEqual({ baseUrl: stranger.url, username: "tally", source: "api" });
    const target = (await api.call("POST", "/v1/targets", { kind: "live", name: "M", params: { userId: "7012" } }))
      .body;
    expect((await api.call("POST", `/v1/targets/${target.id}/poll`)).body.verdict).toBe("on");
    const { body } = await api.call("GET", "/v1/upstream/operations");
    const listed = Object.fromEntries(body.items.map((one: { name: string }) => [one.name, one]));
    expect(listed["live.info"]).toMatchObject({ path: "/v3/{userId}/pulse", source: "config" });
    expect(listed["user.resolve"].path).toBeNull();
    const audit = JSON.stringify((await api.call("GET", "/v1/audit")).body.items);
    expect(audit).toContain("setAccount");
    expect(audit).not.toContain("a-secret");
    expect((await me.send(`${SERVICE}/forget`, [])).text).toContain("Disconnected.");
    expect((await api.call("GET", "/v1/upstream/account")).body.source).toBeNull();
  });

  test("@names are looked up where an example says how; what it is to be asked stays typed", async () => {
    const more = {
      "/account/baseUrl": stranger.url,
      "/account/check": "/v3/pulse?who=1234567",
      live: "@maria",
      off: "lena",
    };
    const without = await me.send(SERVICE, form(more));
    expect([without.status, without.text]).toEqual([
      422,
      expect.stringMatching(/could not say who @maria is|how to find @maria/),
    ]);
    expect(fieldsIn(without.text)).toMatchObject({ live: "@maria", "/account/check": "/v3/pulse?who=1234567" });
    const found = await me.send(SERVICE, form({ ...more, "/account/resolve": `${stranger.url}/v3/find?at=maria` }));
    expect(found.text).toContain("Maria</bdi> is on air");
    await me.send(`${SERVICE}/keep`, form({ ...more, "/account/resolve": `${stranger.url}/v3/find?at=maria` }));
    const { body } = await api.call("POST", "/v1/targets", { kind: "live", name: "M", params: { handle: "maria" } });
    expect(body.params).toEqual({ userId: "7012", handle: "maria" });
  });

  test.each<[what: string, status: number, body: string, words: RegExp]>([
    ["a wrong password", 401, "{}", /refuses the account or its password/],
    ["an address that is none", 404, "{}", /Paste an address of the live check/],
    ["too many calls", 429, "{}", /asked too often/],
    ["a fault of its own", 503, "<html>", /answered 503/],
    ["a page for people", 200, "<!doctype html>", /not with data/],
    ["nothing", 200, "", /not with data/],
    ["a failure inside", 200, '{"code":401,"data":null}', /says itself that something is wrong/],
    ["the same for both", 200, '{"live":1}', /do not differ. Is 7012 really live/],
    ["what is too large", 200, `[${"0,".repeat(2_100_000)}0]`, /larger than 4 MB/],
    ["what is too deep", 200, "[".repeat(100_000), /not with data|do not differ/],
    [
      "many rows",
      200,
      JSON.stringify(Array.from({ length: 10_000 }, (_, n) => ({ n, pad: "x".repeat(200) }))),
      /do not differ/,
    ],
  ])("that answers with %s is told in words", async (_what, status, body, words) => {
    instead = { status, body };
    const { status: shown, text } = await me.send(SERVICE, form());
    expect([200, 422]).toContain(shown);
    expect(text).toMatch(words);
    expect(text).not.toContain("a-secret");
    expect(text.length).toBeLessThan(120_000);
    expect(text).toContain('value="tally"');
  });

  test.each<[fields: Record<string, string>, words: RegExp]>([
    [{ live: "" }, /write an @name/],
    [{ off: "7012" }, /must be somebody else/],
    [{ live: "two words" }, /names nobody/],
    [{ "/account/password": "" }, /is needed once more/],
    [{ "/account/baseUrl": "ftp://x" }, /https/],
    [{ "/account/baseUrl": "http://10.0.0.1" }, /https|address/],
    [{ sealed: "k1.AAAA.AAAA", "/account/password": "" }, /is needed once more/],
    [{ "/account/check": "https://me:pw@svc.test/live?uid=1" }, /leave the name and the password out/],
  ])("what is wrong with %o stands beside its field", async (fields, words) => {
    const { status, text } = await me.send(SERVICE, form(fields));
    expect([status, text]).toEqual([422, expect.stringMatching(words)]);
  });

  test("a sealed password opens for its address, its session and its time alone", async () => {
    const sealed = fieldsIn((await me.send(SERVICE, form())).text)["sealed"]!;
    const again = { sealed, "/account/password": "" };
    const address = { "/account/baseUrl": stranger.url, "/account/check": `${stranger.url}/v3/7012/pulse` };
    expect((await me.send(SERVICE, form({ ...again, ...address }))).status).toBe(200);
    const elsewhere = { "/account/baseUrl": `${receiver.url}/v3/7012/pulse` };
    expect((await me.send(SERVICE, form({ ...again, ...elsewhere }))).text).toContain("is needed once more");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * 60_000 });
    const late = await me.send(SERVICE, form({ ...again, ...address }));
    vi.useRealTimers();
    expect(late.text).toContain("is needed once more");
    const other = await visit(api);
    expect((await other.send(SERVICE, form({ ...again, ...address }))).text).toContain("is needed once more");
  });

  test("that the environment sets stays; a reader sees no form", async () => {
    const given = {
      ...api.env,
      UPSTREAM_BASE_URL: stranger.url,
      UPSTREAM_USERNAME: "tally",
      UPSTREAM_PASSWORD: PASSWORD,
    };
    const operator = await visit({ ...api, send: (request) => api.send(request, given as never) });
    const shown = await operator.open(SERVICE);
    expect(shown.text).toContain("are set on the machine");
    expect(shown.text).not.toContain("/account/password");
    const tried = await operator.send(
      SERVICE,
      Object.entries({ live: "7012", off: "7018", "/account/check": "/v3/7012/pulse" }),
    );
    expect(tried.text).toContain("Maria</bdi> is on air");
    const foreign = { live: "7012", off: "7018", "/account/check": `${receiver.url}/v3/7012/pulse` };
    expect((await operator.send(SERVICE, Object.entries(foreign))).text).toContain(`must be at ${stranger.url}`);
    const { token } = (await api.call("POST", "/v1/tokens", { name: "r", scopes: ["read"] })).body;
    const reader = await visit(api, token);
    for (const step of ["service", "channel", "creators"])
      expect((await reader.open(`/first-steps/${step}`)).text).not.toMatch(/Call it|Add it and send|Watch them/);
  });
});

describe("from the first step to the last", () => {
  test("each leads on by what is there; nothing is lost by leaving", async () => {
    expect((await me.open("/")).text).toContain('href="/first-steps"');
    const to = async () => (await api.send(new Request("http://127.0.0.1:8787/first-steps"))).status;
    expect(await to()).toBe(401);
    const nothing = await me.open("/first-steps/done");
    expect(nothing.text).toMatch(
      /Before anything can be heard: connect the service, say where you want to hear it and say whom to watch/,
    );
    await me.send(`${SERVICE}/keep`, form());
    const wrong = await me.send("/first-steps/channel", [
      ["/settings/url", "https://example.com/x"],
      ["/name", "<i>ours"],
      ["/mention", ""],
    ]);
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('value="&lt;i&gt;ours"')]);
    const pinged = await me.send("/first-steps/channel", [
      ["/settings/url", "x"],
      ["/mention", "everybody!"],
    ]);
    expect([pinged.status, pinged.text]).toEqual([422, expect.stringContaining("must be @here")]);
    const added = await me.send("/first-steps/channel", [
      ["/settings/url", `${receiver.url}/api/webhooks/1001/secret-part`],
      ["/mention", "@here"],
    ]);
    expect(added.text).toMatch(/took the test message. Arrived in \d+ ms/);
    expect(added.text).toContain("An alert was made along with it");
    expect(added.text).not.toContain("secret-part");
    const [alert] = (await api.call("GET", "/v1/subscriptions")).body.items;
    expect(alert).toMatchObject({ events: ["live.started", "live.ended"], mention: "@here", watchlistId: null });
    const operations = (await api.call("GET", "/v1/audit")).body.items.map(
      (one: { operation: string }) => one.operation,
    );
    expect(operations.slice(0, 2).toSorted()).toEqual(["createChannel", "createSubscription"]);
    const pasted = "Maria 7012\n<script>x</script> 7018\nnobody at all";
    const came = await me.send("/first-steps/creators", [
      ["creators", pasted],
      ["announce", "true"],
    ]);
    expect(came.text).toMatch(/2 of 3 are watched/);
    expect(came.text).toMatch(/Maria[\s\S]*on air[\s\S]*&lt;script&gt;[\s\S]*off[\s\S]*names nobody/);
    expect(came.text).not.toContain("<script>x");
    expect(receiver.received.some(({ body }) => JSON.stringify(body).includes("Maria"))).toBe(true);
    const done = await me.open("/first-steps/done");
    expect(done.text).toContain("You hear within a minute");
    expect(done.text).toMatch(/2 creators are watched, and told on <bdi>Discord/);
    expect(
      (await me.send(`/first-steps/channel/${(await api.call("GET", "/v1/channels")).body.items[0].id}/test`, [])).text,
    ).toContain("took the test");
  });

  test("a channel that hears nothing gets its alert by one click", async () => {
    const settings = { url: `${receiver.url}/hooks/x` };
    const { id } = (await api.call("POST", "/v1/channels", { kind: "webhook", name: "Ours", settings })).body;
    expect((await me.open("/first-steps/channel")).text).toContain("hears nothing yet");
    expect((await me.send(`/first-steps/channel/${id}/alert`, [])).text).toContain("hears when anybody goes live");
  });
});
