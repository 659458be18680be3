import { afterAll, beforeEach, expect, test } from "vitest";
import { HOSTILE_NAMES, watchedUntil } from "../support/watched-now.ts";
import { Jar, keyIn } from "../support/jar.ts";
import { runSqliteApi } from "./running-api.ts";

const api = await runSqliteApi({ UPSTREAM_POLLS_PER_MINUTE: "60" });
afterAll(() => api.stop());
beforeEach(() => api.clear());

const HOUR = 3_600_000;
const NOW = Date.now();

async function signedIn(token = api.env["ADMIN_TOKEN"] as string): Promise<Jar> {
  const jar = new Jar((request) => api.send(request));
  await jar.send("/sign-in", { token });
  return jar;
}

const world = { targets: 12, events: 0, onAir: 3, failing: 1, names: ["Maria", "Suna", "Kenji"] };

test("the headline is the answer, and what needs a hand stands beside what mends it", async () => {
  await watchedUntil(api.db, NOW, { ...world, events: 100 });
  const text = await (await (await signedIn()).open("/")).text();
  expect(text).toContain("<h1>3 live</h1>");
  expect(text).toContain("of 12 creators");
  expect(text).toContain('class="lamp on"');
  for (const words of [
    "2 issues need attention",
    "gets no messages",
    "your service doesn&#39;t know this name",
    "Check again",
    "Pause",
  ])
    expect(text).toContain(words);
  expect(text).toContain("Using 12 of 60 checks per minute.");
  expect(text).toContain("last 24 hours: live now, live for");
  expect(text).toContain("last 24 hours: unknown now");
});

test("the last 24 hours of twelve creators say of how many they are, and lead to all", async () => {
  await watchedUntil(api.db, NOW, world);
  let jar = await signedIn();
  const text = async () => (await (await jar.open("/")).text()).split(`id="day"`)[1]!.split("</section>")[0]!;
  expect(await text()).not.toContain("shown");
  await api.clear();
  await watchedUntil(api.db, NOW, { ...world, targets: 40 });
  jar = await signedIn();
  expect(await text()).toContain("12 of 40 shown");
  expect(await text()).toContain('href="/creators"');
});

test("who streamed has a strip, however many were there before", async () => {
  await watchedUntil(api.db, NOW, { ...world, targets: 40, events: 5 });
  const last = await api.db
    .prepare("SELECT id FROM targets WHERE kind = 'live' AND on_air = 0 ORDER BY created_at DESC, id DESC LIMIT 1")
    .first<string>("id");
  await api.db.prepare("UPDATE events SET target_id = ?1 WHERE seq = (SELECT max(seq) FROM events)").bind(last).run();
  const text = await (await (await signedIn()).open("/")).text();
  expect(text.split(`id="day"`)[1]!.split("</section>")[0]).toContain(`/creators/${last}`);
});

/** The titles of what needs attention on a page, without elements. */
const titlesIn = (text: string): string[] =>
  [...text.matchAll(/<li class="fix">.*?<h3[^>]*>(.*?)<\/h3>/gs)].map(([, title]) =>
    title!.replace(/<[^>]*>/g, "").replaceAll("&#39;", "'"),
  );

const faulty = (where: string, fault: object, more = "") =>
  api.db
    .prepare(`UPDATE targets SET consecutive_faults = 9, fault = ?1${more} WHERE ${where}`)
    .bind(JSON.stringify({ detail: "x", ...fault }))
    .run();

