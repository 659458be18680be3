import { NO_FAILURE } from "../../src/core/channel-failure.ts";
import { DAY_MS } from "../../src/core/duration.ts";
import { LANGUAGES } from "../../src/core/language.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { fakeReceiver, type FakeReceiver } from "../support/fake-upstream.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

describe("channels", () => {
  let api: RunningApi;
  let receiver: FakeReceiver;
  beforeAll(async () => {
    [api, receiver] = await Promise.all([runSqliteApi(), fakeReceiver()]);
  });
  beforeEach(async () => {
    await api.clear();
    receiver.received.length = 0;
    receiver.secrets.clear();
    receiver.interfere = () => null;
  });
  afterAll(() => Promise.all([api.stop(), receiver.close()]));

  const create = (kind: string, path: string, more: object = {}) =>
    api.call("POST", "/v1/channels", { kind, name: `My ${kind}`, settings: { url: receiver.url + path, ...more } });

  const SLACK = "/slack/services/T000/B000/very-secret-token";
  const DISCORD = "/api/webhooks/1001/very-secret-token";

  test("a URL goes in and never comes out", async () => {
    const created = await create("slack", SLACK);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ kind: "slack", name: "My slack", enabled: true, disabledReason: null });
    const path = created.headers.get("location")!;
    const answers = [
      created,
      await api.call("GET", path),
      await api.call("GET", "/v1/channels"),
      await api.call("PATCH", path, { name: "b" }),
    ];
    for (const answer of answers) expect(JSON.stringify(answer.body)).not.toContain("very-secret");
    const stored = JSON.stringify((await api.db.prepare("SELECT * FROM channels").all()).results);
    expect(stored).not.toContain("very-secret");
  });

  test("a webhook's missing secret is made and shown once", async () => {
    const created = await create("webhook", "/hook");
    expect(created.body.settings.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await api.call("GET", `/v1/channels/${created.body.id}`)).body.settings.secret).toBe("whsec_…");
    receiver.secrets.set("/hook", created.body.settings.secret);
    expect((await api.call("POST", `/v1/channels/${created.body.id}/test`)).body).toMatchObject({
      ok: true,
      status: 204,
    });
    const renewed = await api.call("PATCH", `/v1/channels/${created.body.id}`, { settings: { secret: null } });
    expect(renewed.body.settings.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(renewed.body.settings.secret).not.toBe(created.body.settings.secret);
  });

  test("another address gets no secret of the one before, unless it is given again", async () => {
    const created = await create("webhook", "/hook");
    const path = `/v1/channels/${created.body.id}`;
    const { secret } = created.body.settings;
    await api.call("PATCH", path, { settings: { secret: null } });
    const moved = (await api.call("PATCH", path, { settings: { url: `${receiver.url}/other` } })).body.settings;
    expect(moved.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(moved.secret).not.toBe(secret);
    expect(moved.previousSecret).toBeUndefined();
    receiver.secrets.set("/other", moved.secret);
    expect((await api.call("POST", `${path}/test`)).body.ok).toBe(true);
    expect(receiver.received.at(-1)!.headers["webhook-signature"]).toMatch(/^v1,\S+ v1a,\S+$/);
    const provided = { url: `${receiver.url}/third`, secret };
    expect((await api.call("PATCH", path, { settings: provided })).body.settings).toEqual({
      url: expect.any(String),
      secret: "whsec_…",
      publicKey: created.body.settings.publicKey,
    });
    receiver.secrets.set("/third", secret);
    expect((await api.call("POST", `${path}/test`)).body.ok).toBe(true);
    const same = await api.call("PATCH", path, { settings: { url: provided.url } });
    expect(same.body.settings.secret).toBe("whsec_…");
  });

  test("that a channel goes elsewhere is told on the others that take news for operators, with who did it", async () => {
    const [one, other] = await Promise.all([create("webhook", "/one"), create("webhook", "/two")]);
    for (const { body } of [one, other])
      await api.call("POST", "/v1/subscriptions", { name: "All", events: ["channel.*"], channelId: body.id });
    const path = `/v1/channels/${one.body.id}`;
    await api.call("PATCH", path, { name: "Renamed" });
    await api.call("PATCH", path, { settings: { secret: null } });
    expect((await api.call("GET", "/v1/events")).body.items).toEqual([]);
    await api.call("PATCH", path, { settings: { url: `${receiver.url}/elsewhere` } });
    const { items } = (await api.call("GET", "/v1/events")).body;
    expect(items).toMatchObject([
      { type: "channel.changed", targetId: null, data: { channelId: one.body.id, name: "Renamed", by: "ADMIN_TOKEN" } },
    ]);
    expect((await api.call("GET", "/v1/deliveries")).body.items).toMatchObject([
      { channelId: other.body.id, eventIds: [items[0].id] },
    ]);
    const put = { kind: "webhook", name: "Renamed", id: one.body.id, settings: { url: `${receiver.url}/third` } };
    const stored = { kind: "webhook", name: other.body.name, id: other.body.id };
    const applied = await api.call("PUT", "/v1/config", { version: 1, channels: [put, stored] });
    expect(applied.body.made).toEqual([{ channelId: one.body.id, secret: expect.stringMatching(/^whsec_/) }]);
    expect((await api.call("GET", "/v1/events")).body.items).toHaveLength(2);
    await api.call("PUT", "/v1/config?dryRun=true", { version: 1, channels: [stored] });
    expect((await api.call("GET", "/v1/events")).body.items).toHaveLength(2);
  });

  test("news that cannot be told take no change back", async () => {
    const { body } = await create("webhook", "/one");
    const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await api.db.prepare("ALTER TABLE events RENAME TO events_away").run();
    const moved = await api.call("PATCH", `/v1/channels/${body.id}`, { settings: { url: `${receiver.url}/two` } });
    await api.db.prepare("ALTER TABLE events_away RENAME TO events").run();
    expect(moved.status).toBe(200);
    expect(String(error.mock.calls[0]![0])).toContain("channels: could not tell");
    error.mockRestore();
  });

  test("a webhook's changed secret leaves the one before it valid until it is taken away", async () => {
    const created = await create("webhook", "/rotated");
    const path = `/v1/channels/${created.body.id}`;
    const renewed = (await api.call("PATCH", path, { settings: { secret: null } })).body.settings;
    expect(renewed.previousSecret).toBe("whsec_…");
    expect(Math.abs(Date.parse(renewed.previousSecretUntil) - Date.now() - DAY_MS)).toBeLessThan(DAY_MS / 24);
    for (const secret of [created.body.settings.secret, renewed.secret]) {
      receiver.secrets.set("/rotated", secret);
      expect((await api.call("POST", `${path}/test`)).body).toMatchObject({ ok: true });
    }
    const ended = (await api.call("PATCH", path, { settings: { previousSecret: null } })).body.settings;
    const { url, publicKey } = created.body.settings;
    expect(ended).toEqual({ url, secret: "whsec_…", publicKey });
    receiver.secrets.set("/rotated", created.body.settings.secret);
    expect((await api.call("POST", `${path}/test`)).body.ok).toBe(false);
  });

  test("a webhook's previous secret ends by itself", async () => {
    const created = await create("webhook", "/ended");
    const path = `/v1/channels/${created.body.id}`;
    const settings = { secret: null, previousSecretUntil: new Date(Date.now() - 1).toISOString() };
    const renewed = (await api.call("PATCH", path, { settings })).body.settings;
    receiver.secrets.set("/ended", created.body.settings.secret);
    expect((await api.call("POST", `${path}/test`)).body.ok).toBe(false);
    receiver.secrets.set("/ended", renewed.secret);
    expect((await api.call("POST", `${path}/test`)).body.ok).toBe(true);
    expect((await api.call("PATCH", path, { name: "Renamed" })).body.settings.previousSecret).toBe("whsec_…");
  });

  test("a webhook's private key never comes out; without one it gets another", async () => {
    const created = await create("webhook", "/keys");
    const path = `/v1/channels/${created.body.id}`;
    const { publicKey } = created.body.settings;
    expect([publicKey, created.body.settings.privateKey]).toEqual([expect.stringMatching(/^whpk_/), undefined]);
    expect((await api.call("PATCH", path, { name: "Renamed" })).body.settings.publicKey).toBe(publicKey);
    const other = (await api.call("PATCH", path, { settings: { privateKey: null } })).body.settings.publicKey;
    expect(other).toMatch(/^whpk_/);
    expect(other).not.toBe(publicKey);
    const seed = `whsk_${Buffer.alloc(32, 9).toString("base64")}`;
    const provided = await api.call("PATCH", path, { settings: { privateKey: seed } });
    expect(provided.body.settings.publicKey).toBe("whpk_/RckOFqgx1tk+3jNYC+h2ZH96/drE8WO1wLqyDXp9hg=");
    expect(JSON.stringify([provided.body, (await api.call("GET", path)).body])).not.toContain("whsk_");
  });

  test("every kind judges its own settings", async () => {
    const invalid = await api.call("POST", "/v1/channels", {
      kind: "slack",
      name: "a",
      settings: { url: "https://example.com/x", b: 1 },
    });
    expect(invalid.body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
      "/settings/b",
      "/settings/url",
    ]);
    const none = await api.call("POST", "/v1/channels", { kind: "discord", name: "a", settings: {} });
    expect(none.body.errors).toEqual([{ pointer: "/settings/url", message: "is required" }]);
    const { body } = await create("discord", DISCORD);
    expect((await api.call("PATCH", `/v1/channels/${body.id}`, { kind: "slack" })).status).toBe(422);
    expect((await api.call("PATCH", `/v1/channels/${body.id}`, { settings: { url: null } })).status).toBe(422);
    const threaded = await api.call("PATCH", `/v1/channels/${body.id}`, { settings: { threadId: "77" } });
    expect(threaded.body.settings).toMatchObject({ threadId: "77" });
  });

  test("this machine is refused where it is not allowed", async () => {
    const strict = await runSqliteApi({ ALLOW_LOCAL_WEBHOOKS: "false" });
    const answer = await strict.call("POST", "/v1/channels", {
      kind: "webhook",
      name: "a",
      settings: { url: "http://127.0.0.1/x" },
    });
    expect(answer.body.errors[0].pointer).toBe("/settings/url");
    await strict.stop();
  });

  test("enabling takes back why it was disabled", async () => {
    const { body } = await create("slack", SLACK);
    await api.db
      .prepare(
        "UPDATE channels SET enabled = 0, disabled_reason = 'gone', paused_until = 99, paced_until = 99, failing_since = 9",
      )
      .run();
    const path = `/v1/channels/${body.id}`;
    expect((await api.call("PATCH", path, { name: "b" })).body).toMatchObject({
      enabled: false,
      disabledReason: "gone",
    });
    expect((await api.call("PATCH", path, { enabled: true })).body).toMatchObject({
      enabled: true,
      disabledReason: null,
    });
    const stored = await api.db.prepare("SELECT paused_until, paced_until, failing_since FROM channels").first();
    expect(stored).toEqual({ paused_until: 0, paced_until: 0, failing_since: null });
  });

  test("deleting suppresses what waits; its deliveries stay to be seen", async () => {
    const { body: channel } = await create("slack", SLACK);
    await api.call("POST", "/v1/subscriptions", { name: "a", events: ["*"], channelId: channel.id });
    const delivery = api.db.prepare(
      `INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until, next_attempt_at)
     VALUES (?1, ?2, ?3, '[{"event":"evt_1","mentions":[]}]', 5, 0, 5)`,
    );
    await api.db.batch([delivery.bind("dlv_1", channel.id, "pending"), delivery.bind("dlv_2", channel.id, "sent")]);
    const path = `/v1/channels/${channel.id}`;
    expect((await api.call("DELETE", path)).body.usedBy).toMatchObject([{ type: "subscription", name: "a" }]);
    expect((await api.call("GET", "/v1/deliveries/dlv_1")).body.status).toBe("pending");
    expect((await api.call("DELETE", `${path}?cascade=true`)).status).toBe(204);
    expect((await api.call("GET", "/v1/deliveries/dlv_1")).body).toMatchObject({
      status: "suppressed",
      reason: "channel deleted",
      nextAttemptAt: null,
    });
    expect((await api.call("GET", "/v1/deliveries/dlv_2")).body.status).toBe("sent");
    expect((await api.call("POST", "/v1/deliveries/dlv_2/replay")).status).toBe(409);
  });

  test.each([
    ["slack", SLACK],
    ["discord", DISCORD],
    ["webhook", "/hook"],
  ])("a test message arrives on %s and pings nobody", async (kind, path) => {
    const { body } = await create(kind, path);
    const tested = await api.call("POST", `/v1/channels/${body.id}/test`);
    expect(tested.status).toBe(200);
    expect(tested.body).toMatchObject({ ok: true, outcome: "sent" });
    expect(receiver.received).toHaveLength(1);
    expect(JSON.stringify(receiver.received[0]!.body)).not.toMatch(/<!|@here|@everyone/);
    expect((await api.call("GET", "/v1/deliveries")).body.items).toEqual([]);
  });

  test("a test whose form is refused is tried once more as plain text", async () => {
    const { body } = await create("slack", SLACK);
    const isPlain = (reported: object) => !("blocks" in reported) && !("attachments" in reported);
    receiver.interfere = ({ body: reported }) => (isPlain(reported) ? null : { status: 400, body: "invalid_blocks" });
    const tested = await api.call("POST", `/v1/channels/${body.id}/test`);
    expect(tested.body).toMatchObject({ ok: true, outcome: "sent" });
    expect(receiver.received.map(({ body: reported }) => isPlain(reported))).toEqual([false, true]);
    // Where that is refused too, it is not tried again and again.
    receiver.received.length = 0;
    receiver.interfere = () => ({ status: 400, body: "invalid_payload" });
    expect((await api.call("POST", `/v1/channels/${body.id}/test`)).body).toMatchObject({ ok: false, outcome: "dead" });
    expect(receiver.received).toHaveLength(2);
  });

  test("a test that fails says why, and nothing of the answer's body or the URL", async () => {
    const { body } = await create("slack", SLACK);
    receiver.interfere = () => ({ status: 404, body: "internal secret page" });
    const tested = await api.call("POST", `/v1/channels/${body.id}/test`);
    expect(tested.body).toMatchObject({ ok: false, status: 404 });
    expect(JSON.stringify(tested.body)).not.toMatch(/internal secret|very-secret/);
    expect((await api.call("GET", `/v1/channels/${body.id}`)).body.enabled).toBe(true);
  });

  test("a channel is told in its language: test messages and previews too; one that is not known is refused", async () => {
    const created = await create("slack", SLACK);
    expect(created.body.language).toBe(null);
    const path = `/v1/channels/${created.body.id}`;
    const invalid = await api.call("PATCH", path, { language: "tlh" });
    expect([invalid.status, invalid.body.errors]).toEqual([
      422,
      [{ pointer: "/language", message: `must be one of: ${LANGUAGES.join(", ")}` }],
    ]);
    expect((await api.call("PATCH", path, { language: "pt-BR" })).body.language).toBe("pt-BR");
    await api.call("POST", `${path}/test`);
    expect(JSON.stringify(receiver.received.at(-1)!.body)).toContain("Isto é um teste");
    const draft = { channelId: created.body.id, events: ["live.started"] };
    const preview = await api.call("POST", "/v1/subscriptions/preview", { subscription: draft });
    expect(preview.body.text).toContain("está ao vivo");
    const stored = (await api.call("GET", "/v1/export")).body.channels;
    expect(stored).toEqual([expect.objectContaining({ language: "pt-BR" })]);
  });
});

