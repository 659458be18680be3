import { describe, expect, it } from "vitest";
import { drive } from "./testing/driver.ts";

const discord = "/inbox/discord/api/webhooks/123/token";
const slack = "/inbox/slack/services/T/B/x";
const long = (length: number): string => "x".repeat(length);
const embed = (part: object): object => ({ embeds: [part] });

describe("Discord's webhook", () => {
  it("answers 204, or the message when asked to wait", async () => {
    const simulator = drive();
    expect((await simulator.post(discord, { content: "hi" })).status).toBe(204);
    const answer = await simulator.post(`${discord}?wait=true&with_components=true&thread_id=9`, { content: "hi" });
    expect(answer.json()).toMatchObject({
      id: expect.stringMatching(/^\d{19}$/),
      content: "hi",
      channel_id: "9",
      embeds: [],
    });
  });

  it.each(["/inbox/discord/api/v10/webhooks/1/t", "/inbox/discord/api/webhooks/1/t"])("is at %s", async (path) => {
    expect((await drive().post(path, { content: "hi" })).status).toBe(204);
  });

  it("edits a message", async () => {
    const simulator = drive();
    const { id } = (await simulator.post(`${discord}?wait=true`, { content: "live", ...embed({ title: "T" }) })).json();
    const edited = await simulator.patch(`${discord}/messages/${id}`, {
      content: "ended",
      allowed_mentions: { parse: [] },
    });
    expect(edited.json()).toMatchObject({ id, content: "ended", embeds: [{ title: "T" }] });
    expect((await simulator.send(`${discord}/messages/${id}`)).json()).toMatchObject({ content: "ended" });
    const [first, second] = (await simulator.send("/inbox.json")).json();
    expect(first).toMatchObject({ channelKind: "discord", method: "POST", text: "live\nT" });
    expect(second).toMatchObject({ method: "PATCH", editOf: id, text: "ended\nT" });
    expect(second.body).toEqual({ content: "ended", allowed_mentions: { parse: [] } });
    const missing = await simulator.patch(`${discord}/messages/1`, { content: "x" });
    expect([missing.status, missing.json().code]).toEqual([404, 10008]);
  });

  it.each([
    ["content", { content: long(2001) }],
    ["username", { content: "a", username: long(81) }],
    ["embeds", { embeds: Array.from({ length: 11 }, () => ({ title: "a" })) }],
    ["embeds.0.title", embed({ title: long(257) })],
    ["embeds.0.description", embed({ description: long(4097) })],
    ["embeds.0.footer.text", embed({ title: "a", footer: { text: long(2049) } })],
    ["embeds.0.author.name", embed({ author: { name: long(257) } })],
    ["embeds.0.fields", embed({ fields: Array.from({ length: 26 }, () => ({ name: "a", value: "b" })) })],
    ["embeds.0.fields.0.name", embed({ fields: [{ name: long(257), value: "b" }] })],
    ["embeds.0.fields.0.value", embed({ fields: [{ name: "a", value: long(1025) }] })],
    ["embeds.0.fields.0.value", embed({ fields: [{ name: "a", value: "" }] })],
    ["embeds", { embeds: [{ description: long(3001) }, { description: long(3000) }] }],
    [
      "components.0.components.0.label",
      { content: "a", components: [{ type: 1, components: [{ type: 2, label: long(81) }] }] },
    ],
  ])("refuses too much in %s", async (path, message) => {
    const answer = await drive().post(discord, message);
    expect(answer.status).toBe(400);
    expect(answer.json().code).toBe(50035);
    let node = answer.json().errors;
    for (const step of path.split(".")) node = node[step];
    expect(node._errors).toHaveLength(1);
  });

  it("accepts a message just within the limits", async () => {
    const message = {
      content: long(2000),
      embeds: [{ title: long(256), description: long(4096), footer: { text: long(1648) } }],
    };
    expect((await drive().post(discord, message)).status).toBe(204);
  });

  it.each([[{}], [{ content: " " }], [{ content: "", embeds: [] }]])("rejects %j as empty", async (message) => {
    const answer = await drive().post(discord, message);
    expect([answer.status, answer.json().code]).toEqual([400, 50006]);
  });

  it("rejects anything but JSON", async () => {
    const simulator = drive();
    expect((await simulator.send(discord, { method: "POST", body: "{" })).status).toBe(400);
    expect((await simulator.send("/inbox.json")).json()).toEqual([]);
  });
});

