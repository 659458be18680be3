import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { answerTo, CHAT_VARIABLES, onDiscord, saidOnDiscord } from "../support/chat-requests.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

const PUBLIC_URL = "https://tally.example";

let api: RunningApi;
let me: Visitor;
beforeAll(async () => {
  api = await runSqliteApi({ ...CHAT_VARIABLES, PUBLIC_URL, DISCORD_APPLICATION_ID: "100000000000000001" });
  me = await context(api);
});
beforeEach(() => api.clear());
afterEach(() => vi.useRealTimers());
afterAll(() => api.stop());

const WRITE: [string, string][] = [
  ["/kind", "discord"],
  ["/watchlistId", ""],
  ["/scopes", "write"],
  ["/roles", "<@&1001>, 1002"],
  ["/users", ""],
];

const codeIn = (text: string): string => /value="\/tally link ([\w-]+)"/.exec(text)![1]!;

const link = async (code: string, guild: string) =>
  saidOnDiscord(await answerTo(api, onDiscord("link", { code }, { guild }))).text;

const chats = async () => (await api.call("GET", "/v1/chats")).body.items;

test("a code is shown once, links a chat, and the page says what the chat does", async () => {
  const made = await me.send("/chats", WRITE);
  const code = codeIn(made.text);
  expect(made.text).toContain("waiting for the first command");
  const waiting = (await me.open("/chats")).text;
  expect(waiting).not.toContain(code);
  expect(waiting).toContain("Its code works until");
  expect(waiting).not.toContain("can ask Tallylight");
  expect(await chats()).toMatchObject([
    { kind: "discord", scopes: "write", roles: ["1001", "1002"], watchlistId: null },
  ]);

  expect(await link(code, "501")).toContain("This chat is connected");
  await answerTo(api, onDiscord("live", {}, { guild: "501" }));
  const { text } = await me.open("/chats");
  expect(text).toContain("1 chat can ask Tallylight");
  expect(text).toContain("/tally live, Lena");
  expect(text).toContain("May change things: members with Manage Server, 2 roles");
  expect(text).not.toContain("waiting for the first command");
});

test("a code that has expired says so, and can be removed", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await me.send("/chats", WRITE);
  vi.setSystemTime(Date.now() + 3_600_001);
  const { text } = await me.open("/chats");
  expect(text).toContain("code expired");
  expect(text).not.toContain("waiting for the first command");
  const [{ id }] = await chats();
  expect((await me.send(`/chats/${id}/delete`, [])).text).toContain("Code removed");
  expect(await chats()).toEqual([]);
});

test("an answer that could not be sent is reported, by status or as not reached", async () => {
  await link(codeIn((await me.send("/chats", WRITE)).text), "502");
  const failing = (failure: string | null) => api.db.prepare("UPDATE chats SET failure = ?1").bind(failure).run();
  await failing("the service answered 403");
  expect((await me.open("/chats")).text).toContain("Discord responded with 403");
  await failing("no answer");
  expect((await me.open("/chats")).text).toContain("Discord wasn&#39;t reached");
  await failing(null);
  expect((await me.open("/chats")).text).not.toContain("The last answer");
});

test("a chat is changed with an Undo, and ended for good", async () => {
  const { id: list } = (await api.call("POST", "/v1/watchlists", { name: "Clients" })).body;
  await link(codeIn((await me.send("/chats", WRITE)).text), "503");
  const [{ id }] = await chats();
  expect((await me.open(`/chats?change=${id}`)).text).toContain('value="1001, 1002"');
  const patch: [string, string][] = [
    ["/watchlistId", list],
    ["/scopes", "read"],
    ["/roles", ""],
    ["/users", ""],
  ];
  const { text } = await me.send(`/chats/${id}`, patch);
  expect(text).toContain("Clients");
  expect(await chats()).toMatchObject([{ watchlistId: list, scopes: "read", roles: [] }]);
  expect((await me.undo(text)).text).toContain("Change undone");
  expect(await chats()).toMatchObject([{ watchlistId: null, scopes: "write", roles: ["1001", "1002"] }]);

  const invalid = await me.send(`/chats/${id}`, [...patch.slice(0, 2), ["/roles", "no/id"], ["/users", ""]]);
  expect(invalid.status).toBe(422);
  expect(invalid.text).toContain("Must be IDs as Discord shows them");
  expect(invalid.text).toContain('value="no/id"');

  expect((await me.send(`/chats/${id}/delete`, [])).text).toContain("can&#39;t use commands any more");
  expect(saidOnDiscord(await answerTo(api, onDiscord("live", {}, { guild: "503" }))).text).toContain("isn't connected");
});

