import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { doors } from "../../src/wiring/handlers.ts";
import { SUBCOMMANDS, type Subcommand } from "../../src/features/chats/command.ts";
import { CHAT_VARIABLES, onDiscord, saidOnDiscord, slackRequest, type Answered } from "../support/chat-requests.ts";
import { interposed, straight, type Interposed } from "../support/interposed-d1.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

// Each subcommand on each service, in each state that a chat can be in: what is answered, changed and recorded.

const SERVICES = ["discord", "slack", "telegram"] as const;
type Service = (typeof SERVICES)[number];

const STATES = [
  "not linked",
  "read",
  "write",
  "no role",
  "other list",
  "creator unknown",
  "two of one name",
  "service down",
  "D1 slow",
] as const;
type State = (typeof STATES)[number];

const BOT = "123456:abcdefghijklmnopqrstuvwxyz_ABCDEF";

let outside: Server;
/** What the services were asked: late answers, and who is an admin. */
let asked: { path: string; body: string }[] = [];
let isDown = false;
let isAdmin = true;
let api: RunningApi;
let slow: Interposed;
let secret = "";

function said(path: string): object {
  if (path.endsWith("/auth.test")) return { ok: true, team_id: team };
  if (path.endsWith("/users.info")) return { ok: true, user: { id: "U7", is_admin: isAdmin } };
  const result = path.endsWith("/getChatMember") ? { status: isAdmin ? "creator" : "member" } : { message_id: 9 };
  return { ok: true, result, id: "1" };
}

beforeAll(async () => {
  outside = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    asked.push({ path: request.url!, body });
    response.writeHead(isDown ? 503 : 200, { "content-type": "application/json" });
    response.end(isDown ? "<html>" : JSON.stringify(said(request.url!)));
  });
  await new Promise<void>((resolve) => outside.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  api = await runSqliteApi({
    ...CHAT_VARIABLES,
    DISCORD_API_BASE_URL: base,
    SLACK_API_BASE_URL: `${base}/slack`,
    TELEGRAM_API_BASE_URL: base,
    PUBLIC_URL: "https://tally.example",
  });
  slow = interposed(api.db);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  slow.between = straight;
});
afterAll(async () => {
  vi.restoreAllMocks();
  await api.stop();
  outside.close();
});

/** The test's own server, workspace or chat, since limits are in memory. */
let place = 5000;
let team = "";
let update = 1;

const responseUrl = () => `http://127.0.0.1:${(outside.address() as AddressInfo).port}/response`;

/** A request of the service with a subcommand, by a person who manages the chat or not. */
function requestOf(service: Service, name: Subcommand, options: Record<string, string>, manages: boolean): Request {
  isAdmin = manages;
  if (service === "discord")
    return onDiscord(name, options, { guild: String(place), permissions: manages ? "32" : "0" });
  const words = [name, ...Object.values(options)].join(" ");
  if (service === "slack") {
    const who = { team_id: team, team_domain: "mods", user_id: "U7", user_name: "Lena" };
    return slackRequest("commands", { ...who, text: words, response_url: responseUrl() });
  }
  const message = {
    message_id: 9,
    chat: { id: -place, type: "group", title: "mods" },
    from: { id: 7, first_name: "Lena" },
    text: `/${words}`,
  };
  const headers = { "x-telegram-bot-api-secret-token": secret };
  const body = JSON.stringify({ update_id: update++, message });
  return new Request("http://api.test/chat/telegram/123456", { method: "POST", headers, body });
}

/** The text of an answer, in a response or sent later. */
function textOf(service: Service, body: Answered): string {
  if (body === null) return "";
  if (service === "discord")
    return body.data === undefined ? saidOnDiscord({ data: body }).text : saidOnDiscord(body).text;
  return service === "telegram" ? (body.text ?? "") : JSON.stringify(body).replaceAll("\\n", "\n");
}