describe("channel repairs", () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await runSqliteApi();
  });
  beforeEach(() => api.clear());
  afterAll(() => api.stop());

  const URLS = ["one", "two"].map((name) => `https://hooks.example.com/${name}`);

  const create = async (name: string, url: string): Promise<string> =>
    (await api.call("POST", "/v1/channels", { kind: "webhook", name, settings: { url } })).body.id;

  const PROBLEM = {
    paused_until: 99,
    paced_until: 98,
    failing_since: 97,
    failure: JSON.stringify({ ...NO_FAILURE, refusals: 2 }),
  };

  /** A channel that fails and waits, with a message that waits at it. */
  async function failing(): Promise<string> {
    const id = await create("One", URLS[0]!);
    await api.db
      .prepare("UPDATE channels SET paused_until = 99, paced_until = 98, failing_since = 97, failure = ?1")
      .bind(PROBLEM.failure)
      .run();
    await delivery("dlv_waits", id, "pending", { next_attempt_at: 90 });
    return id;
  }

  const delivery = (id: string, channel: string, status: string, more: Record<string, string | number> = {}) => {
    const row = { id, channel_id: channel, status, items: "[]", made_at: 5, open_until: 0, ...more };
    const names = Object.keys(row);
    return api.db
      .prepare(`INSERT INTO deliveries (${names.join()}) VALUES (${names.map((_, n) => `?${n + 1}`).join()})`)
      .bind(...Object.values(row))
      .run();
  };

  const problemOf = (id: string) =>
    api.db
      .prepare("SELECT paused_until, paced_until, failing_since, failure FROM channels WHERE id = ?1")
      .bind(id)
      .first<Record<string, unknown>>();
  const dueAt = () => api.db.prepare("SELECT next_attempt_at FROM deliveries").first("next_attempt_at");
  const isClear = async (id: string) => {
    const { failure, ...instants } = (await problemOf(id))!;
    expect(instants).toEqual({ paused_until: 0, paced_until: 0, failing_since: null });
    expect(JSON.parse(String(failure))?.refusals ?? 0).toBe(0);
    expect(await dueAt()).toBe(5);
  };

  const sealedOf = async (id: string): Promise<string> =>
    (await api.call("GET", "/v1/export?secrets=encrypted")).body.channels.find((one: { id: string }) => one.id === id)
      .sealed;

  const changes = async () => (await api.call("GET", "/v1/events?type=channel.changed")).body.items;

  test("a new address clears what held the channel back, and what waits is due at once; another name does not", async () => {
    const id = await failing();
    await api.call("PATCH", `/v1/channels/${id}`, { language: "de" });
    expect(await problemOf(id)).toEqual(PROBLEM);
    await api.call("PATCH", `/v1/channels/${id}`, { settings: { url: URLS[1] } });
    await isClear(id);
  });

  test("who enables a channel that is on and fails has it tried at once", async () => {
    const id = await failing();
    expect((await api.call("PATCH", `/v1/channels/${id}`, { enabled: true })).status).toBe(200);
    await isClear(id);
  });

  test("the document's plain and sealed addresses do so too, and what it leaves as it is does not", async () => {
    const id = await failing();
    const sealed = await sealedOf(id);
    const one = { kind: "webhook", name: "One", id };
    const put = (more: object) => api.call("PUT", "/v1/config", { version: 1, channels: [{ ...one, ...more }] });
    expect((await put({})).status).toBe(200);
    expect((await put({ sealed })).status).toBe(200);
    expect((await put({ language: "de" })).status).toBe(200);
    expect(await problemOf(id)).toEqual(PROBLEM);
    expect((await put({ settings: { url: URLS[1] } })).status).toBe(200);
    await isClear(id);
    const again = api.db.prepare(
      "UPDATE channels SET paused_until = 99, paced_until = 98, failing_since = 97, failure = ?1",
    );
    await again.bind(PROBLEM.failure).run();
    expect((await put({ sealed })).status).toBe(200);
    await isClear(id);
    // Switched off and on again is a repair as well.
    await again.bind(PROBLEM.failure).run();
    expect((await put({ enabled: false })).status).toBe(200);
    expect(await problemOf(id)).toMatchObject({ failing_since: null, failure: null });
    await again.bind(PROBLEM.failure).run();
    expect((await put({ enabled: true })).status).toBe(200);
    await isClear(id);
  });

  test("that a sealed address leads elsewhere is told, once, with who did it", async () => {
    const id = await create("One", URLS[0]!);
    const sealed = await sealedOf(id);
    await api.call("PATCH", `/v1/channels/${id}`, { settings: { url: URLS[1] } });
    const [patched] = await changes();
    const document = { version: 1, channels: [{ kind: "webhook", name: "One", id, sealed }] };
    for (const _ of [1, 2]) expect((await api.call("PUT", "/v1/config", document)).status).toBe(200);
    const [moved, ...before] = await changes();
    expect(before.map((one: { id: string }) => one.id)).toEqual([patched.id]);
    expect(moved.data).toEqual({ channelId: id, name: "One", by: "ADMIN_TOKEN" });
  });

  test("of a channel that is deleted what waits and what is held back is suppressed, and nothing else", async () => {
    const [id, other] = [await create("One", URLS[0]!), await create("Two", URLS[1]!)];
    await delivery("dlv_1", id, "pending", { next_attempt_at: 90 });
    await delivery("dlv_2", id, "held", { next_attempt_at: 90, reason: "quiet hours" });
    await delivery("dlv_3", id, "held", { next_attempt_at: 90, summary: "dlv_4" });
    await delivery("dlv_4", id, "sent");
    await delivery("dlv_5", other, "held", { next_attempt_at: 90 });
    expect((await api.call("DELETE", `/v1/channels/${id}`)).status).toBe(204);
    const { results } = await api.db
      .prepare("SELECT id, status, reason, next_attempt_at AS due FROM deliveries ORDER BY id")
      .all();
    const gone = { status: "suppressed", reason: "channel deleted", due: null };
    expect(results).toEqual([
      { id: "dlv_1", ...gone },
      { id: "dlv_2", ...gone },
      { id: "dlv_3", status: "held", reason: null, due: 90 },
      { id: "dlv_4", status: "sent", reason: null, due: null },
      { id: "dlv_5", status: "held", reason: null, due: 90 },
    ]);
  });
});