test("the steps have this instance's addresses", async () => {
  const discord = (await me.open("/chats?add=discord")).text;
  expect(discord).toContain(`value="${PUBLIC_URL}/chat/discord"`);
  expect(discord).toContain("client_id=100000000000000001&amp;scope=applications.commands");
  expect(discord).toContain('<code class="mono">DISCORD_PUBLIC_KEY</code> is set');
  const slack = (await me.open("/chats?add=slack")).text;
  const [, href = ""] = /href="(https:\/\/api\.slack\.com\/apps\?[^"]+)"/.exec(slack) ?? [];
  const query = new URL(href.replaceAll("&amp;", "&")).searchParams;
  expect(query.get("new_app")).toBe("1");
  expect(JSON.parse(query.get("manifest_json")!)).toMatchObject({
    features: { slash_commands: [{ command: "/tally", url: `${PUBLIC_URL}/chat/slack/commands` }] },
    settings: { interactivity: { is_enabled: true, request_url: `${PUBLIC_URL}/chat/slack/interactions` } },
  });
  const telegram = (await me.open("/chats?add=telegram")).text;
  expect(telegram).toContain('<code class="mono">PUBLIC_URL</code> is set');
  expect(telegram).toContain('href="/channels?add=telegram#add"');
  expect(telegram).not.toContain("Create code");
});

test("before a service is chosen, the page only says what can be asked, as its chat shows it", async () => {
  const { text } = await me.open("/chats");
  for (const asked of ["/tally live", "/tally watch @lena", "/tally rank @maria"]) expect(text).toContain(asked);
  expect(text).toContain("Now watching Lena");
  expect((await me.open("/chats?add=constructor")).text.match(/<h2/g)).toEqual(text.match(/<h2/g));
  expect(text).not.toMatch(/DISCORD_|SLACK_|PUBLIC_URL|npm run/);
  const telegram = (await me.open("/chats?add=telegram")).text;
  expect(telegram).toContain("/rank @maria");
  expect(telegram).not.toContain("/tally rank");
});

test("what only the server's owner does is folded", async () => {
  for (const kind of ["discord", "slack", "telegram"]) {
    const { text } = await me.open(`/chats?add=${kind}`);
    // The innermost first: a fold may have folds in it.
    const folded = /<details(?![^>]* open)[^>]*>(?:(?!<details)[^])*?<\/details>/g;
    const unfolded = text.replaceAll(folded, "").replaceAll(folded, "");
    expect(text).toMatch(/_KEY|_SECRET|PUBLIC_URL/);
    expect(unfolded).not.toMatch(/DISCORD_|SLACK_|PUBLIC_URL|npm run/);
  }
});

test("what is not set up is named, and no code is offered before", async () => {
  const bare = await runSqliteApi();
  const owner = await context(bare);
  for (const [kind, missing] of [
    ["discord", "DISCORD_PUBLIC_KEY"],
    ["slack", "SLACK_SIGNING_SECRET"],
    ["telegram", "PUBLIC_URL"],
  ]) {
    const { text } = await owner.open(`/chats?add=${kind}`);
    expect(text).toMatch(new RegExp(`<code class="mono">${missing}</code> is missing`));
    expect(text).not.toContain("Create code");
    expect(text.includes("needs an https address")).toBe(kind !== "telegram");
  }
  expect((await owner.open("/chats?add=discord")).text).not.toContain("oauth2/authorize");
  const refused = await owner.send("/chats", [["/kind", "telegram"], ...WRITE.slice(1)]);
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("Telegram can&#39;t send commands here: needs PUBLIC_URL");
  await bare.stop();
});

test("only owners open the page, and only they are led to it", async () => {
  const { token } = (await api.call("POST", "/v1/tokens", { name: "editor", scopes: ["write"] })).body;
  const editor = await context(api, token);
  expect((await editor.open("/chats")).status).toBe(403);
  expect((await editor.send("/chats", WRITE)).status).toBe(403);
  for (const path of ["/channels", "/settings"]) {
    expect((await editor.open(path)).text).not.toContain('href="/chats"');
    expect((await me.open(path)).text).toContain('href="/chats"');
  }
});
