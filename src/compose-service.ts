import type { OwnCallDeps } from "./flows/manage/own-call.ts";
import { announce } from "./flows/route/announce.ts";
import type { Invocation } from "./compose.ts";
import { base32, type IdPrefix } from "./core/ids.ts";
import { ok } from "./core/result.ts";
import type { Ports } from "./edges/http/ports.ts";
import { readSealedBy, sealSome } from "./edges/store/sealed-store.ts";
import { serviceStore } from "./edges/store/service-store.ts";
import { listOperations } from "./edges/upstream/listing.ts";
import { contradiction, operationsOf } from "./edges/upstream/operations.ts";
import { upstreamProber } from "./edges/upstream/prober.ts";
import { readOperation } from "./flows/manage/operation-form.ts";
import { ACCOUNT_PLACE } from "./flows/manage/service.ts";

/** What the API needs of the polled service: to set it up, and to try it as it would be set up. */
export function servicePorts({ service, serviceFrom, outside, counters, addresses, config, db, vault }: Invocation): {
  prober: Pick<Ports["upstream"], "addresses" | "prober">;
  settings: Ports["service"];
} {
  const store = serviceStore(db);
  // What was kept by this very request counts already.
  const stored = async () => serviceFrom(await store.read());
  return {
    prober: {
      addresses,
      async prober({ account = null, definition = null }) {
        const now = await service();
        const read = definition === null ? null : readOperation(definition.said);
        if (read?.ok === false) return read;
        const said = read === null ? now.said : { ...now.said, [definition!.name]: read.value };
        const credentials = account ?? now.credentials;
        const tried = { ...now, credentials, said, operations: operationsOf(said) };
        return ok(upstreamProber(tried, counters.add, outside));
      },
    },
    settings: {
      service: stored,
      addresses,
      seal: (account) => vault.seal({ ...account }, ACCOUNT_PLACE),
      keepAccount: (sealed) => store.keepAccount(sealed),
      operations: async () => listOperations((await stored()).said),
      contradiction: (name, said) => contradiction(name, said, config.operations),
      keepOperation: (name, said) => store.keepOperation(name, said),
    },
  };
}

/** What the API needs of the encryption keys. */
export const keyPorts = ({ config, db, vault }: Invocation): Ports["keys"] => ({
  ids: config.ENCRYPTION_KEYS.map(([id]) => id),
  sealedBy: () => readSealedBy(db),
  sealSome: (max) => sealSome(db, vault, max),
});

export const randomBytes = (count = 32): Uint8Array => crypto.getRandomValues(new Uint8Array(count));

export const newId = (prefix: IdPrefix): string => `${prefix}_${base32(randomBytes(26))}`;

/** Tells operators at once, beside any tick. */
export const announcing =
  (sweep: Invocation["sweep"]): OwnCallDeps["announce"] =>
  async (news, change, at) => {
    sweep.tell({ events: await announce(news, change, at, sweep.poll) });
    await sweep.nudge({ at, complete: at }, 0);
  };
