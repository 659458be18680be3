import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { metered } from "../../src/db/meter.ts";
import { compose } from "../../src/wiring/compose.ts";
import { everyKind } from "../support/channel-kinds.ts";
import { keyIn, OWN } from "../support/jar.ts";
import { type RunningApi, runSqliteApi } from "./running-api.ts";
import { FIREFOX, signingIn, statusOf } from "./signing-in.ts";
import { secretSettings } from "../../src/channels/registry.ts";

describe("tokens", () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await runSqliteApi();
  });
  beforeEach(() => api.clear());
  afterAll(() => api.stop());

  const create = (more: object = {}) =>
    api.call("POST", "/v1/tokens", { name: "Dashboard", scopes: ["read"], ...more });

  test("a token's secret is shown once, and only its hash is kept", async () => {
    const created = await create();
    expect(created.status).toBe(201);
    expect(created.headers.get("location")).toBe(`/v1/tokens/${created.body.id}`);
    const { token, ...shown } = created.body;
    expect(token).toMatch(/^tly_[0-9a-z]{52}$/);
    expect(shown).toEqual({
      id: expect.stringMatching(/^tok_/),
      name: "Dashboard",
      scopes: ["read"],
      watchlistIds: null,
      email: null,
      createdAt: expect.any(String),
      expiresAt: null,
      lastUsedAt: null,
    });
    expect((await api.call("GET", `/v1/tokens/${shown.id}`)).body).toEqual(shown);
    expect((await api.call("GET", "/v1/tokens")).body).toEqual({ items: [shown], nextCursor: null });
    const { results } = await api.db.prepare("SELECT * FROM tokens").all();
    expect(JSON.stringify(results)).not.toContain(token);
  });

  test("the highest of its scopes counts", async () => {
    const { body } = await create({ scopes: ["admin", "read"] });
    expect(body.scopes).toEqual(["read", "admin"]);
    expect((await api.fetch("/v1/tokens", {}, body.token)).status).toBe(200);
  });

  test("its last use is noted, to the minute", async () => {
    const { body } = await create();
    const { body: other } = await create({ name: "Unused" });
    await api.fetch("/v1/targets", {}, body.token);
    expect((await api.call("GET", `/v1/tokens/${other.id}`)).body.lastUsedAt).toBeNull();
    const once = (await api.call("GET", `/v1/tokens/${body.id}`)).body.lastUsedAt;
    expect(Date.parse(once)).toBeGreaterThan(Date.now() - 10_000);
    await api.fetch("/v1/targets", {}, body.token);
    expect((await api.call("GET", `/v1/tokens/${body.id}`)).body.lastUsedAt).toBe(once);
  });

  test("a token ends when it expires, or is deleted", async () => {
    const { body } = await create({ expiresAt: "2099-01-01T00:00:00Z" });
    const works = async () => (await api.fetch("/v1/targets", {}, body.token)).status;
    expect(await works()).toBe(200);
    const ended = await api.call("PATCH", `/v1/tokens/${body.id}`, { expiresAt: "2020-01-01" });
    expect(ended.body.expiresAt).toBe("2020-01-01T00:00:00.000Z");
    expect(await works()).toBe(401);
    await api.call("PATCH", `/v1/tokens/${body.id}`, { expiresAt: null });
    expect(await works()).toBe(200);
    expect((await api.call("DELETE", `/v1/tokens/${body.id}`)).status).toBe(204);
    expect(await works()).toBe(401);
    expect((await api.call("DELETE", `/v1/tokens/${body.id}`)).status).toBe(404);
  });

  test("what does not fit is told by field", async () => {
    const invalid: [object, string][] = [
      [{ name: "" }, "/name"],
      [{ scopes: [] }, "/scopes"],
      [{ scopes: ["root"] }, "/scopes/0"],
      [{ expiresAt: "soon" }, "/expiresAt"],
      [{ expiresAt: "2020-01-01T00:00:00.000Z" }, "/expiresAt"],
      [{ token: "mine" }, "/token"],
    ];
    for (const [more, pointer] of invalid) {
      const answer = await create(more);
      expect([more, answer.status, answer.body.errors[0].pointer]).toEqual([more, 422, pointer]);
    }
  });
});

