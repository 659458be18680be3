import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

let api: RunningApi;
let me: Visitor;
beforeAll(async () => {
  api = await runSqliteApi();
  me = await context(api);
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const HOSTILE = `<img src=x onerror=alert(1)>`;
const DISCORD = "https://discord.com/api/webhooks/123456789012345678/aSecretThatIsNeverShown";
const SLACK = "https://hooks.slack.com/services/T000/B000/anotherSecretNeverShown";

const only = async (what: string) => (await api.call("GET", `/v1/${what}`)).body.items[0];
const channel = async (name = HOSTILE): Promise<string> =>
  (await api.call("POST", "/v1/channels", { kind: "webhook", name, settings: { url: "http://127.0.0.1:1/x" } })).body
    .id;

describe("the page of channels", () => {
  test.each([
    [DISCORD, "discord", "Discord"],
    [` ${SLACK} `, "slack", "Slack"],
  ])("adds one by its address alone, and never shows that again: %s", async (url, kind, name) => {
    const { status, text } = await me.send("/channels", [
      ["/settings/url", url],
      ["/language", "de"],
    ]);
    expect([status, text]).toEqual([303, expect.stringContaining(`${name} added`)]);
    expect(text).not.toContain("Secret");
    expect(await only("channels")).toMatchObject({ kind, name, language: "de", enabled: true });
    const [entry] = (await api.call("GET", "/v1/audit")).body.items;
    expect(entry.operation).toBe("createChannel");
    expect(JSON.stringify(entry)).not.toContain("Secret");
  });

  test.each([
    "",
    "https://example.com/aSecretNeverShown",
    "http://discord.com/api/webhooks/1/aSecretNeverShown",
    "nonsense",
  ])("says what is wrong with an address and where to find one, and keeps the name: %s", async (url) => {
    const { status, text } = await me.send("/channels", [
      ["/settings/url", url],
      ["/name", HOSTILE],
    ]);
    expect([status, text]).toEqual([422, expect.stringContaining("Copy Webhook URL")]);
    expect(text).toContain('aria-invalid="true"');
    expect(text).toContain("&lt;img");
    expect(text).not.toMatch(/aSecret|<img/);
  });

  test("says in words how each is, and what a test came to", async () => {
    const id = await channel();
    expect((await me.open("/channels")).text).toContain("Working");
    const tested = await me.send(`/channels/${id}/test`, []);
    expect([tested.status, tested.text]).toEqual([200, expect.stringContaining("did not accept it now")]);
    await api.db.prepare("UPDATE channels SET enabled = 0, disabled_reason = ?1").bind(`gone ${HOSTILE}`).run();
    const { text } = await me.open("/channels");
    expect(text).toContain("Turned off automatically: gone &lt;img");
    expect(text).toContain("1 channel needs attention");
    expect(text).not.toContain("<img");
    const on = await me.send(`/channels/${id}/on`, []);
    expect(await only("channels")).toMatchObject({ enabled: true, disabledReason: null });
    await me.undo(on.text);
    expect((await only("channels")).enabled).toBe(false);
  });

  test("its options are changed without its address, and what is wrong with one is said there", async () => {
    const settings = { url: DISCORD };
    const { id } = (await api.call("POST", "/v1/channels", { kind: "discord", name: "D", settings })).body;
    const save = (revision: string, fields: [string, string][]) =>
      me.send(`/channels/${id}`, [["/name", "D"], ["/language", ""], ["revision", revision], ...fields]);
    const options = (name: string, silent: string[]): [string, string][] => [
      ["with-settings", "1"],
      ["/settings/threadId", ""],
      ["/settings/threadName", name],
      ...silent.map((one): [string, string] => ["/settings/silent", one]),
    ];
    const masked = (await only("channels")).settings.url;
    expect((await save("0", options("{{name}}", ["true"]))).text).toContain("D saved");
    expect((await only("channels")).settings).toEqual({ url: masked, threadName: "{{name}}", silent: true });
    const { text } = await me.open("/channels");
    expect(text).toContain('value="{{name}}"');
    const invalid = await save("1", options("{{time}}", ["true"]));
    expect([invalid.status, invalid.text]).toEqual([422, expect.stringContaining("may have the placeholders")]);
    // A form without them changes none of them.
    expect((await save("1", [])).text).toContain("D saved");
    expect((await only("channels")).settings).toEqual({ url: masked, threadName: "{{name}}", silent: true });
    const { revision } = (await api.db.prepare("SELECT revision FROM channels").first<{ revision: number }>())!;
    expect((await save(String(revision), options("", []))).text).toContain("D saved");
    expect((await only("channels")).settings).toEqual({ url: masked });
  });

  test("a new address repairs it; where others changed it nothing typed is lost", async () => {
    const id = (await api.call("POST", "/v1/channels", { kind: "slack", name: "S", settings: { url: SLACK } })).body.id;
    await api.db.prepare("UPDATE channels SET enabled = 0, disabled_reason = 'gone'").run();
    const fields = (revision: string): [string, string][] => [
      ["/settings/url", `${SLACK}2`],
      ["/name", "Ours"],
      ["/language", ""],
      ["revision", revision],
    ];
    expect((await me.send(`/channels/${id}`, fields("0"))).text).toContain("Ours saved");
    expect(await only("channels")).toMatchObject({ name: "Ours", enabled: true, disabledReason: null });
    const late = await me.send(`/channels/${id}`, [
      ["/name", "Mine"],
      ["/language", ""],
      ["revision", "0"],
    ]);
    expect([late.status, late.text]).toEqual([412, expect.stringContaining('value="Mine"')]);
    expect(late.text).toContain('name="revision" value="1"');
    expect((await me.send(`/channels/${id}/delete`, [])).text).toContain("Ours deleted");
  });
});

test("channels beyond the first page are a click away, each on one page", async () => {
  await api.clear();
  const names = Array.from({ length: 45 }, (_, n) => `Room ${String(n).padStart(2, "0")}`);
  for (const name of names)
    await api.call("POST", "/v1/channels", { kind: "webhook", name, settings: { url: "https://hooks.example.com/x" } });
  const displayed: string[] = [];
  for (let path: string | undefined = "/channels"; path !== undefined;) {
    const { status, text } = await me.open(path);
    expect(status).toBe(200);
    displayed.push(...names.filter((name) => text.includes(name)));
    path = /href="(\/channels\?cursor=[^"]+)"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
  }
  expect(displayed).toEqual(names);
});
