import { createHash, generateKeyPairSync } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  answerTo,
  CHAT_VARIABLES,
  discordRequest,
  interaction,
  onDiscord,
  pressedOnDiscord,
  saidOnDiscord,
  slackRequest,
  type Answered,
  type Member,
} from "../support/chat-requests.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { remembered } from "../support/full-world.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runSqliteApi(CHAT_VARIABLES);
});
/** Each test has a server of its own, because limits are kept in memory. */
let guild = 1000;
beforeEach(async () => {
  guild += 1;
  await api.clear();
});
afterAll(() => api.stop());

const said = async (name: string, options: Record<string, string> = {}, who: Member = {}) =>
  saidOnDiscord(await answerTo(api, onDiscord(name, options, { guild: String(guild), ...who })));

const press = async (button: string | undefined, who: Member = {}) =>
  saidOnDiscord(await answerTo(api, pressedOnDiscord(button ?? "", { guild: String(guild), ...who })));

/** Links the test's server. Returns the chat's id. */
async function linked(form: object = {}, who: Member = {}): Promise<string> {
  const { status, body } = await api.call("POST", "/v1/chats", { kind: "discord", scopes: "write", ...form });
  expect(status).toBe(201);
  expect((await said("link", { code: body.code }, who)).text).toContain("This chat is connected");
  return body.id;
}

const live = async (userId: string, name: string, more: object = {}): Promise<string> =>
  (
    await api.call("POST", "/v1/targets", {
      kind: "live",
      name,
      params: { userId, handle: name.toLowerCase() },
      ...more,
    })
  ).body.id;

const targets = async () => (await api.call("GET", "/v1/targets")).body.items.map(({ name }: { name: string }) => name);

describe("the door", () => {
  test("answers Discord's PING, and refuses what Discord did not sign", async () => {
    const ping = JSON.stringify({ type: 1, id: "1" });
    expect(await answerTo(api, discordRequest(ping))).toEqual({ type: 1 });
    const other = generateKeyPairSync("ed25519").privateKey;
    const late = discordRequest(ping, Date.now() - 301_000);
    const early = discordRequest(ping, Date.now() + 301_000);
    const unsigned = new Request("http://api.test/chat/discord", { method: "POST", body: ping });
    for (const request of [discordRequest(ping, Date.now(), other), late, early, unsigned])
      expect((await api.send(request)).status).toBe(401);
  });

  test("verifies bytes that are no text", async () => {
    expect((await api.send(discordRequest(Uint8Array.of(0xff, 0xfe, 0x00)))).status).toBe(400);
  });

  test("refuses a change that came before, and answers a question again", async () => {
    await linked();
    const twice = async (name: string, options: Record<string, string>) => {
      const request = onDiscord(name, options, { guild: String(guild) });
      const again = request.clone() as Request;
      return [(await api.send(request)).status, (await api.send(again)).status];
    };
    expect(await twice("snooze", { creator: "all", for: "2h" })).toEqual([200, 401]);
    for (const [name, options] of Object.entries({
      live: {},
      list: {},
      rank: { creator: "maria" },
      trends: {},
      help: {},
    }))
      expect([name, await twice(name, options)]).toEqual([name, [200, 200]]);
  });

  test("tells requests apart by what was signed, not by what the service calls them", async () => {
    await linked();
    const member = { user: { id: "7", username: "lena" }, permissions: "32" };
    const watch = (creator: string) => {
      const options = [{ name: "watch", type: 1, options: [{ name: "creator", type: 3, value: creator }] }];
      const body = { type: 2, id: "1", guild_id: String(guild), member, data: { name: "tally", options } };
      return answerTo(api, discordRequest(JSON.stringify(body)));
    };
    for (const creator of ["7061", "7062"])
      expect(saidOnDiscord(await watch(creator)).text).toContain(`Now watching ${creator}`);
    expect(await targets()).toHaveLength(2);
  });

  test("does not exist without its key", async () => {
    const closed = await runSqliteApi();
    expect((await closed.send(onDiscord("live"))).status).toBe(404);
    expect((await closed.send(slackRequest("commands", {}))).status).toBe(404);
    await closed.stop();
  });

  test("takes what Slack signed only", async () => {
    const form = { team_id: "T1", user_id: "U1", text: "help" };
    expect((await api.send(slackRequest("commands", form))).status).toBe(200);
    expect((await api.send(slackRequest("commands", form, Date.now() - 301_000))).status).toBe(401);
    const changed = slackRequest("commands", form);
    const headers = new Headers(changed.headers);
    const body = (await changed.text()).replace("help", "list");
    expect((await api.send(new Request(changed.url, { method: "POST", headers, body }))).status).toBe(401);
  });
});

