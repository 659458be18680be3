import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { channelKinds, hiddenIn } from "../../src/channels/registry.ts";
import { api as serveApi } from "../../src/wiring/serve-api.ts";
import { compose } from "../../src/wiring/compose.ts";
import type { Env } from "../../src/wiring/compose-environment.ts";
import { sealSome } from "../../src/engine/upstream/encrypted-store.ts";
import { openVault } from "../../src/db/vault.ts";
import { placeOf } from "../../src/features/channels/resource/settings.ts";
import { type RunningApi, runSqliteApi } from "../api/running-api.ts";
import { everyKind, exampleOf } from "../support/channel-kinds.ts";
import { serve, type TestServer } from "../support/http-server.ts";
import { TOKEN } from "../support/setting.ts";

describe("rotation", () => {
  const keyOf = (byte: number): string => Buffer.alloc(32, byte).toString("base64");
  const keys = { k1: keyOf(7), k2: keyOf(8) };

  let api: RunningApi;
  beforeAll(async () => {
    api = await runSqliteApi({ ENCRYPTION_KEYS: JSON.stringify({ k1: keys.k1 }) });
  });
  beforeEach(() => api.clear());
  afterAll(() => api.stop());

  const envWith = (encryption: object): Env =>
    ({ ...api.env, ENCRYPTION_KEYS: JSON.stringify(encryption) }) as unknown as Env;

  const testedWith = async (encryption: object, id: string) => {
    const request = new Request(`http://api.test/v1/channels/${id}/test`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    const answer = await serveApi()(request, envWith(encryption));
    return (await answer.json()) as { detail: string };
  };

  const create = async (name: string): Promise<string> => {
    const settings = { url: `http://127.0.0.1:9/${name}` };
    return (await api.call("POST", "/v1/channels", { kind: "webhook", name, settings })).body.id;
  };

  const kids = async () =>
    (await api.db.prepare("SELECT sealed FROM channels ORDER BY name").all<{ sealed: string }>()).results.map(
      ({ sealed }) => sealed.split(".")[0],
    );

  test("with a new first key, what is touched is sealed anew; then the old key is not needed", async () => {
    const [one] = [await create("one"), await create("two")];
    const both = { k2: keys.k2, k1: keys.k1 };
    expect((await testedWith(both, one!)).detail).not.toContain("key");
    expect(await kids()).toEqual(["k2", "k1"]);
    expect((await testedWith({ k2: keys.k2 }, one!)).detail).not.toContain("key");
  });

  test("what nobody touches is sealed anew by the ticks", async () => {
    const ids = [await create("one"), await create("two")];
    const { sweep } = compose(envWith({ k2: keys.k2, k1: keys.k1 }));
    await sweep.retain.renew(50);
    expect(await kids()).toEqual(["k2", "k2"]);
    for (const id of ids) expect((await testedWith({ k2: keys.k2 }, id)).detail).not.toContain("key");
  });

  test("without its key a channel's settings stay as they are, and closed", async () => {
    const id = await create("one");
    expect((await testedWith({ k2: keys.k2 }, id)).detail).toContain("key");
    const { sweep } = compose(envWith({ k2: keys.k2 }));
    await sweep.retain.renew(50);
    expect(await kids()).toEqual(["k1"]);
    expect((await testedWith({ k1: keys.k1 }, id)).detail).not.toContain("key");
  });

  test("a ciphertext that is moved to another row does not open there", async () => {
    const [one, two] = [await create("one"), await create("two")];
    const sealed = await api.db.prepare("SELECT sealed FROM channels WHERE id = ?1").bind(one).first<string>("sealed");
    await api.db.prepare("UPDATE channels SET sealed = ?1 WHERE id = ?2").bind(sealed, two).run();
    expect((await testedWith({ k1: keys.k1 }, two)).detail).toContain("key");
    expect((await testedWith({ k1: keys.k1 }, one)).detail).not.toContain("key");
  });

  const corrupt = (id: string) =>
    api.db.prepare("UPDATE channels SET sealed = 'k1.!!!.???' WHERE id = ?1").bind(id).run();

  /** Calls the API of another environment. */
  const requested = async (encryption: object, method: string, path: string, token = TOKEN) => {
    const request = new Request(`http://api.test${path}`, { method, headers: { authorization: `Bearer ${token}` } });
    const answer = await serveApi()(request, envWith(encryption));
    return { status: answer.status, body: (await answer.json()) as any };
  };

  const bothKeys = { k2: keys.k2, k1: keys.k1 };

  test("what cannot be opened keeps nothing else from being sealed anew, however much of it there is", async () => {
    for (let n = 0; n < 55; n++) await corrupt(await create(`a${String(n).padStart(2, "0")}`));
    await create("last");
    await api.call("PUT", "/v1/upstream/account", {
      baseUrl: "http://127.0.0.1:9",
      username: "me",
      password: "secret",
    });
    const account = () => api.db.prepare("SELECT account FROM ticker").first<string>("account");
    const { sweep } = compose(envWith(bothKeys));
    const done = async () => (await kids()).at(-1) === "k2" && (await account())!.startsWith("k2.");
    for (let tick = 0; tick < 100 && !(await done()); tick++) await sweep.retain.renew(50);
    expect(await done()).toBe(true);
    expect((await kids()).slice(0, -1)).toEqual(Array<string>(55).fill("k1"));
  });

  test("a channel whose row is no ciphertext is one without its key: nothing fails for it", async () => {
    const id = await create("one");
    for (const sealed of ["", "k1", "k1.!!!.???", "k1.AAAA.AAAA", "no ciphertext"]) {
      await api.db.prepare("UPDATE channels SET sealed = ?1").bind(sealed).run();
      expect((await testedWith({ k1: keys.k1 }, id)).detail).toContain("key");
      expect((await requested({ k1: keys.k1 }, "GET", "/v1/status")).status).toBe(200);
      expect((await compose(envWith(bothKeys)).sweep.self.lostKeys([]))!.lostKeys).toBe(1);
    }
  });

  test("the status says what each key is needed for, and which may go; never what it is", async () => {
    await create("one");
    await create("two");
    const { body } = await requested(bothKeys, "GET", "/v1/status");
    const none = { channels: 0, account: false };
    expect(body.encryptionKeys).toEqual([
      { id: "k2", given: true, seals: true, ...none, removable: false },
      { id: "k1", given: true, seals: false, channels: 2, account: false, removable: false },
    ]);
    const sealed = await requested(bothKeys, "POST", "/v1/keys/seal");
    expect(sealed).toEqual({ status: 200, body: { sealed: 2, left: 0, unopened: [] } });
    const after = (await requested(bothKeys, "GET", "/v1/status")).body.encryptionKeys;
    expect(after[1]).toEqual({ id: "k1", given: true, seals: false, ...none, removable: true });
    const without = (await requested({ k1: keys.k1 }, "GET", "/v1/status")).body;
    expect(without.encryptionKeys[1]).toEqual({
      id: "k2",
      given: false,
      seals: false,
      channels: 2,
      account: false,
      removable: false,
    });
    for (const key of Object.values(keys)) expect(JSON.stringify([body, without])).not.toContain(key);
  });

  test("everything is sealed anew on demand, fifty at a time, by admins; what no key opens is named", async () => {
    for (let n = 0; n < 60; n++) await create(`n${String(n).padStart(2, "0")}`);
    const gone = await create("old");
    await api.db.prepare("UPDATE channels SET sealed = 'k0' || substr(sealed, 3) WHERE id = ?1").bind(gone).run();
    const { body: token } = await api.call("POST", "/v1/tokens", { name: "w", scopes: ["write"] });
    expect((await requested(bothKeys, "POST", "/v1/keys/seal", token.token)).status).toBe(403);
    const unopened = [{ channelId: gone, name: "old", keyId: "k0" }];
    expect((await requested(bothKeys, "POST", "/v1/keys/seal")).body).toEqual({ sealed: 50, left: 10, unopened });
    expect((await requested(bothKeys, "POST", "/v1/keys/seal")).body).toEqual({ sealed: 10, left: 0, unopened });
    expect((await requested(bothKeys, "POST", "/v1/keys/seal")).body).toEqual({ sealed: 0, left: 0, unopened });
    const { items } = (await api.call("GET", "/v1/audit?limit=4")).body;
    expect(items.map(({ operation, status }: any) => [operation, status])).toEqual([
      ["sealAnew", 200],
      ["sealAnew", 200],
      ["sealAnew", 200],
      ["sealAnew", 403],
    ]);
  });

  test("what no key opens is counted, though only fifty are opened at a time: at least so many, and none is forgotten", async () => {
    for (let n = 0; n < 80; n++) await create(`n${n}`);
    const bad = ["n3", "n40", "n77"];
    for (const name of bad)
      await api.db.prepare("UPDATE channels SET sealed = 'k1.AAAA.AAAA' WHERE name = ?1").bind(name).run();
    await api.db.prepare("UPDATE channels SET sealed = 'k9.AAAA.AAAA' WHERE name IN ('n5', 'n6')").run();
    let suspects: string[] = [];
    for (let look = 0; look < 200 && suspects.length < 3; look++) {
      const found = (await compose(envWith({ k1: keys.k1 })).sweep.self.lostKeys(suspects))!;
      expect(found).toMatchObject({ lostKeys: 2 + found.lostSuspects.length, lostKeysAtLeast: true });
      expect(found.lostSuspects).toEqual(expect.arrayContaining(suspects));
      suspects = found.lostSuspects;
    }
    expect(suspects).toHaveLength(3);
  });

  test("that the account cannot be opened is a reason, unless the environment gives one", async () => {
    await api.call("PUT", "/v1/upstream/account", {
      baseUrl: "http://127.0.0.1:9",
      username: "me",
      password: "secret",
    });
    const { UPSTREAM_BASE_URL: _1, UPSTREAM_USERNAME: _2, UPSTREAM_PASSWORD: _3, ...rest } = api.env as any;
    const without = { ...rest, ENCRYPTION_KEYS: JSON.stringify({ k2: keys.k2 }) };
    expect((await compose(without).sweep.self.lostKeys([]))!.lostAccount).toBe(true);
    expect((await compose(envWith({ k2: keys.k2 })).sweep.self.lostKeys([]))!.lostAccount).toBe(false);
    const findings = { lostAccount: true };
    await api.db.prepare("UPDATE ticker SET health = ?1").bind(JSON.stringify({ findings })).run();
    expect((await api.call("GET", "/healthz")).body.reasons).toContain("account_key_lost");
  });

  test("settings that are changed while they are sealed anew stay as they were changed", async () => {
    const id = await create("one");
    const open = async () => {
      const sealed = await api.db.prepare("SELECT sealed FROM channels").first<string>("sealed");
      return openVault([["k1", Buffer.alloc(32, 7)]]).open(sealed!, placeOf(id));
    };
    const meanwhile = {
      prepare: (text: string) => {
        const statement = api.db.prepare(text);
        if (!text.startsWith("SELECT")) return statement;
        return {
          async all() {
            const read = await statement.all();
            await api.call("PATCH", `/v1/channels/${id}`, { settings: { url: "http://127.0.0.1:9/changed" } });
            return read;
          },
        };
      },
      batch: (all: D1PreparedStatement[]) => api.db.batch(all),
    } as unknown as D1Database;
    const both = openVault([
      ["k2", Buffer.alloc(32, 8)],
      ["k1", Buffer.alloc(32, 7)],
    ]);
    await sealSome(meanwhile, both, 50);
    expect(await open()).toMatchObject({ url: "http://127.0.0.1:9/changed" });
  });

  test("one secret is enough: what ADMIN_TOKEN encrypts opens with a given key too, and after the token changed", async () => {
    const create = async (env: Env, token: string) => {
      const request = new Request("http://api.test/v1/channels", {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ kind: "webhook", name: "one", settings: { url: "http://127.0.0.1:9/one" } }),
      });
      return ((await (await serveApi()(request, env)).json()) as { id: string }).id;
    };
    const call = async (env: Env, token: string, method: string, path: string) => {
      const request = new Request(`http://api.test${path}`, { method, headers: { authorization: `Bearer ${token}` } });
      return (await (await serveApi()(request, env)).json()) as any;
    };
    const next = "another_admin_token_0123456789abcdef01234567";
    const { ENCRYPTION_KEYS: _provided, ...rest } = api.env as unknown as Record<string, unknown>;
    const envOf = (more: object) => ({ ...rest, ...more }) as unknown as Env;
    const alone = envOf({});
    const id = await create(alone, TOKEN);
    const [kid] = await kids();
    expect(kid).toMatch(/^admin-/);
    expect((await call(alone, TOKEN, "GET", "/v1/status")).encryptionKeys).toMatchObject([{ id: kid, seals: true }]);
    const detailIn = async (env: Env, token: string) =>
      ((await call(env, token, "POST", `/v1/channels/${id}/test`)) as { detail: string }).detail;
    expect(await detailIn(alone, TOKEN)).not.toContain("key");
    expect(await detailIn(envOf({ ADMIN_TOKEN: next }), next)).toContain("key");
    const rotated = envOf({ ADMIN_TOKEN: next, PREVIOUS_ADMIN_TOKEN: TOKEN });
    expect(await detailIn(rotated, next)).not.toContain("key");
    // The old token opens what it encrypted, and nothing else.
    expect(await call(rotated, TOKEN, "GET", "/v1/status")).toMatchObject({ status: 401 });
    expect((await kids())[0]).not.toBe(kid);
    const provided = envOf({ ADMIN_TOKEN: next, ENCRYPTION_KEYS: JSON.stringify({ k9: keys.k1 }) });
    expect(await detailIn(provided, next)).not.toContain("key");
    expect(await kids()).toEqual(["k9"]);
    // Nothing needs the derived key any more, and nobody configured it.
    expect((await call(provided, next, "GET", "/v1/status")).encryptionKeys).toMatchObject([{ id: "k9", seals: true }]);
  });
});

