import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { demoOperations } from "../../host/runtime/variables.ts";
import { settingsFrom } from "../../sim/settings.ts";
import { createSimulator } from "../../sim/simulator.ts";
import { serve } from "../support/http-server.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

let api: RunningApi;
let me: Visitor;
let url: string;
let stop: () => Promise<unknown>;
/** What the service answers in the place of the simulator; null: nothing. */
let instead: unknown = null;
beforeAll(async () => {
  const simulator = createSimulator({ now: Date.now, sleep: async () => undefined, settings: settingsFrom({}) });
  const service = await serve(async (request, text, response) => {
    const sent = text === "" ? {} : { body: text };
    const headers = new Headers(request.headers as Record<string, string>);
    const requested = new Request(`http://sim.test${request.url!}`, { method: request.method!, headers, ...sent });
    const answer = await simulator.fetch(requested);
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(instead === null ? await answer.text() : JSON.stringify(instead));
  });
  ({ url } = service);
  api = await runSqliteApi({ UPSTREAM_POLLS_PER_MINUTE: "10000", LIMITS: "local" });
  for (const name of ["UPSTREAM_BASE_URL", "UPSTREAM_USERNAME", "UPSTREAM_PASSWORD"]) delete (api.env as never)[name];
  const demo = { baseUrl: url, username: "demo", password: "demo", operations: demoOperations() };
  Object.assign(api.env, { DEMO_ACCOUNT: JSON.stringify(demo) });
  me = await context(api);
  stop = () => Promise.all([api.stop(), service.close()]);
});
beforeEach(async () => {
  instead = null;
  await api.clear();
});
afterAll(() => stop());

const HERE = "/watch";

const plain = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** What a browser would send: hidden and text fields, checked boxes and chosen options. */
function formOf(text: string): [string, string][] {
  const form = /<form method="post" action="\/watch#answer"[\s\S]*?<\/form>/.exec(text)![0];
  const inputs = [...form.matchAll(/<input\b[^>]*>/g)].flatMap(([tag]): [string, string][] => {
    const name = / name="([^"]+)"/.exec(tag)?.[1];
    if (name === undefined || name === "formKey" || (tag.includes("checkbox") && !/ checked=/.test(tag))) return [];
    return [[name, plain(/ value="([^"]*)"/.exec(tag)?.[1] ?? "")]];
  });
  const selects = [...form.matchAll(/<select\b[^>]* name="([^"]+)"[\s\S]*?<\/select>/g)].map(
    ([tag, name]): [string, string] => [
      name!,
      plain(/<option value="([^"]*)" selected/.exec(tag)?.[1] ?? /<option value="([^"]*)"/.exec(tag)?.[1] ?? ""),
    ],
  );
  return [...inputs, ...selects];
}

/** Tries an operation, then watches what was found. */
async function watch(operation: string, who: string, more: [string, string][] = []) {
  const shown = await me.send(HERE, [["operation", operation], ["/who", who], ...more]);
  expect([operation, shown.status, /Found ([\d,]+ item|these values)/.test(shown.text)]).toEqual([
    operation,
    200,
    true,
  ]);
  const kept = await me.send(`${HERE}/keep`, formOf(shown.text));
  expect([operation, kept.status]).toEqual([operation, 303]);
  const [, path, id] = /^\/(item-lists|records)\/(tgt_\w+)$/.exec(kept.to!)!;
  return { path, shown, kept, target: (await api.call("GET", `/v1/targets/${id}`)).body };
}

const LISTS: [operation: string, who: string][] = [
  ["user.videos", "@maria"],
  ["user.liked_videos", "7012"],
  ["user.followers", "7012"],
  ["user.following", "https://www.example.com/@maria"],
  ["video.comments", "https://www.example.com/@maria/video/7301234567890123456"],
  ["video.trending_categories", ""],
  ["video.trending", ""],
  ["video.by_play", "7101234"],
  ["video.by_hashtag", "7101234"],
  ["video.by_music", "7101234"],
  ["video.by_product", "7101234"],
  ["video.by_seller", "7101234"],
  ["seller.categories", "7101239"],
  ["product.categories_level1", ""],
  ["product.categories_level2", "601001"],
  ["product.categories_level3", "601001"],
  ["seller.products", "7101234"],
  ["search.user", "cats"],
  ["search.video", "cats & dogs"],
  ["search.music", "cats"],
  ["search.product", "cats"],
];

