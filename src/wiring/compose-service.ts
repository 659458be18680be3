import type { OwnCallDeps } from "../engine/upstream/own-call.ts";
import { announce } from "../engine/route/announce.ts";
import { changeService } from "./change-service.ts";
import type { Invocation } from "./invocation.ts";
import { base32, type IdPrefix } from "../core/ids.ts";
import type { Json } from "../core/json.ts";
import { ok } from "../core/result.ts";
import type { LimitablePorts } from "./api/limited.ts";
import { readSealedBy, sealSome } from "../engine/upstream/encrypted-store.ts";
import { usersOfOperation } from "../db/definitions.ts";
import { serviceStore } from "../engine/upstream/service-store.ts";
import { listOperations } from "../engine/upstream/catalogue.ts";
import { contradiction, overridden } from "../engine/upstream/operations.ts";
import { upstreamProber } from "../engine/upstream/prober.ts";
import { readOperation, type OperationsConfig } from "../engine/upstream/operation-form.ts";
import { ACCOUNT_PLACE } from "../engine/upstream/definition.ts";

/** The API's access to the polled service: changing its settings, and testing them before. */
export function servicePorts(invocation: Invocation): {
  prober: Pick<LimitablePorts["upstream"], "addresses" | "prober">;
  settings: LimitablePorts["service"];
} {
  const { service, rereadService, serviceFrom, outside, counters, addresses, config, db, vault } = invocation;
  const store = serviceStore(db);
  // Includes what this request has just stored.
  const stored = async () => serviceFrom(await store.read());
  const operationsWith = async (operations: OperationsConfig) =>
    (await serviceFrom({ ...(await store.read()), operations })).operations;
  return {
    prober: {
      addresses,
      async prober({ account = null, definition = null }) {
        const now = await service();
        const read = definition === null ? null : readOperation(definition.said);
        if (read?.ok === false) return read;
        const credentials = account ?? now.credentials;
        const asNow = { ...now, credentials };
        if (read === null) return ok(upstreamProber(asNow, counters.add, outside));
        const { name } = definition!;
        const said = { ...now.said, [name]: read.value };
        const operations = overridden(now.operations, { [name]: read.value });
        return ok(upstreamProber({ ...asNow, said, operations }, counters.add, outside));
      },
    },
    settings: {
      service: stored,
      addresses,
      seal: (account) => vault.seal({ ...account } as Json, ACCOUNT_PLACE),
      keepAccount: (sealed, pollsPerMinute) =>
        changeService(invocation, () => store.keepAccount(sealed, pollsPerMinute)),
      budget: config.budget,
      operations: async () => listOperations(await stored()),
      contradiction: (name, reported) => contradiction(name, reported, config.operations),
      async keepOperation(name, reported) {
        await store.keepOperation(name, reported);
        rereadService();
      },
      async definedElsewhere(name) {
        const { [name]: _removed, ...rest } = (await store.read()).operations;
        return (await operationsWith(rest)).has(name);
      },
      operationsWith,
      usersOfOperation: (name, kinds) => usersOfOperation(db, name, kinds),
    },
  };
}

/** The API's access to the encryption keys. */
export const keyPorts = ({ config, db, vault }: Invocation): LimitablePorts["keys"] => ({
  ids: config.keys.map(([id]) => id),
  sealedBy: () => readSealedBy(db),
  sealSome: (max) => sealSome(db, vault, max),
});

export const randomBytes = (count = 32): Uint8Array => crypto.getRandomValues(new Uint8Array(count));

export const newId = (prefix: IdPrefix): string => `${prefix}_${base32(randomBytes(26))}`;

/** Notifies operators immediately, outside of ticks. */
export const announcing =
  (sweep: Invocation["sweep"]): OwnCallDeps["announce"] =>
  async (news, change, at) => {
    sweep.notify({ events: await announce(news, change, at, sweep.poll) });
    await sweep.wakeUp({ at, complete: at }, 0);
  };
