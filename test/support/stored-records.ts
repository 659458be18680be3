import { createHash, randomBytes } from "node:crypto";
import type { Json } from "../../src/core/json.ts";
import { resourceIndex } from "../../src/db/resources/resource-index.ts";
import { resourceStore } from "../../src/db/resources/resource-store.ts";
import { openVault } from "../../src/db/vault.ts";
import { write } from "../../src/db/resources/write.ts";
import { change, create, remove, type StoreDeps } from "../../src/resources/write/write-resource.ts";
import type { Declared } from "../../src/resources/resource.ts";
import { DOCUMENTED } from "../../src/resources/view.ts";
import { operationNamed } from "./readings.ts";

/** Creates, changes and deletes records in a database like the API, at a fixed time. */
export function keepingOn(db: D1Database, now = 0) {
  const store = { ...resourceStore(db), ...resourceIndex(db) };
  const vault = openVault([["k1", new Uint8Array(32).fill(7)]]);
  let next: string | null = null;
  const deps: StoreDeps = {
    ...store,
    by: "a test",
    limits: DOCUMENTED,
    randomBytes: (count) => new Uint8Array(randomBytes(count)),
    seal: (value, place) => vault.seal(value, place),
    open: (sealed, place) => vault.open(sealed, place),
    // No call to spare: targets that are only named wait.
    upstream: { operation: async (name) => operationNamed(name), ask: async () => null },
    hash: async (text) => createHash("sha256").update(text).digest("hex"),
    write: (steps) => write(db, vault, steps, { at: now, entries: [], idempotency: null }),
    announce: async () => undefined,
    newId: (prefix) => next ?? `${prefix}_${randomBytes(8).toString("hex")}`,
    now: async () => now,
    wallNow: () => now,
  };
  const done = <T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T => {
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    return result.value;
  };
  return {
    ...store,
    deps,
    /** Creates a record, optionally with a given `id`. */
    async make(of: Declared, body: Json, id: string | null = null) {
      next = id;
      return done(await create(of, body, deps)).one;
    },
    async patch(of: Declared, id: string, patch: Json) {
      return done(await change(of, (await store.find(of, id))!, patch, null, deps)).one;
    },
    async remove(of: Declared, id: string, cascade = false) {
      return done(await remove(of, (await store.find(of, id))!, { cascade, revisions: null }, deps));
    },
  };
}