describe("sign in bounds", () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await runSqliteApi();
  });
  beforeEach(async () => {
    await api.clear();
    await api.signAllOut();
  });
  afterAll(() => api.stop());

  const { nobody, signedIn, withEnv, listed, tokenOf, audited } = signingIn(() => api);

  describe("ending", () => {
    test("one from the list of the API ends it, once", async () => {
      const jar = await signedIn();
      const [{ id }] = await listed();
      expect((await api.call("DELETE", `/v1/sign-ins/${id}`)).status).toBe(204);
      expect(await statusOf(jar)).toBe(401);
      expect((await api.call("DELETE", `/v1/sign-ins/${id}`)).status).toBe(404);
      expect((await audited())[1]).toEqual(["deleteSignIn", id, 204]);
    });

    test("one or all others from Settings leaves this device; who is no admin reaches those of their token", async () => {
      const { token } = await tokenOf("write");
      const [owner, phone, writer] = [await signedIn(), await signedIn(token), await signedIn(token)];
      const [{ id }, { id: ofPhone }, { id: ofOwner }] = await listed();
      const text = await (await writer.open("/settings")).text();
      expect([text.includes(`/${ofPhone}/end`), text.includes(`/${id}/end`), text.includes(ofOwner)]).toEqual([
        true,
        false,
        false,
      ]);
      const formKey = keyIn(text);
      expect((await writer.send(`/settings/sign-ins/${ofOwner}/end`, { formKey })).status).toBe(404);
      expect((await writer.send(`/settings/sign-ins/${ofPhone}/end`, { formKey })).status).toBe(303);
      expect([await statusOf(phone), await statusOf(owner)]).toEqual([401, 200]);
      const again = await signedIn(token);
      await writer.send("/settings/sign-ins/end-others", { formKey });
      expect([await statusOf(again), await statusOf(owner), await statusOf(writer)]).toEqual([401, 200, 200]);
      const ownersKey = keyIn(await (await owner.open("/settings")).text());
      await owner.send("/settings/sign-ins/end-others", { formKey: ownersKey });
      expect([await statusOf(writer), await statusOf(owner)]).toEqual([401, 200]);
      expect((await audited()).slice(0, 1)).toEqual([["deleteOtherSignIns", null, 303]]);
    });

    test("who may only look sees where their token is used, and ends nothing", async () => {
      const { token } = await tokenOf("read");
      await signedIn(token, { "user-agent": FIREFOX });
      const text = await (await (await signedIn(token)).open("/settings")).text();
      expect(text).toContain("Firefox on Windows");
      expect(text).not.toMatch(/action="\/settings\/sign-ins/);
    });
  });

  describe("what sign-ins cost", () => {
    test("a token has a hundred at the most: the oldest end", async () => {
      const { token } = await tokenOf("read");
      const [owner, first] = [await signedIn(), await signedIn(token)];
      for (let n = 0; n < 99; n++) await signedIn(token);
      expect([await statusOf(first), (await listed()).length]).toEqual([200, 101]);
      await signedIn(token);
      expect([await statusOf(first), await statusOf(owner), (await listed()).length]).toEqual([401, 200, 101]);
    });

    test("more than a token may send in a minute is refused", async () => {
      const { token } = await tokenOf("read");
      const jar = withEnv(nobody(), { WRITES_PER_MINUTE: "3" });
      const tried: number[] = [];
      for (let n = 0; n < 4; n++) tried.push((await jar.send("/sign-in", { token })).status);
      expect(tried).toEqual([303, 303, 303, 429]);
    });

    test("nor are more forms of a page carried out than a token may send, whatever they ask for", async () => {
      const { token } = await tokenOf("write");
      const jar = withEnv(await signedIn(token), { WRITES_PER_MINUTE: "5" });
      const tried: number[] = [];
      for (let n = 0; n < 6; n++) tried.push((await jar.send("/channels/none/off", {})).status);
      expect(tried).toEqual([403, 403, 403, 403, 403, 429]);
    });

    test("a thousand wrong tokens from one address are too many; the right one is never refused for it", async () => {
      const from = { ...OWN, "cf-connecting-ip": "2001:db8:51:23::1" };
      const tried = new Map<number, number>();
      for (let n = 0; n <= 1000; n++) {
        const { status } = await nobody().send("/sign-in", { token: "wrong" }, from);
        tried.set(status, (tried.get(status) ?? 0) + 1);
      }
      expect([...tried]).toEqual([
        [401, 1000],
        [429, 1],
      ]);
      await signedIn(undefined, from);
    });

    test("after thirty days it is over, and retention deletes it", async () => {
      const [old, young] = [await signedIn(), await signedIn()];
      const days = 30 * 86_400_000;
      const [, { id }] = await listed();
      await api.db.prepare("UPDATE sign_ins SET created_at = created_at - ?1 WHERE id = ?2").bind(days, id).run();
      expect([await statusOf(old), await statusOf(young), (await listed()).length]).toEqual([401, 200, 1]);
      expect(await compose(api.env).sweep.retain.forget("signIns", Date.now() - days + 1, 500)).toMatchObject({
        deleted: 1,
      });
      expect(await statusOf(young)).toBe(200);
    });

    test("when it was last seen is written once in five minutes, the page reads it in one statement with its frame", async () => {
      const counted = new Map<string, number>();
      const db = metered(api.db, { statements: 0 }, Infinity, (key, by) =>
        counted.set(key, (counted.get(key) ?? 0) + by),
      );
      const jar = withEnv(await signedIn(), { DB: db });
      // The first request of an isolate checks the schema.
      await jar.open("/keys");
      const statementsFor = async (agoMs: number) => {
        await api.db
          .prepare("UPDATE sign_ins SET last_seen_at = ?1")
          .bind(Date.now() - agoMs)
          .run();
        counted.clear();
        await jar.open("/keys");
        return counted.get("d1|statements");
      };
      expect([await statementsFor(290_000), await statementsFor(300_000)]).toEqual([1, 2]);
      const [{ lastSeenAt }] = await listed();
      expect(Date.now() - Date.parse(lastSeenAt)).toBeLessThan(290_000);
    });
  });

  describe("whoever was signed out meanwhile", () => {
    test("gets back what they typed, but no secret", async () => {
      const answer = await nobody().send("/channels", { "/name": "The stage", "/settings/token": "xoxb-1-canary" });
      const text = await answer.text();
      expect([answer.status, text.includes("The stage"), text.includes("canary")]).toEqual([401, true, false]);
    });

    test("gets no declared secret of any kind of channel back, nor anything about the account", async () => {
      const names = everyKind.flatMap(([, kind]) => secretSettings(kind).map((name) => `/settings/${name}`));
      expect(names).toContain("/settings/topic");
      for (const name of [...names, "/account/check", "/account/body", "/account/password", "/apiKey"]) {
        const text = await (await nobody().send("/channels", { "/name": "The stage", [name]: "CANARY" })).text();
        expect([name, text.includes("The stage"), text.includes("CANARY")]).toEqual([name, true, false]);
      }
    });

    test("gets nothing back that is longer than a form", async () => {
      const long = "The stage ".repeat(1000);
      expect(await (await nobody().send("/channels", { "/name": long })).text()).not.toContain("The stage The stage");
    });
  });

  test("a time zone that is none is no trouble: times are in UTC", async () => {
    const jar = await signedIn();
    jar.kept.set("zone", "Nowhere/Else");
    const answer = await jar.open("/settings");
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("Times are in UTC")]);
  });
});
