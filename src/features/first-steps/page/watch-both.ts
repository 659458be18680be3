import type { JsonObject } from "../../../core/json.ts";
import { importTargets } from "../../creators/import-targets.ts";
import { pollSeveral } from "../../creators/poll-several.ts";
import { displayNameOf, type Person } from "../../service/connect/person.ts";
import type { Trial } from "../../service/connect/trial.ts";
import { watchlist } from "../../lists/resource/watchlist.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import { granted } from "../../../http/problem.ts";
import { storeDepsAs } from "../../../ui/keep.ts";
import type { PageContext } from "../../../ui/page.ts";

/** The params of a target for a person: the ID, with the handle next to it. */
const paramsOf = ({ params: { userId, roomId, handle } }: Person): JsonObject => ({
  ...(userId === undefined ? {} : { userId }),
  ...(roomId === undefined || userId !== undefined ? {} : { roomId }),
  ...(handle === undefined ? {} : { handle }),
});

const identityOf = (params: JsonObject): string => targetKinds["live"]!.identity(params);

/** Watches the two creators that a service was tested with, unless they are watched, and starts the proof of its rule. */
export async function watchBoth(
  context: PageContext<"keep" | "firstSteps" | "polling">,
  { people, conclusion, hide }: Trial,
): Promise<void> {
  const { firstSteps, keep: store, polling } = context.ports;
  const both = people.map((one, of) => {
    const params = paramsOf(one);
    const name = hide(conclusion?.names[of as 0 | 1] ?? displayNameOf(one));
    return { kind: "live", name: name.trim() || displayNameOf(one), params };
  });
  const known = await firstSteps.watchedAs(both.map(({ params }) => identityOf(params)));
  const missing = both.filter(({ params }) => !known.has(identityOf(params)));
  const deps = storeDepsAs("importTargets", context, 200);
  const rows = missing.map((value) => ({ ok: true as const, value }));
  const arrived = granted(
    missing.length === 0
      ? { ok: true as const, value: [] }
      : await importTargets(rows, false, {
          ...store,
          by: context.session.actor.name,
          watchlistIds: (named) => store.named(watchlist, named),
          write: (steps) => deps.write(steps, null),
        }),
  );
  const created = arrived.flatMap((one) => ("id" in one ? [{ id: one.id, ...missing[one.index]! }] : []));
  const rule = await firstSteps.rule();
  const ids = [...known.values(), ...created.map(({ id }) => id)];
  if (rule !== null) await firstSteps.beginProof(rule, await store.now(), ids);
  await pollSeveral(created, polling);
}
