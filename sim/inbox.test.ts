import { Script } from "node:vm";
import { describe, expect, it } from "vitest";
import { drive } from "./testing/driver.ts";

const slack = "/inbox/slack/services/T/B/x";

describe("the inbox", () => {
  it("stores signed webhooks with their headers", async () => {
    const simulator = drive();
    const headers = { "webhook-id": "dlv_1", "webhook-signature": "v1,x", authorization: "secret" };
    const answer = await simulator.post("/inbox/webhook/a", { type: "live.started", data: { id: "evt_1" } }, headers);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    const inbox = await simulator.send("/inbox.json");
    expect(inbox.json()).toEqual([
      expect.objectContaining({
        channelKind: "webhook",
        path: "/inbox/webhook/a",
        text: 'live.started\n{"id":"evt_1"}',
      }),
    ]);
    expect(inbox.json()[0].headers).toMatchObject({ "webhook-id": "dlv_1", "webhook-signature": "v1,x" });
    expect(inbox.text).not.toContain("secret");
  });

  it("returns what is newer than an index, oldest first, and keeps the latest 2,000", async () => {
    const simulator = drive();
    for (let number = 1; number <= 2003; number++) await simulator.post(slack, { text: `message ${number}` });
    const all = (await simulator.send("/inbox.json")).json();
    expect(all).toHaveLength(2000);
    expect(all.at(-1).text).toBe("message 2003");
    expect((await simulator.send("/inbox.json?since=2001")).json().map((entry: any) => entry.text)).toEqual([
      "message 2002",
      "message 2003",
    ]);
  });

  it("is a page without external resources", async () => {
    const simulator = drive();
    expect((await simulator.send("/")).headers.get("location")).toBe("/inbox");
    const page = await simulator.send("/inbox");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    const script = (await simulator.send("/inbox/app.js")).text;
    expect(() => new Script(script)).not.toThrow();
    expect(script).not.toMatch(/innerHTML|insertAdjacentHTML|document\.write/);
    expect((await simulator.send("/inbox/style.css")).headers.get("content-type")).toContain("text/css");
  });
});