describe("linking", () => {
  test("a chat commands once its code was used in it", async () => {
    expect((await said("live")).text).toContain("isn't connected");
    const id = await linked();
    expect((await said("live")).text).toContain("No one");
    const { body } = await api.call("GET", `/v1/chats/${id}`);
    expect(body).toMatchObject({ kind: "discord", scopes: "write", lastCommand: "/tally live, Lena" });
    expect(body.linkedAt).not.toBeNull();
    expect(body.code).toBeUndefined();
  });

  test("a code works once, in chats of its service, and for an hour", async () => {
    const { body } = await api.call("POST", "/v1/chats", { kind: "discord", scopes: "read" });
    const slack = { team_id: "T1", user_id: "U1", text: `link ${body.code}` };
    expect(JSON.stringify(await answerTo(api, slackRequest("commands", slack)))).toContain("not valid");
    expect((await said("link", { code: "0000-0000" })).text).toContain("not valid");
    expect((await said("link", { code: body.code.toLowerCase() })).text).toContain("connected");
    expect((await said("link", { code: body.code }, { guild: "200" })).text).toContain("not valid");
    const late = await api.call("POST", "/v1/chats", { kind: "discord", scopes: "read" });
    await api.db.prepare("UPDATE chats SET code_expires_at = 1 WHERE id = ?1").bind(late.body.id).run();
    expect((await said("link", { code: late.body.code }, { guild: "300" })).text).toContain("not valid");
  });

  test("linking a chat again replaces its link, and a deleted one commands no more", async () => {
    const before = await linked();
    const after = await linked({ scopes: "read" });
    expect((await api.call("GET", "/v1/chats")).body.items.map(({ id }: { id: string }) => id)).toEqual([after]);
    expect((await api.call("GET", `/v1/chats/${before}`)).status).toBe(404);
    expect((await api.call("DELETE", `/v1/chats/${after}`)).status).toBe(204);
    expect((await said("live")).text).toContain("isn't connected");
  });
});

