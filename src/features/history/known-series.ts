import { didYouMean } from "../../core/nearest.ts";
import { refuseQuery } from "../../http/query.ts";
import { targetKinds } from "../../kinds/registry.ts";
import type { Target } from "../creators/resource/form.ts";
import { SERIES } from "../reports/airtime.ts";
import { BROADCASTING } from "./broadcasts.ts";
import { seriesOf, type SamplePorts } from "./samples.ts";

type Measured = Pick<Target, "id" | "kind" | "settings" | "state">;

/** The series that a target has by its settings and state, of those with ids all that it knows now; null if unknown. */
function namesOf({ kind, settings, state }: Measured): { names: string[]; known: string[] } | null {
  const { series, measured } = targetKinds[kind]!;
  const names = series(settings, state);
  if (names === null) return null;
  if (measured === undefined) return { names: kind === BROADCASTING ? [SERIES, ...names] : names, known: [] };
  const ids = state === null ? [] : Object.keys(measured.known(state));
  const known = names.flatMap((name) => ids.map((id) => `${name}:${id}`));
  return { names: names.map((name) => `${name}:`), known };
}

/**
 * Refuses a filter by a series that the target neither has nor had nor can have, with the one that may have been meant.
 * Without a state nobody knows what it will have. Throws the 400 Problem.
 */
export async function refuseUnknownSeries(target: Measured, series: string | undefined, ports: SamplePorts) {
  const own = series === undefined ? null : namesOf(target);
  if (series === undefined || own === null) return;
  const { names, known } = own;
  if ([...names, ...known].some(seriesOf(series))) return;
  const stored = await ports.samples(target.id, { series }, { limit: 1, after: null });
  if (stored.items.length > 0 || stored.next !== null) return;
  const all = names.map((name) => (name.endsWith(":") ? `${name}*` : name));
  const listed = all.length === 0 ? "" : `; this target has ${all.join(", ")}`;
  refuseQuery("series", `names no series of this target${listed}${didYouMean(series, [...all, ...known])}`);
}