describe("Slack's webhook", () => {
  it("answers ok", async () => {
    const simulator = drive();
    const answer = await simulator.post(slack, {
      text: "hi",
      blocks: [{ type: "header", text: { type: "plain_text", text: "Maria" } }],
    });
    expect([answer.status, answer.text]).toEqual([200, "ok"]);
    expect((await simulator.send("/inbox.json")).json()[0]).toMatchObject({ channelKind: "slack", text: "hi\nMaria" });
  });

  const section = (length: number): object => ({ type: "section", text: { type: "mrkdwn", text: long(length) } });
  it.each([
    ["no_text", {}],
    ["no_text", { text: "" }],
    ["invalid_blocks", { text: "a", blocks: Array.from({ length: 51 }, () => ({ type: "divider" })) }],
    ["invalid_blocks", { text: "a", blocks: [section(3001)] }],
    ["invalid_blocks", { text: "a", blocks: [{ type: "section" }] }],
    ["invalid_blocks", { text: "a", blocks: [{ type: "header", text: { type: "plain_text", text: long(151) } }] }],
    ["invalid_blocks", { text: "a", attachments: [{ blocks: [section(3001)] }] }],
    ["invalid_payload", []],
  ])("answers %s", async (error, message) => {
    const answer = await drive().post(slack, message);
    expect([answer.status, answer.text]).toEqual([400, error]);
  });
});

describe("the bots", () => {
  it("of Slack post and update", async () => {
    const simulator = drive();
    const api = "/inbox/slack-api/";
    expect((await simulator.post(`${api}chat.postMessage`, { channel: "C1", text: "a" })).json().error).toBe(
      "not_authed",
    );
    const token = { authorization: "Bearer xoxb-1" };
    const sent = (await simulator.post(`${api}chat.postMessage`, { channel: "C1", text: "a" }, token)).json();
    expect(sent).toMatchObject({ ok: true, channel: "C1", ts: expect.stringMatching(/^\d+\.\d{6}$/) });
    const update = { channel: "C1", ts: sent.ts, text: "b" };
    expect((await simulator.post(`${api}chat.update`, update, token)).json()).toMatchObject({ ok: true, ts: sent.ts });
    const [, edit] = (await simulator.send("/inbox.json")).json();
    expect(edit).toMatchObject({ channelKind: "slack-bot", editOf: sent.ts, text: "b" });
    expect((await simulator.post(`${api}chat.update`, { ...update, ts: "1.0" }, token)).json().error).toBe(
      "message_not_found",
    );
    expect((await simulator.post(`${api}chat.postMessage`, { channel: "C1" }, token)).json().error).toBe("no_text");
  });

  it("of Discord post and edit", async () => {
    const simulator = drive();
    const messages = "/inbox/discord-api/api/v10/channels/55/messages";
    expect((await simulator.post(messages, { content: "a" })).status).toBe(401);
    const token = { authorization: "Bot abc" };
    const sent = (await simulator.post(messages, { content: "a" }, token)).json();
    expect(sent).toMatchObject({ content: "a", channel_id: "55" });
    const edited = await simulator.patch(`${messages}/${sent.id}`, { content: "b" }, token);
    expect(edited.json()).toMatchObject({ id: sent.id, content: "b" });
    expect((await simulator.send("/inbox.json")).text).not.toContain("Bot abc");
  });
});

describe("the bots' receivers", () => {
  it.each([
    [404, "channel_not_found", 10003],
    [401, "invalid_auth", 0],
    [403, "not_in_channel", 0],
  ])("fail with %i in the words of their APIs", async (status, error, code) => {
    const simulator = drive();
    for (const operation of ["inbox.slack", "inbox.discord"])
      await simulator.post("/_sim/faults", { operation, mode: "status", status, times: 1 });
    const slackAnswer = await simulator.post("/inbox/slack-api/chat.postMessage", { channel: "C1", text: "a" });
    expect([slackAnswer.status, slackAnswer.json()]).toEqual([status, { ok: false, error }]);
    const discordAnswer = await simulator.post("/inbox/discord-api/api/v10/channels/1/messages", { content: "a" });
    expect([discordAnswer.status, discordAnswer.json().code]).toEqual([status, code]);
  });

  it("clear what an edit sends empty", async () => {
    const simulator = drive();
    const token = { authorization: "Bearer xoxb-1" };
    const block = { type: "section", text: { type: "mrkdwn", text: "live" } };
    const message = { channel: "C1", text: "live", blocks: [block], attachments: [{ blocks: [block] }] };
    const { ts } = (await simulator.post("/inbox/slack-api/chat.postMessage", message, token)).json();
    const update = { channel: "C1", ts, text: "ended", blocks: [], attachments: [] };
    await simulator.post("/inbox/slack-api/chat.update", update, token);
    expect((await simulator.send("/inbox.json")).json()[1]).toMatchObject({ text: "ended", message: update });
  });
});