test("creators with the same fault are one card with a number, and their names are folded below it", async () => {
  await watchedUntil(api.db, NOW, { ...world, targets: 40, onAir: 0, failing: 0 });
  await faulty("kind = 'live' AND rowid <= 24", { kind: "unreachable", status: 503 });
  const jar = await signedIn();
  const text = await (await jar.open("/")).text();
  const own = titlesIn(text).filter((title) => title.includes("can't be checked"));
  expect(own).toEqual(["24 creators can't be checked: the service answered 503"]);
  expect(text).toContain("Show all 24");
  expect(text.match(/action="\/now\/[^"]*\/check"/g)).toHaveLength(1);
  // All of them are paused by one button, and are back by its Undo.
  const ids = /name="ids" value="([^"]*)"/.exec(text)![1]!;
  expect(ids.split(" ")).toHaveLength(24);
  const formKey = keyIn(text);
  expect((await jar.send("/creators/pause", { ids, from: "/", formKey })).headers.get("location")).toBe("/");
  const after = await (await jar.open("/")).text();
  expect(after).toContain("24 creators paused");
  expect(titlesIn(after).filter((title) => title.includes("can't be checked"))).toEqual([]);
});

test("two different faults are two cards, first the one of whoever was live when last checked, by name", async () => {
  await watchedUntil(api.db, NOW, { ...world, targets: 40, onAir: 2, failing: 0 });
  await faulty("id IN ('tgt_20', 'tgt_21', 'tgt_22', 'tgt_23')", { kind: "unreachable", status: 503 });
  await faulty("id IN ('tgt_0', 'tgt_30')", { kind: "gone", status: 404 });
  const text = await (await (await signedIn()).open("/")).text();
  expect(titlesIn(text).filter((title) => title.includes("can't be checked"))).toEqual([
    "2 creators can't be checked: your service doesn't know this name or ID",
    "4 creators can't be checked: the service answered 503",
  ]);
  expect(text).toMatch(/Live when last checked:\s*<a href="\/creators\/tgt_0">/);
  expect(text.match(/Live when last checked:/g)).toHaveLength(1);
});

test("when a check last worked is a time, the first and the last, or never", async () => {
  await watchedUntil(api.db, NOW, { ...world, targets: 12, onAir: 0, failing: 0 });
  const fault = { kind: "gone", status: 404 };
  const text = async () => (await (await signedIn()).open("/")).text();
  const four = "id IN ('tgt_1', 'tgt_2', 'tgt_3', 'tgt_4')";
  await faulty(four, fault, `, last_ok_at = ${NOW - 3_600_000}`);
  expect(await text()).toMatch(/Since <time[^>]*>[^<]*<\/time>\./);
  await faulty("id = 'tgt_2'", fault, `, last_ok_at = ${NOW - 1_800_000}`);
  expect(await text()).toMatch(/Since <time[^>]*>[^<]*<\/time>, the latest since <time/);
  await faulty("id = 'tgt_3'", fault, ", last_ok_at = NULL");
  expect(await text()).toContain("1 of them has never been checked.");
  await faulty(four, fault, ", last_ok_at = NULL");
  expect(await text()).toContain("No check has worked yet.");
  expect(await text()).not.toContain("have never been checked");
});

test("more than are read are at least so many, without a button for all of them", async () => {
  await watchedUntil(api.db, NOW, { ...world, targets: 130, onAir: 0, failing: 0 });
  await faulty("kind = 'live'", { kind: "gone", status: 404 });
  const text = await (await (await signedIn()).open("/")).text();
  expect(titlesIn(text)).toContain("At least 101 creators can't be checked: your service doesn't know this name or ID");
  expect(text).not.toContain('action="/creators/pause"');
  expect(text).toContain('href="/creators?show=trouble"');
});

test("where nobody knows, that is the headline, and what was known last is marked as old", async () => {
  await watchedUntil(api.db, NOW, world);
  const breaker = { reason: "unauthorized", status: 401, since: NOW - 600_000, until: NOW + 600_000, reopenedAt: 0 };
  await api.db.prepare("UPDATE ticker SET gate = ?1").bind(JSON.stringify(breaker)).run();
  const text = await (await (await signedIn()).open("/")).text();
  expect(text).toContain("<h1>We can&#39;t tell who is live</h1>");
  expect(text).toContain("3 live when last checked");
  expect(text).toContain('class="stage old"');
  expect(text).toContain("Login rejected");
  expect(text).not.toContain('class="lamp on"');
});