async function answered(request: Request, env = api.env): Promise<Answered> {
  const response = await api.send(request, env);
  expect(response.status).toBe(200);
  const text = await response.text();
  return text === "" ? null : JSON.parse(text);
}

/** Gives a command while the database needs longer than services wait, then what the queue has to do. */
async function askedSlowly(service: Service, request: Request): Promise<{ text: string; tries: number }> {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  // Reads are answered late; what was begun goes on.
  let waiting = true;
  slow.between = async (wanted, run) => {
    const text = wanted.sql.join(" ");
    if (waiting && !/idempotency|channels|tokens|sealed/.test(text))
      await new Promise<void>((resolve) => setTimeout(resolve, 5000));
    return run();
  };
  const env = { ...api.env, DB: slow.db };
  const first = answered(request, env);
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(2000);
    expect(api.nudges).toHaveLength(1);
  });
  const announced = await first;
  expect(announced).toEqual(service === "discord" ? { type: 5, data: { flags: 64 } } : null);
  // The call that was begun ends in its own time, beside the one that the queue starts.
  waiting = false;
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  asked = [];
  await runQueued();
  const late = asked.filter(({ path }) => /@original|\/response|sendMessage/.test(path));
  return { text: textOf(service, JSON.parse(late[0]?.body ?? "null")), tries: late.length };
}

const worker = doors();

async function runQueued(): Promise<void> {
  const messages = api.nudges.splice(0).map((body) => ({
    id: "1",
    timestamp: new Date(),
    attempts: 1,
    body,
    ack: () => undefined,
    retry: () => undefined,
  }));
  const context = { waitUntil: () => undefined, passThroughOnException: () => undefined };
  await worker.queue({ queue: "tallylight-deliveries", messages } as never, api.env, context as never);
}

const count = async (table: string): Promise<number> =>
  (await api.db.prepare(`SELECT count(*) AS n FROM ${table}`).first<{ n: number }>())!.n;

const recorded = async (): Promise<{ operation: string; name: string }[]> =>
  (
    await api.db
      .prepare("SELECT operation, token_name AS name FROM audit WHERE token_id LIKE 'cht%' ORDER BY seq")
      .all<{ operation: string; name: string }>()
  ).results;

/** Furnishes a chat in a state. Returns its code and its id. */
async function furnished(service: Service, state: State): Promise<string> {
  await api.clear();
  asked = [];
  isDown = false;
  place += 1;
  team = `T${place}`;
  const channel = (kind: string, settings: object) => api.call("POST", "/v1/channels", { kind, name: kind, settings });
  if (service === "telegram") await channel("telegram", { token: BOT, chatId: String(-place) });
  if (service === "slack") await channel("slack-bot", { token: "xoxb-1111-2222-ZaQ1xSw2CdE3vFr4BgT5", channel: "C1" });
  const list = (await api.call("POST", "/v1/watchlists", { name: "Other" })).body.id;
  const live = (userId: string, handle: string) =>
    api.call("POST", "/v1/targets", { kind: "live", name: "Maria", params: { userId, handle } });
  if (state !== "creator unknown") await live("7001", "first");
  if (state === "two of one name") await live("7002", "second");
  const watchlistId = state === "other list" ? list : null;
  const scopes = state === "read" ? "read" : "write";
  const { body } = await api.call("POST", "/v1/chats", { kind: service, scopes, watchlistId });
  const webhook = asked.find(({ path }) => path.endsWith("/setWebhook"));
  if (webhook !== undefined) secret = JSON.parse(webhook.body).secret_token;
  if (state !== "not linked") {
    const linked = await answered(requestOf(service, "link", { code: body.code }, true));
    expect(textOf(service, linked)).toContain("This chat is connected");
  }
  isDown = state === "service down";
  return body.code;
}

/** In this order, since a creator who is no longer watched has no rank. */
const ORDER: Subcommand[] = ["live", "list", "rank", "trends", "help", "snooze", "watch", "unwatch", "link"];

