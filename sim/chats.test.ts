import { createPublicKey, createHmac, verify } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { settingsFrom } from "./settings.ts";
import { createSimulator } from "./simulator.ts";

const NOW = Date.UTC(2026, 10, 20, 18, 10);
const SEED = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
/** The public key of that seed, by RFC 8032. */
const PUBLIC = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";

interface Called {
  url: string;
  headers: Headers;
  body: string;
}

/** A simulator whose Tallylight answers each call by a function. */
function played(answer: (called: Called, signal: AbortSignal | null | undefined) => Response | Promise<Response>) {
  const calls: Called[] = [];
  const simulator = createSimulator({
    now: () => NOW,
    sleep: async () => undefined,
    settings: settingsFrom({ SIM_APP: "http://app.test/", SIM_DISCORD_KEY: SEED, SIM_SLACK_SECRET: "s" }),
    call: async (url, init) => {
      const called = { url: url as string, headers: new Headers(init!.headers), body: init!.body as string };
      calls.push(called);
      return answer(called, init!.signal);
    },
  });
  const send = (path: string, body: unknown, method = "POST", headers: Record<string, string> = {}) => {
    const init = { method, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
    return simulator.fetch(new Request(`http://sim.test${path}`, init));
  };
  const inbox = async (): Promise<any[]> => (await simulator.fetch(new Request("http://sim.test/inbox.json"))).json();
  return { calls, send, inbox };
}

const message = {
  content: "Maria is live",
  components: [{ type: 1, components: [{ type: 2, style: 2, label: "Again", custom_id: "live:0" }] }],
};

describe("Discord", () => {
  it("signs over timestamp and body, fills in options, and shows an answer to one person", async () => {
    const { calls, send, inbox } = played(() => Response.json({ type: 4, data: { ...message, flags: 64 } }));
    await send("/inbox/chats/discord/commands", { person: "ana", text: "/tally snooze Maria Rossi 2h" });
    const [{ url, headers, body }] = calls as [Called];
    expect(url).toBe("http://app.test/chat/discord");
    const key = createPublicKey({
      key: Buffer.from(`302a300506032b6570032100${PUBLIC}`, "hex"),
      format: "der",
      type: "spki",
    });
    const signature = Buffer.from(headers.get("x-signature-ed25519")!, "hex");
    expect(verify(null, Buffer.from(headers.get("x-signature-timestamp")! + body), key, signature)).toBe(true);
    expect(JSON.parse(body).data.options[0]).toMatchObject({
      name: "snooze",
      options: [
        { name: "creator", value: "Maria Rossi" },
        { name: "for", value: "2h" },
      ],
    });
    expect(await inbox()).toMatchObject([
      { channelKind: "discord-bot", said: { by: "Ana", alone: true }, body: message },
    ]);
  });

  it("changes an answer by its button, and waits for one that is late", async () => {
    const answers = [
      { type: 4, data: { ...message, flags: 64 } },
      { type: 7, data: { content: "none" } },
      { type: 5, data: { flags: 64 } },
    ];
    const { calls, send, inbox } = played(() => Response.json(answers.shift()));
    await send("/inbox/chats/discord/commands", { person: "tom", text: "/tally live" });
    const [{ id }] = await inbox();
    await send("/inbox/chats/discord/presses", { person: "tom", kind: "discord-bot", id, button: "live:0" });
    expect((await inbox()).at(-1)).toMatchObject({ editOf: id, message: { content: "none" } });
    await send("/inbox/chats/discord/commands", { person: "tom", text: "/tally list" });
    expect((await inbox()).at(-1).said.waits).toBe(true);
    const { application_id: application, token } = JSON.parse(calls[2]!.body);
    const late = `/inbox/discord-api/api/v10/webhooks/${application}/${token}/messages/@original`;
    expect((await send(late, { content: "" }, "PATCH")).status).toBe(400);
    expect((await send(late, { content: "late" }, "PATCH")).status).toBe(200);
    expect((await inbox()).at(-1)).toMatchObject({ text: "late", said: { by: "Tom", alone: true } });
    expect((await inbox()).at(-1).said.waits).toBeUndefined();
    expect((await send(late.replace(token, "other"), { content: "late" }, "PATCH")).status).toBe(404);
  });

  it.each([
    ["a refusal", () => new Response("no", { status: 401 })],
    ["no answer", () => Promise.reject(new Error("down"))],
    ["an answer that is too long", () => Response.json({ type: 4, data: { content: "x".repeat(2001) } })],
  ])("says that %s is none", async (_name, answer) => {
    const { send, inbox } = played(answer);
    await send("/inbox/chats/discord/commands", { person: "zoe", text: "/tally live" });
    expect((await inbox())[0].said).toMatchObject({ alone: true, failed: expect.any(String) });
  });
});

it("Slack signs over version, timestamp and body, and takes five late answers", async () => {
  const { calls, send, inbox } = played(() => new Response(""));
  await send("/inbox/chats/slack/commands", { person: "ana", text: "/tally watch @lena" });
  const [{ headers, body }] = calls as [Called];
  const timestamp = headers.get("x-slack-request-timestamp")!;
  expect(headers.get("x-slack-signature")).toBe(
    `v0=${createHmac("sha256", "s").update(`v0:${timestamp}:${body}`).digest("hex")}`,
  );
  const form = new URLSearchParams(body);
  expect([form.get("text"), form.get("user_id"), form.get("team_id")]).toEqual(["watch @lena", "U0ANA", "T0DEMO"]);
  const hook = new URL(form.get("response_url")!).pathname;
  for (let count = 1; count <= 6; count++)
    expect((await send(hook, { text: `late ${count}`, response_type: "ephemeral" })).status).toBe(
      count < 6 ? 200 : 404,
    );
  expect((await inbox()).map(({ text, said }) => [text, said.alone])).toContainEqual(["late 5", true]);
});

it("Telegram sends updates to its webhook with the secret, and then no longer lists them", async () => {
  const { calls, send, inbox } = played(() =>
    Response.json({ method: "sendMessage", chat_id: -1001000000001, text: "Live · none" }),
  );
  await send("/inbox/chats/telegram/commands", { person: "tom", text: "/live" });
  expect((await inbox()).at(-1).said.failed).toContain("no webhook");
  const bot = "/inbox/telegram-api/bot100000000:demo";
  await send(`${bot}/setWebhook`, { url: "http://app.test/chat/telegram/100000000", secret_token: "abc" });
  expect((await send(`${bot}/getUpdates`, {})).status).toBe(409);
  await send("/inbox/chats/telegram/commands", { person: "tom", text: "/live" });
  expect(calls[0]).toMatchObject({ url: "http://app.test/chat/telegram/100000000" });
  expect(calls[0]!.headers.get("x-telegram-bot-api-secret-token")).toBe("abc");
  expect(JSON.parse(calls[0]!.body).message).toMatchObject({ text: "/live", from: { first_name: "Tom" } });
  expect((await inbox()).at(-1)).toMatchObject({ channelKind: "telegram", text: "Live · none" });
});

it("Telegram sends an update again until it is taken", async () => {
  const { calls, send, inbox } = played(() =>
    calls.length < 3
      ? new Response("", { status: 503 })
      : Response.json({ method: "sendMessage", chat_id: -1001000000001, text: "Live · none" }),
  );
  const bot = "/inbox/telegram-api/bot100000000:demo";
  await send(`${bot}/setWebhook`, { url: "http://app.test/chat/telegram/100000000", secret_token: "abc" });
  await send("/inbox/chats/telegram/commands", { person: "tom", text: "/live" });
  expect(calls.map(({ body }) => JSON.parse(body).update_id)).toEqual(
    Array(3).fill(JSON.parse(calls[0]!.body).update_id),
  );
  expect((await inbox()).at(-1)).toMatchObject({ channelKind: "telegram", text: "Live · none" });
});

it("Telegram waits for an answer for which Discord and Slack have no time", async () => {
  // The app takes five seconds.
  const patience = vi
    .spyOn(AbortSignal, "timeout")
    .mockImplementation((ms) => (ms < 5000 ? AbortSignal.abort() : new AbortController().signal));
  const { send, inbox } = played((_, signal) => {
    signal?.throwIfAborted();
    return Response.json({ method: "sendMessage", chat_id: -1001000000001, text: "Live · none" });
  });
  try {
    const bot = "/inbox/telegram-api/bot100000000:demo";
    await send(`${bot}/setWebhook`, { url: "http://app.test/chat/telegram/100000000", secret_token: "abc" });
    await send("/inbox/chats/telegram/commands", { person: "tom", text: "/live" });
    expect((await inbox()).at(-1)).toMatchObject({ channelKind: "telegram", text: "Live · none" });
    for (const service of ["discord", "slack"]) {
      await send(`/inbox/chats/${service}/commands`, { person: "tom", text: "/tally live" });
      expect((await inbox()).at(-1).said.failed).toBeTruthy();
    }
  } finally {
    patience.mockRestore();
  }
});

it("takes no commands from other sites, strangers, or without an address to call", async () => {
  const { send, calls } = played(() => new Response(""));
  const body = { person: "ana", text: "/tally live" };
  expect((await send("/inbox/chats/discord/commands", body, "POST", { "content-type": "text/plain" })).status).toBe(
    404,
  );
  expect((await send("/inbox/chats/discord/commands", { ...body, person: "eve" })).status).toBe(404);
  expect((await send("/inbox/chats/constructor/commands", body)).status).toBe(404);
  expect(calls).toEqual([]);
});