test("where nobody was live when last checked, the page only says when it tried", async () => {
  await watchedUntil(api.db, NOW, { ...world, onAir: 0 });
  const breaker = { reason: "unauthorized", status: 401, since: NOW - 600_000, until: NOW + 600_000, reopenedAt: 0 };
  await api.db.prepare("UPDATE ticker SET gate = ?1").bind(JSON.stringify(breaker)).run();
  const text = await (await (await signedIn()).open("/")).text();
  expect(text).toContain("last tried ");
  expect(text).not.toContain("0 live when last checked");
  expect(text).not.toContain("Everyone is checked on time.");
});

test("where one operation is refused the page says which, and that the rest goes on", async () => {
  await watchedUntil(api.db, NOW, world);
  const breaker = { reason: "unauthorized", status: 401, since: NOW - 60_000, until: NOW + 600_000, over: [] };
  const limited = { ...breaker, reason: "throttled", status: 429 };
  const open = (breakers: object) =>
    api.db.prepare("UPDATE ticker SET breakers = ?1").bind(JSON.stringify(breakers)).run();
  const jar = await signedIn();
  const text = async (path = "/") => (await jar.open(path)).text();
  await open({ "video.info": breaker, "user.videos": limited, "live.info": { ...breaker, silent: true } });
  const page = await text();
  expect(page).toContain("<h1>3 live</h1>");
  expect(page).toContain("video.info is refused");
  expect(page).toContain("user.videos is limited");
  expect(page.match(/Everything else is checked as usual/g)).toHaveLength(2);
  expect(page).not.toContain("live.info");
  const { status, body } = await api.call("POST", "/v1/targets", {
    kind: "record",
    name: "A video",
    params: { operation: "video.info", values: { videoId: "7501001" } },
  });
  expect(status).toBe(201);
  for (const path of ["/records", `/records/${body.id}`])
    expect(await text(path)).toContain("the service refused the request");
  // Without live checks nobody knows who is live.
  await open({ "live.check": breaker });
  const blind = await text();
  expect(blind).toContain("<h1>We can&#39;t tell who is live</h1>");
  expect(blind).toContain("live.check is refused");
  expect(blind).not.toContain("Login rejected");
});

test("creators without a status are said in the rail of every page", async () => {
  await watchedUntil(api.db, NOW, { ...world, failing: 0 });
  const jar = await signedIn();
  for (const [unknown, words] of [
    [0, "Service is up"],
    [1, "No status for 1 creator<"],
    [2, "No status for 2 creators"],
  ] as const) {
    await api.db.prepare("UPDATE ticker SET load = json_set(load, '$.unknown', ?1)").bind(unknown).run();
    expect(await (await jar.open("/settings")).text()).toContain(words);
  }
});

test("nobody is on air, and nobody is watched, are different answers", async () => {
  const jar = await signedIn();
  expect(await (await jar.open("/")).text()).toContain("<h1>You&#39;re not watching anyone yet</h1>");
  await watchedUntil(api.db, NOW, { ...world, onAir: 0, failing: 0 });
  expect(await (await jar.open("/")).text()).toContain("<h1>No one is live</h1>");
});

test("more than the calls reach is said as what it means", async () => {
  await watchedUntil(api.db, NOW, { ...world, targets: 300 });
  expect(await (await (await signedIn()).open("/")).text()).toContain(
    "You need 300 checks per minute, but have 60. You hear of a start about 2½ min later.",
  );
});

