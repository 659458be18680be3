import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { compose } from "../../src/wiring/compose.ts";
import type { Env } from "../../src/wiring/compose-environment.ts";
import { Jar, keyIn } from "../support/jar.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { FIREFOX, signingIn, statusOf } from "./signing-in.ts";

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

const keyOf = (byte: number): string => Buffer.alloc(32, byte).toString("base64");

describe("a sign-in", () => {
  test("is listed with its device, and the store holds a digest of the cookie alone", async () => {
    const { token } = await tokenOf("write");
    await signedIn(token, { "user-agent": FIREFOX, "cf-connecting-ip": "203.0.113.7" });
    const jar = await signedIn();
    const [own, other] = await listed();
    expect(own).toMatchObject({ name: "ADMIN_TOKEN", address: null, agent: null });
    expect(other).toEqual({
      id: expect.stringMatching(/^sgn_[0-9a-z]{26}$/),
      name: "for write",
      createdAt: expect.any(String),
      lastSeenAt: other.createdAt,
      address: "203.0.113.7",
      agent: FIREFOX,
    });
    const [secret] = jar.kept.values();
    const { results } = await api.db.prepare("SELECT * FROM sign_ins").all();
    expect(JSON.stringify(results)).not.toContain(secret);
  });

  test("that is over is nobody's: a cookie that was copied ends with it", async () => {
    const jar = await signedIn();
    const copy = jar.through((request) => api.send(request));
    const [{ id }] = await listed();
    await jar.send("/sign-out", {});
    expect([await statusOf(copy), await listed()]).toEqual([401, []]);
    expect((await audited()).slice(0, 2)).toEqual([
      ["signOut", id, 200],
      ["signIn", id, 200],
    ]);
  });

  test("that was made up, altered, or of an older version is none", async () => {
    const jar = await signedIn();
    const [[name, secret]] = [...jar.kept] as [[string, string]];
    for (const other of ["", "x", `${secret.slice(0, -1)}${secret.endsWith("0") ? "1" : "0"}`, secret.toUpperCase()]) {
      jar.kept.set(name, other);
      expect(await statusOf(jar), other).toBe(401);
    }
    jar.kept.clear();
    jar.kept.set("__Host-session", secret);
    expect(await statusOf(jar)).toBe(401);
  });

  test("signing in anew in another tab takes its place, and what the first tab sends is refused or asked again", async () => {
    const jar = await signedIn();
    const formKey = keyIn(await (await jar.open("/settings")).text());
    await jar.send("/sign-in", { token: api.env["ADMIN_TOKEN"] as string });
    expect(await listed()).toHaveLength(1);
    expect((await jar.send("/boards", { formKey, "/name": "Stage" })).status).toBe(403);
    const fresh = keyIn(await (await jar.open("/settings")).text());
    const other = jar.through((request) => api.send(request));
    await jar.send("/sign-out", {});
    const requested = await other.send("/boards", { formKey: fresh, "/name": "Stage" });
    expect([requested.status, await requested.text()]).toEqual([401, expect.stringContaining("Stage")]);
  });

  test("outlasts a change of the encryption keys, and no change of ADMIN_TOKEN", async () => {
    const { token } = await tokenOf("read");
    const [owner, reader] = [await signedIn(), await signedIn(token)];
    for (const keys of [{ k2: keyOf(2), k1: keyOf(1) }, { k2: keyOf(2) }])
      for (const jar of [owner, reader])
        expect(await statusOf(withEnv(jar, { ENCRYPTION_KEYS: JSON.stringify(keys) }))).toBe(200);
    const other = { ADMIN_TOKEN: "another_admin_token_0123456789abcdef012345" };
    expect([await statusOf(withEnv(owner, other)), await statusOf(withEnv(reader, other))]).toEqual([401, 200]);
    await compose({ ...api.env, ...other } as unknown as Env).sweep.retain.forget("signIns", 0, 500);
    expect([await statusOf(owner), await statusOf(reader)]).toEqual([401, 200]);
    const before = await signedIn();
    await withEnv(nobody(), other).send("/sign-in", { token: other.ADMIN_TOKEN });
    expect([await statusOf(before), await statusOf(reader)]).toEqual([401, 200]);
  });

  test("ends with its token, also where that comes to life again", async () => {
    const [one, two] = [await tokenOf("read"), await tokenOf("write")];
    const [first, second] = [await signedIn(one.token), await signedIn(two.token)];
    await api.call("DELETE", `/v1/tokens/${one.id}`);
    await api.db.prepare("UPDATE tokens SET expires_at = 1 WHERE id = ?1").bind(two.id).run();
    expect([await statusOf(first), await statusOf(second), await listed()]).toEqual([401, 401, []]);
    await api.call("PATCH", `/v1/tokens/${two.id}`, { expiresAt: null });
    expect(await statusOf(second)).toBe(401);
    const { results } = await api.db.prepare("SELECT * FROM sign_ins").all();
    expect(results).toEqual([]);
  });
});

describe("two instances on ports of one host", () => {
  test("keep their own sign-ins in one browser", async () => {
    const next = await runSqliteApi();
    const base = "http://127.0.0.1:9797";
    const own = { "sec-fetch-site": "same-origin", origin: base };
    const jar = new Jar((request) => (request.url.startsWith(base) ? next : api).send(request));
    await jar.send("/sign-in", { token: api.env["ADMIN_TOKEN"] as string });
    await jar.send("/sign-in", { token: api.env["ADMIN_TOKEN"] as string }, own, base);
    expect([await statusOf(jar), (await jar.open("/settings", {}, base)).status]).toEqual([200, 200]);
    await jar.send("/sign-out", {}, own, base);
    expect([await statusOf(jar), (await jar.open("/settings", {}, base)).status]).toEqual([200, 401]);
    await next.stop();
  });
});