describe("anything that the service offers", () => {
  test.each(LISTS)("%s is watched after one try, and its first check finds items", async (operation, who) => {
    const { target, path } = await watch(operation, who);
    expect(path).toBe("item-lists");
    expect(target.kind).toBe("list");
    expect(target.params.operation).toBe(operation);
    expect([operation, target.status.fault, target.snapshot?.count > 0]).toEqual([operation, null, true]);
  });

  test("new videos alert the chosen channel; what is watched twice is refused and nothing is lost", async () => {
    const url = "https://discord.com/api/webhooks/1/a";
    const channel = (await api.call("POST", "/v1/channels", { kind: "discord", name: "News", settings: { url } })).body;
    const { target, shown } = await watch("user.videos", "@maria");
    expect(shown.text).toMatch(/Checked twice: (\d+) of \1 items recognized again/);
    expect(target).toMatchObject({ name: "New videos: @maria", settings: { timeField: "time" } });
    const { items } = (await api.call("GET", "/v1/subscriptions")).body;
    expect(items).toMatchObject([{ targetId: target.id, events: ["item.appeared"], channelId: channel.id }]);
    const anew = formOf(shown.text).filter(([name]) => name !== "once");
    const again = await me.send(`${HERE}/keep`, anew);
    expect([again.status, again.text.includes("This is watched already")]).toEqual([409, true]);
    expect(again.text).toContain('value="@maria"');
    const audit = (await api.call("GET", "/v1/audit")).body.items.map(
      ({ operation }: { operation: string }) => operation,
    );
    expect(audit).toEqual(expect.arrayContaining(["createTarget", "createSubscription"]));
  });

  test("what an ID stands for is called by its name in the answer", async () => {
    const maria = await me.send(HERE, [
      ["operation", "user.info"],
      ["/who", "7012"],
    ]);
    expect(maria.text).toContain('value="Follower count and profile: Maria"');
    const videos = await me.send(HERE, [
      ["operation", "user.videos"],
      ["/who", "7012"],
    ]);
    expect(videos.text).toContain('value="New videos: Maria"');
    const unnamed = await me.send(HERE, [
      ["operation", "video.comments"],
      ["/who", "7101234"],
    ]);
    expect(unnamed.text).toContain(": 7101234");
  });

  test("an answer without a list becomes a record, whose numbers have milestones", async () => {
    const { target, path } = await watch("seller.info", "7101234");
    expect([path, target.kind]).toEqual(["records", "record"]);
    const watched = target.settings.watch.map(({ field }: { field: string }) => field);
    expect(watched).toEqual(expect.arrayContaining(["rating", "productCount"]));
    expect(target.snapshot.fields.rating).toBeGreaterThan(0);
  });

  test("an example address of the documentation defines an operation, once for everybody", async () => {
    const example = `${url}/api/v1//user/followers?user_id=7018&count=20`;
    const typed: [string, string][] = [["/example", `curl -H 'Authorization: Basic x' '${example}'`]];
    const first = await watch("", "", typed);
    expect(first.target.params).toEqual({ operation: "user.followers_2", values: { userId: "7018" } });
    expect(formOf(first.shown.text)).toContainEqual(["/values/userId", "7018"]);
    const second = await watch("", "@maria", typed);
    expect(second.target.params.operation).toBe("user.followers_2");
    expect(second.target.params.values.userId).not.toBe("7018");
    const { items } = (await api.call("GET", "/v1/upstream/operations")).body;
    const own = items.filter(({ name }: { name: string }) => name.startsWith("user.followers"));
    expect(own.map(({ name, source }: Record<string, string>) => [name, source])).toEqual([
      ["user.followers", "default"],
      ["user.followers_2", "config"],
    ]);
  });

  test("other values than the proposed ones can be chosen, and no definition in use is changed", async () => {
    const displayed = await me.send(HERE, [
      ["operation", "user.videos"],
      ["/who", "7012"],
    ]);
    const form = formOf(displayed.text).filter(([name, value]) => name !== "field" || value.startsWith("title "));
    const stored = await me.send(`${HERE}/keep`, form);
    expect(stored.status).toBe(303);
    const target = (await api.call("GET", `/v1/targets/${stored.to!.split("/").at(-1)}`)).body;
    expect(target.params.operation).toBe("user.videos_2");
    expect(Object.keys(target.snapshot.items[0].fields)).toEqual(["title"]);
    const none = await me.send(
      `${HERE}/keep`,
      form.filter(([name]) => name !== "field"),
    );
    expect([none.status, none.text]).toEqual([422, expect.stringContaining("Choose at least one value")]);
  });

  test("what is missing, unknown or refused is said, and what was typed stays", async () => {
    const missing = await me.send(HERE, [["operation", "user.videos"]]);
    expect([missing.status, missing.text]).toEqual([422, expect.stringContaining("Choose who or what it is about.")]);
    const two = await me.send(HERE, [
      ["operation", "video.comment_replies"],
      ["/who", "7301234"],
    ]);
    expect([two.status, two.text]).toEqual([422, expect.stringContaining("Choose who or what it is about.")]);
    expect(formOf(two.text)).toContainEqual(["/values/videoId", "7301234"]);
    const nobody = await me.send(HERE, [
      ["operation", "user.videos"],
      ["/who", "@nobody"],
    ]);
    expect([nobody.status, nobody.text]).toEqual([422, expect.stringContaining("know this name or ID")]);
    const elsewhere = await me.send(HERE, [["/example", "https://evil.example/steal?user_id=1"]]);
    expect([elsewhere.status, elsewhere.text]).toEqual([
      422,
      expect.stringContaining("Must be an address of your data service"),
    ]);
    instead = { code: 0, data: { list: [] } };
    const empty = await me.send(HERE, [
      ["operation", "user.videos"],
      ["/who", "7012"],
    ]);
    expect([empty.status, empty.text]).toEqual([422, expect.stringContaining("The answer has no list")]);
    instead = { code: 5, data: null };
    const failed = await me.send(HERE, [
      ["operation", "user.followers"],
      ["/who", "7012"],
    ]);
    expect([failed.status, failed.text]).toEqual([422, expect.stringContaining("answered with an error")]);
    expect((await api.call("GET", "/v1/targets")).body.items).toEqual([]);
  });

  test("ids that change with each answer are not accepted silently, and hostile texts stay texts", async () => {
    let n = 0;
    const rows = () =>
      [1, 2, 3].map((place) => ({ id: `x${n++}`, title: `<script>${place}</script> @everyone`, 'a"b': "‮" }));
    instead = {
      get data() {
        return rows();
      },
    };
    const displayed = await me.send(HERE, [
      ["operation", "user.followers"],
      ["/who", "7012"],
    ]);
    expect(displayed.text).toContain("only 0 of 3 items came again");
    expect(displayed.text).not.toContain("<script>1");
  });

  test("an editor watches what is defined, and defines nothing", async () => {
    const secret = (await api.call("POST", "/v1/tokens", { name: "Ed", scopes: ["write"] })).body.token;
    const editor = await context(api, secret);
    const displayed = await editor.send(HERE, [
      ["operation", "user.videos"],
      ["/who", "7012"],
    ]);
    expect(displayed.status).toBe(200);
    expect((await editor.send(`${HERE}/keep`, formOf(displayed.text))).status).toBe(303);
    const other = await editor.send(HERE, [["/example", `${url}/api/v1//user/followers?user_id=7018`]]);
    expect([other.status, other.text]).toEqual([422, expect.stringContaining("Only an owner")]);
    const chosen = formOf(displayed.text).filter(([name, value]) => name !== "field" || value.startsWith("title "));
    const stored = await editor.send(`${HERE}/keep`, chosen);
    expect([stored.status, stored.text]).toEqual([422, expect.stringContaining("Only an owner")]);
    const reader = await context(
      api,
      (await api.call("POST", "/v1/tokens", { name: "R", scopes: ["read"] })).body.token,
    );
    expect((await reader.open(HERE)).status).toBe(403);
  });
});