test("what a change would come to is said beside what is, with and without scripts, whatever the address says", async () => {
  await watchedUntil(api.db, NOW, world);
  const jar = await signedIn();
  const open = async (query: string, part = false) =>
    (await jar.open(`/plan${query}`, part ? { "x-part": "1" } : {})).text();
  const text = await open("");
  expect(text.match(/type="range"/g)).toHaveLength(5);
  // Nothing is changed yet, so there is one answer.
  expect(text.match(/Everyone is checked on time\./g)).toHaveLength(1);
  expect(text).toMatch(/The paid plan costs \$5 per month\./);
  const more = await open("?creators=5000&calls=120&seconds=30", true);
  expect(more).toMatch(/^<div class="stack" id="plan-answer"/);
  expect(more).toContain("creators take turns");
  expect(more).toMatch(/Needs 5,012 checks per minute\. Your service allows 120\. Makes 172,800 checks per day/);
  expect(more).toMatch(
    /Does not fit Cloudflare&#39;s free plan\..*<details><summary>Details<.*The tightest daily quota is queue operations: [\d,]+% needed/,
  );
  // The interval is that of the extra creators only: the others have their own.
  expect(text).toContain("Check extra creators every");
  for (const odd of ["?creators=-1&calls=0&seconds=x", "?creators=99999999&calls=9e9&seconds=%3Cb%3E"])
    expect(await open(odd)).toMatch(/<h1>Start alerts after about [^<]+<\/h1>/);
  expect(await (await jar.open("/")).text()).toContain('href="/plan"');
  expect(await (await jar.open("/settings")).text()).toContain('href="/plan"');
});

test("names that try to break it stand there as text, cut, and never empty", async () => {
  await watchedUntil(api.db, NOW, { ...world, onAir: HOSTILE_NAMES.length, names: HOSTILE_NAMES });
  const text = await (await (await signedIn()).open("/")).text();
  expect(text).not.toMatch(/<script>|<img|\u202e|\u200b/);
  expect(text).toContain("&lt;script&gt;");
  expect(text).toContain("@maria");
  expect(text.length).toBeLessThan(60_000);
});

test("who may only look has no controls", async () => {
  await watchedUntil(api.db, NOW, world);
  const { body } = await api.call("POST", "/v1/tokens", { name: "for reading", scopes: ["read"] });
  const text = await (await (await signedIn(body.token as string)).open("/")).text();
  expect(text).toContain("can&#39;t be checked");
  expect(text).not.toMatch(/method="post"|<button/);
});

test("a pause is one click, says so once, can be taken back, and stands in the audit log", async () => {
  await watchedUntil(api.db, NOW, world);
  const jar = await signedIn();
  const formKey = keyIn(await (await jar.open("/")).text());
  expect((await jar.send("/creators/tgt_3/pause", { formKey })).headers.get("location")).toBe("/");
  expect((await api.call("GET", "/v1/targets/tgt_3")).body.enabled).toBe(false);
  const notified = await (await jar.open("/")).text();
  expect(notified).toContain("Creator 3 paused");
  const undo = /<form method="post" action="(\/creators\/tgt_3\/resume)"/.exec(notified)![1]!;
  expect(await (await jar.open("/")).text()).not.toContain("Creator 3 paused");
  await jar.send(undo, { formKey });
  expect((await api.call("GET", "/v1/targets/tgt_3")).body.enabled).toBe(true);
  const { items } = (await api.call("GET", "/v1/audit")).body;
  expect(items.slice(0, 3).map((one: any) => [one.operation, one.subject, one.status])).toEqual([
    ["changeTarget", "tgt_3", 200],
    ["changeTarget", "tgt_3", 200],
    ["signIn", expect.stringMatching(/^sgn_/), 200],
  ]);
});

test("a channel that lost its address takes a new one where it says so; the address stands in no log and no page", async () => {
  await watchedUntil(api.db, NOW, world);
  const jar = await signedIn();
  const formKey = keyIn(await (await jar.open("/")).text());
  const invalid = await jar.send("/channels/ch_lost/revive", { formKey, "/settings/url": "ftp://nowhere" });
  const text = await invalid.text();
  expect([invalid.status, text]).toEqual([422, expect.stringContaining('aria-invalid="true"')]);
  expect(text).toContain('value="ftp://nowhere"');
  const url = "https://discord.com/api/webhooks/1234/very-secret-part";
  expect((await jar.send("/channels/ch_lost/revive", { formKey, "/settings/url": url })).status).toBe(303);
  expect((await api.call("GET", "/v1/channels/ch_lost")).body).toMatchObject({ enabled: true, disabledReason: null });
  expect(await (await jar.open("/")).text()).toContain("resumed");
  expect(JSON.stringify((await api.call("GET", "/v1/audit")).body)).not.toContain("very-secret");
});