describe("commands", () => {
  test("watch, list, unwatch, and undo of each", async () => {
    const id = await linked();
    const watched = await said("watch", { creator: "7012" });
    expect(watched.text).toContain("Now watching 7012");
    expect(watched.text).toContain("No alert is set up");
    expect((await said("list")).text).toContain("Watching 1 creator");
    expect((await said("watch", { creator: "7012" })).text).toContain("Already watching");
    const gone = await said("unwatch", { creator: "7012" });
    expect(gone.text).toContain("No longer watching 7012");
    expect(await targets()).toEqual([]);
    const back = await press(gone.buttons[0]);
    expect(back.text).toContain("Now watching 7012");
    expect((await press(back.buttons[0])).text).toContain("No longer watching 7012");
    expect((await press(watched.buttons[0])).text).toContain("no longer");
    const { items } = (await api.call("GET", "/v1/audit")).body;
    expect(items[0]).toMatchObject({ operation: "deleteTarget", actor: { tokenId: id } });
    expect(items[0].actor.name).toContain("Lena");
    expect(items[0].actor.name).toContain("discord 7");
  });

  test("watch announces in a channel that is named, and says where", async () => {
    await linked();
    const channel = {
      kind: "slack",
      name: "Live alerts",
      settings: { url: "http://127.0.0.1:9/slack/services/T/B/x" },
    };
    await api.call("POST", "/v1/channels", channel);
    expect((await said("watch", { creator: "7012", channel: "nowhere" })).text).toContain("Channels: Live alerts");
    expect(await targets()).toEqual([]);
    expect((await said("watch", { creator: "7012", channel: "#live alerts" })).text).toContain(
      "announced in Live alerts",
    );
  });

  test("rank shows the places of a week as a chart, and trends bars", async () => {
    await linked();
    const maria = await live("7001", "Maria");
    const { state } = remembered("ranking");
    const params = { roomId: "7100", userId: "7001" };
    const { id } = (await api.call("POST", "/v1/targets", { kind: "ranking", name: "Ranks", params })).body;
    await api.db.prepare("UPDATE targets SET state = ?2 WHERE id = ?1").bind(id, JSON.stringify(state)).run();
    const { rankings } = (await api.call("GET", `/v1/targets/${id}`)).body.snapshot;
    const { groupType, rankType } = rankings[0];
    const points = [6.2, 4.2, 0.2].map((days, n) => [
      Math.floor(Date.now() - days * 86_400_000),
      { [`place:${groupType}.${rankType}`]: [9, 7, 4][n] },
    ]);
    await api.db
      .prepare("INSERT INTO series (target_id, begins_at, points) VALUES (?1, ?2, ?3)")
      .bind(id, points[0]![0], JSON.stringify(points))
      .run();
    expect((await said("rank", { creator: "Maria" })).text).toContain("▁·▄···█ 7 days, from #9 to #4");
    // Of more points than are read, nobody knows which days had none.
    const many = Array.from({ length: 1100 }, (_, n) => [(points[0]![0] as number) + n * 1000, points[0]![1]]);
    await api.db
      .prepare("UPDATE series SET points = ?2 WHERE target_id = ?1")
      .bind(id, JSON.stringify([...many, ...points.slice(1)]))
      .run();
    expect((await said("rank", { creator: "Maria" })).text).not.toContain("7 days");
    await api.db.batch(
      [640, 80].map((percent, n) =>
        api.db
          .prepare(
            `INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_to, data, commit_id)
             VALUES (?1, ?2, 'field.surged', ?3, 'wl_default', ?4, ?5, ?5, ?5, ?6, 'c')`,
          )
          .bind(
            Date.now() * 512 + n,
            `evt_${n}`,
            maria,
            JSON.stringify({ id: maria, name: "Maria", kind: "record", params: {} }),
            Date.now() - 60_000,
            JSON.stringify({ name: ["Fast", "Slow"][n], field: "plays", percent }),
          ),
      ),
    );
    const { text } = await said("trends");
    expect(text).toMatch(/Fast\W+▇{8} \+640 %[\s\S]*Slow\W+▇ \+80 %/);
  });

  test("a name that two have is asked for again, and one that nobody has is answered with a similar one", async () => {
    await linked();
    await live("7001", "Maria");
    await live("7002", "Mariah");
    await live("7003", "Mariachi");
    expect((await said("unwatch", { creator: "mari" })).text).toMatch(/3 creators match[\s\S]*@mariah/);
    expect((await said("rank", { creator: "Marai" })).text).toContain("Did you mean");
    expect((await said("snooze", { creator: "maria", for: "2h" })).text).toContain("Maria snoozed");
    expect((await said("unwatch", { creator: "@mariah" })).text).toContain("No longer watching Mariah");
  });

  test("snooze silences one or all, for a time, and can be undone", async () => {
    await linked();
    const id = await live("7001", "Maria");
    const silences = async () => (await api.call("GET", "/v1/silences")).body.items;
    const one = await said("snooze", { creator: "maria", for: "30m" });
    expect(await silences()).toMatchObject([{ targetId: id, type: null, untilEnd: false, reason: "Lena" }]);
    expect((await press(one.buttons[0])).text).toContain("Snooze ended");
    expect(await silences()).toEqual([]);
    await said("snooze", { creator: "all", for: "tomorrow" });
    expect(await silences()).toMatchObject([{ targetId: null, watchlistId: null }]);
    for (const span of ["", "soon", "0m", "-1h", "1y"])
      expect((await said("snooze", { creator: "maria", for: span })).text).toContain("Say how long");
    expect((await said("snooze", { creator: "maria", for: "live" })).text).toContain("isn't live");
    expect(await silences()).toHaveLength(1);
  });

  test("that nothing grew is said, and that somebody is unknown, without claiming more", async () => {
    await linked();
    await live("7001", "Maria");
    expect((await said("trends")).text).toContain("No surges seen");
    await api.db.prepare("UPDATE targets SET unknown_since = 1, consecutive_faults = 9, last_ok_at = 1").run();
    const snoozed = (await said("snooze", { creator: "maria", for: "live" })).text;
    expect(snoozed).toContain("unknown");
    expect(snoozed).not.toContain("isn't live");
  });

  test("who is unknown is never counted as offline", async () => {
    await linked();
    await live("7001", "Maria");
    expect((await said("live")).text).toContain("No one known to be live");
    expect((await said("list")).text).toContain("Maria** · @maria · unknown");
  });

  test.each(["rank", "watch", "unwatch", "snooze"])("%s without a creator says what is missing", async (name) => {
    await linked();
    expect((await said(name)).text).toContain("Add a name");
  });

  test("help names every command, and unknown ones are answered", async () => {
    await linked();
    expect((await said("help")).text).toMatch(/live[\s\S]*watch[\s\S]*snooze[\s\S]*link/);
    expect((await said("constructor")).text).toContain("There is no command");
    expect((await press("constructor:x")).text).toContain("no longer");
  });

  test("offers creators while somebody types, of the chat's list alone", async () => {
    const list = (await api.call("POST", "/v1/watchlists", { name: "Brightwave" })).body.id;
    await linked({ watchlistId: list });
    await live("7001", "Maria", { watchlistId: list });
    await live("7002", "Mariah");
    const options = [{ name: "rank", type: 1, options: [{ name: "creator", type: 3, value: "mar", focused: true }] }];
    const asked = () =>
      discordRequest(JSON.stringify(interaction(4, { name: "tally", options }, { guild: String(guild) })));
    expect(await answerTo(api, asked())).toEqual({
      type: 8,
      data: { choices: [{ name: "Maria · @maria", value: "@maria" }] },
    });
  });
});