describe("moved secrets", () => {
  // A secret is given for one server. If the server of a channel changes, the secret stays behind, or is asked for again.

  let api: RunningApi;
  let servers: TestServer[];
  let received: string[];
  beforeAll(async () => {
    api = await runSqliteApi();
    servers = await Promise.all(
      [0, 1].map((place) =>
        serve((request, body, response) => {
          if (place === 1) received.push(`${request.url} ${JSON.stringify(request.headers)} ${body}`);
          response.end("ok");
        }),
      ),
    );
  });
  afterAll(async () => {
    await api.stop();
    await Promise.all(servers.map((one) => one.close()));
  });

  /** Settings of a kind whose server people choose; null for kinds of one service. */
  function withServer(name: string, url: string): Record<string, string> | null {
    const { settings } = exampleOf(name);
    const candidates = [settings, { ...settings, service: "json" }];
    for (const one of candidates) {
      const provided = { ...one, url } as Record<string, string>;
      if (channelKinds[name]!.settings({ local: true, own: null }).safeParse(provided).success) return provided;
    }
    return null;
  }

  const kinds = everyKind.map(([name]) => name).filter((name) => withServer(name, "http://127.0.0.1:9/x") !== null);

  test("the kinds with servers are the known ones", () => {
    expect(kinds.toSorted()).toEqual(["discord", "email", "ntfy", "slack", "template", "webhook"]);
  });

  test.each(kinds)("%s: no secret goes to a server that it was not given for", async (kind) => {
    received = [];
    const settings = withServer(kind, `${servers[0]!.url}/one/aaaaaaaaaaaaaaaa`)!;
    const secrets = hiddenIn(channelKinds[kind]!, settings).filter(([name]) => name !== "url");
    const created = await api.call("POST", "/v1/channels", { kind, name: kind, settings });
    expect([created.status, created.body.errors]).toEqual([201, undefined]);
    const path = `/v1/channels/${created.body.id}`;
    const url = `${servers[1]!.url}/two/bbbbbbbbbbbbbbbb`;
    const moved = await api.call("PATCH", path, { settings: { url } });
    const texts = secrets.flatMap(([, value]) =>
      typeof value === "string" ? [value] : Object.values(value as object),
    );
    if (moved.status === 422) {
      for (const { pointer, message } of moved.body.errors) {
        expect(secrets.map(([name]) => `/settings/${name}`)).toContain(pointer);
        expect(message).toContain("again");
      }
      // With the secret it is taken, and the others stay behind.
      const again = Object.fromEntries(
        moved.body.errors.map(({ pointer }: { pointer: string }) => [pointer.split("/").at(-1), "other-secret"]),
      );
      expect((await api.call("PATCH", path, { settings: { url, ...again } })).status).toBe(200);
    } else expect(moved.status).toBe(200);
    await api.call("POST", `${path}/test`, {});
    expect(received).toHaveLength(1);
    for (const text of texts) expect(received[0]).not.toContain(text);
  });

  test("ntfy: another topic on the same server keeps the token", async () => {
    received = [];
    const settings = { url: servers[1]!.url, topic: "first-topic", token: "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2" };
    const { body } = await api.call("POST", "/v1/channels", { kind: "ntfy", name: "phone", settings });
    const changed = await api.call("PATCH", `/v1/channels/${body.id}`, { settings: { topic: "second-topic" } });
    expect(changed.status).toBe(200);
    await api.call("POST", `/v1/channels/${body.id}/test`, {});
    expect(received[0]).toContain("second-topic");
    expect(received[0]).toContain(settings.token);
  });
});
