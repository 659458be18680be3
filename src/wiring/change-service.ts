import { enterConfigured } from "../engine/upstream/asked-service.ts";
import { upstreamCaller } from "../engine/upstream/caller.ts";
import { serviceStore } from "../engine/upstream/service-store.ts";
import { withoutSimulatedIds, withSimulatedIds } from "../engine/upstream/simulated-ids.ts";
import { DEMO_SERVICE } from "../core/proof.ts";
import type { Invocation } from "./invocation.ts";

/** Stores other settings of the service. What another one said of the targets is forgotten. */
export async function changeService(
  {
    db,
    serviceFrom,
    rereadService,
    counters,
    outside,
  }: Pick<Invocation, "db" | "serviceFrom" | "rereadService" | "counters" | "outside">,
  keep: () => Promise<void>,
): Promise<void> {
  const read = async () => serviceFrom(await serviceStore(db).read());
  const before = await read();
  const ask = upstreamCaller(async () => before, counters.add, outside);
  const simulated = before.id === DEMO_SERVICE ? await withSimulatedIds(db, ask) : [];
  await keep();
  rereadService();
  await enterConfigured(db, serviceFrom, Date.now());
  if ((await read()).id !== before.id) await withoutSimulatedIds(db, simulated);
}