test("the first creator is watched from the empty page, and what is wrong with it stands beside the field", async () => {
  const jar = await signedIn();
  const formKey = keyIn(await (await jar.open("/")).text());
  const invalid = await jar.send("/creators/first", { formKey, "/who": "not a handle!" });
  expect([invalid.status, await invalid.text()]).toEqual([422, expect.stringContaining('value="not a handle!"')]);
  expect((await jar.send("/creators/first", { formKey, "/who": "7012" })).status).toBe(303);
  expect((await api.call("GET", "/v1/targets")).body.items[0]).toMatchObject({
    params: { userId: "7012" },
    kind: "live",
  });
  expect(await (await jar.open("/")).text()).toContain("Not checked yet");
});

test("what was typed while nobody was signed in goes on after signing in", async () => {
  const jar = new Jar((request) => api.send(request));
  const requested = await (await jar.send("/creators/first", { "/who": "7012" })).text();
  expect(requested).toContain("What you typed is saved");
  const fields = Object.fromEntries(
    [...requested.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!.replaceAll("&quot;", '"'),
    ]),
  );
  const again = await (await jar.send("/sign-in", { ...fields, token: api.env["ADMIN_TOKEN"] as string })).text();
  expect(again).toContain("Continue");
  expect(again).toContain('name="/who" value="7012"');
  expect((await jar.send("/creators/first", { formKey: keyIn(again), "/who": "7012" })).status).toBe(303);
});

test("who was live before the first check is live at least since then, on every page", async () => {
  await watchedUntil(api.db, NOW, { ...world, failing: 0 });
  const set = (startedAfter: string) =>
    api.db
      .prepare(`UPDATE targets SET state = json_set(state, '$.session.startedAfter', ${startedAfter}) WHERE on_air = 1`)
      .run();
  const jar = await signedIn();
  const pages = ["/", "/wall", "/creators", "/creators/tgt_0"];
  const words = {
    atLeast: /at least since|Live at least since/,
    since: /(?<!at least |unknown )since <time|<dt>Live since</,
  };
  const read = async () =>
    Object.fromEntries(
      await Promise.all(
        pages.map(async (path) => {
          const text = await (await jar.open(path)).text();
          return [path, { atLeast: words.atLeast.test(text), since: words.since.test(text) }];
        }),
      ),
    );
  const all = (found: object) => Object.fromEntries(pages.map((path) => [path, found]));
  // The last check before was long ago in the second case.
  for (const unseen of ["NULL", "json_extract(state, '$.session.startedAt') - 36000000"]) {
    await set(unseen);
    expect(await read()).toEqual(all({ atLeast: true, since: false }));
  }
  expect(/at least \d\d:\d\d until now/.test(await (await jar.open("/creators/tgt_0")).text())).toBe(true);
  await set("json_extract(state, '$.session.startedAt') - 60000");
  expect(await read()).toEqual(all({ atLeast: false, since: true }));
});

test("a strip tells a screen reader the whole time live, though nobody could tell for a while in between", async () => {
  await watchedUntil(api.db, NOW, { ...world, onAir: 1 });
  await api.db
    .prepare("UPDATE targets SET gaps = ?1, state = json_set(state, '$.session.startedAt', ?2) WHERE id = 'tgt_0'")
    .bind(JSON.stringify([[NOW - 8 * HOUR, NOW - 7 * HOUR]]), NOW - 40 * HOUR)
    .run();
  const text = await (await (await signedIn()).open("/")).text();
  const total = "22 h 59 min|23 h( \\d min)?";
  expect(text).toMatch(new RegExp(`live now, live for (${total}) in total`));
});
