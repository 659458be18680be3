import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api as serveApi } from "../../src/compose-api.ts";
import { compose } from "../../src/compose.ts";
import type { Env } from "../../src/compose-environment.ts";
import { renewSome } from "../../src/edges/store/channel-settings.ts";
import { openVault } from "../../src/edges/store/vault.ts";
import { placeOf } from "../../src/resources/channels/settings.ts";
import { runApi, type RunningApi } from "../api/running-api.ts";
import { TOKEN } from "../support/setting.ts";

const keyOf = (byte: number): string => Buffer.alloc(32, byte).toString("base64");
const keys = { k1: keyOf(7), k2: keyOf(8) };

let api: RunningApi;
beforeAll(async () => {
  api = await runApi({ ENCRYPTION_KEYS: JSON.stringify({ k1: keys.k1 }) });
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
  } as unknown as D1Database;
  const both = openVault([
    ["k2", Buffer.alloc(32, 8)],
    ["k1", Buffer.alloc(32, 7)],
  ]);
  await renewSome(meanwhile, both, 50);
  expect(await open()).toMatchObject({ url: "http://127.0.0.1:9/changed" });
});