describe("rights", () => {
  const plain = { permissions: "0" };

  test("only those who manage the server or have a role may change something", async () => {
    await linked({ roles: ["501"] });
    expect((await said("watch", { creator: "7012" }, plain)).text).toContain("can't change anything");
    expect((await said("live", {}, plain)).text).toContain("No one");
    expect(await targets()).toEqual([]);
    expect((await said("watch", { creator: "7012" }, { ...plain, roles: ["501"] })).text).toContain("Now watching");
  });

  test("a chat that may read changes nothing", async () => {
    await linked({ scopes: "read" });
    const id = await live("7001", "Maria");
    expect((await said("unwatch", { creator: "maria" })).text).toContain("read-only");
    expect((await press(`unwatch:${id}`)).text).toContain("read-only");
    expect(await targets()).toEqual(["Maria"]);
  });

  test("a chat of one list sees and changes that list alone", async () => {
    const list = (await api.call("POST", "/v1/watchlists", { name: "Brightwave" })).body.id;
    await linked({ watchlistId: list });
    const other = await live("7001", "Maria");
    expect((await said("unwatch", { creator: "maria" })).text).toContain("No creator here");
    expect((await press(`unwatch:${other}`)).text).toContain("no longer");
    const watched = await said("watch", { creator: "7012" });
    expect(watched.text).toContain("Now watching");
    // It may not see channels, so it says nothing of alerts.
    expect(watched.text).not.toContain("No alert");
    const { items } = (await api.call("GET", `/v1/targets?watchlistId=${list}`)).body;
    expect(items).toHaveLength(1);
    await said("snooze", { creator: "all", for: "2h" });
    expect((await api.call("GET", "/v1/silences")).body.items).toMatchObject([{ watchlistId: list }]);
  });

  test("one person may give 20 commands a minute", async () => {
    await linked({}, { id: "42" });
    const answers = [];
    for (let command = 0; command < 21; command++) answers.push((await said("help", {}, { id: "42" })).text);
    expect(answers.filter((text) => text.includes("Too many"))).toHaveLength(2);
    expect((await said("help", {}, { id: "43" })).text).not.toContain("Too many");
  });
});

