import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { answerTo, CHAT_VARIABLES, slackRequest, type Answered } from "../support/chat-requests.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

// Who may change something from Slack: commands don't say who is an admin, so Slack is asked by a bot of the workspace.

let slack: Server;
let api: RunningApi;
let asked: string[];
/** What Slack answers, by method and token. */
let answers: Record<string, [number, unknown]>;

beforeAll(async () => {
  slack = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const token = request.headers.authorization!.replace("Bearer xoxb-", "").slice(0, 5);
    const method = request.url!.split("/").at(-1)!;
    asked.push([method, token, text].join(" ").trim());
    const [status, body] = answers[`${method} ${token}`] ?? [200, { ok: false, error: "invalid_auth" }];
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => slack.listen(0, "127.0.0.1", resolve));
  const { port } = slack.address() as AddressInfo;
  api = await runSqliteApi({ ...CHAT_VARIABLES, SLACK_API_BASE_URL: `http://127.0.0.1:${port}` });
});
beforeEach(async () => {
  await api.clear();
  asked = [];
  answers = { "auth.test first": [200, { ok: true, team_id: "T1" }] };
  const { body } = await api.call("POST", "/v1/chats", { kind: "slack", scopes: "write", users: ["U1"] });
  await command(`link ${body.code}`, "U1");
});
afterAll(async () => {
  await api.stop();
  slack.close();
});

const command = async (text: string, user: string): Promise<string> => {
  const form = { team_id: "T1", user_id: user, user_name: "lena", text, response_url: "http://127.0.0.1:9/x" };
  return JSON.stringify((await answerTo(api, slackRequest("commands", form))) as Answered);
};

const bot = (name: string) =>
  api.call("POST", "/v1/channels", {
    kind: "slack-bot",
    name,
    settings: { token: `xoxb-${name}-${"a".repeat(30)}`, channel: "C012AB" },
  });

const user = (more: object): [number, unknown] => [200, { ok: true, user: { id: "U2", team_id: "T1", ...more } }];

test.each([
  ["an admin", user({ is_admin: true }), "Now watching 7012"],
  ["an owner", user({ is_admin: false, is_owner: true }), "Now watching 7012"],
  ["a member", user({ is_admin: false, is_owner: false }), "Ask someone who manages this chat"],
  ["an admin who left", user({ is_admin: true, deleted: true }), "Ask someone who manages this chat"],
  ["one of whom Slack does not say it", user({}), "didn't say whether you are an admin"],
  ["somebody else", user({ id: "U9", is_admin: true }), "didn't say whether you are an admin"],
  ["a bot without the scope", [200, { ok: false, error: "missing_scope" }], "didn't say whether you are an admin"],
  ["Slack that is down", [503, "<html>"], "didn't say whether you are an admin"],
] as [string, [number, unknown], string][])("%s", async (_who, answer, said) => {
  answers["users.info first"] = answer;
  await bot("first");
  const text = await command("watch 7012", "U2");
  expect(text).toContain(said);
  expect(text.includes("You can't change anything here")).toBe(said !== "Now watching 7012");
  expect(asked.slice(-2)).toEqual(["auth.test first", "users.info first user=U2"]);
  expect((await api.call("GET", "/v1/targets")).body.items).toHaveLength(said === "Now watching 7012" ? 1 : 0);
});

test("a bot of another workspace is not asked about its admins, and the next one is", async () => {
  answers["auth.test first"] = [200, { ok: true, team_id: "T2" }];
  answers["users.info first"] = user({ is_admin: true });
  await bot("first");
  expect(await command("watch 7012", "U2")).toContain("didn't say whether you are an admin");
  answers["auth.test other"] = [200, { ok: true, team_id: "T1" }];
  answers["users.info other"] = user({ is_admin: true });
  await bot("other");
  expect(await command("watch 7012", "U2")).toContain("Now watching 7012");
  expect(asked.filter((one) => one.startsWith("users.info first"))).toEqual([]);
});

test("nobody is asked about for a question, about who is named, or in a chat that may only ask", async () => {
  await bot("first");
  asked = [];
  await command("list", "U2");
  await command("watch 7012", "U1");
  const { body } = await api.call("POST", "/v1/chats", { kind: "slack", scopes: "read" });
  await command(`link ${body.code}`, "U2");
  expect(await command("watch 7013", "U2")).toContain("read-only");
  expect(asked).toEqual([]);
});