describe("what somebody wants to hear of a creator", () => {
  /** A creator with a channel, and the forms of their page. */
  async function creator() {
    const url = "https://discord.com/api/webhooks/1/a";
    await api.call("POST", "/v1/channels", { kind: "discord", name: "News", settings: { url } });
    const channelId = (await api.call("GET", "/v1/channels")).body.items[0].id as string;
    const { id } = (await api.call("POST", "/v1/targets", { kind: "live", name: "Maria", params: { userId: "7012" } }))
      .body;
    const page = `/creators/${id}`;
    return {
      page,
      open: async () => plain((await me.open(page)).text),
      press: async (path: string, wish: string, more: [string, string][] = []): Promise<string> => {
        const answer = await me.send(`${page}${path}`, [["wish", wish], ["channelId", channelId], ...more]);
        expect([wish, answer.status, answer.to]).toEqual([wish, 303, `${page}#notify`]);
        return plain(answer.text);
      },
      of: async (kind: string) => (await api.call("GET", `/v1/targets?kind=${kind}`)).body.items,
      alerts: async () =>
        (await api.call("GET", "/v1/subscriptions")).body.items.map(({ events }: { events: string[] }) => events[0]),
    };
  }

  test("a number that is passed already becomes the next round one with the first count, and is refused after it", async () => {
    const { press, open, of, alerts } = await creator();
    expect(await open()).toContain("Not counted yet.");
    const added = await press("/notify", "followers", [["reach", "1"]]);
    const [record] = await of("record");
    const count = record.snapshot.fields.followers as number;
    const [milestone] = record.settings.watch[0].milestones;
    expect(count).toBeGreaterThan(1);
    expect(milestone).toBeGreaterThan(count);
    expect(added).toContain(`Added for Maria: ${milestone.toLocaleString("en")} followers. Alerts go to News.`);
    expect(await open()).toContain(`${count.toLocaleString("en")} now`);
    expect(await press("/notify", "followers", [["reach", String(count)]])).toContain("Choose a higher number.");
    expect(await press("/notify", "followers", [["reach", "lots"]])).toContain("is not a number above 0");
    expect((await of("record"))[0].settings.watch).toEqual([{ field: "followers", milestones: [milestone] }]);
    expect(await alerts()).toEqual(["field.milestone"]);
  });

  test("followers and profile share what is watched: one stays when the other goes, and nothing stays for nobody", async () => {
    const { press, of, alerts } = await creator();
    await press("/notify", "profile");
    await press("/notify", "followers", [["reach", "900M"]]);
    expect([(await of("record")).length, (await alerts()).toSorted()]).toEqual([
      1,
      ["field.changed", "field.milestone"],
    ]);
    await press("/notify/stop", "followers:900000000");
    expect([(await of("record"))[0].settings, await alerts()]).toEqual([{ watch: [] }, ["field.changed"]]);
    await press("/notify/stop", "profile");
    expect([await of("record"), await alerts()]).toEqual([[], []]);
  });

  test("what another list watches of the same person is named with a link, and no button stops it from here", async () => {
    const { page, press, of } = await creator();
    await press("/notify", "videos");
    const [videos] = await of("list");
    const other = (await api.call("POST", "/v1/watchlists", { name: "Client <A>" })).body.id;
    expect((await api.call("PATCH", `/v1/targets/${videos.id}`, { watchlistId: other })).status).toBe(200);
    const named = `<a href="/item-lists/${videos.id}">Watched in the list <bdi class="nm">Client &lt;A&gt;</bdi></a>`;
    const shown = (await me.open(page)).text;
    expect(/<a[^>]*>Watched in.*?<\/a>/.exec(shown)?.[0]).toBe(named);
    await me.send(`${page}/notify/stop`, [["wish", "videos"]]);
    expect((await of("list")).length).toBe(1);
    await press("/notify", "videos");
    expect([(await of("list")).length, (await me.open(page)).text.includes("Watched in the list")]).toEqual([2, false]);
  });

  test("another channel is added to what one hears of already, and while nothing is sent no tick says so", async () => {
    const { page, press, open, of, alerts } = await creator();
    await press("/notify", "live");
    expect(await open()).not.toContain("Add this channel");
    const settings = { url: "https://discord.com/api/webhooks/2/b" };
    const other = (await api.call("POST", "/v1/channels", { kind: "discord", name: "Team", settings })).body.id;
    expect(await open()).toContain("Add this channel");
    const answer = await me.send(`${page}/notify`, [
      ["wish", "live"],
      ["channelId", other],
    ]);
    expect([answer.status, (await alerts()).length]).toEqual([303, 2]);
    expect(await press("/notify", "live")).toContain("News is notified already");
    const shown = await open();
    expect([shown.includes("Alerts go to"), shown.includes("Add this channel")]).toEqual([true, false]);
    const [{ id, watchlistId }] = await of("live");
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await api.call("POST", "/v1/silences", { targetId: id, type: "live.ended", until });
    expect(await open()).toContain("Alerts go to");
    await api.call("POST", "/v1/silences", { watchlistId, until });
    expect(await open()).toContain("Snoozed, so nothing is sent");
    await api.call("PATCH", `/v1/targets/${id}`, { enabled: false });
    const paused = await open();
    expect([paused.includes("Paused, so nothing is sent"), paused.includes("Alerts go to")]).toEqual([true, false]);
  });

  test("a wider alert is enough, and what is not possible yet says why", async () => {
    const { press, open, alerts } = await creator();
    const channelId = (await api.call("GET", "/v1/channels")).body.items[0].id;
    await api.call("POST", "/v1/subscriptions", { name: "All", events: ["*"], channelId });
    await press("/notify", "videos");
    expect(await alerts()).toEqual(["*"]);
    const page = await open();
    expect(page).toContain("Possible as soon as a stream was seen.");
    expect(await press("/notify", "ranking")).toContain("This can’t be watched yet.");
    await api.call("PATCH", `/v1/channels/${channelId}`, { enabled: false });
    expect(await open()).toContain("is off, so nothing is sent");
  });

  test("an editor presses the same buttons, a reader has none, and no other wish is granted", async () => {
    const { page, open } = await creator();
    const answer = await me.send(`${page}/notify`, [["wish", "constructor"]]);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("Choose what you want to hear about.")]);
    const read = (await api.call("POST", "/v1/tokens", { name: "R", scopes: ["read"] })).body.token;
    const reader = (await (await context(api, read)).open(page)).text;
    expect([reader.includes("Notifications"), reader.includes('<form method="post" action="/creators/')]).toEqual([
      true,
      false,
    ]);
    expect(await open()).toContain("Notify me");
  });
});