describe("Slack", () => {
  const form = { team_id: "T1", team_domain: "northlight", user_id: "U1", user_name: "lena", channel_id: "C1" };
  const command = (text: string, more: object = {}) =>
    answerTo(api, slackRequest("commands", { ...form, text, response_url: "http://127.0.0.1:9/x", ...more }));

  test("commands are answered to the asker alone, and those who are named may change something", async () => {
    const { body } = await api.call("POST", "/v1/chats", { kind: "slack", scopes: "write", users: ["U1"] });
    expect(await command(`link ${body.code}`)).toMatchObject({ response_type: "ephemeral" });
    expect(JSON.stringify(await command("watch 7012"))).toContain("Now watching 7012");
    expect(JSON.stringify(await command("watch 7013", { user_id: "U2" }))).toContain("can't change anything");
    expect((await api.call("GET", `/v1/chats/${body.id}`)).body.name).toBe("northlight");
  });

  test("a pressed button is acknowledged, and carried out by another invocation", async () => {
    const payload = {
      type: "block_actions",
      user: { id: "U1", name: "lena" },
      team: { id: "T1", domain: "northlight" },
      container: { is_ephemeral: true },
      response_url: "http://127.0.0.1:9/x",
      actions: [{ action_id: "live", value: "live:0" }],
    };
    expect(await answerTo(api, slackRequest("interactions", { payload: JSON.stringify(payload) }))).toBeNull();
    expect(api.nudges).toMatchObject([
      { command: { kind: "slack", address: "slack:T1", asked: { button: "live:0" } } },
    ]);
  });
});