const OPTIONS: Partial<Record<Subcommand, Record<string, string>>> = {
  rank: { creator: "Maria" },
  snooze: { creator: "Maria", for: "2h" },
  watch: { creator: "7012" },
  unwatch: { creator: "Maria" },
};

const CHANGES: Partial<Record<Subcommand, [string, string]>> = {
  snooze: ["createSilence", "Maria snoozed"],
  watch: ["createTarget", "Now watching 7012"],
  unwatch: ["deleteTarget", "No longer watching Maria"],
};

interface Expected {
  text: string;
  /** The entry of the audit log, where something changes. */
  audit: string | null;
}

/** What a command does, told from what a person expects. */
function expectedOf(service: Service, name: Subcommand, state: State): Expected {
  const refused = (text: string): Expected => ({ text, audit: null });
  if (name === "link")
    return state === "not linked"
      ? { text: "This chat is connected", audit: "linkChat" }
      : refused("This code is not valid");
  if (state === "not linked") return refused("This chat isn't connected");
  const change = CHANGES[name];
  if (change !== undefined && state === "read") return refused("This chat is read-only");
  if (change !== undefined && (state === "no role" || (state === "service down" && service !== "discord")))
    return refused("You can't change anything here");
  if (name !== "watch" && OPTIONS[name] !== undefined) {
    if (state === "creator unknown" || state === "other list") return refused("No creator here is called “Maria”");
    if (state === "two of one name") return refused("2 creators match");
  }
  if (change !== undefined) return { text: change[1], audit: change[0] };
  const nobody = state === "creator unknown" || state === "other list";
  return refused(
    {
      live: "No one",
      list: nobody
        ? "Not watching anyone yet"
        : state === "two of one name"
          ? "Watching 2 creators"
          : "Watching 1 creator",
      rank: "No place is known for Maria",
      trends: "No surges seen",
      help: "Commands",
    }[name as "live"],
  );
}

test("the table has every subcommand", () => {
  expect(ORDER.toSorted()).toEqual([...SUBCOMMANDS].toSorted());
});

test.each(SERVICES.flatMap((service) => STATES.map((state) => [service, state] as const)))(
  "%s, %s",
  async (service, state) => {
    const code = await furnished(service, state);
    for (const name of ORDER) {
      const { text, audit } = expectedOf(service, name, state);
      const before = { entries: await recorded(), targets: await count("targets"), silences: await count("silences") };
      const options = name === "link" ? { code: state === "not linked" ? code : "0000-0000" } : (OPTIONS[name] ?? {});
      const request = requestOf(service, name, options, state !== "no role");
      let reply: string;
      if (state === "D1 slow") {
        const late = await askedSlowly(service, request);
        expect([name, late.tries]).toEqual([name, 1]);
        reply = late.text;
      } else reply = textOf(service, await answered(request));
      expect([name, reply]).toEqual([name, expect.stringContaining(text)]);
      if (service !== "discord" && state === "service down" && CHANGES[name] !== undefined)
        expect(reply).toContain("didn't say");
      const entries = (await recorded()).slice(before.entries.length);
      expect([name, entries.map(({ operation }) => operation)]).toEqual([name, audit === null ? [] : [audit]]);
      for (const entry of entries) expect(entry.name).toMatch(/^Lena \((?:discord|slack|telegram) U?7, .+\)$/);
      const grown = {
        targets: (await count("targets")) - before.targets,
        silences: (await count("silences")) - before.silences,
      };
      const targets = audit === "createTarget" ? 1 : audit === "deleteTarget" ? -1 : 0;
      // A creator who is deleted takes their silences along.
      const silences = audit === "createSilence" ? 1 : audit === "deleteTarget" ? -before.silences : 0;
      expect([name, grown]).toEqual([name, { targets, silences }]);
    }
  },
);
