import type { Json } from "../../src/core/json.ts";
import { fixtures } from "./fixtures.ts";
import type { Fixture } from "../../src/kinds/kind.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import { firstPoll, readOff } from "./readings.ts";

/** The state of a kind after its first fixture, and the series of that. */
export function remembered(name: string): { state: Json; samples: Record<string, number> } {
  const kind = targetKinds[name]!;
  const [{ params, bodies }] = fixtures[kind.kind] as [Fixture];
  const asking = firstPoll(kind.params().parse(params), kind.settings().parse({}) as object);
  const { seen } = readOff(kind.read(asking), bodies);
  if (!seen.ok) throw new Error(`the first fixture of ${name} is not read`);
  const evaluated = kind.judge({
    ...asking,
    before: null,
    settings: kind.settings().parse({}),
    view: seen.value,
    hold: false,
    holdsMs: 600_000,
  });
  return { state: evaluated.state as Json, samples: evaluated.samples ?? {} };
}