describe("Telegram", () => {
  const BOT = "123456:abcdefghijklmnopqrstuvwxyz_ABCDEF";
  let telegram: Server;
  let own: RunningApi;
  /** What the Bot API was asked, by its method. */
  let asked: Record<string, Answered>;
  let role = "member";
  beforeAll(async () => {
    telegram = createServer(async (request, response) => {
      const method = request.url!.split("/").at(-1)!;
      let text = "";
      for await (const chunk of request) text += String(chunk);
      asked[method] = JSON.parse(text === "" ? "{}" : text);
      const result = method === "getChatMember" ? { status: role } : { id: 123456, is_bot: true };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ ok: true, result }));
    });
    await new Promise<void>((resolve) => telegram.listen(0, "127.0.0.1", resolve));
    const { port } = telegram.address() as AddressInfo;
    own = await runSqliteApi({
      TELEGRAM_API_BASE_URL: `http://127.0.0.1:${port}`,
      PUBLIC_URL: "https://tally.example",
    });
  });
  beforeEach(async () => {
    asked = {};
    role = "member";
    await own.clear();
  });
  afterAll(async () => {
    telegram.close();
    await own.stop();
  });

  let update = 1;
  const ask = async (content: object, secret: string | null = asked["setWebhook"]?.secret_token ?? secretBefore) => {
    const headers = new Headers(secret === null ? {} : { "x-telegram-bot-api-secret-token": secret });
    const body = JSON.stringify({ update_id: update++, ...content });
    return own.send(new Request("http://api.test/chat/telegram/123456", { method: "POST", headers, body }));
  };
  let secretBefore: string | null = null;
  const message = (text: string, more: object = {}) => ({
    message: {
      message_id: 9,
      chat: { id: -100 - guild, type: "supergroup", title: "Mods" },
      from: { id: 7 + guild, first_name: "Lena", language_code: "de" },
      text,
      ...more,
    },
  });

  async function open(): Promise<string> {
    const settings = { token: BOT, chatId: "-1001" };
    expect((await own.call("POST", "/v1/channels", { kind: "telegram", name: "T", settings })).status).toBe(201);
    const { status, body } = await own.call("POST", "/v1/chats", { kind: "telegram", scopes: "write" });
    expect(status).toBe(201);
    secretBefore = asked["setWebhook"].secret_token;
    return body.code;
  }

  test("linking sets the bot's webhook with a secret, and nothing without it is answered", async () => {
    const code = await open();
    expect(asked["setWebhook"]).toMatchObject({ url: "https://tally.example/chat/telegram/123456" });
    expect(asked["setWebhook"].secret_token).toMatch(/^[\w-]{32,256}$/);
    expect(asked["setMyCommands"].commands.map(({ command }: { command: string }) => command)).toContain("snooze");
    for (const secret of [null, "", "wrong", BOT])
      expect((await ask(message(`/link ${code}`), secret)).status).toBe(401);
    const answer: Answered = await (await ask(message(`/link@tally_bot ${code}`))).json();
    expect(answer).toMatchObject({ method: "sendMessage", chat_id: -100 - guild, reply_parameters: { message_id: 9 } });
    expect(answer.text).toContain("Dieser Chat ist verbunden");
  });

  test("only admins of a group change something, and what comes again does nothing", async () => {
    const code = await open();
    await ask(message(`/link ${code}`));
    const refused: Answered = await (await ask(message("/watch 7012"))).json();
    expect(refused.text).toContain("Du kannst hier nichts ändern");
    role = "administrator";
    update -= 1;
    expect(await (await ask(message("/watch 7012"))).text()).toBe("");
    const watched: Answered = await (await ask(message("/watch 7012"))).json();
    expect(watched.text).toContain("7012 wird jetzt beobachtet");
    const [[undo]] = watched.reply_markup.inline_keyboard;
    expect(undo.callback_data.length).toBeLessThanOrEqual(64);
    const { message: pressed } = message("");
    const press = { callback_query: { id: "77", from: pressed.from, message: pressed, data: undo.callback_data } };
    const undone: Answered = await (await ask(press)).json();
    expect(undone.text).toContain("7012 wird nicht mehr beobachtet");
    expect(asked["answerCallbackQuery"]).toEqual({ callback_query_id: "77" });
  });

  test("other talk is not answered", async () => {
    await open();
    for (const text of ["hello", "/weather", "/", "live", "/live\u0000x"])
      expect(await (await ask(message(text))).text()).toBe("");
  });

  test("a chat is not linked without a bot or an address", async () => {
    const refused = await own.call("POST", "/v1/chats", { kind: "telegram", scopes: "read" });
    expect(refused.body.errors).toMatchObject([
      { pointer: "/kind", message: expect.stringContaining("needs a channel") },
    ]);
    const without = await api.call("POST", "/v1/chats", { kind: "telegram", scopes: "read" });
    expect(without.body.errors).toMatchObject([{ pointer: "/kind", message: expect.stringContaining("PUBLIC_URL") }]);
  });
});

test("hostile words ping nobody and break no limit", async () => {
  await linked();
  const words = ["@everyone", "<@&1>", "**x**", "`".repeat(400), "\u202e", "a".repeat(5000), "https://evil.example/@x"];
  for (const creator of words) {
    const answer = await answerTo(api, onDiscord("unwatch", { creator }, { guild: String(guild) }));
    expect(answer.data.allowed_mentions).toMatchObject({ parse: [] });
    expect(answer.data.content).not.toContain("@everyone");
    expect(answer.data.content.length).toBeLessThan(2000);
    expect(answer.data.flags).toBe(64);
  }
});

test("an unknown code reveals nothing by its digest", async () => {
  const { body } = await api.call("POST", "/v1/chats", { kind: "discord", scopes: "read" });
  const { code_hash: hash } = (await api.db.prepare("SELECT code_hash FROM chats").first<{ code_hash: string }>())!;
  expect(hash).toBe(createHash("sha256").update(body.code.replace("-", "").toLowerCase()).digest("hex"));
});
