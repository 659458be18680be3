import { describe, expect, it } from "vitest";
import { drive } from "./testing/driver.ts";

const webhook = "/inbox/discord/api/webhooks/123/token";
const bot = "/inbox/discord-api/api/v10/channels/55/messages";
const png = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 255]);

type Part = [field: string, bytes: Uint8Array<ArrayBuffer>, name: string];
const lives: Part = ["files[0]", png, "lives.png"];
const formOf = (message: unknown, ...parts: Part[]): FormData => {
  const form = new FormData();
  form.append("payload_json", typeof message === "string" ? message : JSON.stringify(message));
  for (const [field, bytes, name] of parts) form.append(field, new Blob([bytes], { type: "image/png" }), name);
  return form;
};
const displayed = { embeds: [{ title: "Lives", image: { url: "attachment://lives.png" } }] };
const notified = { attachments: [{ id: 0, filename: "lives.png", description: "Bars of seven days" }] };

describe("Discord's receivers of files", () => {
  it.each([
    [`${webhook}?wait=true`, {}],
    [bot, { authorization: "Bot abc" }],
  ])("at %s keep and serve them", async (path, headers) => {
    const simulator = drive();
    const sent = await simulator.send(path, {
      method: "POST",
      headers,
      body: formOf({ ...displayed, ...notified }, lives),
    });
    expect(sent.status).toBe(200);
    const [attachment] = sent.json().attachments;
    expect(attachment).toMatchObject({
      filename: "lives.png",
      description: "Bars of seven days",
      content_type: "image/png",
      size: png.length,
    });
    expect(attachment.url).toMatch(/^http:\/\/sim\.test\/inbox\/attachments\/\d{19}\/lives\.png$/);
    const served = await simulator.send(new URL(attachment.url).pathname);
    expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(served.headers.get("x-content-type-options")).toBe("nosniff");
    const [entry] = (await simulator.send("/inbox.json")).json();
    expect(entry.body).toEqual({ ...displayed, ...notified });
    expect(entry.text).toBe("Lives\nBars of seven days");
    expect(entry.attachments).toHaveLength(1);
  });

  it("keep files through an edit, unless it lists others", async () => {
    const simulator = drive();
    const message = { ...displayed, ...notified };
    const sent = await simulator.send(`${webhook}?wait=true`, { method: "POST", body: formOf(message, lives) });
    const path = `${webhook}/messages/${sent.json().id}`;
    expect((await simulator.patch(path, { content: "more" })).json().attachments).toEqual(sent.json().attachments);
    const without = await simulator.patch(path, { embeds: [], content: "none", attachments: [] });
    expect(without.json().attachments).toEqual([]);
    const other = formOf({ attachments: [{ id: 0 }] }, ["files[0]", png, "b.png"]);
    const changed = await simulator.send(path, { method: "PATCH", body: other });
    expect(changed.json().attachments).toMatchObject([{ filename: "b.png" }]);
  });

  it.each<[string, unknown, Part[], number, number]>([
    ["what is no JSON", "{", [lives], 400, 50109],
    ["alt text that is too long", { attachments: [{ id: 0, description: "x".repeat(1025) }] }, [lives], 400, 50035],
    ["an attachment without its file", { attachments: [{ id: 1, filename: "lives.png" }] }, [lives], 400, 50035],
    ["an attachment without any file", { content: "a", ...notified }, [], 400, 50035],
    ["a picture that is not attached", { embeds: [{ image: { url: "attachment://b.png" } }] }, [lives], 400, 50035],
    ["a picture of another scheme", { embeds: [{ image: { url: "data:image/png,x" } }] }, [], 400, 50035],
    [
      "eleven files",
      { content: "a" },
      Array.from({ length: 11 }, (_, place): Part => [`files[${place}]`, png, `${place}.png`]),
      400,
      50035,
    ],
    ["more than 10 MB", { content: "a" }, [["files[0]", new Uint8Array(10_485_761), "a.png"]], 413, 40005],
  ])("refuse %s", async (_, message, parts, status, code) => {
    const simulator = drive();
    const answer = await simulator.send(webhook, { method: "POST", body: formOf(message, ...parts) });
    expect([answer.status, answer.json().code]).toEqual([status, code]);
    expect((await simulator.send("/inbox.json")).json()).toEqual([]);
  });

  it("accept a file without text, and keep the newest 60 until the reset", async () => {
    const simulator = drive();
    const paths: string[] = [];
    for (let number = 0; number < 61; number++) {
      const sent = await simulator.send(`${webhook}?wait=true`, { method: "POST", body: formOf({}, lives) });
      paths.push(new URL(sent.json().attachments[0].url).pathname);
    }
    const statuses = async () => [
      (await simulator.send(paths[0]!)).status,
      (await simulator.send(paths[1]!)).status,
      (await simulator.send(paths[60]!)).status,
    ];
    expect(await statuses()).toEqual([404, 200, 200]);
    await simulator.post("/_sim/reset", {});
    expect(await statuses()).toEqual([404, 404, 404]);
  });

  it("serve no active content", async () => {
    const simulator = drive();
    const form = formOf({});
    form.append("files[0]", new Blob(["<script>"], { type: "text/html" }), "a.html");
    const sent = await simulator.send(`${webhook}?wait=true`, { method: "POST", body: form });
    const served = await simulator.send(new URL(sent.json().attachments[0].url).pathname);
    expect(served.headers.get("content-type")).toBe("application/octet-stream");
  });
});

describe("Slack's picture blocks", () => {
  const image = { type: "image", image_url: "https://example.com/a.png", alt_text: "Bars" };
  it.each<[string, object]>([
    ["ok", image],
    ["ok", { ...image, image_url: "http://127.0.0.1:8787/a.png" }],
    ["invalid_blocks", { ...image, alt_text: "" }],
    ["invalid_blocks", { ...image, alt_text: "x".repeat(2001) }],
    ["invalid_blocks", { ...image, image_url: `https://example.com/${"a".repeat(3000)}` }],
    ["invalid_blocks", { ...image, image_url: "attachment://lives.png" }],
    ["invalid_blocks", { ...image, image_url: "https://" }],
    ["invalid_blocks", { type: "image", alt_text: "Bars" }],
  ])("%s: %j", async (word, block) => {
    const answer = await drive().post("/inbox/slack/services/T/B/x", { text: "a", blocks: [block] });
    expect(answer.text).toBe(word);
  });
});
