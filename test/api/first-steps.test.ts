import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connecting, type Connecting } from "./connecting.ts";
import type { RunningApi } from "./running-api.ts";
import type { Visitor } from "./visitor.ts";

let all: Connecting;
let api: RunningApi;
let me: Visitor;
beforeAll(async () => {
  all = await connecting();
  ({ api, me } = all);
});
beforeEach(async () => {
  all.answer(null);
  await api.clear();
});
afterAll(() => all.stop());

const SERVICE = "/first-steps/service";

describe("from the first step to the last", () => {
  test("each leads on by what is there; nothing is lost by leaving", async () => {
    expect((await me.open("/")).text).toContain('href="/first-steps"');
    const to = async () => (await api.send(new Request("http://127.0.0.1:8787/first-steps"))).status;
    expect(await to()).toBe(401);
    const nothing = await me.open("/first-steps/done");
    expect(nothing.text).toMatch(
      /Before you get alerts: connect the data service, choose where alerts go and add creators/,
    );
    await me.send(`${SERVICE}/keep`, all.form());
    for (const { id } of (await api.call("GET", "/v1/targets")).body.items)
      await api.call("DELETE", `/v1/targets/${id}`);
    const invalid = await me.send("/first-steps/channel", [
      ["/settings/url", "https://example.com/x"],
      ["/name", "<i>ours"],
      ["/mention", ""],
    ]);
    expect([invalid.status, invalid.text]).toEqual([422, expect.stringContaining('value="&lt;i&gt;ours"')]);
    const pinged = await me.send("/first-steps/channel", [
      ["/settings/url", "x"],
      ["/mention", "everybody!"],
    ]);
    expect([pinged.status, pinged.text]).toEqual([422, expect.stringContaining("must be @here")]);
    const added = await me.send("/first-steps/channel", [
      ["/settings/url", `${all.receiver.url}/api/webhooks/1001/secret-part`],
      ["/mention", "@here"],
    ]);
    expect(added.text).toMatch(/Test message delivered to Discord. It took \d+ ms/);
    expect(added.text).toContain("We also created an alert");
    expect(added.text).not.toContain("secret-part");
    const [alert] = (await api.call("GET", "/v1/subscriptions")).body.items;
    expect(alert).toMatchObject({ events: ["live.started", "live.ended"], mention: "@here", watchlistId: null });
    const operations = (await api.call("GET", "/v1/audit")).body.items.map(
      (one: { operation: string }) => one.operation,
    );
    expect(operations.slice(0, 2).toSorted()).toEqual(["createChannel", "createSubscription"]);
    const pasted = "Maria 7012\n<script>x</script> 7018\nnobody at all";
    const arrived = await me.send("/first-steps/creators", [
      ["creators", pasted],
      ["announce", "true"],
    ]);
    expect(arrived.text).toMatch(/2 of 3 added/);
    expect(arrived.text).toMatch(/Maria[\s\S]*live[\s\S]*7018[\s\S]*offline[\s\S]*not a handle, link or ID/);
    expect(arrived.text).not.toContain("<script>x");
    expect(all.receiver.received.some(({ body }) => JSON.stringify(body).includes("Maria"))).toBe(true);
    const done = await me.open("/first-steps/done");
    expect(done.text).toContain("You&#39;ll be notified within a minute");
    expect(done.text).toMatch(/2 creators are watched. Alerts go to <bdi>Discord/);
    expect(
      (await me.send(`/first-steps/channel/${(await api.call("GET", "/v1/channels")).body.items[0].id}/test`, [])).text,
    ).toContain("Test message delivered");
  });

  test("a channel that hears nothing gets its alert by one click", async () => {
    const settings = { url: `${all.receiver.url}/hooks/x` };
    const { id } = (await api.call("POST", "/v1/channels", { kind: "webhook", name: "Ours", settings })).body;
    expect((await me.open("/first-steps/channel")).text).toContain("no alerts yet");
    expect((await me.send(`/first-steps/channel/${id}/alert`, [])).text).toContain(
      "notified when anyone starts or ends a stream",
    );
  });
});
